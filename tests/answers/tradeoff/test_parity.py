"""Board and trade-off are one weighting seen twice: the same shares of the groups give the same leader in both."""

import numpy as np
import pytest

from components.answers.tradeoff import axes
from components.answers.tradeoff.plane import compute as tradeoff
from components.resolved import Resolved
from components.selection import to_text
from components.stats.ranking.weights import with_shares
from components.words import family_of
from data import store
from tests import answered


def view_of(suite: str, **query: str) -> Resolved:
    return answered.view_of(store.tables(suite), **query)


def first(view: Resolved) -> set[str]:
    """The rows of the board with rank 1."""
    return {row for row, rank in view.row_ranks.items() if rank == 1}


@pytest.mark.parametrize("suite", [pytest.param("tofu", marks=pytest.mark.long), "muse_seeds"])
def test_the_trade_off_names_the_leader_that_the_board_has_at_each_share(suite: str) -> None:
    start = view_of(suite)
    drawn, parts = tradeoff(start), [axes.members(start, axis) for axis in axes.AXES]
    assert drawn.exact
    for share in (0.02, 1 / 3, 0.6, 0.98):
        w = with_shares(start.w, parts, (share, 1 - share))
        assert w.sum() == pytest.approx(1)
        weights = to_text(
            tuple((m, round(float(x), 6)) for m, x in zip(start.panel.metric_ids, w, strict=True) if x > 0)
        )
        view = view_of(suite, weights=weights)
        assert set(tradeoff(view).leaders) == first(view)
        best = [p.method for p in drawn.best_for if p.between[0] - 1e-5 <= share <= p.between[1] + 1e-5]
        assert first(view) <= {family_of(start.tables, m) for m in best}


def test_shares_are_split_inside_a_part_as_before_and_leave_the_rest() -> None:
    w = np.array([0.1, 0.3, 0.4, 0.2])
    assert with_shares(w, [(0, 1), (2,)], (1, 3)) == pytest.approx([0.05, 0.15, 0.6, 0.2])
    assert with_shares(w, [(0,), (1,)], (0.5, 0.5)) == pytest.approx([0.2, 0.2, 0.4, 0.2])
