"""Why metrics cannot be clustered, and why something else is given than what was chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved
from components.stats.agreement.tau import TIE_AWARE, Agreement
from components.stats.clusters.tree import smallest_eigenvalue
from components.text import joined, number
from components.views.clusters.result.clustering import Clustering


@dataclass(frozen=True, kw_only=True)
class Unclusterable:
    """A metric that is left out, and why."""

    metric: str
    label: str
    reason: str


def unclusterable(resolved: Resolved, agreement: Agreement, index: tuple[int, ...]) -> tuple[Unclusterable, ...]:
    """The metrics left out, in registry order; `index` are the places of those that are not."""
    return tuple(
        Unclusterable(metric=m.id, label=m.label, reason=_left_out(resolved, agreement, index, i))
        for i, m in enumerate(resolved.panel.metrics)
        if i not in index
    )


def _left_out(resolved: Resolved, agreement: Agreement, index: tuple[int, ...], i: int) -> str:
    measured = [~np.isnan(b.values[:, i]) for b in agreement.blocks]
    blocks = sum(bool(m.any()) for m in measured)
    if not blocks:
        return "not measured in these runs"
    if max(int(m.sum()) for m in measured) < 2:
        return "measured for one method at most in every block, so it orders nothing"
    if np.isnan(agreement.block_tau[:, i, i]).all():
        if agreement.protocol == TIE_AWARE:
            return f"one value for all methods in every block where it was measured ({blocks} of {len(measured)})"
        return "a value is missing in every block"
    partners = [resolved.panel.metrics[j].label for j in index if np.isnan(agreement.tau[i, j])]
    if partners:
        return f"no τ with {joined(partners)}: no block in which both rank the methods"
    return "no other metric is left to compare it with"


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
    """Why another linkage than the one wanted was used; empty when it was not."""
    if got.linkage == wanted:
        return ""
    return (
        "Ward linkage needs distances between points of a Euclidean space, and these are not: the smallest eigenvalue "
        f"of the τ matrix is {number(smallest_eigenvalue(got.tau))}. Average linkage is used instead."
    )


def k_reason(wanted: int | str, got: Clustering) -> str:
    """Why there are fewer clusters than wanted; empty when there are not."""
    p = len(got.metrics)
    if wanted == "auto" or not 0 < p < int(wanted):
        return ""
    return f"{wanted} clusters were asked for, but only {p} metrics can be clustered."
