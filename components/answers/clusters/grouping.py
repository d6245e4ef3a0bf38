"""Which metrics belong together? Clusters by τ: the tree over the map, and how often the clusters
come back on resampled benchmarks."""

from collections.abc import Mapping, Sequence

import numpy as np

from components.answers.clusters.tree import WRITTEN, draw, pairs_table, tree_reading
from components.answers.record import Answer, Part, Said
from components.format import counted, few, finite, number, percent
from components.results.clusters import Clusters, compute
from components.results.published_clusters import published_sentence
from components.stats.clusters.coassociation import Coassociation, NoResampling
from components.stats.clusters.tree import euclidean, smallest_eigenvalue
from components.stats.panel import Floats
from components.table import Column, Table, table
from components.words import Labels, sharing

PROTOCOLS = {"tie-aware": "Ties as ties", "published": "Published rule"}


def say(result: Clusters, labels: Labels) -> Said:
    if result.reason:
        return Said([result.reason])
    left_out = " ".join(_left_out(result, labels))
    if result.no_tree:
        return Said([result.no_tree], [left_out])
    lines = [_verdict(result, labels), _resampled(result), published_sentence(result.published)]
    notes = [_basis(result), _number_of_clusters(result), *_resamples(result), left_out]
    notices = [_linkage_reason(result), _k_reason(result)]
    return Said(lines, [*notes, sharing(labels, result.sharing)], notices)


def _verdict(result: Clusters, labels: Labels) -> str:
    """Return which metrics stand alone or together, with the range of τ between them."""
    if len(result.metrics) == 2:
        return f"Only {labels.listed_metrics(result.metrics)} can be compared."
    taus = _range(result.taus_between)
    if result.k == 1:
        return f"{_members(result, result.metrics, labels)} form one cluster ({taus})."
    alone = [members[0] for members in result.members if len(members) == 1]
    if len(alone) == result.k:
        return f"Each of {result.k} metrics stands alone ({taus})."
    if len(alone) == 1:
        return _one_alone(result, alone[0], labels)
    if alone:
        metrics = few([labels.metric(metric) for metric in alone], "metric")
        shown = f"{result.k} clusters are shown"
        return f"{metrics} each stand alone; {shown} (between them {taus})."
    clusters = [_members(result, members, labels) for members in result.members]
    if len(clusters) == 2:
        verb = "stand against" if result.taus_between.min() < 0 else "stand apart from"
        return f"{clusters[0]} {verb} {clusters[1]} ({taus})."
    return f"{result.k} clusters are shown: {'; '.join(clusters)}."


def _range(taus: Floats) -> str:
    low = number(taus.min())
    high = number(taus.max())
    return f"τ {low}" if low == high else f"τ {low} to {high}"


def _one_alone(result: Clusters, metric: str, labels: Labels) -> str:
    place = result.metrics.index(metric)
    taus = np.delete(result.clustering.tau[place], place)
    others = [other for other in result.metrics if other != metric]
    verb = "stands alone against" if taus.min() < 0 else "agrees least with"
    group = f"{_common_group(result, others)} metric".strip()
    return f"{labels.metric(metric)} {verb} {counted(len(others), group)} ({_range(taus)})."


def _members(result: Clusters, metrics: Sequence[str], labels: Labels) -> str:
    """Return up to three metrics by name, of more how many and of which group if all are of one."""
    group = f"{_common_group(result, metrics)} metric".strip()
    return few([labels.metric(metric) for metric in metrics], group)


def _common_group(result: Clusters, metrics: Sequence[str]) -> str:
    """Return the group of some metrics, "" if they are of several."""
    groups = {metric.group for metric in result.panel.metrics if metric.id in metrics}
    return groups.pop() if len(groups) == 1 else ""


def _resampled(result: Clusters) -> str:
    """Return how often the clusters come back on other benchmarks, "" if there is nothing to
    choose."""
    stability = result.stability
    if isinstance(stability, NoResampling) or len(result.metrics) == 2:
        return ""
    if stability.reason:
        return "One benchmark says nothing about others."
    return f"Resampled benchmarks give these clusters in {percent(stability.same)}."


def _resamples(result: Clusters) -> list[str]:
    """Return what the resamples are."""
    stability = result.stability
    if isinstance(stability, NoResampling) or stability.reason:
        return []
    drawn = f"{stability.resamples} random resamples"
    if stability.exact:
        drawn = f"all {stability.resamples} resamples"
    notes = [f"The shares are over {drawn} of {counted(stability.benchmarks, 'benchmark')}."]
    if stability.undefined > 0:
        share = percent(stability.undefined)
        notes.append(f"In {share} of draws some metrics cannot be compared.")
    return notes


