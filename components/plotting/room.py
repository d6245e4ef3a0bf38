"""The room that names and titles of axes take, reserved ahead: a browser that finds it too small draws a figure twice.

Plotly measures the text it has drawn and, where a margin has to grow, draws everything again: a third of its time.
What is not known here (ticks that it chooses, rotated or broken text, several plots in one) stays its own matter, and
so does every margin that turns out too small after all. Names beside lines are held apart by `spread`.
"""

import html
import math
from collections.abc import Iterable, Mapping, Sequence

import plotly.graph_objects as go

SIZE = 13
"""Pixels of the type of ticks and titles."""
_TICKS, _OUTSIDE, _OVER, _TITLE, _LEGEND, _MOST_PAD = 18, 8, 6, 17.1, 30, 12
"""Pixels: a row of ticks, their marks outside and over a plot, a title, a row of a legend, Plotly's padding at most."""
# of the type of every page, in thousandths of its size, from the space to the tilde; other letters are as wide as an h
_WIDTHS = (
    200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497, 497, 497, 497, 497,
    497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 543, 588, 571, 615, 527, 494, 617, 652, 263, 479, 579, 486, 727,
    647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555,
    496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 719, 446, 467, 425, 303,
    241, 303, 497,
)  # fmt: skip
_WIDTH = {chr(32 + i): width / 1000 for i, width in enumerate(_WIDTHS)}


def width(text: str) -> float:
    """Pixels that a tick's text takes."""
    return SIZE * sum(_WIDTH.get(letter, _WIDTH["h"]) for letter in html.unescape(text))


def beside(ticks: Iterable[str], *, titled: bool = False, outside: bool = False, pad: float = 8) -> int:
    """The left margin (pixels) for these ticks and a title; heat maps have marks outside."""
    widest = max((width(line) for tick in ticks for line in tick.split("<br>")), default=0)
    return math.ceil(widest + _OUTSIDE * outside + _TITLE * titled + pad)


def margins(figure: go.Figure, usual: Mapping[str, float]) -> dict[str, float]:
    """The margins a figure needs, none below its own or the `usual` one; empty where they cannot be known."""
    layout = figure.layout
    if "xaxis2" in layout or "yaxis2" in layout:
        return {}
    own = {side: usual[side] if layout.margin[side] is None else layout.margin[side] for side in usual}
    needs = _needs(figure, own, usual, min(_MOST_PAD, *own.values()))
    # Plotly adds the smallest margin to what it measures: more, where all have grown
    return _needs(figure, own, usual, min(_MOST_PAD, *needs.values())) if needs else {}


def _needs(figure: go.Figure, own: Mapping[str, float], usual: Mapping[str, float], pad: float) -> dict[str, float]:
    layout, outside = figure.layout, any(t.type == "heatmap" for t in figure.data)
    left, upright = _left(layout.yaxis, outside, pad), _upright(layout.xaxis, outside, pad)
    if upright is None or (left is None and own["l"] == usual["l"]):
        return {}
    side = "t" if layout.xaxis.side == "top" else "b"
    needs = {**own, "l": max(own["l"], left or 0), side: max(own[side], upright)}
    named = sum(t.type != "heatmap" and t.showlegend is not False for t in figure.data)
    if layout.showlegend or (layout.showlegend is None and named > 1):
        needs["t"] = max(needs["t"], _LEGEND + pad)
    return needs


def _left(axis: go.layout.YAxis, outside: bool, pad: float) -> int | None:
    if axis.visible is False:
        return 0
    if axis.ticktext is None:
        return None
    ticks = [str(text) for text in axis.ticktext]
    if any("<" in tick.replace("<br>", "") for tick in ticks):
        return None
    return beside(ticks, titled=bool(axis.title.text), outside=outside, pad=pad)


def _upright(axis: go.layout.XAxis, outside: bool, pad: float) -> int | None:
    if axis.visible is False:
        return 0
    title = axis.title.text or ""
    if axis.tickangle or any("<" in str(text) for text in (*(axis.ticktext or ()), title)):
        return None
    ticks = 0 if axis.showticklabels is False else _TICKS + (_OUTSIDE if axis.side != "top" else _OVER) * outside
    return round(ticks + _TITLE * bool(title) + pad)


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Heights at least `gap` apart in the order of the values, each as close to its value as a pass up allows."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    placed: list[float] = []
    for i in order:
        placed.append(max(values[i], placed[-1] + gap) if placed else values[i])
    return [height for _, height in sorted(zip(order, placed, strict=True))]
