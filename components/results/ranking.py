"""Which method wins under these weights? The rows by rank, and everything that they are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from components.contest import Contender, Contest
from components.format import finite
from components.resolved import Resolved
from components.results import below_floors, references
from components.results.at_bound import at_bound
from components.results.below_floors import Below, weaknesses
from components.results.pair_tests import PairTests, all_pair_tests
from components.results.references import References
from components.results.summary import Summary, summary
from components.results.support import Supported, printed_note, support_of_rows
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel, in_units
from components.stats.ranking.ranks import column_ranks
from components.stats.ranking.utility import (
    Side,
    aligned_means,
    method_means,
    method_sd,
    target_sides,
)
from data.registry import Metric


@dataclass(frozen=True, eq=False)
class Ranking:
    """The ranking of a selection: M candidates (methods or checkpoints), K metrics, n ranked rows.

    metrics         those measured on something shown, and those with weight
    metric_ranks    (rows, K) rank of each row, by registry index, under each metric alone
    pair_tests      which ranked rows are ahead of which, and their rank intervals
    supports        by candidate, what supports its least supported weighted value; empty for a
                    suite that a user brought
    printed_note    that all weighted values are printed alone, "" if not
    below           which candidates keep the floors in use
    references      models that are drawn and never ranked
    weak            (M,) in which groups of metrics each is last or near zero, in words
    at_bound        metrics whose spread over seeds is cut off at their bound
    """

    contest: Contest
    metrics: tuple[Metric, ...]
    summary: Summary
    metric_ranks: Floats
    pair_tests: PairTests
    supports: Mapping[str, Supported]
    printed_note: str
    below: Below
    references: References
    weak: tuple[str, ...]
    at_bound: Mapping[str, tuple[int, int]]

    @property
    def rows(self) -> tuple[Contender, ...]:
        """All rows by rank."""
        return self.contest.contenders

    @property
    def panel(self) -> Panel:
        """The runs of the candidates."""
        return self.contest.panel

    @property
    def ranked(self) -> tuple[Contender, ...]:
        """The rows that have a rank."""
        return tuple(row for row in self.rows if row.rank is not None)

    @property
    def leaders(self) -> tuple[Contender, ...]:
        """The rows that share rank 1."""
        return tuple(row for row in self.rows if row.rank == 1)

    @cached_property
    def in_order(self) -> tuple[Contender, ...]:
        """The rows in registry order."""
        return tuple(sorted(self.rows, key=lambda row: row.registry_index))

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

    def rank_interval(self, contender: Contender) -> tuple[int | None, int | None]:
        """Return the ends of the interval of a row's rank; None, None if there is none."""
        tested_scope = self.pair_tests.board
        if tested_scope is None or tested_scope.rank_sets is None or contender.rank is None:
            return None, None
        return tested_scope.rank_sets[contender.method]

    def spreads_differ(self, contender: Contender) -> bool | None:
        """Return whether the first row is ahead of a row by spreads that differ; None without a
        test."""
        board = self.pair_tests.board
        if board is None or board.tests is None or contender.method not in board.names[1:]:
            return None
        row_index = board.names.index(contender.method)
        return bool(board.tests.spreads_differ[row_index - 1])

    def kept(self, contender: Contender) -> float | None:
        """Return what a row keeps of the floor that it is closest to missing; None without a
        floor."""
        if contender.shown_index is None or not self.below.kept.size:
            return None
        return finite(self.below.kept[contender.shown_index])

    def runs(self, contender: Contender) -> int:
        """Return how many runs are behind a row."""
        return int(self.panel.runs[:, list(contender.candidates)].sum())

    def support(self, contender: Contender) -> Supported | None:
        """Return what supports the candidate that a row shows, or the least supported one behind
        it."""
        methods = [self.panel.methods[method_index] for method_index in _numbers_from(contender)]
        supports = [self.supports[method] for method in methods if method in self.supports]
        return max(supports, key=lambda support: support.place, default=None)

    def is_fragile(self, contender: Contender) -> bool:
        """Return whether a row leads alone and little weight would topple it."""
        return self.contest.nearest_change.is_fragile and self.leaders == (contender,)

    def dominated_by(self, contender: Contender) -> tuple[str, ...]:
        """Return the rows that dominate a row, by rank, equal ones by id; () for a row without
        rank."""
        dominance = self.contest.dominance
        if contender.ranked_index is None or dominance is None:
            return ()
        row_ranks = self.contest.row_ranks
        dominating = np.flatnonzero(dominance[:, contender.ranked_index])
        dominating_ids = [self.contest.row_ids[row_index] for row_index in dominating]
        return tuple(sorted(dominating_ids, key=lambda method: (row_ranks[method], method)))

    def largest_lead(self, contender: Contender) -> float | None:
        """Return the largest lead that any weights give a row: inf for the only one, None without a
        rank."""
        largest_leads = self.contest.largest_leads
        if contender.ranked_index is None or largest_leads is None:
            return None
        return float(largest_leads.epsilon[contender.ranked_index])

    def missing(self, contender: Contender) -> dict[str, tuple[str, ...]]:
        """Return the benchmarks without any value by metric, of all candidates behind a row that
        shows none."""
        return self._benchmarks_by_metric(self.panel.gaps[0], _numbers_from(contender))

    def partial(self, contender: Contender) -> dict[str, tuple[str, ...]]:
        """Return the benchmarks with values of some seeds only, by metric."""
        if contender.shown_index is None:
            return {}
        return self._benchmarks_by_metric(self.panel.gaps[1], (contender.shown_index,))

    def _benchmarks_by_metric(
        self, is_missing: Bools, candidates: Sequence[int]
    ) -> dict[str, tuple[str, ...]]:
        """The benchmarks by metric where some of the candidates have a gap, (B, M, K)."""
        has_gap = np.asarray(is_missing[:, list(candidates)].any(axis=1))
        benchmarks_by_metric = {}
        for metric_index in np.flatnonzero(has_gap.any(axis=0)):
            benchmarks = np.flatnonzero(has_gap[:, metric_index])
            benchmarks_by_metric[self.panel.metric_ids[metric_index]] = tuple(
                self.panel.benchmarks[index] for index in benchmarks
            )
        return benchmarks_by_metric


def _numbers_from(contender: Contender) -> tuple[int, ...]:
    """The candidate that a row shows, or all behind it if it shows none."""
    return contender.candidates if contender.shown_index is None else (contender.shown_index,)


def compute(view: Resolved) -> Ranking:
    """Return the ranking of a selection. Raises LeaderboardError if the weights do not fit the
    selection."""
    return Ranking(
        contest=view.contest,
        metrics=view.listed_metrics,
        summary=summary(view),
        metric_ranks=_metric_ranks(view),
        pair_tests=view.of(all_pair_tests),
        supports=support_of_rows(view),
        printed_note=printed_note(view),
        below=view.of(below_floors.compute),
        references=view.of(references.compute),
        weak=weaknesses(view),
        at_bound=at_bound(view),
    )


def _metric_ranks(view: Resolved) -> Floats:
    """(rows, K) rank under each single metric: ties share the best rank, or follow row order as
    published."""
    contest = view.contest
    protocol = view.selection.protocol

    def ranks() -> Floats:
        best_means = contest.best_values(aligned_means(contest.panel))
        if protocol != "published":
            return column_ranks(best_means)
        if contest.ranks_best_checkpoints:
            return column_ranks(best_means, np.arange(len(best_means)))
        return column_ranks(best_means, contest.panel.row_places)

    return memoised(
        contest.panel, ("single ranks", contest.ranks_best_checkpoints, protocol), ranks
    )
