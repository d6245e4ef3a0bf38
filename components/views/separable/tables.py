"""The pairs and the power curve as tables."""

from __future__ import annotations

import pandas as pd

from components.text import counted
from components.views.separable.result import PowerCurve, PowerLine, SeparableResult


def pairs_frame(result: SeparableResult) -> pd.DataFrame:
    """One row per pair listed, the higher rank first."""
    labels = result.labels
    whole = ("benchmarks needed", "at least", "at most", "with endless seeds")
    return pd.DataFrame(
        [
            {
                "ranks": f"{p.rank_a}, {p.rank_b}",
                "method": labels.method(p.a),
                "against": labels.method(p.b),
                "difference": p.difference,
                "from": p.low,
                "to": p.high,
                "p": p.p,
                "smallest p": p.p_min,
                "p after Holm": p.p_holm,
                "benchmarks needed": p.benchmarks_needed,
                "at least": p.benchmarks_low,
                "at most": p.benchmarks_high,
                "with endless seeds": p.with_endless_seeds,
                "what is not given": p.reason,
            }
            for p in result.pairs
        ]
    ).astype(dict.fromkeys(whole, "Int64") if result.pairs else {})


def power_frame(curve: PowerCurve) -> pd.DataFrame:
    """The power over benchmarks, a column for each number of seeds."""
    return pd.DataFrame({"benchmarks": curve.benchmarks, **{seeds_of(line): line.power for line in curve.lines}})


def seeds_of(line: PowerLine) -> str:
    """What a line of the power curve is called."""
    return "endless seeds" if line.seeds is None else counted(line.seeds, "seed")
