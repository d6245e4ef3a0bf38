"""The trade-off against plain loops: fronts by definition, shares of weight by trying slopes, references beside."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.tradeoff import shares
from components.answers.tradeoff.lead import (
    axes_sentence,
    beaten_sentence,
    explanation,
    lead,
    lead_sentence,
    say,
    share_sentence,
    undrawn_sentence,
    unsupported_sentence,
    whole_percent,
)
from components.answers.tradeoff.plane import Tradeoff, compute
from components.answers.tradeoff.shares import compute_front
from components.stats.ranking.front import best_shares, front
from components.words import labels_of
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_metric, made_tables

NAMES = labels_of(made_tables(np.zeros((1, 1, 5, 1))), "p")


def suite(points: list[tuple[float, float]], third: float | None = None, references: int = 0) -> Tables:
    """Candidates at (forgetting, utility), the last ones references; a third metric weighs where it is given."""
    values = np.array(points)
    if third is not None:
        values = np.column_stack([values, np.full(len(values), third)])
    groups = ("forgetting", "utility", "")
    metrics = [replace(made_metric(f"X{k + 1}", "higher"), group=groups[k]) for k in range(values.shape[1])]
    tables = made_tables(values[None, None], metrics=metrics)
    kept = len(tables.methods) - references
    roles = [m if i < kept else replace(m, role="reference") for i, m in enumerate(tables.methods)]
    return replace(tables, methods=tuple(roles))


def result_of(tables: Tables, **query: str) -> Tradeoff:
    return view_of(tables, **query).of(compute)


@pytest.mark.parametrize("seed", range(4))
def test_shares_are_those_that_a_search_over_slopes_finds(seed: int) -> None:
    x, y = np.round(np.random.default_rng(seed).random((2, 30)), 1 if seed % 2 else 4)
    found = front(x, y)
    shares = best_shares(x, y, found)
    assert set(shares) == {m for m, s in zip(found.members, found.supported, strict=True) if s}
    for s in np.linspace(0, 1, 1_001):
        scores = np.round(s * x + (1 - s) * y, 12)
        best = {i for i in np.flatnonzero(scores == scores.max()) if i in found.members}
        inside = {i for i, (low, high) in shares.items() if low - 1e-9 <= s <= high + 1e-9}
        assert best <= inside
        assert all(scores[i] >= scores.max() - 1e-6 for i in inside)
    ordered = sorted(shares.values())
    assert (ordered[0][0], ordered[-1][1]) == (0.0, 1.0)


def test_equal_points_share_an_interval_and_shares_have_words() -> None:
    x, y = [0.0, 0.5, 1.0, 1.0], [1.0, 0.5, 0.0, 0.0]
    assert best_shares(x, y, front(x, y)) == {0: (0.0, 0.5), 1: (0.5, 0.5), 2: (0.5, 1.0), 3: (0.5, 1.0)}
    assert best_shares([], [], front([], [])) == {}
    found = [whole_percent(s) for s in (0, 0.001, 0.5, 0.999, 1)]
    assert found == ["0 %", "under 1 %", "50 %", "over 99 %", "100 %"]


def test_points_shares_and_leader_at_the_current_weights() -> None:
    tables = suite([(0.1, 0.9), (0.6, 0.6), (0.9, 0.1), (0.5, 0.5), (0.3, 0.62)])
    result = result_of(tables, weights="X1:3,X2:1")
    assert [p.on_front for p in result.points] == [True, True, True, False, True]
    assert [p.between is not None for p in result.points] == [True, True, True, False, False]
    assert (result.share, result.exact, result.best) == (0.75, True, ("m3",))
    assert [(b.method, *(round(s, 6) for s in b.between)) for b in result.best_for] == [
        ("m1", 0.0, 0.375),
        ("m2", 0.375, 0.625),
        ("m3", 0.625, 1.0),
    ]
    for p in result.points:
        assert p.score == pytest.approx(0.75 * p.x + 0.25 * p.y)
    told = lead(result, NAMES)
    assert told[0].startswith("m3 leads")
    assert "4 of 5" in told[0]
    assert told[1] == "m3 leads with 62 % or more on forgetting."
    assert "m5" in unsupported_sentence(result, NAMES)


def test_candidates_below_a_floor_are_drawn_and_take_part_in_nothing_else() -> None:
    tables = suite([(0.1, 0.9), (0.6, 0.6), (0.9, 0.1), (0.5, 0.5), (0.85, 0.3)], references=1)
    result = result_of(tables, weights="X1:3,X2:1", floors="X2:0.5")
    assert [p.below for p in result.points] == [False, False, True, False]
    assert [p.on_front for p in result.points] == [True, True, False, False]
    assert (result.best, result.edges) == (("m2",), (None, 0.5)), "m3 would be first"
    assert result.references[0].beaten_by == ()
    told = say(result, NAMES)
    assert "2 of 3 methods are on the Pareto front" in told.lines[0]
    assert any(note.startswith("m3 is below the floor") for note in told.notes)
    assert [m.method for m in view_of(tables, weights="X1:3,X2:1", floors="X2:0.5").of(compute_front)] == ["m1", "m2"]
    kept = result_of(tables, weights="X1:3,X2:1", floors="X2:0.9:reference")
    assert kept.edges == (None, pytest.approx(0.27)), "0.9 of 0.3"
    only = result_of(tables, floors="X2:0.8")
    assert lead_sentence(only, NAMES).startswith("m1 is the only method above the floor")
    assert lead_sentence(result_of(tables, floors="X2:0.95"), NAMES).startswith("No method is above the floor")


def test_one_method_or_a_shared_lead() -> None:
    alone = result_of(suite([(0.2, 0.7)]))
    assert [b.between for b in alone.best_for] == [(0.0, 1.0)]
    assert len(lead(alone, NAMES)) == 1
    assert (shares.say(alone, NAMES).lines, shares.several(alone)) == ((), False), "nothing to be best of"
    assert "only method" in lead(alone, NAMES)[0]
    assert explanation(alone) == ""
    result = result_of(suite([(0.5, 0.5), (0.5, 0.5), (0.1, 0.1)]))
    assert result.best == ("m1", "m2")
    assert "share the lead" in lead_sentence(result, NAMES)
    assert [b.method for b in result.best_for] == ["m1", "m2"]


def test_a_missing_value_has_no_place_and_is_said() -> None:
    result = result_of(suite([(0.1, 0.9), (np.nan, 0.95), (0.9, 0.1)]))
    assert [p.drawn for p in result.points] == [True, False, True]
    assert not result.points[1].on_front
    assert undrawn_sentence(result, NAMES).startswith("m2 has no value")
    nothing = result_of(suite([(np.nan, 0.9), (np.nan, 0.1)]), weights="X1:1,X2:1")
    assert explanation(nothing)
    assert result_of(suite([(np.nan, 0.9)]), weights="X2:1", axes="X1,X2").best_for == ()


def test_references_are_beside_the_front_and_those_who_beat_them_are_named() -> None:
    points = [(0.8, 0.8), (0.9, 0.7), (0.2, 0.95), (0.7, 0.7)]
    result = result_of(suite(points, references=1))
    assert [p.method for p in result.points] == ["m1", "m2", "m3"]
    (beaten,) = result.references
    assert beaten.beaten_by == ("m1",)  # m2 is only level with it on one axis
    assert (beaten.role, beaten.x, beaten.y) == ("reference", 0.7, 0.7)
    said = beaten_sentence(result, NAMES)
    assert said.startswith("m1 beats m4")
    assert "Nobody should beat the retrained model" in said
    without = result_of(suite(points[:3]))
    assert (without.points, without.best_for) == (result.points, result.best_for)
    assert beaten_sentence(without, NAMES) == ""


def test_axes_that_leave_weight_out_have_no_line_of_equal_score() -> None:
    tables = suite([(0.1, 0.9), (0.9, 0.1)], third=0.5)
    result = result_of(tables, weights="X1:1,X2:1,X3:2")
    assert not result.exact
    assert "50 % of the weight" in share_sentence(result, NAMES)
    assert result_of(tables, weights="X1:1,X2:1").exact
    assert not result_of(tables, weights="X1:1,X2:1", axes="forgetting,X1").exact
    assert result_of(tables, weights="X3:1", axes="X1,X2").share is None


def test_a_metric_stands_in_for_a_group_without_weight_unless_the_group_was_chosen() -> None:
    tables = suite([(0.1, 0.9), (0.9, 0.1)], third=0.5)
    result = result_of(tables, weights="X1:1")
    assert [a.axis for a in result.axes] == ["forgetting", "X2"]
    assert result.share == 1
    assert axes_sentence(result) == "No metric of utility has any weight now, so its axis shows X2."
    asked = result_of(tables, weights="X1:1", axes="utility,forgetting")
    assert (asked.best_for, asked.drawn) == ((), ())
    assert "No metric of utility has any weight" in explanation(asked)


def test_a_suite_with_one_group_only_shows_another_metric_beside_it() -> None:
    tables = suite([(0.1, 0.9), (0.9, 0.1)])
    forgetting = tuple(replace(m, group="forgetting" if m.id == "X1" else "") for m in tables.metrics)
    result = result_of(replace(tables, metrics=forgetting))
    assert [a.axis for a in result.axes] == ["forgetting", "X2"]
    assert axes_sentence(result) == "This suite has no metric of utility, so X2 is shown instead."


def test_without_groups_the_first_two_metrics_stand_in_and_it_is_said() -> None:
    tables = made_tables(np.array([[[[0.2, 0.8, 0.1], [0.7, 0.3, 0.2]]]]))
    result = result_of(tables)
    assert [a.axis for a in result.axes] == ["X1", "X2"]
    assert len(result.stand_ins) == 2
    assert "X1 and X2" in axes_sentence(result)
    chosen = result_of(tables, axes="X3,X1")
    assert ([a.axis for a in chosen.axes], chosen.stand_ins, axes_sentence(chosen)) == (["X3", "X1"], {}, "")
    assert explanation(result_of(tables, axes="forgetting,X1")).startswith("This suite has no metric of")
