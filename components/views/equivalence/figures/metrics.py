"""J beside the other metrics: slope lines of two orders, and τ of every metric with J."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.metric_rows import name_rows, places, write_notes
from components.plotting.theme import GAP, Mode, hatched, metric_lines, palette
from components.text import figure_text, shortened

Row = Mapping[str, Any]


def j_slopes(row: Row, farther: Collection[str], mode: Mode) -> go.Figure:
    """One line per method from its rank by J (left) to its rank by the metric of `row`, best on top.

    Methods in `farther` are squares on dotted lines. Methods without both ranks are not drawn.
    """
    colours = palette(mode)
    ranks = [r for r in row["ranks"] if r["j_rank"] is not None and r["metric_rank"] is not None]
    fig = go.Figure()
    for moved, dash, symbol, name in (
        (False, "solid", "circle", "methods"),
        (True, "dot", "square", "farther than before unlearning"),
    ):
        own = [r for r in ranks if (r["method"] in farther) == moved]
        if own:
            said = [f"{figure_text(r['label'])}: {r['j_rank']} by J, {r['metric_rank']} by the metric" for r in own]
            fig.add_scatter(
                x=[x for _ in own for x in (0, 1, None)],
                y=[y for r in own for y in (r["j_rank"], r["metric_rank"], None)],
                mode="lines+markers",
                line={"width": 2, "dash": dash, "color": colours.muted if moved else colours.accent},
                marker={"symbol": symbol, "size": 9},
                name=name,
                text=[t for s in said for t in (s, s, "")],
                hovertemplate="%{text}<extra></extra>",
            )
    for side, key, position in ((0, "j_rank", "middle left"), (1, "metric_rank", "middle right")):
        shared: dict[int, list[str]] = {}
        for r in ranks:
            shared.setdefault(r[key], []).append(figure_text(shortened(r["label"], 16)))
        names = [n[0] if len(n) == 1 else f"{n[0]} and {len(n) - 1} more" for n in shared.values()]
        fig.add_scatter(
            x=[side] * len(shared),
            y=list(shared),
            mode="text",
            text=[f"{GAP}{n}{GAP}" for n in names],
            textposition=position,
            textfont={"size": 12, "color": colours.ink},
            cliponaxis=False,
            hoverinfo="skip",
            showlegend=False,
        )
    most = max((max(r["j_rank"], r["metric_rank"]) for r in ranks), default=1)
    right = figure_text(shortened(row["label"], 18))
    fig.update_xaxes(tickvals=[0, 1], ticktext=["J", right], range=[-1.0, 2.0], showgrid=False, zeroline=False)
    return fig.update_yaxes(range=[most + 0.6, 0.4], visible=False)


def slopes_height(row: Row) -> int:
    """Pixels for the methods of a row."""
    return 110 + 30 * max(1, len(row["ranks"]))


def j_taus(rows: Sequence[Row], notes: Sequence[str], metric_ids: Sequence[str], mode: Mode) -> go.Figure:
    """τ-b of each metric with J on [−1, 1], its note (the p) above the mark; undefined ones are hatched."""
    colours, hues = palette(mode), metric_lines(metric_ids, mode)
    place = places(rows)
    known = [r for r in rows if r["tau"] is not None]
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    fig.add_trace(hatched([(0.0, place[r["metric"]] - 0.1) for r in rows if r["tau"] is None], mode, 0.5))
    fig.add_scatter(
        x=[r["tau"] for r in known],
        y=[place[r["metric"]] - 0.1 for r in known],
        mode="markers",
        marker={"size": 11, "color": [hues[r["metric"]] for r in known]},
        showlegend=False,
        customdata=[[figure_text(r["label"])] for r in known],
        hovertemplate="%{customdata[0]}: τ-b %{x:+.3f}<extra></extra>",
    )
    write_notes(fig, rows, notes, -1, mode, up=0.3)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="τ-b with J")
    return name_rows(fig, rows)


def taus_height(count: int) -> int:
    """Pixels for a number of metrics."""
    return 90 + 48 * max(count, 1)
