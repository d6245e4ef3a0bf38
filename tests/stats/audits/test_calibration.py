"""Controls with a known answer: places, areas under the curve, flagged retrains, ρ within benchmarks, modality."""

import math

import numpy as np
import pytest
from scipy import stats

from components.stats.audits.calibration import modality, places, separation, within
from components.stats.panel import panel_from_runs
from tests.made import made_metric, made_tables


def panel(values, oracle=None, **more):
    tables = made_tables(np.asarray(values, dtype=float), oracle, **more)
    return panel_from_runs("main", tables.metrics, tables.runs)


def test_places_count_those_ahead_and_share_ties():
    # one benchmark, two seeds, methods m1 … m4, lower is better; m4 is the retrain
    runs = panel([[[[0.1], [0.2], [0.3], [0.2]], [[0.1], [0.2], [np.nan], [0.05]]]])
    found = places(runs, 3, [0, 1, 2, 3])
    assert found.place[0, :, 0].tolist() == [2.5, 1]
    assert found.ahead[0, :, 0].tolist() == [1, 0]
    assert found.compared[0, :, 0].tolist() == [3, 2]
    fewer = places(runs, 3, [2, 3])
    assert fewer.place[0, :, 0].tolist() == [1, 1]
    found = places(panel([[[[0.1], [np.nan]]]]), 1, [0, 1])
    assert np.isnan(found.place).all()
    assert (found.ahead[0, 0, 0], found.compared[0, 0, 0]) == (-1, 0)


def test_separation_by_hand_within_each_benchmark():
    # b1: originals 0.9 0.8 0.7, retrains 0.1 0.2 0.7 (lower is better): one retrain ties the best-looking original
    # b2: the other way round, and far away from b1
    values = [
        [[[0.9], [0.1]], [[0.8], [0.2]], [[0.7], [0.7]]],
        [[[5.0], [9.0]], [[5.0], [8.0]], [[5.0], [7.0]]],
    ]
    first, second = separation(panel(values), 0, 1)[0]
    assert first.auc == pytest.approx((3 + 3 + 2.5) / 9)
    assert (first.flagged, first.present, first.absent) == (1, 3, 3)
    assert second.auc == 0
    assert second.flagged == 3


def test_separation_where_all_is_alike_or_nothing_was_measured():
    found = separation(panel(np.ones((1, 3, 2, 1))), 0, 1)[0][0]
    assert (found.auc, found.flagged) == (0.5, 3)
    found = separation(panel([[[[np.nan], [0.5]]]]), 0, 1)[0][0]
    assert math.isnan(found.auc)
    assert (found.flagged, found.present, found.absent) == (0, 0, 1)


def test_rho_within_one_benchmark_has_the_exact_p_of_all_orders():
    values = np.array([0.1, 0.4, 0.2, 0.9])
    distance = np.array([1.0, 3.0, 2.0, 4.0])
    found = within(panel(values[None, None, :, None], distance[None, None, :]))[0]
    assert found.rho == pytest.approx(1)
    assert found.exact
    assert found.arrangements == 24
    assert found.p == pytest.approx(2 / 24)
    assert found.p_min == pytest.approx(2 / 24)


def test_rho_is_the_mean_over_benchmarks_where_the_metric_varies():
    rng = np.random.default_rng(0)
    values, distance = rng.random((3, 2, 5, 2)), rng.random((3, 2, 5))
    values[2, :, :, 1] = 0.5
    found = within(panel(values, distance))
    for k in range(2):
        rhos = [
            stats.spearmanr(values[b, :, :, k].mean(axis=0), distance[b].mean(axis=0)).statistic for b in range(3 - k)
        ]
        assert found[k].rho == pytest.approx(np.mean(rhos))
        assert 0 < found[k].p_min <= found[k].p <= 1
    assert math.isnan(found[1].by_benchmark[2])


def test_ten_methods_are_sampled_and_without_an_oracle_there_is_no_rho():
    values = np.arange(10.0)[None, None, :, None]
    found = within(panel(values, np.arange(10.0)[None, None, :]), seed=1, limit=2_000)[0]
    assert not found.exact
    assert found.arrangements == 2_000
    assert found.p == pytest.approx(1 / 2_001)
    assert within(panel(values, np.arange(10.0)[None, None, :]), seed=1, limit=2_000)[0] == found
    found = within(panel(np.random.default_rng(0).random((1, 1, 4, 1))))[0]
    assert math.isnan(found.rho)
    assert math.isnan(found.p)


def test_modality_by_hand():
    up, down = [0.1, 0.2, 0.3], [0.3, 0.2, 0.1]
    same = np.array([[list(zip(up, up, strict=True)), list(zip(up, up, strict=True))]])
    turned = np.array([[list(zip(up, down, strict=True)), list(zip(up, up, strict=True))]])
    metrics = [made_metric("A"), made_metric("B")]
    found = modality(panel(same, metrics=metrics), "b1", panel(turned, metrics=metrics), "b1")
    assert found.seeds == (1, 2)
    assert found.unimodal.tolist() == pytest.approx([1, 1])
    assert found.multimodal.tolist() == pytest.approx([-1, 1])
    assert found.pairs == 1


def test_modality_compares_only_pairs_defined_on_both_sides():
    rng = np.random.default_rng(1)
    uni, multi = rng.random((1, 1, 4, 3)), rng.random((1, 1, 4, 3))
    multi[..., 2] = 0.5
    found = modality(panel(uni), "b1", panel(multi), "b1")
    expected = [stats.kendalltau(v[0, 0, :, 0], v[0, 0, :, 1]).statistic for v in (uni, multi)]
    assert [found.unimodal[0], found.multimodal[0]] == pytest.approx(expected)
