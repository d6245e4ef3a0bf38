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
from components.table import Column, Table, number_column, table
from components.words import Labels, sharing
from data.registry import GROUP_WORDS

PROTOCOLS = {"tie-aware": "Ties as ties", "published": "Published rule"}


def say(clusters: Clusters, labels: Labels) -> Said:
    if clusters.reason:
        return Said([clusters.reason])
    left_out = " ".join(_left_out(clusters, labels))
    if clusters.no_tree:
        return Said([clusters.no_tree], [left_out])
    lines = [
        _verdict(clusters, labels),
        _resampled(clusters),
        published_sentence(clusters.published),
    ]
    notes = [_basis(clusters), _number_of_clusters(clusters), *_resamples(clusters), left_out]
    notices = [_linkage_reason(clusters), _k_reason(clusters)]
    return Said(lines, [*notes, sharing(labels, clusters.sharing)], notices)


def _verdict(result: Clusters, labels: Labels) -> str:
    """Return which metrics stand alone or together, with the range of τ between them."""
    if len(result.metrics) == 2:
        return f"Only {labels.listed_metrics(result.metrics)} can be compared."
    tau_range = _range(result.taus_between)
    if result.k == 1:
        return f"{_members(result, result.metrics, labels)} form one cluster ({tau_range})."
    standing_alone = [members[0] for members in result.members if len(members) == 1]
    if len(standing_alone) == result.k:
        return f"Each of {result.k} metrics stands alone ({tau_range})."
    if len(standing_alone) == 1:
        return _one_alone(result, standing_alone[0], labels)
    if standing_alone:
        metrics = few([labels.metric(metric) for metric in standing_alone], "metric")
        shown_clusters = f"{result.k} clusters are shown"
        return f"{metrics} each stand alone; {shown_clusters} (between them {tau_range})."
    clusters = [_members(result, members, labels) for members in result.members]
    if len(clusters) == 2:
        verb = "stand against" if result.taus_between.min() < 0 else "stand apart from"
        return f"{clusters[0]} {verb} {clusters[1]} ({tau_range})."
    return f"{result.k} clusters are shown: {'; '.join(clusters)}."


def _range(tau_values: Floats) -> str:
    low = number(tau_values.min())
    high = number(tau_values.max())
    return f"τ {low}" if low == high else f"τ {low} to {high}"


def _one_alone(clusters: Clusters, metric: str, labels: Labels) -> str:
    metric_index = clusters.metrics.index(metric)
    other_taus = np.delete(clusters.clustering.tau[metric_index], metric_index)
    others = [other for other in clusters.metrics if other != metric]
    verb = "stands alone against" if other_taus.min() < 0 else "agrees least with"
    group_name = f"{_common_group(clusters, others)} metric".strip()
    return (
        f"{labels.metric(metric)} {verb} {counted(len(others), group_name)} ({_range(other_taus)})."
    )


def _members(clusters: Clusters, metrics: Sequence[str], labels: Labels) -> str:
    """Return up to three metrics by name, of more how many and of which group if all are of one."""
    group_name = f"{_common_group(clusters, metrics)} metric".strip()
    return few([labels.metric(metric) for metric in metrics], group_name)


def _common_group(clusters: Clusters, metrics: Sequence[str]) -> str:
    """Return what the group of some metrics is called, "" if they are of several."""
    groups = {metric.group for metric in clusters.panel.metrics if metric.id in metrics}
    return GROUP_WORDS.get(groups.pop(), "") if len(groups) == 1 else ""


def _resampled(clusters: Clusters) -> str:
    """Return how often the clusters come back on other benchmarks, "" if there is nothing to
    choose."""
    stability = clusters.stability
    if isinstance(stability, NoResampling) or len(clusters.metrics) == 2:
        return ""
    if stability.reason:
        return "One benchmark says nothing about others."
    return f"Resampled benchmarks give these clusters in {percent(stability.same)}."


def _resamples(clusters: Clusters) -> list[str]:
    """Return what the resamples are."""
    stability = clusters.stability
    if isinstance(stability, NoResampling) or stability.reason:
        return []
    how_many = f"{stability.resamples} random resamples"
    if stability.exact:
        how_many = f"all {stability.resamples} resamples"
    notes = [f"The shares are over {how_many} of {counted(stability.benchmarks, 'benchmark')}."]
    if stability.undefined > 0:
        undefined_share = percent(stability.undefined)
        notes.append(f"In {undefined_share} of draws some metrics cannot be compared.")
    return notes


