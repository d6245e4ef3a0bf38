"""Slope lines of one pair of metrics, block by block: each method's rank by one metric and by the other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.plotting.theme import GAP, Mode, palette
from components.text import UNDEFINED, figure_text, number, shortened

Part = Mapping[str, Any]
"""Room between a mark and its label; plotly trims plain spaces."""
WRITTEN = 12
"""Up to this many methods their numbers are written at the ends of the lines."""


def agreement_slopes(
    detail: Part,
    protocol: str,
    labels: Mapping[str, str],
    methods: Mapping[str, str],
    benchmarks: Mapping[str, str],
    mode: Mode,
) -> go.Figure:
    """One small panel per block of the part `agreement_pair`, rank 1 on top, the two metrics left and right.

    Methods are told apart by the number in front of their name in `numbered`; methods that share a rank share a
    label. A method without both values is not drawn.
    """
    blocks, colours = detail["blocks"], palette(mode)
    numbers = numbered(detail, methods)
    columns = grid_columns(detail)
    rows = max(1, math.ceil(len(blocks) / columns))
    fig = make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=[_title(b, protocol, benchmarks) for b in blocks],
        horizontal_spacing=0.28 / columns / max(1, columns - 1) * 2 if columns > 1 else 0,
        vertical_spacing=min(0.5 / rows, 54 / slopes_height(detail)),
    )
    for place, block in enumerate(blocks):
        _panel(fig, block, protocol, numbers, mode, place // columns + 1, place % columns + 1)
    sides = [figure_text(shortened(labels[detail[m]], 8)) for m in ("x", "y")]
    most = max((len(b["rows"]) for b in blocks), default=1)
    fig.update_xaxes(tickvals=[0, 1], range=[-0.6, 1.6], showticklabels=False, showgrid=False, zeroline=False)
    for place in range(max(0, len(blocks) - columns), len(blocks)):  # the names once, under the last of each column
        fig.update_xaxes(
            row=place // columns + 1, col=place % columns + 1, showticklabels=True, ticktext=sides, tickangle=0
        )
    fig.update_yaxes(range=[most + 0.6, 0.4], visible=False)
    fig.update_annotations(font={"size": 12, "color": colours.ink})
    return fig.update_layout(showlegend=False, margin={"l": 4, "r": 4, "t": 40, "b": 8})


def numbered(detail: Part, methods: Mapping[str, str]) -> dict[str, tuple[int, str]]:
    """The methods of the blocks in row order, each with a number and its label."""
    seen = dict.fromkeys(m for b in detail["blocks"] for m in b["rows"])
    return {m: (n, methods[m]) for n, m in enumerate(seen, start=1)}


def grid_columns(detail: Part) -> int:
    """One column per seed while there are at most four, so that a row is a benchmark; else three."""
    blocks = detail["blocks"]
    seeds = len({b["seed"] for b in blocks})
    complete = len(blocks) == seeds * len({b["benchmark"] for b in blocks})
    return max(1, min(seeds if complete and seeds <= 4 else 3, len(blocks)))


def slopes_height(detail: Part) -> int:
    """Pixels for the blocks of a pair."""
    rows = max(1, math.ceil(len(detail["blocks"]) / grid_columns(detail)))
    most = max((len(b["rows"]) for b in detail["blocks"]), default=1)
    return 48 + rows * (84 + 18 * min(most, WRITTEN))


def _title(block: Part, protocol: str, benchmarks: Mapping[str, str]) -> str:
    name = figure_text(shortened(benchmarks.get(block["benchmark"], "all runs"), 16))
    seed = "all seeds" if block["seed"] is None else f"seed {block['seed']}"
    return f"{name}<br>{seed}: {number(block[protocol]['tau'])}"


def _panel(
    fig: go.Figure,
    block: Part,
    protocol: str,
    numbers: Mapping[str, tuple[int, str]],
    mode: Mode,
    row: int,
    col: int,
) -> None:
    colours, found = palette(mode), block[protocol]
    drawn = [
        (*numbers[m], x, y)
        for m, x, y in zip(block["rows"], found["x_ranks"], found["y_ranks"], strict=True)
        if x is not None and y is not None
    ]
    x: list[float | None] = []
    y: list[float | None] = []
    texts: list[str] = []
    for n, name, left, right in drawn:
        x += [0, 1, None]
        y += [left, right, None]
        said = f"{n} {figure_text(name)}: rank {_rank(left)} and {_rank(right)}"
        texts += [said, said, ""]
    fig.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={
            "width": 2 if len(numbers) <= WRITTEN else 0.75,
            "color": colours.accent if found["tau"] is not None else colours.missing,
        },
        marker={"size": 7 if len(numbers) <= WRITTEN else 3},
        opacity=1 if len(numbers) <= WRITTEN else 0.6,
        text=texts,
        hovertemplate="%{text}<extra></extra>",
        row=row,
        col=col,
    )
    if len(numbers) <= WRITTEN:
        for side, position in ((0, "middle left"), (1, "middle right")):
            shared: dict[float, list[str]] = {}
            for n, _, left, right in drawn:
                shared.setdefault((left, right)[side], []).append(str(n))
            fig.add_scatter(
                x=[side] * len(shared),
                y=list(shared),
                mode="text",
                text=[f"{GAP}{_together(n, len(drawn))}{GAP}" for n in shared.values()],
                textposition=position,
                textfont={"size": 11, "color": colours.ink},
                cliponaxis=False,
                hoverinfo="skip",
                row=row,
                col=col,
            )


def _together(names: list[str], count: int) -> str:
    """The methods that share a rank, as short as it fits beside a small panel."""
    if len(names) == count > 1:
        return "all"
    return "·".join(names) if len(names) < 5 else f"{len(names)} tied"


def _rank(rank: float) -> str:
    return UNDEFINED if rank is None else f"{rank:g}"


def legend_line(detail: Part, methods: Mapping[str, str]) -> str:
    """Which number is which method, for the line under the figure."""
    names: Sequence[tuple[int, str]] = list(numbered(detail, methods).values())
    if len(names) > WRITTEN:
        return "Hover over a line for its method."
    return "Numbers are methods: " + ", ".join(f"{n} {shortened(name)}" for n, name in names) + "."
