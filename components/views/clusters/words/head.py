"""The head of the clusters page: the clusters first, then what they are worth; what is missing or arbitrary last."""

from __future__ import annotations

from components.text import counted, number, p_value
from components.views.clusters.result.clusters import ClustersResult
from components.views.clusters.words.partitions import NAMED, PROTOCOLS, brief, nearest_and_farthest, partition_text


def lead(result: ClustersResult) -> list[str]:
    """The clusters, or why there are none."""
    return [result.reason or lead_sentence(result)]


def remarks(result: ClustersResult) -> list[str]:
    """What qualifies the first sentence."""
    if result.reason:
        return []
    sentences = [gap_sentence(result), *published_sentences(result), protocol_sentence(result), *cautions(result)]
    return [s for s in (*sentences, unclusterable_sentence(result)) if s]


def replaced(result: ClustersResult) -> list[str]:
    """Where something else is given than what was chosen, and why."""
    return [s for s in (result.linkage_reason, result.k_reason) if s]


def lead_sentence(result: ClustersResult) -> str:
    """The clusters, how their number was chosen, and on how much data they rest."""
    start = f"{PROTOCOLS[result.protocol]}: "
    basis = (
        f"{result.linkage} linkage, τ averaged over {counted(result.blocks, 'block')} of "
        f"{counted(len(result.benchmarks), 'benchmark')}"
    )
    count = len(result.metrics)
    if count == 2 and result.k_wanted == "auto":
        return (
            f"{start}only {nearest_and_farthest(result)[0]} can be compared; two metrics cannot be grouped ({basis})."
        )
    if result.k == 1:
        names = result.names.listed_metrics(result.metrics) if count <= NAMED else f"{count} metrics"
        return f"{start}{names} are shown as one cluster ({basis})."
    chosen = "chosen by silhouette" if result.k_wanted == "auto" else "as asked"
    width = f", mean silhouette {number(result.silhouette)}" if (result.k or 0) < count else ""
    return f"{start}{result.k} clusters ({chosen}{width}; {basis}): {brief(result, result.labels)}."


def gap_sentence(result: ClustersResult) -> str:
    """What the gap statistic says about the number of clusters."""
    if result.gap_k is None:
        return "" if len(result.metrics) < 3 else f"The gap statistic is undefined: {result.gap_reason}."
    against = f"against {result.gap_draws} random rankings on the same blocks"
    if result.gap_k == 1:
        what = "these metrics form no groups" if result.k == 1 else "this split is no better than what chance finds"
        return f"The gap statistic picks one cluster: {against}, {what}."
    agrees = "as well" if result.gap_k == result.k else "instead"
    return f"The gap statistic picks {result.gap_k} {agrees}, {against}."


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
            f"smallest in reach {p_value(p.p_min)})."
        )
    return sentences


def protocol_sentence(result: ClustersResult) -> str:
    """What the same linkage gives under the other protocol, k by silhouette."""
    for other in result.choices:
        if other.protocol != result.protocol and other.linkage == result.linkage and len(other.labels) > 2:
            same = partition_text(result, other.labels) == partition_text(result, result.labels)
            clusters = "the same clusters" if same else brief(result, other.labels)
            return f"Counted {PROTOCOLS[other.protocol].lower()}, the silhouette gives {clusters}."
    return ""


def cautions(result: ClustersResult) -> list[str]:
    """What is arbitrary about the picture, or rests on less than the rest."""
    sentences = []
    if result.most_methods == 2:
        sentences.append("Two methods are compared: every τ of a block is +1 or −1, which carries no evidence.")
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
