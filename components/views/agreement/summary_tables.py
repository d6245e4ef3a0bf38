"""Ranks, concordance, panels and resolution of the agreement page as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.text import UNDEFINED

Part = Mapping[str, Any]


def profile_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per method and metric: mean, best and worst rank over blocks."""
    p = part["rank_profile"]
    return pd.DataFrame(
        [
            {
                "method": resolved.method_label(method),
                "metric": resolved.metric_label(metric),
                "mean rank": p["mean"][m][k],
                "best": p["best"][m][k],
                "worst": p["worst"][m][k],
                "blocks that rank": p["blocks_ranked"][k],
                "blocks": p["blocks"],
            }
            for m, method in enumerate(p["methods"])
            for k, metric in enumerate(p["metrics"])
        ]
    )


def concordance_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per benchmark: Kendall's W and what entered."""

    def names(ids: list[str]) -> str:
        return ", ".join(resolved.metric_label(m) for m in ids)

    return pd.DataFrame(
        [
            {
                "benchmark": resolved.benchmark_label(r["benchmark"]),
                "W": r["w"],
                "χ²": r["chi2"],
                "degrees of freedom": r["df"],
                "p (asymptotic)": r["p"],
                "methods": r["n_methods"],
                "metrics used": names(r["metrics"]),
                "rank nothing": names(r["constant"]),
                "not measured throughout": names(r["incomplete"]),
                "undefined because": r["reason"],
            }
            for r in part["concordance"]
        ]
    )


def modality_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per panel and counting rule."""
    labels = {p.id: p.label for p in resolved.tables.panels}
    return pd.DataFrame(
        [
            {
                "panel": labels[r["panel"]],
                "setting": r["setting"],
                "rule": r["rule"],
                "mean τ": r["mean_tau"],
                "pairs with a τ": r["pairs_defined"],
                "pairs": r["pairs"],
                "runs in a pair": f"{r['runs_fewest']} to {r['runs_most']} of {r['runs']}",
                "blocks in a pair": f"{r['blocks_fewest']} to {r['blocks_most']} of {r['blocks']}",
                "methods": r["methods"],
                "missing": ", ".join(f"{resolved.metric_label(m)} in {n} runs" for m, n in r["missing"].items()),
                "pairs without a τ": ", ".join(
                    f"{resolved.metric_label(x)}–{resolved.metric_label(y)}" for x, y in r["undefined_pairs"]
                ),
            }
            for r in part["modality"]
        ]
    )


def resolution_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per metric and benchmark: the smallest step and how many of them the runs span."""
    return pd.DataFrame(
        [
            {
                "metric": resolved.metric_label(r["metric"]),
                "benchmark": resolved.benchmark_label(r["benchmark"]),
                "smallest step": f"1/{r['samples']}" if r["samples"] else UNDEFINED,
                "step": r["step"],
                "different values": r["different_values"],
                "runs": r["runs"],
                "largest − smallest": r["spread"],
                "in steps": r["spread_in_steps"],
                "basis": r["basis"],
            }
            for r in part["resolution"]
        ]
    ).astype({"in steps": "Int64"})
