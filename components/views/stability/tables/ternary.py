"""The map of weights as a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.views.stability.result.ternary import Point, TernaryResult

Row = tuple[str, Sequence[str], float | None, Point]


def ternary_table(result: TernaryResult) -> pd.DataFrame:
    """One row per corner of each part of the map, then the points drawn; weights, not shares."""
    labels = result.labels
    rows: list[Row] = [("corner of its part", r.methods, r.share, p) for r in result.regions for p in r.polygon]
    rows.append(("your weights", [result.leader], None, result.current))
    if result.border is not None and result.challenger is not None:
        rows.append(("nearest border", [result.leader, result.challenger], None, result.border))
    return pd.DataFrame(
        [
            {
                "what": what,
                "method": ", ".join(labels.method(m) for m in who),
                "share of the map": share,
                **{labels.metric(m): result.mass * s for m, s in point.items()},
            }
            for what, who, share, point in rows
        ]
    )
