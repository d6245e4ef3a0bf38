"""The ranked rows of a selection, tested pair by pair in both scopes, and which scope is the
board's."""

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved, sample_groups
from components.selection import panel_tables
from components.stats.separation.inference import Inference, PairTest, Rows, inference
from components.stats.separation.plans import planned_pair
from components.stats.separation.scores import benchmark_scores


@dataclass(frozen=True, eq=False)
class PairTests:
    """Both scopes for the ranked rows, best first."""

    rows: Rows
    seeds: Inference
    benchmarks: Inference

    @property
    def scopes(self) -> tuple[Inference, Inference]:
        """Both, in the order in which they are shown."""
        return self.seeds, self.benchmarks

    @property
    def board(self) -> Inference | None:
        """The scope of the board: seeds if some pair has enough, else benchmarks; None if neither
        has."""
        return next((scope for scope in self.scopes if scope.has_tests), None)

    def number(self, a: str, b: str) -> int:
        """Return the number of a pair of rows among all pairs, in either order."""
        n, (i, j) = (
            len(self.rows.names),
            sorted((self.rows.names.index(a), self.rows.names.index(b))),
        )
        return i * (2 * n - i - 1) // 2 + j - i - 1

    def tested(self, a: str, b: str) -> tuple[PairTest, ...]:
        """Return the tests of two rows over seeds and over benchmarks; () if rows are not
        tested."""
        at = self.number(a, b)
        return tuple(planned_pair(s.tests, at) for s in self.scopes if s.tests is not None)


def all_pair_tests(view: Resolved) -> PairTests:
    """Test the ranked rows of a selection in both scopes."""
    rows = compared_rows(view)
    return PairTests(rows, inference(rows, "seeds"), inference(rows, "benchmarks"))


def compared_rows(view: Resolved) -> Rows:
    """Return the ranked rows of a selection, equal ones in registry order, with the score of every
    run."""
    panel, own, grids = view.panel, view.ranked, view.grids
    scores = benchmark_scores(panel, view.w, view.selection.transform, view.aggregate).taken(own)
    board = view.scores[own]
    names = tuple(panel.methods[i] for i in own)
    if grids is not None:
        scores, names = scores.taken(grids.best(board)), grids.names
        board = grids.scores(board)
    order = np.argsort(-board, kind="stable")
    groups = sample_groups(view.tables)
    candidates = panel_tables(view.tables, panel.id).candidates
    rivals = len(candidates if grids is None else {m.family for m in candidates})
    return Rows(
        names=tuple(names[i] for i in order),
        board=board[order],
        runs=scores.runs[:, :, order],
        cells=scores.cells[:, order],
        benchmarks=panel.benchmarks,
        groups=tuple(groups[b] for b in panel.benchmarks),
        m=rivals * (rivals - 1) // 2,
        chosen=grids is not None and any(len(own) > 1 for own in grids.members),
    )
