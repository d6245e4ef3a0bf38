"""What agreement amounts to: ranks of the methods by metric, Kendall's W per benchmark, mean τ of every panel."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.labels import Labels
from components.plotting.marks import entries, matrix_axis, segments
from components.plotting.room import spread
from components.plotting.theme import ORANGE, Mode, palette
from components.stats.agreement.concordance import Concordance
from components.text import figure_text, joined, number, p_value, shortened
from components.views.agreement.result import AgreementResult

FEW_LINES = 12
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
    (_many if len(methods) > FEW_LINES else _few)(fig, result, mode)
    axis = matrix_axis([result.labels.metric(m) for m in result.order])
    fig.update_xaxes(**axis, range=[-0.4, len(result.order) - 0.6])
    n = max(1, len(methods))
    fig.update_yaxes(range=[n + 0.5, 0.5], title_text="mean rank", zeroline=False, dtick=1 if n <= FEW_LINES else None)
    written = [len(shortened(result.labels.method(m), NAME)) for m in methods] if n <= FEW_LINES else []
    right = 36 + 7 * max(written, default=-4)
    height = min(900, 180 + 56 * min(result.n_methods, FEW_LINES))
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
