"""One pair of metrics opened: slope lines block by block, and all runs by benchmark with what pooling makes of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.plotting.marks import benchmark_marks
from components.plotting.theme import GAP, Mode, palette
from components.text import counted, figure_text, number, shortened
from components.thinned import MOST, thinned
from components.views.agreement.pair import PairBlock, PairResult, PairRun, ScopeTau

FEWEST = 50
"""Lines of a panel that are drawn at least, where there are so many."""
NUMBERED = 12
"""Up to this many methods their numbers are written at the ends of the lines."""


def agreement_slopes(pair: PairResult, protocol: str, mode: Mode) -> go.Figure:
    """One small panel per block of a pair, rank 1 on top, the two metrics left and right.

    Methods are told apart by their number in `pair.numbered`; methods that share a rank share a label. A method
    without both values is not drawn.
    """
    blocks, colours = pair.blocks, palette(mode)
    columns = grid_columns(pair)
    rows = max(1, math.ceil(len(blocks) / columns))
    most = max((len(b.rows) for b in blocks), default=1)
    height = 48 + rows * (84 + 18 * min(most, NUMBERED))
    fig = make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=[_title(pair, b, protocol) for b in blocks],
        horizontal_spacing=0.28 / columns / max(1, columns - 1) * 2 if columns > 1 else 0,
        vertical_spacing=min(0.5 / rows, 54 / height),
    )
    for place, block in enumerate(blocks):
        _panel(fig, pair, block, protocol, mode, place // columns + 1, place % columns + 1)
    sides = [figure_text(shortened(pair.labels.metric(m), 8)) for m in (pair.x, pair.y)]
    fig.update_xaxes(tickvals=[0, 1], range=[-0.6, 1.6], showticklabels=False, showgrid=False, zeroline=False)
    for place in range(max(0, len(blocks) - columns), len(blocks)):  # the names once, under the last of each column
        fig.update_xaxes(
            row=place // columns + 1, col=place % columns + 1, showticklabels=True, ticktext=sides, tickangle=0
        )
    fig.update_yaxes(range=[most + 0.6, 0.4], visible=False)
    fig.update_annotations(font={"size": 12, "color": colours.ink})
    return fig.update_layout(showlegend=False, margin={"l": 4, "r": 4, "t": 40, "b": 8}, height=height)


def grid_columns(pair: PairResult) -> int:
    """One column per seed while there are at most four, so that a row is a benchmark; else three."""
    blocks = pair.blocks
    seeds = len({b.seed for b in blocks})
    complete = len(blocks) == seeds * len({b.benchmark for b in blocks})
    return max(1, min(seeds if complete and seeds <= 4 else 3, len(blocks)))


def most_lines(pair: PairResult) -> int:
    """How many methods a panel draws at most."""
    return max(FEWEST, MOST // max(1, len(pair.blocks)))


def _title(pair: PairResult, block: PairBlock, protocol: str) -> str:
    name = figure_text(shortened(pair.labels.benchmark(block.benchmark), 16))
    return f"{name}<br>seed {block.seed}: {number(block.protocols[protocol].tau)}"


def _panel(fig: go.Figure, pair: PairResult, block: PairBlock, protocol: str, mode: Mode, row: int, col: int) -> None:
    colours, numbers, ranked = palette(mode), pair.numbered, block.protocols[protocol]
    drawn = thinned(
        [
            (numbers[m], pair.labels.method(m), x, y)
            for m, x, y in zip(block.rows, ranked.x_ranks, ranked.y_ranks, strict=True)
            if x is not None and y is not None
        ],
        most_lines(pair),
    )
    x: list[float | None] = []
    y: list[float | None] = []
    texts: list[str] = []
    for n, name, left, right in drawn:
        x += [0, 1, None]
        y += [left, right, None]
        text = f"{n} {figure_text(name)}: rank {left:g} and {right:g}"
        texts += [text, text, ""]
    fig.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={
            "width": 2 if len(numbers) <= NUMBERED else 0.75,
            "color": colours.accent if ranked.tau is not None else colours.missing,
        },
        marker={"size": 7 if len(numbers) <= NUMBERED else 3},
        opacity=1 if len(numbers) <= NUMBERED else 0.6,
        text=texts,
        hovertemplate="%{text}<extra></extra>",
        row=row,
        col=col,
    )
    if len(numbers) <= NUMBERED:
        ends = [
            (side, rank, f"{GAP}{_together(names, len(drawn))}{GAP}", position)
            for side, position in ((0, "middle left"), (1, "middle right"))
            for rank, names in _shared(drawn, side).items()
        ]
        sides, ranks, names, positions = zip(*ends, strict=True) if ends else ((),) * 4
        fig.add_scatter(
            x=sides,
            y=ranks,
            mode="text",
            text=names,
            textposition=positions,
            textfont={"size": 11, "color": colours.ink},
            cliponaxis=False,
            hoverinfo="skip",
            row=row,
            col=col,
        )


def _shared(drawn: Sequence[tuple[int, str, float, float]], side: int) -> dict[float, list[str]]:
    """The numbers of the methods at each rank of one side."""
    shared: dict[float, list[str]] = {}
    for n, _, *ranks in drawn:
        shared.setdefault(ranks[side], []).append(str(n))
    return shared


def _together(names: list[str], count: int) -> str:
    """The methods that share a rank, as short as it fits beside a small panel."""
    if len(names) == count > 1:
        return "all"
    return "·".join(names) if len(names) < 5 else f"{len(names)} tied"


def agreement_scatter(pair: PairResult, mode: Mode) -> go.Figure:
    """The runs of a pair; both axes run from worse to better, so that agreement rises.

    Runs with the same two values are one larger mark. The legend has the τ_b of each benchmark
    (mean over its blocks) and of all runs pooled.
    """
    colours, labels = palette(mode), pair.labels
    x_label, y_label = labels.metric(pair.x), labels.metric(pair.y)
    fig = go.Figure()
    runs = thinned(pair.runs)
    own = {b.benchmark: b.within_blocks for b in pair.by_benchmark}
    for benchmark, mark in benchmark_marks(list(own), mode).items():
        places: dict[tuple[float, float], list[PairRun]] = {}
        for run in runs:
            if run.benchmark == benchmark:
                places.setdefault((run.x, run.y), []).append(run)
        if not places:
            continue
        name = figure_text(shortened(labels.benchmark(benchmark), 20))
        fig.add_scatter(
            x=[x for x, _ in places],
            y=[y for _, y in places],
            mode="markers",
            marker={
                **mark,
                "size": [min(26, 9 + 4 * (len(r) - 1) ** 0.5) for r in places.values()],
                "opacity": 0.85,
                "line": {"width": 1, "color": colours.background},
            },
            name=f"{name}: {_tau(own[benchmark])}",
            customdata=[f"{counted(len(r), 'run')}: {_who(pair, r)}" for r in places.values()],
            hovertemplate=f"<b>{name}</b><br>%{{customdata}}<br>{figure_text(x_label)} %{{x:.3f}}, "
            f"{figure_text(y_label)} %{{y:.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        marker={"symbol": "circle-open", "size": 10, "color": colours.ink},
        name=f"all runs pooled: {number(pair.pooled.tau)}",
        hoverinfo="skip",
    )
    x, y = (figure_text(shortened(label, 30)) for label in (x_label, y_label))
    x_range, y_range = ("reversed" if sign < 0 else True for sign in pair.signs)
    fig.update_xaxes(title_text=f"{x}: better →", autorange=x_range, nticks=6)
    fig.update_yaxes(title_text=f"{y}: better ↑", autorange=y_range, nticks=6)
    return fig.update_layout(
        height=520,
        showlegend=True,
        legend={"title": {"text": "τ_b (blocks with a τ)", "font": {"size": 12}}, "orientation": "v", "y": 1.02},
        margin={"l": 8, "r": 24, "t": 14 + 20 * (len(fig.data) + 1), "b": 8},
    )


def _tau(tau: ScopeTau) -> str:
    return f"{number(tau.tau)} ({tau.blocks_defined} of {tau.blocks})"


def _who(pair: PairResult, runs: list[PairRun]) -> str:
    seeds: dict[str, list[str]] = {}
    for run in runs:
        seeds.setdefault(run.method, []).append(str(run.seed))
    lines = [
        f"{figure_text(shortened(pair.labels.method(m), 24))} seed {', '.join(s)}" for m, s in list(seeds.items())[:8]
    ]
    return "<br>".join(lines + ([f"and {len(seeds) - 8} more methods"] if len(seeds) > 8 else []))
