"""The numbers behind each view of the agreement page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.text import UNDEFINED, counted, number, p_value
from components.views.agreement.words import moves, ranks_methods, where

Part = Mapping[str, Any]


def pairs_table(resolved: Resolved, part: Part, protocol: str) -> pd.DataFrame:
    """One row per pair of metrics under one protocol."""
    return pd.DataFrame(
        [
            {
                "metric": resolved.metric_label(r["x"]),
                "with": resolved.metric_label(r["y"]),
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


def opened_table(resolved: Resolved, part: Part, detail: Part) -> pd.DataFrame:
    """One pair under both protocols, one line per statement, as text."""
    both = {p: _statements(resolved, part, detail, p) for p in ("published", "tie-aware")}
    return pd.DataFrame(
        {
            "statement": list(both["published"]),
            "as published": list(both["published"].values()),
            "tie-aware": list(both["tie-aware"].values()),
        }
    )


def _statements(resolved: Resolved, part: Part, detail: Part, protocol: str) -> dict[str, str]:
    row = detail["protocols"][protocol]
    listed = next(r for r in part["protocols"][protocol]["pairs"] if {r["x"], r["y"]} == {row["x"], row["y"]})
    by_order = protocol == "published" and ranks_methods(part)
    decided = by_order and (row["ties_x"] or row["ties_y"])
    tied = f"{row['ties_x']}, {row['ties_y']}" + (" (decided by row order)" if decided else "")
    least = "" if row["row_orders_exact"] else "at least "
    span = f"{least}{number(row['row_order_min'])} to {number(row['row_order_max'])}, {row['row_orders']} orders"
    kind = row["p_kind"]
    if row["p_arrangements"]:
        kind += f", {row['p_arrangements']} arrangements"
    return {
        "τ": f"{UNDEFINED} {row['tau_reason']}" if row["tau"] is None else number(row["tau"]),
        "τ rests on": where(part, row),
        "concordant, discordant": f"{row['concordant']}, {row['discordant']}",
        f"tied by {resolved.metric_label(row['x'])}, by {resolved.metric_label(row['y'])}": tied,
        "range over row orders": span if moves(row) else "does not depend on it",
        "p": f"{UNDEFINED} {row['p_reason']}" if row["p"] is None else f"{p_value(row['p'])} ({kind})",
        "smallest p in reach": p_value(row["p_min"]),
        "p after Holm": _holm(listed["p_holm"], part["protocols"][protocol]["pairs"]),
        "95 % interval": _interval(row),
    }


def _holm(p: float | None, pairs: Sequence[Part]) -> str:
    if p is None:
        return p_value(p)
    return f"{p_value(p)} (over {counted(sum(r['p_holm'] is not None for r in pairs), 'pair')})"


def _interval(row: Part) -> str:
    if row["low"] is not None:
        return f"{number(row['low'])} to {number(row['high'])}"
    return f"{'not estimable:' if row['interval_draws'] else UNDEFINED} {row['interval_reason']}"


def blocks_table(resolved: Resolved, detail: Part) -> pd.DataFrame:
    """One row per block of the pair that is open, both protocols beside one another."""
    rows = []
    for block in detail["blocks"]:
        row: dict[str, Any] = {
            "benchmark": resolved.benchmark_label(block["benchmark"]) if block["benchmark"] else "all",
            "seed": "all" if block["seed"] is None else str(block["seed"]),
        }
        for protocol, word in (("published", "published"), ("tie-aware", "tie-aware")):
            found = block[protocol]
            row |= {f"τ {word}": found["tau"], f"C {word}": found["concordant"], f"D {word}": found["discordant"]}
        ours = block["tie-aware"]
        rows.append({**row, "pairs": ours["pairs"], "tied by first": ours["ties_x"], "tied by second": ours["ties_y"]})
    return pd.DataFrame(rows).astype({"τ published": float, "τ tie-aware": float}) if rows else pd.DataFrame()


def runs_table(resolved: Resolved, detail: Part) -> pd.DataFrame:
    """One row per run with both values of the pair that is open."""
    x, y = resolved.metric_label(detail["x"]), resolved.metric_label(detail["y"])
    own = {b["benchmark"]: b for b in detail["by_benchmark"]}
    return pd.DataFrame(
        [
            {
                "benchmark": resolved.benchmark_label(r["benchmark"]),
                "method": resolved.method_label(r["method"]),
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
