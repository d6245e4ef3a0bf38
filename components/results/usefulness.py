"""What a method costs: the usefulness of the untouched model, what is left of it, and the share
kept."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from components.contest import Contender
from components.format import finite, number, percent
from components.resolved import Resolved
from components.stats.ranking.floors import FloorCheck
from components.words import Labels
from data.registry import Floor

ASKED = 1.0
"""A floor that nobody chose: what a method keeps does not depend on what is asked."""
UNKNOWN = "This ranking has no metric of usefulness, so it does not say what forgetting costs."


@dataclass(frozen=True, kw_only=True)
class Usefulness:
    """The usefulness of a row: the mean mapped value of the metrics of utility, 0 to 1.

    metrics           the ids of these metrics
    before            of the untouched model, over `benchmarks`; None where it was not measured
    retrained         of the retrained model, None where it was not measured
    after             of the row on the same benchmarks, or on all if there is none
    kept              after / before; `lowest` on the benchmark `lowest_on`, both None without
                      before
    benchmarks        those that have both values; `is_partial` if the ranking shows more
    """

    method: str
    metrics: tuple[str, ...]
    before: float | None
    retrained: float | None
    after: float | None
    kept: float | None
    lowest: float | None
    lowest_on: str
    benchmarks: tuple[str, ...]
    is_partial: bool


def usefulness(view: Resolved, contender: Contender) -> Usefulness | None:
    """Return what a row costs; None if it shows no candidate or the panel has no metric of
    utility."""
    contest = view.contest
    members = contest.serving("utility")
    if not members or contender.shown_index is None:
        return None
    metrics = tuple(view.panel.metric_ids[metric_index] for metric_index in members)
    all_benchmarks = view.panel.benchmarks
    against_original = contest.floor_check(Floor("utility", ASKED, "original"))
    kept_of_row = against_original.kept[:, contender.shown_index]
    is_compared = against_original.holds & ~np.isnan(kept_of_row)
    if not is_compared.any():
        return _without_original(view, contender, metrics)
    divisors = against_original.divisors[is_compared]
    kept_there = kept_of_row[is_compared]
    benchmarks = tuple(all_benchmarks[index] for index in np.flatnonzero(is_compared))
    before = float(divisors.mean())
    after = float((kept_there * divisors).mean())
    lowest_index = int(kept_there.argmin())
    return Usefulness(
        method=contender.method,
        metrics=metrics,
        before=before,
        retrained=_retrained(view),
        after=after,
        kept=after / before,
        lowest=float(kept_there[lowest_index]),
        lowest_on=benchmarks[lowest_index],
        benchmarks=benchmarks,
        is_partial=len(benchmarks) < len(all_benchmarks),
    )


def _without_original(
    view: Resolved, contender: Contender, metrics: tuple[str, ...]
) -> Usefulness | None:
    check: FloorCheck = view.contest.floor_check(Floor("utility", ASKED))
    values = check.kept[:, contender.shown_index]
    if np.isnan(values).all():
        return None
    return Usefulness(
        method=contender.method,
        metrics=metrics,
        before=None,
        retrained=_retrained(view),
        after=finite(np.nanmean(values)),
        kept=None,
        lowest=None,
        lowest_on="",
        benchmarks=tuple(view.panel.benchmarks),
        is_partial=False,
    )


def _retrained(view: Resolved) -> float | None:
    """The usefulness of the retrained model over all benchmarks shown."""
    divisors = view.contest.floor_check(Floor("utility", ASKED, "reference")).divisors
    return finite(divisors.mean())


def cost_lines(costs: Iterable[Usefulness], labels: Labels) -> list[str]:
    """Return what each method costs, and what its usefulness is the mean of."""
    lines = [cost_sentence(cost, labels) for cost in costs]
    metrics = [metric for cost in costs for metric in cost.metrics]
    if not lines:
        return [UNKNOWN]
    metrics_text = labels.listed_metrics(dict.fromkeys(metrics))
    return [*lines, f"Usefulness is the mean mapped value (0 to 1) of {metrics_text}."]


def cost_sentence(cost: Usefulness, labels: Labels) -> str:
    """Return the usefulness before and after, and the share kept."""
    method = labels.method(cost.method)
    after_text = number(cost.after)
    if cost.before is None or cost.kept is None:
        not_measured = "the untouched model was not measured here"
        if cost.retrained is None:
            return f"Usefulness: {method} {after_text}; {not_measured}."
        return (
            f"Usefulness: retrained model {number(cost.retrained)}, {method} {after_text};"
            f" {not_measured}."
        )
    where_text = ""
    if cost.is_partial:
        where_text = f" (on {labels.listed_benchmarks(cost.benchmarks)})"
    sentence = (
        f"Usefulness: untouched model {number(cost.before)} → {method} {after_text}{where_text}; it"
        f" keeps {percent(cost.kept)}"
    )
    if len(cost.benchmarks) > 1 and percent(cost.lowest) != percent(cost.kept):
        sentence += f", on {labels.benchmark(cost.lowest_on)} {percent(cost.lowest)}"
    return f"{sentence}."
