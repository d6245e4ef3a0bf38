"""Suites as they were when METHODS printed what to expect of them: fewer methods and metrics, no
models of role reference or original, floors as numbers."""

from dataclasses import replace
from functools import cache

import pandas as pd

from data.registry import Tables
from tests.released import NAMES, built_in

ADDED = ("diffusion_attacks", "kbench", "lotus", "semeval2025", "spqr", "tofu_attacks")
"""Suites that came after."""
JUDGED_OR_COST = ("judge", "minutes", "peak")
FLOORS = {
    "tofu_seeds": {
        ("tofu_llama32_1b", "model_utility"): 0.3,
        ("tofu_llama32_3b", "model_utility"): 0.3,
    },
    "muse_seeds": {
        ("news", "retain_knowmem_ROUGE"): 0.276,
        ("books", "retain_knowmem_ROUGE"): 0.334,
    },
}
BOOKS = ("gradient_ascent", "pdu", "rmu")
"""The methods that MUSE with seeds had on Books."""


@cache
def narrowed(name: str) -> Tables:
    """A suite with the runs, metrics and floors that it had before it was widened."""
    tables = built_in(name)
    if name not in FLOORS:
        return tables
    methods = [m for m in tables.methods if m.role == "candidate" and m.id != "blade"]
    runs = tables.runs[tables.runs["method"].isin([method.id for method in methods])]
    if name == "muse_seeds":
        runs = runs[(runs["panel"] == "news") | runs["method"].isin(BOOKS)]
    metrics = []
    for metric in tables.metrics:
        if not metric.id.startswith(JUDGED_OR_COST):
            upper = 100.0 if metric.id == "privleak" else metric.upper_bound
            metrics.append(replace(metric, aims=("printed",), upper_bound=upper))
    rows = [
        {"panel": panel, "benchmark": "", "on": metric, "value": value, "of": "", "source": ""}
        for (panel, metric), value in FLOORS[name].items()
    ]
    columns = ["run_id", "panel", "benchmark", "method", "seed", *(m.id for m in metrics)]
    return replace(
        tables,
        methods=tuple(methods),
        metrics=tuple(metrics),
        runs=runs[columns].assign(run_id=range(1, len(runs) + 1)),
        extras={"floors": pd.DataFrame(rows)},
    )


FOURTEEN = [narrowed(name) for name in NAMES if name not in ADDED]
