"""What the clusters page says in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, p_value

PROTOCOLS = {"tie-aware": "Tie-aware", "published": "As published"}

NAMED = 10
"""Up to this many metrics a sentence names them."""


def sentences(resolved: Resolved, part: Mapping[str, Any]) -> list[str]:
    """The head of the page: the clusters first, then what they are worth; what is missing or arbitrary last."""
    if part["reason"]:
        return [str(part["reason"])]
    said = [lead_sentence(resolved, part), gap_sentence(part), *published_sentences(resolved, part)]
    said += [protocol_sentence(resolved, part), *cautions(resolved, part), unclusterable_sentence(part)]
    return [s for s in said if s]


def lead_sentence(resolved: Resolved, part: Mapping[str, Any]) -> str:
    """The clusters shown, how their number was chosen, and on how much data they rest."""
    start = f"{PROTOCOLS[part['protocol']]}: "
    basis = (
        f"{part['linkage']} linkage, τ averaged over {counted(part['blocks'], 'block')} of "
        f"{counted(len(part['benchmarks']), 'benchmark')}"
    )
    if len(part["metrics"]) == 2 and part["k_wanted"] == "auto":
        return (
            f"{start}only {_pair(resolved, _pairs(part)[0])} can be compared; two metrics cannot be grouped ({basis})."
        )
    if part["k"] == 1:
        ids = part["metrics"]
        names = joined([resolved.metric_label(m) for m in ids]) if len(ids) <= NAMED else f"{len(ids)} metrics"
        return f"{start}{names} are shown as one cluster ({basis})."
    how = "chosen by silhouette" if part["k_wanted"] == "auto" else "as asked"
    width = f", mean silhouette {number(part['silhouette'])}" if 1 < part["k"] < len(part["metrics"]) else ""
    return f"{start}{part['k']} clusters ({how}{width}; {basis}): {brief(resolved, part['labels'])}."


def gap_sentence(part: Mapping[str, Any]) -> str:
    """What the gap statistic says about the number of clusters."""
    if part["gap_k"] is None:
        return "" if len(part["metrics"]) < 3 else f"The gap statistic is undefined: {part['gap_reason']}."
    against = f"against {part['gap_draws']} random rankings on the same blocks"
    if part["gap_k"] == 1:
        split = "these metrics" if part["k"] == 1 else "this split"
        rest = "form no groups" if part["k"] == 1 else "is no better than what chance finds"
        return f"The gap statistic picks one cluster: {against}, {split} {rest}."
    agrees = "as well" if part["gap_k"] == part["k"] else "instead"
    return f"The gap statistic picks {part['gap_k']} {agrees}, {against}."


def published_sentences(resolved: Resolved, part: Mapping[str, Any]) -> list[str]:
    """How far the clusters are from each published partition, and what chance would give."""
    said = []
    for p in part["published"]:
        if p["n"] < 3:
            continue
        inside = {m: c for m, c in p["clusters"].items() if m in part["labels"]}
        into = "" if len(inside) <= NAMED else "into "
        name = f"the published partition {into}{brief(resolved, inside)}"
        over = f" over the {p['n']} metrics that can be clustered" if p["left_out"] else ""
        chance = (
            f"exact p {p_value(p['p'])}" if p["exact"] else f"p {p_value(p['p'])} from {p['arrangements']} arrangements"
        )
        index = f"adjusted Rand index {number(p['rand'])}{over}; {chance}, smallest in reach {p_value(p['p_min'])}"
        same = p["rand"] >= 1 - 1e-12
        said.append(f"{'This is' if same else 'This is not'} {name} ({index}).")
    return said


def protocol_sentence(resolved: Resolved, part: Mapping[str, Any]) -> str:
    """What the same linkage gives under the other protocol, k by silhouette."""
    other = [
        c
        for c in part["choices"]
        if c["protocol"] != part["protocol"] and c["linkage"] == part["linkage"] and len(c["labels"]) > 2
    ]
    if not other:
        return ""
    name, found = PROTOCOLS[other[0]["protocol"]].lower(), other[0]["labels"]
    if partition_text(resolved, found) == partition_text(resolved, part["labels"]):
        return f"Counted {name}, the silhouette gives the same clusters."
    return f"Counted {name}, the silhouette gives {brief(resolved, found)}."


def replaced(part: Mapping[str, Any]) -> list[str]:
    """Where something else than what was asked for is shown, and why."""
    return [s for s in (part["linkage_reason"], part["k_reason"]) if s]


def cautions(resolved: Resolved, part: Mapping[str, Any]) -> list[str]:
    """What is arbitrary about the picture, or rests on less than the rest."""
    said = []
    if resolved.panel.present.sum(axis=2).max() == 2:
        said.append("Two methods are compared: every τ of a block is +1 or −1, which carries no evidence.")
    if part["tied_cut"]:
        said.append(
            f"The cut into {part['k']} falls between two merges at the same height: another cut into {part['k']} "
            "clusters is as good."
        )
    fewest = min((n for row in part["blocks_defined"] for n in row), default=part["blocks"])
    if 0 < fewest < part["blocks"]:
        said.append(
            f"Not every pair of metrics can be compared everywhere: some τ rest on {fewest} of "
            f"{counted(part['blocks'], 'block')}, others on up to {max(max(r) for r in part['blocks_defined'])}."
        )
    return said


def how_tree(part: Mapping[str, Any]) -> str:
    """How to read the tree over the matrix."""
    said = (
        "Metrics that join low order the methods alike; the dashed line cuts the tree. The matrix has the same order, "
        "left to right and top to bottom: blue agrees, orange contradicts. Solid frames are the clusters here"
    )
    if not part["published"]:
        return f"{said}."
    return f"{said}, dotted ones the published clusters, which letters and shapes repeat."


def how_map(part: Mapping[str, Any]) -> str:
    """How to read the map."""
    said = (
        "Near means that two metrics order the methods alike; directions have no meaning. Areas are the clusters here"
    )
    end = ", dotted lines and shapes the published ones" if part["published"] else ""
    return f"{said}{end}. Names that would overlap are left to hovering and the table."


def how_number(part: Mapping[str, Any]) -> str:
    """How to read silhouette and gap."""
    said = (
        "Silhouette: how much nearer a metric is to its own cluster than to the next, from −1 to 1. Gap: how much "
        "tighter the clusters are than clusters of shuffled values, which keep every tie and gap; it picks the "
        "smallest k that is within one standard error of the next. Grey bar: the number shown."
    )
    return f"{said} Dotted line and diamond: the published partition." if part["published"] else said


def how_coassociation(part: Mapping[str, Any]) -> str:
    """How to read the co-association matrix."""
    said = (
        "Share of resamples in which two metrics fall into one cluster, among those in which both can be clustered: "
        "1 always, 0 never, hatched where they never meet. Solid frames are the clusters here"
    )
    return f"{said}, dotted ones the published clusters." if part["published"] else f"{said}."


def unclusterable_sentence(part: Mapping[str, Any]) -> str:
    """Which metrics are left out, and why."""
    if not part["unclusterable"] or part["reason"]:
        return ""
    rows = [f"{r['label']} ({r['reason']})" for r in part["unclusterable"]]
    return f"Not clusterable here: {'; '.join(rows)}."


def tree_sentence(resolved: Resolved, part: Mapping[str, Any]) -> str:
    """Where the tree begins and ends, and how well it keeps the distances."""
    joins = part["brackets"]
    if not joins:
        return ""
    names = [resolved.metric_label(m) for m in joins[0]["joins"]]
    first = f"{joined(names)} join first, at distance {number(joins[0]['height'])}"
    if len(joins) == 1:
        return f"{first}; there is no other join."
    if part["cophenetic"] is None:
        return f"{first}; with one distance for all joins or pairs there is no cophenetic correlation."
    return (
        f"{first}; the last join is at {number(joins[-1]['height'])}. The tree keeps the distances with a cophenetic "
        f"correlation of {number(part['cophenetic'])}."
    )


def map_sentence(resolved: Resolved, part: Mapping[str, Any]) -> str:
    """How well the plane fits, and which metrics are nearest."""
    if len(part["metrics"]) < 2 or part["stress"] is None:
        return ""
    pairs = _pairs(part)
    nearest = max(pairs, key=lambda p: p[2])
    farthest = min(pairs, key=lambda p: p[2])
    fit = f"Stress-1 of the map is {number(part['stress'])} (0 = exact)."
    if len(pairs) == 1:
        return f"{fit} It shows only {_pair(resolved, nearest)}."
    return f"{fit} Nearest are {_pair(resolved, nearest)}; farthest apart {_pair(resolved, farthest)}. {part['map_reason']}"


def number_sentence(part: Mapping[str, Any]) -> str:
    """What both statistics pick, and on what the gap rests."""
    picks = f"The silhouette, which cannot pick one cluster, picks {part['silhouette_k']}"
    if part["gap_k"] is None:
        return f"{picks}; the gap is undefined: {part['gap_reason']}."
    left_out = f", {part['gap_left_out']} more left out for an undefined τ" if part["gap_left_out"] else ""
    zeros = max((r["references_at_zero"] for r in part["by_k"] if r["gap"] is not None), default=0)
    exact = (
        f" In up to {zeros} of these the metrics of each cluster agree exactly by chance; such a spread of 0 enters as "
        "half the smallest other one."
        if zeros
        else ""
    )
    return f"{picks}; the gap picks {part['gap_k']} ({part['gap_draws']} random references{left_out}).{exact}"


def resampling_sentence(resolved: Resolved, part: Mapping[str, Any]) -> str:
    """How often the clusters come back when benchmarks are drawn again."""
    r = part["resampling"]
    if "same" not in r:
        return f"No resampling: {r['reason']}." if r["reason"] and not part["reason"] else ""
    if r["reason"]:
        return str(r["reason"])
    how = f"all {r['resamples']} resamples" if r["exact"] else f"{r['resamples']} random resamples"
    said = f"Over {how} of {r['benchmarks']} benchmarks, exactly these clusters come back with probability "
    said += f"{number(r['same'])}."
    if r["undefined"] > 0:
        said += f" With probability {number(r['undefined'])} some metrics cannot be compared"
        said += f", with {number(r['unusable'])} too few can for a clustering." if r["unusable"] > 0 else "."
    pairs = [p for p in part["coassociation"] if p["share"] is not None]
    unsure = min(pairs, key=lambda p: abs(p["share"] - 0.5), default=None)
    if unsure is not None and 0 < unsure["share"] < 1:
        names = f"{resolved.metric_label(unsure['x'])} and {resolved.metric_label(unsure['y'])}"
        said += f" Least certain: {names} share a cluster in {number(unsure['share'])}."
    return said


def choices_sentence(resolved: Resolved, part: Mapping[str, Any]) -> str:
    """How many of the choices of protocol and linkage lead to the same clusters."""
    rows = [r for r in part["choices"] if len(r["labels"]) > 2]
    if len(rows) < 2:
        return ""
    said = []
    for protocol in dict.fromkeys(r["protocol"] for r in rows):
        labels = [r["labels"] for r in rows if r["protocol"] == protocol]
        texts = [partition_text(resolved, one) for one in labels]
        most = max(dict.fromkeys(texts), key=texts.count)
        what = brief(resolved, labels[texts.index(most)])
        said.append(
            f"{PROTOCOLS[protocol].lower()}, {texts.count(most)} of {counted(len(texts), 'linkage')} give {what}"
        )
    return f"With k by silhouette: {'; '.join(said)}."


def partition_text(resolved: Resolved, labels: Mapping[str, int]) -> str:
    """A partition as {FA, RA} | {AD}; clusters by their first metric in registry order."""
    return " | ".join(f"{{{', '.join(g)}}}" for g in _groups(resolved, labels))


def brief(resolved: Resolved, labels: Mapping[str, int]) -> str:
    """The same for a sentence: of many metrics only how many each cluster has."""
    groups = _groups(resolved, labels)
    if len(labels) <= NAMED:
        return partition_text(resolved, labels)
    sizes = joined([str(len(g)) for g in groups])
    return f"one cluster of {sizes} metrics" if len(groups) == 1 else f"clusters of {sizes} metrics"


def _groups(resolved: Resolved, labels: Mapping[str, int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for m in resolved.tables.scores:
        if m.id in labels:
            groups.setdefault(labels[m.id], []).append(m.label)
    return list(groups.values())


def _pairs(part: Mapping[str, Any]) -> Sequence[tuple[str, str, float]]:
    ids = part["metrics"]
    return [(ids[i], ids[j], part["tau"][i][j]) for i in range(len(ids)) for j in range(i + 1, len(ids))]


def _pair(resolved: Resolved, pair: tuple[str, str, float]) -> str:
    return f"{resolved.metric_label(pair[0])} and {resolved.metric_label(pair[1])} (τ {number(pair[2], sign=True)})"