def _left_out(result: Clusters, labels: Labels) -> list[str]:
    """Return a sentence for every reason why metrics are left out."""
    metrics_by_reason: dict[str, list[str]] = {}
    for metric, reason in result.left_out.items():
        metrics_by_reason.setdefault(reason, []).append(metric)
    sentences = []
    for reason, metrics in metrics_by_reason.items():
        verb = "is" if len(metrics) == 1 else "are"
        sentences.append(f"{labels.listed_metrics(metrics)} {verb} left out: {reason}.")
    return sentences


def _basis(result: Clusters) -> str:
    """Return how ties are counted, how the clusters are joined, and on how much data they rest."""
    blocks = counted(len(result.agreement.blocks), "block")
    benchmarks = counted(len(result.panel.benchmarks), "benchmark")
    text = (
        f"{PROTOCOLS[result.selection.protocol]}, {result.clustering.linkage} linkage of τ averaged"
        f" over {blocks} of {benchmarks}"
    )
    tree = result.clustering.tree
    if tree is not None and finite(tree.cophenetic) is not None:
        text += f"; cophenetic correlation {number(tree.cophenetic)}"
    return f"{text}."


def _number_of_clusters(result: Clusters) -> str:
    """Return how many clusters the silhouette picks, and whether another cut is as good."""
    text = ""
    if result.silhouette_k is not None:
        text = f"The silhouette picks {result.silhouette_k} clusters."
    if result.clustering.tied_cut(result.k):
        text += (
            f" Two merges at the cut have the same height: another cut into {result.k} is as good."
        )
    return text.strip()


def _linkage_reason(result: Clusters) -> str:
    """Return why another linkage than the one chosen was used, "" if it was not."""
    if result.clustering.linkage == result.selection.linkage:
        return ""
    eigenvalue = number(smallest_eigenvalue(result.clustering.tau))
    return (
        "Ward linkage needs distances between points of a Euclidean space, and these are not: the"
        f" smallest eigenvalue of the τ matrix is {eigenvalue}. Average linkage is used instead."
    )


def _k_reason(result: Clusters) -> str:
    """Return why there are fewer clusters than chosen, "" if there are not."""
    wanted = result.selection.k
    n_metrics = len(result.metrics)
    if wanted == "auto" or not 0 < n_metrics < int(wanted):
        return ""
    return f"{wanted} clusters were asked for, but only {n_metrics} metrics can be clustered."


def facts(result: Clusters) -> Mapping[str, object]:
    clustering = result.clustering
    return {
        "protocol": result.selection.protocol,
        "scope": "blocks",
        "reason": result.reason,
        "linkage": clustering.linkage,
        "linkage_reason": _linkage_reason(result),
        "k": result.k or None,
        "k_wanted": result.selection.k,
        "k_reason": _k_reason(result),
        "tied_cut": clustering.tied_cut(result.k),
        "labels": result.labels,
        "order": result.order,
        "silhouette": result.silhouette,
        "silhouette_k": result.silhouette_k,
        "cophenetic": clustering.tree and clustering.tree.cophenetic,
        "blocks": len(result.agreement.blocks),
        "benchmarks": result.panel.benchmarks,
        "euclidean": euclidean(clustering.tau) if result.metrics else None,
        "smallest_eigenvalue": smallest_eigenvalue(clustering.tau),
        "published": result.published,
        "unclusterable": [
            {"metric": metric, "reason": reason} for metric, reason in result.left_out.items()
        ],
        "brackets": clustering.brackets,
        "resampling": result.stability,
    }


def shares_table(result: Clusters, labels: Labels) -> Table[Coassociation]:
    """Return one row per pair: share of resamples together, and share in which both can be
    clustered."""
    column = Column[Coassociation]
    columns = (
        column("x", lambda metric_pair: metric_pair.x, "metric", kind="metric", place="print"),
        column("y", lambda metric_pair: metric_pair.y, "with", kind="metric", place="print"),
        column(
            "share",
            lambda metric_pair: metric_pair.share,
            "share together",
            kind="number",
            place="print",
        ),
        column(
            "defined", lambda metric_pair: metric_pair.defined, "share comparable", kind="number"
        ),
    )
    return table(columns, result.pairs)


def is_resampled(result: Clusters) -> bool:
    """Return whether there is more than one benchmark to resample, and a tree."""
    return bool(result.pairs) and not result.no_tree and not result.stability.reason


GROUPING = Answer(
    "grouping",
    compute,
    say,
    (
        Part(
            "dendrogram",
            "Dendrogram of the metrics over their agreement",
            pairs_table,
            draw,
            reading=tree_reading,
            when=lambda result: not result.no_tree,
            zoom=lambda result: len(result.metrics) > WRITTEN,
        ),
        Part(
            "coassociation",
            "How often two metrics share a cluster over resampled benchmarks",
            shares_table,
            when=is_resampled,
        ),
    ),
    facts=facts,
    terms=("tau_distance", "linkage", "cophenetic", "silhouette", "rand", "coassociation"),
)
