"""The numbers behind each figure of the calibration page as tables."""

from __future__ import annotations

import pandas as pd

from components.views.calibration.result import BenchmarkRow, CalibrationResult, Recognition


def places_table(result: CalibrationResult) -> pd.DataFrame:
    """One row per metric: where genuine retrains stand."""
    return pd.DataFrame(
        [
            {
                "metric": r.label,
                "mean place": r.mean_place,
                "candidates": r.candidates,
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
                "smallest p in reach": r.p_min,
                "all arrangements": r.exact,
                "arrangements": r.arrangements,
                "methods": r.n_methods,
                **{f"ρ on {label(b.benchmark)}": b.rho for b in r.by_benchmark},
                "ranks nothing on": ", ".join(label(b) for b in r.constant_on),
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
