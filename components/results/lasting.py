"""Does it last? What a method keeps after relearning or at 4 bits, or that nobody measured it."""

from dataclasses import dataclass, replace

from components.contest import Contender
from components.format import counted, percent
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.before_and_after import (
    BeforeAndAfter,
    MeasuredTwice,
    before_and_after,
    offered_perturbations,
)
from components.words import Labels

ASKED = "relearning or 4 bits"
"""What forgetting may be undone by."""


@dataclass(frozen=True, eq=False)
class Lasting:
    """One row after one perturbation: all models before and after it, and the row's own."""

    method: str
    measured: BeforeAndAfter
    model: MeasuredTwice


def lasting(view: Resolved, contender: Contender) -> list[Lasting]:
    """Return what a row keeps after each perturbation of its panel that it was measured after."""
    outcomes = []
    for perturbation in offered_perturbations(view):
        selection = replace(view.selection, perturbation=perturbation)
        result = replace(view, selection=selection).of(before_and_after)
        if isinstance(result, Absent):
            continue
        for model in result.candidates:
            if model.method == contender.shown and model.kept is not None:
                outcomes.append(Lasting(contender.method, result, model))
    return outcomes


def lasting_lines(method: str, outcomes: list[Lasting], labels: Labels) -> list[str]:
    """Return what a method keeps after each perturbation, or that it was never measured."""
    if not outcomes:
        return [f"{labels.method(method)} was never measured after {ASKED}."]
    return [lasting_sentence(outcome, labels) for outcome in outcomes]


def lasting_sentence(outcome: Lasting, labels: Labels) -> str:
    """Return what a row keeps of its score after a perturbation, and its ranks on both sides."""
    model = outcome.model
    measured = outcome.measured
    metrics_text = labels.listed_metrics(metric.id for metric in measured.metrics)
    n_metrics = counted(len(measured.metrics), "metric")
    by_text = f"by {n_metrics}" if len(measured.metrics) > 3 else f"by {metrics_text}"
    sentence = (
        f"After {measured.change} {labels.method(outcome.method)} keeps {percent(model.kept)} of"
        f" its score ({by_text})"
    )
    if model.before.rank is not None and model.after.rank is not None:
        n_compared = counted(len(measured.compared), measured.noun)
        sentence += f": rank {model.before.rank} of {n_compared} before, {model.after.rank} after"
    return f"{sentence}."
