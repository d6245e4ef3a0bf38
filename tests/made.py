"""Suites made in memory for tests: any number of metrics, methods, benchmarks and seeds."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

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
    return Metric(
        name, name, name, direction, role, *bounds, maps, "made", "made", "made", unit=unit
    )


def made_tables(
    values: np.ndarray,
    oracle: np.ndarray | None = None,
    *,
    metrics: Sequence[Metric] | None = None,
    methods: Sequence[str] | None = None,
    title: str = "Made",
) -> Tables:
    """A suite of one panel from `values` (B, S, M, K) and `oracle` (B, S, M); NaN = missing."""
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
        benchmarks=tuple(
            Benchmark(f"b{i + 1}", f"B{i + 1}", f"B{i + 1}", "made", "made", "") for i in range(b)
        ),
        panels=(PanelInfo("main", "Main", "made", "text", True, "made"),),
        runs=runs,
        published=pd.DataFrame(
            columns=["claim", "statistic", "panel", "subject", "printed", "decimals", "status"]
        ),
        extras={},
        data_version="made00000000",
    )


def small(methods: int = 3, metrics: int = 3, benchmarks: int = 3, seeds: int = 2) -> Tables:
    """A suite of values that all differ, with a distance to the retrained model."""
    rng = np.random.default_rng(7)
    shape = (benchmarks, seeds, methods, metrics)
    return made_tables(rng.random(shape), rng.random(shape[:3]))


HOSTILE = (
    "<img src=x onerror=alert(1)>\"'& [a](javascript:alert(1)) $x$ **b** `c` \u202e" + "W" * 200
)


def _changed(change: Callable[[np.ndarray], np.ndarray]) -> Tables:
    """The same after a change of the values of all metrics."""
    tables = small()
    scores = [m.id for m in tables.metrics if m.role == "score"]
    runs = tables.runs.copy()
    runs[scores] = change(runs[scores].to_numpy(dtype=float))
    return replace(tables, runs=runs)


def _missing(values: np.ndarray) -> np.ndarray:
    """The second metric is nowhere, the first one not for every run."""
    values = values.copy()
    values[:, 1], values[::4, 0] = np.nan, np.nan
    return values


def hostile(tables: Tables) -> Tables:
    """A suite of which every name that can hold text is turned against the page."""

    def turned(records: Sequence[Any], *fields: str) -> tuple[Any, ...]:
        return tuple(
            replace(r, **{"label": f"{r.id} {HOSTILE}", **dict.fromkeys(fields, HOSTILE)})
            for r in records
        )

    texts = dict.fromkeys(("title", "description", "paper", "authors"), HOSTILE)
    claims = {"where": HOSTILE, "sentence": HOSTILE, "url": "javascript:alert(1)"}
    extras = dict(tables.extras)
    for name, frame in tables.extras.items():
        columns = frame.columns.intersection(["label", "name", "description"])
        extras[name] = frame.assign(**dict.fromkeys(columns, HOSTILE))
    return replace(
        tables,
        suite=replace(tables.suite, **texts),
        metrics=turned(tables.metrics, "name", "measures"),
        methods=turned(tables.methods, "name"),
        benchmarks=turned(tables.benchmarks, "name"),
        panels=turned(tables.panels, "label", "base_model", "description"),
        published=tables.published.assign(**claims),
        extras=extras,
    )


SUITES: dict[str, Callable[[], Tables]] = {
    "plain": small,
    "one method": lambda: small(methods=1),
    "one metric": lambda: small(metrics=1),
    "one run": lambda: small(1, 1, 1, 1),
    "one benchmark, one seed": lambda: small(benchmarks=1, seeds=1),
    "without a distance": lambda: made_tables(np.random.default_rng(7).random((3, 2, 3, 3))),
    "constants": lambda: _changed(lambda values: np.full_like(values, 0.5)),
    "ties": lambda: _changed(np.round),
    "missing values": lambda: _changed(_missing),
    "no values": lambda: _changed(lambda values: np.full_like(values, np.nan)),
    "no runs": lambda: replace(small(), runs=small().runs.iloc[:0]),
    "hostile names": lambda: hostile(small()),
}
"""Suites of 3 methods on 3 benchmarks, and what one may lack."""
