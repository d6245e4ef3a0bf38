"""How many clusters: silhouette and gap statistic of every cut of the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.plain import number
from components.resolved import Resolved
from components.stats.clusters.number import gap_statistic, reference_draws, references
from components.views.clusters.result.clustering import Clustering
from components.views.clusters.result.partitions import PublishedPartition, rand_index


@dataclass(frozen=True, kw_only=True)
class Cut:
    """One cut of the tree into k clusters.

    gap, gap_se          None where the gap is undefined
    references_at_zero   in how many of the references the metrics of each cluster agree exactly
    tied_cut             whether another cut into k is as good
    labels               cluster number by metric
    rand                 adjusted Rand index with each published partition
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


def gap(resolved: Resolved, got: Clustering, published: Sequence[PublishedPartition]) -> Gap:
    """Silhouette and gap for every k, and the k of the gap statistic."""
    if len(got.metrics) < 3:
        reason = "choosing a number of clusters needs three metrics"
        return Gap(gap_k=None, gap_reason=reason, gap_draws=0, gap_left_out=0, by_k=())
    draws, left_out = references(
        resolved.panel.of_metrics(list(got.index)),
        resolved.selection.protocol,
        reference_draws(resolved.panel),
        resolved.selection.rng,
    )
    statistic = gap_statistic(got.distance, draws, got.linkage, left_out)
    cuts = []
    for i, k in enumerate(statistic.k):
        labels = got.labels(k)
        cuts.append(
            Cut(
                k=k,
                silhouette=got.mean_silhouette(k),
                gap=number(statistic.gap[i]),
                gap_se=number(statistic.se[i]),
                references_at_zero=statistic.zeros[i],
                tied_cut=got.tied_cut(k),
                labels=labels,
                rand=tuple(rand_index(p.clusters, labels) for p in published),
            )
        )
    return Gap(
        gap_k=statistic.best,
        gap_reason="" if statistic.best else _why_undefined(got, len(draws)),
        gap_draws=statistic.draws,
        gap_left_out=statistic.undefined,
        by_k=tuple(cuts),
    )


def _why_undefined(got: Clustering, draws: int) -> str:
    if draws < 2:
        return "shuffled values leave some pairs of metrics without a τ"
    if not got.distance.any():
        return "all metrics give the same order"
    return "no reference differs from the others"
