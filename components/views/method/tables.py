"""The numbers of the page of a method as tables."""

from __future__ import annotations

import pandas as pd

from components.views.method.result import MethodResult
from components.views.method.words import beside


def standings_table(result: MethodResult) -> pd.DataFrame:
    """One row per panel."""
    return pd.DataFrame(
        [
            {
                "suite": s.suite_label,
                "panel": s.panel_label,
                "rank": s.rank,
                "of": s.of,
                "others with this rank": s.tied,
                "UQS": s.score,
                "beside": beside(s),
            }
            for s in result.standings
        ],
        columns=["suite", "panel", "rank", "of", "others with this rank", "UQS", "beside"],
    ).astype({"rank": "Int64"})


def metrics_table(result: MethodResult) -> pd.DataFrame:
    """One row per panel and metric."""
    return pd.DataFrame(
        [
            {
                "suite": s.suite_label,
                "panel": s.panel_label,
                "metric": m.label,
                "place": m.rank,
                "of": m.of,
                "in the score": m.weighted,
            }
            for s in result.standings
            for m in s.metrics
        ],
        columns=["suite", "panel", "metric", "place", "of", "in the score"],
    )
