"""Stability of the ranking: how much of it random weights leave, and how it fades as the weights move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.text import number


def tau_histogram(part: Mapping[str, Any], mode: Mode) -> go.Figure:
    """Distribution of τ with the current ranking, filled, and of τ between two random weightings, in outline.

    `part` is the stability part; τ runs from −1 to 1, vertical lines are the means.
    """
    c, bars = palette(mode), part["histogram"]
    centres, widths = [b["tau"] for b in bars], [b["width"] for b in bars]
    ours = "100 published draws" if part["protocol"] == "published" else "with your ranking"
    fig = go.Figure()
    fig.add_bar(
        x=centres,
        y=[b["current"] for b in bars],
        width=widths,
        marker={"color": c.accent, "opacity": 0.75, "line": {"width": 0}},
        name=f"{ours}, mean {number(part['mean_tau'])}",
        hovertemplate=f"{ours}<br>τ %{{x:.3f}}: %{{y:.1%}} of draws<extra></extra>",
    )
    fig.add_bar(
        x=centres,
        y=[b["baseline"] for b in bars],
        width=widths,
        marker={"color": "rgba(0,0,0,0)", "line": {"width": 2, "color": c.ink}},
        name=f"baseline: two random weightings, mean {number(part['baseline_tau'])}",
        hovertemplate="two random weightings<br>τ %{x:.3f}: %{y:.1%} of pairs<extra></extra>",
    )
    for mean, line in (
        (part["mean_tau"], {"width": 3, "color": c.accent}),
        (part["baseline_tau"], {"width": 2, "color": c.ink, "dash": "dot"}),
    ):
        if mean is not None:
            fig.add_vline(x=mean, line=line)
    fig.update_layout(barmode="overlay", bargap=0)
    fig.update_xaxes(range=[-1.06, 1.06], dtick=0.5, title_text="Kendall's τ-b between two rankings")
    fig.update_yaxes(tickformat=".0%", rangemode="tozero", title_text="share of draws")
    return fig


def local_curves(part: Mapping[str, Any], local: Mapping[str, Any], curve: Mapping[str, Any], mode: Mode) -> go.Figure:
    """P(the leader stays first) and the expected τ over the expected change of the weights.

    `part`, `local` and `curve` are the pieces everywhere, near and curve. The vertical line is the current radius,
    shading is two standard errors, the dotted line the baseline.
    """
    c = palette(mode)
    points: Sequence[Mapping[str, Any]] = curve["curve"]
    x = [p["radius"] for p in points]
    stays, errors = [p["p_leader_stays"] for p in points], [2 * p["se"] for p in points]
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
        y=[p["mean_tau"] for p in points],
        mode="lines",
        line={"width": 2, "color": c.ink, "dash": "dash"},
        name="expected τ with your ranking",
        hovertemplate="change %{x:.2f}: expected τ %{y:.3f}<extra></extra>",
    )
    if part["own_baseline_tau"] is not None:
        fig.add_hline(y=part["own_baseline_tau"], line={"width": 1.5, "color": c.muted, "dash": "dot"})
        fig.add_annotation(
            x=0,
            xref="paper",
            y=part["own_baseline_tau"],
            text="τ of two random weightings",
            showarrow=False,
            xanchor="left",
            yanchor="top",
            xshift=6,
            font={"size": 12, "color": c.muted},
        )
    fig.add_vline(x=local["radius"], line={"width": 1.5, "color": c.muted})
    here = [
        (local["p_leader_stays"], c.accent, "circle", "P(leader stays first)"),
        (local["mean_tau"], c.ink, "diamond", "expected τ"),
    ]
    known = [h for h in here if h[0] is not None]
    fig.add_scatter(
        x=[local["radius"]] * len(known),
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
    lowest = min([0.0, *(p["mean_tau"] for p in points if p["mean_tau"] is not None), part["own_baseline_tau"] or 0.0])
    fig.update_xaxes(
        range=[0, max([local["radius"], *x]) * 1.03], title_text="expected L1 change of the weights", zeroline=False
    )
    fig.update_yaxes(range=[lowest - 0.03, 1.04], tickformat=".1f", zeroline=False)
    return fig
