"""Where does a pair cross? Slope lines from the rank by one metric to the rank by the other, block by block."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.agreement.pair import OpenPair, compute
from components.answers.agreement.taus import tie_rule
from components.answers.record import Answer, Look, Part, silent
from components.labels import Labels
from components.plotting.slopes import ends, slopes
from components.plotting.theme import palette
from components.stats.agreement.pair import PairBlock
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.table import Column, Table, table
from components.text import figure_text, number, shortened

NUMBERED = 12
"""Up to this many methods their numbers are written at the ends of the lines."""


def slopes_title(pair: OpenPair, names: Labels) -> str:
    """The name of the slope lines."""
    return f"Ranks by {names.metric(pair.x)} and by {names.metric(pair.y)}, block by block"


def slopes_reading(pair: OpenPair, names: Labels) -> str:
    """How to read the slope lines, with the methods behind the numbers."""
    numbered = ", ".join(f"{n} {shortened(names.method(m))}" for m, n in pair.numbered.items())
    many = len(pair.numbered) > NUMBERED
    legend = "Hover over a line for its method." if many else f"Numbers are methods: {numbered}."
    return (
        "Each line is a method, from its rank by the first metric to its rank by the second, 1 on top; "
        f"{tie_rule(pair.every.chosen.protocol)}. Crossing lines are discordant pairs; grey panels have no τ. {legend}"
    )


def draw(pair: OpenPair, look: Look) -> go.Figure:
    """One small panel per block of a pair, rank 1 on top, the two metrics left and right.

    Each method is named by its number in `pair.numbered`; methods that share a rank share a label. A method
    without both values is not drawn.
    """
    names, mode, protocol = look.names, look.mode, look.chosen.protocol
    blocks, colours = pair.blocks, palette(mode)
    columns = grid_columns(pair)
    rows = max(1, math.ceil(len(blocks) / columns))
    most = max((len(b.rows) for b in blocks), default=1)
    height = 48 + rows * (84 + 18 * min(most, NUMBERED))
    fig = make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=[_title(names, b, protocol) for b in blocks],
        horizontal_spacing=0.28 / columns / max(1, columns - 1) * 2 if columns > 1 else 0,
        vertical_spacing=min(0.5 / rows, 54 / height),
    )
    for place, block in enumerate(blocks):
        _panel(fig, pair, block, look, place // columns + 1, place % columns + 1)
    sides = [figure_text(shortened(names.metric(m), 8)) for m in (pair.x, pair.y)]
    fig.update_xaxes(tickvals=[0, 1], range=[-0.6, 1.6], showticklabels=False, showgrid=False, zeroline=False)
    for place in range(max(0, len(blocks) - columns), len(blocks)):  # the names once, under the last of each column
        fig.update_xaxes(
            row=place // columns + 1, col=place % columns + 1, showticklabels=True, ticktext=sides, tickangle=0
        )
    fig.update_yaxes(range=[most + 0.6, 0.4], visible=False)
    fig.update_annotations(font={"size": 12, "color": colours.ink})
    return fig.update_layout(showlegend=False, margin={"l": 4, "r": 4, "t": 40, "b": 8}, height=height)


def grid_columns(pair: OpenPair) -> int:
    """One column per seed while there are at most four, so that a row is a benchmark; else three."""
    blocks = pair.blocks
    seeds = len({b.seed for b in blocks})
    complete = len(blocks) == seeds * len({b.benchmark for b in blocks})
    return max(1, min(seeds if complete and seeds <= 4 else 3, len(blocks)))


def _title(names: Labels, block: PairBlock, protocol: str) -> str:
    name = figure_text(shortened(names.benchmark(block.benchmark), 16))
    return f"{name}<br>seed {block.seed}: {number(block.protocols[protocol].tau)}"


def _panel(fig: go.Figure, pair: OpenPair, block: PairBlock, look: Look, row: int, col: int) -> None:
    names, ranked = look.names, block.protocols[look.chosen.protocol]
    colours, numbers = palette(look.mode), pair.numbered
    drawn = [
        (numbers[m], names.method(m), x, y)
        for m, x, y in zip(block.rows, ranked.x_ranks, ranked.y_ranks, strict=True)
        if x is not None and y is not None
    ]
    slopes(
        fig,
        [(x, y, f"{n} {figure_text(name)}: rank {x:g} and {y:g}") for n, name, x, y in drawn],
        line={
            "width": 2 if len(numbers) <= NUMBERED else 0.75,
            "color": colours.accent if ranked.tau is not None else colours.missing,
        },
        marker={"size": 7 if len(numbers) <= NUMBERED else 3},
        opacity=1 if len(numbers) <= NUMBERED else 0.6,
        row=row,
        col=col,
    )
    if len(numbers) <= NUMBERED:
        for side in (0, 1):
            shared = {rank: _together(own, len(drawn)) for rank, own in _shared(drawn, side).items()}
            ends(fig, side, shared, colours.ink, 11, row=row, col=col)


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


def blocks_table(pair: OpenPair, names: Labels) -> Table[PairBlock]:
    """One row per block, both protocols beside one another."""
    column = Column[PairBlock]
    sides = [(PUBLISHED, "published"), (TIE_AWARE, "tie-aware")]
    columns = (
        column("benchmark", lambda b: b.benchmark, kind="benchmark", place="print"),
        column("seed", lambda b: b.seed, kind="text", place="print"),
        *(c for protocol, head in sides for c in _of_protocol(protocol, head)),
        column("pairs", lambda b: b.protocols[TIE_AWARE].pairs, kind="count"),
        column("ties_x", lambda b: b.protocols[TIE_AWARE].ties_x, "tied by first", kind="count"),
        column("ties_y", lambda b: b.protocols[TIE_AWARE].ties_y, "tied by second", kind="count"),
    )
    return table(columns, pair.blocks)


def _of_protocol(protocol: str, head: str) -> list[Column[PairBlock]]:
    column = Column[PairBlock]
    return [
        column(f"{protocol}.tau", lambda b: b.protocols[protocol].tau, f"τ {head}", kind="number", place="print"),
        column(f"{protocol}.concordant", lambda b: b.protocols[protocol].concordant, f"C {head}", kind="count"),
        column(f"{protocol}.discordant", lambda b: b.protocols[protocol].discordant, f"D {head}", kind="count"),
    ]


SLOPES = Answer(
    "slopes",
    compute,
    silent,
    Part("slopes", slopes_title, blocks_table, draw, reading=slopes_reading, tools=lambda pair: pair.many),
    heading="Block by block",
    opened=True,
)
