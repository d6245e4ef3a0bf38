"""What can be clustered under one protocol and linkage, and why the rest cannot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved
from components.stats.agreement.tau import TIE_AWARE, Agreement
from components.stats.clusters.number import Silhouettes, silhouettes
from components.stats.clusters.tree import Ints, Tree, clusterable, cut, distances, euclidean, smallest_eigenvalue, tree
from components.stats.panel import Floats
from components.text import joined, number


@dataclass(frozen=True, eq=False)
class Clustering:
    """The metrics of one protocol that can be clustered (indices into the panel) and their tree under one linkage.

    `tree` is None below two metrics; `linkage` is what was used, which differs from what was asked when a linkage
    does not fit the distances.
    """

    kept: tuple[int, ...]
    tau: Floats
    distance: Floats
    linkage: str
    tree: Tree | None
    silhouettes: Silhouettes | None

    def k(self, wanted: int | str) -> int:
        """Number of clusters shown: the one asked for as far as there are metrics, or the silhouette's, or 1."""
        if wanted == "auto":
            return (self.silhouettes.best if self.silhouettes else None) or min(1, len(self.kept))
        return min(int(wanted), len(self.kept))

    def labels(self, k: int) -> Ints:
        """(p,) cluster numbers from 1."""
        return cut(self.tree.merges, k) if self.tree else np.ones(len(self.kept), dtype=np.intp)


def clustering(tau: Floats, linkage: str) -> Clustering:
    """Cluster what can be clustered; Ward falls back to average linkage where no Euclidean picture exists."""
    kept = clusterable(tau)
    inner = tau[np.ix_(kept, kept)]
    distance = distances(inner)
    used = "average" if linkage == "ward" and not euclidean(inner) else linkage
    grown = tree(distance, used) if kept else None
    return Clustering(kept, inner, distance, used, grown, silhouettes(distance, grown.merges) if grown else None)


def unclusterable(resolved: Resolved, found: Agreement, kept: tuple[int, ...]) -> list[dict[str, str]]:
    """The metrics left out, in registry order, each with the reason."""
    panel = resolved.panel
    rows = []
    for i, metric in enumerate(panel.metrics):
        if i in kept:
            continue
        measured = [~np.isnan(b.values[:, i]) for b in found.blocks]
        blocks = sum(bool(m.any()) for m in measured)
        partners = [panel.metrics[j].label for j in kept if np.isnan(found.tau[i, j])]
        if not blocks:
            reason = "not measured in these runs"
        elif max(int(m.sum()) for m in measured) < 2:
            reason = "measured for one method at most in every block, so it ranks nothing"
        elif np.isnan(found.block_tau[:, i, i]).all():
            reason = (
                f"one value for all methods in every block where it was measured ({blocks} of {len(found.blocks)})"
                if found.protocol == TIE_AWARE
                else "a value is missing in every block"
            )
        elif partners:
            shared = "no block in which both rank the methods"
            reason = f"no τ with {joined(partners)}: {shared}"
        else:
            reason = "no other metric is left to compare it with"
        rows.append({"metric": metric.id, "label": metric.label, "reason": reason})
    return rows


def why_none(resolved: Resolved) -> str:
    """Why no metric at all can be clustered."""
    panel = resolved.panel
    if not panel.n_runs:
        return "No run matches these filters."
    if len(panel.metrics) < 2:
        return "The suite has one metric: clusters need at least two."
    if len(panel.methods) < 2:
        return "One method is selected: metrics agree or disagree about the order of methods, which needs two."
    return "No two metrics have a τ with each other on these runs."


def linkage_reason(wanted: str, got: Clustering) -> str:
    """Why another linkage than the one asked for was used; empty when it was not."""
    if got.linkage == wanted:
        return ""
    return (
        "Ward linkage needs distances between points of a Euclidean space, and these are not: the smallest eigenvalue "
        f"of the τ matrix is {number(smallest_eigenvalue(got.tau))}. Average linkage is used instead."
    )


def k_reason(wanted: int | str, got: Clustering) -> str:
    """Why another number of clusters than the one asked for is shown; empty when it is not."""
    p = len(got.kept)
    if wanted == "auto":
        return ""
    return f"{wanted} clusters were asked for, but only {p} metrics can be clustered." if 0 < p < int(wanted) else ""
