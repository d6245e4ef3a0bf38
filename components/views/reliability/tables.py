"""The numbers behind each view of the reliability page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.views.reliability.words import interval_text

Rows = Sequence[Mapping[str, Any]]


def reliability_table(resolved: Resolved, rows: Rows) -> pd.DataFrame:
    """One row per metric: every number of the forest plot."""
    lines = []
    for r in rows:
        within = {f"ρ on {resolved.benchmark_label(b)}": rho for b, rho in r["rho_by_benchmark"].items()}
        lines.append(
            {
                "metric": r["label"],
                "runs": r["n"],
                "ρ": r["rho"],
                "p (asymptotic)": r["p"],
                "no signal": r["rho_no_signal"],
                "p (stratified)": r["p_stratified"],
                "smallest p in reach": r["p_min"],
                "arrangements": r["arrangements"],
                "all arrangements": r["exact"],
                "low": r["low"],
                "high": r["high"],
                "mean ρ within": r["rho_within"],
                **within,
                "ranks nothing on": ", ".join(resolved.benchmark_label(b) for b in r["constant_on"]),
                "steps of": ", ".join(
                    f"{resolved.benchmark_label(b)} 1/{round(1 / s)}" for b, s in r["resolution"].items()
                ),
                "remark": r["reason"] or (interval_text(r) if r["low"] is None else ""),
            }
        )
    return pd.DataFrame(lines)


def points_table(resolved: Resolved, metric: str, points: Rows) -> pd.DataFrame:
    """One row per run that has both values."""
    return pd.DataFrame(
        [
            {
                "benchmark": resolved.benchmark_label(p["benchmark"]),
                "method": resolved.method_label(p["method"]),
                "seed": str(p["seed"]),
                resolved.metric_label(metric): p["value"],
                "oracle distance": p["distance"],
            }
            for p in points
        ]
    )


def rules_table(resolved: Resolved, rules: Rows) -> pd.DataFrame:
    """One row per weight rule: its weights and the ranking it gives."""
    lines = []
    for rule in rules:
        weights = rule["weights"] or dict.fromkeys(resolved.panel.metric_ids)
        lines.append(
            {
                "rule": rule["label"],
                **{f"weight {resolved.metric_label(m)}": w for m, w in weights.items()},
                "ranking": ranking_text(rule["ranking"]) or rule["reason"],
                "same order as now": rule["same"],
            }
        )
    return pd.DataFrame(lines)


def ranking_text(ranking: Rows, most: int | None = None) -> str:
    """A ranking in one line, tied methods with the same number: 1 A, 2 B, 2 C, 4 D."""
    ranked = [f"{m['rank']} {m['label']}" for m in ranking if m["rank"] is not None]
    shown = ranked if most is None else ranked[:most]
    more = f" … and {len(ranked) - len(shown)} more" if len(ranked) > len(shown) else ""
    return ", ".join(shown) + more
