"""The methods under other rules as tables."""

from __future__ import annotations

import pandas as pd

from components.views.stability.result.rules import RulesResult
from components.views.stability.words.rules import RULES

HEADS = {**RULES, "mean_reciprocal_rank": "MRR"}


def rules_table(result: RulesResult) -> pd.DataFrame:
    """One row per method: rank and score under each rule."""
    columns: dict[str, list[object]] = {"method": [result.labels.method(m) for m in result.methods]}
    for rule, scored in result.rules.items():
        columns[f"{HEADS[rule]} rank"] = [scored.ranks[m] for m in result.methods]
        columns[f"{HEADS[rule]} score"] = [scored.scores[m] for m in result.methods]
    return pd.DataFrame(columns)


def kemeny_table(result: RulesResult) -> pd.DataFrame:
    """One row per optimal order, best method first."""
    orders = result.kemeny.orders if result.kemeny else ()
    return pd.DataFrame([{"order": " › ".join(result.labels.method(m) for m in order)} for order in orders])
