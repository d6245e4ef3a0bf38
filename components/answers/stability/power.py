"""How many seeds, or benchmarks, would tell two methods apart? The power over their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.answers.stability.inferred import Inferred, inferred
from components.answers.stability.verdicts import pair_sentence
from components.labels import Labels
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import short
from components.stats.separation.inference import PairTest, Scope
from components.stats.separation.planning import POWER
from components.stats.separation.plans import PowerLine, power_lines
from components.table import Column, Table, table
from components.text import counted, shortened

DASHES = ("solid", "dash", "dot")


@dataclass(frozen=True, eq=False)
class Line:
    """The power of one scope over numbers of seeds or benchmarks; none where there is no test."""

    test: PairTest
    cases: tuple[int, ...]
    lines: tuple[PowerLine, ...]


@dataclass(frozen=True, eq=False)
class Power:
    """The power to tell one pair apart, in both scopes. `choosable` are the methods that a reader may choose two of."""

    inferred: Inferred
    pair: tuple[str, str]
    seeds: Line
    benchmarks: Line
    choosable: tuple[str, ...]


def pair_planned(view: Resolved) -> tuple[str, str] | None:
    """The pair whose power is drawn: the two chosen, else the two best; None when fewer than two are ranked."""
    names = view.of(inferred).rows.names
    chosen = [m for m in names if m in view.selection.versus]
    pair = chosen if len(chosen) == 2 else names[:2]
    return (pair[0], pair[1]) if len(pair) == 2 else None


@reads(rows=True, view_only=("versus", "deviation"))
def compute(view: Resolved) -> Power | Absent:
    """The power to tell the pair chosen apart."""
    found, pair = view.of(inferred), pair_planned(view)
    if pair is None or found.seeds.tests is None or found.benchmarks.tests is None:
        return Absent("")
    k, (seeds, benchmarks) = found.number(*pair), found.tested(*pair, view.selection.deviation)
    choosable = found.rows.names if len(found.rows.names) > 2 else ()
    return Power(
        found,
        pair,
        Line(seeds, *power_lines(found.seeds.tests, k, seeds.seeds_needed)),
        Line(benchmarks, *power_lines(found.benchmarks.tests, k, benchmarks.benchmarks_needed)),
        choosable,
    )


def say(result: Power, names: Labels) -> Said:
    """What it would take to tell the pair apart."""
    rows, labels = result.inferred.rows, short(names)
    both = (result.seeds.test, result.benchmarks.test)
    return Said([pair_sentence(t, rows, labels) for t in both], [_endless(result.benchmarks.test)])


def _endless(test: PairTest) -> str:
    """What seeds alone could do for a claim about other benchmarks."""
    if test.low is None or test.low > 0:
        return ""
    if test.with_endless_seeds is None:
        return "What more seeds would do for other benchmarks, nobody can say."
    if test.with_endless_seeds <= test.groups:
        return "More seeds alone could do for other benchmarks."
    return f"More seeds will not do for other benchmarks: with endless ones it still takes {test.with_endless_seeds}."


def draw(line: Line, look: Look, over: Scope) -> go.Figure:
    """A line for each number of seeds on a benchmark; dotted the power wanted."""
    c, fig = palette(look.mode), go.Figure()
    for one, dash in zip(line.lines, DASHES, strict=False):
        name = seeds_of(one)
        fig.add_scatter(
            x=line.cases,
            y=one.power,
            mode="lines",
            name=name,
            line={"width": 2.5, "color": c.accent if dash == "solid" else c.ink, "dash": dash},
            hovertemplate=f"%{{x}} {over}{f', {name}' if over == 'benchmarks' else ''}: %{{y:.0%}}<extra></extra>",
        )
    fig.add_hline(y=POWER, line={"width": 1.5, "color": c.muted, "dash": "dot"})
    title = "seeds of each" if over == "seeds" else "benchmarks like these"
    fig.update_xaxes(title=title, range=[line.cases[0], line.cases[-1]])
    fig.update_yaxes(title="chance to tell them apart", range=[0, 1.02], tickformat=".0%")
    return fig.update_layout(height=320, showlegend=len(line.lines) > 1)


def seeds_of(line: PowerLine) -> str:
    """What a line over benchmarks is called."""
    return "endless seeds" if line.seeds is None else counted(line.seeds, "seed")


def power_table(line: Line, over: Scope) -> Table[int]:
    """The power over seeds, or over benchmarks with a column for each number of seeds."""
    column = Column[int]
    heads = dict.fromkeys(line.lines, ("power", "power"))
    if over == "benchmarks":
        heads = {one: (f"power.{one.seeds or 'endless'}", seeds_of(one)) for one in line.lines}
    columns = (
        column(over, line.cases.__getitem__, kind="count"),
        *(column(key, one.power.__getitem__, head, kind="number") for one, (key, head) in heads.items()),
    )
    return table(columns, range(len(line.cases) if line.lines else 0))


def _part(name: str, over: Scope, of: Callable[[Power], Line], reading: str) -> Part[Power]:
    return Part(
        name,
        f"Chance to tell the two apart over the number of {over}",
        lambda result, names: power_table(of(result), over),
        lambda result, look: draw(of(result), look, over),
        reading=reading,
        when=lambda result: bool(of(result).lines),
    )


POWER_OF_PAIR = Answer(
    "power",
    compute,
    say,
    [
        _part(
            "power_seeds",
            "seeds",
            lambda result: result.seeds,
            "The chance that Welch's test tells the two apart on these benchmarks with so many seeds. Dotted: 80 %.",
        ),
        _part(
            "power",
            "benchmarks",
            lambda result: result.benchmarks,
            "Each line: the chance that a t test tells the two apart with so many benchmarks like these. Dotted: 80 %.",
        ),
    ],
    controls=("deviation",),
    boxes=Boxes(
        "versus",
        ("Separate", "from"),
        lambda result, names: {m: shortened(names.method(m)) for m in result.choosable},
        lambda result: result.pair,
    ),
    terms=("power",),
    opened=True,
)
