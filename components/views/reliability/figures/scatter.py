"""One metric against the oracle distance, run by run: what its ρ is made of."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import benchmark_marks, log_ticks
from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened
from components.thinned import thinned
from components.views.reliability.metric_runs import MetricRuns


def reliability_scatter(result: MetricRuns, mode: Mode) -> go.Figure:
    """The runs of a metric, better to the top and closer to the oracle to the right.

    The distance is on a log scale when every distance is above 0.
    """
    colours, labels, metric = palette(mode), result.labels, result.metric
    fig, shown = go.Figure(), thinned(result.runs)
    for benchmark, mark in benchmark_marks(result.benchmarks, mode).items():
        own = [r for r in shown if r.benchmark == benchmark]
        if not own:
            continue
        label = figure_text(shortened(labels.benchmark(benchmark), 24))
        fig.add_scatter(
            x=[r.distance for r in own],
            y=[r.value for r in own],
            mode="markers",
            marker={**mark, "size": 10, "opacity": 0.85, "line": {"width": 1, "color": colours.background}},
            name=label,
            customdata=[[figure_text(labels.method(r.method)), r.seed] for r in own],
            hovertemplate=f"{label} · %{{customdata[0]}} · seed %{{customdata[1]}}"
            f"<br>{figure_text(metric.label)} %{{y:.3f}}, distance %{{x:.3f}}<extra></extra>",
        )
    distances = [r.distance for r in result.runs]
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
