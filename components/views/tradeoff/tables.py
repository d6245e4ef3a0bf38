"""The numbers of the trade-off page as tables."""

from __future__ import annotations

import pandas as pd

from components.views.tradeoff.result import TradeoffResult
from components.views.tradeoff.words import noun, plain

CHECKPOINT, OPEN = 0, "open"
"""The column of `best_for_table` that names candidates, and that of their links."""


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


def best_for_table(result: TradeoffResult, links: tuple[str, ...] = ()) -> pd.DataFrame:
    """One row per supported candidate, from all weight on y to all weight on x; `links` are addresses, row by row."""
    name = plain(result.axes[0])
    rows = [
        {noun(result): b.label, f"from, % on {name}": 100 * b.low, f"to, % on {name}": 100 * b.high}
        for b in result.best_for
    ]
    frame = pd.DataFrame(rows)
    if links:
        frame[OPEN] = links
    return frame
