"""What a method costs: the usefulness of the untouched model, what is left of it, and the share
kept."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.contest import Contender
from components.format import finite, joined, number, percent
from components.resolved import Resolved
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
    before: float | None = None
    retrained: float | None
    after: float | None = None
    kept: float | None = None
    lowest: float | None = None
    lowest_on: str = ""
    benchmarks: tuple[str, ...]
    is_partial: bool = False


def usefulness(view: Resolved, contender: Contender) -> Usefulness | None:
    """Return what a row costs; None if it shows no candidate or the panel has no metric of
    utility."""
    contest = view.contest
    members = contest.serving("utility")
    if not members or contender.shown_index is None:
        return None
    all_benchmarks = tuple(view.panel.benchmarks)
    of_row = Usefulness(
        method=contender.method,
        metrics=tuple(view.panel.metric_ids[metric_index] for metric_index in members),
        retrained=_retrained(view),
        benchmarks=all_benchmarks,
    )
    against_original = contest.floor_check(Floor("utility", ASKED, "original"))
    kept_of_row = against_original.kept[:, contender.shown_index]
    is_compared = against_original.holds & ~np.isnan(kept_of_row)
    if not is_compared.any():
        values = contest.floor_check(Floor("utility", ASKED)).kept[:, contender.shown_index]
        return None if np.isnan(values).all() else replace(of_row, after=finite(np.nanmean(values)))
    divisors = against_original.divisors[is_compared]
    kept_there = kept_of_row[is_compared]
    benchmarks = tuple(all_benchmarks[index] for index in np.flatnonzero(is_compared))
    before = float(divisors.mean())
    after = float((kept_there * divisors).mean())
    lowest_index = int(kept_there.argmin())
    return replace(
        of_row,
        before=before,
        after=after,
        kept=after / before,
        lowest=float(kept_there[lowest_index]),
        lowest_on=benchmarks[lowest_index],
        benchmarks=benchmarks,
        is_partial=len(benchmarks) < len(all_benchmarks),
    )


def _retrained(view: Resolved) -> float | None:
    """The usefulness of the retrained model over all benchmarks shown."""
    divisors = view.contest.floor_check(Floor("utility", ASKED, "reference")).divisors
    return finite(divisors.mean())


def cost_lines(costs: Sequence[Usefulness], labels: Labels) -> list[str]:
    """Return what methods cost, those on the same benchmarks in one sentence, and what usefulness
    is the mean of."""
    if not costs:
        return [UNKNOWN]
    costs_of_benchmarks: dict[tuple[bool, tuple[str, ...]], list[Usefulness]] = {}
    for cost in costs:
        key = (cost.before is None, cost.benchmarks)
        costs_of_benchmarks.setdefault(key, []).append(cost)
    lines = [cost_sentence(alike, labels) for alike in costs_of_benchmarks.values()]
    metrics_text = labels.listed_metrics(costs[0].metrics)
    return [*lines, f"Usefulness is the mean mapped value (0 to 1) of {metrics_text}."]


def cost_sentence(costs: Sequence[Usefulness], labels: Labels) -> str:
    """Return the usefulness of methods on the same benchmarks beside that of the untouched model,
    and the share that each keeps."""
    first_cost = costs[0]
    where_text = ""
    if first_cost.is_partial:
        where_text = f" on {labels.listed_benchmarks(first_cost.benchmarks)}"
    if first_cost.before is None:
        values = [f"{labels.method(cost.method)} {number(cost.after)}" for cost in costs]
        if first_cost.retrained is not None:
            values.insert(0, f"retrained model {number(first_cost.retrained)}")
        return f"Usefulness: {joined(values)}; the untouched model was not measured here."
    before_text = f"Usefulness{where_text}: untouched model {number(first_cost.before)}"
    if len(costs) == 1:
        method = labels.method(first_cost.method)
        after_text = f"{method} {number(first_cost.after)}"
        return f"{before_text} → {after_text}; it keeps {_kept(first_cost, labels)}."
    kept_texts = []
    for cost in costs:
        method = labels.method(cost.method)
        kept_texts.append(f"{method} {number(cost.after)} (keeps {_kept(cost, labels)})")
    return f"{before_text} → {joined(kept_texts)}."


def _kept(cost: Usefulness, labels: Labels) -> str:
    """The share kept, and that on the benchmark where it is lowest, if it differs."""
    kept_text = percent(cost.kept)
    if len(cost.benchmarks) > 1 and percent(cost.lowest) != kept_text:
        return f"{kept_text}, on {labels.benchmark(cost.lowest_on)} {percent(cost.lowest)}"
    return kept_text
