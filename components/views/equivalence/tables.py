"""The numbers behind each view of the page on distributional equivalence as tables."""

from __future__ import annotations

import pandas as pd

from components.views.equivalence.metrics import MetricOrder
from components.views.equivalence.models import ModelRow, Models, ends
from components.views.equivalence.result import EquivalenceResult


def models_table(result: Models) -> pd.DataFrame:
    """One row per model: J, its parts and its interval."""
    whole = any(r.j_whole is not None for r in result.models)
    lines = []
    for r in result.models:
        lines.append(
            {
                "rank": r.rank,
                "model": r.label,
                **({"J, whole forget set": r.j_whole} if whole else {}),
                "J": r.j,
                "low": r.low,
                "high": r.high,
                **({"low, runs drawn": r.low_runs, "high, runs drawn": r.high_runs} if r.runs > 1 else {}),
                "half of J": r.half,
                "per token": r.per_token,
                "answers of u": r.forward,
                "answers of r": r.backward,
                "J, finite terms": r.finite,
                "infinite (u)": r.infinite_forward,
                "infinite (r)": r.infinite_backward,
                "prompts": r.prompts,
                "answers": r.answers_unlearned + r.answers_reference,
                "farther than before": r.farther,
                "in blocks": r.farther_in,
                "drawn as said": None if r.balance is None else not r.balance.biased,
                "remark": "; ".join(x for x in (r.j_reason, r.interval_reason) if x),
            }
        )
    return pd.DataFrame(lines)


def metrics_table(result: EquivalenceResult) -> pd.DataFrame:
    """One row per metric beside J."""
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "τ-b with J": r.tau,
                "p": r.p,
                "smallest possible p": r.p_min,
                "kind of p": r.p_kind,
                "arrangements": r.arrangements,
                "methods": r.n_methods,
                "blocks with τ": r.blocks_defined,
                "blocks": r.blocks,
                "remark": r.reason,
            }
            for r in result.metrics
        ]
    )


def ranks_table(row: MetricOrder) -> pd.DataFrame:
    """One row per method: its mean ranks by J and by the other metric."""
    return pd.DataFrame(
        [
            {
                "method": r.label,
                "rank by J": r.j_rank,
                f"rank by {row.label}": r.metric_rank,
                "mean rank by J": r.j,
                f"mean rank by {row.label}": r.metric,
            }
            for r in row.ranks
        ]
    )


def prompts_table(result: EquivalenceResult, row: ModelRow) -> pd.DataFrame:
    """One row per prompt of a model, beside the J of the model before unlearning and of a retrain."""
    beside = {other.label: {p.name: p.j for p in other.by_prompt} for other in ends(result, row)}
    return pd.DataFrame(
        [
            {
                "benchmark": result.labels.benchmark(p.benchmark),
                "seed": p.seed,
                "prompt": p.prompt,
                "J": p.j,
                "answers of u": p.forward,
                "answers of r": p.backward,
                **{f"J of {label}": j.get(p.name) for label, j in beside.items()},
            }
            for p in row.by_prompt
        ]
    )
