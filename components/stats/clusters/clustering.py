"""The metrics that can be clustered under one protocol, and their tree under one linkage."""

from dataclasses import dataclass

import numpy as np

from components.stats.agreement.tau import Agreement
from components.stats.clusters.silhouette import best_number
from components.stats.clusters.tree import (
    Tree,
    clusterable,
    cut,
    distances,
    euclidean,
    segments,
    tied_cut,
    tree,
)
from components.stats.panel import Floats, Ints


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """A merge of the dendrogram: four corners, left foot to right foot, x by place in the leaf
    order. `joins` holds the metrics below it, in registry order."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    height: float
    joins: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Clustering:
    """The p metrics that can be clustered and their tree.

    metric_indices  their places among all score metrics; `metrics` are their ids, and (p, p)
              matrices are in this order
    linkage   the one used, which differs from the one wanted if that does not fit the distances
    tree      None below two metrics
    best_k    number of clusters that the silhouette picks, None below three metrics
    """

    metric_indices: tuple[int, ...]
    metrics: tuple[str, ...]
    tau: Floats
    distance: Floats
    linkage: str
    tree: Tree | None
    best_k: int | None

    def n_clusters(self, wanted: int | str) -> int:
        """Return the number of clusters: `wanted`, but at most p.

        For "auto" that of the silhouette, 1 if it has none. 0 without metrics.
        """
        if wanted != "auto":
            return min(int(wanted), len(self.metrics))
        return self.best_k or min(1, len(self.metrics))

    def cut(self, k: int) -> Ints:
        """Return (p,) cluster numbers from 1. Raises what `tree.cut` raises."""
        if self.tree is None:
            return np.ones(len(self.metrics), dtype=np.intp)
        return cut(self.tree.merges, k)

    def tied_cut(self, k: int) -> bool:
        """Return whether another cut into k clusters is as good."""
        return self.tree is not None and tied_cut(self.tree.merges, k)

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """The merges of the dendrogram, the lowest first."""
        if self.tree is None:
            return ()
        merges = self.tree.merges
        corners_of_merges = segments(merges, self.tree.order)
        metrics_below = [{metric} for metric in self.metrics]
        brackets = []
        for (left, right, height, _), corners in zip(merges, corners_of_merges, strict=True):
            joined = metrics_below[int(left)] | metrics_below[int(right)]
            metrics_below.append(joined)
            brackets.append(
                Bracket(
                    x=tuple(corners[:, 0].tolist()),
                    y=tuple(corners[:, 1].tolist()),
                    height=float(height),
                    joins=tuple(metric for metric in self.metrics if metric in joined),
                )
            )
        return tuple(brackets)


def clustering(agreement: Agreement, linkage: str) -> Clustering:
    """Cluster the metrics that can be.

    Ward falls back to average linkage unless the distances are Euclidean.
    """
    index = clusterable(agreement.tau)
    tau = agreement.tau[np.ix_(index, index)]
    distance = distances(tau)
    if linkage == "ward" and not euclidean(tau):
        linkage = "average"
    tree_of_metrics = None
    best_k = None
    if index:
        tree_of_metrics = tree(distance, linkage)
        best_k = best_number(distance, tree_of_metrics.merges)
    return Clustering(
        metric_indices=index,
        metrics=tuple(agreement.metrics[i] for i in index),
        tau=tau,
        distance=distance,
        linkage=linkage,
        tree=tree_of_metrics,
        best_k=best_k,
    )
