"""Drawn answers of models, from a suite's tables or a reader's, and what else a suite holds of J."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.resolved import Resolved
from components.stats.audits.equivalence import Answers
from components.stats.panel import Floats

Prompt = tuple[str, str, str]
"""Benchmark, seed and prompt as they are written; empty where the table has no such column."""
ANSWERS, WHOLE, BOUNDS = "fade_samples", "fade", "fade_bounds"
"""The further tables of a suite: drawn answers, J over the whole forget set run by run, and J of known pairs."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """The answers of one unlearned model and its reference; `prompts` names the prompts by their index."""

    method: str
    prompts: tuple[Prompt, ...]
    answers: Answers


def drawn(method: str, rows: pd.DataFrame) -> Drawn:
    """The answers of one method of a suite, or of a reader's table; prompts in order of appearance."""
    seeds = rows["seed"].map(_name) if "seed" in rows else pd.Series("0", rows.index)
    names = [*zip(rows["benchmark"], seeds, rows["prompt"].map(_name), strict=True)]
    prompts = tuple(dict.fromkeys(names))
    at = {prompt: i for i, prompt in enumerate(prompts)}
    unlearned = (rows["generated_by"] == "unlearned").to_numpy(dtype=bool)
    by_unlearned, by_reference = (rows[f"loglik_{m}"].to_numpy(dtype=float) for m in ("unlearned", "reference"))
    tokens = rows["tokens"].to_numpy(dtype=float) if "tokens" in rows else np.full(len(rows), np.nan)
    index = np.array([at[n] for n in names], dtype=np.intp)
    return Drawn(method, prompts, Answers(index, unlearned, by_unlearned, by_reference, tokens))


def _name(cell: object) -> str:
    return f"{cell:.15g}" if isinstance(cell, float) else str(cell)


@dataclass(frozen=True, kw_only=True)
class Bound:
    """J of pairs whose relation is known on one benchmark, over the whole forget set: mean, smallest, largest.

    `kind` is floor (two independent retrains) or ceiling (original and retrain).
    """

    kind: str
    benchmark: str
    pairs: int
    mean: float
    low: float
    high: float


def answers_of(resolved: Resolved) -> pd.DataFrame | None:
    """The drawn answers of all methods and controls on what is selected; None when the suite has no such table."""
    frame, panel = resolved.tables.extras.get(ANSWERS), resolved.judged
    if frame is None:
        return None
    chosen = frame["benchmark"].isin(panel.benchmarks) & frame["method"].isin(panel.methods)
    if "seed" in frame:
        chosen &= frame["seed"].isin(panel.seeds)
    return frame[chosen]


def j_by_block(resolved: Resolved) -> Floats | None:
    """(B, S, M) J over the whole forget set of each run of `judged`; None where it is not known for all of them."""
    frame, panel = resolved.tables.extras.get(WHOLE), resolved.judged
    if frame is None:
        return None
    j = np.full(panel.present.shape, np.nan)
    b, s, m = (
        pd.Index(names).get_indexer(pd.Index(frame[column]))
        for names, column in ((panel.benchmarks, "benchmark"), (panel.seeds, "seed"), (panel.methods, "method"))
    )
    here = (b >= 0) & (s >= 0) & (m >= 0) & (frame["panel"] == panel.id).to_numpy()
    j[b[here], s[here], m[here]] = frame.loc[here, "j"].to_numpy(dtype=float)
    return None if np.isnan(j[panel.present]).any() else j


def bounds(resolved: Resolved) -> tuple[Bound, ...]:
    """One row per kind and benchmark."""
    frame = resolved.tables.extras.get(BOUNDS)
    if frame is None:
        return ()
    here = frame[frame["benchmark"].isin(resolved.judged.benchmarks)]
    return tuple(
        Bound(
            kind=str(kind),
            benchmark=str(benchmark),
            pairs=len(own),
            mean=float(own["j"].mean()),
            low=float(own["j"].min()),
            high=float(own["j"].max()),
        )
        for (kind, benchmark), own in here.groupby(["kind", "benchmark"], sort=False)
    )
