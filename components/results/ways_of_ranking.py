"""In how many ways of ranking does each method lead? Every combination of choices that a panel
offers, counted once."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from components.contest import Contest
from components.format import counted, verb
from components.resolved import Resolved, unweighted
from components.results.absent import Absent
from components.selection import Selection
from components.stats.panel import Floats
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.ranking.weights import presets
from components.words import MAX_NAMED, Labels
from data.errors import NotEnoughData
from data.registry import OFFERED_MAPS

WEIGHTINGS = (
    "published",
    "balanced",
    "forgetting_first",
    "privacy_first",
    "utility_first",
    "equal",
    "re-derived",
    "within-benchmark",
    "cross-validated",
)
"""The named weightings that count as ways, where a panel offers them."""
EQUAL_DECIMALS = 9
"""Decimals to which scores must agree for two combinations to be one way."""


@dataclass(frozen=True)
class Combination:
    """One choice of each kind; `without` is the benchmark that is left out, "" for none."""

    weights: str
    transform: str
    aggregate: str
    floors: str
    without: str


@dataclass(frozen=True, eq=False)
class Way:
    """The combinations that give the same rows the same scores.

    rows    ids of the ranked methods, best first, with their `scores` and `ranks` (n,)
    """

    combinations: tuple[Combination, ...]
    rows: tuple[str, ...]
    scores: Floats
    ranks: Floats

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """The rows at rank 1."""
        return self.rows[: int((self.ranks == 1).sum())]

    @property
    def sole_leader(self) -> str:
        """The row that leads alone, "" if several tie."""
        return self.rows[0] if len(self.leaders) == 1 else ""

    @property
    def margin(self) -> float:
        """The lead of the first row over the second, 0 if they tie."""
        return float(self.scores[0] - self.scores[1])


@dataclass(frozen=True, eq=False)
class WaysOfRanking:
    """All ways, the largest margin first; `left_out` are the combinations with fewer than two
    ranked rows."""

    ways: tuple[Way, ...]
    left_out: tuple[Combination, ...]

    @property
    def leads(self) -> dict[str, int]:
        """In how many ways each row leads alone, most first; rows that never do are absent."""
        return leads_in(self.ways)

    @property
    def ties(self) -> int:
        """In how many ways several rows share the lead."""
        return sum(len(way.leaders) > 1 for way in self.ways)

    @property
    def ranks(self) -> dict[str, tuple[int, int]]:
        """The best and the worst rank of each row over the ways that rank it."""
        ranks_of_row: dict[str, list[int]] = {}
        for way in self.ways:
            for row, rank in zip(way.rows, way.ranks.tolist(), strict=True):
                ranks_of_row.setdefault(row, []).append(int(rank))
        return {row: (min(ranks), max(ranks)) for row, ranks in ranks_of_row.items()}


def leads_in(ways: Iterable[Way]) -> dict[str, int]:
    """Return in how many of the ways each row leads alone, most first."""
    leaders = [way.sole_leader for way in ways]
    return dict(Counter(filter(None, leaders)).most_common())


@unweighted
def ways_of_ranking(view: Resolved) -> WaysOfRanking | Absent:
    """Return every way of ranking the runs shown. Combinations that the panel does not offer are
    not counted."""
    ways: dict[tuple[tuple[str, ...], bytes], Way] = {}
    left_out = []
    for combination, ranked_view in combinations(view):
        rows = ranked_view.contest.by_score
        scores = np.sort(ranked_view.contest.row_scores)[::-1]
        if len(rows) < 2:
            left_out.append(combination)
            continue
        key = (rows, np.round(scores, EQUAL_DECIMALS).tobytes())
        if key not in ways:
            ranks = competition_ranks(rounded(scores)).astype(float)
            ways[key] = Way((), rows, scores, ranks)
        same_scores = (*ways[key].combinations, combination)
        ways[key] = replace(ways[key], combinations=same_scores)
    if not ways:
        return Absent("No combination of choices ranks two methods.")
    by_margin = sorted(ways.values(), key=lambda way: -way.margin)
    return WaysOfRanking(tuple(by_margin), tuple(left_out))


def combinations(view: Resolved) -> Iterator[tuple[Combination, Resolved]]:
    """Yield every combination that the panel offers, with its view."""
    tables = view.tables
    maps: tuple[str, ...] = OFFERED_MAPS
    if all(len(metric.utilities) < 2 for metric in tables.scores):
        maps = OFFERED_MAPS[:1]
    floors = ["suite"]
    if tables.floors.get(view.selection.panel):
        floors.append("none")
    averages = ("score-of-means", "mean-of-scores")
    for left_out, base in each_left_out(view):
        weightings = _offered_weightings(view, base)
        for weights, transform, aggregate, floor in product(weightings, maps, averages, floors):
            selection = replace(
                base, weights=weights, transform=transform, aggregate=aggregate, floors=floor
            )
            combination = Combination(weights, transform, aggregate, floor, left_out)
            yield combination, Resolved(tables, selection)


def each_left_out(view: Resolved) -> Iterator[tuple[str, Selection]]:
    """Yield "" with the selection of all benchmarks, then each benchmark with that of the
    others."""
    base = replace(view.selection, protocol="tie-aware")
    yield "", base
    benchmarks = view.panel.benchmarks
    if len(benchmarks) > 1:
        for left_out in benchmarks:
            others = tuple(benchmark for benchmark in benchmarks if benchmark != left_out)
            yield left_out, replace(base, benchmarks=others)


def _offered_weightings(view: Resolved, base: Selection) -> list[str]:
    """The named weightings that give some metric weight on the benchmarks of a selection."""
    offered = []
    for preset in presets(view.tables):
        if preset.name in WEIGHTINGS:
            try:
                weights = Contest(view.tables, replace(base, weights=preset.name)).weights
            except NotEnoughData:
                continue
            if weights.any():
                offered.append(preset.name)
    return offered


def ways_sentence(result: WaysOfRanking, labels: Labels) -> str:
    """Return in how many ways each method leads; "" if there is one way only."""
    leads = result.leads
    n_ways = len(result.ways)
    named = list(leads)[:MAX_NAMED]
    if n_ways in leads.values():
        if n_ways == 1:
            return ""
        return f"{labels.method(named[0])} leads in all {n_ways} ways of ranking."
    parts = [f"{labels.method(row)} in {leads[row]}" for row in named]
    if parts:
        parts[0] = f"{labels.method(named[0])} leads in {leads[named[0]]}"
    n_others = sum(leads.values()) - sum(leads[row] for row in named)
    if n_others:
        parts.append(f"others in {n_others}")
    clauses = [", ".join(parts)] if parts else []
    if result.ties:
        clauses.append(f"{result.ties} {verb(result.ties, 'ends', 'end')} in a tie")
    return f"Of {counted(n_ways, 'way')} of ranking, {'; '.join(clauses)}."
