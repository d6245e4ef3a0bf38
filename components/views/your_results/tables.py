"""The audit as a table, and two tables of a reader side by side."""

from __future__ import annotations

import pandas as pd

from components.views.changes.difference import Difference
from components.views.changes.tables import place
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


def compared_table(found: Difference, here: str, there: str) -> pd.DataFrame:
    """All methods of the panels that two tables share, with rank and interval in each; the panel where several are."""
    both = [p for p in found.panels if p.state == "in both"]
    rows = [
        {
            **({"panel": p.label} if len(both) > 1 else {}),
            "method": r.label,
            f"rank in {here}": place(r.rank_after, r.low_after, r.high_after, "–" if r.state == "gone" else ""),
            f"rank in {there}": place(r.rank_before, r.low_before, r.high_before, "–" if r.state == "new" else ""),
        }
        for p in both
        for r in p.ranks
    ]
    return pd.DataFrame(rows)
