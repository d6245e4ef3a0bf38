"""What the stability page says of two methods head to head."""

from __future__ import annotations

from collections.abc import Sequence

from components.labels import Labels
from components.sentences import givers_and_takers
from components.stats.ranking.rank_intervals import ONE_RUN, SEEDS_ONLY, UNPAIRED
from components.stats.stability.head_to_head import AHEAD, DOMINATED, SURE, TIED
from components.text import counted, number, percent, thousands
from components.views.stability.result.duel import DuelResult
from components.views.stability.result.ranked import Absent
from components.views.stability.words.phrases import short

UNDRAWN = {
    SEEDS_ONLY: "seeds on one benchmark cannot tell how they compare on others",
    ONE_RUN: "one run each cannot tell how they compare on other data",
    UNPAIRED: "no benchmark and seed has both of them",
}
"""Why the data of two methods cannot be drawn again."""
DUEL_READING = "What each metric adds to the lead: its weight times the difference of the two utilities."


def duel_sentences(result: DuelResult | Absent) -> list[str]:
    """The verdict on two methods, its shares, and the smallest change that swaps them."""
    if isinstance(result, Absent):
        return [f"There is no pair to compare: {result.reason}."]
    labels = short(result.labels)
    a, b = labels.method(result.ahead), labels.method(result.behind)
    return [_verdict(result, a, b), _shares(result, a), _swap(result, labels, a, b)]


def unranked_sentences(labels: Labels, methods: Sequence[str]) -> list[str]:
    """Why two methods are not compared by their scores."""
    return [f"{short(labels).listed_methods(methods)} cannot be ranked here, so there are no two scores to compare."]


def _verdict(result: DuelResult, a: str, b: str) -> str:
    gap = number(result.gap, 3 if result.gap >= 0.0005 else 6)
    data, needed = UNDRAWN.get(result.resampled_reason, "no resample has values of both"), ""
    if result.resampled is not None:
        data = (
            f"it stays ahead in {percent(result.resampled)} of {thousands(result.resampled_draws)} draws of "
            f"{counted(result.benchmarks, 'benchmark')} and their seeds"
        )
        needed = f" ({percent(SURE)} would be needed)"
    if result.verdict == TIED:
        return f"Tied: {a} and {b} have the same UQS at these weights."
    if result.verdict == DOMINATED:
        return f"Dominated: {a} is at least as good as {b} on every metric and better on one; {data}."
    if result.verdict == AHEAD:
        return f"Ahead: {a} leads {b} by {gap}; {data}."
    return f"Too little data to tell {a} from {b}: {a} is {gap} ahead, but {data}{needed}."


def _shares(result: DuelResult, a: str) -> str:
    anywhere = f"{percent(result.anywhere)} of {thousands(result.draws)} random weightings"
    if result.nearby is None:
        return f"{a} is ahead in {anywhere}. Near your weights: {result.nearby_reason}."
    return (
        f"{a} is ahead in {percent(result.nearby)} of perturbations (expected change {number(result.radius, 2)}) and "
        f"in {anywhere}."
    )


def _swap(result: DuelResult, labels: Labels, a: str, b: str) -> str:
    least = result.flips["l1"]
    if least.distance is None:
        return f"No weights make {b} catch {a}: {a} is better on every metric."
    if least.distance == 0:
        return ""
    gives, takes = givers_and_takers(labels, least.moved)
    return (
        f"Moving {number(least.shifted)} of weight from {gives} to {takes} lets {b} catch {a}; beyond that {b} passes. "
        f"Smallest change: L1 {number(least.distance)}, L2 {number(result.flips['l2'].distance)}, "
        f"L∞ {number(result.flips['linf'].distance)}."
    )
