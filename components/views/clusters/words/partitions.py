"""How sentences and tables write a partition of metrics, a pair and a protocol."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from operator import itemgetter

from components.text import joined, number
from components.views.clusters.result.clusters import ClustersResult

PROTOCOLS = {"tie-aware": "Tie-aware", "published": "As published"}

NAMED = 10
"""Up to this many metrics a sentence names them."""


def partition_text(result: ClustersResult, labels: Mapping[str, int]) -> str:
    """A partition as {FA, RA} | {AD}; clusters by their first metric in registry order."""
    return " | ".join(f"{{{', '.join(group)}}}" for group in _groups(result, labels))


def brief(result: ClustersResult, labels: Mapping[str, int]) -> str:
    """The same for a sentence: of many metrics only how many each cluster has."""
    if len(labels) <= NAMED:
        return partition_text(result, labels)
    groups = _groups(result, labels)
    sizes = joined([str(len(group)) for group in groups])
    return f"one cluster of {sizes} metrics" if len(groups) == 1 else f"clusters of {sizes} metrics"


def nearest_and_farthest(result: ClustersResult) -> tuple[str, str]:
    """The pair of clustered metrics with the largest τ and the one with the smallest, the first among equals."""
    pairs = [(result.tau[i][j], x, y) for (i, x), (j, y) in combinations(enumerate(result.metrics), 2)]
    tau = itemgetter(0)
    return _pair(result, *max(pairs, key=tau)), _pair(result, *min(pairs, key=tau))


def _pair(result: ClustersResult, tau: float, x: str, y: str) -> str:
    return f"{result.names.listed_metrics((x, y))} (τ {number(tau, sign=True)})"


def _groups(result: ClustersResult, labels: Mapping[str, int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for m in result.score_ids:
        if m in labels:
            groups.setdefault(labels[m], []).append(result.names.metric(m))
    return list(groups.values())
