"""Are the clusters the published ones? The partitions of the metrics that publications print, with
these clusters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.format import finite, number
from components.resolved import Resolved
from components.stats.clusters.adjusted_rand import adjusted_rand


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
    frame = view.tables.extras.get("partitions")
    if frame is None:
        return ()
    partitions = []
    for partition_name, rows in frame.groupby("partition", sort=False):
        clusters = dict(zip(rows["metric"].map(str), rows["cluster"].map(int), strict=True))
        in_both = [metric for metric in labels if metric in clusters]
        rand_index = adjusted_rand([labels[m] for m in in_both], [clusters[m] for m in in_both])
        partition_label = str(rows["label"].iloc[0])
        partitions.append(
            PublishedPartition(
                str(partition_name), partition_label, clusters, len(in_both), finite(rand_index)
            )
        )
    return tuple(partitions)


def published_sentence(published: Sequence[PublishedPartition]) -> str:
    """Return whether the clusters are the first published ones, "" if fewer than three metrics can
    be compared."""
    if not published or published[0].rand is None or published[0].n < 3:
        return ""
    first_rand = published[0].rand
    verdict = "the same" if first_rand >= 1 - 1e-12 else "others"
    return f"The published clusters are {verdict} (adjusted Rand {number(first_rand)})."
