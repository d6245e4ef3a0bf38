"""What a report holds of stability: random weights, weights nearby, and how far the lead is from changing hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.resolved import Resolved
from components.views.leaderboard.dethrone import Dethrone, dethrone
from components.views.stability.result.nearby import CurveResult, NearbyResult, curve, nearby
from components.views.stability.result.weightings import WeightingsResult, weightings


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
