"""Distances, trees, leaf order, cuts (METHODS 5): against SciPy, hand-worked trees and limiting
cases."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import dendrogram
from scipy.spatial.distance import pdist, squareform
from scipy.stats import kendalltau

from components.stats.clusters.tree import (
    clusterable,
    cut,
    distances,
    euclidean,
    segments,
    smallest_eigenvalue,
    tied_cut,
    tree,
    tree_merges,
)

NAN = np.nan


def tau_of(values):
    k = values.shape[1]
    return np.array(
        [[kendalltau(values[:, i], values[:, j])[0] for j in range(k)] for i in range(k)]
    )


def random_tau(p, n=9, seed=0, levels=None):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, levels, (n, p)) if levels else rng.normal(size=(n, p))
    return tau_of(values)


def test_distance_is_the_chord_between_sign_vectors():
    values = np.random.default_rng(1).integers(0, 4, (8, 5))
    i, j = np.triu_indices(8, 1)
    signs = np.sign(values[i] - values[j]).astype(float)
    signs /= np.linalg.norm(signs, axis=0)
    assert distances(tau_of(values)) == pytest.approx(squareform(pdist(signs.T)), abs=1e-9)


def test_distance_of_equal_reversed_undefined_and_rounded_rankings():
    tau = np.array([[1, 1, -1, NAN], [1, 1, -1, 0], [-1, -1, 1, 0.5], [NAN, 0, 0.5, 1]])
    d = distances(tau)
    assert d[0, 1] == 0
    assert d[0, 2] == 2
    assert d[1, 3] == pytest.approx(np.sqrt(2))
    assert np.isnan(d[0, 3])
    assert (np.diag(d) == 0).all()
    assert distances(np.array([[1, 1 + 2e-16], [1 + 2e-16, 1]]))[0, 1] == 0


def test_clusterable_drops_what_is_undefined_most_and_among_equals_the_last():
    tau = random_tau(5)
    assert clusterable(tau) == (0, 1, 2, 3, 4)
    tau[1, :] = tau[:, 1] = NAN
    assert clusterable(tau) == (0, 2, 3, 4)
    tau = random_tau(4)
    for i, j in ((2, 0), (2, 1), (3, 2)):
        tau[i, j] = tau[j, i] = NAN
    assert clusterable(tau) == (0, 1, 3)
    tau = random_tau(3)
    tau[0, 2] = tau[2, 0] = NAN
    assert clusterable(tau) == (0, 1)
    tau = np.array([[NAN, 0.2], [0.2, NAN]])
    assert clusterable(tau) == (0, 1)


@pytest.mark.parametrize("tau", [np.zeros((0, 0)), np.ones((1, 1)), np.full((3, 3), NAN)])
def test_nothing_is_clusterable_without_two_comparable_metrics(tau):
    assert clusterable(tau) == ()


def test_eigenvalue_of_a_matrix_without_a_euclidean_picture():
    # a agrees with b and with c, which are opposed: no three rankings on the same blocks do that
    tau = np.array([[1, 0.9, 0.9], [0.9, 1, -0.9], [0.9, -0.9, 1]])
    assert smallest_eigenvalue(tau) == pytest.approx(
        np.roots([1, -3, 3 - 3 * 0.81, -1 + 3 * 0.81 + 2 * 0.729]).min()
    )
    assert not euclidean(tau)
    assert euclidean(random_tau(6, levels=4))
    assert euclidean(np.ones((3, 3)))
    assert not euclidean(np.zeros((0, 0)))


# Four points on a line at 0, 1, 3 and 7, average linkage by hand: {0,1} at 1; with 3 at (3+2)/2 =
# 2.5; with 7 at (7+6+4)/3.
LINE = np.abs(np.subtract.outer([0.0, 1.0, 3.0, 7.0], [0.0, 1.0, 3.0, 7.0]))


def test_average_single_and_complete_linkage_by_hand():
    grown = tree(LINE)
    assert grown.merges[:, 2] == pytest.approx([1, 2.5, 17 / 3])
    given = [1, 3, 7, 2, 6, 4]
    heights = [1, 2.5, 17 / 3, 2.5, 17 / 3, 17 / 3]
    assert grown.cophenetic == pytest.approx(np.corrcoef(given, heights)[0, 1])
    assert grown.order == (0, 1, 2, 3)
    assert tree(LINE, "single").merges[:, 2] == pytest.approx([1, 2, 4])
    assert tree(LINE, "complete").merges[:, 2] == pytest.approx([1, 3, 7])


def test_brackets_have_the_heights_and_places_that_scipy_draws():
    distance = distances(random_tau(7, seed=4))
    grown = tree(distance)
    drawn = dendrogram(grown.merges, no_plot=True)
    ours = segments(grown.merges, tuple(int(i) for i in drawn["ivl"]))
    theirs = {
        tuple(np.round([(x - 5) / 10 for x in xs] + ys, 9))
        for xs, ys in zip(drawn["icoord"], drawn["dcoord"], strict=True)
    }
    assert {tuple(np.round([*b[:, 0], *b[:, 1]], 9)) for b in ours} == theirs


def test_clusters_are_numbered_by_their_first_member_and_cut_through_ties():
    distance = np.array([[0, 9, 1, 9], [9, 0, 9, 2], [1, 9, 0, 9], [9, 2, 9, 0]], dtype=float)
    assert cut(tree_merges(distance, "average"), 2).tolist() == [1, 2, 1, 2]
    merges = tree_merges(np.ones((5, 5)) - np.eye(5), "average")
    assert [len(set(cut(merges, k))) for k in range(1, 6)] == [1, 2, 3, 4, 5]
    assert [tied_cut(merges, k) for k in range(1, 6)] == [False, True, True, True, False]
    assert not any(tied_cut(tree_merges(LINE, "average"), k) for k in range(1, 5))


def test_identical_metrics_and_two_of_them():
    grown = tree(np.zeros((4, 4)))
    assert np.isnan(grown.cophenetic)
    assert sorted(grown.order) == [0, 1, 2, 3]
    grown = tree(np.array([[0, 1.5], [1.5, 0]]))
    assert grown.order == (0, 1)
    assert np.isnan(grown.cophenetic)
    assert segments(grown.merges, grown.order).tolist() == [[[0, 0], [0, 1.5], [1, 1.5], [1, 0]]]
