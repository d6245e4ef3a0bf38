"""Who can lead: whether any weights put a method first, and which suit it best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.plain import aside, number, whole
from components.resolved import Resolved
from components.stats.ranking.dominance import dominance, potential_optimality
from components.views.stability.result.ranked import ranked


@dataclass(frozen=True, kw_only=True)
class Leader:
    """What one method can reach under any weights.

    `verdict` is "can lead alone", "can only tie for the lead" or "never leads". `epsilon` is the largest lead any
    weights give it (below 0: the smallest deficit; None for a single method), `best_weights` the weights that give it.
    """

    method: str
    verdict: str
    dominated_by: tuple[str, ...]
    epsilon: float | None
    best_weights: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class LeadersResult:
    """One row per ranked method, by current score."""

    rows: tuple[Leader, ...] = whole()
    labels: Labels = aside()


def leaders(resolved: Resolved) -> LeadersResult:
    """Whether any weights put each method first, and which suit it best."""
    data = ranked(resolved)
    if not data.methods:
        return LeadersResult(rows=(), labels=resolved.labels)
    optimal, beaten = potential_optimality(data.utilities), dominance(data.utilities)
    rows = [
        Leader(
            method=method,
            verdict=optimal.verdict[i],
            dominated_by=tuple(data.methods[j] for j in np.flatnonzero(beaten[:, i])),
            epsilon=number(optimal.epsilon[i]),
            best_weights=dict(zip(data.metrics, optimal.weights[i].tolist(), strict=True)),
        )
        for i, method in enumerate(data.methods)
    ]
    return LeadersResult(rows=tuple(rows), labels=resolved.labels)
