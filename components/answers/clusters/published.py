"""The partitions of the metrics that publications print, beside the clusters here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from components.answers.clusters.partitions import NAMED, brief
from components.format import finite, number, p_value
from components.resolved import Resolved
from components.stats.clusters.clustering import Clustering
from components.stats.clusters.compare import Comparison, compare
from components.stats.clusters.number import silhouette
from components.stats.panel import Panel
from components.table import Column, R, item
from components.words import Labels


@dataclass(frozen=True)
class PublishedPartition:
    """A published partition beside the clusters here.

    clusters      cluster number by metric, as printed; `k` is how many of them hold a metric that is clustered here
    left_out      metrics of the publication that cannot be clustered here
    silhouette    mean silhouette of the published partition on the distances here
    same          how far it is the partition here, over the metrics that are in both
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
    """Every published partition, in the order of the suite's table."""
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


def published_sentences(
    panel: Panel, published: Sequence[PublishedPartition], labels: Mapping[str, int], names: Labels
) -> list[str]:
    """How far the clusters are from each published partition, and what chance would give."""
    sentences = []
    for p in published:
        same = p.same
        if same.rand is None or same.n < 3:
            continue
        inside = {m: c for m, c in p.clusters.items() if m in labels}
        into = "" if len(inside) <= NAMED else "into "
        over = f" over the {same.n} metrics that can be clustered" if p.left_out else ""
        exact = f"exact p {p_value(same.p)}"
        chance = exact if same.exact else f"p {p_value(same.p)} from {same.arrangements} arrangements"
        sentences.append(
            f"{'This is' if same.rand >= 1 - 1e-12 else 'This is not'} the published partition "
            f"{into}{brief(panel, names, inside)} (adjusted Rand index {number(same.rand)}{over}; {chance}, "
            f"smallest possible {p_value(same.p_min)})."
        )
    return sentences


def rand_columns(published: Sequence[PublishedPartition], of: Callable[[R], Any]) -> list[Column[R]]:
    """One column per published partition: the adjusted Rand index with it, which rows have in this order."""
    return [
        Column(f"rand.{p.partition}", item(of, i), f"Rand with {p.label}", kind="number")
        for i, p in enumerate(published)
    ]
