"""Do clusters survive other benchmarks? Benchmarks are resampled, metrics clustered again (Fred &
Jain 2005)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from components.format import finite
from components.stats.agreement.pairs import of_benchmarks
from components.stats.agreement.tau import PUBLISHED, Agreement
from components.stats.clusters.clustering import Clustering
from components.stats.clusters.silhouette import silhouettes
from components.stats.clusters.tree import Ints, clusterable, cut, distances, joined
from components.stats.panel import Floats, nanmean, ratio

DRAWS = 500
"""Up to this many different resamples all are formed and weighed; beyond, this many are drawn."""


@dataclass(frozen=True, kw_only=True)
class Stability:
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


def resamples(n: int, draws: int = DRAWS, seed: int = 0) -> tuple[Floats, Floats, bool]:
    """Return resamples of n benchmarks with replacement: counts (R, n), probabilities (R,), whether
    these are all.

    All C(2n−1, n) multisets if they number at most `draws`, else `draws` random ones of equal
    weight."""
    if n == 0 or comb(2 * n - 1, n) <= draws:
        chosen = list(combinations_with_replacement(range(n), n))
        counts = np.array([np.bincount(c, minlength=n) for c in chosen], dtype=float).reshape(
            len(chosen), n
        )
        ways = [factorial(n) / prod(factorial(int(c)) for c in row) for row in counts]
        return counts, np.array(ways) / max(n, 1) ** n, True
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(n, np.full(n, 1 / n), size=draws).astype(float)
    return drawn, np.full(draws, 1 / draws), False


def by_benchmark(result: Agreement) -> tuple[Floats, Floats]:
    """Return (B, K, K) the mean τ of each benchmark, by alphabetical id, and (B, K, K) its weight
    in the average.

    Tie-aware every benchmark with a τ counts once; as published every block with a τ does.
    """
    k = len(result.metrics)
    parts = sorted(of_benchmarks(result.blocks), key=lambda own: result.blocks[own[0]].benchmark)
    stacks = [result.block_tau[own] for own in parts]
    if not stacks:
        return np.zeros((0, k, k)), np.zeros((0, k, k))
    tau = np.stack([nanmean(s, axis=0) for s in stacks])
    counts = np.stack([(~np.isnan(s)).sum(axis=0) for s in stacks]).astype(float)
    return tau, counts if result.protocol == PUBLISHED else np.minimum(counts, 1.0)


def coassociation(
    tau: Floats, weight: Floats, method: str, k: int | None, assigned: Ints, seed: int = 0
) -> tuple[Floats, Floats, Stability]:
    """Resample benchmarks, each with all its seeds, average τ again and cluster again.

    tau, weight  (B, K, K) as `by_benchmark` returns them
    k            None chooses k by silhouette in every resample, which needs three metrics
    assigned     (K,) the cluster numbers that `Stability.same` compares with

    Returns (K, K) the probability that two metrics share a cluster, given that both can be
    clustered (NaN if they never can), (K, K) the probability that both can be, and what the
    resamples amount to."""
    size = tau.shape[1]
    defined_here = ~np.isnan(tau)
    weight = np.where(defined_here, weight, 0.0)
    weighted = np.where(defined_here, tau, 0.0) * weight
    counts, probability, exact = resamples(len(tau), seed=seed)
    together, defined = np.zeros((size, size)), np.zeros((size, size))
    undefined = unusable = same = 0.0
    pattern = assigned[:, None] == assigned[None, :]
    k_shares: dict[int, float] = {}
    for count, p in zip(counts, probability, strict=True):
        mean = ratio(np.tensordot(count, weighted, axes=1), np.tensordot(count, weight, axes=1))
        clustered = list(clusterable(mean))
        undefined += p * (len(clustered) < size)
        if len(clustered) < (3 if k is None else 2):
            unusable += p
            continue
        grid = np.ix_(clustered, clustered)
        distance = distances(mean[grid])
        merges = joined(distance, method)
        number = silhouettes(distance, merges).best if k is None else min(k, len(clustered))
        assert number is not None  # three metrics or more always have a best k
        labels = cut(merges, number)
        shared = labels[:, None] == labels[None, :]
        same += p * (len(clustered) == size and bool((shared == pattern).all()))
        together[grid] += p * shared
        defined[grid] += p
        k_shares[number] = k_shares.get(number, 0.0) + p
    stability = Stability(
        benchmarks=len(tau),
        resamples=len(counts),
        exact=exact,
        undefined=undefined,
        unusable=unusable,
        same=same,
        k_shares={number: share / (1.0 - unusable) for number, share in sorted(k_shares.items())},
        reason="One benchmark: whether the clusters hold on others cannot be told."
        if len(tau) < 2
        else "",
    )
    return ratio(together, defined), np.minimum(defined, 1.0), stability


def resampling(
    agreed: Agreement, got: Clustering, cut: Ints, wanted: int | str, seed: int = 0
) -> tuple[tuple[Coassociation, ...], Stability | NoResampling]:
    """Return every pair of the metrics that are clustered, and all together, over resampled
    benchmarks.

    `cut` (p,) are their cluster numbers, `wanted` is a number of clusters or "auto".
    """
    count = len(got.metrics)
    needed = 3 if wanted == "auto" else 2
    if count < needed:
        return (), NoResampling(
            reason=f"{count} metrics can be clustered: choosing again needs {needed}"
        )
    tau, weight = by_benchmark(agreed)
    grid = np.ix_(range(len(tau)), got.index, got.index)
    fixed = None if wanted == "auto" else int(wanted)
    shares, defined, stable = coassociation(
        tau[grid], weight[grid], got.linkage, fixed, cut, seed=seed
    )
    pairs = tuple(
        Coassociation(
            x=got.metrics[i],
            y=got.metrics[j],
            share=finite(shares[i, j]),
            defined=float(defined[i, j]),
        )
        for i, j in combinations(range(count), 2)
    )
    return pairs, stable
