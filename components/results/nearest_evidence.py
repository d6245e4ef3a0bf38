"""Where a panel has no evidence of a kind: the panel of another suite that is nearest and has some.

Nearest is, in this order: a panel of the same setting (text, multimodal, image); the one with most
metrics of the same name (those of data/names) that have evidence; one of the same kind of model, a
small network or not; the one with most metrics that have evidence; the first in the order in which
suites and panels are listed. Its evidence is shown under its own name and counts for nothing here.
"""

from collections.abc import Callable, Collection, Mapping

from components import name_pages
from components.resolved import Resolved
from components.results.absent import Absent, Nearest
from components.selection import panel_tables
from components.served import Served
from data.registry import PanelInfo, Tables

MetricsOfPanel = Mapping[str, Collection[str]]
"""By id of a panel the ids of the metrics of its suite that have evidence there."""
EvidenceOf = Callable[[Tables, Served], MetricsOfPanel]
READING = (
    "Nearest: a panel of the same setting (text, multimodal, image); then the one with most metrics"
    " of the same name that have evidence; then of the same kind of model, a small network or not;"
    " then the one with most evidence. It counts for nothing here."
)
Nearness = tuple[bool, int, bool, int]


def nearest(view: Resolved, evidence_of: EvidenceOf) -> Nearest | None:
    """Return the nearest panel of the other suites that has evidence, None without any."""
    if view.among is None:
        return None
    addresses_here = _addresses(view.tables, measured_metrics(view.tables, view.info))
    nearest_panel: Nearest | None = None
    nearest_yet: Nearness = (False, -1, False, -1)
    for tables in view.among.suites:
        if tables.suite.id == view.tables.suite.id or tables.suite.private:
            continue
        metrics_of_panel = evidence_of(tables, view.among)
        for panel in tables.panels:
            addresses = _addresses(tables, metrics_of_panel.get(panel.id, ()))
            nearness = (
                panel.setting == view.info.setting,
                len(addresses & addresses_here),
                panel.is_small_network == view.info.is_small_network,
                len(addresses),
            )
            if addresses and nearness > nearest_yet:
                nearest_yet = nearness
                nearest_panel = Nearest(tables.suite.id, tables.suite.title, panel.id, panel.label)
    return nearest_panel


def measured_metrics(tables: Tables, panel: PanelInfo) -> list[str]:
    """Return the ids of the metrics that some run of a panel has a value of."""
    is_measured = panel_tables(tables, panel.id).runs.notna().any()
    metrics = {metric.id for metric in tables.metrics}
    return [str(column) for column in is_measured.index[is_measured] if column in metrics]


def _addresses(tables: Tables, metrics: Collection[str]) -> set[str]:
    addresses = set()
    for metric, name_entry in name_pages.entries("metrics", tables).items():
        if metric in metrics:
            addresses.add(name_entry.address)
    return addresses


def absent(view: Resolved, evidence_of: EvidenceOf, reason: str, lacking: str) -> Absent:
    """Return that a panel has no evidence, and what is nearest.

    `reason` is said where no suite has any; `lacking` begins the sentence where one has: "No
    evidence for LLaVA".
    """
    nearest_panel = nearest(view, evidence_of)
    if nearest_panel is None:
        return Absent(reason)
    sentence = f"{lacking}; nearest: {nearest_panel.suite_label}, under its name."
    return Absent(sentence, nearest_panel)
