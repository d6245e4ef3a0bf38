"""The numbers behind each view of the agreement page as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.parts.agreement_words import p_text, ranks_methods, where
from components.text import UNDEFINED, number
from components.view import View

Part = Mapping[str, Any]


def pairs_table(view: View, part: Part, protocol: str) -> pd.DataFrame:
    """One row per pair of metrics under one protocol."""
    return pd.DataFrame(
        [
            {
                "metric": view.metric_label(r["x"]),
                "with": view.metric_label(r["y"]),
                "protocol": protocol,
                "τ": r["tau"],
                "blocks with a τ": r["blocks_defined"],
                "blocks": r["blocks"],
                "C": r["concordant"],
                "D": r["discordant"],
                "tied by first": r["ties_x"],
                "tied by second": r["ties_y"],
                "p": r["p"],
                "smallest p in reach": r["p_min"],
                "p after Holm": r["p_holm"],
                "kind of p": r["p_kind"],
                "arrangements": r["p_arrangements"],
                "row order min": r["row_order_min"],
                "row order max": r["row_order_max"],
                "row orders tried": r["row_orders"],
                "low": r["low"],
                "high": r["high"],
                "left out because": "; ".join(
                    t
                    for t in dict.fromkeys([r["tau_reason"] or r["p_reason"], r["tau_reason"] or r["interval_reason"]])
                    if t
                ),
            }
            for r in part["protocols"][protocol]["pairs"]
        ]
    ).astype({"arrangements": "Int64"})


def opened_table(view: View, part: Part, detail: Part) -> pd.DataFrame:
    """One pair under both protocols, one line per statement, as text."""
    both = {p: _statements(view, part, detail, p) for p in ("published", "tie-aware")}
    return pd.DataFrame(
        {
            "statement": list(both["published"]),
            "as published": list(both["published"].values()),
            "tie-aware": list(both["tie-aware"].values()),
        }
    )


def _statements(view: View, part: Part, detail: Part, protocol: str) -> dict[str, str]:
    row = detail["protocols"][protocol]
    listed = next(r for r in part["protocols"][protocol]["pairs"] if {r["x"], r["y"]} == {row["x"], row["y"]})
    by_order = protocol == "published" and ranks_methods(part)
    tied = f"{row['ties_x']}, {row['ties_y']}" + (" (decided by row order)" if by_order else "")
    moves = row["row_order_min"] is not None and row["row_order_max"] - row["row_order_min"] > 1e-12
    least = "" if row["row_orders_exact"] else "at least "
    span = f"{least}{number(row['row_order_min'])} to {number(row['row_order_max'])}, {row['row_orders']} orders"
    kind = row["p_kind"]
    if row["p_arrangements"]:
        kind += f", {row['p_arrangements']} arrangements"
    return {
        "τ": f"{UNDEFINED} {row['tau_reason']}" if row["tau"] is None else number(row["tau"]),
        "compared": where(part, row),
        "concordant, discordant": f"{row['concordant']}, {row['discordant']}",
        f"tied by {view.metric_label(row['x'])}, by {view.metric_label(row['y'])}": tied,
        "range over row orders": span if moves else "does not depend on it",
        "p": f"{UNDEFINED} {row['p_reason']}" if row["p"] is None else f"{p_text(row['p'])} ({kind})",
        "smallest p in reach": p_text(row["p_min"]),
        f"p after Holm over {len(part['protocols'][protocol]['pairs'])} pairs": p_text(listed["p_holm"]),
        "95 % interval": _interval(row),
    }


def _interval(row: Part) -> str:
    if row["low"] is not None:
        return f"{number(row['low'])} to {number(row['high'])}"
    return f"{'not estimable:' if row['interval_draws'] else UNDEFINED} {row['interval_reason']}"


def blocks_table(view: View, detail: Part) -> pd.DataFrame:
    """One row per block of the pair that is open, both protocols beside one another."""
    rows = []
    for block in detail["blocks"]:
        row: dict[str, Any] = {
            "benchmark": view.benchmark_label(block["benchmark"]) if block["benchmark"] else "all",
            "seed": "all" if block["seed"] is None else str(block["seed"]),
        }
        for protocol, word in (("published", "published"), ("tie-aware", "tie-aware")):
            found = block[protocol]
            row |= {f"τ {word}": found["tau"], f"C {word}": found["concordant"], f"D {word}": found["discordant"]}
        ours = block["tie-aware"]
        rows.append({**row, "pairs": ours["pairs"], "tied by first": ours["ties_x"], "tied by second": ours["ties_y"]})
    return pd.DataFrame(rows).astype({"τ published": float, "τ tie-aware": float}) if rows else pd.DataFrame()


def runs_table(view: View, detail: Part) -> pd.DataFrame:
    """One row per run with both values of the pair that is open."""
    x, y = view.metric_label(detail["x"]), view.metric_label(detail["y"])
    own = {b["benchmark"]: b for b in detail["by_benchmark"]}
    return pd.DataFrame(
        [
            {
                "benchmark": view.benchmark_label(r["benchmark"]),
                "method": view.method_label(r["method"]),
                "seed": str(r["seed"]),
                x: r["x"],
                y if y != x else f"{y} (second)": r["y"],
                "τ_b of the benchmark, blocks": own[r["benchmark"]]["within_blocks"]["tau"],
                "τ_b of the benchmark, all runs": own[r["benchmark"]]["runs"]["tau"],
                "τ_b pooled": detail["pooled"]["tau"],
            }
            for r in detail["runs"]
        ]
    )


def profile_table(view: View, part: Part) -> pd.DataFrame:
    """One row per method and metric: mean, best and worst rank over blocks."""
    p = part["rank_profile"]
    return pd.DataFrame(
        [
            {
                "method": view.method_label(method),
                "metric": view.metric_label(metric),
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


def concordance_table(view: View, part: Part) -> pd.DataFrame:
    """One row per benchmark: Kendall's W and what entered."""

    def names(ids: list[str]) -> str:
        return ", ".join(view.metric_label(m) for m in ids)

    return pd.DataFrame(
        [
            {
                "benchmark": view.benchmark_label(r["benchmark"]),
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


def modality_table(view: View, part: Part) -> pd.DataFrame:
    """One row per panel and counting rule."""
    labels = {p.id: p.label for p in view.tables.panels}
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
                "missing": ", ".join(f"{view.metric_label(m)} in {n} runs" for m, n in r["missing"].items()),
                "pairs without a τ": ", ".join(
                    f"{view.metric_label(x)}–{view.metric_label(y)}" for x, y in r["undefined_pairs"]
                ),
            }
            for r in part["modality"]
        ]
    )


def resolution_table(view: View, part: Part) -> pd.DataFrame:
    """One row per metric and benchmark: the smallest step and how many of them the runs span."""
    return pd.DataFrame(
        [
            {
                "metric": view.metric_label(r["metric"]),
                "benchmark": view.benchmark_label(r["benchmark"]),
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
