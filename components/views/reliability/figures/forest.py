"""Forest plot: every metric's ρ with closeness to the oracle, its interval and what shuffling alone would give."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import benchmark_marks, name_rows, places, write_notes
from components.plotting.theme import Mode, hatched, metric_colours, palette
from components.text import figure_text, p_value, shortened
from components.views.reliability.result import ReliabilityResult
from components.views.reliability.words import p_label

ROW = 70
"""Height of a metric in pixels: its marks and a line of text above them."""


def forest(result: ReliabilityResult, mode: Mode) -> go.Figure:
    """The metrics under one another, the first on top, each with its p above, or why it has none.

    ρ runs from −1 to 1, 0 is marked.
    """
    rows, known = result.rows, result.defined
    colours, hues, place = palette(mode), metric_colours([r.metric for r in rows], mode), places(rows)
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    unknown = [place[r.metric] - 0.1 for r in rows if r.rho is None]
    fig.add_trace(hatched([(x, y) for y in unknown for x in (-0.75, -0.25, 0.25, 0.75)], mode, 0.5))
    estimable = [r for r in known if r.low is not None]
    fig.add_scatter(
        x=[x for r in estimable for x in (r.low, r.high, None)],
        y=[y for r in estimable for y in (place[r.metric], place[r.metric], None)],
        mode="lines",
        line={"width": 3, "color": colours.muted},
        name="95 % interval",
        legendrank=3,
        hoverinfo="skip",
    )
    for benchmark, mark in benchmark_marks(result.benchmarks, mode).items():
        label = result.labels.benchmark(benchmark)
        drawn = [r for r in known if r.rho_by_benchmark[benchmark] is not None]
        fig.add_scatter(
            x=[r.rho_by_benchmark[benchmark] for r in drawn],
            y=[place[r.metric] - 0.24 for r in drawn],
            mode="markers",
            marker={**mark, "size": 8},
            name=f"within {figure_text(shortened(label, 24))}",
            hovertemplate=f"within {figure_text(label)}: %{{x:+.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=[r.rho_no_signal for r in known],
        y=[place[r.metric] for r in known],
        mode="markers",
        marker={"symbol": "circle-open", "size": 17, "color": colours.ink, "line": {"width": 2}},
        name="no signal",
        legendrank=2,
        hovertemplate="methods shuffled within benchmarks: %{x:+.3f}<extra></extra>",
    )
    fig.add_scatter(
        x=[r.rho for r in known],
        y=[place[r.metric] for r in known],
        mode="markers",
        marker={"symbol": "circle", "size": 10, "color": [hues[r.metric] for r in known]},
        name="ρ over all runs",
        legendrank=1,
        customdata=[[figure_text(r.label), r.n, p_value(r.p)] for r in known],
        hovertemplate="%{customdata[0]}: ρ %{x:+.3f} over %{customdata[1]} runs"
        "<br>asymptotic p %{customdata[2]} (takes runs for independent)<extra></extra>",
    )
    write_notes(fig, rows, [p_label(r) for r in rows], -1, mode, up=0.36)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="Spearman's ρ with closeness to the oracle")
    return name_rows(fig, rows, most=18)


def forest_height(count: int) -> int:
    """Pixels for a number of metrics, legend and axis included."""
    return 150 + ROW * max(count, 1)
