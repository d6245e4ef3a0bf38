"""Ranks, concordance, panels and resolution as tables."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from components.text import UNDEFINED
from components.views.agreement.result import AgreementResult
from components.views.agreement.words.phrases import pair_name


def profile_table(result: AgreementResult) -> pd.DataFrame:
    """One row per method and metric: mean, best and worst rank over blocks."""
    ranks, labels = result.rank_profile, result.labels
    return pd.DataFrame(
        [
            {
                "method": labels.method(method),
                "metric": labels.metric(metric),
                "mean rank": ranks.mean[m][k],
                "best": ranks.best[m][k],
                "worst": ranks.worst[m][k],
                "blocks that rank": ranks.blocks_ranked[k],
                "blocks": ranks.blocks,
            }
            for m, method in enumerate(ranks.methods)
            for k, metric in enumerate(ranks.metrics)
        ]
    )


def concordance_table(result: AgreementResult) -> pd.DataFrame:
    """One row per benchmark: Kendall's W and what entered."""

    def names(metrics: Iterable[str]) -> str:
        return ", ".join(result.labels.metric(m) for m in metrics)

    return pd.DataFrame(
        [
            {
                "benchmark": result.labels.benchmark(r.benchmark),
                "W": r.w,
                "χ²": r.chi2,
                "degrees of freedom": r.df,
                "p (asymptotic)": r.p,
                "methods": r.n_methods,
                "metrics used": names(r.metrics),
                "one value for all methods": names(r.constant),
                "not measured throughout": names(r.incomplete),
                "undefined because": r.reason,
            }
            for r in result.concordance
        ]
    )


def modality_table(result: AgreementResult) -> pd.DataFrame:
    """One row per panel and counting rule."""
    labels = result.labels
    return pd.DataFrame(
        [
            {
                "panel": labels.panels[r.panel],
                "setting": r.setting,
                "rule": r.rule,
                "mean τ": r.mean_tau,
                "pairs with a τ": r.pairs_defined,
                "pairs": r.pairs,
                "runs in a pair": f"{r.runs_fewest} to {r.runs_most} of {r.runs}",
                "blocks in a pair": f"{r.blocks_fewest} to {r.blocks_most} of {r.blocks}",
                "methods": r.methods,
                "missing": ", ".join(f"{labels.metric(m)} in {n} runs" for m, n in r.missing.items()),
                "pairs without a τ": ", ".join(pair_name(labels, x, y) for x, y in r.undefined_pairs),
            }
            for r in result.modality
        ]
    )


def resolution_table(result: AgreementResult) -> pd.DataFrame:
    """One row per metric and benchmark: the smallest step and how many of them the runs span."""
    return pd.DataFrame(
        [
            {
                "metric": result.labels.metric(r.metric),
                "benchmark": result.labels.benchmark(r.benchmark),
                "smallest step": f"1/{r.samples}" if r.samples else UNDEFINED,
                "step": r.step,
                "different values": r.different_values,
                "runs": r.runs,
                "largest − smallest": r.spread,
                "in steps": r.spread_in_steps,
                "basis": r.basis,
            }
            for r in result.resolution
        ]
    ).astype({"in steps": "Int64"})
