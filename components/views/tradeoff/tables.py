"""The numbers of the trade-off page as tables."""

from __future__ import annotations

import pandas as pd

from components.views.tradeoff.result import TradeoffResult
from components.views.tradeoff.words import noun

FROM, TO, LINK = "from %", "to %", "board"
"""Heads of the table of shares: shares of weight, and links to the leaderboard."""


def points_table(result: TradeoffResult) -> pd.DataFrame:
    """One row per candidate, best first, then the models that are drawn and never ranked."""
    x, y = (a.label for a in result.axes)
    ranked = sorted(result.points, key=lambda p: (p.score is None, -(p.score or 0.0)))
    rows = [
        {
            noun(result): p.label,
            "group": result.groups[p.group],
            x: p.x,
            y: p.y,
            "UQS": p.score,
            "on the front": p.on_front,
            "best for some weights": p.supported,
            "role": "candidate",
        }
        for p in ranked
    ]
    drawn = [{noun(result): r.label, "group": "", x: r.x, y: r.y, "role": r.role} for r in result.references]
    frame = pd.DataFrame([*rows, *drawn], columns=list(rows[0]) if rows else None)
    if not result.checkpoints and "group" in frame and len(result.groups) == len({p.label for p in result.points}):
        return frame.drop(columns="group")
    return frame


def best_for_table(result: TradeoffResult) -> pd.DataFrame:
    """One row per supported candidate, from all weight on y to all weight on x."""
    return pd.DataFrame(
        [{noun(result): b.label, FROM: 100 * b.low, TO: 100 * b.high} for b in result.best_for],
        columns=[noun(result), FROM, TO],
    )
