"""The ranked rows of a selection, tested pair by pair in both scopes, and which scope is the
board's."""

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved, sample_groups
from components.stats.separation.inference import ComparedRows, Inference, PairTest, inference
from components.stats.separation.plans import planned_pair
from components.stats.separation.scores import benchmark_scores


@dataclass(frozen=True, eq=False)
class PairTests:
    """Both scopes for the ranked rows, best first."""

    rows: ComparedRows
    seeds: Inference
    benchmarks: Inference

    @property
    def board(self) -> Inference | None:
        """The scope of the board: seeds if some pair has enough, else benchmarks; None if neither
        has."""
        return next((scope for scope in (self.seeds, self.benchmarks) if scope.has_tests), None)

    def pair_index(self, a: str, b: str) -> int:
        """Return the index of a pair of rows among all pairs, in either order."""
        n_rows = len(self.rows.names)
        first, second = sorted([self.rows.names.index(a), self.rows.names.index(b)])
        return first * (2 * n_rows - first - 1) // 2 + second - first - 1

    def tested(self, a: str, b: str) -> tuple[PairTest, ...]:
        """Return the tests of two rows over seeds and over benchmarks; () if rows are not
        tested."""
        index = self.pair_index(a, b)
        return tuple(
            planned_pair(scope.tests, index)
            for scope in (self.seeds, self.benchmarks)
            if scope.tests
        )


def all_pair_tests(view: Resolved) -> PairTests:
    """Test the ranked rows of a selection in both scopes."""
    rows = compared_rows(view)
    return PairTests(rows, inference(rows, "seeds"), inference(rows, "benchmarks"))


def compared_rows(view: Resolved) -> ComparedRows:
    """Return the ranked rows of a selection, best first, with the score of every run."""
    contest = view.contest
    panel = contest.panel
    order = np.argsort(-contest.row_scores, kind="stable")
    scores = benchmark_scores(
        panel, contest.weights, view.selection.transform, contest.aggregate
    ).taken(contest.shown[order])
    group_of_benchmark = sample_groups(view.tables)
    return ComparedRows(
        names=contest.by_score,
        board=contest.row_scores[order],
        runs=scores.runs,
        cells=scores.cells,
        benchmarks=panel.benchmarks,
        groups=tuple(group_of_benchmark[benchmark] for benchmark in panel.benchmarks),
        n_pairs=contest.n_rivals * (contest.n_rivals - 1) // 2,
        chosen=contest.has_choice,
    )
