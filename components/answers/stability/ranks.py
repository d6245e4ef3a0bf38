"""Which ranks do the methods take over all weightings, and who beats whom?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said, silent
from components.answers.stability.ranked import FEWER_THAN_TWO
from components.answers.stability.weightings import Weightings, compute
from components.labels import Labels
from components.plotting.bars import bars
from components.plotting.marks import entries, name_rows
from components.plotting.theme import hatched, ink_on, mixed, palette, share_scale, tau_colour, tau_scale
from components.sentences import short
from components.stats.panel import Floats
from components.table import Column, Table, item, table
from components.text import capital, figure_text, percent, shortened

MOST_BARS = 20
"""Bars of more methods than this are too thin to read; the heat map holds them all."""
WRITTEN = 12
"""Cells of larger matrices carry no number."""
MOST_TICKS = 30
"""Names of more methods than this find no room beside a matrix."""
HEAD_HEIGHT = 462
"""Pixels of both figures that are side by side at the head of the page."""
BARS_READING = (
    "Each bar is all random weightings; its segments are the shares in which the method takes rank 1 (strongest "
    "colour), 2, and so on, ties split equally. A bar of one shade is a rank that hardly depends on the weights."
)
RANKS_READING = "How often each method (row, best score on top) takes each rank (column); stronger is more often."
WINNING_READING = "How often the row scores higher than the column under random weightings, ties counting half."


def shares(result: Weightings) -> Floats:
    """(n, n) share of weightings that give a method each rank; without methods there are none."""
    return np.zeros((0, 0)) if result.smaa is None else result.smaa.ranks


def won(result: Weightings) -> Floats:
    """(n, n) share of weightings in which the row's method scores higher than the column's."""
    return np.zeros((0, 0)) if result.smaa is None else result.smaa.winning


def say(result: Weightings, names: Labels) -> Said:
    """Whose rank depends least and most on the weights."""
    if not result.several:
        return Said([f"{capital(FEWER_THAN_TWO)}."])
    labels, top, rank = short(names), shares(result).max(axis=1), shares(result).argmax(axis=1) + 1
    least, most = int(top.argmax()), int(top.argmin())
    if top[least] == top[most]:
        return Said(["No rank depends on the weights more than another."])
    return Said(
        [
            f"The rank that depends least on the weights is {labels.method(result.methods[least])}'s: rank "
            f"{rank[least]} in {percent(float(top[least]))}. {labels.method(result.methods[most])}'s depends most: no "
            f"rank is more frequent than rank {rank[most]}, in {percent(float(top[most]))}."
        ]
    )


def draw_head(result: Weightings, look: Look) -> go.Figure:
    """Bars, or the matrix where there are too many."""
    if few(result):
        return draw_bars(result, look)
    return draw_map(result, look).update_layout(height=HEAD_HEIGHT)


def few(result: Weightings) -> bool:
    """Whether the methods have room for a bar each."""
    return len(result.methods) <= MOST_BARS


def draw_bars(result: Weightings, look: Look) -> go.Figure:
    """One bar per method, best score on top, divided by the share of weightings that give it each rank.

    The darker, the better the rank; segments of 5 % or more carry it as a number.
    """
    c, methods = palette(look.mode), result.methods
    n, fig = len(methods), go.Figure()
    for r, column in enumerate(shares(result).T.tolist()):
        colour = mixed(c.accent, c.surface, r / max(n - 1, 1))
        bars(
            fig,
            column,
            {"color": colour, "line": {"width": 1, "color": c.muted}},
            texts=[str(r + 1) if s >= 0.05 else "" for s in column],
            inside=colour,
            data=_names(methods, look.names),
            hover=f"%{{customdata}}: rank {r + 1} in %{{x:.1%}}",
            name=f"rank {r + 1}",
            showlegend=False,
        )
    fig.update_layout(height=HEAD_HEIGHT, barmode="stack", bargap=0.25, margin={"l": 8, "r": 28, "t": 32, "b": 8})
    fig.update_xaxes(range=[0, 1], tickformat=".0%", title_text="share of random weightings")
    return name_rows(fig, [look.names.method(m) for m in methods], most=18)


def draw_map(result: Weightings, look: Look) -> go.Figure:
    """The same shares as a matrix: methods by score from the top, ranks from the left.

    Beyond twelve methods the darkest colour is the largest share there is, as its scale says.
    """
    methods, values = result.methods, shares(result)
    written, named = len(methods) <= WRITTEN, len(methods) <= MOST_TICKS
    ranks, names = list(range(1, len(methods) + 1)), _names(methods, look.names)
    fig = _heat_map(
        ranks,
        values,
        zmax=1 if written else float(values.max()),
        colorscale=share_scale(look.mode),
        customdata=entries([[n] * len(ranks) for n in names]) if named else None,
        hovertemplate=f"%{{{'customdata' if named else 'y'}}}: rank %{{x}} in %{{z:.1%}}<extra></extra>",
    )
    fig.update_xaxes(title_text="rank", side="top", showgrid=False, zeroline=False, tickformat="d")
    if written:
        _write(fig, ranks, values, lambda share: tau_colour(share, look.mode))
        fig.update_xaxes(tickvals=ranks, ticktext=[str(r) for r in ranks], range=[0.5, len(ranks) + 0.5])
    return _method_axis(fig, methods, look.names)


def draw_winning(result: Weightings, look: Look) -> go.Figure:
    """Share of weightings in which the row's method scores higher than the column's: blue wins, orange loses."""
    methods, values = result.methods, won(result)
    places, named, names = list(range(len(methods))), len(methods) <= MOST_TICKS, _names(methods, look.names)
    fig = _heat_map(
        places,
        values,
        zmax=1,
        colorscale=tau_scale(look.mode),
        customdata=entries([[f"{a} beats {b}" for b in names] for a in names]) if named else None,
        hovertemplate=f"%{{{'customdata' if named else 'y} beats %{x'}}} in %{{z:.1%}}<extra></extra>",
        hoverongaps=False,
    )
    fig.add_trace(hatched([(i, i) for i in places], look.mode))
    if len(methods) <= WRITTEN:
        _write(fig, places, values, lambda share: tau_colour(2 * share - 1, look.mode))
    fig.update_xaxes(
        **_ticks(methods, look.names, 16),
        side="top",
        range=[-0.5, len(methods) - 0.5],
        tickangle=-40 if len(methods) > 3 else 0,
        showgrid=False,
        zeroline=False,
    )
    return _method_axis(fig, methods, look.names)


def _names(methods: Sequence[str], labels: Labels) -> list[str]:
    return [figure_text(labels.method(m)) for m in methods]


def _heat_map(columns: list[int], values: Floats, **more: object) -> go.Figure:
    """Shares from 0 on, a row for each method. Cells of large matrices touch: a gap would take most of them."""
    gap = 1 if len(values) <= 40 else 0
    return go.Figure(
        go.Heatmap(
            x=columns,
            y=list(range(len(values))),
            z=values,
            zmin=0,
            xgap=gap,
            ygap=gap,
            showscale=len(values) > WRITTEN,
            colorbar={"tickformat": ".0%", "len": 0.7, "thickness": 10},
            **more,
        )
    )


def _write(fig: go.Figure, columns: list[int], values: Floats, colour_of: Callable[[float], str]) -> None:
    cells = [(x, y, v) for y, row in enumerate(values.tolist()) for x, v in zip(columns, row, strict=True) if v == v]
    fig.add_scatter(
        x=[x for x, _, _ in cells],
        y=[y for _, y, _ in cells],
        mode="text",
        text=[f"{v:.0%}" for _, _, v in cells],
        textfont={"size": 13, "color": [ink_on(colour_of(v)) for _, _, v in cells]},
        hoverinfo="skip",
        showlegend=False,
    )


def _method_axis(fig: go.Figure, methods: Sequence[str], labels: Labels) -> go.Figure:
    fig.update_yaxes(
        **_ticks(methods, labels, 18),
        range=[len(methods) - 0.5, -0.5],
        title_text="" if len(methods) <= MOST_TICKS else "methods, best score on top",
        showgrid=False,
        zeroline=False,
    )
    return fig.update_layout(height=130 + min(max(len(methods), 2) * 34, 900))


def _ticks(methods: Sequence[str], labels: Labels, width: int) -> dict[str, object]:
    """Names at their places. Many are not written, but read by pointing: the axes name a cell.

    A name in each of 22 500 cells took most of the time of the figure, and of its way to the reader.
    """
    named = len(methods) <= MOST_TICKS
    return {
        "tickvals": list(range(len(methods))),
        "ticktext": [figure_text(shortened(labels.method(m), width) if named else labels.method(m)) for m in methods],
        "showticklabels": named,
    }


def ranks_table(result: Weightings, names: Labels) -> Table[int]:
    """One row per method: expected rank with its standard error, then the share of each rank."""
    column, smaa, values = Column[int], result.smaa, shares(result)
    if smaa is None:
        return Table((), ())
    columns = (
        column("method", lambda i: result.methods[i], kind="method"),
        column("expected_rank", lambda i: smaa.expected[i], "expected rank", kind="number"),
        column("expected_rank_se", lambda i: smaa.expected_se[i], "SE", kind="number"),
        *(
            column(f"ranks.{r + 1}", item(values.__getitem__, r), f"rank {r + 1}", kind="number")
            for r in range(len(result.methods))
        ),
    )
    return table(columns, range(len(result.methods)))


def winning_table(result: Weightings, names: Labels) -> Table[tuple[int, int]]:
    """One row per pair: how often the first scores higher than the second."""
    column, values = Column[tuple[int, int]], won(result)
    columns = (
        column("method", lambda p: result.methods[p[0]], kind="method"),
        column("against", lambda p: result.methods[p[1]], kind="method"),
        column("share", lambda p: values[p], "leads in", kind="number"),
    )
    return table(columns, combinations(range(len(result.methods)), 2))


def rank_facts(result: Weightings) -> Mapping[str, object]:
    """The shares by method, and the expected rank."""
    if result.smaa is None:
        return {"rank_acceptability": {}, "expected_rank": {}, "expected_rank_se": {}}
    return {
        "rank_acceptability": dict(zip(result.methods, result.smaa.ranks, strict=True)),
        "expected_rank": dict(zip(result.methods, result.smaa.expected, strict=True)),
        "expected_rank_se": dict(zip(result.methods, result.smaa.expected_se, strict=True)),
    }


def winning_facts(result: Weightings) -> Mapping[str, object]:
    """The shares of duels by both methods, None for a method with itself."""
    rows = won(result)
    by_id = [dict(zip(result.methods, row, strict=True)) for row in rows]
    return {"winning": dict(zip(result.methods, by_id, strict=True))}


ACCEPTABILITY = Answer(
    "acceptability",
    compute,
    silent,
    [
        Part(
            "rank_acceptability",
            "How often each method takes each rank",
            ranks_table,
            draw_head,
            reading=lambda result, names: BARS_READING if few(result) else RANKS_READING,
            when=lambda result: result.several,
        )
    ],
    heading="Ranks under random weightings",
    facts=rank_facts,
    terms=("acceptability", "expected_rank"),
)
RANKS = Answer("ranks", compute, say)
RANK_MAP = Answer(
    "rank_map",
    compute,
    silent,
    [
        Part(
            "acceptability_map",
            "Rank acceptability",
            draw=draw_map,
            reading=RANKS_READING,
            when=lambda result: result.several,
            tools=lambda result: not few(result),
        )
    ],
)
WINNING = Answer(
    "winning",
    compute,
    silent,
    [
        Part(
            "winning",
            "Who scores higher than whom",
            winning_table,
            draw_winning,
            reading=WINNING_READING,
            when=lambda result: result.several,
            tools=lambda result: not few(result),
        )
    ],
    facts=winning_facts,
    terms=("winning",),
)
