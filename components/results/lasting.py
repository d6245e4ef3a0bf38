"""Does it last? What a method keeps after relearning or at 4 bits, or that nobody measured it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from components import name_pages, suite_ids
from components.contest import Contender
from components.format import counted, joined, percent, verb
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.before_and_after import (
    BeforeAndAfter,
    MeasuredTwice,
    before_and_after,
    offered_perturbations,
)
from components.words import Labels
from data.registry import Tables

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


def measured_elsewhere(view: Resolved, method: str) -> list[str]:
    """Return the titles of the other suites that measured a method of this name again."""
    if view.among is None:
        return []
    address = name_pages.address("methods", view.tables, name_pages.family_of(view.tables, method))
    titles = []
    for tables in view.among.suites:
        if tables.suite.id != view.tables.suite.id and address in _measured_again(tables):
            titles.append(tables.suite.title)
    return titles


def _measured_again(tables: Tables) -> set[str]:
    """The addresses of the methods of a suite that were measured after a perturbation."""
    values_after = tables.extras.get("after")
    if values_after is None:
        return set()
    addresses = set()
    for method in {*values_after["method"]} & {*suite_ids.ranked_methods(tables)}:
        family = name_pages.family_of(tables, method)
        addresses.add(name_pages.address("methods", tables, family))
    return addresses


def lasting_lines(view: Resolved, rows: Sequence[Contender], labels: Labels) -> list[str]:
    """Return what rows keep after each perturbation, then which were not measured after any."""
    lines = []
    methods_of_titles: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        outcomes = lasting(view, row)
        lines += [lasting_sentence(outcome, labels) for outcome in outcomes]
        if not outcomes:
            titles = tuple(measured_elsewhere(view, row.method))
            methods_of_titles.setdefault(titles, []).append(row.method)
    for titles, methods in methods_of_titles.items():
        lines.append(not_measured(methods, titles, labels))
    return lines


def not_measured(methods: Sequence[str], titles: Sequence[str], labels: Labels) -> str:
    """Return that methods were not measured again, and in which suites they were."""
    listed = labels.listed_methods(methods)
    were = verb(len(methods), "was", "were")
    if not titles:
        return f"{listed} {were} never measured after {ASKED}."
    pronoun = verb(len(methods), "it was", "they were")
    return f"{listed} {were} not measured here after {ASKED}; {pronoun} in {joined(titles)}."


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
