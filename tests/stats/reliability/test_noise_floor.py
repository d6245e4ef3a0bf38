"""Variance components: a textbook, sums of squares by pandas, simulation, and what cannot be told."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from components.stats.reliability.noise_floor import noise_floor, noise_floors

from components.stats.panel import panel_from_runs
from tests.made import made_metric, made_tables

# Montgomery, Design and Analysis of Experiments, 8th ed., table 13.1: 20 parts measured twice by each of 3 operators
GAUGE = [
    "21 20 24 23 20 21 27 27 19 18 23 21 22 21 19 17 24 23 25 23 "
    "21 20 18 19 23 25 24 24 29 30 26 26 20 20 19 21 25 26 19 19",
    "20 20 24 24 19 21 28 26 19 18 24 21 22 24 18 20 25 23 26 25 "
    "20 20 17 19 25 25 23 25 30 28 25 26 19 20 19 19 25 24 18 17",
    "19 21 23 24 20 22 27 28 18 21 23 22 22 20 19 18 24 24 24 25 "
    "21 20 18 19 25 25 24 25 31 30 25 27 20 20 21 23 25 25 19 17",
]


def test_a_textbook_example_with_a_negative_component():
    """Parts are methods and operators benchmarks; mean squares 62.39, 1.31, 0.71 and 0.99 are printed there."""
    values = np.array([row.split() for row in GAUGE], dtype=float).reshape(3, 20, 2).transpose(0, 2, 1)
    found = noise_floor(values)
    assert found.variances["methods"] == pytest.approx(10.28, abs=0.005)
    assert found.variances["benchmarks"] == pytest.approx(0.0149, abs=5e-5)
    assert found.variances["seeds"] == pytest.approx(0.99, abs=0.005)
    assert (found.variances["interaction"], found.negative) == (0.0, ("interaction",)), "printed as −0.14"
    assert (found.seeds, found.reason) == (2, "")
    assert found.share == pytest.approx(10.28 / (10.28 + 0.99 / 2), abs=1e-3)


@pytest.mark.parametrize("seeds", [1, 3])
def test_mean_squares_equal_those_of_pandas(seeds):
    b, m = 4, 5
    rng = np.random.default_rng(seeds)
    values = rng.normal(size=(b, seeds, m)) + 3 * rng.normal(size=m) + 2 * rng.normal(size=(b, 1, 1))
    y = pd.Series(
        values.ravel(), index=pd.MultiIndex.from_product([range(b), range(seeds), range(m)], names=list("bsm"))
    )
    cell = y.groupby(["b", "m"]).transform("mean")
    by_b, by_m = (y.groupby(k).transform("mean") for k in "bm")
    ms = {
        "m": ((by_m - y.mean()) ** 2).sum() / (m - 1),
        "b": ((by_b - y.mean()) ** 2).sum() / (b - 1),
        "mb": ((cell - by_m - by_b + y.mean()) ** 2).sum() / ((b - 1) * (m - 1)),
    }
    e = 0.0 if seeds == 1 else ((y - cell) ** 2).sum() / (b * m * (seeds - 1))
    found = noise_floor(values)
    assert found.variances["methods"] == pytest.approx((ms["m"] - ms["mb"]) / (seeds * b))
    assert found.variances["benchmarks"] == pytest.approx((ms["b"] - ms["mb"]) / (seeds * m))
    assert found.variances["interaction"] == pytest.approx(max(0.0, (ms["mb"] - e) / seeds))
    if seeds == 1:
        assert math.isnan(found.variances["seeds"]), "one seed: interaction and seed are one"
    else:
        assert found.variances["seeds"] == pytest.approx(e)
    assert 0 < found.share < 1


def test_known_components_are_found_on_average():
    rng = np.random.default_rng(7)
    true = {"methods": 4.0, "benchmarks": 9.0, "interaction": 1.0, "seeds": 0.25}
    b, s, m = 12, 3, 12
    sums = dict.fromkeys(true, 0.0)
    for _ in range(400):
        values = (
            2.0 * rng.normal(size=(1, 1, m))
            + 3.0 * rng.normal(size=(b, 1, 1))
            + rng.normal(size=(b, 1, m))
            + 0.5 * rng.normal(size=(b, s, m))
        )
        for name, value in noise_floor(values).variances.items():
            sums[name] += value / 400
    # standard errors of these means are below 0.1, 0.25, 0.01 and 0.002
    assert sums["methods"] == pytest.approx(4.0, abs=0.35)
    assert sums["benchmarks"] == pytest.approx(9.0, abs=0.8)
    assert sums["interaction"] == pytest.approx(1.0, abs=0.03)
    assert sums["seeds"] == pytest.approx(0.25, abs=0.006)


def test_what_cannot_be_estimated_has_a_reason_and_keeps_the_seeds():
    rng = np.random.default_rng(1)
    one = rng.random((1, 3, 4))
    found = noise_floor(one)
    assert found.reason.startswith("one benchmark: ")
    assert found.variances["seeds"] == pytest.approx(one[0].var(axis=0, ddof=1).mean())
    assert all(math.isnan(found.variances[k]) for k in ("methods", "benchmarks", "interaction"))
    assert math.isnan(found.share)
    gap = rng.random((2, 3, 4))
    gap[0, 0, 0] = np.nan
    found = noise_floor(gap)
    assert found.reason == "cells have 2 to 3 values: a balanced design is needed"
    # by hand: deviations inside the cells over 2·4·3 − 1 − 8 degrees of freedom
    inside = sum(np.nansum((gap[b, :, m] - np.nanmean(gap[b, :, m])) ** 2) for b in range(2) for m in range(4))
    assert found.variances["seeds"] == pytest.approx(inside / 15)
    assert noise_floor(rng.random((3, 2, 1))).reason.startswith("one method")
    assert noise_floor(np.full((2, 2, 2), np.nan)).reason == "not measured"
    assert math.isnan(noise_floor(np.full((2, 1, 2), np.nan)).variances["seeds"])


def test_constant_values_have_no_share_and_logarithms_are_taken():
    found = noise_floor(np.full((3, 2, 4), 0.1))
    assert set(found.variances.values()) == {0.0}
    assert found.negative == ()
    assert math.isnan(found.share)
    values = 10.0 ** -np.random.default_rng(2).random((2, 2, 3, 1))
    metric = made_metric("X", "higher", bounds=(1e-3, 1.0))
    tables = made_tables(values, metrics=[metric])
    panel = panel_from_runs("main", (replace(metric, scale="log"),), tables.runs)
    (found,) = noise_floors(panel)
    assert found.variances == pytest.approx(noise_floor(np.log10(values[..., 0])).variances)
