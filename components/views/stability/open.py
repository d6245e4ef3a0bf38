"""The parts of the stability page that hang on what a reader opened: two methods, or three metrics."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.ranking.dominance import effective_weights
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.head_to_head import head_to_head, resampled_lead
from components.stats.stability.nearby import concentration, nearby_weights
from components.stats.stability.ternary import weight_map
from components.views.stability.result import NEAR_DRAWS, Ranked, ranked

CORNERS = 3


def opened_pair(resolved: Resolved) -> tuple[str, str] | None:
    """The two methods to compare: those named, else the two best; None when fewer than two are ranked."""
    methods = ranked(resolved).methods
    asked = tuple(m for m in resolved.selection.versus if m in methods)
    if len(asked) == 2:
        return asked[0], asked[1]
    return (methods[0], methods[1]) if len(methods) > 1 else None


def versus(resolved: Resolved) -> dict[str, Any]:
    """Two methods head to head; `ahead` is the better one (the first named when level), `behind` the other.

    `reason` says why there is nothing to compare.
    """
    pair = opened_pair(resolved)
    if pair is None:
        return {"reason": "fewer than two methods are ranked"}
    data = ranked(resolved)
    a, b = (data.methods.index(m) for m in pair)
    chosen = resolved.selection
    try:
        kappa = concentration(data.w, chosen.radius)
        nearby = nearby_weights(data.w, kappa, min(chosen.draws, NEAR_DRAWS), chosen.rng)
        why = ""
    except NotEnoughData as error:
        nearby, why = None, str(error)
    found = head_to_head(
        data.utilities[a],
        data.utilities[b],
        data.w,
        nearby=nearby,
        anywhere=uniform_weights(chosen.draws, len(data.metrics), chosen.rng),
        data=resampled_lead(
            resolved.panel,
            data.w,
            [resolved.panel.method(m) for m in pair],
            resolved.in_play,
            transform=chosen.transform,
            aggregate=resolved.aggregate,
            rng=chosen.rng,
        ),
    )
    ahead, behind = pair[::-1] if found.swapped else pair
    return {
        "reason": "",
        "ahead": ahead,
        "behind": behind,
        "verdict": found.verdict,
        "gap": found.gap,
        "margins": by_id(data.metrics, found.margins),
        "weighted": by_id(data.metrics, found.weighted),
        "nearby": found.nearby,
        "nearby_reason": why,
        "radius": chosen.radius,
        "anywhere": found.anywhere,
        "draws": chosen.draws,
        "resampled": found.resampled,
        "resampled_draws": found.resampled_draws,
        "benchmarks": len(resolved.panel.benchmarks),
        "blocks": len(resolved.panel.blocks),
        "flips": {
            norm: {
                "distance": number(flip.distance),
                "shifted": number(flip.shifted),
                "moved": by_id(data.metrics, flip.moved),
                "weights": by_id(data.metrics, flip.weights),
            }
            for norm, flip in found.flips.items()
        },
    }


def opened_corners(resolved: Resolved) -> tuple[str, ...]:
    """The three metrics of the map: those named, filled up with the ones whose say is largest now."""
    data = ranked(resolved)
    if not data.methods:
        return ()
    asked = [m for m in resolved.selection.corners if m in data.metrics]
    say = np.nan_to_num(effective_weights(data.utilities, data.w).values)
    order = sorted(range(len(data.metrics)), key=lambda k: (-say[k], -data.w[k], k))
    rest = [data.metrics[k] for k in order if data.metrics[k] not in asked]
    chosen = (*asked, *rest)[:CORNERS]
    return tuple(m for m in data.metrics if m in chosen) if len(asked) < CORNERS else chosen


def map_of_weights(resolved: Resolved) -> dict[str, Any]:
    """Who leads where when three metrics share their weight differently; `reason` says why there is no map."""
    data, corners = ranked(resolved), opened_corners(resolved)
    if not data.methods:
        return _no_map(corners, "no method is ranked")
    if len(corners) < CORNERS:
        return _no_map(corners, "a map needs three metrics that every ranked method has")
    columns = [data.metrics.index(m) for m in corners]
    try:
        found = weight_map(data.utilities, data.w, columns)
    except NotEnoughData as error:
        return _no_map(corners, str(error))
    return {
        "reason": "",
        "corners": list(corners),
        "mass": found.mass,
        "held": _held(data, corners),
        "regions": [
            {
                "methods": [data.methods[i] for i in r.methods],
                "share": r.area,
                "polygon": [by_id(corners, p) for p in r.polygon],
            }
            for r in found.regions
        ],
        "current": by_id(corners, found.current),
        "leader": data.methods[found.leader],
        "border": None if found.border is None else by_id(corners, found.border),
        "challenger": None if found.challenger is None else data.methods[found.challenger],
    }


def _held(data: Ranked, corners: tuple[str, ...]) -> dict[str, float | None]:
    return {m: number(w) for m, w in zip(data.metrics, data.w, strict=True) if m not in corners}


def _no_map(corners: tuple[str, ...], reason: str) -> dict[str, Any]:
    return {"reason": reason, "corners": list(corners), "regions": []}
