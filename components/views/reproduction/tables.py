"""The numbers behind each view of the reproduction page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

Rows = Sequence[Mapping[str, Any]]


def claims_table(rows: Rows) -> pd.DataFrame:
    """One row per claim, numbers as they were compared."""
    return pd.DataFrame(
        [
            {
                "claim": r["claim"],
                "about": r["about"],
                "statistic": r["statistic_label"],
                "printed": r["printed"],
                "decimals": r["decimals"],
                "recomputed": r["recomputed"],
                "verdict": r["verdict"],
                "remark": r["note"],
                "tie-aware": r["tie_aware"],
                "tie-aware is": r["tie_aware_is"],
                "tie-aware remark": r["tie_aware_note"],
                "protocol": r["protocol"],
                "where": r["where"],
                "url": r["url"],
                "sentence": r["sentence"],
            }
            for r in rows
        ]
    )


def recoverability_table(rows: Rows) -> pd.DataFrame:
    """One row per count of the pilot."""
    return pd.DataFrame(
        [
            {
                "method": r["label"],
                "failed directly": r["suppressed"],
                "still revealed": r["revealed"],
                "share": r["share"],
                "low": r["low"],
                "high": r["high"],
                "mean recoverability": r["mean_score"],
                "source": r["source"],
                "url": r["url"],
                "remark": r["note"],
            }
            for r in rows
        ]
    )


def sources(rows: Rows) -> list[str]:
    """Where claims are printed, in the order of the table."""
    return list(dict.fromkeys(r["where"] for r in rows))


def chosen(rows: Rows, source: str, outcome: str) -> list[Mapping[str, Any]]:
    """The claims from a source with an outcome; an empty text stands for all."""
    return [r for r in rows if source in ("", r["where"]) and outcome in ("", r["outcome"])]
