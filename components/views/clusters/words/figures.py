"""What the clusters page says over each figure, and how each is read."""

from __future__ import annotations

from components.text import counted, number
from components.views.clusters.result.clusters import ClustersResult
from components.views.clusters.result.number import NoResampling
from components.views.clusters.words.head import PROTOCOLS, brief, nearest_and_farthest, partition_text


def tree_sentence(result: ClustersResult) -> str:
    """Where the tree begins and ends, and how well it keeps the distances."""
    joins = result.brackets
    if not joins:
        return ""
    first = f"{result.names.listed_metrics(joins[0].joins)} join first, at distance {number(joins[0].height)}"
    if len(joins) == 1:
        return f"{first}; there is no other join."
    if result.cophenetic is None:
        return f"{first}; with one distance for all joins or pairs there is no cophenetic correlation."
    return (
        f"{first}; the last join is at {number(joins[-1].height)}. The tree keeps the distances with a cophenetic "
        f"correlation of {number(result.cophenetic)}."
    )


def tree_caption(result: ClustersResult) -> str:
    """How to read the tree over the matrix."""
    caption = (
        "Metrics that join low order the methods alike; the dashed line cuts the tree. The matrix has the same order, "
        "left to right and top to bottom: blue agrees, orange contradicts. Solid frames are the clusters here"
    )
    if not result.published:
        return f"{caption}."
    return f"{caption}, dotted ones the published clusters, which letters and shapes repeat."


def map_sentence(result: ClustersResult) -> str:
    """How well the plane fits, and which metrics are nearest."""
    if len(result.metrics) < 2:
        return ""
    nearest, farthest = nearest_and_farthest(result)
    fit = f"Stress-1 of the map is {number(result.stress)} (0 = exact)."
    if len(result.metrics) == 2:
        return f"{fit} It shows only {nearest}."
    return f"{fit} Nearest are {nearest}; farthest apart {farthest}. {result.map_reason}"


def map_caption(result: ClustersResult) -> str:
    """How to read the map."""
    end = ", dotted lines and shapes the published ones" if result.published else ""
    return (
        "Near means that two metrics order the methods alike; directions have no meaning. Areas are the clusters here"
        f"{end}. Names that would overlap are left to hovering and the table."
    )


def number_sentence(result: ClustersResult) -> str:
    """What both statistics pick, and on what the gap rests."""
    picks = f"The silhouette, which cannot pick one cluster, picks {result.silhouette_k}"
    if result.gap_k is None:
        return f"{picks}; the gap is undefined: {result.gap_reason}."
    left_out = f", {result.gap_left_out} more left out for an undefined τ" if result.gap_left_out else ""
    zeros = max((cut.references_at_zero for cut in result.by_k if cut.gap is not None), default=0)
    exact = (
        f" In up to {zeros} of these the metrics of each cluster agree exactly by chance; such a spread of 0 enters as "
        "half the smallest other one."
        if zeros
        else ""
    )
    return f"{picks}; the gap picks {result.gap_k} ({result.gap_draws} random references{left_out}).{exact}"


def number_caption(result: ClustersResult) -> str:
    """How to read silhouette and gap."""
    end = " Dotted line and diamond: the published partition." if result.published else ""
    return (
        "Silhouette: how much nearer a metric is to its own cluster than to the next, from −1 to 1. Gap: how much "
        "tighter the clusters are than clusters of shuffled values, which keep every tie and gap; it picks the "
        f"smallest k that is within one standard error of the next. Grey bar: the number shown.{end}"
    )


def resampling_sentence(result: ClustersResult) -> str:
    """How often the clusters come back when benchmarks are drawn again."""
    r = result.resampling
    if isinstance(r, NoResampling):
        return "" if result.reason else f"No resampling: {r.reason}."
    if r.reason:
        return r.reason
    drawn = f"all {r.resamples} resamples" if r.exact else f"{r.resamples} random resamples"
    sentences = [
        f"Over {drawn} of {r.benchmarks} benchmarks, exactly these clusters come back with probability "
        f"{number(r.same)}."
    ]
    if r.undefined > 0:
        few = f", with {number(r.unusable)} too few can for a clustering" if r.unusable > 0 else ""
        sentences.append(f"With probability {number(r.undefined)} some metrics cannot be compared{few}.")
    shares = [(p.share, p) for p in result.coassociation if p.share is not None]
    share, unsure = min(shares, key=lambda one: abs(one[0] - 0.5), default=(0.0, None))
    if unsure is not None and 0 < share < 1:
        names = result.names.listed_metrics((unsure.x, unsure.y))
        sentences.append(f"Least certain: {names} share a cluster in {number(share)}.")
    return " ".join(sentences)


def coassociation_caption(result: ClustersResult) -> str:
    """How to read the co-association matrix."""
    end = ", dotted ones the published clusters" if result.published else ""
    return (
        "Share of resamples in which two metrics fall into one cluster, among those in which both can be clustered: "
        f"1 always, 0 never, hatched where they never meet. Solid frames are the clusters here{end}."
    )


def choices_sentence(result: ClustersResult) -> str:
    """How many of the choices of protocol and linkage lead to the same clusters."""
    rows = [c for c in result.choices if len(c.labels) > 2]
    if len(rows) < 2:
        return ""
    parts = []
    for protocol in dict.fromkeys(c.protocol for c in rows):
        labels = [c.labels for c in rows if c.protocol == protocol]
        texts = [partition_text(result, one) for one in labels]
        most = max(dict.fromkeys(texts), key=texts.count)
        clusters = brief(result, labels[texts.index(most)])
        parts.append(
            f"{PROTOCOLS[protocol].lower()}, {texts.count(most)} of {counted(len(texts), 'linkage')} give {clusters}"
        )
    return f"With k by silhouette: {'; '.join(parts)}."
