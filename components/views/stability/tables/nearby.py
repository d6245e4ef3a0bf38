"""Stability near the current weights as a table."""

from __future__ import annotations

import pandas as pd

from components.views.stability.result.nearby import CurvePoint, CurveResult, NearbyResult


def curve_table(chosen: NearbyResult, result: CurveResult) -> pd.DataFrame:
    """One row per radius, the chosen one among them."""
    points: list[CurvePoint | NearbyResult] = [*result.curve]
    if chosen.p_leader_stays is not None:
        points.append(chosen)
    return pd.DataFrame(
        [
            {
                "expected change": p.radius,
                "P(leader stays)": p.p_leader_stays,
                "SE": p.se,
                "expected τ": p.mean_tau,
            }
            for p in sorted(points, key=lambda p: p.radius)
        ]
    )
