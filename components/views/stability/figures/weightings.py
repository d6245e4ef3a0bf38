"""Random weights: how much of the ranking they leave, and which of them put a method first."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.room import beside
from components.plotting.theme import Mode, palette
from components.text import figure_text, number, shortened
from components.views.stability.result.weightings import WeightingsResult

MOST_LINES = 8
DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "pentagon", "star")


def tau_histogram(result: WeightingsResult, mode: Mode) -> go.Figure:
    """Distribution of τ with the current ranking, filled, and of τ between two random weightings, in outline.

    τ runs from −1 to 1, vertical lines are the means.
    """
    c, bars = palette(mode), result.histogram
    centres, widths = [b.tau for b in bars], [b.width for b in bars]
    ours = "100 published draws" if result.protocol == "published" else "with your ranking"
    fig = go.Figure()
    fig.add_bar(
        x=centres,
        y=[b.current for b in bars],
        width=widths,
        marker={"color": c.accent, "opacity": 0.75, "line": {"width": 0}},
        name=f"{ours}, mean {number(result.mean_tau)}",
        hovertemplate=f"{ours}<br>τ %{{x:.3f}}: %{{y:.1%}} of draws<extra></extra>",
    )
    fig.add_bar(
        x=centres,
        y=[b.baseline for b in bars],
        width=widths,
        marker={"color": "rgba(0,0,0,0)", "line": {"width": 2, "color": c.ink}},
        name=f"baseline: two random weightings, mean {number(result.baseline_tau)}",
        hovertemplate="two random weightings<br>τ %{x:.3f}: %{y:.1%} of pairs<extra></extra>",
    )
    for mean, line in (
        (result.mean_tau, {"width": 3, "color": c.accent}),
        (result.baseline_tau, {"width": 2, "color": c.ink, "dash": "dot"}),
    ):
        if mean is not None:
            fig.add_vline(x=mean, line=line)
    top = max((share for b in bars for share in (b.current, b.baseline)), default=0.0)
    fig.update_layout(barmode="overlay", bargap=0, margin={"l": beside([f"{top:.0%}"], titled=True)})
    fig.update_xaxes(range=[-1.06, 1.06], dtick=0.5, title_text="Kendall's τ-b between two rankings")
    fig.update_yaxes(tickformat=".0%", rangemode="tozero", title_text="share of draws")
    return fig


def central_weights(result: WeightingsResult, mode: Mode) -> go.Figure:
    """Parallel coordinates: one line per method through the weights that typically put it first; grey: current.

    At most eight methods, those most often first.
    """
    c, metrics, labels = palette(mode), result.metrics, result.labels
    ticks = [figure_text(shortened(labels.metric(m), 14)) for m in metrics]
    fig = go.Figure()
    fig.add_scatter(
        x=list(range(len(metrics))),
        y=[result.weights[m] for m in metrics],
        mode="lines",
        line={"width": 5, "color": c.missing},
        name="your weights",
        hovertemplate="your weights: %{y:.3f}<extra></extra>",
    )
    for i, (method, row) in enumerate(list(result.typical_weights.items())[:MOST_LINES]):
        colour, name = c.lines[i % len(c.lines)], figure_text(shortened(labels.method(method), 24))
        fig.add_scatter(
            x=list(range(len(metrics))),
            y=[row[m] for m in metrics],
            mode="lines+markers",
            line={"width": 2, "color": colour, "dash": DASHES[i % len(DASHES)]},
            marker={"size": 9, "symbol": SYMBOLS[i % len(SYMBOLS)], "color": colour},
            name=name,
            hovertemplate=f"{name}: %{{y:.3f}}<extra></extra>",
        )
    fig.update_xaxes(tickvals=list(range(len(metrics))), ticktext=ticks, range=[-0.3, len(metrics) - 0.7])
    fig.update_yaxes(rangemode="tozero", title_text="weight")
    return fig
