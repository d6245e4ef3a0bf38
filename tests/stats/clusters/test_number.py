"""Silhouettes against Rousseeuw's printed values; the gap statistic by its definition and at its
limits."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.stats.clusters.number import first_within_se, gap_statistic, silhouette, silhouettes
from components.stats.clusters.tree import cut, distances, joined

COUNTRIES = pd.read_csv(Path(__file__).parent / "countries.csv", index_col="country")
"""Rousseeuw 1987: table 1 (dissimilarities between twelve countries), clusters and silhouettes of
figures 2 and 3."""


@pytest.mark.parametrize(("clusters", "mean"), [("two", 0.28), ("three", 0.33)])
def test_silhouettes_of_the_twelve_countries(clusters, mean):
    found = silhouette(COUNTRIES[list(COUNTRIES.index)].to_numpy(), COUNTRIES[clusters].to_numpy())
    assert found == pytest.approx(COUNTRIES[f"silhouette_{clusters}"].to_numpy(), abs=0.0051)
    assert found.mean() == pytest.approx(mean, abs=0.0051)


def test_limits_of_silhouettes():
    x = np.array([0.0, 1, 1, 2, 3, 3])  # scikit-learn's example, with its printed answers
    found = silhouette(np.abs(np.subtract.outer(x, x)), np.array([1, 2, 2, 2, 3, 3]))
    assert found == pytest.approx([0, 0.5, 0.5, 0, 1, 1])
    assert np.isnan(silhouette(np.ones((3, 3)) - np.eye(3), np.ones(3, dtype=int))).all()
    assert (silhouette(np.zeros((4, 4)), np.array([1, 1, 2, 2])) == 0).all()
    distance = np.array([[0, 1.0], [1.0, 0]])
    found = silhouettes(distance, joined(distance, "average"))
    assert (found.k, found.best) == ((), None)


def test_best_k_is_the_smallest_with_the_largest_silhouette():
    x = np.array([0.0, 0.1, 5, 5.1, 10, 10.1])
    distance = np.abs(np.subtract.outer(x, x))
    found = silhouettes(distance, joined(distance, "average"))
    assert found.k == (2, 3, 4, 5)
    assert found.best == 3
    flat = np.ones((5, 5)) - np.eye(5)
    assert silhouettes(flat, joined(flat, "average")).best == 2


def rankings_tau(rng, p, n, blocks, groups=None, noise=0.0):
    """Mean τ over blocks of p metrics: independent, or noisy copies of one ranking per group."""
    total = np.zeros((p, p))
    for _ in range(blocks):
        values = rng.normal(size=(n, p))
        if groups is not None:
            values = rng.normal(size=(n, max(groups) + 1))[:, groups] + noise * values
        total += pd.DataFrame(values).corr(method="kendall").to_numpy()
    return total / blocks


@cache
def references(p, n, blocks, draws, seed=99):
    rng = np.random.default_rng(seed)
    return [distances(rankings_tau(rng, p, n, blocks)) for _ in range(draws)]


def test_gap_stops_at_blocks_without_any_difference_inside():
    tau = rankings_tau(np.random.default_rng(2), 6, 6, 3, groups=[0, 0, 0, 1, 1, 1])
    found = gap_statistic(distances(tau), references(6, 6, 3, 25), "average")
    assert found.best == 2
    assert np.isnan(found.gap).tolist() == [False, False, True, True, True]


def test_gap_by_its_definition():
    drawn = references(5, 6, 2, 12)
    distance = distances(rankings_tau(np.random.default_rng(1), 5, 6, 2))
    found = gap_statistic(distance, drawn, "average")
    logs = np.array([[np.log(brute_within(d, k)) for k in range(1, 5)] for d in [distance, *drawn]])
    assert found.k == (1, 2, 3, 4)
    assert found.gap == pytest.approx(logs[1:].mean(axis=0) - logs[0])
    assert found.se == pytest.approx(logs[1:].std(axis=0) * np.sqrt(1 + 1 / 12))


def brute_within(distance, k):
    labels = cut(joined(distance, "average"), k)
    total = 0.0
    for c in range(1, k + 1):
        inside = distance[np.ix_(labels == c, labels == c)]
        total += (inside**2).sum() / (2 * len(inside))
    return total


def test_exact_agreement_enters_as_half_the_smallest_positive_value():
    near = np.array([[0, 0.0, 1], [0.0, 0, 1], [1, 1, 0]])
    drawn = [np.array([[0, a, 1], [a, 0, 1], [1, 1, 0]]) for a in (0.0, 0.2, 0.4)]
    found = gap_statistic(near, drawn, "average")
    # W_2 of the references is a²/2: 0, 0.02, 0.08; the zeros, here and in the data, enter as 0.01
    assert found.gap[1] == pytest.approx(np.mean(np.log([0.01, 0.02, 0.08])) - np.log(0.01))
    assert found.zeros == (0, 1)


def test_gap_is_undefined_where_nothing_varies_and_takes_the_first_within_one_error():
    assert gap_statistic(np.zeros((3, 3)), [np.zeros((3, 3))] * 4, "average").best is None
    assert gap_statistic(np.ones((3, 3)) - np.eye(3), [], "average").best is None
    assert gap_statistic(np.zeros((1, 1)), references(1, 4, 1, 3), "average").k == ()
    se = np.full(4, 0.1)
    assert first_within_se(np.array([0.5, 0.55, 0.9, 0.2]), se) == 1
    assert first_within_se(np.array([0.1, 0.5, 0.55, 0.2]), se) == 2
    assert first_within_se(np.array([0.1, 0.3, 0.5, 0.9]), se) == 4
    assert first_within_se(np.array([0.1, np.nan, 0.5, 0.9]), se) is None
    assert first_within_se(np.array([]), np.array([])) is None


@pytest.mark.parametrize("seed", range(12))
def test_all_cuts_at_once_equal_one_cut_at_a_time(seed):
    rng = np.random.default_rng(seed)
    p = int(rng.integers(3, 14))
    half = rng.integers(0, 3, (p, p)).astype(float) if seed % 2 else rng.random((p, p))
    distance = np.triu(half, 1) + np.triu(half, 1).T
    merges = joined(distance, ("average", "complete", "single")[seed % 3])
    one_by_one = [silhouette(distance, cut(merges, k)).mean() for k in range(2, p)]
    assert silhouettes(distance, merges).mean == pytest.approx(one_by_one, abs=1e-12)
