"""Floors (METHODS 17) by hand; tests/answers/leaderboard/test_floors.py has who falls out of every
suite."""

from dataclasses import replace

import numpy as np
import pytest

from components.stats.panel import Panel
from components.stats.ranking.floors import floor_check
from data.registry import Floor
from tests.answered import view_of as view
from tests.made import made_metric, made_tables


def panel_of(values: list[list[list[list[float]]]], **metric: str) -> Panel:
    """Values by benchmark, seed, method and metric; all higher is better."""
    array = np.array(values, dtype=float)
    metrics = [made_metric(f"X{k}", direction="higher") for k in range(array.shape[-1])]
    return view(made_tables(array, metrics=metrics)).panel


def test_a_share_is_kept_on_every_benchmark_by_the_mean_over_seeds() -> None:
    panel = panel_of([[[[0.3], [0.1]], [[0.5], [0.7]]], [[[0.9], [0.4]], [[0.9], [0.4]]]])
    before = panel_of([[[[0.8]]], [[[0.8]]]])
    check = floor_check(panel, Floor("X0", 0.5, "original"), [0], "reciprocal", before)
    assert check.kept == pytest.approx(np.array([[0.5, 0.5], [1.125, 0.5]]))
    assert not check.missed.any(), "exactly half is half"
    assert floor_check(panel, Floor("X0", 0.51, "original"), [0], "reciprocal", before).missed.all()
    assert check.passing.tolist() == [1, 1]
    assert check.seeds.tolist() == [2, 2]
    utility = floor_check(panel, Floor("X0", 0.42), [0], "reciprocal")
    assert utility.lowest == pytest.approx([0.4, 0.4])
    on_second = floor_check(panel, Floor("X0", 0.42, benchmark="b2"), [0], "reciprocal")
    assert on_second.missed.tolist() == [False, True]


def test_several_metrics_missing_values_and_models_kept_against() -> None:
    panel = panel_of([[[[0.9, 0.1], [0.4, 0.4]]]])
    check = floor_check(panel, Floor("utility", 0.45), [0, 1], "reciprocal")
    assert check.lowest == pytest.approx([0.5, 0.4])
    assert check.missed.tolist() == [False, True]
    panel = panel_of([[[[0.9], [0.9]]], [[[np.nan], [0.9]]]])
    assert floor_check(panel, Floor("X0", 0.1), [0], "reciprocal").missed.tolist() == [True, False]
    tables = made_tables(
        np.array([[[[0.4], [0.6]], [[0.4], [0.8]]]]), metrics=[made_metric("X", "higher")]
    )
    roles = (tables.methods[0], replace(tables.methods[1], role="original"))
    check = view(replace(tables, methods=roles), floors="X:0.5:original").contest.floor_checks[0]
    assert check.lowest == pytest.approx([0.4 / 0.7])


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        (0.049, "the original model itself has 0.049 there, less than 0.05"),
        (np.nan, "the original model was not measured there"),
    ],
)
def test_a_share_of_next_to_nothing_is_refused_on_that_benchmark_alone(
    before: float, reason: str
) -> None:
    panel = panel_of([[[[0.9], [0.0]]], [[[0.2], [0.5]]]])
    divisor = panel_of([[[[before]]], [[[0.5]]]])
    check = floor_check(panel, Floor("X0", 0.5, "original"), [0], "reciprocal", divisor)
    assert check.refused == {"b1": reason}
    assert check.missed.tolist() == [True, False]
    low = panel_of([[[[before]]], [[[before]]]])
    nowhere = floor_check(panel, Floor("X0", 0.5, "original"), [0], "reciprocal", low)
    assert set(nowhere.refused) == {"b1", "b2"}
    assert not nowhere.missed.any()


def test_floors_that_nobody_was_measured_on_or_everybody_keeps() -> None:
    panel = panel_of([[[[0.9, np.nan], [0.2, np.nan]]]])
    for members in ([1], []):
        check = floor_check(panel, Floor("X1", 0.5), members, "reciprocal")
        assert check.refused == {"b1": "no method was measured there"}
        assert not check.missed.any()
