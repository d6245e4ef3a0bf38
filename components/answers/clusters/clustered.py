"""The metrics of a selection, clustered: what every question about clusters starts from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from components.answers.clusters.published import PublishedPartition, published_partitions
from components.format import finite, joined
from components.resolved import Resolved, unweighted
from components.selection import Selection
from components.stats.agreement.tau import TIE_AWARE, Agreement, agreement
from components.stats.clusters.clustering import Clustering, clustering
from components.stats.clusters.coassociation import (
    Coassociation,
    NoResampling,
    Stability,
    resampling,
)
from components.stats.clusters.silhouette import silhouette
from components.stats.clusters.tree import Ints
from components.stats.panel import Panel


@dataclass(frozen=True, eq=False)
class Clusters:
    """Clusters of the metrics, τ averaged over blocks, under one protocol and linkage.

    got        the p metrics that can be clustered and their tree
    cut        (p,) cluster numbers from 1
    pairs      how often each pair of metrics shares a cluster over resampled benchmarks, `stable`
               all of them
    sharing    groups of benchmarks that share samples
    left_out   reasons by metric that cannot be clustered
    reason     why there are no clusters at all, "" if there are
    """

    panel: Panel
    chosen: Selection
    agreed: Agreement
    got: Clustering
    cut: Ints
    pairs: tuple[Coassociation, ...]
    stable: Stability | NoResampling
    sharing: tuple[tuple[str, ...], ...]
    published: tuple[PublishedPartition, ...]
    left_out: Mapping[str, str]
    reason: str

    @property
    def k(self) -> int:
        """Number of clusters, 0 without metrics."""
        return len(set(self.cut.tolist()))

    @cached_property
    def labels(self) -> dict[str, int]:
        """Cluster numbers by metric."""
        return dict(zip(self.got.metrics, self.cut.tolist(), strict=True))

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Metrics from left to right."""
        return (
            tuple(self.got.metrics[i] for i in self.got.tree.order)
            if self.got.tree
            else self.got.metrics
        )

    @property
    def silhouette(self) -> float | None:
        """Mean silhouette."""
        return finite(silhouette(self.got.distance, self.cut).mean()) if self.k else None

    @property
    def silhouette_k(self) -> int | None:
        """Number of clusters that the silhouette picks."""
        return self.got.silhouettes.best if self.got.silhouettes else None

    @property
    def blocks_defined(self) -> Ints:
        """(p, p) blocks in which each τ is defined."""
        return self.agreed.defined[np.ix_(self.got.index, self.got.index)]

    @cached_property
    def theirs(self) -> dict[str, int]:
        """Clusters of the first published partition, of the metrics that are clustered here; empty
        without one."""
        first = self.published[0].clusters if self.published else {}
        return {m: c for m, c in first.items() if m in self.labels}


@unweighted
def compute(view: Resolved) -> Clusters:
    chosen, panel = view.selection, view.panel.compared
    agreed = agreement(panel, chosen.protocol)
    got = clustering(agreed, chosen.linkage)
    cut = got.cut(got.k(chosen.k))
    pairs, stable = resampling(agreed, got, cut, chosen.k, chosen.rng)
    return Clusters(
        panel=panel,
        chosen=chosen,
        agreed=agreed,
        got=got,
        cut=cut,
        pairs=pairs,
        stable=stable,
        sharing=view.sharing,
        published=published_partitions(view, got.labels(got.k(chosen.k))),
        left_out={
            m: _left_out(panel, agreed, got.index, i)
            for i, m in enumerate(panel.metric_ids)
            if i not in got.index
        },
        reason="" if got.metrics else _why_none(panel),
    )


def _left_out(panel: Panel, agreed: Agreement, index: tuple[int, ...], i: int) -> str:
    """Return why metric i is none of the clustered ones, which are at `index`."""
    measured = [~np.isnan(b.values[:, i]) for b in agreed.blocks]
    blocks = sum(bool(m.any()) for m in measured)
    if not blocks:
        return "not measured in these runs"
    if max(int(m.sum()) for m in measured) < 2:
        return "measured for one method at most in every block, so it orders nothing"
    if np.isnan(agreed.block_tau[:, i, i]).all():
        if agreed.protocol == TIE_AWARE:
            return (
                f"one value for all methods in every block where it was measured ({blocks} of"
                f" {len(measured)})"
            )
        return "a value is missing in every block"
    partners = [panel.metrics[j].label for j in index if np.isnan(agreed.tau[i, j])]
    if partners:
        return f"no τ with {joined(partners)}: no block in which both rank the methods"
    return "no other metric is left to compare it with"


def _why_none(panel: Panel) -> str:
    if not panel.n_runs:
        return "No run matches these filters."
    if len(panel.metrics) < 2:
        return "The suite has one metric: clusters need at least two."
    if len(panel.methods) < 2:
        return (
            "One method is selected: metrics agree or disagree about the order of methods, which"
            " needs two."
        )
    return "No two metrics have a τ with each other on these runs."
