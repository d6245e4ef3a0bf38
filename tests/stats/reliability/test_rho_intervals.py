"""The cell bootstrap of ρ (METHODS 6) against rows written out by hand and SciPy."""

import numpy as np
import pytest
from scipy import stats

from components.panels import whole_panel
from components.stats.bootstrap import multiplicities
from components.stats.reliability.derived import drawn_weights
from components.stats.reliability.rho_intervals import (
    MAX_VALUES,
    TOO_MANY,
    draws_of,
    reliability_intervals,
    weighted_spearman,
)
from tests.released import TABLES
from tests.stats.reliability.test_spearman import made


def test_a_draw_without_variation_and_one_method_have_no_interval():
    rho = weighted_spearman(
        np.array([[1.0], [2.0]]), np.array([1.0, 2.0]), np.array([[2.0, 0.0], [1.0, 1.0]])
    )
    assert np.isnan(rho[0, 0])
    assert rho[1, 0] == pytest.approx(1.0)
    rng = np.random.default_rng(3)
    (interval,) = reliability_intervals(made(rng.random((3, 2, 1, 1)), rng.random((3, 2, 1))))
    assert interval.reason == "one method in each benchmark leaves nothing to resample"


def test_the_interval_is_that_of_explicitly_copied_cells():
    rng = np.random.default_rng(1)
    values, distance = rng.random((2, 2, 6, 1)), rng.random((2, 2, 6))
    draws = multiplicities({"b1": 6, "b2": 6}, 300, seed=9)
    rho = []
    for d in range(300):
        x, y = [], []
        for b in range(2):
            for m in range(6):
                for _ in range(int(draws[b][d, m])):
                    x += values[b, :, m, 0].tolist()
                    y += (-distance[b, :, m]).tolist()
        rho.append(stats.spearmanr(x, y).statistic)
    (interval,) = reliability_intervals(made(values, distance), n_draws=300, seed=9)
    assert interval.low == pytest.approx(np.quantile(rho, 0.025), abs=1e-12)
    assert interval.high == pytest.approx(np.quantile(rho, 0.975), abs=1e-12)


def test_the_seed_repeats_and_another_differs():
    panel = whole_panel(TABLES, "llava_multimodal")
    assert reliability_intervals(panel, seed=3) == reliability_intervals(panel, seed=3)
    assert reliability_intervals(panel, seed=3) != reliability_intervals(panel, seed=4)


def test_a_reason_stands_where_there_is_no_interval():
    reasons = [i.reason for i in reliability_intervals(whole_panel(TABLES, "blip2_multimodal"))]
    assert reasons[0] == "2000 of 2000 draws are undefined"  # FA is the same for both methods
    assert (
        "draws are undefined" in reasons[1]
    )  # half of the draws take one of the two methods twice
    assert reasons[2] == "no run has both values"
    assert all(i.low is None for i in reliability_intervals(whole_panel(TABLES, "resnet_unimodal")))
    no_oracle = reliability_intervals(made(np.ones((1, 1, 3, 1))))
    assert no_oracle[0].reason == "there is no oracle distance"


def test_methods_without_any_complete_run_are_not_drawn():
    rng = np.random.default_rng(2)
    values, distance = rng.random((1, 2, 7, 1)), rng.random((1, 2, 7))
    values[0, :, 3] = np.nan
    kept = [0, 1, 2, 4, 5, 6]
    with_gap = reliability_intervals(made(values, distance), n_draws=200, seed=1)
    without = reliability_intervals(
        made(values[:, :, kept], distance[:, :, kept]), n_draws=200, seed=1
    )
    assert with_gap == without


def test_metrics_measured_in_different_runs_have_the_intervals_of_their_own_runs():
    rng = np.random.default_rng(4)
    values, distance = rng.random((2, 2, 6, 3)), rng.random((2, 2, 6))
    values[0, 1, 2, 1] = np.nan
    together = reliability_intervals(made(values, distance), n_draws=200, seed=1)
    alone = [
        reliability_intervals(made(values[..., [k]], distance), n_draws=200, seed=1)[0]
        for k in range(3)
    ]
    assert list(together) == alone


def test_of_very_many_runs_of_few_methods_fewer_draws_are_made_and_told() -> None:
    rng = np.random.default_rng(3)
    values, distance = rng.random((2, 250, 20, 1)), rng.random((2, 250, 20))
    (interval,) = reliability_intervals(made(values, distance), n_draws=100_000)
    assert interval.draws == MAX_VALUES // (10_000 + 40)  # values and cells
    assert interval.low is not None
    assert interval.high is not None
    assert interval.high - interval.low == pytest.approx(2 * 1.96 / np.sqrt(10_000), rel=0.2)


def test_runs_that_are_too_many_are_not_resampled_and_say_so():
    assert [draws_of(n) for n in (1, 5_000, 20_000, 33_333, 33_334)] == [2_000, 2_000, 500, 300, 0]
    rng = np.random.default_rng(2)
    panel = made(rng.random((2, 20, 60, 14)), rng.random((2, 20, 60)))  # 33 600 values
    assert {i.reason for i in reliability_intervals(panel)} == {TOO_MANY}
    assert drawn_weights(panel, "pooled").shape == (0, 14)