def _left_out(clusters: Clusters, labels: Labels) -> list[str]:
    """Return a sentence for every reason why metrics are left out."""
    metrics_by_reason: dict[str, list[str]] = {}
    for metric, reason in clusters.left_out.items():
        metrics_by_reason.setdefault(reason, []).append(metric)
    sentences = []
    for reason, metrics in metrics_by_reason.items():
        verb = "is" if len(metrics) == 1 else "are"
        sentences.append(f"{labels.listed_metrics(metrics)} {verb} left out: {reason}.")
    return sentences


def _basis(clusters: Clusters) -> str:
    """Return how ties are counted, how the clusters are joined, and on how much data they rest."""
    blocks = counted(len(clusters.agreement.blocks), "block")
    benchmarks = counted(len(clusters.panel.benchmarks), "benchmark")
    sentence = (
        f"{PROTOCOLS[clusters.selection.protocol]}, {clusters.clustering.linkage} linkage of τ"
        f" averaged over {blocks} of {benchmarks}"
    )
    tree = clusters.clustering.tree
    if tree is not None and finite(tree.cophenetic) is not None:
        sentence += f"; cophenetic correlation {number(tree.cophenetic)}"
    return f"{sentence}."


def _number_of_clusters(clusters: Clusters) -> str:
    """Return how many clusters the silhouette picks, and whether another cut is as good."""
    sentences = ""
    if clusters.silhouette_k is not None:
        sentences = f"The silhouette picks {clusters.silhouette_k} clusters."
    if clusters.clustering.tied_cut(clusters.k):
        sentences += " Two merges at the cut have the same height:"
        sentences += f" another cut into {clusters.k} is as good."
    return sentences.strip()


def _linkage_reason(clusters: Clusters) -> str:
    """Return why another linkage than the one chosen was used, "" if it was not."""
    if clusters.clustering.linkage == clusters.selection.linkage:
        return ""
    eigenvalue = number(smallest_eigenvalue(clusters.clustering.tau))
    return (
        "Ward linkage needs distances between points of a Euclidean space, and these are not: the"
        f" smallest eigenvalue of the τ matrix is {eigenvalue}. Average linkage is used instead."
    )


def _k_reason(clusters: Clusters) -> str:
    """Return why there are fewer clusters than chosen, "" if there are not."""
    wanted = clusters.selection.k
    n_metrics = len(clusters.metrics)
    if wanted == "auto" or not 0 < n_metrics < int(wanted):
        return ""
    return f"{wanted} clusters were asked for, but only {n_metrics} metrics can be clustered."


def facts(clusters: Clusters) -> Mapping[str, object]:
    clustering = clusters.clustering
    return {
        "protocol": clusters.selection.protocol,
        "scope": "blocks",
        "reason": clusters.reason,
        "linkage": clustering.linkage,
        "linkage_reason": _linkage_reason(clusters),
        "k": clusters.k or None,
        "k_wanted": clusters.selection.k,
        "k_reason": _k_reason(clusters),
        "tied_cut": clustering.tied_cut(clusters.k),
        "labels": clusters.labels,
        "order": clusters.order,
        "silhouette": clusters.silhouette,
        "silhouette_k": clusters.silhouette_k,
        "cophenetic": clustering.tree and clustering.tree.cophenetic,
        "blocks": len(clusters.agreement.blocks),
        "benchmarks": clusters.panel.benchmarks,
        "euclidean": euclidean(clustering.tau) if clusters.metrics else None,
        "smallest_eigenvalue": smallest_eigenvalue(clustering.tau),
        "published": clusters.published,
        "unclusterable": [
            {"metric": metric, "reason": reason} for metric, reason in clusters.left_out.items()
        ],
        "brackets": clustering.brackets,
        "resampling": clusters.stability,
    }


def shares_table(clusters: Clusters, labels: Labels) -> Table[Coassociation]:
    """Return one row per pair: share of resamples together, and share in which both can be
    clustered."""
    return table(
        clusters.pairs,
        Column("x", head="metric", kind="metric"),
        Column("y", head="with", kind="metric"),
        number_column("share", head="share together"),
        number_column("defined", head="share comparable", place="screen"),
    )


def is_resampled(clusters: Clusters) -> bool:
    """Return whether there is more than one benchmark to resample, and a tree."""
    return bool(clusters.pairs) and not clusters.no_tree and not clusters.stability.reason


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
            when=lambda clusters: not clusters.no_tree,
            zoom=lambda clusters: len(clusters.metrics) > WRITTEN,
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
