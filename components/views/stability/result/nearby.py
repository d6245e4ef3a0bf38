"""How much of the ranking survives small changes of the weights, and what a report holds of stability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from components.errors import NotEnoughData
from components.plain import number
from components.resolved import Resolved, reads
from components.stats.stability.nearby import largest_radius, local_curve, local_stability
from components.views.leaderboard.dethrone import Dethrone, dethrone
from components.views.stability.result.ranked import NOBODY, ranked_rows
from components.views.stability.result.weightings import WeightingsResult, weightings

CURVE_POINTS, CURVE_DRAWS = 16, 1_000
"""The curves over the radius: how many points, and weightings at each."""
NEARBY_DRAWS = 50_000
"""At most so many weightings are drawn near the current ones, so that the slider answers at once."""
LEAST_RADIUS, MOST_RADIUS = 0.01, 1.5


@dataclass(frozen=True, kw_only=True)
class NearbyResult:
    """Stability under weights drawn around the current ones, at one radius (their expected L1 change).

    `kappa` is the concentration of the Dirichlet distribution that gives the radius, `p_leader_stays` the share of
    draws in which a method that leads now has rank 1, `se` its standard error, `mean_tau` and `sd_tau` describe τ-b
    with the current ranking. `reason` says why there is none; `largest_radius` bounds those in reach.
    """

    radius: float
    draws: int
    largest_radius: float | None
    reason: str
    kappa: float | None = None
    p_leader_stays: float | None = None
    se: float | None = None
    mean_tau: float | None = None
    sd_tau: float | None = None


@dataclass(frozen=True, kw_only=True)
class CurvePoint:
    """Stability at one radius: names as in NearbyResult."""

    radius: float
    p_leader_stays: float
    se: float
    mean_tau: float | None


@dataclass(frozen=True, kw_only=True)
class CurveResult:
    """Stability over the radius, from no change to the largest in reach; empty when nothing can change."""

    curve: tuple[CurvePoint, ...]
    curve_draws: int


@reads(rows=True)
def nearby(resolved: Resolved) -> NearbyResult:
    """Stability at the chosen radius around the current weights."""
    data, chosen = ranked_rows(resolved), resolved.selection
    draws = min(chosen.draws, NEARBY_DRAWS)
    none = NearbyResult(radius=chosen.radius, draws=draws, largest_radius=None, reason=NOBODY)
    if not data.methods:
        return none
    start = replace(none, largest_radius=largest_radius(data.w), reason="")
    try:
        here = local_stability(data.utilities, data.w, chosen.radius, draws, chosen.rng, grids=data.grids)
    except NotEnoughData as error:
        return replace(start, reason=str(error))
    return replace(
        start,
        kappa=here.kappa,
        p_leader_stays=here.leader_stays,
        se=here.leader_se,
        mean_tau=number(here.taus.mean),
        sd_tau=number(here.taus.sd),
    )


@reads(rows=True)
def curve(resolved: Resolved) -> CurveResult:
    """Stability over the radius: the same whichever is chosen."""
    data, draws = ranked_rows(resolved), min(CURVE_DRAWS, resolved.selection.draws)
    reach = min(MOST_RADIUS, largest_radius(data.w)) if data.methods else 0.0
    if reach <= LEAST_RADIUS:
        return CurveResult(curve=(), curve_draws=draws)
    radii = np.linspace(0.0, reach, CURVE_POINTS + 1)[1:-1].tolist()
    points = [
        CurvePoint(radius=c.radius, p_leader_stays=c.leader_stays, se=c.leader_se, mean_tau=number(c.taus.mean))
        for c in local_curve(data.utilities, data.w, radii, draws, resolved.selection.rng, data.grids)
    ]
    start = CurvePoint(radius=0.0, p_leader_stays=1.0, se=0.0, mean_tau=1.0)
    return CurveResult(curve=(start, *points) if points else (), curve_draws=draws)


@dataclass(frozen=True, kw_only=True)
class Local(CurveResult, NearbyResult):
    """Stability near the current weights: at the chosen radius, then over all radii."""


@dataclass(frozen=True, kw_only=True)
class StabilityResult(WeightingsResult):
    """The ranking under random weights and near the current ones; `dethrone` is by norm (l1, l2, linf)."""

    local: Local
    dethrone: Mapping[str, Dethrone]


def stability(resolved: Resolved) -> StabilityResult:
    """Everything that a report says of the stability of the ranking."""
    return StabilityResult(
        **vars(weightings(resolved)),
        local=Local(**vars(nearby(resolved)), **vars(curve(resolved))),
        dethrone=dethrone(resolved),
    )
