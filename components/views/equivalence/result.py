"""How far each unlearned model answers from its retrained reference: J with its floor and its ceiling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from components.controls import Controls, controls
from components.intake.equivalence import Drawn
from components.plain import number
from components.resolved import Resolved
from components.stats.audits.equivalence import Answers
from components.stats.panel import Floats, nanmean
from components.views.equivalence.metrics import beside_metrics
from components.views.equivalence.rows import NORMALISATION, by_j, equivalence_row
from data.registry import Tables

ANSWERS, WHOLE, BOUNDS = "fade_samples", "fade", "fade_bounds"
"""The further tables of a suite: drawn answers, J over the whole forget set run by run, and J of known pairs."""


def equivalence(resolved: Resolved) -> dict[str, Any]:
    """The models closest first, their floor (an independent retrain) and ceiling (the original), the other metrics.

    `models` is empty where the suite has no drawn answers for this panel; `reason` says why and `panels` where there
    are some. J of the answers has the interval; `j_whole` is exact over the whole forget set where the suite has it,
    and then decides rank, `farther` and τ (`ranked_by`). Floor and ceiling are there whatever methods are filtered.
    """
    everyone = Resolved(resolved.tables, replace(resolved.selection, methods=()))
    known, frame = controls(resolved.tables, resolved.selection.panel), answers_here(everyone)
    head: dict[str, Any] = {
        "normalisation": NORMALISATION,
        "panels": panels_with_answers(resolved.tables),
        "reason": "",
        "ranked_by": "",
        "models": [],
        "floor": None,
        "ceiling": None,
        "bounds": [],
        "metrics": [],
    }
    if frame is None or not len(frame):
        return head | {"reason": _reason(resolved, frame is None)}
    whole = j_by_block(everyone)
    rows = []
    for method in everyone.panel.methods:
        own = frame[frame["method"] == method]
        if len(own):
            rows.append(_model(everyone, method, own, whole, known))
    shown = set(resolved.panel.methods)
    key = "j" if whole is None else "j_whole"
    by_method = {r["method"]: r for r in rows}
    before = by_method.get(known.original, {}).get(key)
    for row in rows:
        row["farther"] = None if None in (before, row[key]) or row["control"] else row[key] > before
    ranked = [r for r in rows if r["method"] in shown and not r["control"]]
    return head | {
        "ranked_by": "answers" if whole is None else "whole",
        "models": [*by_j(ranked, key), *(r for r in rows if r["method"] in shown and r["control"])],
        "floor": by_method.get(known.retrain),
        "ceiling": by_method.get(known.original),
        "bounds": _bounds(everyone),
        "metrics": beside_metrics(resolved, _j_of(everyone, resolved, whole, rows), known),
    }


def equivalence_summary(resolved: Resolved) -> dict[str, Any]:
    """The same without the prompts of each model: what a report has room for."""
    part = equivalence(resolved)
    for row in filter(None, [*part["models"], part["floor"], part["ceiling"]]):
        row.pop("by_prompt", None)
    return part


def answers_here(resolved: Resolved) -> pd.DataFrame | None:
    """The drawn answers of the benchmarks and seeds shown; None when the suite has no such table."""
    frame = resolved.tables.extras.get(ANSWERS)
    if frame is None:
        return None
    kept = frame["benchmark"].isin(resolved.panel.benchmarks) & frame["method"].isin(resolved.panel.methods)
    if "seed" in frame:
        kept &= frame["seed"].isin(resolved.panel.seeds)
    return frame[kept]


def panels_with_answers(tables: Tables) -> list[str]:
    """The panels of a suite for which answers were kept."""
    frame, runs = tables.extras.get(ANSWERS), tables.runs
    if frame is None:
        return []
    have = set(runs.loc[runs["benchmark"].isin(set(frame["benchmark"])), "panel"])
    return [p.id for p in tables.panels if p.id in have]


def panel_with_answers(tables: Tables) -> str:
    """The first of them; empty when there is none."""
    return next(iter(panels_with_answers(tables)), "")


def drawn(method: str, rows: pd.DataFrame) -> Drawn:
    """The answers of one method as arrays; prompts in order of appearance."""
    seeds = rows["seed"].astype(int) if "seed" in rows else pd.Series(0, rows.index)
    names = list(zip(rows["benchmark"], seeds.astype(str), rows["prompt"].map(_name), strict=True))
    prompts = tuple(dict.fromkeys(names))
    at = {p: i for i, p in enumerate(prompts)}
    tokens = rows["tokens"].to_numpy(dtype=float) if "tokens" in rows else np.full(len(rows), np.nan)
    answers = Answers(
        np.array([at[n] for n in names], dtype=np.intp),
        (rows["generated_by"] == "unlearned").to_numpy(dtype=bool),
        rows["loglik_unlearned"].to_numpy(dtype=float),
        rows["loglik_reference"].to_numpy(dtype=float),
        tokens,
    )
    return Drawn(method, prompts, answers)


def j_by_block(resolved: Resolved) -> Floats | None:
    """(B, S, M) J over the whole forget set of each run; None where the suite does not have it for all of them."""
    frame, panel = resolved.tables.extras.get(WHOLE), resolved.panel
    if frame is None:
        return None
    found = np.full(panel.present.shape, np.nan)
    b, s, m = (
        pd.Index(names).get_indexer(pd.Index(frame[column]))
        for names, column in ((panel.benchmarks, "benchmark"), (panel.seeds, "seed"), (panel.methods, "method"))
    )
    here = (b >= 0) & (s >= 0) & (m >= 0) & (frame["panel"] == panel.id).to_numpy()
    found[b[here], s[here], m[here]] = frame.loc[here, "j"].to_numpy(dtype=float)
    return None if np.isnan(found[panel.present]).any() else found


def _model(resolved: Resolved, method: str, own: pd.DataFrame, whole: Floats | None, known: Controls) -> dict[str, Any]:
    row = equivalence_row(drawn(method, own), seed=resolved.selection.rng)
    row |= {"label": resolved.method_label(method), "control": method in known.all, "rank": None, "j_whole": None}
    row |= {"farther_in": None, "blocks": None}
    if whole is not None:
        mine = whole[:, :, resolved.panel.method(method)]
        row["j_whole"] = number(nanmean(nanmean(mine, axis=1), axis=0))
        if known.original and method not in known.all:
            before = whole[:, :, resolved.panel.method(known.original)]
            both = ~(np.isnan(mine) | np.isnan(before))
            row |= {"farther_in": int((mine > before)[both].sum()), "blocks": int(both.sum())}
    return row


def _j_of(everyone: Resolved, resolved: Resolved, whole: Floats | None, rows: list[dict[str, Any]]) -> Floats:
    """(B, S, M) J of the runs of `view`: over the whole forget set, or the mean over its answered prompts."""
    panel, target = everyone.panel, resolved.panel
    found = whole
    if found is None:
        found = np.full(panel.present.shape, np.nan)
        for row in rows:
            of_block: dict[tuple[int, int], list[float]] = {}
            for p in row["by_prompt"]:
                if p["j"] is not None and int(p["seed"]) in panel.seeds:
                    at = (panel.benchmark(p["benchmark"]), panel.seeds.index(int(p["seed"])))
                    of_block.setdefault(at, []).append(p["j"])
            for at, values in of_block.items():
                found[(*at, panel.method(row["method"]))] = float(np.mean(values))
    kept = np.ix_(
        [panel.benchmark(b) for b in target.benchmarks],
        [panel.seeds.index(s) for s in target.seeds],
        [panel.method(m) for m in target.methods],
    )
    picked: Floats = found[kept]
    return picked


def _bounds(resolved: Resolved) -> list[dict[str, Any]]:
    """J of pairs whose relation is known, over the whole forget set: one row per kind and benchmark."""
    frame = resolved.tables.extras.get(BOUNDS)
    if frame is None:
        return []
    kept = frame[frame["benchmark"].isin(resolved.panel.benchmarks)]
    return [
        {
            "kind": kind,
            "benchmark": benchmark,
            "pairs": len(own),
            "mean": float(own["j"].mean()),
            "low": float(own["j"].min()),
            "high": float(own["j"].max()),
        }
        for (kind, benchmark), own in kept.groupby(["kind", "benchmark"], sort=False)
    ]


def _reason(resolved: Resolved, no_table: bool) -> str:
    if no_table:
        return (
            f"{resolved.tables.suite.title} has no drawn answers with their log-likelihoods under the unlearned and the "
            "retrained model: how alike the two answer cannot be computed from its metrics."
        )
    if not resolved.panel.n_runs:
        return "No run matches these filters."
    return f"No drawn answers were kept for {resolved.info.label}."


def _name(prompt: object) -> str:
    return f"{prompt:g}" if isinstance(prompt, float) else str(prompt)
