"""How many clusters: silhouette and gap of every cut, and whether the cut comes back on other benchmarks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from components.format import finite
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement, agreement
from components.stats.clusters.clustering import Clustering, clustering
from components.stats.clusters.coassociation import Stability, by_benchmark, coassociation
from components.stats.clusters.compare import adjusted_rand
from components.stats.clusters.number import gap_statistic, reference_draws, references
from components.stats.clusters.tree import LINKAGES, Ints
from components.stats.panel import Panel


@dataclass(frozen=True, kw_only=True)
class Cut:
    """One cut of the tree into k clusters.

    gap, gap_se          None where the gap is undefined
    references_at_zero   in how many of the references the metrics of each cluster agree exactly
    tied_cut             whether another cut into k is as good
    labels               cluster number by metric
    rand                 adjusted Rand index with each of the given partitions
    """

    k: int
    silhouette: float | None
    gap: float | None
    gap_se: float | None
    references_at_zero: int
    tied_cut: bool
    labels: Mapping[str, int]
    rand: tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class Gap:
    """The number of clusters that the gap statistic picks, None with its reason, and one row per k."""

    gap_k: int | None
    gap_reason: str
    gap_draws: int
    gap_left_out: int
    by_k: tuple[Cut, ...]


def gap(
    panel: Panel, protocol: str, got: Clustering, partitions: Sequence[Mapping[str, int]] = (), seed: int = 0
) -> Gap:
    """Silhouette and gap for every k, and the k of the gap statistic.

    `got` clusters the metrics of the panel under the protocol; `partitions` map metric ids to clusters.
    """
    if len(got.metrics) < 3:
        reason = "choosing a number of clusters needs three metrics"
        return Gap(gap_k=None, gap_reason=reason, gap_draws=0, gap_left_out=0, by_k=())
    draws, left_out = references(panel.of_metrics(got.index), protocol, reference_draws(panel), seed)
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
            rand=tuple(rand_index(p, got.labels(k)) for p in partitions),
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

    `share` is the probability that they share a cluster, given that both can be clustered (None when they never can);
    `defined` is the probability that both can be.
    """

    x: str
    y: str
    share: float | None
    defined: float


@dataclass(frozen=True, kw_only=True)
class NoResampling:
    """Why nothing was resampled."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class Resampling(Stability):
    """How often the clusters come back; `reason` says what makes the resamples uninformative, empty otherwise."""

    reason: str


def resampling(
    agreed: Agreement, got: Clustering, cut: Ints, wanted: int | str, seed: int = 0
) -> tuple[tuple[Coassociation, ...], Resampling | NoResampling]:
    """Every pair of the metrics that are clustered, and all of them together, over resampled benchmarks.

    `cut` (p,) are their cluster numbers, `wanted` is a number of clusters or "auto".
    """
    count = len(got.metrics)
    needed = 3 if wanted == "auto" else 2
    if count < needed:
        return (), NoResampling(reason=f"{count} metrics can be clustered: choosing again needs {needed}")
    tau, weight = by_benchmark(agreed)
    grid = np.ix_(range(len(tau)), got.index, got.index)
    fixed = None if wanted == "auto" else int(wanted)
    shares, defined, stable = coassociation(tau[grid], weight[grid], got.linkage, fixed, cut, seed=seed)
    pairs = tuple(
        Coassociation(
            x=got.metrics[i],
            y=got.metrics[j],
            share=finite(shares[i, j]),
            defined=float(defined[i, j]),
        )
        for i, j in combinations(range(count), 2)
    )
    few = "One benchmark: whether the clusters hold on others cannot be told."
    return pairs, Resampling(reason=few if len(tau) < 2 else "", **vars(stable))


@dataclass(frozen=True, kw_only=True)
class ClustersByChoice:
    """What one protocol and one linkage give, k by silhouette; `rand` as in `Cut`."""

    protocol: str
    linkage: str
    k: int
    labels: Mapping[str, int]
    silhouette: float | None
    cophenetic: float | None
    rand: tuple[float | None, ...]


def rand_index(clusters: Mapping[str, int], labels: Mapping[str, int]) -> float | None:
    """Adjusted Rand index of two partitions over the metrics that are in both."""
    both = [m for m in labels if m in clusters]
    return finite(adjusted_rand([labels[m] for m in both], [clusters[m] for m in both]))


def choices(panel: Panel, own: Agreement, partitions: Sequence[Mapping[str, int]] = ()) -> tuple[ClustersByChoice, ...]:
    """One row per protocol and linkage that can be used; `own` is the agreement of the panel under one protocol."""
    rows = []
    for protocol in (TIE_AWARE, PUBLISHED):
        agreed = own if protocol == own.protocol else agreement(panel, protocol)
        for linkage in LINKAGES:
            got = clustering(agreed, linkage)
            if got.tree is None or got.linkage != linkage:
                continue
            k = got.k("auto")
            labels = got.labels(k)
            rows.append(
                ClustersByChoice(
                    protocol=protocol,
                    linkage=linkage,
                    k=k,
                    labels=labels,
                    silhouette=got.mean_silhouette(k),
                    cophenetic=finite(got.tree.cophenetic),
                    rand=tuple(rand_index(p, labels) for p in partitions),
                )
            )
    return tuple(rows)
