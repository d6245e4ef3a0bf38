"""The chance to tell two methods apart over the number of benchmarks, or of seeds: as lines and as a table."""

import math

import plotly.graph_objects as go

from components.answers.record import Look
from components.format import counted
from components.plotting.marks import curve
from components.plotting.theme import palette
from components.stats.separation.inference import Scope
from components.stats.separation.planning import POWER
from components.stats.separation.plans import PowerLine
from components.table import Column, Table, table

DASHES = ("solid", "dash", "dot")
"""One number of seeds after the other."""
Lines = tuple[tuple[int, ...], tuple[PowerLine, ...]]
"""Numbers of benchmarks or of seeds, and the power over them."""


def draw(lines: Lines, look: Look, over: Scope, present: int) -> go.Figure:
    """A line for each number of seeds on a benchmark; dotted the power wanted and the present number."""
    c, fig = palette(look.mode), go.Figure()
    cases, drawn = lines
    for one, dash in zip(drawn, DASHES, strict=False):
        name = of_each(one.seeds or math.inf)
        line = {"width": 2.5, "color": c.accent if dash == "solid" else c.ink, "dash": dash}
        hover = f"%{{x}} {over}{f', {name}' if over == 'benchmarks' else ''}: %{{y:.0%}}"
        curve(fig, cases, one.power, line, hover=hover, name=name)
    fig.add_hline(y=POWER, line={"width": 1.5, "color": c.muted, "dash": "dot"})
    if present >= cases[0]:
        fig.add_vline(x=present, line={"width": 1.5, "color": c.muted, "dash": "dot"})
    fig.update_xaxes(title="seeds of each" if over == "seeds" else "benchmarks like these", range=[cases[0], cases[-1]])
    fig.update_yaxes(title="chance to tell them apart", range=[0, 1.02], tickformat=".0%")
    return fig.update_layout(height=320, showlegend=len(drawn) > 1)


def power_table(lines: Lines, over: Scope) -> Table[int]:
    """The power over seeds, or over benchmarks with a column for each number of seeds."""
    column, (cases, drawn) = Column[int], lines
    heads = dict.fromkeys(drawn, ("power", "power"))
    if over == "benchmarks":
        heads = {one: (f"power.{one.seeds or 'endless'}", of_each(one.seeds or math.inf)) for one in drawn}
    columns = (
        column(over, cases.__getitem__, kind="count"),
        *(column(key, one.power.__getitem__, head, kind="number") for one, (key, head) in heads.items()),
    )
    return table(columns, range(len(cases) if drawn else 0))


def of_each(seeds: float) -> str:
    """A number of seeds on each benchmark, which may be endless."""
    return "endless seeds" if math.isinf(seeds) else counted(int(seeds), "seed")
