"""Two methods of a panel head to head: what each metric adds, what would turn the order round, and
in how many ways of ranking each is above."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import counted
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.comparisons import Comparison
from components.results.pair_tests import PairTests, all_pair_tests
from components.results.ways_of_ranking import ways_of_ranking
from components.stats.panel import Floats
from components.stats.ranking.flipping import flip
from components.words import Labels


@dataclass(frozen=True, eq=False, kw_only=True)
class HeadToHead:
    """A comparison opened: a is the claimed method, b its rival, in the panel's own ids and labels.

    metrics      the ids of the K metrics with weight; `all_metrics` of the suite, which colours
                 follow
    differences  (K,) utility of a less utility of b; `weighted` times the weight
    higher       the one of the two with the higher score
    share        how little weight must move for the other to catch it, inf if no weights do it
    moved        what each metric gains by that
    n_above      in how many of `n_ways` ways of ranking each of a and b ranks above the other
    """

    row: Comparison
    labels: Labels
    a: str
    b: str
    metrics: tuple[str, ...]
    all_metrics: tuple[str, ...]
    differences: Floats
    weighted: Floats
    higher: str
    share: float
    moved: Mapping[str, float]
    tests: PairTests
    n_above: tuple[int, int]
    n_ways: int


def side_by_side(view: Resolved, comparison: Comparison) -> HeadToHead:
    """Return a comparison of two ranked methods of a panel metric by metric."""
    contest = view.contest
    a = comparison.claim_id
    b = comparison.rival_id
    shown_of_row = dict(zip(contest.row_ids, contest.shown.tolist(), strict=True))
    utilities_a = contest.utilities[shown_of_row[a]]
    utilities_b = contest.utilities[shown_of_row[b]]
    difference = utilities_a - utilities_b
    weighted = np.flatnonzero(contest.weights > 0)
    is_claim_higher = bool(contest.weights[weighted] @ difference[weighted] >= 0)
    higher_first = [utilities_a, utilities_b] if is_claim_higher else [utilities_b, utilities_a]
    in_play = contest.in_play
    least_move = flip(higher_first[0][in_play], higher_first[1][in_play], contest.weights[in_play])
    n_above, n_ways = _ways_above(view, a, b)
    return HeadToHead(
        row=comparison,
        labels=view.labels,
        a=a,
        b=b,
        metrics=tuple(view.panel.metric_ids[metric_index] for metric_index in weighted),
        all_metrics=view.panel.metric_ids,
        differences=difference[weighted],
        weighted=(contest.weights * difference)[weighted],
        higher=a if is_claim_higher else b,
        share=least_move.distance / 2,
        moved=dict(zip(contest.metric_ids, least_move.moved.tolist(), strict=True)),
        tests=view.of(all_pair_tests),
        n_above=n_above,
        n_ways=n_ways,
    )


def _ways_above(view: Resolved, method_a: str, method_b: str) -> tuple[tuple[int, int], int]:
    """Return in how many ways each of two rows is above the other, and how many rank both."""
    ways_result = view.of(ways_of_ranking)
    ranks_of_both = []
    for way in () if isinstance(ways_result, Absent) else ways_result.ways:
        if method_a in way.rows and method_b in way.rows:
            ranks_of_both.append(
                (way.ranks[way.rows.index(method_a)], way.ranks[way.rows.index(method_b)])
            )
    n_a_above = sum(rank_a < rank_b for rank_a, rank_b in ranks_of_both)
    n_b_above = sum(rank_b < rank_a for rank_a, rank_b in ranks_of_both)
    return (n_a_above, n_b_above), len(ranks_of_both)


def ways_line(head_to_head: HeadToHead) -> str:
    """Return in how many ways of ranking each of the two is above the other; "" with a single
    way."""
    if head_to_head.n_ways < 2:
        return ""
    a = head_to_head.labels.method(head_to_head.a)
    b = head_to_head.labels.method(head_to_head.b)
    n_above, n_below = head_to_head.n_above
    ways = counted(head_to_head.n_ways, "way")
    if n_above == head_to_head.n_ways:
        return f"{a} ranks above {b} in all {ways} of ranking."
    if n_below == head_to_head.n_ways:
        return f"{a} ranks below {b} in all {ways} of ranking."
    return f"{a} ranks above {b} in {n_above} of {ways} of ranking, below in {n_below}."
