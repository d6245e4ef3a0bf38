"""How many benchmarks would separate two methods? The power over the number of benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.answers.stability.compared import Lettering, compared, lettering
from components.answers.stability.separable import takes
from components.labels import Labels
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import short
from components.stats.separation.compared import Compared, tested
from components.stats.separation.pairs import FEWEST, PowerLine, SeparablePair, power_lines, separable_pairs
from components.stats.separation.planning import POWER
from components.table import Column, Table, table
from components.text import counted, shortened

DASHES = ("solid", "dash", "dot")
READING = (
    "Each line: the chance that a t test at 5 % tells the two apart with so many benchmarks like these. Dotted: 80 %. "
    "Shaded: too few benchmarks for any p of sign flips to reach 0.05."
)


@dataclass(frozen=True, eq=False)
class Power:
    """The power to separate one pair over numbers of benchmarks; no lines where the pair's reason says why.

    `choosable` are the methods that a reader may choose two of.
    """

    rows: Compared
    lettering: Lettering
    pair: SeparablePair
    benchmarks: tuple[int, ...]
    lines: tuple[PowerLine, ...]
    choosable: tuple[str, ...]


def pair_planned(view: Resolved) -> tuple[str, str] | None:
    """The pair whose power is drawn: the two chosen, else the two best; None when fewer than two are ranked."""
    names = compared(view).names
    chosen = [m for m in names if m in view.selection.versus]
    pair = chosen if len(chosen) == 2 else names[:2]
    return (pair[0], pair[1]) if len(pair) == 2 else None


@reads(rows=True, view_only=("versus",))
def compute(view: Resolved) -> Power | Absent:
    """The power to separate the pair chosen."""
    wanted, rows = pair_planned(view), compared(view)
    if wanted is None:
        return Absent("")
    i, j = (rows.names.index(m) for m in wanted)
    a, b = rows.pairs
    at = np.flatnonzero((a == i) & (b == j))
    flips, adjusted = tested(rows, view.selection.rng)
    pair = separable_pairs(rows, at, flips.p, flips.p_min, adjusted)[0]
    benchmarks, lines = power_lines(rows, i, j, pair.benchmarks_needed)
    choosable = rows.names if view.grids is None and len(rows.names) > 2 else ()
    return Power(rows, view.of(lettering), pair, benchmarks, lines, choosable)


def say(result: Power, names: Labels) -> Said:
    """What it would take to separate the pair; of the first two the sentences above say it."""
    if (result.pair.a, result.pair.b) == result.rows.names[:2]:
        return Said()
    return Said([takes(result.pair, short(names), result.lettering)])


def draw(result: Power, look: Look) -> go.Figure:
    """A line for each number of seeds; dotted the power wanted, shaded where no p of sign flips can reach .05."""
    c, benchmarks = palette(look.mode), result.benchmarks
    fig = go.Figure()
    fig.add_vrect(x0=benchmarks[0], x1=FEWEST, fillcolor=c.muted, opacity=0.15, line_width=0)
    for line, dash in zip(result.lines, DASHES, strict=False):
        name = seeds_of(line)
        fig.add_scatter(
            x=benchmarks,
            y=line.power,
            mode="lines",
            name=name,
            line={"width": 2.5, "color": c.accent if dash == "solid" else c.ink, "dash": dash},
            hovertemplate=f"%{{x}} benchmarks, {name}: %{{y:.0%}}<extra></extra>",
        )
    fig.add_hline(y=POWER, line={"width": 1.5, "color": c.muted, "dash": "dot"})
    fig.update_xaxes(title="benchmarks like these", range=[benchmarks[0], benchmarks[-1]])
    fig.update_yaxes(title="chance to tell them apart", range=[0, 1.02], tickformat=".0%")
    return fig.update_layout(height=320, showlegend=len(result.lines) > 1)


def seeds_of(line: PowerLine) -> str:
    """What a line is called."""
    return "endless seeds" if line.seeds is None else counted(line.seeds, "seed")


def power_table(result: Power, names: Labels) -> Table[int]:
    """The power over benchmarks, a column for each number of seeds."""
    column = Column[int]
    columns = (
        column("benchmarks", lambda i: result.benchmarks[i], kind="count"),
        *(
            column(
                f"power.{'endless' if line.seeds is None else line.seeds}",
                line.power.__getitem__,
                seeds_of(line),
                kind="number",
            )
            for line in result.lines
        ),
    )
    return table(columns, range(len(result.benchmarks) if result.lines else 0))


POWER_OF_PAIR = Answer(
    "power",
    compute,
    say,
    [
        Part(
            "power",
            "Chance to separate the two over the number of benchmarks",
            power_table,
            draw,
            reading=READING,
            when=lambda result: bool(result.lines),
        )
    ],
    boxes=Boxes(
        "versus",
        ("Separate", "from"),
        lambda result, names: {m: shortened(names.method(m)) for m in result.choosable},
        lambda result: (result.pair.a, result.pair.b),
    ),
    terms=("power",),
    opened=True,
)
