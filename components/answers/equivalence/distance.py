"""Does a model answer as one that never saw the forgotten data? J of each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pandas as pd

from components.answers.equivalence.forest import READING, forest
from components.answers.equivalence.models import (
    NORMALISATION,
    ModelRow,
    in_order,
    model_row,
    models_table,
)
from components.answers.equivalence.sources import (
    answers_of,
    drawn,
    j_by_block,
    panels_with_answers,
)
from components.answers.record import Absent, Answer, Part, Said
from components.format import counted, few, finite, joined, number, shortened
from components.resolved import Resolved, unweighted
from components.stats.panel import Floats, nanmean
from components.table import records
from components.words import Labels
from data.registry import Tables


@dataclass(frozen=True, kw_only=True, eq=False)
class EquivalenceResult:
    """The models, closest first, then the controls; no filter of methods hides `retrained` or
    `original`.

    `whole` is J over the whole forget set (B, S, M of `judged`), which then decides rank, `farther`
    and τ; None if the suite does not have it: J of the drawn answers decides."""

    models: tuple[ModelRow, ...]
    retrained: ModelRow | None
    original: ModelRow | None
    whole: Floats | None


@unweighted
def compute(view: Resolved) -> EquivalenceResult | Absent:
    """Return J of every model of a selection, with its prompts."""
    answers = answers_of(view)
    if answers is None or not len(answers):
        return Absent(_reason(view, answers is None))
    whole, known = j_by_block(view), view.controls
    rows = _models(view, answers, whole)
    chosen = {*view.panel.methods, *(() if view.selection.methods else known.all)}
    original = rows.get(known.original)
    models = in_order([r for m, r in rows.items() if m in chosen], original)
    return EquivalenceResult(
        models=models, retrained=rows.get(known.retrain), original=original, whole=whole
    )


def panel_with_answers(tables: Tables) -> str:
    """Return the first panel with drawn answers, "" if there is none."""
    return next(iter(panels_with_answers(tables)), "")


def _models(view: Resolved, answers: pd.DataFrame, whole: Floats | None) -> dict[str, ModelRow]:
    """Return the models that have answers, by method, in row order, whatever methods are
    filtered."""
    panel, rows = view.judged, {}
    for i, method in enumerate(panel.methods):
        own = answers[answers["method"] == method]
        if len(own):
            control = method in view.controls.all
            row = model_row(
                method,
                drawn(own),
                shortened(view.labels.method(method)),
                control,
                view.selection.rng,
            )
            j = None if whole is None else finite(nanmean(nanmean(whole[:, :, i], axis=1), axis=0))
            rows[method] = replace(row, j_whole=j)
    return rows


def _reason(view: Resolved, no_table: bool) -> str:
    panels = {p.id: p.label for p in view.tables.panels}
    others = panels_with_answers(view.tables)
    if no_table:
        return "This suite has no answers scored by both the unlearned and the retrained model."
    if not view.panel.n_runs or view.selection.panel in others:
        return "No runs match these filters."
    do = "does" if len(others) == 1 else "do"
    return f"{view.labels.panel} has no drawn answers; {joined([panels[p] for p in others])} {do}."


def say(result: EquivalenceResult, names: Labels) -> Said:
    worse = [r.label for r in result.models if r.farther]
    farther = (
        f"{few(worse, 'method')} {'is' if len(worse) == 1 else 'are'} farther away than the"
        " original model."
    )
    notes = [_basis(result), _drawn_as_said(result), NORMALISATION]
    return Said([verdict(result), at_retrained(result), farther if worse else ""], notes)


def verdict(result: EquivalenceResult) -> str:
    """Return which model answers most like a retrained one, with its J between those of the
    controls."""
    first = [r for r in result.models if r.rank == 1]
    if not first:
        return "No method has drawn answers."
    ends = (("retrained", result.retrained), ("original", result.original))
    between = [f"{name} {number(row.ranking_j)}" for name, row in ends if row is not None]
    known = f" ({', '.join(between)})" if between else ""
    verb = "answers" if len(first) == 1 else "answer"
    who = few([r.label for r in first], "method")
    return (
        f"{who} {verb} most like a retrained model: FADE distance"
        f" {number(first[0].ranking_j)}{known}."
    )


def at_retrained(result: EquivalenceResult) -> str:
    """Return which methods the drawn answers cannot tell from a retrained model, "" without
    intervals."""
    reach = None if result.retrained is None else result.retrained.interval[1]
    lows = [
        (low, r.label)
        for r in result.models
        if not r.control and (low := r.interval[0]) is not None
    ]
    if reach is None or not lows:
        return ""
    close = [label for low, label in lows if low <= reach]
    if not close:
        return "No method's interval reaches that of a retrained model."
    named = f": {joined(close)}" if len(close) <= 3 else ""
    return (
        f"{len(close)} of {len(lows)} methods cannot be told apart from a retrained model{named}."
    )


def _basis(result: EquivalenceResult) -> str:
    over = "of the drawn answers" if result.whole is None else "over the whole forget set"
    return f"Models are ordered by J {over}; the intervals are those of the drawn answers."


def _drawn_as_said(result: EquivalenceResult) -> str:
    biased = [own.biased for r in result.models if (own := r.estimate.balance) is not None]
    if not biased:
        return ""
    passed = f"{biased.count(False)} of {counted(len(biased), 'set')} of answers"
    return (
        "Drawn at temperature 1 from the models that score them, as far as a test can tell:"
        f" {passed}."
    )


def facts(result: EquivalenceResult) -> Mapping[str, object]:
    """Return which J this is, and that of the retrained and of the original model."""

    def end(row: ModelRow | None) -> object:
        return None if row is None else records(models_table([row]))[0]

    return {
        "normalisation": NORMALISATION,
        "ranked_by": "answers" if result.whole is None else "whole",
        "floor": end(result.retrained),
        "ceiling": end(result.original),
    }


MODELS = Answer(
    "models",
    compute,
    say,
    Part(
        "models",
        "FADE distance J of each model",
        lambda result, names: models_table(result.models),
        lambda result, look: forest(result.models, result.retrained, result.original, look.mode),
        reading=READING,
    ),
    facts=facts,
    key="equivalence",
    terms=("fade", "fade_floor", "answer_balance", "bootstrap_interval"),
)
