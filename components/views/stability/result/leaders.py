"""Who can lead: whether any weights put a method first, and which suit it best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.plain import aside, number, whole
from components.resolved import Resolved, reads
from components.stats.ranking.best_of_grids import grid_dominance, grid_optimality
from components.stats.ranking.dominance import dominance, potential_optimality
from components.stats.ranking.grids import MEDIAN
from components.views.stability.result.ranked import Absent, ranked_rows


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
    """One row per ranked method, by current score; `grids` says that each is the best of its checkpoints."""

    rows: tuple[Leader, ...] = whole()
    labels: Labels = aside()
    grids: bool = aside(False)


@reads(rows=True)
def leaders(resolved: Resolved) -> LeadersResult | Absent:
    """Whether any weights put each method first, and which suit it best; absent where rows are medians."""
    data, grids = ranked_rows(resolved), resolved.grids
    if grids is not None and grids.rule == MEDIAN:
        return Absent(reason="who can lead is not computed for medians")
    if not data.methods:
        return LeadersResult(rows=(), labels=resolved.row_labels)
    if data.grids is None:
        optimal, beaten = potential_optimality(data.utilities), dominance(data.utilities)
    else:
        optimal, beaten = grid_optimality(data.utilities, data.grids), grid_dominance(data.utilities, data.grids)
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
    return LeadersResult(rows=tuple(rows), labels=resolved.row_labels, grids=data.grids is not None)
