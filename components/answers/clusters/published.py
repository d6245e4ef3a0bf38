"""Are the clusters the published ones? The partitions of the metrics that publications print, with these clusters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from components.format import finite, number
from components.resolved import Resolved
from components.stats.clusters.clustering import Clustering
from components.stats.clusters.compare import Comparison, compare
from components.stats.clusters.number import silhouette
from components.table import Column, R, item


@dataclass(frozen=True)
class PublishedPartition:
    """A published partition beside the clusters here.

    clusters      cluster number by metric, as printed; `k` is how many of them hold a metric that is clustered here
    left_out      metrics of the publication that cannot be clustered here
    silhouette    mean silhouette of the published partition on the distances here
    same          how alike it is to the partition here, over the metrics that are in both
    """

    partition: str
    label: str
    clusters: Mapping[str, int]
    where: str
    url: str
    left_out: tuple[str, ...]
    k: int
    silhouette: float | None
    same: Comparison


def published_partitions(view: Resolved, got: Clustering, labels: Mapping[str, int]) -> tuple[PublishedPartition, ...]:
    """Return every published partition, in the order of the suite's table."""
    rows = view.tables.extras.get("partitions")
    if rows is None:
        return ()
    parts = rows.groupby("partition", sort=False)
    return tuple(_compared(str(name), own, got, labels, view.selection.rng) for name, own in parts)


def _compared(
    name: str, rows: pd.DataFrame, got: Clustering, labels: Mapping[str, int], seed: int
) -> PublishedPartition:
    clusters = {str(m): int(c) for m, c in zip(rows["metric"], rows["cluster"], strict=True)}
    both = sorted((i for i, m in enumerate(got.metrics) if m in clusters), key=got.metrics.__getitem__)
    theirs = [clusters[got.metrics[i]] for i in both]
    several = 1 < len(set(theirs)) < len(theirs)
    own = silhouette(got.distance[np.ix_(both, both)], np.array(theirs)).mean() if several else None
    return PublishedPartition(
        partition=name,
        label=str(rows["label"].iloc[0]),
        clusters=clusters,
        where=str(rows["where"].iloc[0]),
        url="" if rows["url"].isna().iloc[0] else str(rows["url"].iloc[0]),
        left_out=tuple(m for m in clusters if m not in got.metrics),
        k=len(set(theirs)),
        silhouette=finite(own),
        same=compare([labels[got.metrics[i]] for i in both], theirs, seed),
    )


def published_sentence(published: Sequence[PublishedPartition]) -> str:
    """Return whether the clusters are the first published ones, "" if fewer than three metrics can be compared."""
    if not published or published[0].same.rand is None or published[0].same.n < 3:
        return ""
    rand = published[0].same.rand
    return f"The published clusters are {'the same' if rand >= 1 - 1e-12 else 'others'} (adjusted Rand {number(rand)})."


def rand_columns(published: Sequence[PublishedPartition], of: Callable[[R], Any]) -> list[Column[R]]:
    """Return one column per published partition: the adjusted Rand index with it, which rows have in this order."""
    return [
        Column(f"rand.{p.partition}", item(of, i), f"Rand with {p.label}", kind="number")
        for i, p in enumerate(published)
    ]
