"""The audit as a table."""

from __future__ import annotations

import pandas as pd

from components.views.your_results.result import AuditResult


def standings_table(audit: AuditResult) -> pd.DataFrame:
    """All methods with rank, interval, score and the share of weightings they lead under."""
    table = pd.DataFrame(
        [
            {
                "method": s.row.label,
                "rank": s.rank,
                "95 % from": s.row.rank_low,
                "95 % to": s.row.rank_high,
                "UQS": s.row.uqs,
                "leads under (share)": s.share_first,
                "runs": s.row.runs,
            }
            for s in audit.standings
        ]
    )
    return table.astype({"rank": "Int64", "95 % from": "Int64", "95 % to": "Int64"}) if len(table) else table
