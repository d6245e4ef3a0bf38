"""Rank profile: each method's mean rank under each metric as a bump chart, with the spread over blocks."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import entries, matrix_axis, segments
from components.plotting.room import spread
from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened
from components.views.agreement.result import AgreementResult

NAMED = 12
"""Up to this many methods each line has its name and its spread."""
NAME = 18
"""Letters of a name beside its line."""
SYMBOLS = {
    "circle": "●",
    "square": "■",
    "diamond": "◆",
    "triangle-up": "▲",
    "x": "✖",
    "star": "★",
    "triangle-down": "▼",
    "hexagon": "⬢",
    "cross": "✚",
}
"""Marks of the lines, and how they are written beside a name."""
DASHES = ("solid", "dash", "dot", "dashdot")


def agreement_profile(result: AgreementResult, mode: Mode) -> go.Figure:
    """One line per method over the metrics in the order of the heat maps, rank 1 on top.

    Thin vertical lines run from the best to the worst rank over blocks.
    """
    methods = result.rank_profile.methods
    fig = go.Figure()
    (_many if len(methods) > NAMED else _few)(fig, result, mode)
    axis = matrix_axis([result.labels.metric(m) for m in result.order])
    fig.update_xaxes(**axis, range=[-0.4, len(result.order) - 0.6])
    n = max(1, len(methods))
    fig.update_yaxes(range=[n + 0.5, 0.5], title_text="mean rank", zeroline=False, dtick=1 if n <= NAMED else None)
    written = [len(shortened(result.labels.method(m), NAME)) for m in methods] if n <= NAMED else []
    right = 36 + 7 * max(written, default=-4)
    height = min(900, 180 + 56 * min(result.n_methods, NAMED))
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": right, "t": 12, "b": 8}, height=height)


def _places(result: AgreementResult) -> list[int]:
    """The column of each metric in the rank profile, in the order shown."""
    return [result.rank_profile.metrics.index(m) for m in result.order]


def _few(fig: go.Figure, result: AgreementResult, mode: Mode) -> None:
    profile, order, place = result.rank_profile, result.order, _places(result)
    colours, count = palette(mode), len(profile.methods)
    hues = colours.lines[::-1]
    ends: list[tuple[float, str]] = []
    for m, method in enumerate(profile.methods):
        shift = (m - (count - 1) / 2) * min(0.08, 0.5 / count)
        mean, best, worst = ([of[m][k] for k in place] for of in (profile.mean, profile.best, profile.worst))
        name, hue = figure_text(shortened(result.labels.method(method), NAME)), hues[m % len(hues)]
        symbol = list(SYMBOLS)[m % len(SYMBOLS)]
        spans = [(k + shift, b, k + shift, w) for k, (b, w) in enumerate(zip(best, worst, strict=True))]
        segments(fig, spans, hue, 1.5, opacity=0.7)
        fig.add_scatter(
            x=[k + shift for k in range(len(order))],
            y=mean,
            mode="lines+markers",
            line={"width": 2.5, "color": hue, "dash": DASHES[m % len(DASHES)]},
            connectgaps=True,
            marker={"size": 9, "symbol": symbol, "line": {"width": 1, "color": colours.background}},
            text=[
                ""
                if r is None
                else f"<b>{name}</b><br>{figure_text(result.labels.metric(i))}: mean rank {r:.2f}, {b:g} to {w:g}"
                for i, r, b, w in zip(order, mean, best, worst, strict=True)
            ],
            hovertemplate="%{text}<extra></extra>",
            name=name,
        )
        last = next((r for r in reversed(mean) if r is not None), None)
        if last is not None:
            ends.append((last, f'<span style="color:{hue}">{SYMBOLS[symbol]}</span> {name}'))
    ends.sort()
    for y, (_, text) in zip(spread([e[0] for e in ends], 0.055 * max(count, 4)), ends, strict=True):
        fig.add_annotation(
            xref="paper", x=1, y=y, text=text, showarrow=False, xanchor="left", font={"size": 13, "color": colours.ink}
        )


def _many(fig: go.Figure, result: AgreementResult, mode: Mode) -> None:
    """All lines as one trace with gaps, which is what the browser draws fast; hover names the method."""
    profile, order, place = result.rank_profile, result.order, _places(result)
    x: list[float | None] = []
    y: list[float | None] = []
    text: list[str] = []
    for m, method in enumerate(profile.methods):
        name = figure_text(shortened(result.labels.method(method), 24))
        for k, metric in zip(place, order, strict=True):
            rank = profile.mean[m][k]
            x.append(order.index(metric))
            y.append(rank)
            text.append(
                ""
                if rank is None
                else f"<b>{name}</b><br>{figure_text(result.labels.metric(metric))}: mean rank {rank:.2f}"
            )
        x.append(None)
        y.append(None)
        text.append("")
    fig.add_scatter(
        x=entries(x),
        y=entries(y),
        mode="lines+markers",
        line={"width": 1, "color": palette(mode).accent},
        marker={"size": 4},
        opacity=0.55,
        text=entries(text),
        hovertemplate="%{text}<extra></extra>",
    )
