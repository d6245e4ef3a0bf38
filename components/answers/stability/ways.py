"""In how many ways of ranking does each method lead? Every combination of choices that a panel
offers, counted once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, shortened
from components.plotting.theme import palette
from components.results.ways_of_ranking import (
    Combination,
    Way,
    WaysOfRanking,
    leads_in,
    ways_of_ranking,
    ways_sentence,
)
from components.table import Column, Table, table
from components.words import Labels

KINDS = {
    "weights": "weights",
    "transform": "utility map",
    "aggregate": "averaging",
    "floors": "floors",
    "without": "benchmarks",
}
"""The kinds of choices, by the field of a combination."""
READING = (
    "All combinations of the named weights, utility maps, ways of averaging, floors, and all"
    " benchmarks or all but one; those with the same scores count once."
)
PICTURE = (
    "Each column is a way of ranking: above, how far its first method leads; below, the choices"
    " that make it."
)
SHAPES = ("circle", "square", "diamond", "triangle-up", "x")


@dataclass(frozen=True)
class Choice:
    """In how many ways with one choice each row leads."""

    kind: str
    value: str
    called: str
    ways: int
    leads: Mapping[str, int]


def say(result: WaysOfRanking, names: Labels) -> Said:
    left = counted(len(result.left_out), "combination")
    verb = "ranks" if len(result.left_out) == 1 else "rank"
    return Said(
        [ways_sentence(result, names)],
        [READING, f"{left} {verb} fewer than two methods." if result.left_out else ""],
    )


def by_choice(result: WaysOfRanking, names: Labels) -> list[Choice]:
    """Return, for each choice of each kind that has several, in how many ways with it each row
    leads."""
    rows = []
    for kind, title in KINDS.items():
        values = list(
            dict.fromkeys(getattr(c, kind) for way in result.ways for c in way.combinations)
        )
        for value in values if len(values) > 1 else ():
            own = [
                way
                for way in result.ways
                if any(getattr(c, kind) == value for c in way.combinations)
            ]
            leads = leads_in(tuple(own))
            rows.append(Choice(title, value, called(kind, value, names), len(own), leads))
    return rows


def called(kind: str, value: str, names: Labels) -> str:
    """Return what one choice is called: utility first, without News, no floor."""
    if kind == "without":
        return f"without {names.benchmark(value)}" if value else "all benchmarks"
    if kind == "floors":
        return "floors of the suite" if value == "suite" else "no floor"
    return value.replace("_", " ").replace("-", " ")


def choices_table(result: WaysOfRanking, names: Labels) -> Table[Choice]:
    """One row per choice: in how many ways with it each method leads."""
    column = Column[Choice]
    columns = (
        column("kind", lambda c: c.kind, "choice", place="print"),
        column("value", lambda c: c.value, place="file"),
        column("called", lambda c: c.called, "with", place="print"),
        column("ways", lambda c: c.ways, kind="count", place="print"),
        column("leads", lambda c: _leads(c.leads, names), "leads", place="print"),
    )
    return table(columns, by_choice(result, names))


def _leads(leads: Mapping[str, int], names: Labels) -> str:
    return ", ".join(f"{names.method(m)} in {n}" for m, n in leads.items()) or "a tie in all"


def draw(result: WaysOfRanking, look: Look) -> go.Figure:
    """Draw the leader's margin of every way, largest first, and below it which choices it is made
    of."""
    names, colours, leads = look.names, palette(look.mode), list(result.leads)
    rows = [
        (kind, c.value, c.called)
        for kind, title in KINDS.items()
        for c in by_choice(result, names)
        if c.kind == title
    ]
    fig = make_subplots(
        rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.03, row_heights=[2, max(len(rows), 1)]
    )
    for i, leader in enumerate([*leads[: len(SHAPES)], ""]):
        own = [
            n
            for n, way in enumerate(result.ways)
            if (way.leaders[0] if len(way.leaders) == 1 else "") == leader
        ]
        if not own:
            continue
        look_of = {
            "symbol": SHAPES[i % len(SHAPES)],
            "size": 8,
            "color": colours.accent if i == 0 else colours.ink,
        }
        fig.add_scatter(
            x=own,
            y=[result.ways[n].margin for n in own],
            mode="markers",
            marker=look_of if i < 2 else {**look_of, "color": colours.muted},
            name=figure_text(names.method(leader)) if leader else "several tie",
            hovertemplate="%{y:.3f} ahead<extra>%{fullData.name}</extra>",
            row=1,
            col=1,
        )
    dots = [
        (n, len(rows) - 1 - r)
        for n, way in enumerate(result.ways)
        for r, (kind, value, _) in enumerate(rows)
        if any(getattr(c, kind) == value for c in way.combinations)
    ]
    marker = {"symbol": "square", "size": 5, "color": colours.muted}
    x, y = ([d[axis] for d in dots] for axis in (0, 1))
    fig.add_scatter(
        x=x, y=y, mode="markers", marker=marker, hoverinfo="skip", showlegend=False, row=2, col=1
    )
    fig.update_yaxes(title_text="lead in score", row=1, col=1, rangemode="tozero")
    ticks = [figure_text(shortened(name, 28)) for *_, name in rows][::-1]
    fig.update_yaxes(tickvals=list(range(len(rows))), ticktext=ticks, showgrid=False, row=2, col=1)
    fig.update_xaxes(showticklabels=False, showgrid=False, zeroline=False)
    fig.update_xaxes(title_text="ways of ranking, by the lead of the first", row=2, col=1)
    return fig.update_layout(height=260 + 20 * len(rows))


def ways_table(result: WaysOfRanking, names: Labels) -> Table[Way]:
    """One row per way: who leads, by how much, and the combinations that give it."""
    column = Column[Way]
    columns = (
        column("leader", lambda w: w.leaders, kind="method", place="print"),
        column("margin", lambda w: w.margin, "lead", kind="number", place="print"),
        column("names", lambda w: w.combinations, place="file"),
        column("combinations", lambda w: _combined(w.combinations, names), place="screen only"),
    )
    return table(columns, result.ways)


def _combined(combinations: Sequence[Combination], names: Labels) -> str:
    first = combinations[0]
    text = ", ".join(
        called(kind, getattr(first, kind), names) for kind in KINDS if getattr(first, kind)
    )
    return f"{text} (and {len(combinations) - 1} more)" if len(combinations) > 1 else text


def facts(result: WaysOfRanking) -> Mapping[str, object]:
    """Return how many ways there are, who leads in how many, and the ranks of each row."""
    return {
        "n": len(result.ways),
        "left_out": len(result.left_out),
        "leads": result.leads,
        "ties": result.ties,
        "ranks": result.ranks,
    }


WAYS = Answer(
    "ways",
    ways_of_ranking,
    say,
    (
        Part("rows", "Ways of ranking by the lead of the first", ways_table, draw, reading=PICTURE),
        Part("choices", "Who leads with each choice", choices_table, shown="open"),
    ),
    facts=facts,
    key="ways",
)
