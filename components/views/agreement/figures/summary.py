"""What agreement amounts to: Kendall's W per benchmark, and the mean τ of every panel by counting rule."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.labels import Labels
from components.plotting.theme import ORANGE, Mode, palette
from components.stats.agreement.concordance import Concordance
from components.text import figure_text, joined, number, p_value, shortened
from components.views.agreement.result import AgreementResult

NAMED = 6
"""More metrics than this are counted, not named."""


def concordance_bars(result: AgreementResult, mode: Mode) -> go.Figure:
    """W from 0 to 1 per benchmark, with the metrics that entered and those left out; undefined: no bar."""
    rows, colours = result.concordance, palette(mode)
    fig = go.Figure()
    fig.add_bar(
        x=[r.w or 0.0 for r in rows],
        y=list(range(len(rows))),
        orientation="h",
        width=0.34,
        marker={"color": colours.accent},
        text=[figure_text(result.labels.benchmark(r.benchmark)) for r in rows],
        textposition="none",
        hovertemplate="%{text}: W %{x:.3f}<extra></extra>",
    )
    for i, row in enumerate(rows):
        fig.add_annotation(
            x=0,
            y=i - 0.22,
            text=_concordance_text(row, result.labels),
            showarrow=False,
            xanchor="left",
            yanchor="bottom",
            align="left",
            font={"size": 13, "color": colours.ink},
        )
    fig.update_xaxes(range=[0, 1], title_text="Kendall's W: 0 no agreement, 1 one order", nticks=6, zeroline=False)
    fig.update_yaxes(range=[len(rows) - 0.6, -0.95], visible=False)
    height = 70 + 84 * max(1, len(rows))
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": 16, "t": 4, "b": 8}, height=height)


def _concordance_text(row: Concordance, labels: Labels) -> str:
    name = f"<b>{figure_text(shortened(labels.benchmark(row.benchmark), 24))}</b>"
    if row.w is None:
        return f"{name}: W undefined<br>{figure_text(row.reason)}"
    left_out = [
        f"{_named(metrics, labels)} {words}"
        for metrics, words in ((row.constant, "one value for all methods"), (row.incomplete, "not measured throughout"))
        if metrics
    ]
    used = "; ".join([f"over {_named(row.metrics, labels)}", *left_out])
    return f"{name}: W {number(row.w)}, p {p_value(row.p)} (asymptotic)<br>{used}"


def _named(metrics: Sequence[str], labels: Labels) -> str:
    if len(metrics) > NAMED:
        return f"{len(metrics)} metrics"
    return figure_text(joined([shortened(labels.metric(m), 14) for m in metrics]))


def modality_dots(result: AgreementResult, mode: Mode) -> go.Figure:
    """Mean pairwise τ by counting rule, one mark per panel; hollow where two methods leave only ±1.

    Settings have a colour each, panels a shape.
    """
    rows, panels, colours = result.modality, result.labels.panels, palette(mode)
    rules = list(dict.fromkeys(r.rule for r in rows))
    settings = list(dict.fromkeys(r.setting for r in rows))
    hues = (colours.accent, ORANGE if mode == "light" else "#F0A860", colours.muted)
    shapes = ("circle", "diamond", "square", "triangle-up", "star", "cross")
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    for n, panel in enumerate(dict.fromkeys(r.panel for r in rows)):
        own = [r for r in rows if r.panel == panel]
        hollow = "-open" if own[0].methods < 3 else ""
        known = [r for r in own if r.mean_tau is not None]
        label = f"{figure_text(shortened(panels[panel], 24))}, {figure_text(shortened(own[0].setting, 20))}"
        fig.add_scatter(
            x=[r.mean_tau for r in known],
            y=[rules.index(r.rule) for r in known],
            mode="markers",
            marker={
                "size": 14,
                "symbol": shapes[n % len(shapes)] + hollow,
                "color": hues[settings.index(own[0].setting) % len(hues)],
                "line": {"width": 2 if hollow else 0},
            },
            name=label,
            text=[
                f"<b>{label}</b><br>{figure_text(r.rule)}: mean τ {number(r.mean_tau)}<br>"
                f"{r.pairs_defined} of {r.pairs} pairs, {r.runs_fewest}–{r.runs_most} of {r.runs} runs"
                for r in known
            ],
            hovertemplate="%{text}<extra></extra>",
        )
    fig.update_xaxes(range=[-1.08, 1.08], title_text="mean τ over pairs of metrics", nticks=6, zeroline=False)
    fig.update_yaxes(
        tickvals=list(range(len(rules))),
        ticktext=[figure_text(r).replace(", ", ",<br>") for r in rules],
        range=[len(rules) - 0.5, -0.5],
        zeroline=False,
    )
    return fig.update_layout(
        showlegend=True,
        legend={"orientation": "v", "y": 1.0},
        margin={"l": 8, "r": 8, "t": 26 + 22 * len(panels), "b": 8},
        height=270 + 22 * len(panels),
    )
