"""A partition of the metrics in words."""

from collections.abc import Mapping

from components.format import joined
from components.stats.panel import Panel
from components.words import Labels

NAMED = 10
"""Up to this many metrics a sentence names them."""


def partition_text(panel: Panel, names: Labels, labels: Mapping[str, int]) -> str:
    """A partition as {FA, RA} | {AD}; clusters by their first metric in registry order."""
    return " | ".join(f"{{{', '.join(group)}}}" for group in _groups(panel, names, labels))


def brief(panel: Panel, names: Labels, labels: Mapping[str, int]) -> str:
    """The same for a sentence: of many metrics only how many each cluster has."""
    if len(labels) <= NAMED:
        return partition_text(panel, names, labels)
    groups = _groups(panel, names, labels)
    sizes = joined([str(len(group)) for group in groups])
    return f"one cluster of {sizes} metrics" if len(groups) == 1 else f"clusters of {sizes} metrics"


def _groups(panel: Panel, names: Labels, labels: Mapping[str, int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for m in panel.metric_ids:
        if m in labels:
            groups.setdefault(labels[m], []).append(names.metric(m))
    return list(groups.values())
