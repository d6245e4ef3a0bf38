"""The numbers behind each figure of the reliability page as tables."""

from __future__ import annotations

import pandas as pd

from components.views.reliability.result import MetricRuns, ReliabilityResult
from components.views.reliability.trust import TrustResult
from components.views.reliability.weight_rules import WeightRules
from components.views.reliability.words import HEADS, SHORT, answer_text, interval_text, ranking_text, step_text


def reliability_table(result: ReliabilityResult) -> pd.DataFrame:
    """One row per metric: every number of the forest plot."""
    labels = result.labels
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "runs": r.n,
                "ρ": r.rho,
                **({} if r.rho_error is None else {"± draw of seeds": r.rho_error}),
                "p (asymptotic)": r.p,
                "no signal": r.rho_no_signal,
                "p (stratified)": r.p_stratified,
                "smallest possible p": r.p_min,
                "arrangements": r.arrangements,
                "all arrangements": r.exact,
                "low": r.low,
                "high": r.high,
                "mean ρ within": r.rho_within,
                **{f"ρ on {labels.benchmark(b)}": rho for b, rho in r.rho_by_benchmark.items()},
                "one value for all methods on": ", ".join(labels.benchmark(b) for b in r.constant_on),
                "steps of": ", ".join(f"{labels.benchmark(b)} {step_text(s)}" for b, s in r.resolution.items()),
                "remark": r.reason or (interval_text(r) if r.low is None else ""),
            }
            for r in result.rows
        ]
    )


def runs_table(result: MetricRuns) -> pd.DataFrame:
    """One row per run that has both values."""
    return pd.DataFrame(
        [
            {
                "benchmark": result.labels.benchmark(r.benchmark),
                "method": result.labels.method(r.method),
                "seed": str(r.seed),
                result.metric.label: r.value,
                "oracle distance": r.distance,
            }
            for r in result.runs
        ]
    )


def rules_table(result: WeightRules) -> pd.DataFrame:
    """One row per weight rule: its weights and the ranking it gives."""
    lines = []
    for rule in result.rules:
        outcome = rule.outcome
        weights = dict.fromkeys(result.metrics) if outcome is None else outcome.weights
        lines.append(
            {
                "rule": rule.label,
                **{f"weight {result.labels.metric(m)}": weights[m] for m in result.metrics},
                "ranking": rule.reason if outcome is None else ranking_text(outcome.ranking),
                "same order as now": None if outcome is None else outcome.same,
            }
        )
    return pd.DataFrame(lines)


def trust_table(result: TrustResult) -> pd.DataFrame:
    """One row per metric: what all findings come to, and the answer to each question."""
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "in short": SHORT[r.verdict],
                "supports": r.supports,
                "contradicts": r.contradicts,
                **{head: answer_text(aspect, r.answers[aspect]) for aspect, head in HEADS.items()},
            }
            for r in result.rows
        ]
    )
