"""Other partitions of the metrics: those that publications print, and what the other protocol and linkages give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.plain import number
from components.resolved import Resolved
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement, agreement
from components.stats.clusters.compare import Comparison, adjusted_rand, compare
from components.stats.clusters.number import silhouette
from components.stats.clusters.tree import LINKAGES
from components.views.clusters.result.clustering import Clustering, clustering


@dataclass(frozen=True, kw_only=True)
class _Printed:
    partition: str
    label: str
    clusters: Mapping[str, int]
    where: str
    url: str
    left_out: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PublishedPartition(Comparison, _Printed):
    """A published partition beside the clusters here, over the `n` metrics that are in both.

    clusters      cluster number by metric, as printed; `k` is how many of them hold one of the n metrics
    left_out      metrics of the publication that cannot be clustered here
    silhouette    mean silhouette of the published partition on the distances here
    """

    k: int
    silhouette: float | None


@dataclass(frozen=True, kw_only=True)
class ClustersByChoice:
    """What one protocol and one linkage give, k by silhouette; `rand` with each published partition."""

    protocol: str
    linkage: str
    k: int
    labels: Mapping[str, int]
    silhouette: float | None
    cophenetic: float | None
    rand: tuple[float | None, ...]


def published_partitions(
    resolved: Resolved, got: Clustering, labels: Mapping[str, int]
) -> tuple[PublishedPartition, ...]:
    """Every published partition, in the order of the suite's table."""
    table = resolved.tables.extras.get("partitions")
    if table is None:
        return ()
    return tuple(
        _compared(str(name), rows, got, labels, resolved.selection.rng)
        for name, rows in table.groupby("partition", sort=False)
    )


def rand_index(clusters: Mapping[str, int], labels: Mapping[str, int]) -> float | None:
    """Adjusted Rand index of two partitions over the metrics that are in both."""
    both = [m for m in labels if m in clusters]
    return number(adjusted_rand([labels[m] for m in both], [clusters[m] for m in both]))


def choices(
    resolved: Resolved, own: Agreement, published: Sequence[PublishedPartition]
) -> tuple[ClustersByChoice, ...]:
    """One row per protocol and linkage that can be used; `own` is the agreement under the protocol selected."""
    rows = []
    for protocol in (TIE_AWARE, PUBLISHED):
        agreed = own if protocol == own.protocol else agreement(resolved.panel, protocol)
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
                    cophenetic=number(got.tree.cophenetic),
                    rand=tuple(rand_index(p.clusters, labels) for p in published),
                )
            )
    return tuple(rows)


def _compared(
    name: str, rows: pd.DataFrame, got: Clustering, labels: Mapping[str, int], seed: int
) -> PublishedPartition:
    clusters = {str(m): int(c) for m, c in zip(rows["metric"], rows["cluster"], strict=True)}
    both = [i for i, m in enumerate(got.metrics) if m in clusters]
    theirs = [clusters[got.metrics[i]] for i in both]
    compared = compare([labels[got.metrics[i]] for i in both], theirs, seed)
    several = 1 < len(set(theirs)) < len(theirs)
    own = silhouette(got.distance[np.ix_(both, both)], np.array(theirs)).mean() if several else None
    return PublishedPartition(
        partition=name,
        label=str(rows["label"].iloc[0]),
        clusters=clusters,
        where=str(rows["where"].iloc[0]),
        url="" if rows["url"].isna().iloc[0] else str(rows["url"].iloc[0]),
        left_out=tuple(m for m in clusters if m not in got.metrics),
        **vars(compared),
        k=len(set(theirs)),
        silhouette=number(own),
    )
