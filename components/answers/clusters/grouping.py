"""Do the metrics form clusters? The tree over the map, and whether they last."""

from collections.abc import Mapping

from components.answers.clusters.clustered import Clusters, compute
from components.answers.clusters.published import published_sentence
from components.answers.clusters.tree import WRITTEN, draw, pairs_table, tree_reading
from components.answers.record import Answer, Part, Said
from components.format import counted, finite, number, percent
from components.stats.clusters.coassociation import NoResampling
from components.stats.clusters.tree import euclidean, smallest_eigenvalue
from components.words import Labels

PROTOCOLS = {"tie-aware": "Ties as ties", "published": "Published rule"}


def say(result: Clusters, names: Labels) -> Said:
    if result.reason:
        return Said([result.reason])
    every, left_out = _left_out_sentences(result, names)
    return Said(
        [_verdict(result, names), _hold(result), left_out, published_sentence(result.published)],
        [
            _basis(result),
            (
                f"Two merges at the cut have the same height: another cut into {result.k} is as"
                " good."
                if result.got.tied_cut(result.k)
                else ""
            ),
            every,
        ],
        [_linkage_reason(result), _k_reason(result)],
    )


def _verdict(result: Clusters, names: Labels) -> str:
    if len(result.got.metrics) == 2:
        return f"Only {names.listed_metrics(result.got.metrics)} can be compared."
    k = counted(result.k, "cluster") if result.k > 1 else "one cluster"
    return f"{k.capitalize()} {'are' if result.k > 1 else 'is'} shown."


def _hold(result: Clusters) -> str:
    """Return how often the clusters come back on other benchmarks, "" if there is nothing to
    choose."""
    stable = result.stable
    if isinstance(stable, NoResampling) or len(result.got.metrics) == 2:
        return ""
    if stable.reason:
        return "One benchmark says nothing about others."
    return f"Resampled benchmarks give the same clusters in {percent(stable.same)} of draws."


def _left_out_sentences(result: Clusters, names: Labels) -> tuple[str, str]:
    """Return every metric that is left out with its reason, and the same for the first screen."""
    by_reason: dict[str, list[str]] = {}
    for metric, reason in result.left_out.items():
        by_reason.setdefault(reason, []).append(metric)
    each = [
        f"{names.listed_metrics(m)} {'is' if len(m) == 1 else 'are'} left out: {reason}."
        for reason, m in by_reason.items()
    ]
    if len(each) == 1 and len(result.left_out) <= 3:
        return "", each[0]
    return " ".join(each), f"{len(result.left_out)} metrics are left out." if each else ""


def _basis(result: Clusters) -> str:
    """Return how ties are counted, how the clusters are joined, and on how much data they rest."""
    blocks, benchmarks = len(result.agreed.blocks), len(result.panel.benchmarks)
    chosen = "by silhouette" if result.chosen.k == "auto" else "by you"
    tree = result.got.tree
    kept = (
        ""
        if tree is None or finite(tree.cophenetic) is None
        else f"; cophenetic correlation {number(tree.cophenetic)}"
    )
    return (
        f"{PROTOCOLS[result.chosen.protocol]}, {result.got.linkage} linkage of τ averaged over"
        f" {counted(blocks, 'block')} of {counted(benchmarks, 'benchmark')}{kept}; number of"
        f" clusters chosen {chosen}."
    )


def _linkage_reason(result: Clusters) -> str:
    """Return why another linkage than the one chosen was used, "" if it was not."""
    if result.got.linkage == result.chosen.linkage:
        return ""
    return (
        "Ward linkage needs distances between points of a Euclidean space, and these are not: the"
        f" smallest eigenvalue of the τ matrix is {number(smallest_eigenvalue(result.got.tau))}."
        " Average linkage is used instead."
    )


def _k_reason(result: Clusters) -> str:
    """Return why there are fewer clusters than chosen, "" if there are not."""
    p, wanted = len(result.got.metrics), result.chosen.k
    if wanted == "auto" or not 0 < p < int(wanted):
        return ""
    return f"{wanted} clusters were asked for, but only {p} metrics can be clustered."


def facts(result: Clusters) -> Mapping[str, object]:
    return {
        "protocol": result.chosen.protocol,
        "scope": "blocks",
        "reason": result.reason,
        "linkage": result.got.linkage,
        "linkage_reason": _linkage_reason(result),
        "k": result.k or None,
        "k_wanted": result.chosen.k,
        "k_reason": _k_reason(result),
        "tied_cut": result.got.tied_cut(result.k),
        "labels": result.labels,
        "order": result.order,
        "silhouette": result.silhouette,
        "silhouette_k": result.silhouette_k,
        "cophenetic": result.got.tree and result.got.tree.cophenetic,
        "blocks": len(result.agreed.blocks),
        "benchmarks": result.panel.benchmarks,
        "euclidean": euclidean(result.got.tau) if result.got.metrics else None,
        "smallest_eigenvalue": smallest_eigenvalue(result.got.tau),
        "published": result.published,
        "unclusterable": [
            {"metric": metric, "reason": reason} for metric, reason in result.left_out.items()
        ],
        "brackets": result.got.brackets,
    }


GROUPING = Answer(
    "grouping",
    compute,
    say,
    Part(
        "dendrogram",
        "Dendrogram of the metrics over their agreement",
        pairs_table,
        draw,
        reading=tree_reading,
        when=lambda result: bool(result.got.metrics),
        zoom=lambda result: len(result.got.metrics) > WRITTEN,
    ),
    facts=facts,
    terms=("tau_distance", "linkage", "cophenetic", "silhouette", "rand"),
)
