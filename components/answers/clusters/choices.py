"""Would another protocol or linkage give other clusters?"""

from dataclasses import dataclass

from components.answers.clusters import grouping
from components.answers.clusters.grouping import PROTOCOLS, Clusters
from components.answers.clusters.partitions import brief, partition_text
from components.answers.clusters.published import rand_columns
from components.answers.record import Answer, Part, Said
from components.labels import Labels
from components.resolved import Resolved, reads
from components.stats.clusters.cuts import ClustersByChoice, choices
from components.table import Column, Table, table
from components.text import counted


@dataclass(frozen=True, eq=False)
class Choices:
    """The clusters shown, and those under every protocol and linkage, k by silhouette."""

    clusters: Clusters
    rows: tuple[ClustersByChoice, ...]


@reads(weights=False)
def compute(view: Resolved) -> Choices:
    """The clusters of a selection under every protocol and linkage."""
    clusters = view.of(grouping.compute)
    return Choices(clusters, choices(view.panel, clusters.agreed, [p.clusters for p in clusters.published]))


def say(result: Choices, names: Labels) -> Said:
    """How many of the choices of protocol and linkage lead to the same clusters."""
    rows = [c for c in result.rows if len(c.labels) > 2]
    if len(result.clusters.got.metrics) <= 2 or len(rows) < 2:
        return Said()
    parts = []
    for protocol in dict.fromkeys(c.protocol for c in rows):
        labels = [c.labels for c in rows if c.protocol == protocol]
        texts = [partition_text(result.clusters.panel, names, one) for one in labels]
        most = max(dict.fromkeys(texts), key=texts.count)
        clusters = brief(result.clusters.panel, names, labels[texts.index(most)])
        alike = texts.count(most)
        give = f"{alike} of {counted(len(texts), 'linkage')} {'gives' if alike == 1 else 'give'} {clusters}"
        parts.append(f"{PROTOCOLS[protocol].lower()}, {give}")
    return Said([f"With k by silhouette: {'; '.join(parts)}."])


def choices_table(result: Choices, names: Labels) -> Table[ClustersByChoice]:
    """One row per protocol and linkage."""
    column = Column[ClustersByChoice]
    columns = (
        column("protocol", lambda c: c.protocol, place="print"),
        column("linkage", lambda c: c.linkage, place="print"),
        column("k", lambda c: c.k, kind="count", place="print"),
        column("clusters", lambda c: partition_text(result.clusters.panel, names, c.labels), place="print"),
        column("silhouette", lambda c: c.silhouette, kind="number", place="print"),
        column("cophenetic", lambda c: c.cophenetic, kind="number"),
        *rand_columns(result.clusters.published, lambda c: c.rand),
    )
    return table(columns, result.rows)


CHOICES = Answer(
    "choices",
    compute,
    say,
    Part(
        "choices",
        "Clusters by protocol and linkage",
        choices_table,
        when=lambda result: len(result.clusters.got.metrics) > 2,
    ),
    heading="Other choices",
    links=lambda result: {"metrics": result.clusters.got.metrics},
    terms=("rand",),
)
