"""Which method wins under these weights? The rows by rank, and everything that they are made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from components.format import finite
from components.resolved import Resolved
from components.results import below_floors, references
from components.results.below_floors import Below, weaknesses
from components.results.nearest_change import NearestChange, nearest_change
from components.results.pair_tests import PairTests, all_pair_tests
from components.results.references import References
from components.results.rows import Row, rows_of
from components.results.summary import Summary, summary
from components.results.support import Supported, support_of_rows
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel, in_units
from components.stats.ranking.best_of_grids import grid_dominance, grid_optimality
from components.stats.ranking.dominance import PotentialOptimality
from components.stats.ranking.grids import Grids, grid_values
from components.stats.ranking.ranks import column_ranks
from components.stats.ranking.utility import (
    Side,
    aligned_means,
    method_means,
    method_sd,
    target_sides,
)
from data.registry import Metric

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Ranking:
    """The rows by rank. M methods (or checkpoints) of the panel, K metrics, n ranked rows.

    utilities, contributions  (M, K)
    singles    (rows, K) rank of each row, by its place in the registry, under each metric alone
    inferred   which ranked rows are ahead of which, and their rank intervals
    beaten     (n, n) whether a ranked row dominates another; None without ranked rows, as `optimal`
    optimal    the largest lead that any weights give each ranked row
    dethrone   the smallest change of the weights, in L1, that takes the lead away
    metrics    those measured on something shown, and those with weight
    grids      whether rows are methods with several checkpoints, each shown by its best one
    supports   of each method or checkpoint, what supports its least supported weighted value; none
               in a reader's suite
    below      which methods (or checkpoints) keep the floors in use
    references models that are drawn and never ranked
    weak       (M,) in which groups of metrics each is last or near zero, in words
    """

    rows: tuple[Row, ...]
    panel: Panel
    summary: Summary
    utilities: Floats
    contributions: Floats
    singles: Floats
    inferred: PairTests
    beaten: Bools | None
    optimal: PotentialOptimality | None
    dethrone: NearestChange
    metrics: tuple[Metric, ...]
    grids: bool
    supports: Mapping[str, Supported]
    below: Below
    references: References
    weak: tuple[str, ...]

    @property
    def ranked(self) -> tuple[Row, ...]:
        """The rows that have a rank."""
        return tuple(r for r in self.rows if r.rank is not None)

    @property
    def leaders(self) -> tuple[Row, ...]:
        """The rows that share rank 1."""
        return tuple(r for r in self.rows if r.rank == 1)

    @cached_property
    def means(self) -> Floats:
        """(M, K) means over seeds and benchmarks, in the units of the metrics."""
        return in_units(method_means(self.panel), self.panel.metrics)

    @cached_property
    def sd(self) -> tuple[Floats, Floats]:
        """(M, K) standard deviations over seeds, and how many seeds each rests on."""
        return method_sd(self.panel)

    @cached_property
    def sides(self) -> tuple[tuple[Side, ...], ...]:
        """(M, K) on which side of its target a metric lies."""
        return target_sides(self.panel)

    @cached_property
    def gaps(self) -> tuple[Bools, Bools]:
        """(B, M, K) where a method has no value, and where it has values of some seeds only."""
        return self.panel.gaps

    def row(self, method: str) -> Row | None:
        """The row that shows a method or checkpoint; None when none does."""
        return next((r for r in self.rows if r.shows == method), None)

    def bounds(self, row: Row) -> tuple[int | None, int | None]:
        """The interval of a row's rank; None where there is none."""
        board = self.inferred.board
        if board is None or board.rank_sets is None or row.rank is None:
            return None, None
        return board.rank_sets[row.method]

    def kept(self, row: Row) -> float | None:
        """What a row keeps of the floor that it is closest to missing; None without a floor."""
        return (
            None if row.at is None or not self.below.kept.size else finite(self.below.kept[row.at])
        )

    def runs(self, row: Row) -> int:
        """How many runs are behind a row."""
        return int(self.panel.runs[:, list(row.members)].sum())

    def support(self, row: Row) -> Supported | None:
        """What supports the checkpoint that a row shows, or the least supported one behind it."""
        methods = self.panel.methods
        behind = row.members if row.at is None else (row.at,)
        found = [self.supports[methods[m]] for m in behind if methods[m] in self.supports]
        return max(found, key=lambda s: s.place, default=None)

    def contribution(self, row: Row) -> dict[str, float]:
        """Weight × utility by metric of a ranked row that is a single checkpoint; else nothing."""
        if row.at is None or row.rank is None:
            return {}
        return dict(zip(self.panel.metric_ids, self.contributions[row.at].tolist(), strict=True))

    def fragile(self, row: Row) -> bool:
        """Whether a row leads alone and little weight would topple it."""
        return self.dethrone.fragile and self.leaders == (row,)

    def dominated_by(self, row: Row) -> tuple[str, ...] | None:
        """The rows that dominate a row, by rank; None where it is not known."""
        if row.place is None:
            return ()
        if self.beaten is None:
            return None
        names, places = self._by_rank
        return tuple(names[i] for i in np.flatnonzero(self.beaten[places, row.place]))

    @cached_property
    def _by_rank(self) -> tuple[tuple[str, ...], list[int]]:
        """The ranked rows and their places in arrays of what is ranked; ties by id."""
        ranked = sorted((r.rank or 0, r.method, r.place) for r in self.rows if r.place is not None)
        return tuple(method for _, method, _ in ranked), [place for *_, place in ranked]

    def epsilon(self, row: Row) -> float | None:
        """The largest lead that any weights give a row; None where it is not known, infinite for a
        single one."""
        return (
            None
            if row.place is None or self.optimal is None
            else float(self.optimal.epsilon[row.place])
        )

    def missing(self, row: Row) -> Mapping[str, tuple[str, ...]]:
        """The benchmarks without any value, by metric: of the checkpoint shown, else of all behind
        an unranked row."""
        if row.at is not None:
            return self._gaps(0, (row.at,))
        return self._gaps(0, row.members) if row.rank is None else {}

    def partial(self, row: Row) -> Mapping[str, tuple[str, ...]]:
        """The benchmarks with values of some seeds only, by metric."""
        return {} if row.at is None else self._gaps(1, (row.at,))

    def _gaps(self, kind: int, members: tuple[int, ...]) -> dict[str, tuple[str, ...]]:
        there = np.asarray(self.gaps[kind][:, list(members)].any(axis=1))
        where = {m: np.flatnonzero(there[:, k]) for k, m in enumerate(self.panel.metric_ids)}
        return {
            m: tuple(self.panel.benchmarks[b] for b in own) for m, own in where.items() if own.size
        }

    @cached_property
    def in_order(self) -> tuple[Row, ...]:
        """The rows in registry order."""
        return tuple(sorted(self.rows, key=lambda r: r.own))


