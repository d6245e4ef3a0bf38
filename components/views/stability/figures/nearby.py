"""How stability fades as the weights move away from the current ones."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.views.stability.result.nearby import CurveResult, NearbyResult
from components.views.stability.result.weightings import WeightingsResult


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
    return fig
