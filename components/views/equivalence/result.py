"""How far each unlearned model answers from its retrained reference: J with its floor and its ceiling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from components.labels import Labels
from components.plain import aside, number
from components.resolved import Resolved, reads
from components.stats.panel import Floats, Panel, nanmean
from components.views.equivalence.metrics import MetricOrder, metric_orders
from components.views.equivalence.models import NORMALISATION, ModelRow, in_order, model_row
from components.views.equivalence.sources import ANSWERS, Bound, answers_of, bounds, from_suite, j_by_block
from data.registry import Tables


@dataclass(frozen=True, kw_only=True)
class EquivalenceResult:
    """The models closest first, their floor (an independent retrain) and ceiling (the original), the other metrics.

    `models` is empty where the suite has no drawn answers for this panel; `reason` says why and `panels` where there
    are some. J of the answers has the interval; J over the whole forget set, where the suite has it, decides rank,
    `farther` and τ (`ranked_by`). Floor and ceiling are there whatever methods are filtered. `score_ids` are the
    score metrics in registry order, which colours follow.
    """

    normalisation: str = NORMALISATION
    panels: tuple[str, ...]
    reason: str = ""
    ranked_by: Literal["", "answers", "whole"] = ""
    models: tuple[ModelRow, ...] = ()
    floor: ModelRow | None = None
    ceiling: ModelRow | None = None
    bounds: tuple[Bound, ...] = ()
    metrics: tuple[MetricOrder, ...] = ()
    labels: Labels = aside()
    score_ids: tuple[str, ...] = aside()


@reads(weights=False)
def equivalence_prompts(resolved: Resolved) -> EquivalenceResult:
    """Everything, with the prompts of each model."""
    answers = answers_of(resolved)
    empty = EquivalenceResult(
        panels=tuple(panels_with_answers(resolved.tables)),
        labels=resolved.labels,
        score_ids=tuple(m.id for m in resolved.tables.scores),
    )
    if answers is None or not len(answers):
        return replace(empty, reason=_reason(resolved, answers is None))
    whole = j_by_block(resolved)
    rows = _models(resolved, answers, whole)
    chosen = {*resolved.panel.methods, *(() if resolved.selection.methods else resolved.controls.all)}
    ceiling = rows.get(resolved.controls.original)
    return replace(
        empty,
        ranked_by="answers" if whole is None else "whole",
        models=in_order([r for m, r in rows.items() if m in chosen], ceiling),
        floor=rows.get(resolved.controls.retrain),
        ceiling=ceiling,
        bounds=bounds(resolved),
        metrics=metric_orders(resolved, _j_of(resolved, whole, rows)),
    )


@reads(weights=False)
def equivalence(resolved: Resolved) -> EquivalenceResult:
    """The same without the prompts of each model: what a report has room for."""
    full = equivalence_prompts(resolved)
    return replace(
        full,
        models=tuple(replace(r, by_prompt=()) for r in full.models),
        floor=None if full.floor is None else replace(full.floor, by_prompt=()),
        ceiling=None if full.ceiling is None else replace(full.ceiling, by_prompt=()),
    )


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


def _models(resolved: Resolved, answers: pd.DataFrame, whole: Floats | None) -> dict[str, ModelRow]:
    """The models that have answers, by method, in row order, whatever methods are filtered."""
    panel, known, seed = resolved.judged, resolved.controls, resolved.selection.rng
    rows = {}
    for method in panel.methods:
        own = answers[answers["method"] == method]
        if len(own):
            row = model_row(from_suite(method, own), resolved.labels.method(method), method in known.all, seed=seed)
            rows[method] = row if whole is None else _with_whole(resolved, row, whole)
    return rows


def _with_whole(resolved: Resolved, row: ModelRow, whole: Floats) -> ModelRow:
    """The row with J over the whole forget set."""
    panel, known = resolved.judged, resolved.controls
    own = whole[:, :, panel.method(row.method)]
    j = number(nanmean(nanmean(own, axis=1), axis=0))
    row = replace(row, j_whole=j, ranking_j=j)
    if not known.original or row.control:
        return row
    before = whole[:, :, panel.method(known.original)]
    both = ~(np.isnan(own) | np.isnan(before))
    return replace(row, farther_in=int((own > before)[both].sum()), blocks=int(both.sum()))


def _j_of(resolved: Resolved, whole: Floats | None, rows: Mapping[str, ModelRow]) -> Floats:
    """(B, S, M) J of the runs selected: over the whole forget set, or the mean over answered prompts."""
    panel, target = resolved.judged, resolved.panel
    j = _mean_over_prompts(panel, rows) if whole is None else whole
    selected: Floats = j[
        np.ix_(
            [panel.benchmark(b) for b in target.benchmarks],
            [panel.seeds.index(s) for s in target.seeds],
            [panel.method(m) for m in target.methods],
        )
    ]
    return selected


def _mean_over_prompts(panel: Panel, rows: Mapping[str, ModelRow]) -> Floats:
    """(B, S, M) mean J of the prompts of each run."""
    j = np.full(panel.present.shape, np.nan)
    for method, row in rows.items():
        of_block: dict[tuple[int, int], list[float]] = {}
        for p in row.by_prompt:
            if p.j is not None and int(p.seed) in panel.seeds:
                at = (panel.benchmark(p.benchmark), panel.seeds.index(int(p.seed)))
                of_block.setdefault(at, []).append(p.j)
        for at, values in of_block.items():
            j[(*at, panel.method(method))] = float(np.mean(values))
    return j


def _reason(resolved: Resolved, no_table: bool) -> str:
    if no_table:
        return (
            f"{resolved.labels.suite} has no answers scored by both the unlearned and the retrained model, so nothing "
            "says how alike they answer."
        )
    if not resolved.panel.n_runs:
        return "No run matches these filters."
    return f"No drawn answers were kept for {resolved.labels.panel}."
