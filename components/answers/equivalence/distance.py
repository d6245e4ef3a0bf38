"""Does an unlearned model answer as one that never saw the forgotten data? J of each with its floor and ceiling."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from components.answers.equivalence.forest import READING, forest
from components.answers.equivalence.models import (
    NORMALISATION,
    ModelRow,
    Models,
    farther,
    in_order,
    model_row,
    models_table,
    runs_sentence,
    trust,
)
from components.answers.equivalence.orders import MetricOrder, metric_orders
from components.answers.equivalence.sources import ANSWERS, Bound, answers_of, bounds, drawn, j_by_block
from components.answers.record import Answer, Part, Said
from components.format import capital, counted, finite, joined, number
from components.resolved import Resolved, unweighted
from components.stats.panel import Floats, Panel, nanmean
from components.table import records
from components.words import Labels
from data.registry import Tables


@dataclass(frozen=True, kw_only=True)
class EquivalenceResult(Models):
    """The models closest first, their floor (an independent retrain) and ceiling (the original), the other metrics.

    `models` is empty where the suite has no drawn answers for this panel; `reason` says why and `panels` where there
    are some. J of the answers has the interval; J over the whole forget set, where the suite has it, decides rank,
    `farther` and τ (`ranked_by`). Floor and ceiling are there whatever methods are filtered. `score_ids` are the
    score metrics in registry order, which colours follow.
    """

    panels: tuple[str, ...]
    reason: str = ""
    ranked_by: Literal["", "answers", "whole"] = ""
    bounds: tuple[Bound, ...] = ()
    metrics: tuple[MetricOrder, ...] = ()
    score_ids: tuple[str, ...] = ()


@unweighted
def compute(view: Resolved) -> EquivalenceResult:
    """J of every model of a selection, with its prompts."""
    answers = answers_of(view)
    empty = EquivalenceResult(
        panels=tuple(panels_with_answers(view.tables)),
        score_ids=tuple(m.id for m in view.tables.scores),
    )
    if answers is None or not len(answers):
        return replace(empty, reason=_reason(view, answers is None))
    whole = j_by_block(view)
    rows = _models(view, answers, whole)
    chosen = {*view.panel.methods, *(() if view.selection.methods else view.controls.all)}
    ceiling = rows.get(view.controls.original)
    return replace(
        empty,
        ranked_by="answers" if whole is None else "whole",
        models=in_order([r for m, r in rows.items() if m in chosen], ceiling),
        floor=rows.get(view.controls.retrain),
        ceiling=ceiling,
        bounds=bounds(view),
        metrics=metric_orders(view, _j_of(view, whole, rows)),
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


def _models(view: Resolved, answers: pd.DataFrame, whole: Floats | None) -> dict[str, ModelRow]:
    """The models that have answers, by method, in row order, whatever methods are filtered."""
    panel, known, seed = view.judged, view.controls, view.selection.rng
    rows = {}
    for method in panel.methods:
        own = answers[answers["method"] == method]
        if len(own):
            row = model_row(drawn(method, own), view.labels.method(method), method in known.all, seed=seed)
            rows[method] = row if whole is None else _with_whole(view, row, whole)
    return rows


def _with_whole(view: Resolved, row: ModelRow, whole: Floats) -> ModelRow:
    """The row with J over the whole forget set."""
    panel, known = view.judged, view.controls
    own = whole[:, :, panel.method(row.method)]
    j = finite(nanmean(nanmean(own, axis=1), axis=0))
    row = replace(row, j_whole=j, ranking_j=j)
    if not known.original or row.control:
        return row
    before = whole[:, :, panel.method(known.original)]
    both = ~(np.isnan(own) | np.isnan(before))
    return replace(row, farther_in=int((own > before)[both].sum()), blocks=int(both.sum()))


def _j_of(view: Resolved, whole: Floats | None, rows: Mapping[str, ModelRow]) -> Floats:
    """(B, S, M) J of the runs selected: over the whole forget set, or the mean over answered prompts."""
    panel, target = view.judged, view.panel
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


def _reason(view: Resolved, no_table: bool) -> str:
    if no_table:
        return (
            f"{view.labels.suite} has no answers scored by both the unlearned and the retrained model, so nothing "
            "says how alike they answer."
        )
    if not view.panel.n_runs:
        return "No run matches these filters."
    return f"No drawn answers were kept for {view.labels.panel}."


def has_models(result: EquivalenceResult) -> bool:
    """Whether some model has drawn answers."""
    return not result.reason


def say(result: EquivalenceResult, names: Labels) -> Said:
    """Which model answers most like the reference, between floor and ceiling, or why that is unknown."""
    if result.reason:
        return Said([result.reason])
    notes = [
        basis(result),
        at_floor(result),
        runs_sentence(result),
        bounds_sentence(result, names),
        *trust(result),
    ]
    return Said([*lead(result), farther(result)], notes)


def lead(result: EquivalenceResult) -> list[str]:
    """Which model answers most like the reference, between floor and ceiling."""
    between_ends = [
        f"{name} {number(row.ranking_j, 2)}"
        for row, name in (
            (result.floor, "two independent retrains give"),
            (result.ceiling, "the model before unlearning"),
        )
        if row is not None
    ]
    between = f"{' and '.join(between_ends)}." if between_ends else ""
    first = [r for r in result.models if r.rank == 1]
    if not first:
        return [s for s in ("No unlearning method is chosen.", capital(between)) if s]
    verb = "answers" if len(first) == 1 else "answer"
    distance = f"Its distance J is {number(first[0].ranking_j, 2)} nats per prompt"
    return [
        f"{joined([r.label for r in first])} {verb} most like a model retrained without the forgotten data.",
        f"{distance}; {between}" if between else f"{distance}.",
    ]


def basis(result: EquivalenceResult) -> str:
    """Over which answers the J is taken that the models are ordered by."""
    if result.ranked_by == "whole":
        return "Models are ordered by J over the whole forget set."
    return "Models are ordered by J of the drawn answers."


def at_floor(result: EquivalenceResult) -> str:
    """How many methods the drawn answers cannot tell from an independent retrain."""
    floor = None if result.floor is None else result.floor.interval
    lows = {r.label: r.interval[0] for r in result.models if not r.control and r.interval is not None}
    if floor is None or not lows:
        return ""
    n, close = counted(len(lows), "method"), [name for name, low in lows.items() if low <= floor[1]]
    if not close:
        return f"The interval of none of {n} reaches that of an independent retrain."
    return (
        f"The interval of {len(close)} of {n} reaches that of an independent retrain "
        f"({joined(close)}): these answers do not tell them apart from one."
    )


def bounds_sentence(result: EquivalenceResult, names: Labels) -> str:
    """Floor and ceiling over the whole forget set, with the pairs they come from."""
    parts = []
    for kind, name in (("floor", "two independent retrains"), ("ceiling", "original and retrain")):
        texts = [
            f"{number(b.low)} to {number(b.high)} on {names.benchmark(b.benchmark)} ({counted(b.pairs, 'pair')})"
            for b in result.bounds
            if b.kind == kind
        ]
        if texts:
            parts.append(f"{kind} ({name}) {joined(texts)}")
    return f"Over the whole forget set, from pair to pair: {'; '.join(parts)}." if parts else ""


def facts(result: EquivalenceResult) -> Mapping[str, object]:
    """Which J this is, its floor and ceiling, and why there is none."""

    def end(row: ModelRow | None) -> object:
        return None if row is None else records(models_table([row]))[0]

    return {
        "normalisation": NORMALISATION,
        "panels": result.panels,
        "reason": result.reason,
        "ranked_by": result.ranked_by,
        "floor": end(result.floor),
        "ceiling": end(result.ceiling),
        "bounds": result.bounds,
    }


MODELS = Answer(
    "models",
    compute,
    say,
    Part(
        "models",
        "J of each model between floor and ceiling",
        lambda result, names: models_table(result.models),
        lambda result, look: forest(result, look.mode),
        reading=READING,
        when=has_models,
    ),
    facts=facts,
    terms=("fade", "fade_floor", "answer_balance", "bootstrap_interval"),
)
