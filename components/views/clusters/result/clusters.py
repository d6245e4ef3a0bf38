"""Which metrics tell the same story: clusters of metrics by their agreement, and how much the grouping can carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from components.labels import Labels
from components.plain import aside, by_id, number, where_known
from components.resolved import Resolved, reads
from components.stats.agreement.tau import agreement
from components.stats.clusters.number import silhouette
from components.stats.clusters.plane import metric_map
from components.stats.clusters.tree import euclidean, segments, smallest_eigenvalue
from components.stats.seed_draw import tau_errors, typical_error
from components.views.clusters.result.clustering import Clustering, clustering
from components.views.clusters.result.number import Coassociation, Cut, NoResampling, Resampling, gap, resampling
from components.views.clusters.result.partitions import (
    ClustersByChoice,
    PublishedPartition,
    choices,
    published_partitions,
)
from components.views.clusters.result.reasons import Unclusterable, k_reason, linkage_reason, unclusterable, why_none

Matrix: TypeAlias = "tuple[tuple[float, ...], ...]"
Counts: TypeAlias = "tuple[tuple[int, ...], ...]"

NOT_EUCLIDEAN = "These distances have no exact picture in any number of dimensions; see the stress."


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """A merge of the dendrogram: four corners, left foot to right foot, x by place in the leaf order."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    height: float
    joins: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ClustersResult:
    """Clusters of the metrics, mean over blocks, under one protocol and linkage.

    Undefined numbers are None: `reason` says why there are no clusters at all, `k_reason`, `gap_reason`, `map_reason`,
    `linkage_reason` and `resampling.reason` why something differs from what was chosen or is missing.

    metrics          those that can be clustered; `tau` and `blocks_defined` are rows in their order
    order            the same metrics from left to right
    k_wanted         the number chosen, or "auto" for the one of the silhouette, which is `silhouette_k`
    labels           cluster number by metric
    silhouette       mean over the metrics; `silhouettes` of each
    tied_cut         whether another cut into k is as good
    cophenetic       correlation of the distances with the heights of first union
    blocks_defined   number of `blocks` in which each τ is defined
    map              places in the plane by metric, in the unit of the distance; `stress` (stress-1) is 0 where it fits
    euclidean        whether the distances √(2(1−τ)) are those between points of a Euclidean space
    names            what everything is called; `score_ids` are all score metrics of the suite, clustered or not
    distance         rows like `tau`
    tau_error        standard error of a τ that comes from the draw of seeds, the root mean square over pairs
    most_methods     how many methods the fullest block compares
    """

    protocol: str
    scope: str
    reason: str
    metrics: tuple[str, ...]
    order: tuple[str, ...]
    linkage: str
    linkage_reason: str
    k: int | None
    k_wanted: int | str
    k_reason: str
    tied_cut: bool
    labels: Mapping[str, int]
    silhouette: float | None
    silhouette_k: int | None
    silhouettes: Mapping[str, float | None]
    cophenetic: float | None
    tau: Matrix
    blocks_defined: Counts
    blocks: int
    benchmarks: tuple[str, ...]
    brackets: tuple[Bracket, ...]
    unclusterable: tuple[Unclusterable, ...]
    gap_k: int | None
    gap_reason: str
    gap_draws: int
    gap_left_out: int
    by_k: tuple[Cut, ...]
    map: Mapping[str, tuple[float, float]]
    stress: float | None
    euclidean: bool | None
    smallest_eigenvalue: float | None
    map_reason: str
    coassociation: tuple[Coassociation, ...]
    resampling: Resampling | NoResampling
    published: tuple[PublishedPartition, ...]
    choices: tuple[ClustersByChoice, ...]
    tau_error: float | None = where_known()
    names: Labels = aside()
    score_ids: tuple[str, ...] = aside()
    distance: Matrix = aside()
    most_methods: int = aside()

    @property
    def first_published(self) -> PublishedPartition | None:
        """The published partition that every figure marks."""
        return self.published[0] if self.published else None

    @property
    def published_clusters(self) -> dict[str, int]:
        """Its clusters, of the metrics that are clustered here."""
        first = self.first_published
        return {m: c for m, c in first.clusters.items() if m in self.labels} if first else {}


@reads(weights=False)
def clusters(resolved: Resolved) -> ClustersResult:
    """Clusters of the metrics of a view under its protocol and linkage."""
    chosen, panel = resolved.selection, resolved.panel
    agreed = agreement(panel, chosen.protocol)
    got = clustering(agreed, chosen.linkage)
    k = got.k(chosen.k)
    cut, labels = got.cut(k), got.labels(k)
    each = silhouette(got.distance, cut)
    published = published_partitions(resolved, got, labels)
    plane, fits = metric_map(got.distance), euclidean(got.tau)
    pairs, resampled = resampling(resolved, agreed, got, cut)
    return ClustersResult(
        protocol=chosen.protocol,
        scope="blocks",
        reason="" if got.metrics else why_none(resolved),
        metrics=got.metrics,
        order=tuple(got.metrics[i] for i in got.tree.order) if got.tree else got.metrics,
        linkage=got.linkage,
        linkage_reason=linkage_reason(chosen.linkage, got),
        k=k or None,
        k_wanted=chosen.k,
        k_reason=k_reason(chosen.k, got),
        tied_cut=got.tied_cut(k),
        labels=labels,
        silhouette=number(each.mean()) if len(each) else None,
        silhouette_k=got.silhouettes.best if got.silhouettes else None,
        silhouettes=by_id(got.metrics, each),
        cophenetic=number(got.tree.cophenetic) if got.tree else None,
        tau=tuple(map(tuple, got.tau.tolist())),
        blocks_defined=tuple(map(tuple, agreed.defined[np.ix_(got.index, got.index)].tolist())),
        blocks=len(agreed.blocks),
        benchmarks=panel.benchmarks,
        brackets=_brackets(got),
        unclusterable=unclusterable(resolved, agreed, got.index),
        **vars(gap(resolved, got, published)),
        map={m: (float(x), float(y)) for m, (x, y) in zip(got.metrics, plane.points, strict=True)},
        stress=number(plane.stress) if got.metrics else None,
        euclidean=fits if got.metrics else None,
        smallest_eigenvalue=number(smallest_eigenvalue(got.tau)),
        map_reason=NOT_EUCLIDEAN if got.metrics and not fits else "",
        coassociation=pairs,
        resampling=resampled,
        published=published,
        choices=choices(resolved, agreed, published),
        tau_error=typical_error(tau_errors(panel, agreed)),
        names=resolved.labels,
        score_ids=panel.metric_ids,
        distance=tuple(map(tuple, got.distance.tolist())),
        most_methods=int(panel.present.sum(axis=2).max(initial=0)),
    )


def _brackets(got: Clustering) -> tuple[Bracket, ...]:
    if got.tree is None:
        return ()
    members: list[set[str]] = [{m} for m in got.metrics]
    rows = []
    for merge, corners in zip(got.tree.merges, segments(got.tree.merges, got.tree.order), strict=True):
        members.append(members[int(merge[0])] | members[int(merge[1])])
        rows.append(
            Bracket(
                x=tuple(corners[:, 0].tolist()),
                y=tuple(corners[:, 1].tolist()),
                height=float(merge[2]),
                joins=tuple(m for m in got.metrics if m in members[-1]),
            )
        )
    return tuple(rows)
