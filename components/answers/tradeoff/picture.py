"""Every candidate over the two axes, the front, lines of equal score, and the models that are never
ranked."""

from collections.abc import Sequence

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
"""How far above its mark a name is, as part of the picture."""
MIN_LINE_GAP = 0.032
MIN_WORD_GAP = 0.3
"""Names that are closer than both, as parts of the picture, are in the way of one another."""


def reading(result: Tradeoff, names: Labels) -> str:
    """Return how to read the figure, naming only what is drawn in it."""
    texts = ["Right and up are better. Filled: on the Pareto front."]
    if result.turns and result.best:
        texts.append("Ring: leader.")
        if result.exact:
            texts.append("Thin lines: equal scores.")
    if any(mark.is_below_floor for mark in result.drawn):
        texts.append("Grey: below the floor.")
    if result.retrained:
        texts.append("Dashed: the retrained model.")
    return " ".join(texts)


def draw(result: Tradeoff, look: Look) -> go.Figure:
    """Draw every candidate in the colour and shape of its group, filled on the front, hollow
    elsewhere."""
    colours = palette(look.mode)
    fig = go.Figure()
    for mark in result.retrained:
        dashed = {"width": 1.5, "dash": "dash", "color": colours.missing}
        fig.add_vline(x=mark.x, line=dashed, layer="below")
        fig.add_hline(y=mark.y, line=dashed, layer="below")
    fig.add_scatter(
        x=[mark.x for mark in result.members],
        y=[mark.y for mark in result.members],
        mode="lines",
        line={"shape": "vh", "width": 2, "color": colours.muted},
        name="front",
        hoverinfo="skip",
        showlegend=False,
    )
    _draw_scores(fig, result, look)
    sides = _sides(result)
    hues = metric_lines(list(result.groups), look.mode)
    for index, group in enumerate(result.groups):
        marks = [mark for mark in result.drawn if mark.group == group]
        if marks:
            shape = SHAPES[(index + index // len(SHAPES)) % len(SHAPES)]
            _draw_group(fig, result, look, marks, hues[group], shape, sides)
    _draw_never_ranked(fig, result, look)
    across, up = result.axes
    fig.update_xaxes(range=_span(result, "x"), title_text=axis_title(across), nticks=7)
    fig.update_yaxes(range=_span(result, "y"), title_text=axis_title(up), nticks=7)
    return fig.update_layout(height=HEIGHT, legend={"itemsizing": "constant"})


def _draw_scores(fig: go.Figure, result: Tradeoff, look: Look) -> None:
    """Draw lines of equal score, that of the leader dotted, and a ring around it."""
    colours = palette(look.mode)
    share = result.share
    if not result.turns or share is None:
        return
    across = _span(result, "x")
    up = _span(result, "y")
    scores = [[share * x + (1 - share) * y for x in across] for y in up]
    plane = {"x": across, "y": up, "z": scores}
    style = {"showscale": False, "showlegend": False, "hoverinfo": "skip"}
    font = {"size": 12, "color": colours.muted}
    labelled = {"coloring": "none", "showlabels": True, "labelfont": font}
    thin = {"width": 0.6, "color": colours.muted}
    fig.add_contour(**plane, **style, ncontours=10, contours=labelled, line=thin)
    leaders = [mark for mark in result.drawn if mark.method in result.best]
    if result.exact and leaders:
        score = share * (leaders[0].x or 0.0) + (1 - share) * (leaders[0].y or 0.0)
        level = {"start": score, "end": score, "size": 1, "coloring": "none"}
        dotted = {"width": 2, "color": colours.accent, "dash": "dot"}
        fig.add_contour(**plane, **style, contours=level, line=dotted)
    line = {"width": 2.5, "color": colours.accent}
    ring = {"symbol": "circle-open", "size": 22, "color": colours.accent, "line": line}
    places = [(mark, mark.x, mark.y) for mark in leaders]
    points(fig, places, ring, hoverinfo="skip", name="leader", showlegend=False)


def axis_title(axis: Axis) -> str:
    """Return what an axis shows and which way is better; the arrow turns with the text on an
    upright axis."""
    shown = axis.label if axis.is_group else f"{axis.name}, as utility"
    return f"{figure_text(shortened(shown, 40))}: better →"


def _draw_group(
    fig: go.Figure,
    result: Tradeoff,
    look: Look,
    marks: Sequence[Mark],
    hue: str,
    shape: str,
    sides: dict[str, str],
) -> None:
    """Draw the marks of a group, with their names if there are few candidates."""
    colours = palette(look.mode)
    symbols = []
    sizes = []
    hues = []
    names = []
    hovers = []
    for mark in marks:
        label = look.names.method(mark.method)
        symbols.append(shape if mark.on_front else f"{shape}-open")
        sizes.append(12 if mark.on_front else 9)
        hues.append(colours.missing if mark.is_below_floor else hue)
        names.append(figure_text(shortened(label, 24)))
        hovers.append([mark.method, figure_text(label), _front_text(mark)])
    named = {}
    if result.all_named:
        named = {
            "text": names,
            "textposition": [sides[mark.method] for mark in marks],
            "textfont": {"size": 13, "color": colours.ink},
        }
    n_groups_drawn = len({mark.group for mark in result.drawn})
    is_named_alone = result.all_named and n_groups_drawn == len(result.drawn)
    across, up = [figure_text(shortened(axis.label, 36)) for axis in result.axes]
    fig.add_scatter(
        x=[mark.x for mark in marks],
        y=[mark.y for mark in marks],
        mode="markers+text" if result.all_named else "markers",
        marker={
            "symbol": symbols,
            "size": sizes,
            "opacity": 1,
            "color": hues,
            "line": {"width": 1.5, "color": hues},
        },
        name=figure_text(shortened(result.groups[marks[0].group], 24)),
        showlegend=not is_named_alone,
        customdata=hovers,
        hovertemplate=(
            f"%{{customdata[1]}}<br>{across} %{{x:.3f}}<br>{up} %{{y:.3f}}"
            "<br>%{customdata[2]}<extra></extra>"
        ),
        unselected={"marker": {"opacity": 1}},
        cliponaxis=False,
        **named,
    )


def _front_text(mark: Mark) -> str:
    if mark.is_below_floor:
        return "below the floor"
    return "on the front" if mark.on_front else "not on the front"


def _draw_never_ranked(fig: go.Figure, result: Tradeoff, look: Look) -> None:
    """Draw crosses and asterisks, each with its name above it on a ground of its own."""
    colours = palette(look.mode)
    marks = [mark for mark in result.never_ranked if mark.drawn]
    symbols = []
    hovers = []
    ground = {"bgcolor": colours.background, "opacity": 0.8, "borderpad": 1}
    for mark in marks:
        label = look.names.method(mark.method)
        symbols.append("x-thin" if mark.role == "reference" else "asterisk")
        hovers.append(["", figure_text(label), ROLES.get(mark.role, "")])
        is_right = _is_in_right_half(mark, result)
        write(
            fig,
            mark.x or 0.0,
            mark.y or 0.0,
            f"<b>{figure_text(shortened(label, 28))}</b>",
            colours.ink,
            13,
            "right" if is_right else "left",
            xshift=8 if is_right else -8,
            yshift=18,
            **ground,
        )
    fig.add_scatter(
        x=[mark.x for mark in marks],
        y=[mark.y for mark in marks],
        mode="markers",
        marker={
            "symbol": symbols,
            "size": 12,
            "color": colours.ink,
            "line": {"width": 2.5, "color": colours.ink},
        },
        customdata=hovers,
        hovertemplate="%{customdata[1]}, %{customdata[2]}<br>%{x:.3f}, %{y:.3f}<extra></extra>",
        showlegend=False,
        name="never ranked",
        unselected={"marker": {"opacity": 1}},
        cliponaxis=False,
    )


def _span(result: Tradeoff, direction: str) -> list[float]:
    """Return the range of an axis: from the lowest to the highest mark, with room around them."""
    places = []
    for mark in (*result.points, *result.never_ranked):
        place = getattr(mark, direction)
        if place is not None:
            places.append(place)
    lowest = min(places, default=0.0)
    highest = max(places, default=1.0)
    room = max(0.07 * (highest - lowest), 0.02)
    return [lowest - room, highest + room]


def _sides(result: Tradeoff) -> dict[str, str]:
    """Return the side of each mark on which its name is: above, else below or level, where no other
    name is in the way.

    Names point to the middle, so that none is cut.
    """
    left, right = _span(result, "x")
    low, high = _span(result, "y")
    taken: list[tuple[float, float]] = []
    sides = {}
    for mark in sorted(result.drawn, key=lambda mark: (-(mark.y or 0.0), mark.method)):
        x = ((mark.x or 0.0) - left) / (right - left)
        y = ((mark.y or 0.0) - low) / (high - low)
        free = [side for side, rise in RISES.items() if _is_free(x, y + rise, taken)]
        side = free[0] if free else "top"
        taken.append((x, y + RISES[side]))
        sides[mark.method] = f"{side} {'left' if _is_in_right_half(mark, result) else 'right'}"
    return sides


def _is_free(x: float, y: float, taken: Sequence[tuple[float, float]]) -> bool:
    for other_x, other_y in taken:
        if abs(y - other_y) < MIN_LINE_GAP and abs(x - other_x) < MIN_WORD_GAP:
            return False
    return True


def _is_in_right_half(mark: Mark, result: Tradeoff) -> bool:
    return (mark.x or 0.0) > sum(_span(result, "x")) / 2


def points_table(result: Tradeoff, names: Labels) -> Table[Mark]:
    """Return one row per candidate, best first, then the models that are never ranked."""
    column = Column[Mark]
    across, up = result.axes
    columns = [
        column("method", head=result.noun, kind="method", place="print"),
        column("group", place="file"),
    ]
    if result.has_checkpoints or len(result.groups) != len(result.points):
        columns.append(
            column(
                "group_label",
                lambda mark: result.groups.get(mark.group),
                "group",
                place="screen only",
            )
        )
    columns += [
        column("x", head=across.label, kind="number", place="print"),
        column("y", head=up.label, kind="number", place="print"),
        column("score", head="UQS", kind="number", better="higher", place="print"),
        column("on_front", head="on the front", kind="flag", place="print"),
        column(
            "supported",
            lambda mark: None if mark.on_front is None else mark.between is not None,
            "leads at some split",
            kind="flag",
        ),
        column("below_floor", lambda mark: mark.is_below_floor, "below the floor", kind="flag"),
        column("role"),
    ]
    ranked = sorted(result.points, key=lambda mark: (mark.score is None, -(mark.score or 0.0)))
    return table(columns, [*ranked, *result.never_ranked])


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
