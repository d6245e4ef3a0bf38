"""Every candidate over the two axes, the front, lines of equal score, and the models that are never
ranked."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, silent
from components.answers.tradeoff.lead import explanation
from components.answers.tradeoff.plane import Axis, Mark, Tradeoff, compute
from components.format import figure_text, shortened
from components.plotting.intervals import points
from components.plotting.marks import write
from components.plotting.theme import metric_lines, palette
from components.table import Column, Table, flag_column, number_column, table
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
SYMBOLS = {"reference": "x-thin"}
"""The marks of models that are never ranked; those of other roles are asterisks."""
TOWARDS_MIDDLE = ("right", "left")
ANCHORS = (("left", -8), ("right", 8))
"""Where names are, and from where they are written, in the left and the right half."""
MIN_LINE_GAP = 0.032
MIN_WORD_GAP = 0.3
"""Names that are closer than both, as parts of the picture, are in the way of one another."""


def reading(tradeoff: Tradeoff, labels: Labels) -> str:
    """Return how to read the figure, naming only what is drawn in it."""
    sentences = ["Right and up are better. Filled: on the Pareto front."]
    if tradeoff.turns and tradeoff.best:
        sentences.append("Ring: leader.")
        if tradeoff.exact:
            sentences.append("Thin lines: equal scores.")
    if any(candidate.is_below_floor for candidate in tradeoff.drawn):
        sentences.append("Grey: below the floor.")
    if tradeoff.retrained:
        sentences.append("Dashed: the retrained model.")
    return " ".join(sentences)


def draw(tradeoff: Tradeoff, look: Look) -> go.Figure:
    """Draw every candidate in the colour and shape of its group, filled on the front, hollow
    elsewhere."""
    colours = palette(look.mode)
    figure = go.Figure()
    for candidate in tradeoff.retrained:
        dashed = {"width": 1.5, "dash": "dash", "color": colours.missing}
        figure.add_vline(x=candidate.x, line=dashed, layer="below")
        figure.add_hline(y=candidate.y, line=dashed, layer="below")
    figure.add_scatter(
        x=[candidate.x for candidate in tradeoff.members],
        y=[candidate.y for candidate in tradeoff.members],
        mode="lines",
        line={"shape": "vh", "width": 2, "color": colours.muted},
        name="front",
        hoverinfo="skip",
        showlegend=False,
    )
    _draw_scores(figure, tradeoff, look)
    colour_of_group = metric_lines(list(tradeoff.groups), look.mode)
    for group_index, metric_group in enumerate(tradeoff.groups):
        group_shape = SHAPES[(group_index + group_index // len(SHAPES)) % len(SHAPES)]
        _draw_group(
            figure, tradeoff, look, metric_group, (group_shape, colour_of_group[metric_group])
        )
    _draw_never_ranked(figure, tradeoff, look)
    across, upright = tradeoff.axes
    figure.update_xaxes(range=_span(tradeoff, "x"), title_text=axis_title(across), nticks=7)
    figure.update_yaxes(range=_span(tradeoff, "y"), title_text=axis_title(upright), nticks=7)
    return figure.update_layout(height=HEIGHT, legend={"itemsizing": "constant"})


def _draw_scores(figure: go.Figure, tradeoff: Tradeoff, look: Look) -> None:
    """Draw lines of equal score, that of the leader dotted, and a ring around it."""
    colours = palette(look.mode)
    score_share = tradeoff.share
    if not tradeoff.turns or score_share is None:
        return
    plane_grid: dict[str, list[Any]] = {"x": _span(tradeoff, "x"), "y": _span(tradeoff, "y")}
    plane_grid["z"] = [
        [score_share * x + (1 - score_share) * y for x in plane_grid["x"]] for y in plane_grid["y"]
    ]
    contour_style = {"showscale": False, "showlegend": False, "hoverinfo": "skip"}
    label_font = {"size": 12, "color": colours.muted}
    labelled = {"coloring": "none", "showlabels": True, "labelfont": label_font}
    thin_line = {"width": 0.6, "color": colours.muted}
    figure.add_contour(
        **plane_grid, **contour_style, ncontours=10, contours=labelled, line=thin_line
    )
    leaders = [
        (candidate, candidate.x, candidate.y)
        for candidate in tradeoff.drawn
        if candidate.method in tradeoff.best
    ]
    if tradeoff.exact and leaders:
        _, x, y = leaders[0]
        leader_score = score_share * (x or 0.0) + (1 - score_share) * (y or 0.0)
        contour_level = {"start": leader_score, "end": leader_score, "size": 1, "coloring": "none"}
        dotted = {"width": 2, "color": colours.accent, "dash": "dot"}
        figure.add_contour(**plane_grid, **contour_style, contours=contour_level, line=dotted)
    marker_line = {"width": 2.5, "color": colours.accent}
    ring_marker = {
        "symbol": "circle-open",
        "size": 22,
        "color": colours.accent,
        "line": marker_line,
    }
    points(figure, leaders, ring_marker, hoverinfo="skip", name="leader", showlegend=False)


def axis_title(score_axis: Axis) -> str:
    """Return what an axis shows and which way is better; the arrow turns with the text on an
    upright axis."""
    shown_name = score_axis.label if score_axis.is_group else f"{score_axis.name}, mapped"
    return f"{figure_text(shortened(shown_name, 40))}: better →"


def _draw_group(
    figure: go.Figure,
    tradeoff: Tradeoff,
    look: Look,
    group_id: str,
    shape_and_colour: tuple[str, str],
) -> None:
    """Draw the candidates of a group in a shape and a colour, with their names if there are few."""
    candidates = [candidate for candidate in tradeoff.drawn if candidate.group == group_id]
    if not candidates:
        return
    marker_shape, marker_colour = shape_and_colour
    colours = palette(look.mode)
    marker: dict[str, list[str | int]] = {"symbol": [], "size": [], "color": []}
    hover_names = []
    hovers = []
    for candidate in candidates:
        marker["symbol"].append(marker_shape if candidate.on_front else f"{marker_shape}-open")
        marker["size"].append(12 if candidate.on_front else 9)
        marker["color"].append(colours.missing if candidate.is_below_floor else marker_colour)
        method_label = look.names.method(candidate.method)
        hover_names.append(figure_text(shortened(method_label, 24)))
        hovers.append([candidate.method, figure_text(method_label), _front_text(candidate)])
    text_options: dict[str, object] = {"mode": "markers"}
    if tradeoff.all_named:
        side_of_method = _sides(tradeoff)
        text_options = {
            "mode": "markers+text",
            "text": hover_names,
            "textposition": [side_of_method[candidate.method] for candidate in candidates],
            "textfont": {"size": 13, "color": colours.ink},
        }
    n_groups_drawn = len({candidate.group for candidate in tradeoff.drawn})
    is_named_alone = tradeoff.all_named and n_groups_drawn == len(tradeoff.drawn)
    across, upright = [figure_text(shortened(score_axis.label, 36)) for score_axis in tradeoff.axes]
    figure.add_scatter(
        x=[candidate.x for candidate in candidates],
        y=[candidate.y for candidate in candidates],
        marker={**marker, "opacity": 1, "line": {"width": 1.5, "color": marker["color"]}},
        name=figure_text(shortened(tradeoff.groups[group_id], 24)),
        showlegend=not is_named_alone,
        customdata=hovers,
        hovertemplate=(
            f"%{{customdata[1]}}<br>{across} %{{x:.3f}}<br>{upright} %{{y:.3f}}"
            "<br>%{customdata[2]}<extra></extra>"
        ),
        unselected={"marker": {"opacity": 1}},
        cliponaxis=False,
        **text_options,
    )


def _front_text(candidate: Mark) -> str:
    if candidate.is_below_floor:
        return "below the floor"
    return "on the front" if candidate.on_front else "not on the front"


def _draw_never_ranked(figure: go.Figure, tradeoff: Tradeoff, look: Look) -> None:
    """Draw crosses and asterisks, each with its name above it on a ground of its own."""
    colours = palette(look.mode)
    ground = {"bgcolor": colours.background, "opacity": 0.8, "borderpad": 1}
    places = []
    for model in tradeoff.never_ranked:
        if model.x is not None and model.y is not None:
            places.append((model, model.x, model.y))
            model_label = f"<b>{figure_text(shortened(look.names.method(model.method), 28))}</b>"
            anchor, text_shift = ANCHORS[_half(tradeoff, model)]
            write(
                figure,
                model.x,
                model.y,
                model_label,
                colours.ink,
                13,
                anchor,
                xshift=text_shift,
                yshift=18,
                **ground,
            )

    def hover(model: Mark) -> list[str]:
        return ["", figure_text(look.names.method(model.method)), ROLES.get(model.role, "")]

    points(
        figure,
        places,
        {
            "symbol": lambda model: SYMBOLS.get(model.role, "asterisk"),
            "size": 12,
            "color": colours.ink,
            "line": {"width": 2.5, "color": colours.ink},
        },
        data_of=hover,
        hover_template="%{customdata[1]}, %{customdata[2]}<br>%{x:.3f}, %{y:.3f}",
        showlegend=False,
        name="never ranked",
        unselected={"marker": {"opacity": 1}},
        cliponaxis=False,
    )


def _span(tradeoff: Tradeoff, direction: str) -> list[float]:
    """Return the range of an axis: from the lowest to the highest mark, with room around them."""
    axis_values = map(attrgetter(direction), (*tradeoff.points, *tradeoff.never_ranked))
    places = [axis_value for axis_value in axis_values if axis_value is not None]
    lowest = min(places, default=0.0)
    highest = max(places, default=1.0)
    margin = max(0.07 * (highest - lowest), 0.02)
    return [lowest - margin, highest + margin]


def _sides(tradeoff: Tradeoff) -> dict[str, str]:
    """Return the side of each mark on which its name is: above, else below or level, where no other
    name is in the way.

    Names point to the middle, so that none is cut.
    """
    leftmost, rightmost = _span(tradeoff, "x")
    lowest, highest = _span(tradeoff, "y")
    taken_places: list[tuple[float, float]] = []
    side_of_method = {}
    for candidate in sorted(
        tradeoff.drawn, key=lambda plane_mark: (-(plane_mark.y or 0.0), plane_mark.method)
    ):
        x_share = ((candidate.x or 0.0) - leftmost) / (rightmost - leftmost)
        y_share = ((candidate.y or 0.0) - lowest) / (highest - lowest)
        free_sides = [
            chosen_side
            for chosen_side, rise in RISES.items()
            if _is_free(x_share, y_share + rise, taken_places)
        ]
        chosen_side = next(iter(free_sides), "top")
        taken_places.append((x_share, y_share + RISES[chosen_side]))
        side_of_method[candidate.method] = (
            f"{chosen_side} {TOWARDS_MIDDLE[_half(tradeoff, candidate)]}"
        )
    return side_of_method


def _is_free(x_share: float, y_share: float, taken_places: Sequence[tuple[float, float]]) -> bool:
    for other_x, other_y in taken_places:
        if abs(y_share - other_y) < MIN_LINE_GAP and abs(x_share - other_x) < MIN_WORD_GAP:
            return False
    return True


def _half(tradeoff: Tradeoff, mark: Mark) -> int:
    """0 in the left half of the picture, 1 in the right half."""
    return int((mark.x or 0.0) > sum(_span(tradeoff, "x")) / 2)


def points_table(tradeoff: Tradeoff, labels: Labels) -> Table[Mark]:
    """Return one row per candidate, best first, then the models that are never ranked."""
    column = Column[Mark]
    across, upright = tradeoff.axes
    columns = [
        column("method", head=tradeoff.noun, kind="method"),
        column("group", place="file"),
    ]
    if tradeoff.has_checkpoints or len(tradeoff.groups) != len(tradeoff.points):
        columns.append(
            column(
                "group_label",
                lambda candidate: tradeoff.groups.get(candidate.group),
                "group",
                place="screen only",
            )
        )
    columns += [
        number_column("x", head=across.label),
        number_column("y", head=upright.label),
        number_column("score", better="higher"),
        flag_column("on_front", head="on the front"),
        flag_column("supported", head="leads at some split", place="screen"),
        flag_column("below_floor", "is_below_floor", "below the floor", place="screen"),
        column("role", place="screen"),
    ]
    ranked = sorted(
        tradeoff.points, key=lambda candidate: (candidate.score is None, -(candidate.score or 0.0))
    )
    return table([*ranked, *tradeoff.never_ranked], *columns)


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
        when=lambda tradeoff: not explanation(tradeoff),
    ),
)
