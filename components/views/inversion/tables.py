"""The tables of the inversion page: what is drawn, as rows of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.text import p_value
from components.views.inversion.words import evaluator

Part = Mapping[str, Any]


def slopes_table(part: Part) -> pd.DataFrame:
    """Accuracy and rank of every attack under both evaluators, with the paired difference."""
    return pd.DataFrame(
        [
            {
                **_where(row),
                "answered by both": row["answered"],
                "standard": row["accuracy_standard"],
                "standard low": row["accuracy_standard_low"],
                "standard high": row["accuracy_standard_high"],
                "judge": row["accuracy_judge"],
                "judge low": row["accuracy_judge_low"],
                "judge high": row["accuracy_judge_high"],
                "difference": row["difference"],
                "difference low": row["difference_low"],
                "difference high": row["difference_high"],
                "difference low, identities drawn": row["difference_cluster_low"],
                "difference high, identities drawn": row["difference_cluster_high"],
                "McNemar exact p": p_value(row["mcnemar"]),
                "smallest p in reach": p_value(row["mcnemar_min"]),
                "mid-p": p_value(row["mcnemar_mid"]),
                "smallest mid-p in reach": p_value(row["mcnemar_mid_min"]),
                "rank by standard": row["rank_standard"],
                "rank by judge": row["rank_judge"],
            }
            for row in part["rows"]
        ]
    )


def confusion_table(part: Part) -> pd.DataFrame:
    """The counts of every attack, the last row of all together."""
    together = {"private_set": "all", "attack": "all", **part["overall"]}
    return pd.DataFrame(
        [
            {
                **_where(row),
                "TP": row["tp"],
                "FP": row["fp"],
                "FN": row["fn"],
                "TN": row["tn"],
                "refused by standard": row["refused_standard"],
                "refused by judge": row["refused_judge"],
                "refused by both": row["refused_both"],
                "κ": row["kappa"],
                "AC1": row["ac1"],
            }
            for row in (*part["rows"], together)
        ]
    )


def rates_table(part: Part) -> pd.DataFrame:
    """False-positive, false-negative and false-discovery rate with both kinds of interval."""
    rows = []
    for row in part["rows"]:
        found = _where(row)
        for name in ("fpr", "fnr", "fdr"):
            found |= {
                name.upper(): row[name],
                f"{name.upper()} low": row[f"{name}_low"],
                f"{name.upper()} high": row[f"{name}_high"],
                f"{name.upper()} low, identities drawn": row[f"{name}_cluster_low"],
                f"{name.upper()} high, identities drawn": row[f"{name}_cluster_high"],
            }
        rows.append(found)
    return pd.DataFrame(rows)


def agreement_table(part: Part) -> pd.DataFrame:
    """Every two evaluators."""
    return pd.DataFrame(
        [
            {
                "one": evaluator(row["x"], part),
                "other": evaluator(row["y"], part),
                "answered by both": row["n"],
                "both yes": row["both_yes"],
                "only the one": row["only_x"],
                "only the other": row["only_y"],
                "both no": row["both_no"],
                "agreed": row["agreed"],
                "low": row["agreed_low"],
                "high": row["agreed_high"],
                "κ": row["kappa"],
                "AC1": row["ac1"],
                "McNemar exact p": p_value(row["mcnemar"]),
                "smallest p in reach": p_value(row["mcnemar_min"]),
            }
            for row in part["agreement"]
        ]
    )


def quality_table(part: Part) -> pd.DataFrame:
    """The evaluators on real images: yes to the right class, no to the others."""
    return pd.DataFrame(
        [
            {
                "evaluator": evaluator(row["judge"], part),
                "what it is": row["label"],
                "private set": row["private_set"],
                "positive pairs": row["positive_pairs"],
                "yes": row["yes"],
                "yes low": row["yes_low"],
                "yes high": row["yes_high"],
                "negative pairs": row["negative_pairs"],
                "no": row["no"],
                "no low": row["no_low"],
                "no high": row["no_high"],
            }
            for row in part["quality"]
        ]
    )


def gallery_table(items: list[dict[str, Any]]) -> pd.DataFrame:
    """The false positives shown, with their images as texts."""
    return pd.DataFrame(
        [
            {
                "private set": item["private_set"],
                "attack": item["attack"],
                "target": item["target"],
                "made for": item["identity"],
                "judge reads": item["seen"],
                "image (one hexadecimal digit per pixel)": item["image"],
            }
            for item in items
        ]
    )


def cited_table(claims: list[dict[str, Any]]) -> pd.DataFrame:
    """What another study prints."""
    return pd.DataFrame(
        [
            {
                "what is printed": c["sentence"],
                "printed": c["printed_text"],
                "status": c["status"],
                "outcome": c["outcome"],
                "where": c["where"],
                "url": c["url"],
            }
            for c in claims
        ]
    )


def _where(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"private set": row["private_set"], "attack": row["attack"]}
