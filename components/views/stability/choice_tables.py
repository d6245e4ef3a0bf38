"""The numbers behind other choices, seeds and rules on the stability page as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.views.stability.choice_words import KINDS, RULES

SHORT = {**RULES, "mean_reciprocal_rank": "MRR"}
MOST_COLUMNS = 12
"""Methods beyond which ranks have no columns of their own."""

Part = Mapping[str, Any]


def choices_table(resolved: Resolved, found: Part) -> pd.DataFrame:
    """One row per other choice: who leads, τ with the current ranking, and which pairs turned round."""
    methods = found["methods"]
    frame = pd.DataFrame(
        [
            {
                "choice": f"{KINDS[v['kind']]}: {_choice(resolved, v)}" + (" (now)" if v["current"] else ""),
                "leads": _first(resolved, v),
                "what changed": changes(resolved, v),
                "τ with now": v["tau"],
                "pairs reversed": len(v["swapped"]),
            }
            for v in found["variants"]
        ]
    )
    ranks = {
        resolved.method_label(m): pd.array([v["ranks"][m] for v in found["variants"]], dtype="Int64")
        for m in (methods if len(methods) <= MOST_COLUMNS else ())
    }
    return frame.assign(**ranks)


def changes(resolved: Resolved, variant: Mapping[str, Any], most: int = 4) -> str:
    """The reversed pairs in words, at most four; who is left out or unranked."""
    said = [f"{resolved.method_label(b)} passes {resolved.method_label(a)}" for a, b in variant["swapped"][:most]]
    if len(variant["swapped"]) > most:
        said.append(f"{len(variant['swapped']) - most} more")
    if variant["kind"] != "method":
        said += [f"{resolved.method_label(m)} unranked" for m, r in variant["ranks"].items() if r is None]
    return "; ".join(said) or ("" if variant["current"] else "nothing")


def reversals_table(resolved: Resolved, found: Part) -> pd.DataFrame:
    """One row per reversal: which normalisation, who is left out, and which pair turns round."""
    columns = ["normalisation", "without", "was ahead", "passes it"]
    return pd.DataFrame(
        [
            [n, *(resolved.method_label(r[k]) for k in ("dropped", "ahead", "behind"))]
            for n, rows in found["reversals"].items()
            for r in rows
        ],
        columns=columns,
    )


def seeds_table(resolved: Resolved, found: Part) -> pd.DataFrame:
    """One row per method: its rank, its ranks over seeds and over benchmarks and seeds, and its confidence factor."""
    return pd.DataFrame(
        [
            {
                "method": resolved.method_label(r["method"]),
                "rank": r["rank"],
                "over seeds": f"{r['low']}–{r['high']}",
                "first over seeds": r["p_first"],
                "confidence factor": r["confidence"],
                "over benchmarks and seeds": "–" if r["rank_low"] is None else f"{r['rank_low']}–{r['rank_high']}",
            }
            for r in found["methods"]
        ]
    )


def rules_table(resolved: Resolved, found: Part) -> pd.DataFrame:
    """One row per method: rank and score under each rule."""
    rows = []
    for m in found["methods"]:
        row: dict[str, Any] = {"method": resolved.method_label(m)}
        for rule, result in found["rules"].items():
            row[f"{SHORT[rule]} rank"] = result["ranks"][m]
            row[f"{SHORT[rule]} score"] = result["scores"][m]
        rows.append(row)
    return pd.DataFrame(rows)


def kemeny_table(resolved: Resolved, found: Part) -> pd.DataFrame:
    """One row per optimal order, best method first."""
    return pd.DataFrame(
        [{"order": " › ".join(resolved.method_label(m) for m in order)} for order in found["kemeny"]["orders"]]
    )


def _first(resolved: Resolved, variant: Mapping[str, Any]) -> str:
    leaders = [resolved.method_label(m) for m, r in variant["ranks"].items() if r == 1]
    return ", ".join(leaders) if len(leaders) <= 3 else f"{', '.join(leaders[:3])} and {len(leaders) - 3} more"


def _choice(resolved: Resolved, variant: Mapping[str, Any]) -> str:
    if variant["kind"] == "benchmark":
        return resolved.benchmark_label(variant["choice"])
    return resolved.method_label(variant["choice"]) if variant["kind"] == "method" else str(variant["choice"])
