"""Who scores higher than whom over all weightings?"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, silent
from components.answers.stability.ranks import METHODS_ON_ROWS, few
from components.answers.stability.weightings import Weightings, compute
from components.labels import Labels
from components.plotting.marks import entries
from components.plotting.matrices import MOST_TICKS, WRITTEN, name_ticks, row_axis, share_map, write_shares
from components.plotting.theme import hatched, tau_colour, tau_scale
from components.stats.panel import Floats
from components.table import Column, Table, table
from components.text import figure_text

READING = "How often the row scores higher than the column under random weightings, ties counting half."


def won(result: Weightings) -> Floats:
    """(n, n) share of weightings in which the row's method scores higher than the column's."""
    return np.zeros((0, 0)) if result.smaa is None else result.smaa.winning


def draw(result: Weightings, look: Look) -> go.Figure:
    """Share of weightings in which the row's method scores higher than the column's: blue wins, orange loses."""
    values, labels = won(result), [look.names.method(m) for m in result.methods]
    places, named, names = list(range(len(labels))), len(labels) <= MOST_TICKS, [figure_text(label) for label in labels]
    fig = share_map(
        places,
        values,
        zmax=1,
        colorscale=tau_scale(look.mode),
        customdata=entries([[f"{a} beats {b}" for b in names] for a in names]) if named else None,
        hovertemplate=f"%{{{'customdata' if named else 'y} beats %{x'}}} in %{{z:.1%}}<extra></extra>",
        hoverongaps=False,
    )
    fig.add_trace(hatched([(i, i) for i in places], look.mode))
    if len(labels) <= WRITTEN:
        write_shares(fig, places, values, lambda share: tau_colour(2 * share - 1, look.mode))
    fig.update_xaxes(
        **name_ticks(labels, 16),
        side="top",
        range=[-0.5, len(labels) - 0.5],
        tickangle=-40 if len(labels) > 3 else 0,
        showgrid=False,
        zeroline=False,
    )
    return row_axis(fig, labels, METHODS_ON_ROWS)


def winning_table(result: Weightings, names: Labels) -> Table[tuple[int, int]]:
    """One row per pair: how often the first scores higher than the second."""
    column, values = Column[tuple[int, int]], won(result)
    columns = (
        column("method", lambda p: result.methods[p[0]], kind="method"),
        column("against", lambda p: result.methods[p[1]], kind="method"),
        column("share", lambda p: values[p], "leads in", kind="number"),
    )
    return table(columns, combinations(range(len(result.methods)), 2))


def facts(result: Weightings) -> Mapping[str, object]:
    """The shares of duels by both methods, None for a method with itself."""
    rows = won(result)
    by_id = [dict(zip(result.methods, row, strict=True)) for row in rows]
    return {"winning": dict(zip(result.methods, by_id, strict=True))}


WINNING = Answer(
    "winning",
    compute,
    silent,
    Part(
        "winning",
        "Who scores higher than whom",
        winning_table,
        draw,
        reading=READING,
        when=lambda result: result.several,
        tools=lambda result: not few(result),
    ),
    facts=facts,
    terms=("winning",),
)
