"""How many clusters? Silhouette and gap statistic over the number of clusters."""

from collections.abc import Mapping

from components.answers.clusters.clustered import Clusters, compute
from components.answers.record import Answer, Part, Said
from components.format import counted
from components.stats.clusters.cuts import Cut
from components.table import Column, Table, table
from components.words import Labels


def say(result: Clusters, names: Labels) -> Said:
    if len(result.got.metrics) < 3:
        return Said()
    picked = result.gap
    start = f"Silhouette gives {result.silhouette_k} clusters, gap "
    if picked.gap_k is None:
        return Said([f"{start}none: {picked.gap_reason}."])
    left_out = (
        f", {picked.gap_left_out} more left out for an undefined τ" if picked.gap_left_out else ""
    )
    notes = [f"The gap compares with {counted(picked.gap_draws, 'random reference')}{left_out}."]
    return Said(
        [f"{start}{'none: it rises to its end' if result.gap_rises else picked.gap_k}."], notes
    )


def _partition(result: Clusters, names: Labels, labels: Mapping[str, int]) -> str:
    """Return a partition as {FA, RA} | {AD}, clusters by their first metric in registry order."""
    groups: dict[int, list[str]] = {}
    for m in result.panel.metric_ids:
        if m in labels:
            groups.setdefault(labels[m], []).append(names.metric(m))
    return " | ".join(f"{{{', '.join(group)}}}" for group in groups.values())


def by_k_table(result: Clusters, names: Labels) -> Table[Cut]:
    column = Column[Cut]
    columns = (
        column("k", lambda c: c.k, kind="count", place="print"),
        column("silhouette", lambda c: c.silhouette, kind="number", place="print"),
        column("gap", lambda c: c.gap, kind="number", place="print"),
        column("gap_se", lambda c: c.gap_se, "standard error", kind="number"),
        column("references_at_zero", lambda c: c.references_at_zero, kind="count", place="file"),
        column(
            "tied_cut", lambda c: c.tied_cut, "another cut is as good", kind="flag", place="file"
        ),
        column("clusters", lambda c: _partition(result, names, c.labels)),
    )
    return table(columns, result.gap.by_k)


NUMBER = Answer(
    "number",
    compute,
    say,
    Part(
        "by_k",
        "Silhouette and gap over the number of clusters",
        by_k_table,
        shown="open",
        when=lambda result: len(result.got.metrics) > 2,
    ),
    heading="How many clusters?",
    terms=("silhouette", "gap"),
)
