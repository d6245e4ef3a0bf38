"""Board and trade-off are one weighting seen twice: the same shares of the groups give the same leader in both."""

import numpy as np
import pytest

from components import axes
from components.answers.leaderboard.ranking import compute as board
from components.answers.leaderboard.weights import presets
from components.answers.tradeoff.plane import compute as tradeoff
from components.resolved import Resolved
from components.selection import to_text
from components.stats.panel import Floats
from components.stats.ranking.weights import group_shares, with_shares
from components.words import family_of
from data import store
from tests import answered

SUITES = ("tofu", "muse_seeds")


def view_of(suite: str, **query: str) -> Resolved:
    return answered.view_of(store.tables(suite), **query)


def text_of(view: Resolved, w: Floats) -> str:
    return to_text(tuple((m, round(float(x), 6)) for m, x in zip(view.panel.metric_ids, w, strict=True) if x > 0))


def leaders(view: Resolved) -> tuple[str, ...]:
    return tuple(r.method for r in board(view).leaders)


@pytest.mark.parametrize("suite", [pytest.param("tofu", marks=pytest.mark.long), *SUITES[1:]])
def test_the_sweep_of_the_trade_off_names_the_leader_that_the_board_has_at_each_share(suite: str) -> None:
    start = view_of(suite)
    drawn, parts = tradeoff(start), [axes.members(start, axis) for axis in axes.AXES]
    assert drawn.exact
    for share in (0.02, 1 / 3, 0.6, 0.98):
        w = with_shares(start.w, parts, (share, 1 - share))
        assert w.sum() == pytest.approx(1)
        view = view_of(suite, weights=text_of(start, w))
        assert tradeoff(view).leaders == leaders(view)
        best = [p.method for p in drawn.best_for if p.between[0] - 1e-5 <= share <= p.between[1] + 1e-5]
        assert set(leaders(view)) <= {family_of(start.tables, m) for m in best}


def test_presets_have_one_leader_on_both_pages_and_the_shares_that_they_say() -> None:
    suite = "tofu"
    named = [p.name for p in view_of(suite).of(presets) if p.purpose and p.weights is not None]
    assert named
    for rows in ("best", "median"):
        for view in (view_of(suite, rows=rows, weights=name) for name in named):
            found = tradeoff(view)
            assert found.leaders == leaders(view)
            assert found.shares == group_shares(view.panel.metrics, view.w)


def test_utility_counted_double_on_tofu() -> None:
    """One part forgetting, one privacy, two utility: AltPO on both pages, and the slider at half."""
    view = view_of("tofu", weights="utility_first")
    assert leaders(view) == tradeoff(view).leaders == ("altpo",)
    assert tradeoff(view).shares == pytest.approx({"forgetting": 0.25, "privacy": 0.25, "utility": 0.5})
    assert tradeoff(view).share == pytest.approx(0.5)
    told = {p.name: p.shares for p in view.of(presets)}
    assert told["utility_first"] == "¼ forgetting, ¼ privacy, ½ utility"


def test_shares_are_split_inside_a_part_as_before_and_leave_the_rest() -> None:
    w = np.array([0.1, 0.3, 0.4, 0.2])
    assert with_shares(w, [(0, 1), (2,)], (1, 3)) == pytest.approx([0.05, 0.15, 0.6, 0.2])
    assert with_shares(w, [(0,), (1,)], (0.5, 0.5)) == pytest.approx([0.2, 0.2, 0.4, 0.2])
