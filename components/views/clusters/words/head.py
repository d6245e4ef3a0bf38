"""The head of the clusters page: the clusters first, then what they are worth; and how a partition is written."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from operator import itemgetter

from components.sentences import another_draw
from components.text import capital, counted, joined, number, p_value
from components.views.clusters.result.clusters import ClustersResult

PROTOCOLS = {"tie-aware": "Tie-aware", "published": "As published"}

NAMED = 10
"""Up to this many metrics a sentence names them."""


def lead(result: ClustersResult) -> list[str]:
    """The clusters and whether they are more than chance gives, or why there are none."""
    every = [result.reason]
    if not result.reason:
        error = another_draw("a τ between metrics", result.tau_error)
        every = [lead_sentence(result), sizes_sentence(result), gap_sentence(result), error]
    return [s for s in every if s]


def remarks(result: ClustersResult) -> list[str]:
    """What qualifies the first sentence."""
    if result.reason:
        return []
    sentences = [basis_sentence(result), *published_sentences(result), *cautions(result)]
    return [s for s in (*sentences, unclusterable_sentence(result)) if s]


def replaced(result: ClustersResult) -> list[str]:
    """Where something else is given than what was chosen, and why."""
    return [s for s in (result.linkage_reason, result.k_reason) if s]


def lead_sentence(result: ClustersResult) -> str:
    """The clusters by name."""
    count = len(result.metrics)
    if count == 2 and result.k_wanted == "auto":
        return f"Only {nearest_and_farthest(result)[0]} can be compared: two metrics cannot be grouped."
    if result.k == 1:
        names = result.names.listed_metrics(result.metrics) if count <= NAMED else f"{count} metrics"
        return f"{names} are shown as one cluster."
    if count > NAMED:
        return f"The {count} metrics fall into {result.k} clusters."
    return f"The metrics fall into {result.k} clusters: {brief(result, result.labels)}."


def sizes_sentence(result: ClustersResult) -> str:
    """How large the clusters of many metrics are; of few the first sentence names them."""
    if len(result.metrics) <= NAMED or result.k == 1:
        return ""
    return f"{capital(brief(result, result.labels))}."


def basis_sentence(result: ClustersResult) -> str:
    """How ties are counted, how the clusters are joined and their number chosen, and on how much data they rest."""
    chosen = ""
    if (result.k or 0) > 1:
        width = f", mean silhouette {number(result.silhouette)}" if (result.k or 0) < len(result.metrics) else ""
        by = "chosen by silhouette" if result.k_wanted == "auto" else "chosen by you"
        chosen = f"; the number of clusters is {by}{width}"
    return (
        f"{PROTOCOLS[result.protocol]}, {result.linkage} linkage of τ averaged over {counted(result.blocks, 'block')} "
        f"of {counted(len(result.benchmarks), 'benchmark')}{chosen}."
    )


def gap_sentence(result: ClustersResult) -> str:
    """What the gap statistic says about the number of clusters."""
    if result.gap_k is None:
        return "" if len(result.metrics) < 3 else f"The gap statistic is undefined: {result.gap_reason}."
    against = f"compared with {result.gap_draws} random rankings"
    if result.gap_k == 1:
        what = "the metrics form no groups" if result.k == 1 else "these groups are no better than what chance gives"
        return f"{capital(what)}, {against} (gap statistic)."
    too = "as well" if result.gap_k == result.k else "instead"
    return f"The gap statistic gives {result.gap_k} clusters {too}, {against}."


def published_sentences(result: ClustersResult) -> list[str]:
    """How far the clusters are from each published partition, and what chance would give."""
    sentences = []
    for p in result.published:
        if p.rand is None or p.n < 3:
            continue
        inside = {m: c for m, c in p.clusters.items() if m in result.labels}
        into = "" if len(inside) <= NAMED else "into "
        over = f" over the {p.n} metrics that can be clustered" if p.left_out else ""
        chance = f"exact p {p_value(p.p)}" if p.exact else f"p {p_value(p.p)} from {p.arrangements} arrangements"
        sentences.append(
            f"{'This is' if p.rand >= 1 - 1e-12 else 'This is not'} the published partition "
            f"{into}{brief(result, inside)} (adjusted Rand index {number(p.rand)}{over}; {chance}, "
            f"smallest possible {p_value(p.p_min)})."
        )
    return sentences


def cautions(result: ClustersResult) -> list[str]:
    """What is arbitrary about the picture, or rests on less than the rest."""
    sentences = []
    if result.most_methods == 2:
        sentences.append("Two methods are compared: every τ of a block is +1 or −1, which is no evidence.")
    if result.tied_cut:
        sentences.append(
            f"The cut into {result.k} falls between two merges at the same height: another cut into {result.k} "
            "clusters is as good."
        )
    counts = [n for row in result.blocks_defined for n in row]
    fewest = min(counts, default=result.blocks)
    if 0 < fewest < result.blocks:
        sentences.append(
            f"Not every pair of metrics can be compared everywhere: some τ rest on {fewest} of "
            f"{counted(result.blocks, 'block')}, others on up to {max(counts)}."
        )
    return sentences


def unclusterable_sentence(result: ClustersResult) -> str:
    """Which metrics are left out, and why."""
    if not result.unclusterable:
        return ""
    return f"Not clusterable here: {'; '.join(f'{m.label} ({m.reason})' for m in result.unclusterable)}."


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
