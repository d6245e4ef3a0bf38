"""Co-association over resampled benchmarks (METHODS 5): against enumeration by hand and by
itertools."""

from itertools import product

import numpy as np
import pytest

from components.stats.agreement.tau import agreement
from components.stats.clusters.coassociation import by_benchmark, coassociation, resamples
from components.stats.clusters.silhouette import best_number
from components.stats.clusters.tree import clusterable, cut, distances, tree_merges
from components.stats.panel import panel_from_runs
from tests.made import made_tables
from tests.released import TABLES

NAN = np.nan


def test_many_benchmarks_are_drawn_and_repeat_with_the_seed():
    counts, probability, exact = resamples(12, n_draws=500, seed=4)
    assert not exact
    assert counts.shape == (500, 12)
    assert (counts.sum(axis=1) == 12).all()
    assert probability == pytest.approx(1 / 500)
    assert (resamples(12, n_draws=500, seed=4)[0] == counts).all()
    assert (resamples(12, n_draws=500, seed=5)[0] != counts).any()


def random_tau(benchmarks, p, seed=0):
    values = np.random.default_rng(seed).normal(size=(benchmarks, p, 10))
    return np.stack([np.corrcoef(v) for v in values])


@pytest.mark.parametrize("k", [None, 2, 3])
def test_equals_going_through_all_27_draws(k):
    tau = random_tau(3, 5)
    tau[0, 1, :] = tau[0, :, 1] = NAN
    tau[1, 1, :] = tau[1, :, 1] = NAN
    shown = np.array([1, 1, 2, 2, 2])
    together, defined, undefined, same = np.zeros((5, 5)), np.zeros((5, 5)), 0, 0
    for draw in product(range(3), repeat=3):
        stack = tau[list(draw)]
        is_defined = ~np.isnan(stack)
        mean = np.where(
            is_defined.any(axis=0),
            np.where(is_defined, stack, 0).sum(axis=0) / np.maximum(is_defined.sum(axis=0), 1),
            NAN,
        )
        kept = list(clusterable(mean))
        undefined += len(kept) < 5
        distance = distances(mean[np.ix_(kept, kept)])
        merges = tree_merges(distance, "average")
        labels = cut(merges, k or best_number(distance, merges))
        same += labels.tolist() == [1, 1, 2, 2, 2]
        for a, row in enumerate(kept):
            for b, column in enumerate(kept):
                defined[row, column] += 1
                together[row, column] += labels[a] == labels[b]
    shares, comparable, stability = coassociation(tau, np.ones_like(tau), "average", k, shown)
    assert comparable == pytest.approx(defined / 27)
    assert shares == pytest.approx(together / defined)
    assert stability.undefined == pytest.approx(undefined / 27) == pytest.approx(8 / 27)
    assert stability.unusable == 0
    assert stability.same == pytest.approx(same / 27)
    assert sum(stability.k_shares.values()) == pytest.approx(1)


def test_blocks_weigh_a_benchmark():
    # the second benchmark has three blocks: wherever both are drawn once, it decides
    first = np.array([[1, 0.9, -0.9], [0.9, 1, -0.9], [-0.9, -0.9, 1]])
    second = first[np.ix_([0, 2, 1], [0, 2, 1])]
    tau = np.stack([first, second])
    weight = np.ones_like(tau) * np.array([1, 3])[:, None, None]
    shares, _, stability = coassociation(tau, weight, "average", 2, np.array([1, 1, 2]))
    assert shares[0, 1] == pytest.approx(1 / 4)
    assert shares[0, 2] == pytest.approx(3 / 4)
    assert stability.same == pytest.approx(1 / 4)


def test_one_benchmark_more_clusters_and_nothing_defined():
    shares, _, stability = coassociation(
        random_tau(1, 4), np.ones((1, 4, 4)), "average", 2, np.ones(4, dtype=int)
    )
    assert stability.resamples == 1
    assert set(np.unique(shares)) <= {0.0, 1.0}
    assert stability.k_shares == {2: 1.0}
    shares, _, _ = coassociation(
        random_tau(2, 3), np.ones((2, 3, 3)), "average", 7, np.array([1, 2, 3])
    )
    assert (shares == np.eye(3)).all()
    shares, _, stability = coassociation(
        np.full((2, 3, 3), NAN), np.ones((2, 3, 3)), "average", None, np.ones(3, dtype=int)
    )
    assert np.isnan(shares).all()
    assert (stability.unusable, stability.undefined, dict(stability.k_shares)) == (1, 1, {})
    *_, empty = coassociation(
        np.zeros((0, 3, 3)), np.zeros((0, 3, 3)), "average", 2, np.ones(3, dtype=int)
    )
    assert empty.unusable == 1


def test_resamples_that_leave_too_few_metrics_are_counted_not_clustered():
    tau = np.full((2, 3, 3), NAN)
    tau[0] = [[1, 0.5, -0.2], [0.5, 1, -0.3], [-0.2, -0.3, 1]]
    tau[1, :2, :2] = [[1, 0.5], [0.5, 1]]
    _, defined, stability = coassociation(
        tau, np.ones_like(tau), "average", None, np.array([1, 1, 2])
    )
    assert stability.unusable == pytest.approx(
        0.25
    )  # the second benchmark drawn twice: two metrics, no silhouette
    assert stability.undefined == pytest.approx(0.25)
    assert defined[0, 1] == pytest.approx(0.75)
    assert stability.same == pytest.approx(0.75)
    assert stability.k_shares == {2: pytest.approx(1)}


def released(panel_id):
    runs = TABLES.runs[TABLES.runs["panel"] == panel_id]
    return panel_from_runs(panel_id, TABLES.metrics, runs, tuple(b.id for b in TABLES.benchmarks))


@pytest.mark.parametrize("protocol", ["tie-aware", "published"])
@pytest.mark.parametrize("name", ["llava_multimodal", "resnet_unimodal"])
def test_weighted_mean_over_benchmarks_is_the_tau_of_the_view(name, protocol):
    result = agreement(released(name), protocol)
    tau, weight = by_benchmark(result)
    is_defined = ~np.isnan(tau)
    mean = (np.where(is_defined, tau, 0) * weight).sum(axis=0) / np.where(
        is_defined, weight, 0
    ).sum(axis=0)
    assert mean == pytest.approx(result.tau, nan_ok=True)


def test_no_block_gives_no_benchmark():
    tables = made_tables(np.zeros((0, 0, 0, 3)))
    empty = panel_from_runs("main", tables.metrics, tables.runs)
    assert [x.shape for x in by_benchmark(agreement(empty))] == [(0, 3, 3), (0, 3, 3)]
