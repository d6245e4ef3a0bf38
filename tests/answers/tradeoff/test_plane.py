"""The trade-off against plain loops: fronts by definition, shares of weight by trying slopes; and
what it says."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from components.answers.tradeoff import shares
from components.answers.tradeoff.lead import say, splits, whole_percent
from components.answers.tradeoff.plane import Tradeoff, compute
from components.stats.ranking.front import best_shares, front
from components.words import labels_of
from data.registry import Tables
from tests.answered import view_of
from tests.beside import beside
from tests.gridded import gridded
from tests.made import made_metric, made_tables

NAMES = labels_of(made_tables(np.zeros((1, 1, 5, 1))), "p")


def suite(
    points: list[tuple[float, float]], third: float | None = None, references: int = 0
) -> Tables:
    """Candidates at (forgetting, utility), the last ones references; a third metric weighs where it
    is given."""
    values = np.array(points)
    if third is not None:
        values = np.column_stack([values, np.full(len(values), third)])
    groups = ("forgetting", "utility", "")
    metrics = [
        replace(made_metric(f"X{k + 1}", "higher"), group=groups[k]) for k in range(values.shape[1])
    ]
    tables = made_tables(values[None, None], metrics=metrics)
    kept = len(tables.methods) - references
    roles = [m if i < kept else replace(m, role="reference") for i, m in enumerate(tables.methods)]
    return replace(tables, methods=tuple(roles))


def result_of(tables: Tables, **query: str) -> Tradeoff:
    return view_of(tables, **query).of(compute)


def lines(tables: Tables, **query: str) -> list[str]:
    return [*say(result_of(tables, **query), NAMES).lines]


@pytest.mark.parametrize("seed", range(4))
def test_shares_are_those_that_a_search_over_slopes_finds(seed: int) -> None:
    x, y = np.round(np.random.default_rng(seed).random((2, 30)), 1 if seed % 2 else 4)
    frontier = front(x, y)
    shares = best_shares(x, y, frontier)
    assert set(shares) == {
        m for m, s in zip(frontier.members, frontier.supported, strict=True) if s
    }
    for s in np.linspace(0, 1, 1_001):
        scores = np.round(s * x + (1 - s) * y, 12)
        best = {i for i in np.flatnonzero(scores == scores.max()) if i in frontier.members}
        inside = {i for i, (low, high) in shares.items() if low - 1e-9 <= s <= high + 1e-9}
        assert best <= inside
        assert all(scores[i] >= scores.max() - 1e-6 for i in inside)
    ordered = sorted(shares.values())
    assert (ordered[0][0], ordered[-1][1]) == (0.0, 1.0)


def test_equal_points_share_an_interval() -> None:
    x, y = [0.0, 0.5, 1.0, 1.0], [1.0, 0.5, 0.0, 0.0]
    shares = best_shares(x, y, front(x, y))
    assert shares == {0: (0.0, 0.5), 1: (0.5, 0.5), 2: (0.5, 1.0), 3: (0.5, 1.0)}
    assert best_shares([], [], front([], [])) == {}
    percents = [whole_percent(s) for s in (0, 1e-12, 0.001, 0.5, 0.999, 1)]
    assert percents == ["0 %", "0 %", "< 1 %", "50 %", "> 99 %", "100 %"]


POINTS = {
    "three": suite([(0.1, 0.9), (0.6, 0.6), (0.9, 0.1)]),
    "four": suite([(0.1, 0.9), (0.6, 0.6), (0.9, 0.1), (0.5, 0.5)]),
    "five": suite([(0.1, 0.9), (0.6, 0.6), (0.9, 0.1), (0.5, 0.5), (0.3, 0.62)]),
    "tied": suite([(0.5, 0.5), (0.5, 0.5), (0.1, 0.1)]),
    "all tied": suite([(0.5, 0.5)] * 5),
    "nearly": suite([(0.9, 0.5), (0.1, 0.501)]),
    "one": suite([(0.2, 0.7)]),
    "two": suite([(0.1, 0.9), (0.9, 0.1)], third=0.5),
    "without": suite([(np.nan, 0.9), (np.nan, 0.1)]),
}
CASES = beside(__file__, "verdicts.json")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["points"])
def test_each_verdict_is_said_where_it_is_true(case: dict[str, Any]) -> None:
    """`null` in a case is a line that another case pins."""
    said_lines, wanted = lines(POINTS[case["points"]], **case["query"]), case["lines"]
    assert [
        got if pinned else None for got, pinned in zip(said_lines, wanted, strict=True)
    ] == wanted
    assert len(said_lines[0].split()) <= 20
    assert all(len(line.split()) <= 25 for line in said_lines)


def test_candidates_below_a_floor_are_drawn_and_take_part_in_nothing_else() -> None:
    result = result_of(POINTS["four"], weights="X1:3,X2:1", floors="X2:0.5")
    assert [p.is_below_floor for p in result.points] == [False, False, True, False]
    assert [p.on_front for p in result.points] == [True, True, False, False]
    assert all(p.drawn for p in result.points)
    assert result.best == ("m2",), "m3 would be first"


def test_a_missing_value_has_no_place_and_is_said() -> None:
    tables = suite([(0.1, 0.9), (np.nan, 0.95), (0.9, 0.1)])
    result = result_of(tables)
    assert [p.drawn for p in result.points] == [True, False, True]
    assert not result.points[1].on_front
    assert say(result, NAMES).notes == ["m2 has no value of forgetting."]
    assert result_of(suite([(np.nan, 0.9)]), weights="X2:1", axes="X1,X2").best_for == ()


def test_references_are_drawn_and_change_nothing() -> None:
    points = [(0.8, 0.8), (0.9, 0.7), (0.2, 0.95), (0.7, 0.7)]
    result, without = result_of(suite(points, references=1)), result_of(suite(points[:3]))
    (drawn,) = result.never_ranked
    assert (drawn.role, drawn.x, drawn.y) == ("reference", 0.7, 0.7)
    assert (without.points, without.best_for) == (result.points, result.best_for)


def test_a_method_leads_where_any_of_its_checkpoints_does() -> None:
    """wide_1, wide_3 and safe_2 are on the front; the two of `wide` are neighbours and said as one
    range."""
    grid_tables = gridded()
    marks = {"wide_1": (0.2, 0.9), "wide_3": (0.5, 0.8), "safe_2": (0.9, 0.2)}
    values = np.array([marks.get(m.id, (0.1, 0.1)) for m in grid_tables.methods])
    metrics = [
        replace(made_metric(f"X{k + 1}", "higher"), group=g)
        for k, g in enumerate(("forgetting", "utility"))
    ]
    tables = made_tables(
        values[None, None], metrics=metrics, methods=[m.id for m in grid_tables.methods]
    )
    tables = replace(tables, methods=grid_tables.methods, extras=grid_tables.extras)
    best, checkpoints = (
        result_of(tables, weights="X1:1,X2:1", rows=rows) for rows in ("best", "checkpoints")
    )
    assert best.leaders == ("wide",)
    assert checkpoints.leaders == ("wide_3",)
    said_of_best = {splits(best)[checkpoint] for checkpoint in ("wide_1", "wide_3")}
    assert said_of_best == {"when forgetting has up to 60 % of the weight"}
    assert splits(checkpoints)["wide_3"] == "when forgetting has 25 % to 60 % of the weight"
    assert (
        shares.shares_table(best, NAMES).cells() == shares.shares_table(checkpoints, NAMES).cells()
    )


def test_a_suite_with_one_group_or_none_shows_other_metrics_and_says_so() -> None:
    tables = suite([(0.1, 0.9), (0.9, 0.1)])
    forgetting = replace(
        tables, metrics=tuple(replace(m, group=m.group * (m.id == "X1")) for m in tables.metrics)
    )
    assert [a.axis for a in result_of(forgetting).axes] == ["forgetting", "X2"]
    assert lines(forgetting)[2] == "This suite has no metric of usefulness; the axis shows X2."
    ungrouped = made_tables(np.array([[[[0.2, 0.8, 0.1], [0.7, 0.3, 0.2]]]]))
    assert [a.axis for a in result_of(ungrouped).axes] == ["X1", "X2"]
    chosen = result_of(ungrouped, axes="X3,X1")
    assert ([a.axis for a in chosen.axes], chosen.stand_ins) == (["X3", "X1"], {})
    assert lines(ungrouped, axes="forgetting,X1")[0].startswith("This suite has no metric of")
