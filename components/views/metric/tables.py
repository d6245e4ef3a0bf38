"""The numbers of the page of a metric as tables."""

from __future__ import annotations

import pandas as pd

from components.views.metric.result import MetricResult
from components.views.noise.tables import as_numbers, noise_cells
from components.views.trust.words import QUESTION_TEXTS, rests_on


def findings_table(result: MetricResult) -> pd.DataFrame:
    """One row per finding."""
    columns = ["question", "answer", "trust", "suite", "panel", "metric", "value", "low", "high", "count", "of", "p"]
    rows = [
        {
            "question": QUESTION_TEXTS[f.question],
            "answer": f.state,
            "trust": f.side,
            "suite": f.suite_label,
            "panel": f.panel_label,
            "metric": f.metric,
            "value": f.value,
            "low": f.low,
            "high": f.high,
            "count": f.count,
            "of": f.of,
            "p": f.p,
            "smallest p": f.p_min,
            "rests on": rests_on(f),
        }
        for f in result.unsided
    ]
    return pd.DataFrame(rows, columns=[*columns, "smallest p", "rests on"])


def noise_table(result: MetricResult) -> pd.DataFrame:
    """One row per panel in which it was measured."""
    return as_numbers(
        [{"where": f"{p.suite_label} · {p.panel_label}", **noise_cells(p.noise)} for p in result.noise_floor]
    )
