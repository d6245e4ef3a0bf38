"""The numbers behind each view of the page on distributional equivalence as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.resolved import Resolved

Rows = Sequence[Mapping[str, Any]]


def models_table(rows: Rows) -> pd.DataFrame:
    """One row per model: J, its parts and its interval."""
    lines = []
    for r in rows:
        balance = r["balance"]
        lines.append(
            {
                "rank": r.get("rank"),
                "model": r.get("label", r["method"]),
                **({"J, whole forget set": r["j_whole"]} if "j_whole" in r else {}),
                "J": r["j"],
                "low": r["low"],
                "high": r["high"],
                **({"low, runs drawn": r["low_runs"], "high, runs drawn": r["high_runs"]} if r["runs"] > 1 else {}),
                "half of J": r["half"],
                "per token": r["per_token"],
                "answers of u": r["forward"],
                "answers of r": r["backward"],
                "J, finite terms": r["finite"],
                "infinite (u)": r["infinite_forward"],
                "infinite (r)": r["infinite_backward"],
                "prompts": r["prompts"],
                "answers": r["answers_unlearned"] + r["answers_reference"],
                **({"farther than before": r["farther"], "in blocks": r.get("farther_in")} if "farther" in r else {}),
                "drawn as said": None if balance is None else not balance["biased"],
                "remark": "; ".join(x for x in (r["j_reason"], r["interval_reason"]) if x),
            }
        )
    return pd.DataFrame(lines)


def metrics_table(rows: Rows) -> pd.DataFrame:
    """One row per metric beside J."""
    return pd.DataFrame(
        [
            {
                "metric": r["label"],
                "τ-b with J": r["tau"],
                "p": r["p"],
                "smallest p in reach": r["p_min"],
                "kind of p": r["p_kind"],
                "arrangements": r["arrangements"],
                "methods": r["n_methods"],
                "blocks with τ": r["blocks_defined"],
                "blocks": r["blocks"],
                "remark": r["reason"],
            }
            for r in rows
        ]
    )


def ranks_table(row: Mapping[str, Any]) -> pd.DataFrame:
    """One row per method: its mean ranks by J and by the other metric."""
    return pd.DataFrame(
        [
            {
                "method": r["label"],
                "rank by J": r["j_rank"],
                f"rank by {row['label']}": r["metric_rank"],
                "mean rank by J": r["j"],
                f"mean rank by {row['label']}": r["metric"],
            }
            for r in row["ranks"]
        ]
    )


def prompts_table(resolved: Resolved, row: Mapping[str, Any], others: Rows) -> pd.DataFrame:
    """One row per prompt of a model, beside the J of other models on the same prompt."""
    beside = {
        o["label"]: {(p["benchmark"], p["seed"], p["prompt"]): p["j"] for p in o["by_prompt"]}
        for o in others
        if o["method"] != row["method"]
    }
    return pd.DataFrame(
        [
            {
                "benchmark": resolved.benchmark_label(p["benchmark"]),
                "seed": p["seed"],
                "prompt": p["prompt"],
                "J": p["j"],
                "answers of u": p["forward"],
                "answers of r": p["backward"],
                **{
                    f"J of {name}": found.get((p["benchmark"], p["seed"], p["prompt"]))
                    for name, found in beside.items()
                },
            }
            for p in row["by_prompt"]
        ]
    )
