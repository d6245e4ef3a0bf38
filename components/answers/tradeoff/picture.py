"""Every candidate over the two axes, the front, lines of equal score, and the models that are never
ranked."""

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, silent
from components.answers.tradeoff.lead import explanation
from components.answers.tradeoff.plane import Axis, Mark, Tradeoff, compute
from components.format import figure_text, shortened
from components.plotting.intervals import points
from components.plotting.marks import write
from components.plotting.theme import metric_lines, palette
from components.table import Column, Table, table
from components.words import Labels

HEIGHT = 480
"""Pixels of the picture: it fits on a first screen below the verdict."""
SHAPES = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "pentagon",
    "star",
    "triangle-down",
    "hexagram",
)
"""Shapes that have a hollow form; with a hue they distinguish 64 groups."""
ROLES = {
    "reference": "retrained, never ranked",
    "original": "not unlearned, never ranked",
    "control": "a control, never ranked",
}
"""What the models are that are drawn and never ranked."""
RISES = {"top": 0.03, "bottom": -0.03, "middle": 0.0}
LINE, WORD = 0.032, 0.3
"""How far above its mark a name is, how high it is and how long at most, as parts of the
picture."""


def reading(result: Tradeoff, names: Labels) -> str:
    """Return how to read the figure, naming only what is drawn in it."""
    text = "Right and up are better. Filled: on the Pareto front."
    if result.turns and result.best:
        text += " Ring: leader. Thin lines: equal scores." if result.exact else " Ring: leader."
    if any(p.below for p in result.drawn):
        text += " Grey: below the floor."
    return text + (" Dashed: the retrained model." if result.retrained else "")


def draw(result: Tradeoff, look: Look) -> go.Figure:
    """Draw every candidate in the colour and shape of its group, filled on the front, hollow
    elsewhere."""
    colours, spans = palette(look.mode), (_span(result, "x"), _span(result, "y"))
    fig = go.Figure()
    for r in result.retrained:
        dashed = {"width": 1.5, "dash": "dash", "color": colours.missing}
        fig.add_vline(x=r.x, line=dashed, layer="below")
        fig.add_hline(y=r.y, line=dashed, layer="below")
    fig.add_scatter(
        x=[p.x for p in result.members],
        y=[p.y for p in result.members],
        mode="lines",
        line={"shape": "vh", "width": 2, "color": colours.muted},
        name="front",
        hoverinfo="skip",
        showlegend=False,
    )
    _scores(fig, result, spans, look)
    _groups(fig, result, look)
    _references(fig, result, look)
    for axis, span, update in zip(
        result.axes, spans, (fig.update_xaxes, fig.update_yaxes), strict=True
    ):
        update(range=span, title_text=axis_title(axis), nticks=7)
    fig.update_layout(height=HEIGHT, legend={"itemsizing": "constant"})
    return fig


def _scores(
    fig: go.Figure, result: Tradeoff, spans: tuple[list[float], list[float]], look: Look
) -> None:
    """Lines of equal score, that of the leader dotted, and a ring around it."""
    colours, share = palette(look.mode), result.share
    if not result.turns or share is None:
        return
    across, up = spans
    level = {"x": across, "y": up, "z": [[share * x + (1 - share) * y for x in across] for y in up]}
    quiet = {
        "coloring": "none",
        "showlabels": True,
        "labelfont": {"size": 12, "color": colours.muted},
    }
    style = {"showscale": False, "showlegend": False, "hoverinfo": "skip"}
    fig.add_contour(
        **level, ncontours=10, contours=quiet, line={"width": 0.6, "color": colours.muted}, **style
    )
    leaders = [p for p in result.drawn if p.method in result.best]
    if result.exact and leaders:
        at = share * (leaders[0].x or 0.0) + (1 - share) * (leaders[0].y or 0.0)
        own, line = (
            {"start": at, "end": at, "size": 1, "coloring": "none"},
            {"width": 2, "color": colours.accent, "dash": "dot"},
        )
        fig.add_contour(**level, contours=own, line=line, **style)
    ring = {"symbol": "circle-open", "size": 22, "color": colours.accent, "line": {"width": 2.5}}
    points(
        fig,
        [(p, p.x, p.y) for p in leaders],
        ring,
        hoverinfo="skip",
        name="leader",
        showlegend=False,
    )


def axis_title(axis: Axis) -> str:
    """Return what an axis shows and which way is better; the arrow turns with the text on an
    upright axis."""
    shown = axis.label if axis.is_group else f"{axis.name}, as utility"
    return f"{figure_text(shortened(shown, 40))}: better →"


