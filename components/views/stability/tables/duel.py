"""Two methods head to head as a table."""

from __future__ import annotations

import pandas as pd

from components.views.stability.result.duel import DuelResult


def duel_table(result: DuelResult) -> pd.DataFrame:
    """One row per metric: difference of utilities, weighted, and the smallest changes that let the other catch up."""
    return pd.DataFrame(
        [
            {
                "metric": result.labels.metric(m),
                "difference of utilities": difference,
                "weighted": result.weighted[m],
                "move in L1": result.flips["l1"].moved.get(m),
                "move in L2": result.flips["l2"].moved.get(m),
                "move in L∞": result.flips["linf"].moved.get(m),
            }
            for m, difference in result.margins.items()
        ]
    )
