"""The trade-off as a picture: candidates over two axes, their front and the models drawn beside them.

What follows the weights, lines of equal score and the best mark, is drawn into it in the browser (live/drawing.js).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from components.plotting.theme import Mode, metric_lines, palette
from components.stats.panel import Floats
from components.text import figure_text, shortened
from components.views.tradeoff.result import Axis, Point, ReferencePoint, TradeoffResult

SHAPES = ("circle", "square", "diamond", "triangle-up", "pentagon", "star", "triangle-down", "hexagram")
"""Shapes that have a hollow form; together with a hue they tell 64 groups apart."""
UNSEEN = 5e-5
"""A difference of utilities that moves a mark by less than a tenth of a pixel."""


def scatter(result: TradeoffResult, mode: Mode) -> go.Figure:
    """Every candidate in the colour and shape of its group, filled on the front, hollow elsewhere."""
    colours = palette(mode)
    fig = go.Figure()
    spans = [_span(result, place) for place in ("x", "y")]
    for r in _placed(result.references):
        if r.role == "reference":
            dashed = {"width": 1.5, "dash": "dash", "color": colours.missing}
            fig.add_vline(x=r.x, line=dashed, layer="below")
            fig.add_hline(y=r.y, line=dashed, layer="below")
    members = result.members
    fig.add_scatter(
        x=[p.x for p in members],
        y=[p.y for p in members],
        mode="lines",
        line={"shape": "vh", "width": 2, "color": colours.muted},
        name="front",
        hoverinfo="skip",
        showlegend=False,
    )
    _groups(fig, result, mode)
    _references(fig, result, mode)
    for axis, span, update in zip(result.axes, spans, (fig.update_xaxes, fig.update_yaxes), strict=True):
        update(range=span, title_text=axis_title(axis), nticks=7)
    # a blank row of the legend is where the tool bar stands
    fig.update_layout(
        height=560, legend={"itemsizing": "constant", "title": {"text": "\N{NO-BREAK SPACE}", "side": "top"}}
    )
    return fig


def steady(result: TradeoffResult, drawn: TradeoffResult | None) -> TradeoffResult:
    """What is drawn already, where a result differs from it by less than can be seen, else the result.

    Weights travel with six decimals, so that a share set by hand moves a group's values in the sixth; a chart given
    other numbers is built anew.
    """
    if drawn is None or _drawn_as(drawn) != _drawn_as(result):
        return result
    return drawn if np.allclose(_spots(drawn), _spots(result), rtol=0, atol=UNSEEN, equal_nan=True) else result


def _drawn_as(result: TradeoffResult) -> tuple[list[tuple[object, ...]], ...]:
    """Everything that the picture shows besides places."""
    return (
        [(a.axis, a.label, a.name) for a in result.axes],
        list(result.groups.items()),
        [(p.method, p.label, p.group, p.on_front) for p in result.points],
        [(r.method, r.label, r.role) for r in result.references],
    )


def _spots(result: TradeoffResult) -> Floats:
    """(M + R, 2) places of candidates and references, NaN where there is none."""
    spots = [(p.x, p.y) for p in result.points] + [(r.x, r.y) for r in result.references]
    return np.array(spots, dtype=np.float64).reshape(-1, 2)


def axis_title(axis: Axis) -> str:
    """What an axis shows and which way is better; the arrow turns with the text on an upright axis."""
    told = axis.label if axis.is_group else f"{axis.name}, as utility"
    return f"{figure_text(shortened(told, 40))}: better →"


def _groups(fig: go.Figure, result: TradeoffResult, mode: Mode) -> None:
    hues = metric_lines(list(result.groups), mode)
    named = result.all_named
    alone = len(result.groups) == len(result.points) and named
    for i, (group, label) in enumerate(result.groups.items()):
        own = [p for p in result.drawn if p.group == group]
        if not own:
            continue
        shape = SHAPES[(i + i // len(SHAPES)) % len(SHAPES)]
        fig.add_scatter(
            x=[p.x for p in own],
            y=[p.y for p in own],
            mode="markers+text" if named else "markers",
            text=[figure_text(shortened(p.label, 24)) for p in own] if named else None,
            textposition=[_side(p, result) for p in own] if named else None,
            textfont={"size": 13, "color": palette(mode).ink},
            marker={
                "symbol": [shape if p.on_front else f"{shape}-open" for p in own],
                "size": [12 if p.on_front else 9 for p in own],
                "opacity": 1,
                "color": hues[group],
                "line": {"width": 1.5, "color": hues[group]},
            },
            name=figure_text(shortened(label, 24)),
            showlegend=not alone,
            customdata=[_told(p) for p in own],
            hovertemplate="%{customdata[1]}<br>"
            + "<br>".join(
                f"{figure_text(shortened(a.label, 36))} %{{{place}:.3f}}"
                for a, place in zip(result.axes, ("x", "y"), strict=True)
            )
            + "<br>%{customdata[2]}<extra></extra>",
            unselected={"marker": {"opacity": 1}},
            cliponaxis=False,
        )


def _told(p: Point) -> list[str]:
    standing = "on the front" if p.on_front else "not on the front"
    return [p.method, figure_text(p.label), standing]


def _references(fig: go.Figure, result: TradeoffResult, mode: Mode) -> None:
    colours, drawn = palette(mode), _placed(result.references)
    fig.add_scatter(
        x=[r.x for r in drawn],
        y=[r.y for r in drawn],
        mode="markers",
        marker={
            "symbol": ["x-thin" if r.role == "reference" else "asterisk" for r in drawn],
            "size": 12,
            "color": colours.ink,
            "line": {"width": 2.5, "color": colours.ink},
        },
        customdata=[["", figure_text(r.label), ROLES.get(r.role, "")] for r in drawn],
        hovertemplate="%{customdata[1]}, %{customdata[2]}<br>%{x:.3f}, %{y:.3f}<extra></extra>",
        showlegend=False,
        name="never ranked",
        unselected={"marker": {"opacity": 1}},
        cliponaxis=False,
    )
    for r in drawn:
        _name(fig, r, result, mode)


ROLES = {"reference": "retrained, never ranked", "original": "not unlearned, never ranked"}
"""What the models are that are drawn and never ranked."""


def _span(result: TradeoffResult, place: str) -> list[float]:
    """From the lowest to the highest mark on an axis, with room around them."""
    spots = [(p.x, p.y) for p in result.points] + [(r.x, r.y) for r in result.references]
    marks = [v for x, y in spots if (v := x if place == "x" else y) is not None]
    low, high = min(marks, default=0.0), max(marks, default=1.0)
    room = max(0.07 * (high - low), 0.02)
    return [low - room, high + room]


def _side(mark: Point, result: TradeoffResult) -> str:
    """Names point to the middle, so that none is cut. They stand above their marks, off the front, or below where
    another name would be in the way.
    """
    (left, right), (low, high) = _span(result, "x"), _span(result, "y")
    crowded = any(
        0 <= (p.y or 0.0) - (mark.y or 0.0) < 0.045 * (high - low)
        and abs((p.x or 0.0) - (mark.x or 0.0)) < 0.3 * (right - left)
        and (p.y, p.method) > (mark.y, mark.method)
        for p in result.drawn
    )
    return f"{'bottom' if crowded else 'top'} {'left' if _right_half(mark, result) else 'right'}"


def _right_half(mark: Point | ReferencePoint, result: TradeoffResult) -> bool:
    low, high = _span(result, "x")
    return (mark.x or 0.0) > (low + high) / 2


def _name(fig: go.Figure, mark: ReferencePoint, result: TradeoffResult, mode: Mode) -> None:
    """The name of a reference above its mark, on a ground of its own."""
    right = _right_half(mark, result)
    fig.add_annotation(
        x=mark.x,
        y=mark.y,
        text=f"<b>{figure_text(shortened(mark.label, 28))}</b>",
        showarrow=False,
        xanchor="right" if right else "left",
        xshift=8 if right else -8,
        yshift=18,
        bgcolor=palette(mode).background,
        opacity=0.8,
        borderpad=1,
        font={"size": 13, "color": palette(mode).ink},
    )


def _placed(references: Sequence[ReferencePoint]) -> list[ReferencePoint]:
    return [r for r in references if r.x is not None and r.y is not None]