def compute(view: Resolved) -> Ranking:
    """Return the ranking of a selection. Raises LeaderboardError if the weights do not fit the
    selection."""
    return Ranking(
        rows=rows_of(view),
        panel=view.panel,
        summary=summary(view),
        utilities=view.utilities,
        contributions=view.contributions,
        singles=_singles(view),
        inferred=view.of(all_pair_tests),
        beaten=_of_ranked(view, grid_dominance),
        optimal=_of_ranked(view, grid_optimality),
        dethrone=nearest_change(view),
        metrics=view.listed_metrics,
        grids=view.grids is not None,
        supports=support_of_rows(view),
        below=view.of(below_floors.compute),
        references=view.of(references.compute),
        weak=weaknesses(view),
    )


def _of_ranked(view: Resolved, compute: Callable[[Floats, Grids | None], T]) -> T | None:
    """What follows from the utilities of the ranked rows, the same whatever weights give them."""
    grids = view.grids
    if not view.ranked.size:
        return None
    rows, metrics = view.ranked.tobytes(), view.in_play.tobytes()
    key = (compute, grids is not None, view.selection.transform, view.aggregate, rows, metrics)
    return memoised(
        view.panel, key, lambda: compute(view.utilities[view.ranked][:, view.in_play], grids)
    )


def _singles(view: Resolved) -> Floats:
    """(rows, K) rank under each single metric, the same whatever the weights are."""

    def ranks() -> Floats:
        if view.grids is None:
            return metric_ranks(view)
        return metric_ranks(view, grid_values(aligned_means(view.panel), view.families.values()))

    return memoised(
        view.panel, ("single ranks", view.grids is not None, view.selection.protocol), ranks
    )


def metric_ranks(view: Resolved, aligned: Floats | None = None) -> Floats:
    """(rows, K) rank under each single metric: ties share the best rank, or follow row order as
    published.

    `aligned` (rows, K) are values of which higher is better, by default the means of the methods.
    """
    means = aligned_means(view.panel) if aligned is None else aligned
    if view.selection.protocol != "published":
        return column_ranks(means)
    return column_ranks(means, view.panel.row_places if aligned is None else np.arange(len(means)))
