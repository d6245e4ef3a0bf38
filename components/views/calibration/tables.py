"""The numbers behind each view of the calibration page as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.resolved import Resolved

Rows = Sequence[Mapping[str, Any]]


def places_table(rows: Rows) -> pd.DataFrame:
    """One row per metric: where genuine retrains stand."""
    return pd.DataFrame(
        [
            {
                "metric": r["label"],
                "mean place": r["mean_place"],
                "candidates": r["candidates"],
                "retrains": r["retrains"],
                "outranked": r["outranked"],
                "places": ", ".join(f"{p:g}" for p in sorted(r["places"])),
            }
            for r in rows
        ]
    )


def separation_table(resolved: Resolved, rows: Rows) -> pd.DataFrame:
    """One row per metric and benchmark, and one for all and for the canaries together."""
    lines = []
    for r in rows:
        parts = [("all benchmarks", r["all"]), ("canaries", r["canary"])]
        parts += [(resolved.benchmark_label(b["benchmark"]), b) for b in r["by_benchmark"]]
        lines += [
            {
                "metric": r["label"],
                "on": name,
                "AUC": found["auc"],
                "flagged retrains": found["flagged"],
                "retrains": found["absent"],
                "originals": found["present"],
                "benchmarks": found["benchmarks"],
            }
            for name, found in parts
        ]
    return pd.DataFrame(lines)


def rho_table(resolved: Resolved, rows: Rows) -> pd.DataFrame:
    """One row per metric: ρ with the oracle within benchmarks, its p, and the metric's resolution."""
    return pd.DataFrame(
        [
            {
                "metric": r["label"],
                "mean ρ within": r["rho"],
                "p": r["p"],
                "smallest p in reach": r["p_min"],
                "all arrangements": r["exact"],
                "arrangements": r["arrangements"],
                "methods": r["n_methods"],
                **{f"ρ on {resolved.benchmark_label(b['benchmark'])}": b["rho"] for b in r["by_benchmark"]},
                "ranks nothing on": ", ".join(resolved.benchmark_label(b) for b in r["constant_on"]),
                "steps of": ", ".join(
                    f"{resolved.benchmark_label(b)} 1/{round(1 / s)}" for b, s in r["resolution"].items()
                ),
            }
            for r in rows
        ]
    )


def modality_table(resolved: Resolved, rows: Rows) -> pd.DataFrame:
    """One row per pair of benchmarks and seed."""
    return pd.DataFrame(
        [
            {
                "unimodal": resolved.benchmark_label(r["unimodal"]),
                "multimodal": resolved.benchmark_label(r["multimodal"]),
                "seed": str(s["seed"]),
                "mean τ, unimodal": s["unimodal"],
                "mean τ, multimodal": s["multimodal"],
                "pairs of metrics": r["pairs"],
            }
            for r in rows
            for s in r["by_seed"]
        ]
    )
