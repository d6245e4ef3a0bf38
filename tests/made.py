"""Suites made in memory for tests: any number of metrics, methods, benchmarks and seeds, no files."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from data.registry import Benchmark, Method, Metric, PanelInfo, Suite, Tables, Unit, UtilityMap


def made_metric(
    name: str,
    direction: str = "lower",
    role: str = "score",
    bounds: tuple[float | None, float | None] = (0.0, 1.0),
    utilities: Sequence[UtilityMap] = (),
    unit: Unit = "",
) -> Metric:
    default = UtilityMap("complement" if direction == "lower" else "identity")
    maps = tuple(utilities) or (() if role == "oracle" else (default,))
    return Metric(name, name, name, direction, role, *bounds, maps, "made", "made", "made", unit=unit)  # type: ignore[arg-type]


def made_tables(
    values: np.ndarray,
    oracle: np.ndarray | None = None,
    *,
    metrics: Sequence[Metric] | None = None,
    methods: Sequence[str] | None = None,
    title: str = "Made",
) -> Tables:
    """A suite of one panel from `values` (B, S, M, K) and `oracle` (B, S, M); NaN = not measured."""
    b, s, m, k = values.shape
    metrics = tuple(metrics or (made_metric(f"X{i + 1}") for i in range(k)))
    methods = tuple(methods or (f"m{i + 1}" for i in range(m)))
    if oracle is not None:
        metrics = (*metrics, made_metric("distance", role="oracle", bounds=(0.0, None)))
    rows = []
    for bi, si, mi in np.ndindex(b, s, m):
        row = {"panel": "main", "benchmark": f"b{bi + 1}", "method": methods[mi], "seed": si + 1}
        row |= {metrics[ki].id: values[bi, si, mi, ki] for ki in range(k)}
        if oracle is not None:
            row["distance"] = oracle[bi, si, mi]
        rows.append(row)
    columns = ["panel", "benchmark", "method", "seed", *(x.id for x in metrics)]
    runs = pd.DataFrame(rows, columns=columns)
    runs.insert(0, "run_id", range(1, len(runs) + 1))
    return Tables(
        suite=Suite("made", title, "made", "none", "", "", 2026, "", "CC0-1.0", "2026-01-01"),
        metrics=metrics,
        methods=tuple(Method(i, i, i, "made", "made", "made", "") for i in methods),
        benchmarks=tuple(Benchmark(f"b{i + 1}", f"B{i + 1}", f"B{i + 1}", "made", "made", "") for i in range(b)),
        panels=(PanelInfo("main", "Main", "made", "unimodal", True, "made"),),
        runs=runs,
        published=pd.DataFrame(columns=["claim", "statistic", "panel", "subject", "printed", "decimals", "status"]),
        extras={},
        data_version="made00000000",
    )


def small(methods: int = 3, metrics: int = 3, benchmarks: int = 3, seeds: int = 2) -> Tables:
    """A suite of values that all differ, with a distance to the retrained model: enough for every page."""
    rng = np.random.default_rng(7)
    shape = (benchmarks, seeds, methods, metrics)
    return made_tables(rng.random(shape), rng.random(shape[:3]))
