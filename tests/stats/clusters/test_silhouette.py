"""Silhouettes (METHODS 5) against Rousseeuw's printed values, and at their limits."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.stats.clusters.silhouette import best_number, mean_silhouettes, silhouette
from components.stats.clusters.tree import cut, tree_merges

COUNTRIES = pd.read_csv(Path(__file__).parent / "countries.csv", index_col="country")
"""Rousseeuw 1987: table 1 (dissimilarities between twelve countries), clusters and silhouettes of
figures 2 and 3."""


@pytest.mark.parametrize(("clusters", "mean"), [("two", 0.28), ("three", 0.33)])
def test_silhouettes_of_the_twelve_countries(clusters, mean):
    silhouettes = silhouette(
        COUNTRIES[list(COUNTRIES.index)].to_numpy(), COUNTRIES[clusters].to_numpy()
    )
    assert silhouettes == pytest.approx(COUNTRIES[f"silhouette_{clusters}"].to_numpy(), abs=0.0051)
    assert silhouettes.mean() == pytest.approx(mean, abs=0.0051)


def test_limits_of_silhouettes():
    x = np.array([0.0, 1, 1, 2, 3, 3])  # scikit-learn's example, with its printed answers
    silhouettes = silhouette(np.abs(np.subtract.outer(x, x)), np.array([1, 2, 2, 2, 3, 3]))
    assert silhouettes == pytest.approx([0, 0.5, 0.5, 0, 1, 1])
    assert np.isnan(silhouette(np.ones((3, 3)) - np.eye(3), np.ones(3, dtype=int))).all()
    assert (silhouette(np.zeros((4, 4)), np.array([1, 1, 2, 2])) == 0).all()
    distance = np.array([[0, 1.0], [1.0, 0]])
    assert best_number(distance, tree_merges(distance, "average")) is None


def test_best_k_is_the_smallest_with_the_largest_silhouette():
    x = np.array([0.0, 0.1, 5, 5.1, 10, 10.1])
    distance = np.abs(np.subtract.outer(x, x))
    assert best_number(distance, tree_merges(distance, "average")) == 3
    flat = np.ones((5, 5)) - np.eye(5)
    assert best_number(flat, tree_merges(flat, "average")) == 2


@pytest.mark.parametrize("seed", range(12))
def test_all_cuts_at_once_equal_one_cut_at_a_time(seed):
    rng = np.random.default_rng(seed)
    p = int(rng.integers(3, 14))
    half = rng.integers(0, 3, (p, p)).astype(float) if seed % 2 else rng.random((p, p))
    distance = np.triu(half, 1) + np.triu(half, 1).T
    merges = tree_merges(distance, ("average", "complete", "single")[seed % 3])
    one_by_one = [silhouette(distance, cut(merges, k)).mean() for k in range(2, p)]
    assert mean_silhouettes(distance, merges) == pytest.approx(one_by_one, abs=1e-12)
