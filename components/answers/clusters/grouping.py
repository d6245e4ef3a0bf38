"""Do the metrics form groups? The clusters, and what they rest on."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter

import numpy as np

from components.answers.clusters.left_out import Unclusterable, unclusterable, unclusterable_sentence, why_none
from components.answers.clusters.partitions import NAMED, brief
from components.answers.clusters.published import PublishedPartition, published_partitions, published_sentences
from components.answers.record import Answer, Said
from components.format import capital, counted, finite, number, percent
from components.resolved import Resolved, unweighted
from components.selection import Selection
from components.stats.agreement.tau import Agreement, agreement
from components.stats.clusters.clustering import Clustering, clustering
from components.stats.clusters.cuts import Coassociation, Gap, NoResampling, Resampling, gap, resampling
from components.stats.clusters.number import silhouette
from components.stats.clusters.tree import Ints, euclidean, smallest_eigenvalue
from components.stats.panel import Floats, Panel
from components.words import Labels

PROTOCOLS = {"tie-aware": "Tie-aware", "published": "As published"}


@dataclass(frozen=True, eq=False)
class Clusters:
    """Clusters of the metrics, τ averaged over blocks, under one protocol and linkage.

    got           the p metrics that can be clustered and their tree
    cut           (p,) cluster numbers from 1; `labels` by metric, `k` how many, None without metrics
    silhouettes   (p,) width of each metric
    euclidean     whether the distances √(2(1−τ)) are those between points of a Euclidean space
    pairs         how often each pair of metrics shares a cluster over resampled benchmarks, `stable` all of them
    sharing       benchmarks that share samples, group by group
    reason        why there are no clusters at all, empty where there are
    """

    panel: Panel
    chosen: Selection
    agreed: Agreement
    got: Clustering
    k: int | None
    cut: Ints
    labels: Mapping[str, int]
    silhouettes: Floats
    gap: Gap
    euclidean: bool
    pairs: tuple[Coassociation, ...]
    stable: Resampling | NoResampling
    sharing: tuple[tuple[str, ...], ...]
    published: tuple[PublishedPartition, ...]
    left_out: tuple[Unclusterable, ...]
    reason: str

    @property
    def order(self) -> tuple[str, ...]:
        """The metrics from left to right."""
        return tuple(self.got.metrics[i] for i in self.got.tree.order) if self.got.tree else self.got.metrics

    @property
    def silhouette(self) -> float | None:
        """Mean silhouette."""
        return finite(self.silhouettes.mean()) if len(self.silhouettes) else None

    @property
    def silhouette_k(self) -> int | None:
        """The number of clusters that the silhouette picks."""
        return self.got.silhouettes.best if self.got.silhouettes else None

    @property
    def cophenetic(self) -> float | None:
        """Correlation of the distances with the heights of first union."""
        return finite(self.got.tree.cophenetic) if self.got.tree else None

    @property
    def blocks_defined(self) -> Ints:
        """(p, p) blocks in which each τ is defined."""
        return self.agreed.defined[np.ix_(self.got.index, self.got.index)]

    @property
    def first_published(self) -> PublishedPartition | None:
        """The published partition that every figure marks."""
        return self.published[0] if self.published else None

    @property
    def theirs(self) -> dict[str, int]:
        """Its clusters, of the metrics that are clustered here."""
        first = self.first_published
        return {m: c for m, c in first.clusters.items() if m in self.labels} if first else {}


@unweighted
def compute(view: Resolved) -> Clusters:
    """The clusters of a selection under its protocol and linkage."""
    chosen, panel = view.selection, view.panel
    agreed = agreement(panel, chosen.protocol)
    got = clustering(agreed, chosen.linkage)
    k = got.k(chosen.k)
    cut, labels = got.cut(k), got.labels(k)
    published = published_partitions(view, got, labels)
    pairs, stable = resampling(agreed, got, cut, chosen.k, chosen.rng)
    return Clusters(
        panel=panel,
        chosen=chosen,
        agreed=agreed,
        got=got,
        k=k or None,
        cut=cut,
        labels=labels,
        silhouettes=silhouette(got.distance, cut),
        gap=gap(panel, chosen.protocol, got, [p.clusters for p in published], chosen.rng),
        euclidean=euclidean(got.tau),
        pairs=pairs,
        stable=stable,
        sharing=view.sharing,
        published=published,
        left_out=unclusterable(panel, agreed, got.index),
        reason="" if got.metrics else why_none(panel),
    )


def say(result: Clusters, names: Labels) -> Said:
    """The clusters, whether they are more than chance gives and hold, or why there are none."""
    if result.reason:
        return Said([result.reason])
    lines = [lead_sentence(result, names), sizes_sentence(result, names), gap_sentence(result), hold_sentence(result)]
    notes = [
        basis_sentence(result),
        *published_sentences(result.panel, result.published, result.labels, names),
        *cautions(result),
        unclusterable_sentence(result.left_out, names),
    ]
    return Said(lines, notes, [linkage_reason(result), k_reason(result)])


def linkage_reason(result: Clusters) -> str:
    """Why another linkage than the one chosen was used; empty when it was not."""
    if result.got.linkage == result.chosen.linkage:
        return ""
    return (
        "Ward linkage needs distances between points of a Euclidean space, and these are not: the smallest eigenvalue "
        f"of the τ matrix is {number(smallest_eigenvalue(result.got.tau))}. Average linkage is used instead."
    )


def k_reason(result: Clusters) -> str:
    """Why there are fewer clusters than chosen; empty when there are not."""
    p, wanted = len(result.got.metrics), result.chosen.k
    if wanted == "auto" or not 0 < p < int(wanted):
        return ""
    return f"{wanted} clusters were asked for, but only {p} metrics can be clustered."


def lead_sentence(result: Clusters, names: Labels) -> str:
    """Whether there are clusters, and which are shown."""
    metrics = result.got.metrics
    if len(metrics) == 2 and result.chosen.k == "auto":
        return f"Only {nearest_and_farthest(result, names)[0]} can be compared: two metrics cannot be grouped."
    if result.k == 1:
        named = names.listed_metrics(metrics) if len(metrics) <= NAMED else f"{len(metrics)} metrics"
        return f"{named} are shown as one cluster."
    many = len(metrics) > NAMED
    firm = result.gap.gap_k in (None, result.k)
    form = "fall into" if firm else "form no firm groups; shown are"
    named = "" if many else f": {brief(result.panel, names, result.labels)}"
    return f"The {f'{len(metrics)} ' if many else ''}metrics {form} {result.k} clusters{named}."


def sizes_sentence(result: Clusters, names: Labels) -> str:
    """How large the clusters of many metrics are; of few the first sentence names them."""
    if len(result.got.metrics) <= NAMED or result.k == 1:
        return ""
    return f"{capital(brief(result.panel, names, result.labels))}."


def basis_sentence(result: Clusters) -> str:
    """How ties are counted, how the clusters are joined and their number chosen, and on how much data they rest."""
    chosen, k, blocks = "", result.k or 0, counted(len(result.agreed.blocks), "block")
    if k > 1:
        width = f", mean silhouette {number(result.silhouette)}" if k < len(result.got.metrics) else ""
        by = "chosen by silhouette" if result.chosen.k == "auto" else "chosen by you"
        chosen = f"; the number of clusters is {by}{width}"
    return (
        f"{PROTOCOLS[result.chosen.protocol]}, {result.got.linkage} linkage of τ averaged over "
        f"{blocks} of {counted(len(result.panel.benchmarks), 'benchmark')}{chosen}."
    )


def gap_sentence(result: Clusters) -> str:
    """What the gap statistic says about the number of clusters."""
    picked = result.gap
    if picked.gap_k is None:
        return "" if len(result.got.metrics) < 3 else f"The gap statistic is undefined: {picked.gap_reason}."
    against = f"compared with {picked.gap_draws} random rankings"
    if picked.gap_k == 1:
        what = "the metrics form no groups" if result.k == 1 else "these groups are no better than what chance gives"
        return f"{capital(what)}, {against} (gap statistic)."
    too = "as well" if picked.gap_k == result.k else "instead"
    return f"The gap statistic gives {picked.gap_k} clusters {too}, {against}."


def hold_sentence(result: Clusters) -> str:
    """How often the clusters come back on other benchmarks; empty where that cannot be told."""
    r = result.stable
    if isinstance(r, NoResampling) or r.reason or len(result.got.metrics) <= 2:
        return ""
    return f"With benchmarks drawn again, exactly these clusters come back in {percent(r.same)} of draws."


def cautions(result: Clusters) -> list[str]:
    """What is arbitrary about the picture, or rests on less than the rest."""
    sentences = []
    if int(result.panel.present.sum(axis=2).max(initial=0)) == 2:
        sentences.append("Two methods are compared: every τ of a block is +1 or −1, which is no evidence.")
    if result.got.tied_cut(result.k or 0):
        sentences.append(
            f"The cut into {result.k} falls between two merges at the same height: another cut into {result.k} "
            "clusters is as good."
        )
    blocks, counts = len(result.agreed.blocks), result.blocks_defined
    fewest = int(counts.min(initial=blocks))
    if 0 < fewest < blocks:
        sentences.append(
            f"Not every pair of metrics can be compared everywhere: some τ rest on {fewest} of "
            f"{counted(blocks, 'block')}, others on up to {counts.max()}."
        )
    return sentences


def nearest_and_farthest(result: Clusters, names: Labels) -> tuple[str, str]:
    """The pair of clustered metrics with the largest τ and the one with the smallest, the first among equals."""
    got = result.got
    pairs = [(float(got.tau[i, j]), x, y) for (i, x), (j, y) in combinations(enumerate(got.metrics), 2)]
    tau = itemgetter(0)
    most, least = max(pairs, key=tau), min(pairs, key=tau)
    return tuple(f"{names.listed_metrics((x, y))} (τ {number(t, sign=True)})" for t, x, y in (most, least))  # type: ignore[return-value]  # two of them


def facts(result: Clusters) -> Mapping[str, object]:
    """The clusters and how they were chosen."""
    few = not result.got.metrics
    return {
        "protocol": result.chosen.protocol,
        "scope": "blocks",
        "reason": result.reason,
        "linkage": result.got.linkage,
        "linkage_reason": linkage_reason(result),
        "k": result.k,
        "k_wanted": result.chosen.k,
        "k_reason": k_reason(result),
        "tied_cut": result.got.tied_cut(result.k or 0),
        "labels": result.labels,
        "order": result.order,
        "silhouette": result.silhouette,
        "silhouette_k": result.silhouette_k,
        "cophenetic": result.cophenetic,
        "blocks": len(result.agreed.blocks),
        "benchmarks": result.panel.benchmarks,
        "gap_k": result.gap.gap_k,
        "gap_reason": result.gap.gap_reason,
        "gap_draws": result.gap.gap_draws,
        "gap_left_out": result.gap.gap_left_out,
        "euclidean": None if few else result.euclidean,
        "smallest_eigenvalue": smallest_eigenvalue(result.got.tau),
        "published": result.published,
        "unclusterable": result.left_out,
    }


GROUPING = Answer("grouping", compute, say, facts=facts)
