"""Who can lead as a table."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from components.labels import Labels
from components.views.stability.result.leaders import LeadersResult
from components.views.stability.result.weightings import WeightingsResult

MOST_WEIGHTS = 6
"""Weights named in a cell; the others are counted."""


def leaders_table(result: LeadersResult, anywhere: WeightingsResult) -> pd.DataFrame:
    """One row per method: whether and how often it leads, its largest lead, and the weights that suit it best."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(r.method),
                "under some weights it": r.verdict,
                "first in": anywhere.rank_acceptability[r.method][0],
                "largest lead ε": r.epsilon,
                "dominated by": ", ".join(result.labels.method(m) for m in r.dominated_by),
                "weights that suit it best": _largest(result.labels, r.best_weights),
            }
            for r in result.rows
        ]
    )


def _largest(labels: Labels, weights: Mapping[str, float]) -> str:
    largest = sorted((m for m, w in weights.items() if w >= 0.0005), key=lambda m: -weights[m])
    weighted = ", ".join(f"{labels.metric(m)} {weights[m]:.3f}" for m in largest[:MOST_WEIGHTS])
    return weighted if len(largest) <= MOST_WEIGHTS else f"{weighted} and {len(largest) - MOST_WEIGHTS} more"
