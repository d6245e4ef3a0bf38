"""The variance of a paired difference (METHODS 13) against the table of an analysis of variance,
and by hand."""

import math

import numpy as np
import pandas as pd
import pytest

from components.stats.separation.planning import split

NAN = math.nan


def analysed(y: np.ndarray) -> tuple[float, float]:
    """Mean squares between and within benchmarks of (B, S), by pandas."""
    long = pd.DataFrame(y).rename_axis("b").reset_index().melt("b", value_name="y")
    groups = long.groupby("b")["y"]
    within = ((long["y"] - groups.transform("mean")) ** 2).sum() / (len(long) - len(groups))
    between = y.shape[1] * ((groups.mean() - long["y"].mean()) ** 2).sum() / (len(groups) - 1)
    return float(between), float(within)


def test_equal_seeds_give_the_components_of_the_analysis_of_variance() -> None:
    rng = np.random.default_rng(1)
    a = rng.normal(size=(5, 1)) + rng.normal(size=(5, 4)) * 0.3
    b = rng.normal(size=(5, 4)) * 0.3
    between, within = analysed(a - b)
    parts = split(a, b)
    assert parts.shared == pytest.approx(within / 4)
    assert parts.benchmarks == pytest.approx((between - within) / 4)
    assert parts.sd**2 == pytest.approx(between / 4)


def test_components_below_0_single_seeds_and_runs_without_a_partner() -> None:
    y = np.array([[1.0, -1.0], [-1.0, 1.0], [0.9, -0.9]])
    parts = split(y, np.zeros((3, 2)))
    assert parts.benchmarks == 0.0
    assert parts.shared == pytest.approx(analysed(y)[1] / 2)
    a = np.array([[1.0, 2.0, 9.0], [3.0, 5.0, NAN]])
    b = np.array([[0.0, 0.0, NAN], [0.0, 0.0, 0.0]])
    parts = split(a, b)  # pairs of seeds: 1 2 and 3 5
    assert parts.sd == pytest.approx((4.0 - 1.5) / 2**0.5)
    assert parts.shared == pytest.approx((0.5 + 2.0) / 2 / 2)
    parts = split(
        np.array([[1.0, 3.0, NAN], [2.0, 4.0, 6.0]]), np.zeros((2, 3))
    )  # MSE 10/3, mean of 1/S 5/12
    assert parts.shared == pytest.approx(10 / 3 * 5 / 12)
    parts = split(np.array([[1.0], [3.0]]), np.zeros((2, 1)))
    assert (parts.sd, parts.benchmarks, parts.shared) == (pytest.approx(2.0**0.5), None, None)


def test_seeds_that_are_not_common_are_not_paired() -> None:
    rng = np.random.default_rng(2)
    a, b = np.full((2, 4, 5), NAN)
    a[:, :3], b[:, 3:] = rng.normal(size=(4, 3)), rng.normal(size=(4, 2))
    parts = split(a, b)
    errors = analysed(a[:, :3])[1], analysed(b[:, 3:])[1]
    assert parts.shared == pytest.approx(errors[0] / 3 + errors[1] / 2)
    means = a[:, :3].mean(axis=1) - b[:, 3:].mean(axis=1)
    assert parts.sd == pytest.approx(means.std(ddof=1))


def test_a_shared_seed_effect_cancels_where_seeds_are_paired() -> None:
    seed = np.array([[0.0, 5.0, -3.0]])
    offsets = np.array([[0.1], [0.2], [0.4]])
    parts = split(offsets + seed, np.zeros((3, 1)) + seed)
    assert parts.shared == pytest.approx(0, abs=1e-12)
    turned = np.roll(np.zeros((3, 1)) + seed, 1, axis=1)
    assert split((offsets + seed)[:, :2], turned[:, :2]).shared > 0.5
