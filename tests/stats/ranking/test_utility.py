"""Utilities (METHODS 1 and METHODS 2) against worked values and limiting cases."""

import math

import numpy as np
import pytest

from components.stats.panel import panel_from_runs
from components.stats.ranking.utility import (
    formula,
    method_means,
    method_sd,
    method_utilities,
    utility,
)
from data.registry import UtilityMap
from tests.beside import beside
from tests.made import made_metric, made_tables

MAPS = beside(__file__, "utilities.json")


@pytest.mark.parametrize(("direction", "name", "scale", "bounds", "x", "expected", "written"), MAPS)
def test_each_map_gives_its_worked_value(direction, name, scale, bounds, x, expected, written):
    metric = made_metric("X", direction, bounds=bounds, utilities=[UtilityMap(name, scale)])
    assert utility(np.array([x, np.nan]), metric, "reciprocal") == pytest.approx(
        [expected, np.nan], abs=1e-15, nan_ok=True
    )
    assert formula(metric, "reciprocal") == written


def test_the_reader_chooses_only_among_the_maps_that_a_metric_offers():
    both = made_metric(
        "X", bounds=(0, None), utilities=[UtilityMap("reciprocal"), UtilityMap("exponential", 100)]
    )
    with_complement = made_metric("Y")
    assert utility(np.array(100.0), both, "exponential") == pytest.approx(math.exp(-1))
    assert utility(np.array(100.0), both, "reciprocal") == pytest.approx(1 / 101)
    assert utility(np.array(0.25), with_complement, "exponential") == 0.75


def _panel(values, metrics):
    tables = made_tables(np.array(values, dtype=float), metrics=metrics)
    return panel_from_runs("main", tables.metrics, tables.runs)


def test_averaging_first_and_mapping_first_can_rank_differently():
    # by hand: m1 has AD 1 and 9 (mean 5 → 1/6; mapped 1/2 and 1/10 → 0.3), m2 has 4 and 4 (mean 4 →
    # 1/5; 0.2)
    metric = made_metric("X", bounds=(0, None), utilities=[UtilityMap("reciprocal")])
    panel = _panel([[[[1], [4]]], [[[9], [4]]]], [metric])
    means = method_utilities(panel, "reciprocal", "score-of-means")
    scores = method_utilities(panel, "reciprocal", "mean-of-scores")
    assert means[:, 0] == pytest.approx([1 / 6, 1 / 5])
    assert scores[:, 0] == pytest.approx([0.3, 0.2])


def test_seeds_are_averaged_before_benchmarks_and_missing_seeds_do_not_shift_the_weights():
    # b1 has two seeds, b2 one: the mean of means is (2 + 10)/2 = 6, not (1 + 3 + 10)/3
    panel = _panel([[[[1]], [[3]]], [[[10]], [[np.nan]]]], [made_metric("X", bounds=(0, None))])
    assert method_means(panel)[0, 0] == 6
    sd, seeds = method_sd(panel)
    assert np.isnan(sd[0, 0])
    assert seeds[0, 0] == 1


def test_a_benchmark_without_any_value_and_an_empty_panel_have_no_mean():
    panel = _panel([[[[1], [2]]], [[[np.nan], [2]]]], [made_metric("X", bounds=(0, None))])
    assert np.isnan(method_means(panel)[0, 0])
    assert np.isnan(method_utilities(panel, "reciprocal", "mean-of-scores")[0, 0])
    assert method_means(panel)[1, 0] == 2
    tables = made_tables(np.zeros((1, 1, 1, 1)))
    panel = panel_from_runs("main", tables.metrics, tables.runs.iloc[:0])
    assert method_means(panel).shape == (0, 1)
