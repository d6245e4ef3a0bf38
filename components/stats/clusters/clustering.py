"""The metrics that can be clustered under one protocol, and their tree under one linkage."""

from dataclasses import dataclass

import numpy as np

from components.stats.agreement.tau import Agreement
from components.stats.clusters.silhouette import Silhouettes, silhouettes
from components.stats.clusters.tree import (
    Ints,
    Tree,
    clusterable,
    cut,
    distances,
    euclidean,
    segments,
    tied_cut,
    tree,
)
from components.stats.panel import Floats


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """A merge of the dendrogram: four corners, left foot to right foot, x by place in the leaf
    order."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    height: float
    joins: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Clustering:
    """The p metrics that can be clustered and their tree.

    index     their places among all score metrics; `metrics` are their ids, and (p, p) matrices are
              in this order
    linkage   the one used, which differs from the one wanted if that does not fit the distances
    tree      None below two metrics, as are `silhouettes`
    """

    index: tuple[int, ...]
    metrics: tuple[str, ...]
    tau: Floats
    distance: Floats
    linkage: str
    tree: Tree | None
    silhouettes: Silhouettes | None

    def k(self, wanted: int | str) -> int:
        """Return the number of clusters: the one wanted, at most one a metric, or for "auto" the
        silhouette's, or 1."""
        if wanted == "auto":
            return (self.silhouettes.best if self.silhouettes else None) or min(
                1, len(self.metrics)
            )
        return min(int(wanted), len(self.metrics))

    def cut(self, k: int) -> Ints:
        """Return (p,) cluster numbers from 1."""
        return cut(self.tree.merges, k) if self.tree else np.ones(len(self.metrics), dtype=np.intp)

    def labels(self, k: int) -> dict[str, int]:
        """Return cluster numbers from 1, by metric."""
        return dict(zip(self.metrics, self.cut(k).tolist(), strict=True))

    def tied_cut(self, k: int) -> bool:
        """Return whether another cut into k clusters is as good."""
        return self.tree is not None and tied_cut(self.tree.merges, k)

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """The merges of the dendrogram, the lowest first."""
        if self.tree is None:
            return ()
        members: list[set[str]] = [{m} for m in self.metrics]
        rows = []
        for merge, corners in zip(
            self.tree.merges, segments(self.tree.merges, self.tree.order), strict=True
        ):
            members.append(members[int(merge[0])] | members[int(merge[1])])
            rows.append(
                Bracket(
                    x=tuple(corners[:, 0].tolist()),
                    y=tuple(corners[:, 1].tolist()),
                    height=float(merge[2]),
                    joins=tuple(m for m in self.metrics if m in members[-1]),
                )
            )
        return tuple(rows)


def clustering(agreement: Agreement, linkage: str) -> Clustering:
    """Cluster the metrics that can be; Ward falls back to average linkage unless the distances are
    Euclidean."""
    index = clusterable(agreement.tau)
    inner = agreement.tau[np.ix_(index, index)]
    distance = distances(inner)
    used = "average" if linkage == "ward" and not euclidean(inner) else linkage
    grown = tree(distance, used) if index else None
    return Clustering(
        index,
        tuple(agreement.metrics[i] for i in index),
        inner,
        distance,
        used,
        grown,
        silhouettes(distance, grown.merges) if grown else None,
    )
