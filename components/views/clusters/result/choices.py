"""What the other protocol and the other linkages give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.plain import number
from components.resolved import Resolved
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement, agreement
from components.stats.clusters.tree import LINKAGES
from components.views.clusters.result.clustering import clustering
from components.views.clusters.result.partitions import PublishedPartition, rand_index


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
