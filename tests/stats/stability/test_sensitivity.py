"""The ranking under other choices, against direct computation and a second library."""

import numpy as np
import pytest
from components.stats.stability.sensitivity import normalised_utilities, reversals, variants
from scipy.stats import kendalltau

from components.stats.ranking.utility import method_utilities
from data.registry import UtilityMap
from tests.answered import view_of
from tests.made import made_metric, made_tables


def panel(values, metrics=None):
    tables = made_tables(np.asarray(values, dtype=float), metrics=metrics)
    return view_of(tables).panel


def found(case, w, **choices):
    methods = range(len(case.methods))
    options = {"transform": "reciprocal", "transforms": ("reciprocal", "exponential"), **choices}
    return {(v.kind, v.choice): v for v in variants(case, w, methods, **options)}


AD = made_metric("AD", bounds=(0.0, None), utilities=(UtilityMap("reciprocal"), UtilityMap("exponential", 100.0)))
CASE = panel(
    np.random.default_rng(6).random((3, 2, 5, 2)) * [1.0, 100.0],
    (made_metric("FA"), AD),
)
W = np.array([0.4, 0.6])


def test_every_choice_is_there_and_the_current_one_changes_nothing():
    result = found(CASE, W)
    kinds = [kind for kind, _ in result]
    assert [kinds.count(k) for k in ("map", "normalisation", "averaging", "benchmark", "seed", "method")] == [
        2,
        3,
        2,
        3,
        2,
        5,
    ]
    for same in (("map", "reciprocal"), ("normalisation", "fixed"), ("averaging", "score-of-means")):
        assert result[same].tau == 1.0
        assert result[same].swapped == ()


def test_a_map_equals_ranking_under_it():
    u = method_utilities(CASE, "exponential", "score-of-means")
    other, now = u @ W, method_utilities(CASE, "reciprocal", "score-of-means") @ W
    result = found(CASE, W)["map", "exponential"]
    np.testing.assert_allclose(result.scores, other, atol=1e-12)
    assert result.tau == pytest.approx(kendalltau(now, other).statistic)
    turned = {(a, b) for a in range(5) for b in range(5) if now[a] > now[b] and other[a] < other[b]}
    assert set(result.swapped) == turned
    assert turned


def test_leaving_out_a_benchmark_a_seed_and_a_method():
    result = found(CASE, W)
    less = CASE.subset(benchmarks=[0, 2])
    np.testing.assert_allclose(
        result["benchmark", "b2"].scores, method_utilities(less, "reciprocal", "score-of-means") @ W, atol=1e-12
    )
    less = CASE.subset(seeds=[1])
    np.testing.assert_allclose(
        result["seed", "1"].scores, method_utilities(less, "reciprocal", "score-of-means") @ W, atol=1e-12
    )
    out = result["method", "m2"]
    assert np.isnan(out.ranks[1])
    assert sorted(np.delete(out.ranks, 1)) == [1, 2, 3, 4]
    assert out.swapped == ()


def test_what_cannot_be_left_out_reversed_or_tied():
    kinds = {kind for kind, _ in found(panel(np.full((1, 1, 1, 2), 0.5)), W)}
    assert kinds == {"map", "normalisation", "averaging"}
    u = np.random.default_rng(3).random((10, 3))
    assert reversals(u, [0.2, 0.3, 0.5], "fixed") == ()
    assert reversals(u, [0.2, 0.3, 0.5], "rank")
    result = found(panel(np.full((2, 2, 3, 2), 0.5)), W)
    assert all(np.isnan(v.tau) and v.swapped == () for v in result.values())
    assert {1.0} == set(result["map", "exponential"].ranks)


def test_a_benchmark_only_one_method_needs_leaves_it_unranked():
    values = np.random.default_rng(0).random((1, 2, 3, 2))
    values[0, 0, 0, 0] = np.nan
    result = found(panel(values), W)["seed", "2"]
    assert np.isnan(result.ranks[0])
    assert sorted(result.ranks[1:]) == [1, 2]


def test_normalisations_of_a_worked_case():
    u = np.array([[0.2, 0.5], [0.4, 0.5], [0.8, 0.5]])
    np.testing.assert_allclose(normalised_utilities(u, "min-max")[:, 0], [0, 1 / 3, 1])
    np.testing.assert_allclose(normalised_utilities(u, "rank")[:, 0], [0, 0.5, 1])
    for name in ("min-max", "rank"):
        assert np.ptp(normalised_utilities(u, name)[:, 1]) == 0
    np.testing.assert_array_equal(normalised_utilities(u, "fixed"), u)
    assert normalised_utilities(u[:1], "rank").shape == (1, 2)
    with pytest.raises(ValueError, match="unknown normalisation 'z'"):
        normalised_utilities(u, "z")


def test_reversals_agree_with_pymcdm():
    from pymcdm.correlations import weighted_spearman  # slow to load
    from pymcdm.helpers import leave_one_out_rr
    from pymcdm.methods import WSM
    from pymcdm.normalizations import minmax_normalization

    u = np.random.default_rng(12).random((8, 4))
    w = np.array([0.4, 0.3, 0.2, 0.1])
    ours = reversals(u, w, "min-max")
    assert ours
    ranks, _, _ = leave_one_out_rr(WSM(minmax_normalization), u, w, np.ones(4), weighted_spearman, only_rr=False)
    whole, without = ranks[0], ranks[1:-1]
    expected = {
        (dropped, a, b)
        for dropped, left in enumerate(without)
        for a in range(8)
        for b in range(8)
        if dropped not in (a, b) and whole[a] < whole[b] and left[a] > left[b]
    }
    assert {(r.dropped, r.a, r.b) for r in ours} == expected
