"""The standard error from the draw of seeds, against drawing them again in every possible way."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from components.resolved import whole_panel
from components.stats.agreement.pairs import metric_pairs
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, agreement
from components.stats.panel import Panel, Whole
from components.stats.reliability.spearman import spearman_pooled
from components.stats.seed_draw import drawn_error, rho_errors, tau_errors, typical_error
from tests.made import made_tables

SEEDS = 8


def panel(missing: float = 0.0) -> Panel:
    rng = np.random.default_rng(1)
    quality = rng.random((1, 1, 12, 1))
    seed = rng.random((1, SEEDS, 1, 3)) - 0.5  # what a seed has in common on both benchmarks
    lean = rng.random((1, 1, 12, 3))
    values = quality + seed * lean + 0.7 * rng.random((2, SEEDS, 12, 3))
    distance = quality[..., 0] + 0.5 * rng.random((2, SEEDS, 12))
    values[rng.random(values.shape) < missing] = np.nan
    return whole_panel(made_tables(values / 3, distance), "main")


def drawn(whole: Panel, seeds: tuple[int, ...]) -> Panel:
    counts = np.full((2, 12), SEEDS)
    told = Whole(counts, counts[..., None], whole.cells, whole.cells, None)
    return replace(whole.subset(seeds=seeds), whole=told)


@pytest.mark.parametrize("protocol", [TIE_AWARE, PUBLISHED])
def test_the_mean_square_error_over_all_draws_is_the_variance_of_tau(protocol: str) -> None:
    """Exactly so: a mean over seeds is estimated without bias, and so is its variance (Cochran 1977, theorem 2.4)."""
    whole = panel()
    draws = [drawn(whole, seeds) for seeds in combinations(range(SEEDS), 3)]
    results = [agreement(p, protocol) for p in draws]
    squares = np.mean([tau_errors(p, r) ** 2 for p, r in zip(draws, results, strict=True)], axis=0)
    varied = np.var([r.tau for r in results], axis=0)
    assert varied[0, 1] > 1e-5
    np.testing.assert_allclose(squares, varied, atol=1e-12)


def test_the_error_of_rho_is_about_how_far_it_varies_over_all_draws() -> None:
    whole = panel()
    draws = [drawn(whole, seeds) for seeds in combinations(range(SEEDS), 4)]
    found = np.sqrt(np.mean([rho_errors(p) ** 2 for p in draws], axis=0))
    varied = np.std([spearman_pooled(p).rho for p in draws], axis=0)
    np.testing.assert_allclose(found, varied, rtol=0.15)


def test_nothing_moves_where_all_seeds_are_there() -> None:
    whole = panel()
    assert tau_errors(whole, agreement(whole)) is None
    assert rho_errors(whole) is None
    assert typical_error(None) is None
    np.testing.assert_allclose(tau_errors(everything := drawn(whole, tuple(range(SEEDS))), agreement(everything)), 0)


def test_worked_by_hand() -> None:
    """Two of eight seeds move a mean by ±0.1: √((1 − 2/8)·2/1·0.02) = √0.03; one seed alone tells nothing."""
    assert drawn_error(np.array([0.1, -0.1]), 8) == pytest.approx(0.03**0.5)
    assert np.isnan(drawn_error(np.array([0.0]), 8))
    assert typical_error(np.array([[0, 3, 4], [3, 0, np.nan], [4, np.nan, 0]])) == pytest.approx(12.5**0.5)


@pytest.mark.parametrize("scope", ["pooled", "runs:b2"])
@pytest.mark.parametrize("protocol", [TIE_AWARE, PUBLISHED])
def test_the_error_of_tau_over_pooled_runs_is_hardly_more_than_it_varies_over_all_draws(
    protocol: str, scope: str
) -> None:
    whole = panel(missing=0.1)
    scope = scope.replace("b2", whole.benchmarks[1])
    draws = [drawn(whole, seeds) for seeds in combinations(range(SEEDS), 4)]
    results = [agreement(p, protocol, scope) for p in draws]
    found = np.sqrt(np.mean([tau_errors(p, r) ** 2 for p, r in zip(draws, results, strict=True)], axis=0))
    pairs = metric_pairs(len(whole.metrics))
    varied = np.std([r.tau for r in results], axis=0)
    assert varied[pairs].min() > 0.005
    too_wide = found[pairs] / varied[pairs]  # as the jackknife is (Efron & Stein 1981), and more so from so few seeds
    assert 0.95 < too_wide.min() < too_wide.max() < 1.3
    np.testing.assert_allclose(np.diag(found), 0, atol=1e-9)
    without = [agreement(draws[0].subset(seeds=left), protocol, scope).tau for left in combinations(range(4), 3)]
    square = (1 - 4 / SEEDS) * 3 / 4 * ((without - np.mean(without, axis=0)) ** 2).sum(axis=0)
    np.testing.assert_allclose(tau_errors(draws[0], results[0]), np.sqrt(square), atol=1e-12)


def test_pooled_runs_of_which_all_are_alike_have_no_error() -> None:
    some = drawn(panel(), (0, 1, 2))
    values = some.values.copy()
    values[..., 0] = 0.5
    flat = replace(some, values=values)
    errors = tau_errors(flat, agreement(flat, scope="pooled"))
    assert np.isnan(errors[0]).all()
    assert errors[1, 2] > 0
