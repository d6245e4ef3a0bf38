"""Who can lead: under any weights at all, and where three metrics share their weight differently (the map)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import aside, number, whole
from components.resolved import Resolved, reads
from components.stats.panel import Floats
from components.stats.ranking.best_of_grids import grid_dominance, grid_optimality
from components.stats.ranking.dominance import dominance, effective_weights, potential_optimality
from components.stats.ranking.grids import MEDIAN
from components.stats.stability.ternary import weight_map
from components.views.stability.result.ranked import NOBODY, Absent, ranked, ranked_rows


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


CORNERS = 3

Point = Mapping[str, float]
"""A point of the map: the share of each of the three metrics, by its id; they sum to 1."""


@dataclass(frozen=True, kw_only=True)
class Region:
    """Where some methods lead: more than one when they are equal on the whole map.

    `share` is that of the map's area, `polygon` the corners in order.
    """

    methods: tuple[str, ...]
    share: float
    polygon: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True)
class TernaryResult:
    """The triangle of the three metrics `corners`, which share the weight `mass`; the other weights are `held`.

    `leader` leads at the point `current`. `border` is the nearest point (L2) where `challenger` catches the leader;
    both are None when the leader leads everywhere.
    """

    reason: str = ""
    corners: tuple[str, ...]
    mass: float
    held: Mapping[str, float]
    regions: tuple[Region, ...]
    current: Point
    leader: str
    border: Point | None
    challenger: str | None
    labels: Labels = aside()


def corners_mapped(resolved: Resolved) -> tuple[str, ...]:
    """The three metrics of the map: those chosen, filled up with the ones whose effective weight is largest now."""
    data = ranked(resolved)
    if not data.methods:
        return ()
    chosen = [m for m in resolved.selection.corners if m in data.metrics]
    effective = np.nan_to_num(effective_weights(data.utilities, data.w).values)
    order = sorted(range(len(data.metrics)), key=lambda k: (-effective[k], -data.w[k], k))
    rest = [data.metrics[k] for k in order if data.metrics[k] not in chosen]
    corners = (*chosen, *rest)[:CORNERS]
    return tuple(m for m in data.metrics if m in corners) if len(chosen) < CORNERS else corners


@reads(view_only=("corners",))
def ternary(resolved: Resolved) -> TernaryResult | Absent:
    """Who leads where on the map of the three metrics chosen; absent when they are fewer or have no weight to share."""
    data, corners = ranked(resolved), corners_mapped(resolved)
    if not data.methods:
        return Absent(reason=NOBODY)
    if len(corners) < CORNERS:
        return Absent(reason="a map needs three metrics that every ranked method has")
    try:
        mapped = weight_map(data.utilities, data.w, [data.metrics.index(m) for m in corners])
    except NotEnoughData as error:
        return Absent(reason=str(error))
    return TernaryResult(
        corners=corners,
        mass=mapped.mass,
        held={m: float(w) for m, w in zip(data.metrics, data.w, strict=True) if m not in corners},
        regions=tuple(
            Region(
                methods=tuple(data.methods[i] for i in r.methods),
                share=r.area,
                polygon=tuple(_point(corners, p) for p in r.polygon),
            )
            for r in mapped.regions
        ),
        current=_point(corners, mapped.current),
        leader=data.methods[mapped.leader],
        border=None if mapped.border is None else _point(corners, mapped.border),
        challenger=None if mapped.challenger is None else data.methods[mapped.challenger],
        labels=resolved.labels,
    )


def _point(corners: tuple[str, ...], shares: Floats) -> Point:
    return dict(zip(corners, shares.tolist(), strict=True))
