"""Methods beside one another: margins per metric of a pair, and ranks under other seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.theme import Mode, metric_colours, metric_lines, palette
from components.text import figure_text, number, shortened

MOST_ROWS = 40
"""More methods than this are cut; the table beneath holds them all."""


def margins(
    pair: Mapping[str, Any],
    labels: Mapping[str, str],
    metric_labels: Mapping[str, str],
    metric_ids: Sequence[str],
    mode: Mode,
) -> go.Figure:
    """What each metric adds to the lead of one method over another: weight × difference of utilities.

    `pair` is the head-to-head piece. To the right: for the method ahead.
    """
    c, metrics = palette(mode), list(pair["weighted"])
    areas, lines = metric_colours(metric_ids, mode), metric_lines(metric_ids, mode)
    values = [pair["weighted"][m] for m in metrics]
    fig = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(metrics))),
            orientation="h",
            marker={
                "color": [areas[m] for m in metrics],
                "line": {"width": 1, "color": [lines[m] for m in metrics]},
            },
            text=[number(v, 4, sign=True) for v in values],
            textposition="outside",
            cliponaxis=False,
            textfont={"color": c.ink, "size": 12},
            customdata=[[figure_text(metric_labels[m]), number(pair["margins"][m], sign=True)] for m in metrics],
            hovertemplate="%{customdata[0]}: utilities differ by %{customdata[1]}, weighted %{x:+.4f}<extra></extra>",
        )
    )
    fig.add_vline(x=0, line={"width": 1, "color": c.muted})
    reach = max([abs(v) for v in values] or [0.0]) * 1.35 or 1.0
    ahead, behind = (figure_text(shortened(labels[pair[k]], 20)) for k in ("ahead", "behind"))
    fig.update_xaxes(range=[-reach, reach], title_text=f"← for {behind}        for {ahead} →", zeroline=False)
    fig.update_yaxes(
        range=[len(metrics) - 0.5, -0.5],
        tickvals=list(range(len(metrics))),
        ticktext=[figure_text(shortened(metric_labels[m], 16)) for m in metrics],
        showgrid=False,
        zeroline=False,
    )
    fig.update_layout(showlegend=False, bargap=0.35)
    return fig


def seed_ranks(rows: Sequence[Mapping[str, Any]], labels: Mapping[str, str], mode: Mode) -> go.Figure:
    """The rank of each method: where it stands, over its seeds (thick), over benchmarks and seeds (thin).

    `rows` are the methods of the seeds piece, best first; the first 40 are drawn.
    """
    c, shown = palette(mode), list(rows)[:MOST_ROWS]
    fig = go.Figure()
    for low, high, name, line, shift in (
        ("rank_low", "rank_high", "benchmarks and seeds drawn again", {"width": 2, "color": c.muted}, 0.16),
        ("low", "high", "one seed per cell", {"width": 7, "color": c.accent}, -0.1),
    ):
        known = [(i, r) for i, r in enumerate(shown) if r[low] is not None]
        # a rank that never changes is drawn as a short stroke, so that it can be seen
        fig.add_scatter(
            x=[x for _, r in known for x in (r[low] - 0.06, r[high] + 0.06, None)],
            y=[y for i, _ in known for y in (i + shift, i + shift, None)],
            mode="lines",
            line=line,
            name=name,
            hoverinfo="skip",
        )
    fig.add_scatter(
        x=[r["rank"] for r in shown],
        y=[i - 0.1 for i in range(len(shown))],
        mode="markers",
        marker={"size": 11, "color": c.background, "line": {"width": 2, "color": c.ink}},
        name="rank now",
        customdata=[[figure_text(labels[r["method"]]), r["low"], r["high"], number(r["confidence"])] for r in shown],
        hovertemplate="%{customdata[0]}: rank %{x}, over seeds %{customdata[1]} to %{customdata[2]}"
        "<br>confidence factor %{customdata[3]}<extra></extra>",
    )
    last = max(r["rank_high"] or r["high"] for r in shown)
    fig.update_xaxes(range=[0.5, last + 0.5], title_text="rank", tickformat="d", zeroline=False)
    if last <= 12:
        fig.update_xaxes(dtick=1)
    fig.update_yaxes(
        range=[len(shown) - 0.4, -0.6],
        tickvals=list(range(len(shown))),
        ticktext=[figure_text(shortened(labels[r["method"]], 18)) for r in shown],
        showgrid=False,
        zeroline=False,
    )
    return fig


def rows_height(count: int) -> int:
    """Pixels of one row per method or metric, legend and axis included."""
    return 140 + max(min(count, MOST_ROWS), 2) * 34
