"""Which metrics tell the same story: clusters of metrics by their agreement, and how much the grouping can carry."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.agreement.tau import agreement
from components.stats.clusters.number import silhouette
from components.stats.clusters.plane import metric_map
from components.stats.clusters.tree import euclidean, segments, smallest_eigenvalue, tied_cut
from components.views.clusters.evidence import choices, compared, number_of_clusters, published_partitions, resampling
from components.views.clusters.found import (
    Clustering,
    clustering,
    k_reason,
    linkage_reason,
    unclusterable,
    why_none,
)


def clusters(resolved: Resolved) -> dict[str, Any]:
    """Clusters of the metrics of a view, mean over blocks, under its protocol and linkage.

    Matrices are lists of rows in the order of `metrics`; `order` is the same metrics from left to right. Undefined
    numbers are None: `reason` says why there are no clusters at all, `k_reason`, `gap_reason`, `map_reason`,
    `linkage_reason` and `resampling["reason"]` why a part differs from what was asked or is missing.
    """
    chosen, panel = resolved.selection, resolved.panel
    found = agreement(panel, chosen.protocol)
    got = clustering(found.tau, chosen.linkage)
    kept, grid = got.kept, np.ix_(got.kept, got.kept)
    ids = [panel.metric_ids[i] for i in kept]
    k = got.k(chosen.k)
    labels = got.labels(k)
    each = silhouette(got.distance, labels) if kept else np.zeros(0)
    partitions = published_partitions(resolved)
    return {
        "protocol": chosen.protocol,
        "scope": "blocks",
        "reason": "" if kept else why_none(resolved),
        "metrics": ids,
        "order": [ids[i] for i in got.tree.order] if got.tree else ids,
        "linkage": got.linkage,
        "linkage_reason": linkage_reason(chosen.linkage, got),
        "k": k or None,
        "k_wanted": chosen.k,
        "k_reason": k_reason(chosen.k, got),
        "tied_cut": bool(got.tree and tied_cut(got.tree.merges, k)),
        "labels": {m: int(c) for m, c in zip(ids, labels, strict=True)},
        "silhouette": number(each.mean()) if len(each) else None,
        "silhouette_k": got.silhouettes.best if got.silhouettes else None,
        "silhouettes": by_id(ids, each),
        "cophenetic": number(got.tree.cophenetic) if got.tree else None,
        "tau": got.tau.tolist(),
        "blocks_defined": found.defined[grid].tolist(),
        "blocks": len(found.blocks),
        "benchmarks": list(panel.benchmarks),
        "brackets": _brackets(got, ids),
        "unclusterable": unclusterable(resolved, found, kept),
        **number_of_clusters(resolved, got, partitions),
        **_map(got, ids),
        **resampling(resolved, found, got, labels),
        "published": [compared(p, ids, labels, got, chosen.rng) for p in partitions],
        "choices": choices(resolved, found, partitions),
    }


def _brackets(got: Clustering, ids: list[str]) -> list[dict[str, Any]]:
    """The dendrogram: corners of each merge by place in the leaf order, its height, and the metrics it joins."""
    if got.tree is None:
        return []
    members: list[list[str]] = [[m] for m in ids]
    rows = []
    for merge, corners in zip(got.tree.merges, segments(got.tree.merges, got.tree.order), strict=True):
        members.append(members[int(merge[0])] + members[int(merge[1])])
        joins = [m for m in ids if m in members[-1]]
        rows.append(
            {"x": corners[:, 0].tolist(), "y": corners[:, 1].tolist(), "height": float(merge[2]), "joins": joins}
        )
    return rows


def _map(got: Clustering, ids: list[str]) -> dict[str, Any]:
    """The plane, its stress, and whether the distances are those of a Euclidean space at all."""
    if not got.kept:
        return {"map": {}, "stress": None, "euclidean": None, "smallest_eigenvalue": None, "map_reason": ""}
    drawn, fits = metric_map(got.distance), euclidean(got.tau)
    reason = "" if fits else "These distances have no exact picture in any number of dimensions; see the stress."
    return {
        "map": {m: [float(x), float(y)] for m, (x, y) in zip(ids, drawn.points, strict=True)},
        "stress": number(drawn.stress),
        "euclidean": fits,
        "smallest_eigenvalue": smallest_eigenvalue(got.tau),
        "map_reason": reason,
    }
