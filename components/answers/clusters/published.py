"""Are the clusters the published ones? The partitions of the metrics that publications print, with these clusters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from components.format import number
from components.resolved import Resolved
from components.stats.clusters.clustering import Clustering
from components.stats.clusters.compare import Comparison, compare
from components.table import Column, R, item


@dataclass(frozen=True)
class PublishedPartition:
    """A published partition, cluster numbers by metric as printed, and how alike it is to the clusters here."""

    partition: str
    label: str
    clusters: Mapping[str, int]
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
    both = sorted(m for m in got.metrics if m in clusters)
    same = compare([labels[m] for m in both], [clusters[m] for m in both], seed)
    return PublishedPartition(name, str(rows["label"].iloc[0]), clusters, same)


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
