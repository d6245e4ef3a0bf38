"""Drawn answers of models, from the tables of a suite, and J over the whole forget set, run by
run."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.resolved import Resolved
from components.stats.audits.equivalence import Answers
from components.stats.panel import Floats
from data.registry import Tables

Prompt = tuple[str, str, str]
"""Benchmark, seed and prompt as they are written; "0" if the table has no seeds."""
ANSWERS, WHOLE = "fade_samples", "fade"
"""The further tables of a suite: drawn answers, and J over the whole forget set run by run."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """The answers of one unlearned model and its reference; `prompts` names the prompts by their
    index."""

    prompts: tuple[Prompt, ...]
    answers: Answers


def drawn(rows: pd.DataFrame) -> Drawn:
    """Return the answers of one method, prompts in order of appearance."""
    seeds = rows["seed"].map(_name) if "seed" in rows else pd.Series("0", rows.index)
    names = [*zip(rows["benchmark"], seeds, rows["prompt"].map(_name), strict=True)]
    prompts = tuple(dict.fromkeys(names))
    at = {prompt: i for i, prompt in enumerate(prompts)}
    unlearned = (rows["generated_by"] == "unlearned").to_numpy(dtype=bool)
    by_unlearned, by_reference = (
        rows[f"loglik_{m}"].to_numpy(dtype=float) for m in ("unlearned", "reference")
    )
    tokens = (
        rows["tokens"].to_numpy(dtype=float) if "tokens" in rows else np.full(len(rows), np.nan)
    )
    index = np.array([at[n] for n in names], dtype=np.intp)
    return Drawn(prompts, Answers(index, unlearned, by_unlearned, by_reference, tokens))


def _name(cell: object) -> str:
    return f"{cell:.15g}" if isinstance(cell, float) else str(cell)


def panels_with_answers(tables: Tables) -> list[str]:
    frame, runs = tables.extras.get(ANSWERS), tables.runs
    if frame is None:
        return []
    have = set(runs.loc[runs["benchmark"].isin(set(frame["benchmark"])), "panel"])
    return [p.id for p in tables.panels if p.id in have]


def answers_of(view: Resolved) -> pd.DataFrame | None:
    """Return the drawn answers on what is selected, None if the suite has no such table."""
    frame, panel = view.tables.extras.get(ANSWERS), view.judged
    if frame is None:
        return None
    chosen = frame["benchmark"].isin(panel.benchmarks) & frame["method"].isin(panel.methods)
    if "seed" in frame:
        chosen &= frame["seed"].isin(panel.seeds)
    return frame[chosen]


def j_by_block(view: Resolved) -> Floats | None:
    """Return J over the whole forget set (B, S, M of `judged`), None unless all runs have it."""
    frame, panel = view.tables.extras.get(WHOLE), view.judged
    if frame is None:
        return None
    j = np.full(panel.present.shape, np.nan)
    b, s, m = (
        pd.Index(names).get_indexer(pd.Index(frame[column]))
        for names, column in (
            (panel.benchmarks, "benchmark"),
            (panel.seeds, "seed"),
            (panel.methods, "method"),
        )
    )
    here = (b >= 0) & (s >= 0) & (m >= 0) & (frame["panel"] == panel.id).to_numpy()
    j[b[here], s[here], m[here]] = frame.loc[here, "j"].to_numpy(dtype=float)
    return None if np.isnan(j[panel.present]).any() else j
