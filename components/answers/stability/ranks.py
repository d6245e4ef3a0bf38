"""Which ranks do the methods take over all weightings?"""

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said, silent
from components.answers.stability.ranked import FEWER_THAN_TWO
from components.answers.stability.weightings import Weightings, compute
from components.labels import Labels
from components.plotting.bars import bars
from components.plotting.marks import entries, name_rows
from components.plotting.matrices import MOST_TICKS, WRITTEN, row_axis, share_map, write_shares
from components.plotting.theme import mixed, palette, share_scale, tau_colour
from components.sentences import short
from components.stats.panel import Floats
from components.table import Column, Table, item, table
from components.text import capital, figure_text, percent

MOST_BARS = 20
"""Bars of more methods than this are too thin to read; the heat map holds them all."""
HEAD_HEIGHT = 462
"""Pixels of both figures that are side by side at the head of the page."""
BARS_READING = (
    "Each bar is all random weightings; its segments are the shares in which the method takes rank 1 (strongest "
    "colour), 2, and so on, ties split equally. A bar of one shade is a rank that hardly depends on the weights."
)
METHODS_ON_ROWS = "methods, best score on top"
RANKS_READING = "How often each method (row, best score on top) takes each rank (column); stronger is more often."


def shares(result: Weightings) -> Floats:
    """(n, n) share of weightings that give a method each rank; without methods there are none."""
    return np.zeros((0, 0)) if result.smaa is None else result.smaa.ranks


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
            f"The rank of {labels.method(result.methods[least])} depends least on the weights: rank {rank[least]} in "
            f"{percent(float(top[least]))}. That of {labels.method(result.methods[most])} depends most: its most "
            f"frequent, rank {rank[most]}, occurs in {percent(float(top[most]))}."
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

    The darker, the better the rank; segments of 5 % or more show it as a number.
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
            data=[figure_text(look.names.method(m)) for m in methods],
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
    ranks, names = list(range(1, len(methods) + 1)), [look.names.method(m) for m in methods]
    fig = share_map(
        ranks,
        values,
        zmax=1 if written else float(values.max()),
        colorscale=share_scale(look.mode),
        customdata=entries([[figure_text(n)] * len(ranks) for n in names]) if named else None,
        hovertemplate=f"%{{{'customdata' if named else 'y'}}}: rank %{{x}} in %{{z:.1%}}<extra></extra>",
    )
    fig.update_xaxes(title_text="rank", side="top", showgrid=False, zeroline=False, tickformat="d")
    if written:
        write_shares(fig, ranks, values, lambda share: tau_colour(share, look.mode))
        fig.update_xaxes(tickvals=ranks, ticktext=[str(r) for r in ranks], range=[0.5, len(ranks) + 0.5])
    return row_axis(fig, names, METHODS_ON_ROWS)


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


def facts(result: Weightings) -> Mapping[str, object]:
    """The shares by method, and the expected rank."""
    if result.smaa is None:
        return {"rank_acceptability": {}, "expected_rank": {}, "expected_rank_se": {}}
    return {
        "rank_acceptability": dict(zip(result.methods, result.smaa.ranks, strict=True)),
        "expected_rank": dict(zip(result.methods, result.smaa.expected, strict=True)),
        "expected_rank_se": dict(zip(result.methods, result.smaa.expected_se, strict=True)),
    }


ACCEPTABILITY = Answer(
    "acceptability",
    compute,
    silent,
    Part(
        "rank_acceptability",
        "How often each method takes each rank",
        ranks_table,
        draw_head,
        reading=lambda result, names: BARS_READING if few(result) else RANKS_READING,
        when=lambda result: result.several,
    ),
    heading="Ranks under random weightings",
    facts=facts,
    terms=("acceptability", "expected_rank"),
)
RANKS = Answer("ranks", compute, say)
RANK_MAP = Answer(
    "rank_map",
    compute,
    silent,
    Part(
        "acceptability_map",
        "Rank acceptability",
        draw=draw_map,
        reading=RANKS_READING,
        when=lambda result: result.several,
        tools=lambda result: not few(result),
    ),
)
