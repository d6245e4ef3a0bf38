"""The numbers of the reproduction page as tables."""

from __future__ import annotations

import pandas as pd

from components.views.reproduction.recoverability import RecoverabilityResult
from components.views.reproduction.result import ReproductionResult


def claims_table(result: ReproductionResult) -> pd.DataFrame:
    """One row per claim, numbers as they were compared."""
    return pd.DataFrame(
        [
            {
                "claim": r.claim,
                "about": r.about,
                "statistic": r.statistic_label,
                "printed": r.printed,
                "decimals": r.decimals,
                "recomputed": r.recomputed,
                "verdict": r.verdict,
                "remark": r.note,
                "tie-aware": r.tie_aware,
                "tie-aware is": r.tie_aware_is,
                "tie-aware remark": r.tie_aware_note,
                "protocol": r.protocol,
                "where": r.where,
                "url": r.url,
                "sentence": r.sentence,
            }
            for r in result.rows
        ]
    )


def recoverability_table(result: RecoverabilityResult) -> pd.DataFrame:
    """One row per count of the pilot."""
    return pd.DataFrame(
        [
            {
                "method": r.label,
                "failed directly": r.suppressed,
                "still revealed": r.revealed,
                "share": r.share,
                "low": r.low,
                "high": r.high,
                "mean recoverability": r.mean_score,
                "source": r.source,
                "url": r.url,
                "remark": r.note,
            }
            for r in result.rows
        ]
    )
