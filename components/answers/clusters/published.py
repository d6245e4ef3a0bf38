"""Are the clusters the published ones? The partitions of the metrics that publications print, with
these clusters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.format import finite, number
from components.resolved import Resolved
from components.stats.clusters.compare import adjusted_rand


@dataclass(frozen=True)
class PublishedPartition:
    """A published partition: cluster numbers by metric as printed, and how alike it is to the
    clusters here.

    `rand` is the adjusted Rand index over the `n` metrics in both, None for fewer than two.
    """

    partition: str
    label: str
    clusters: Mapping[str, int]
    n: int
    rand: float | None


def published_partitions(
    view: Resolved, labels: Mapping[str, int]
) -> tuple[PublishedPartition, ...]:
    """Return every published partition beside the clusters here, in the order of the suite's
    table."""
    rows, found = view.tables.extras.get("partitions"), []
    for name, own in () if rows is None else rows.groupby("partition", sort=False):
        clusters = {str(m): int(c) for m, c in zip(own["metric"], own["cluster"], strict=True)}
        both = [m for m in labels if m in clusters]
        rand = finite(adjusted_rand([labels[m] for m in both], [clusters[m] for m in both]))
        found.append(
            PublishedPartition(str(name), str(own["label"].iloc[0]), clusters, len(both), rand)
        )
    return tuple(found)


def published_sentence(published: Sequence[PublishedPartition]) -> str:
    """Return whether the clusters are the first published ones, "" if fewer than three metrics can
    be compared."""
    if not published or published[0].rand is None or published[0].n < 3:
        return ""
    rand = published[0].rand
    return (
        f"The published clusters are {'the same' if rand >= 1 - 1e-12 else 'others'} (adjusted Rand"
        f" {number(rand)})."
    )
