"""Ranks over seeds as a table."""

from __future__ import annotations

import pandas as pd

from components.views.stability.result.seeds import SeedsResult


def seeds_table(result: SeedsResult) -> pd.DataFrame:
    """One row per method: its rank, its ranks over seeds and over benchmarks and seeds, and its confidence factor."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(r.method),
                "rank": r.rank,
                "over seeds": f"{r.low}–{r.high}",
                "first over seeds": r.p_first,
                "confidence factor": r.confidence,
                "over benchmarks and seeds": f"{r.rank_low}–{r.rank_high}" if r.rank_low else result.interval_reason,
            }
            for r in result.methods
        ]
    )
