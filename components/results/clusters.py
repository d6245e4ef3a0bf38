"""The metrics of a selection, clustered: what every question about clusters starts from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from components.format import finite, joined
from components.resolved import Resolved, unweighted
from components.results.published_clusters import PublishedPartition, published_partitions
from components.selection import Selection
from components.stats.agreement.tau import TIE_AWARE, Agreement, agreement
from components.stats.clusters.clustering import Clustering, clustering
from components.stats.clusters.coassociation import (
    Coassociation,
    NoResampling,
    ResampledClusters,
    resampling,
)
from components.stats.clusters.silhouette import silhouette
from components.stats.panel import Floats, Ints, Panel

_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Clusters:
    """Clusters of the metrics, τ averaged over blocks, under one protocol and linkage.

    clustering  the p metrics that can be clustered and their tree
    cut         (p,) cluster numbers from 1
    pairs       how often each pair of metrics shares a cluster over resampled benchmarks,
                `stability` all of them
    sharing     groups of benchmarks that share samples
    left_out    reasons by metric that cannot be clustered
    reason      why there are no clusters at all, "" if there are
    """

    panel: Panel
    selection: Selection
    agreement: Agreement
    clustering: Clustering
    cut: Ints
    pairs: tuple[Coassociation, ...]
    stability: ResampledClusters | NoResampling
    sharing: tuple[tuple[str, ...], ...]
    published: tuple[PublishedPartition, ...]
    left_out: Mapping[str, str]
    reason: str

    @property
    def metrics(self) -> tuple[str, ...]:
        """Ids of the metrics that are clustered, in registry order."""
        return self.clustering.metrics

    @property
    def k(self) -> int:
        """Number of clusters, 0 without metrics."""
        return len(set(self.cut.tolist()))

    @cached_property
    def labels(self) -> dict[str, int]:
        """Cluster numbers by metric."""
        return dict(zip(self.metrics, self.cut.tolist(), strict=True))

    @cached_property
    def members(self) -> list[list[str]]:
        """The metrics of each cluster, clusters by their first metric in registry order."""
        by_label: dict[int, list[str]] = {}
        for metric, cluster_label in self.labels.items():
            by_label.setdefault(cluster_label, []).append(metric)
        return list(by_label.values())

    @property
    def taus_between(self) -> Floats:
        """τ of every pair of metrics of two clusters; of all pairs if there is one cluster."""
        is_pair = np.triu(np.ones_like(self.clustering.tau, dtype=bool), 1)
        if self.k > 1:
            is_pair &= self.cut[:, None] != self.cut[None, :]
        return np.asarray(self.clustering.tau[is_pair])

    @property
    def order(self) -> tuple[str, ...]:
        """Metrics from left to right."""
        if self.clustering.tree is None:
            return self.metrics
        return tuple(self.metrics[leaf] for leaf in self.clustering.tree.order)

    @property
    def no_tree(self) -> str:
        """Why there is no tree to draw, "" if there is one."""
        if self.reason:
            return self.reason
        if len(self.panel.methods) == 2:
            return "Only two methods are compared, too few to cluster metrics by."
        if (self.clustering.tau > 1 - _ROUNDING).all():
            return "All metrics that can be compared order the methods alike: every τ is 1."
        return ""

    @property
    def silhouette(self) -> float | None:
        """Mean silhouette."""
        return finite(silhouette(self.clustering.distance, self.cut).mean()) if self.k else None

    @property
    def silhouette_k(self) -> int | None:
        """Number of clusters that the silhouette picks."""
        return self.clustering.best_k

    @property
    def blocks_defined(self) -> Ints:
        """(p, p) blocks in which each τ is defined."""
        return self.agreement.defined[
            np.ix_(self.clustering.metric_indices, self.clustering.metric_indices)
        ]

    @cached_property
    def published_labels(self) -> dict[str, int]:
        """Clusters of the first published partition, of the metrics that are clustered here; empty
        without one."""
        if not self.published:
            return {}
        clusters = self.published[0].clusters
        shown_clusters = {}
        for metric, cluster_label in clusters.items():
            if metric in self.labels:
                shown_clusters[metric] = cluster_label
        return shown_clusters


@unweighted
def compute(view: Resolved) -> Clusters:
    """Return the clusters of the metrics of a selection."""
    selection = view.selection
    panel = view.panel.compared
    agreed = agreement(panel, selection.protocol)
    whole_clustering = clustering(agreed, selection.linkage)
    n_clusters = whole_clustering.n_clusters(selection.k)
    cluster_of_metric = whole_clustering.cut(n_clusters)
    pairs, stability = resampling(
        agreed, whole_clustering, cluster_of_metric, selection.k, selection.rng
    )
    return Clusters(
        panel=panel,
        selection=selection,
        agreement=agreed,
        clustering=whole_clustering,
        cut=cluster_of_metric,
        pairs=pairs,
        stability=stability,
        sharing=view.sharing,
        published=published_partitions(
            view, dict(zip(whole_clustering.metrics, cluster_of_metric.tolist(), strict=True))
        ),
        left_out=dict(_left_out(panel, agreed, whole_clustering.metric_indices)),
        reason="" if whole_clustering.metrics else _why_none(panel),
    )


def _left_out(
    panel: Panel, agreed: Agreement, clustered: tuple[int, ...]
) -> Iterator[tuple[str, str]]:
    """Yield the metrics that are none of the clustered ones, each with the reason."""
    for metric_index, metric in enumerate(panel.metric_ids):
        if metric_index not in clustered:
            yield metric, _why_left_out(panel, agreed, clustered, metric_index)


def _why_left_out(
    panel: Panel, agreed: Agreement, clustered: tuple[int, ...], metric_index: int
) -> str:
    n_methods = [(~np.isnan(block.values[:, metric_index])).sum() for block in agreed.blocks]
    n_measured = sum(bool(method) for method in n_methods)
    if not n_measured:
        return "not measured in these runs"
    if max(n_methods) < 2:
        return "measured for one method at most in every block, so it orders nothing"
    if np.isnan(agreed.block_tau[:, metric_index, metric_index]).all():
        if agreed.protocol != TIE_AWARE:
            return "a value is missing in every block"
        return (
            f"one value for all methods in every block where it was measured ({n_measured} of"
            f" {len(agreed.blocks)})"
        )
    without_tau = [
        other_index for other_index in clustered if np.isnan(agreed.tau[metric_index, other_index])
    ]
    if not without_tau:
        return "no other metric is left to compare it with"
    labels = joined([panel.metrics[other_index].label for other_index in without_tau])
    return f"no τ with {labels}: no block in which both rank the methods"


def _why_none(panel: Panel) -> str:
    if not panel.n_runs:
        return "No run matches these filters."
    if len(panel.metrics) < 2:
        return "The suite has one metric: clusters need at least two."
    if len(panel.methods) < 2:
        return "Only one method is shown, and metrics agree or disagree about an order of methods."
    return "No two metrics have a τ with each other on these runs."
