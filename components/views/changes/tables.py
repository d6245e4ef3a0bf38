"""What changed, as tables."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.views.changes.difference import Difference, PanelChange
from components.views.changes.result import ChangesResult


def versions_table(result: ChangesResult) -> pd.DataFrame:
    """One row per data version, newest first."""
    rows = [
        {
            "day": v.date,
            "data version": v.version,
            "runs": v.runs,
            "ranks changed": v.ranks_changed,
            "pairs swapped": v.pairs_swapped,
            "verdicts changed": v.claims_changed,
            "cannot be compared": v.reason,
        }
        for v in result.versions
    ]
    whole = dict.fromkeys(("runs", "ranks changed", "pairs swapped", "verdicts changed"), "Int64")
    columns = ["day", "data version", *whole, "cannot be compared"]
    return pd.DataFrame(rows, columns=columns).astype(whole)


def ranks_table(panels: Sequence[PanelChange]) -> pd.DataFrame:
    """One row per method that is new, gone or has another rank, with the 95 % intervals of both ranks."""
    rows = [
        {
            "method": r.label,
            "before": place(r.rank_before, r.low_before, r.high_before, "not there" if r.state == "new" else ""),
            "after": place(r.rank_after, r.low_after, r.high_after, "gone" if r.state == "gone" else ""),
            "panel": p.label,
        }
        for p in panels
        for r in p.ranks
        if r.changed or r.state != "in both"
    ]
    return pd.DataFrame(rows, columns=["method", "before", "after", "panel"])


def claims_table(found: Difference) -> pd.DataFrame:
    """One row per printed number with another verdict."""
    rows = [
        {
            "printed number": c.claim,
            "about": c.about,
            "printed": c.printed,
            "before": f"{c.recomputed_before}, {c.before}",
            "after": f"{c.recomputed_after}, {c.after}",
        }
        for c in found.claims
    ]
    return pd.DataFrame(rows, columns=["printed number", "about", "printed", "before", "after"])


def place(rank: int | None, low: int | None, high: int | None, absent: str) -> str:
    """A rank with its 95 % interval; `absent` says why there is none, "no rank" where it is empty."""
    if rank is None:
        return absent or "no rank"
    return f"{rank}" if low is None or high is None else f"{rank} ({low} to {high})"
