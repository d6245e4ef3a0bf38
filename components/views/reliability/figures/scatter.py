"""One metric against the oracle distance, run by run: what its ρ is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.benchmarks import benchmark_marks
from components.plotting.theme import Mode, palette
from components.plotting.ticks import log_ticks
from components.text import figure_text, shortened
from data.registry import Metric


def reliability_scatter(
    points: Sequence[Mapping[str, Any]],
    metric: Metric,
    benchmarks: Mapping[str, str],
    methods: Mapping[str, str],
    mode: Mode,
) -> go.Figure:
    """Points of `reliability_points`, better to the top and closer to the oracle to the right.

    `benchmarks` and `methods` map ids to labels. The distance is on a log scale when every distance is above 0.
    """
    colours = palette(mode)
    fig = go.Figure()
    for benchmark, mark in benchmark_marks(tuple(benchmarks), mode).items():
        own = [p for p in points if p["benchmark"] == benchmark]
        if not own:
            continue
        label = figure_text(shortened(benchmarks[benchmark], 24))
        fig.add_scatter(
            x=[p["distance"] for p in own],
            y=[p["value"] for p in own],
            mode="markers",
            marker={**mark, "size": 10, "opacity": 0.85, "line": {"width": 1, "color": colours.background}},
            name=label,
            customdata=[[figure_text(methods[p["method"]]), p["seed"]] for p in own],
            hovertemplate=f"{label} · %{{customdata[0]}} · seed %{{customdata[1]}}"
            f"<br>{figure_text(metric.label)} %{{y:.3f}}, distance %{{x:.3f}}<extra></extra>",
        )
    distances = [p["distance"] for p in points]
    if distances and min(distances) > 0:
        ticks = log_ticks(min(distances), max(distances))
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
        fig.update_xaxes(title_text="Oracle distance (log scale): closer →", autorange="reversed")
    else:
        fig.update_xaxes(title_text="Oracle distance: closer →", autorange="reversed", nticks=6)
    fig.update_yaxes(
        title_text=f"{figure_text(shortened(metric.label, 30))}: better ↑",
        autorange="reversed" if metric.direction == "lower" else True,
    )
    return fig
