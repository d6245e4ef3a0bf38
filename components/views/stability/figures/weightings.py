"""Random weights: how much of the ranking they leave, near the current ones too, and which put a method first."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.room import beside
from components.plotting.theme import Mode, palette
from components.text import figure_text, number, shortened
from components.views.stability.figures.acceptability import HEAD_HEIGHT
from components.views.stability.result.nearby import CurveResult, NearbyResult
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
    fig.update_layout(
        height=HEAD_HEIGHT, barmode="overlay", bargap=0, margin={"l": beside([f"{top:.0%}"], titled=True)}
    )
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
    return fig.update_layout(height=380)


def local_curves(chosen: NearbyResult, result: CurveResult, anywhere: WeightingsResult, mode: Mode) -> go.Figure:
    """P(the leader stays first) and the expected τ over the expected change of the weights.

    The vertical line is the chosen radius, shading is two standard errors, the dotted line the baseline: τ of two
    random weightings.
    """
    c = palette(mode)
    points, baseline = result.curve, anywhere.own_baseline_tau
    x = [p.radius for p in points]
    stays, errors = [p.p_leader_stays for p in points], [2 * p.se for p in points]
    fig = go.Figure()
    fig.add_scatter(
        x=[*x, *reversed(x)],
        y=[
            *(min(1.0, p + e) for p, e in zip(stays, errors, strict=True)),
            *(max(0.0, p - e) for p, e in zip(reversed(stays), reversed(errors), strict=True)),
        ],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=c.accent,
        opacity=0.2,
        hoverinfo="skip",
        showlegend=False,
    )
    fig.add_scatter(
        x=x,
        y=stays,
        mode="lines",
        line={"width": 3, "color": c.accent},
        name="P(leader stays first)",
        hovertemplate="change %{x:.2f}: the leader stays in %{y:.1%}<extra></extra>",
    )
    fig.add_scatter(
        x=x,
        y=[p.mean_tau for p in points],
        mode="lines",
        line={"width": 2, "color": c.ink, "dash": "dash"},
        name="expected τ with your ranking",
        hovertemplate="change %{x:.2f}: expected τ %{y:.3f}<extra></extra>",
    )
    if baseline is not None:
        fig.add_hline(y=baseline, line={"width": 1.5, "color": c.muted, "dash": "dot"})
        fig.add_annotation(
            x=0,
            xref="paper",
            y=baseline,
            text="τ of two random weightings",
            showarrow=False,
            xanchor="left",
            yanchor="top",
            xshift=6,
            font={"size": 12, "color": c.muted},
        )
    fig.add_vline(x=chosen.radius, line={"width": 1.5, "color": c.muted})
    here = [
        (chosen.p_leader_stays, c.accent, "circle", "P(leader stays first)"),
        (chosen.mean_tau, c.ink, "diamond", "expected τ"),
    ]
    known = [h for h in here if h[0] is not None]
    fig.add_scatter(
        x=[chosen.radius] * len(known),
        y=[h[0] for h in known],
        mode="markers",
        marker={
            "size": 11,
            "color": [h[1] for h in known],
            "symbol": [h[2] for h in known],
            "line": {"width": 2, "color": c.background},
        },
        customdata=[h[3] for h in known],
        hovertemplate="your radius %{x:.2f}: %{customdata} %{y:.3f}<extra></extra>",
        showlegend=False,
    )
    lowest = min([0.0, *(p.mean_tau for p in points if p.mean_tau is not None), baseline or 0.0])
    fig.update_xaxes(
        range=[0, max([chosen.radius, *x]) * 1.03], title_text="expected L1 change of the weights", zeroline=False
    )
    fig.update_yaxes(range=[lowest - 0.03, 1.04], tickformat=".1f", zeroline=False)
    return fig.update_layout(height=360)
