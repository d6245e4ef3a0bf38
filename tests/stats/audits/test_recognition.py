"""Controls with a known answer: areas under the curve and mistaken retrains by hand, ρ within
benchmarks by SciPy."""

import numpy as np
import pytest
from scipy import stats

from components.stats.audits.recognition import recognitions
from components.stats.panel import panel_from_runs
from tests.made import made_tables

NAN = np.nan


def held(values, oracle=None, canaries=(), seed=0, others=()):
    """Metrics of (B, S, M, K), lower is better; the first two methods are the original and the
    retrained model."""
    tables = made_tables(np.asarray(values, dtype=float), oracle)
    panel = panel_from_runs("main", tables.metrics, tables.runs)
    return recognitions(panel, 0, 1, list(others), canaries, seed)


def test_areas_and_mistaken_retrains_by_hand_within_each_benchmark():
    # b1: originals 0.9 0.8 0.7, retrains 0.1 0.2 0.7: one retrain ties the best-looking original
    # b2: the other way round, and far away from b1
    values = [
        [[[0.9], [0.1]], [[0.8], [0.2]], [[0.7], [0.7]]],
        [[[5.0], [9.0]], [[5.0], [8.0]], [[5.0], [7.0]]],
    ]
    (row,) = held(values, canaries=["b1"])
    first, second = row.by_benchmark
    assert first.auc == pytest.approx((3 + 3 + 2.5) / 9)
    assert (first.canary, first.flagged, first.present, first.absent) == (True, 1, 3, 3)
    assert (second.auc, second.flagged) == (0, 3)
    assert (row.on_all.auc, row.on_all.flagged, row.on_all.absent) == (
        pytest.approx(first.auc / 2),
        4,
        6,
    )
    assert row.judged == row.on_canaries
    assert (row.on_canaries.auc, row.on_canaries.benchmarks) == (first.auc, 1)
    (alike,) = held(np.ones((1, 3, 2, 1)))
    assert (alike.judged.auc, alike.judged.flagged) == (0.5, 3)
    (unmeasured,) = held([[[[NAN], [0.5]]]])
    assert (unmeasured.on_all.auc, unmeasured.on_all.absent, unmeasured.rho) == (None, 0, None)


def test_rho_is_scipys_mean_over_the_benchmarks_on_which_the_metric_varies():
    rng = np.random.default_rng(0)
    values, distance = rng.random((3, 2, 7, 2)), rng.random((3, 2, 7))
    values[2, :, 2:, 1] = 0.5
    for k, row in enumerate(held(values, distance, others=range(2, 7))):
        cells = [
            (values[b, :, 2:, k].mean(axis=0), distance[b, :, 2:].mean(axis=0))
            for b in range(3 - k)
        ]
        assert row.rho == pytest.approx(
            np.mean([stats.spearmanr(*both).statistic for both in cells])
        )
        assert 0 < row.p_min <= row.p <= 1
        assert row.n_methods == 5


@pytest.mark.parametrize(("methods", "p", "within"), [(4, 2 / 24, 1e-12), (10, 1 / 20_001, 1e-12)])
def test_p_counts_all_orders_of_few_methods_and_a_sample_of_many(methods, p, within):
    values = np.arange(methods + 2.0)[None, None, :, None]
    first, again = (
        held(values, values[..., 0], seed=1, others=range(2, methods + 2))[0] for _ in range(2)
    )
    assert first.rho == pytest.approx(1)
    assert (first.p, first.p_min) == pytest.approx((p, p), abs=within)
    assert first == again
