"""The numbers behind each figure of the calibration page as tables."""

from __future__ import annotations

import pandas as pd

from components.views.calibration.ground_truth import GroundTruthResult
from components.views.calibration.result import BenchmarkRow, CalibrationResult, Recognition


def places_table(result: CalibrationResult) -> pd.DataFrame:
    """One row per metric: where genuine retrains stand."""
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "mean place": r.mean_place,
                "models": r.candidates,
                "retrains": r.retrains,
                "outranked": r.outranked,
                "places": ", ".join(f"{p:g}" for p in sorted(r.places)),
            }
            for r in result.metrics
        ]
    )


def separation_table(result: CalibrationResult) -> pd.DataFrame:
    """One row per metric and benchmark, and one for all and for the canaries together."""
    lines = []
    for r in result.metrics:
        parts: list[tuple[str, Recognition | BenchmarkRow]] = [("all benchmarks", r.all), ("canaries", r.canary)]
        parts += [(result.labels.benchmark(b.benchmark), b) for b in r.by_benchmark]
        lines += [
            {
                "metric": r.label,
                "on": name,
                "AUC": part.auc,
                "flagged retrains": part.flagged,
                "retrains": part.absent,
                "originals": part.present,
                "benchmarks": part.benchmarks,
            }
            for name, part in parts
        ]
    return pd.DataFrame(lines)


def rho_table(result: CalibrationResult) -> pd.DataFrame:
    """One row per metric: ρ with the oracle within benchmarks, its p, and the metric's resolution."""
    label = result.labels.benchmark
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "mean ρ within": r.rho,
                "p": r.p,
                "smallest possible p": r.p_min,
                "all arrangements": r.exact,
                "arrangements": r.arrangements,
                "methods": r.n_methods,
                **{f"ρ on {label(b.benchmark)}": b.rho for b in r.by_benchmark},
                "one value for all methods on": ", ".join(label(b) for b in r.constant_on),
                "steps of": ", ".join(f"{label(b)} 1/{round(1 / step)}" for b, step in r.resolution.items()),
            }
            for r in result.metrics
        ]
    )


def modality_table(result: CalibrationResult) -> pd.DataFrame:
    """One row per pair of benchmarks and seed."""
    label = result.labels.benchmark
    return pd.DataFrame(
        [
            {
                "unimodal": label(r.unimodal),
                "multimodal": label(r.multimodal),
                "seed": str(s.seed),
                "mean τ, unimodal": s.unimodal,
                "mean τ, multimodal": s.multimodal,
                "pairs of metrics": r.pairs,
            }
            for r in result.modality
            for s in r.by_seed
        ]
    )


def truth_table(result: GroundTruthResult) -> pd.DataFrame:
    """One row per metric of the pools: the area, its bounds, what is printed, and where the reference lies."""
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "name": r.name,
                "AUC": r.auc,
                "low": r.low,
                "high": r.high,
                "bounds are": "range over training variants" if r.is_range else "95 % interval",
                "printed AUC": r.printed,
                "models that know": r.known,
                "never knew": r.unknown,
                "variants that know": r.variants_known,
                "variants that never knew": r.variants_unknown,
                "trained without": r.reference_value,
                "know, show no more": r.known_within,
                "never knew, show more": r.unknown_beyond,
            }
            for r in result.best_first
        ]
    ).astype({"know, show no more": "Int64", "never knew, show more": "Int64"} if result.rows else {})


POOLS = {"known": "knows", "unknown": "never knew", "reference": "trained without"}
"""The pools in words."""


def pools_table(result: GroundTruthResult) -> pd.DataFrame:
    """One row per model of the pools, its values as measured."""
    return pd.DataFrame(
        [
            {
                "model": m.model,
                "pool": POOLS.get(m.pool, m.pool),
                "training variant": m.variant,
                **{r.label: m.values[r.metric] for r in result.rows},
            }
            for m in result.models
        ]
    )
