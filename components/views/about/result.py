"""What a suite is made of, in words and tables, and what its size cannot carry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from components.resolved import Resolved, whole_panel
from components.stats.ranking.utility import formula
from components.text import counted, joined
from data.registry import Metric, Tables


def metric_facts(metric: Metric) -> list[str]:
    """Direction, range, role and utility maps of a metric, one short text each."""
    better = "lower is better" if metric.direction == "lower" else "higher is better"
    facts = [f"{better} {metric.arrow}", _range(metric)]
    if metric.role == "oracle":
        return [*facts, "judges the other metrics, never part of a score"]
    maps = [f"{formula(metric, u.name)} ({u.name})" for u in metric.utilities]
    return [*facts, f"utility {' or '.join(maps)}"]


def _range(metric: Metric) -> str:
    low, high = metric.lower_bound, metric.upper_bound
    if low is None and high is None:
        return "no bounds"
    if high is None:
        return f"from {low:g} upwards"
    return f"up to {high:.4g}" if low is None else f"from {low:g} to {high:.4g}"


def panel_facts(tables: Tables) -> list[dict[str, Any]]:
    """One row per panel: how much data it is, and what is missing."""
    rows = []
    for info in tables.panels:
        panel = whole_panel(tables, info.id)
        runs = tables.runs[tables.runs["panel"] == info.id]
        gaps = {m.label: int(runs[m.id].isna().sum()) for m in tables.metrics if runs[m.id].isna().any()}
        rows.append(
            {
                "panel": info.label,
                "base model": info.base_model,
                "setting": info.setting,
                "runs": panel.n_runs,
                "cells": panel.n_cells,
                "methods": len(panel.methods),
                "benchmarks": len(panel.benchmarks),
                "seeds": len(panel.seeds),
                "missing values": joined([f"{label} {n}" for label, n in gaps.items()]) or "none",
                "description": info.description,
            }
        )
    return rows


def limitations(resolved: Resolved) -> list[str]:
    """What the size and the gaps of this suite cannot carry, counted from its tables."""
    return [
        *(_size(row) for row in panel_facts(resolved.tables)),
        *_oracle(resolved.tables),
        *_bounds(resolved.tables.scores),
        "Seeds of one method on one benchmark are near-duplicates. They are averaged into a cell and never counted as "
        "independent observations; p-values printed with seeds counted as observations are too small.",
        "Weights are a choice, and the ranking follows from it.",
        "A leaderboard ranks what was measured. It does not certify that anything was erased.",
    ]


def _size(row: dict[str, Any]) -> str:
    n = row["methods"]
    smallest = 2 / math.factorial(n) if n > 1 else 1.0
    reach = f"{smallest:.3f}" if smallest >= 0.0005 else f"{smallest:.0e}"
    return (
        f"{row['panel']}: {counted(n, 'method')} on {counted(row['benchmarks'], 'benchmark')} with "
        f"{counted(row['seeds'], 'seed')}, {counted(row['cells'], 'cell')} in all. One block without ties cannot give "
        f"a two-sided p below {reach}."
    )


def _oracle(tables: Tables) -> list[str]:
    """Which panels have no oracle distance."""
    oracle = tables.oracle
    if oracle is None:
        return ["This suite has no oracle distance: the reliability of its metrics cannot be judged."]
    said = [
        "The oracle distance measures closeness in one sense only. A metric that does not follow it may still measure "
        "something worth knowing.",
        "Weights derived from reliability inherit its limits: where the stratified p of a metric is not small, its ρ "
        "says little beyond differences between benchmarks.",
    ]
    without = [p.label for p in tables.panels if tables.runs.loc[tables.runs["panel"] == p.id, oracle.id].isna().all()]
    if not without:
        return said
    return [*said, f"No oracle distance was measured for {joined(without)}: nothing is said about reliability there."]


def _bounds(metrics: Sequence[Metric]) -> list[str]:
    """Which metrics depend on the scale of the model."""
    unbounded = [m.label for m in metrics if m.upper_bound is None or m.lower_bound is None]
    if not unbounded:
        return []
    return [
        f"{joined(unbounded)} {'is' if len(unbounded) == 1 else 'are'} unbounded: values of different base models "
        "cannot be compared, and the utility map decides how much a difference counts."
    ]
