"""How much forgetting is kept? Score after / score before of every checkpoint, method by method."""

from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.answers.survives.sides import Row, Sides, before, quietly
from components.format import figure_text, number
from components.plotting.intervals import points
from components.plotting.marks import MOST_ROWS, name_rows, rows_height
from components.plotting.theme import palette
from components.words import Labels

READING = (
    "Score after / score before: at 1 nothing is lost. Filled: the checkpoint of the method that is best before; "
    "crosses: models that are never ranked. What was hardly forgotten before can easily be kept."
)


@dataclass(frozen=True)
class Method:
    """The rows of a method that have a kept share, and which of them is best before; of a model drawn it has none."""

    label: str
    rows: tuple[Row, ...]
    best: Row | None = None


def methods(result: Sides, names: Labels) -> list[Method]:
    """The methods by what their best checkpoint keeps, the most first, then the models that are never ranked."""
    found = []
    for best in result.best_of_each(before):
        label = result.families.get(best.family) or names.method(best.method)
        rows = tuple(r for r in result.compared if r.family == best.family and r.kept is not None)
        found.append(Method(label, rows, best))
    drawn = [Method(names.method(r.method), (r,)) for r in result.references if r.kept is not None]
    return [*sorted((m for m in found if m.rows), key=lambda m: -(m.best.kept or 0.0) if m.best else 0.0), *drawn]


def say(result: Sides, names: Labels) -> Said:
    """Which method's best checkpoint keeps most, and which least."""
    ranked = [m for m in methods(result, names) if m.best is not None and m.best.kept is not None]
    if len(ranked) < 2:
        return Said()
    most, least = ((m.label, number(m.best.kept if m.best else None, 2)) for m in (ranked[0], ranked[-1]))
    of = " at its best checkpoint before" if result.families else ""
    return Said([f"{most[0]} keeps most of its score, {most[1]}{of}; {least[0]} keeps least, {least[1]}."])


def draw(result: Sides, look: Look) -> go.Figure:
    """A row per method, a ring per checkpoint at the share that it keeps, filled for the one that is best before."""
    colours, rows = palette(look.mode), methods(result, look.names)[:MOST_ROWS]
    fig = go.Figure()
    fig.add_vline(x=1, line={"width": 1, "color": colours.muted})
    for kind, symbol, size in (("", "circle-open", 8), ("best", "circle", 11), ("drawn", "x-thin", 11)):
        marks = [
            (r, r.kept, height)
            for height, method in zip(range(len(rows) - 1, -1, -1), rows, strict=True)
            for r in method.rows
            if kind == ("drawn" if method.best is None else "best" if r == method.best else "")
        ]
        colour = colours.ink if kind == "drawn" else colours.accent
        points(
            fig,
            marks,
            {"symbol": symbol, "size": size, "color": colour, "line": {"width": 1.5, "color": colour}},
            data=lambda r: [figure_text(look.names.method(r.method)), number(r.score_before), number(r.score_after)],
            hover="%{customdata[0]}: keeps %{x:.2f}<br>%{customdata[1]} before, %{customdata[2]} after",
        )
    highest = max((r.kept or 0.0 for m in rows for r in m.rows), default=1.0)
    fig.update_xaxes(range=[0, max(1.05, highest * 1.05)], title_text="share of the score kept")
    return name_rows(fig, [m.label for m in rows], most=18).update_layout(
        height=rows_height(len(rows)), showlegend=False
    )


KEPT = Answer(
    "kept",
    quietly,
    say,
    Part(
        "kept",
        "Share of the score that each checkpoint keeps",
        draw=draw,
        reading=READING,
        when=lambda result: any(r.kept is not None for r in result.compared),
    ),
    heading="How much is kept",
)
