"""The ranked rows of a selection, tested pair by pair in both scopes, and which scope is the
board's."""

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved, sample_groups
from components.stats.separation.inference import ComparedRows, Inference, PairTest, inference
from components.stats.separation.plans import planned_pair
from components.stats.separation.scores import benchmark_scores
from data.registry import PanelInfo

SPREADS_DIFFER = "spreads differ: less sure than 95 %"
"""What marks the verdict ahead by few seeds of a steady and an unsteady method."""


@dataclass(frozen=True, eq=False)
class PairTests:
    """Both scopes for the ranked rows, best first.

    info           of the panel, which says what its seeds repeat
    is_registered  whether weights and floors were chosen before the numbers were seen
    """

    rows: ComparedRows
    seeds: Inference
    benchmarks: Inference
    info: PanelInfo
    is_registered: bool = False

    @property
    def board(self) -> Inference | None:
        """The scope of the board: seeds if some pair has enough, else benchmarks; None if neither
        has."""
        for tested_scope in (self.seeds, self.benchmarks):
            if tested_scope.has_tests:
                return tested_scope
        return None

    def pair_index(self, method_a: str, method_b: str) -> int:
        """Return the index of a pair of rows among all pairs, in either order."""
        n_rows = len(self.rows.names)
        first_row, second_row = sorted(
            [self.rows.names.index(method_a), self.rows.names.index(method_b)]
        )
        return first_row * (2 * n_rows - first_row - 1) // 2 + second_row - first_row - 1

    def tested(self, method_a: str, method_b: str) -> tuple[PairTest, ...]:
        """Return the tests of two rows over seeds and over benchmarks; () if rows are not
        tested."""
        pair_place = self.pair_index(method_a, method_b)
        return tuple(
            planned_pair(tested_scope.tests, pair_place)
            for tested_scope in (self.seeds, self.benchmarks)
            if tested_scope.tests
        )


def all_pair_tests(view: Resolved) -> PairTests:
    """Test the ranked rows of a selection in both scopes."""
    rows = compared_rows(view)
    return PairTests(
        rows,
        inference(rows, "seeds"),
        inference(rows, "benchmarks"),
        view.info,
        view.tables.suite.registered,
    )


def compared_rows(view: Resolved) -> ComparedRows:
    """Return the ranked rows of a selection, best first, with the score of every run."""
    contest = view.contest
    panel = contest.panel
    row_order = np.argsort(-contest.row_scores, kind="stable")
    scores = benchmark_scores(
        panel, contest.weights, view.selection.transform, contest.aggregate
    ).taken(contest.shown[row_order])
    group_of_benchmark = sample_groups(view.tables)
    return ComparedRows(
        names=contest.by_score,
        board=contest.row_scores[row_order],
        runs=scores.runs,
        cells=scores.cells,
        benchmarks=panel.benchmarks,
        groups=tuple(group_of_benchmark[benchmark] for benchmark in panel.benchmarks),
        n_pairs=contest.n_rivals * (contest.n_rivals - 1) // 2,
        chosen=contest.has_choice,
    )
