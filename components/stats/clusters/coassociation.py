"""Do clusters survive other benchmarks? Benchmarks are resampled, metrics clustered again (Fred &
Jain 2005)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from components.format import finite
from components.stats.agreement.pairs import of_benchmarks
from components.stats.agreement.tau import PUBLISHED, Agreement
from components.stats.clusters.clustering import Clustering
from components.stats.clusters.silhouette import best_number
from components.stats.clusters.tree import clusterable, cut, distances, tree_merges
from components.stats.panel import Bools, Floats, Ints, nanmean, ratio

DRAWS = 500
"""Up to this many different resamples all are formed and weighed; beyond, this many are drawn."""


@dataclass(frozen=True, kw_only=True)
class ResampledClusters:
    """How often the clusters of K metrics come back over resamples of B benchmarks, each with all
    its seeds.

    resamples   how many different ones there are if `exact`, each with its multinomial probability,
                else how many were drawn
    undefined   probability of a resample with at least one undefined τ among the K metrics
    unusable    probability of a resample that leaves fewer metrics than a clustering needs
    same        probability of a resample that clusters all K metrics and gives the partition
                compared with
    k_shares    probability of each number of clusters, given a clustering
    reason      what makes the resamples uninformative, "" if nothing does
    """

    benchmarks: int
    resamples: int
    exact: bool
    undefined: float
    unusable: float
    same: float
    k_shares: Mapping[int, float]
    reason: str


@dataclass(frozen=True, kw_only=True)
class Coassociation:
    """A pair of metrics over the resamples.

    share    probability that they share a cluster, given that both can be clustered; None if they
             never can
    defined  probability that both can be
    """

    x: str
    y: str
    share: float | None
    defined: float


@dataclass(frozen=True, kw_only=True)
class NoResampling:
    """Why nothing was resampled."""

    reason: str


def resamples(
    n: int,
    n_draws: int = DRAWS,
    seed: int = 0,
) -> tuple[Floats, Floats, bool]:
    """Return resamples of n benchmarks with replacement.

    Counts (R, n), probabilities (R,), and whether these are all. All C(2n−1, n) multisets if they
    number at most `n_draws`, else `n_draws` random ones of equal weight.
    """
    if n > 0 and comb(2 * n - 1, n) > n_draws:
        generator = np.random.default_rng(seed)
        drawn = generator.multinomial(n, np.full(n, 1 / n), size=n_draws)
        return drawn.astype(float), np.full(n_draws, 1 / n_draws), False
    multisets = list(combinations_with_replacement(range(n), n))
    counts = np.zeros((len(multisets), n))
    n_orders = np.zeros(len(multisets))
    for row, multiset in enumerate(multisets):
        counts[row] = np.bincount(multiset, minlength=n)
        n_equal_orders = prod(factorial(int(count)) for count in counts[row])
        n_orders[row] = factorial(n) / n_equal_orders
    return counts, n_orders / max(n, 1) ** n, True


def by_benchmark(agreement: Agreement) -> tuple[Floats, Floats]:
    """Return (B, K, K) the mean τ of each benchmark, and (B, K, K) its weight in the average.

    Benchmarks are by alphabetical id. Tie-aware every benchmark with a τ counts once; as published
    every block with a τ does.
    """
    blocks = agreement.blocks
    parts = sorted(of_benchmarks(blocks), key=lambda part: blocks[part[0]].benchmark)
    n_metrics = len(agreement.metrics)
    tau = np.zeros((len(parts), n_metrics, n_metrics))
    weight = np.zeros_like(tau)
    for benchmark_index, part in enumerate(parts):
        block_tau = agreement.block_tau[part]
        tau[benchmark_index] = nanmean(block_tau, axis=0)
        weight[benchmark_index] = (~np.isnan(block_tau)).sum(axis=0)
    if agreement.protocol != PUBLISHED:
        weight = np.minimum(weight, 1.0)
    return tau, weight


def coassociation(
    tau: Floats,
    weight: Floats,
    linkage: str,
    k: int | None,
    labels: Ints,
    seed: int = 0,
) -> tuple[Floats, Floats, ResampledClusters]:
    """Resample benchmarks, each with all its seeds, average τ again and cluster again.

    tau, weight  (B, K, K) as `by_benchmark` returns them
    k            None chooses k by silhouette in every resample, which needs three metrics
    labels       (K,) the cluster numbers that `ResampledClusters.same` compares with

    Returns (K, K) the probability that two metrics share a cluster, given that both can be
    clustered (NaN if they never can), (K, K) the probability that both can be, and what the
    resamples amount to."""
    n_metrics = tau.shape[1]
    is_undefined = np.isnan(tau)
    weight = np.where(is_undefined, 0.0, weight)
    weighted_tau = np.where(is_undefined, 0.0, tau) * weight
    counts, probabilities, exact = resamples(len(tau), seed=seed)
    together = np.zeros((n_metrics, n_metrics))
    comparable = np.zeros((n_metrics, n_metrics))
    undefined = 0.0
    unusable = 0.0
    same = 0.0
    k_shares: defaultdict[int, float] = defaultdict(float)
    for count, probability in zip(counts, probabilities.tolist(), strict=True):
        total_weight = np.tensordot(count, weight, axes=1)
        mean_tau = ratio(np.tensordot(count, weighted_tau, axes=1), total_weight)
        clustered = clusterable(mean_tau)
        if len(clustered) < n_metrics:
            undefined += probability
        if len(clustered) < _n_needed(k):
            unusable += probability
            continue
        grid = np.ix_(clustered, clustered)
        drawn_labels = _labels(mean_tau[grid], linkage, k)
        shares_cluster = _shares_cluster(drawn_labels)
        if np.array_equal(shares_cluster, _shares_cluster(labels)):
            same += probability
        together[grid] += probability * shares_cluster
        comparable[grid] += probability
        k_shares[int(drawn_labels.max())] += probability
    reason = ""
    if len(tau) < 2:
        reason = "One benchmark: whether the clusters hold on others cannot be told."
    stability = ResampledClusters(
        benchmarks=len(tau),
        resamples=len(counts),
        exact=exact,
        undefined=undefined,
        unusable=unusable,
        same=same,
        k_shares={number: k_shares[number] / (1.0 - unusable) for number in sorted(k_shares)},
        reason=reason,
    )
    return ratio(together, comparable), np.minimum(comparable, 1.0), stability


def _n_needed(k: int | None) -> int:
    """Metrics that a clustering needs."""
    return 3 if k is None else 2


def _labels(tau: Floats, linkage: str, k: int | None) -> Ints:
    """(p,) cluster numbers from 1, k of them or as many as the silhouette picks."""
    distance = distances(tau)
    merges = tree_merges(distance, linkage)
    if k is None:
        k = best_number(distance, merges)
        assert k is not None  # three metrics or more always have a best number
    return cut(merges, min(k, len(tau)))


def _shares_cluster(labels: Ints) -> Bools:
    """(p, p) whether two metrics are in one cluster."""
    return np.asarray(labels[:, None] == labels)


def resampling(
    agreement: Agreement,
    clustering: Clustering,
    labels: Ints,
    wanted: int | str,
    seed: int = 0,
) -> tuple[tuple[Coassociation, ...], ResampledClusters | NoResampling]:
    """Return every pair of the p clustered metrics, and all together, over resampled benchmarks.

    `labels` (p,) are their cluster numbers, `wanted` is a number of clusters or "auto".
    """
    k = None if wanted == "auto" else int(wanted)
    metrics = clustering.metrics
    if len(metrics) < _n_needed(k):
        return (), NoResampling(
            reason=f"{len(metrics)} metrics can be clustered: choosing again needs {_n_needed(k)}"
        )
    tau, weight = by_benchmark(agreement)
    grid = np.ix_(range(len(tau)), clustering.metric_indices, clustering.metric_indices)
    shares, defined, stability = coassociation(
        tau[grid], weight[grid], clustering.linkage, k, labels, seed=seed
    )
    pairs = []
    for i, j in combinations(range(len(metrics)), 2):
        share = finite(shares[i, j])
        pairs.append(
            Coassociation(
                x=metrics[i],
                y=metrics[j],
                share=share,
                defined=float(defined[i, j]),
            )
        )
    return tuple(pairs), stability
