"""How many clusters: silhouette and gap of every cut, and whether the cut comes back on other
benchmarks."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from components.format import finite
from components.stats.agreement.tau import Agreement
from components.stats.clusters.clustering import Clustering
from components.stats.clusters.coassociation import Stability, by_benchmark, coassociation
from components.stats.clusters.number import gap_statistic, references
from components.stats.clusters.tree import Ints
from components.stats.panel import Panel


@dataclass(frozen=True, kw_only=True)
class Cut:
    """One cut of the tree into k clusters.

    gap, gap_se          None if the gap is undefined
    references_at_zero   in how many of the references the metrics of each cluster agree exactly
    tied_cut             whether another cut into k is as good
    labels               cluster number by metric
    """

    k: int
    silhouette: float | None
    gap: float | None
    gap_se: float | None
    references_at_zero: int
    tied_cut: bool
    labels: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Gap:
    """The number of clusters that the gap statistic picks, None with its reason, and one row per
    k."""

    gap_k: int | None
    gap_reason: str
    gap_draws: int
    gap_left_out: int
    by_k: tuple[Cut, ...]


def gap(panel: Panel, protocol: str, got: Clustering, seed: int = 0) -> Gap:
    """Return silhouette and gap for every k, and the k of the gap statistic; `got` clusters the
    panel's metrics."""
    if len(got.metrics) < 3:
        reason = "choosing a number of clusters needs three metrics"
        return Gap(gap_k=None, gap_reason=reason, gap_draws=0, gap_left_out=0, by_k=())
    draws, left_out = references(panel.of_metrics(got.index), protocol, seed)
    statistic = gap_statistic(got.distance, draws, got.linkage)
    cuts = tuple(
        Cut(
            k=k,
            silhouette=got.mean_silhouette(k),
            gap=finite(statistic.gap[i]),
            gap_se=finite(statistic.se[i]),
            references_at_zero=statistic.zeros[i],
            tied_cut=got.tied_cut(k),
            labels=got.labels(k),
        )
        for i, k in enumerate(statistic.k)
    )
    return Gap(
        gap_k=statistic.best,
        gap_reason="" if statistic.best else _why_undefined(got, len(draws)),
        gap_draws=len(draws),
        gap_left_out=left_out,
        by_k=cuts,
    )


def _why_undefined(got: Clustering, draws: int) -> str:
    if draws < 2:
        return "shuffled values leave some pairs of metrics without a τ"
    if not got.distance.any():
        return "all metrics give the same order"
    return "no reference differs from the others"


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
