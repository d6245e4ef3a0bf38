"""What would make each method lead, on a suite small enough to work by hand, and on the released one."""

import numpy as np
import pytest

from components.answers.leaderboard.ranking import compute as ranking
from components.answers.stability.to_lead import DOMINATED, LEADS, TO_LEAD, compute, what_it_takes
from components.selection import to_text
from tests.answered import view_of
from tests.made import made_tables

U = np.array([[0.0, 1.0], [1.0, 0.0], [0.4, 0.4], [0.6, 0.6]])
"""Values of two metrics of which lower is better: utilities (1, 0), (0, 1), (0.6, 0.6), (0.4, 0.4)."""
VIEW = {"weights": "X1:0.7,X2:0.3"}


def test_each_method_has_its_least_change_or_why_there_is_none():
    view = view_of(made_tables(U[None, None]), **VIEW)
    rows = {r.method: r for r in view.of(compute).rows}
    assert [*rows] == ["m3", "m2", "m4", "m1"]
    assert rows["m3"].share == pytest.approx(0.1)
    assert to_text(rows["m3"].weights) == "X1:0.5999,X2:0.4001"
    assert rows["m2"].share == pytest.approx(0.3)
    assert what_it_takes(rows["m2"], view.row_labels) == "0.300 of weight moves from X1 to X2"
    assert (rows["m4"].reason, rows["m4"].by, rows["m4"].weights) == (DOMINATED, ("m3",), ())
    assert rows["m1"].reason == LEADS
    assert TO_LEAD.said(view).lines[0] == "m3 needs the least: it leads once 0.100 of weight moves from X1 to X2."


def test_weights_of_a_link_make_the_method_lead():
    view = view_of()
    for row in view.of(compute).rows:
        if row.weights:
            leaders = view_of(weights=to_text(row.weights)).of(ranking).leaders
            assert [r.method for r in leaders] == [row.method]
    least = view.of(compute).nearest
    assert (least.method, least.applied) == ("random_labels", view.of(ranking).dethrone.applied)
