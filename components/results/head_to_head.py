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


@dataclass(frozen=True, eq=False)
class HeadToHead:
    """A comparison opened: a is the method with the higher score, in the panel's own ids and
    labels.

    metrics      the ids of the metrics with weight, every metric of the suite for its colour
    difference   (K,) utility of a less utility of b; `weighted` times the weight
    share        how little weight must move for b to catch a, inf if no weights do it
    moved        what each metric gains by that
    above        in how many of `ways` ways of ranking each of a and b ranks above the other
    """

    row: Comparison
    names: Labels
    a: str
    b: str
    metrics: tuple[str, ...]
    every: tuple[str, ...]
    difference: Floats
    weighted: Floats
    share: float
    moved: Mapping[str, float]
    tests: PairTests
    above: tuple[int, int]
    ways: int


def side_by_side(view: Resolved, row: Comparison) -> HeadToHead:
    """Return a comparison of two ranked methods of a panel metric by metric."""
    weighted, known = np.flatnonzero(view.w > 0), view.in_play
    claim, rival = (_utilities(view, m) for m in (row.claim_id, row.rival_id))
    first = (row.difference or 0.0) >= 0
    a, b = (claim, rival) if first else (rival, claim)
    ids = (row.claim_id, row.rival_id) if first else (row.rival_id, row.claim_id)
    least = flip(a[known], b[known], view.w[known])
    found = view.of(ways_of_ranking)
    ranked = (
        []
        if isinstance(found, Absent)
        else [dict(zip(w.rows, w.ranks, strict=True)) for w in found.ways]
    )
    both = [ranks for ranks in ranked if {*ids} <= {*ranks}]
    return HeadToHead(
        row,
        view.labels,
        *ids,
        tuple(view.panel.metric_ids[k] for k in weighted),
        view.panel.metric_ids,
        (a - b)[weighted],
        (view.w * (a - b))[weighted],
        least.distance / 2,
        dict(zip((view.panel.metric_ids[k] for k in known), least.moved.tolist(), strict=True)),
        view.of(all_pair_tests),
        (sum(r[ids[0]] < r[ids[1]] for r in both), sum(r[ids[1]] < r[ids[0]] for r in both)),
        len(both),
    )


def _utilities(view: Resolved, row: str) -> Floats:
    """(K,) the utilities of a ranked row, of the best checkpoint of a method with several."""
    own = view.families[row] if view.grids is not None else np.array([view.panel.method(row)])
    members = own[view.eligible[own]]
    return np.asarray(view.utilities[members[np.argmax(view.scores[members])]])


def ways_line(result: HeadToHead) -> str:
    """Return in how many ways of ranking each of the two is above the other; "" with a single
    way."""
    if result.ways < 2:
        return ""
    a, b = result.names.method(result.a), result.names.method(result.b)
    first, second = result.above
    if first == result.ways:
        return f"{a} ranks above {b} in all {counted(result.ways, 'way')} of ranking."
    return (
        f"{a} ranks above {b} in {first} of {counted(result.ways, 'way')} of ranking, below in"
        f" {second}."
    )
