"""How much a clustering can carry: number of clusters, resampled benchmarks, published partitions, other choices."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.plain import number
from components.resolved import Resolved
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement, agreement
from components.stats.clusters.coassociation import coassociation
from components.stats.clusters.compare import adjusted_rand, compare
from components.stats.clusters.null import by_benchmark, of_metrics, reference_draws, references
from components.stats.clusters.number import gap_statistic, silhouette
from components.stats.clusters.tree import LINKAGES, Ints, tied_cut
from components.views.clusters.found import Clustering, clustering


def number_of_clusters(resolved: Resolved, got: Clustering, partitions: list[dict[str, Any]]) -> dict[str, Any]:
    """Silhouette and gap for every k, and the k of the gap statistic."""
    ids = [resolved.panel.metric_ids[i] for i in got.kept]
    if got.tree is None or got.silhouettes is None or len(ids) < 3:
        reason = "choosing a number of clusters needs three metrics"
        return {"gap_k": None, "gap_reason": reason, "gap_draws": 0, "gap_left_out": 0, "by_k": []}
    draws, left_out = references(
        of_metrics(resolved.panel, got.kept),
        resolved.selection.protocol,
        reference_draws(resolved.panel),
        resolved.selection.rng,
    )
    gap = gap_statistic(got.distance, draws, got.linkage, left_out)
    mean = dict(zip(got.silhouettes.k, got.silhouettes.mean, strict=True))
    rows = []
    for i, k in enumerate(gap.k):
        labels = got.labels(k).tolist()
        rows.append(
            {
                "k": k,
                "silhouette": number(mean.get(k)),
                "gap": number(gap.gap[i]),
                "gap_se": number(gap.se[i]),
                "references_at_zero": gap.zeros[i],
                "tied_cut": tied_cut(got.tree.merges, k),
                "labels": dict(zip(ids, labels, strict=True)),
                "rand": [number(_rand(p, ids, labels)) for p in partitions],
            }
        )
    return {
        "gap_k": gap.best,
        "gap_reason": "" if gap.best else _gap_reason(got, len(draws)),
        "gap_draws": gap.draws,
        "gap_left_out": gap.undefined,
        "by_k": rows,
    }


def resampling(resolved: Resolved, found: Agreement, got: Clustering, labels: Ints) -> dict[str, Any]:
    """Co-association over resampled benchmarks, of the metrics that are clustered in the view."""
    panel, wanted = resolved.panel, resolved.selection.k
    ids = [panel.metric_ids[i] for i in got.kept]
    needed = 3 if wanted == "auto" else 2
    if len(ids) < needed:
        reason = f"{len(ids)} metrics can be clustered: choosing again needs {needed}"
        return {"coassociation": [], "resampling": {"reason": reason}}
    tau, weight = by_benchmark(found)
    grid = np.ix_(range(len(tau)), got.kept, got.kept)
    fixed = None if wanted == "auto" else int(wanted)
    stable = coassociation(tau[grid], weight[grid], got.linkage, fixed, labels, seed=resolved.selection.rng)
    pairs = [
        {"x": ids[i], "y": ids[j], "share": number(stable.together[i, j]), "defined": float(stable.defined[i, j])}
        for i in range(len(ids))
        for j in range(i + 1, len(ids))
    ]
    few = "One benchmark: every resample is the same, so this shows the clustering once more."
    return {
        "coassociation": pairs,
        "resampling": {
            "reason": few if len(tau) < 2 else "",
            "benchmarks": len(tau),
            "resamples": stable.resamples,
            "exact": stable.exact,
            "undefined": stable.undefined,
            "unusable": stable.unusable,
            "same": stable.same,
            "k_shares": {str(k): share for k, share in stable.k_shares.items()},
        },
    }


def published_partitions(resolved: Resolved) -> list[dict[str, Any]]:
    """The partitions of metrics that the suite's publications print, each as {metric: cluster number}."""
    table = resolved.tables.extras.get("partitions")
    if table is None:
        return []
    return [
        {
            "partition": str(name),
            "label": str(rows["label"].iloc[0]),
            "clusters": {str(m): int(c) for m, c in zip(rows["metric"], rows["cluster"], strict=True)},
            "where": str(rows["where"].iloc[0]),
            "url": "" if rows["url"].isna().iloc[0] else str(rows["url"].iloc[0]),
        }
        for name, rows in table.groupby("partition", sort=False)
    ]


def compared(partition: dict[str, Any], ids: list[str], labels: Ints, got: Clustering, seed: int) -> dict[str, Any]:
    """A published partition beside the one shown, over the metrics that are in both."""
    both = [i for i, m in enumerate(ids) if m in partition["clusters"]]
    theirs = [partition["clusters"][ids[i]] for i in both]
    result = compare([int(labels[i]) for i in both], theirs, seed)
    inner = got.distance[np.ix_(both, both)]
    several = 1 < len(set(theirs)) < len(theirs)
    own = silhouette(inner, np.array(theirs)).mean() if several else None
    return {
        **partition,
        "n": result.n,
        "left_out": [m for m in partition["clusters"] if m not in ids],
        "rand": number(result.index),
        "p": number(result.p),
        "p_min": number(result.p_min),
        "arrangements": result.arrangements,
        "exact": result.exact,
        "k": len(set(theirs)),
        "silhouette": number(own),
    }


def choices(resolved: Resolved, found: Agreement, partitions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the other protocol and the other linkages give, k by silhouette: one row per choice that can be made."""
    rows = []
    for protocol in (TIE_AWARE, PUBLISHED):
        tau = (found if protocol == found.protocol else agreement(resolved.panel, protocol)).tau
        for linkage in LINKAGES:
            got = clustering(tau, linkage)
            if got.tree is None or got.linkage != linkage:
                continue
            ids = [resolved.panel.metric_ids[i] for i in got.kept]
            k = got.k("auto")
            labels = got.labels(k).tolist()
            mean = dict(zip(got.silhouettes.k, got.silhouettes.mean, strict=True)) if got.silhouettes else {}
            rows.append(
                {
                    "protocol": protocol,
                    "linkage": linkage,
                    "k": k,
                    "labels": dict(zip(ids, labels, strict=True)),
                    "silhouette": number(mean.get(k)),
                    "cophenetic": number(got.tree.cophenetic),
                    "rand": [number(_rand(p, ids, labels)) for p in partitions],
                }
            )
    return rows


def _gap_reason(got: Clustering, draws: int) -> str:
    if draws < 2:
        return "shuffled values leave some pairs of metrics without a τ"
    if not got.distance.any():
        return "all metrics give the same order"
    return "no reference differs from the others"


def _rand(partition: dict[str, Any], ids: list[str], labels: list[int]) -> float:
    both = [i for i, m in enumerate(ids) if m in partition["clusters"]]
    return adjusted_rand([labels[i] for i in both], [partition["clusters"][ids[i]] for i in both])
