"""What agreement amounts to: Kendall's W per benchmark, and the mean τ of every panel by counting rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.theme import ORANGE, Mode, palette
from components.text import figure_text, joined, number, p_value, shortened

Part = Mapping[str, Any]
NAMED = 6
"""More metrics than this are counted, not named."""


def concordance_bars(
    rows: Sequence[Part], labels: Mapping[str, str], benchmarks: Mapping[str, str], mode: Mode
) -> go.Figure:
    """W from 0 to 1 per benchmark, with the metrics that entered and those that rank nothing; — undefined: no bar."""
    colours = palette(mode)
    fig = go.Figure()
    fig.add_bar(
        x=[r["w"] or 0.0 for r in rows],
        y=list(range(len(rows))),
        orientation="h",
        width=0.34,
        marker={"color": colours.accent},
        text=[figure_text(benchmarks[r["benchmark"]]) for r in rows],
        textposition="none",
        hovertemplate="%{text}: W %{x:.3f}<extra></extra>",
    )
    for i, row in enumerate(rows):
        fig.add_annotation(
            x=0,
            y=i - 0.22,
            text=_concordance_text(row, labels, benchmarks),
            showarrow=False,
            xanchor="left",
            yanchor="bottom",
            align="left",
            font={"size": 13, "color": colours.ink},
        )
    fig.update_xaxes(range=[0, 1], title_text="Kendall's W: 0 no agreement, 1 one order", nticks=6, zeroline=False)
    fig.update_yaxes(range=[len(rows) - 0.6, -0.95], visible=False)
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": 16, "t": 4, "b": 8})


def concordance_height(count: int) -> int:
    """Pixels for a number of benchmarks."""
    return 70 + 84 * max(1, count)


def _concordance_text(row: Part, labels: Mapping[str, str], benchmarks: Mapping[str, str]) -> str:
    name = f"<b>{figure_text(shortened(benchmarks[row['benchmark']], 24))}</b>"
    if row["w"] is None:
        return f"{name}: W undefined<br>{figure_text(row['reason'])}"
    nothing = "ranks nothing" if len(row["constant"]) == 1 else "rank nothing"
    left_out = [
        f"{_named(row[key], labels)} {words}"
        for key, words in (("constant", nothing), ("incomplete", "not measured throughout"))
        if row[key]
    ]
    used = "; ".join([f"over {_named(row['metrics'], labels)}", *left_out])
    return f"{name}: W {number(row['w'])}, p {p_value(row['p'])} (asymptotic)<br>{used}"


def _named(metrics: Sequence[str], labels: Mapping[str, str]) -> str:
    if len(metrics) > NAMED:
        return f"{len(metrics)} metrics"
    return figure_text(joined([shortened(labels[m], 14) for m in metrics]))


def modality_dots(rows: Sequence[Part], panels: Mapping[str, str], mode: Mode) -> go.Figure:
    """Mean pairwise τ by counting rule, one mark per panel; hollow where two methods leave only ±1.

    `panels` maps panel ids to labels. Settings have a colour each, panels a shape.
    """
    colours = palette(mode)
    rules = list(dict.fromkeys(r["rule"] for r in rows))
    settings = list(dict.fromkeys(r["setting"] for r in rows))
    hues = (colours.accent, ORANGE if mode == "light" else "#F0A860", colours.muted)
    shapes = ("circle", "diamond", "square", "triangle-up", "star", "cross")
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    for n, panel in enumerate(dict.fromkeys(r["panel"] for r in rows)):
        own = [r for r in rows if r["panel"] == panel]
        hollow = "-open" if own[0]["methods"] < 3 else ""
        known = [r for r in own if r["mean_tau"] is not None]
        label = f"{figure_text(shortened(panels[panel], 24))}, {figure_text(shortened(own[0]['setting'], 20))}"
        fig.add_scatter(
            x=[r["mean_tau"] for r in known],
            y=[rules.index(r["rule"]) for r in known],
            mode="markers",
            marker={
                "size": 14,
                "symbol": shapes[n % len(shapes)] + hollow,
                "color": hues[settings.index(own[0]["setting"]) % len(hues)],
                "line": {"width": 2 if hollow else 0},
            },
            name=label,
            text=[
                f"<b>{label}</b><br>{figure_text(r['rule'])}: mean τ {number(r['mean_tau'])}<br>"
                f"{r['pairs_defined']} of {r['pairs']} pairs, {r['runs_fewest']}–{r['runs_most']} of {r['runs']} runs"
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
    )


def modality_height(count: int) -> int:
    """Pixels for a number of panels."""
    return 270 + 22 * count