def _groups(fig: go.Figure, result: Tradeoff, look: Look) -> None:
    hues, colours = metric_lines(list(result.groups), look.mode), palette(look.mode)
    named, sides = result.all_named, _sides(result)
    alone = named and len({p.group for p in result.drawn}) == len(result.drawn)
    values = [
        f"{figure_text(shortened(a.label, 36))} %{{{place}:.3f}}"
        for a, place in zip(result.axes, ("x", "y"), strict=True)
    ]
    for i, (group, label) in enumerate(result.groups.items()):
        own = [p for p in result.drawn if p.group == group]
        if not own:
            continue
        shape = SHAPES[(i + i // len(SHAPES)) % len(SHAPES)]
        labels = [look.names.method(p.method) for p in own]
        fig.add_scatter(
            x=[p.x for p in own],
            y=[p.y for p in own],
            mode="markers+text" if named else "markers",
            text=[figure_text(shortened(label, 24)) for label in labels] if named else None,
            textposition=[sides[p.method] for p in own] if named else None,
            textfont={"size": 13, "color": colours.ink},
            marker={
                "symbol": [shape if p.on_front else f"{shape}-open" for p in own],
                "size": [12 if p.on_front else 9 for p in own],
                "opacity": 1,
                "color": [colours.missing if p.below else hues[group] for p in own],
                "line": {
                    "width": 1.5,
                    "color": [colours.missing if p.below else hues[group] for p in own],
                },
            },
            name=figure_text(shortened(label, 24)),
            showlegend=not alone,
            customdata=[
                [p.method, figure_text(label), _front_text(p)]
                for p, label in zip(own, labels, strict=True)
            ],
            hovertemplate="<br>".join(
                ["%{customdata[1]}", *values, "%{customdata[2]}<extra></extra>"]
            ),
            unselected={"marker": {"opacity": 1}},
            cliponaxis=False,
        )


def _front_text(mark: Mark) -> str:
    return (
        "below the floor" if mark.below else "on the front" if mark.on_front else "not on the front"
    )


def _references(fig: go.Figure, result: Tradeoff, look: Look) -> None:
    """Crosses and asterisks, each with its name above it on a ground of its own."""
    colours, drawn = palette(look.mode), [r for r in result.references if r.drawn]
    labels = [look.names.method(r.method) for r in drawn]
    fig.add_scatter(
        x=[r.x for r in drawn],
        y=[r.y for r in drawn],
        mode="markers",
        marker={
            "symbol": ["x-thin" if r.role == "reference" else "asterisk" for r in drawn],
            "size": 12,
            "color": colours.ink,
            "line": {"width": 2.5, "color": colours.ink},
        },
        customdata=[
            ["", figure_text(label), ROLES.get(r.role, "")]
            for r, label in zip(drawn, labels, strict=True)
        ],
        hovertemplate="%{customdata[1]}, %{customdata[2]}<br>%{x:.3f}, %{y:.3f}<extra></extra>",
        showlegend=False,
        name="never ranked",
        unselected={"marker": {"opacity": 1}},
        cliponaxis=False,
    )
    for r, label in zip(drawn, labels, strict=True):
        right = _right_half(r, result)
        ground = {"bgcolor": colours.background, "opacity": 0.8, "borderpad": 1}
        anchor, shift = ("right", 8) if right else ("left", -8)
        name = f"<b>{figure_text(shortened(label, 28))}</b>"
        write(
            fig,
            r.x or 0.0,
            r.y or 0.0,
            name,
            colours.ink,
            13,
            anchor,
            xshift=shift,
            yshift=18,
            **ground,
        )


def _span(result: Tradeoff, place: str) -> list[float]:
    """Return the range of an axis: from the lowest to the highest mark, with room around them."""
    marks = [
        v for p in (*result.points, *result.references) if (v := getattr(p, place)) is not None
    ]
    low, high = min(marks, default=0.0), max(marks, default=1.0)
    room = max(0.07 * (high - low), 0.02)
    return [low - room, high + room]


def _sides(result: Tradeoff) -> dict[str, str]:
    """Return the side of each mark on which its name is: above, else below or level, where no other
    name is in the way.

    Names point to the middle, so that none is cut.
    """
    (left, right), (low, high) = _span(result, "x"), _span(result, "y")
    taken: list[tuple[float, float]] = []
    sides = {}
    for mark in sorted(result.drawn, key=lambda p: (-(p.y or 0.0), p.method)):
        x, y = ((mark.x or 0.0) - left) / (right - left), ((mark.y or 0.0) - low) / (high - low)
        free = (
            (place, (x, y + rise))
            for place, rise in RISES.items()
            if not any(abs(y + rise - b) < LINE and abs(x - a) < WORD for a, b in taken)
        )
        place, at = next(free, ("top", (x, y + RISES["top"])))
        taken.append(at)
        sides[mark.method] = f"{place} {'left' if _right_half(mark, result) else 'right'}"
    return sides


def _right_half(mark: Mark, result: Tradeoff) -> bool:
    return (mark.x or 0.0) > sum(_span(result, "x")) / 2


def points_table(result: Tradeoff, names: Labels) -> Table[Mark]:
    """Return one row per candidate, best first, then the models that are never ranked."""
    column, (x, y) = Column[Mark], (a.label for a in result.axes)
    own = len(result.groups) == len(result.points) and not result.checkpoints
    columns = (
        column("method", lambda p: p.method, result.noun, kind="method", place="print"),
        column("group", lambda p: p.group, place="file"),
        *(
            []
            if own
            else [
                column(
                    "group_label",
                    lambda p: result.groups.get(p.group),
                    "group",
                    place="screen only",
                )
            ]
        ),
        column("x", lambda p: p.x, x, kind="number", place="print"),
        column("y", lambda p: p.y, y, kind="number", place="print"),
        column("score", lambda p: p.score, "UQS", kind="number", better="higher", place="print"),
        column("on_front", lambda p: p.on_front, "on the front", kind="flag", place="print"),
        column(
            "supported",
            lambda p: None if p.on_front is None else p.between is not None,
            "leads at some split",
            kind="flag",
        ),
        column("below_floor", lambda p: p.below, "below the floor", kind="flag"),
        column("role", lambda p: p.role),
    )
    ranked = sorted(result.points, key=lambda p: (p.score is None, -(p.score or 0.0)))
    return table(columns, [*ranked, *result.references])


PICTURE = Answer(
    "picture",
    compute,
    silent,
    Part(
        "points",
        "The trade-off between the two axes",
        points_table,
        draw,
        reading=reading,
        when=lambda result: not explanation(result),
    ),
)
