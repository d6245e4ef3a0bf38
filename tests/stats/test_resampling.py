"""Draws of benchmarks and seeds against loops over copied runs."""

import warnings

import numpy as np
import pytest
from scipy.stats import spearmanr

from components.stats.panel import Panel
from components.stats.resampling import draw_blocks, resampled_means, resampled_spearman
from data.registry import Metric, UtilityMap


def metric(k):
    direction, name = ("higher", "identity") if k % 2 else ("lower", "complement")
    return Metric(f"m{k}", f"m{k}", "", direction, "score", 0.0, 1.0, (UtilityMap(name),), "", "", "")


def panel(shape, missing=0.0, levels=None, seed=0):
    rng = np.random.default_rng(seed)
    benchmarks, seeds, methods, metrics = shape
    values = rng.random(shape)
    if levels:
        values = np.floor(values * levels) / levels
    values[rng.random(shape) < missing] = np.nan
    return Panel(
        "p",
        tuple(metric(k) for k in range(metrics)),
        tuple(f"b{b}" for b in range(benchmarks)),
        tuple(range(seeds)),
        tuple(f"x{m}" for m in range(methods)),
        values,
        np.round(rng.random(shape[:3]), 1),
        np.ones(shape[:3], dtype=bool),
    )


def without_block(full, benchmark, seed):
    for array in (full.values, full.oracle):
        array[benchmark, seed] = np.nan
    full.present[benchmark, seed] = False
    return full


CASES = {
    "full": panel((3, 3, 4, 5)),
    "ties": panel((2, 3, 4, 3), levels=2),
    "gaps": panel((3, 3, 4, 5), missing=0.15),
    "one benchmark": panel((1, 3, 4, 2), levels=3),
    "one seed": panel((3, 1, 4, 2), levels=3),
    "a benchmark with fewer seeds": without_block(panel((3, 3, 4, 2), missing=0.05), 1, 2),
}


@pytest.mark.parametrize("name", CASES)
def test_equal_to_copying_the_runs(name):
    case = CASES[name]
    shape = case.values.shape
    draws = draw_blocks(case, 80, np.random.default_rng(1))
    means = resampled_means(case.values.reshape(*shape[:2], -1), draws).reshape(80, *shape[2:])
    rho = resampled_spearman(case, draws)
    for i in range(80):
        aligned, closeness, cells = [], [], []
        for copy, benchmark in enumerate(draws.copies[i]):
            taken = np.repeat(np.arange(shape[1]), draws.counts[i, copy])
            assert len(taken) == case.present[benchmark].any(axis=1).sum()
            aligned.append(case.aligned[benchmark, taken].reshape(-1, shape[3]))
            closeness.append(case.closeness[benchmark, taken].reshape(-1))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                cells.append(np.nanmean(case.values[benchmark, taken], axis=0))
        np.testing.assert_allclose(means[i], np.mean(cells, axis=0), atol=1e-12)
        x, y = np.concatenate(aligned), np.concatenate(closeness)
        for k in range(shape[3]):
            both = ~np.isnan(x[:, k]) & ~np.isnan(y)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = spearmanr(x[both, k], y[both]).statistic
            np.testing.assert_allclose(rho[i, k], expected, atol=1e-12)


def test_draws_are_uniform_and_repeat():
    case = CASES["a benchmark with fewer seeds"]
    draws = draw_blocks(case, 20_000, np.random.default_rng(1))
    counts = draws.block_counts.mean(axis=0)
    # each of three benchmarks is expected once, with all its seeds: three, two and three of them
    np.testing.assert_allclose(counts, [[1, 1, 1], [1, 1, 0], [1, 1, 1]], atol=0.04)
    again = draw_blocks(case, 20_000, np.random.default_rng(1))
    np.testing.assert_array_equal(draws.counts, again.counts)
    np.testing.assert_array_equal(draws.copies, again.copies)
    assert (draws.counts != draw_blocks(case, 20_000, np.random.default_rng(2)).counts).any()


def test_a_draw_of_a_single_block_is_the_block():
    case = panel((1, 1, 3, 2))
    draws = draw_blocks(case, 5, np.random.default_rng(0))
    np.testing.assert_allclose(
        resampled_means(case.values.reshape(1, 1, -1), draws), np.tile(case.values.reshape(1, -1), (5, 1))
    )


def test_a_run_missing_in_every_column_is_a_gap():
    case = panel((1, 2, 2, 1))
    case.values[0, 1] = np.nan
    draws = draw_blocks(case, 200, np.random.default_rng(0))
    means = resampled_means(case.values.reshape(1, 2, -1), draws)
    undefined = draws.counts[:, 0, 0] == 0
    assert undefined.any()
    assert np.isnan(means[undefined]).all()
    np.testing.assert_allclose(means[~undefined], np.tile(case.values[0, 0].T, (sum(~undefined), 1)))
