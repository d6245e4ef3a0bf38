"""The no-signal expectation and its p (METHODS 6) against brute force, Monte Carlo and limiting
cases."""

import math
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

from components.stats.panel import panel_from_runs
from components.stats.reliability.no_signal import no_signal
from components.stats.reliability.spearman import spearman_pooled
from tests.made import made_metric, made_tables
from tests.stats.reliability.test_spearman import made


def brute(values, distance):
    """Pooled ρ of (B, S, M) values under every relabelling, by SciPy, the observed one first."""
    rhos = []
    for orders in product(*(permutations(range(values.shape[2])) for _ in values)):
        moved = np.array(
            [block[:, list(order)] for block, order in zip(values, orders, strict=True)]
        )
        rhos.append(stats.spearmanr(moved.ravel(), -distance.ravel()).statistic)
    return np.array(rhos)


def test_expectation_p_and_p_min_equal_a_brute_force_count():
    rng = np.random.default_rng(4)
    values = rng.integers(0, 5, (2, 2, 3, 2)).astype(float) + np.array([0, 3])[:, None, None, None]
    distance = rng.random((2, 2, 3)) + np.array([1, 0])[:, None, None]
    for k, result in enumerate(no_signal(made(values, distance))):
        relabelled = brute(values[..., k], distance)
        assert len(relabelled) == result.arrangements == 36
        assert result.exact
        assert result.expected == pytest.approx(relabelled.mean(), abs=1e-12)
        away = np.abs(relabelled - relabelled.mean())
        assert result.p == pytest.approx(np.mean(away >= away[0] - 1e-12), abs=1e-12)
        assert result.p_min == pytest.approx(np.mean(away >= away.max() - 1e-12), abs=1e-12)


@pytest.mark.parametrize("benchmarks", [3, 8])
def test_the_expectation_is_rounded_once_so_that_no_version_of_python_adds_it_otherwise(benchmarks):
    """Python adds floats one by one up to 3.11 and compensated from 3.12 on; the parts are added
    here as fractions."""
    n_differing = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        values, distance = rng.random((benchmarks, 1, 4)), rng.random((benchmarks, 1, 4))
        (result,) = no_signal(made(values[..., None], distance), limit=10)
        x, y = (stats.rankdata(v).reshape(benchmarks, 4) for v in (values, -distance))
        x, y = ((r - r.mean()) / np.linalg.norm(r - r.mean()) for r in (x, y))
        parts = [float(np.outer(y[b], x[b]).sum()) / 4 for b in range(benchmarks)]
        assert result.expected == float(sum(map(Fraction, parts)))
        one_by_one = 0.0
        for part in parts:
            one_by_one += part
        n_differing += result.expected != one_by_one
    assert n_differing, "else this would not tell the two ways apart"


def test_one_benchmark_without_ties_expects_nothing_and_reaches_two_over_n_factorial():
    distance = np.arange(5.0)[None, None, :]
    (result,) = no_signal(made(-distance[..., None], distance))
    assert result.expected == pytest.approx(0.0, abs=1e-12)
    assert result.p == result.p_min == pytest.approx(2 / math.factorial(5))


def test_benchmark_means_alone_are_all_expected():
    """A metric that only tells benchmarks apart has its whole ρ from their means: nothing is left
    to be tested."""
    distance = np.array([[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]])
    values = np.array([[[0.9, 0.9, 0.9]], [[0.1, 0.1, 0.1]]])[..., None]
    panel = made(values, distance)
    (result,) = no_signal(panel)
    assert result.expected == pytest.approx(spearman_pooled(panel).rho[0], abs=1e-12)
    assert result.p == result.p_min == 1.0


def test_methods_with_missing_runs_are_exchanged_only_among_their_like():
    rng = np.random.default_rng(2)
    values, distance = rng.random((1, 2, 4)), rng.random((1, 2, 4))
    values[0, 0, 0] = np.nan
    (result,) = no_signal(made(values[..., None], distance))
    both = ~np.isnan(values)
    relabelled = []
    for order in permutations([1, 2, 3]):
        moved = values[:, :, [0, *order]]
        relabelled.append(stats.spearmanr(moved[both], -distance[both]).statistic)
    assert result.arrangements == 6
    assert result.expected == pytest.approx(np.mean(relabelled), abs=1e-12)
    away = np.abs(np.array(relabelled) - np.mean(relabelled))
    assert result.p == pytest.approx(np.mean(away >= away[0] - 1e-12))


def test_beyond_the_limit_a_sample_keeps_the_exact_expectation_and_repeats():
    rng = np.random.default_rng(3)
    panel = made(rng.random((2, 2, 6, 1)), rng.random((2, 2, 6)))
    (exact,) = no_signal(panel, limit=720**2)
    (sample,) = no_signal(panel, limit=3_000, seed=5)
    assert not sample.exact
    assert sample.arrangements == 3_000
    assert sample.expected == exact.expected
    assert sample.p == pytest.approx(exact.p, abs=4 * math.sqrt(exact.p * (1 - exact.p) / 3_000))
    assert no_signal(panel, limit=3_000, seed=5) == (sample,)
    assert no_signal(panel, limit=3_000, seed=6) != (sample,)


@pytest.mark.parametrize(
    "case", ["no oracle", "constant metric", "constant distance", "nothing measured"]
)
def test_an_undefined_rho_has_no_expectation(case):
    values = np.random.default_rng(0).random((2, 1, 3, 1))
    distance = np.random.default_rng(1).random((2, 1, 3))
    if case == "constant metric":
        values[:] = 0.5
    if case == "constant distance":
        distance[:] = 0.5
    if case == "nothing measured":
        values[:] = np.nan
    (result,) = no_signal(made(values, None if case == "no oracle" else distance))
    assert all(math.isnan(x) for x in (result.expected, result.p, result.p_min))
    assert result.arrangements == 0


def test_an_empty_panel_gives_one_undefined_result_per_metric():
    tables = made_tables(
        np.zeros((1, 1, 1, 2)), np.zeros((1, 1, 1)), metrics=[made_metric("A"), made_metric("B")]
    )
    results = no_signal(panel_from_runs("none", tables.metrics, tables.runs.iloc[:0]))
    assert len(results) == 2
    assert all(math.isnan(r.expected) for r in results)
