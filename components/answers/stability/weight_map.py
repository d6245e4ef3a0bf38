"""Who leads at which split of the weight between forgetting, privacy and utility?"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from math import sqrt

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, joined, percent, shortened, verb
from components.plotting.intervals import points
from components.plotting.marks import arrow, write
from components.plotting.theme import ink_on, mixed, palette
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.ranked_names import too_few
from components.stats.panel import Floats
from components.stats.ranking.weights import group_members
from components.stats.stability.ternary import Region, WeightMap
from components.table import Column, Table, item, number_column, table
from components.words import Labels, short, some
from data.registry import GROUP_WORDS, GROUPS

HEIGHT = sqrt(3) / 2
MARK_RADIUS = 0.025
"""Room that a mark takes to each side."""
WIDTH_IN_PIXELS = 300
LETTER_IN_PIXELS = 7
LINE_IN_PIXELS = 20
"""Usual width of the map on a telephone, of a letter, and height of a line: a name that does not
fit its part goes into the legend."""
CORNERS = np.array([(0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0)])
"""The corners of the groups: first on top, second left, third right."""
MAX_NAMED = 3
EXTENTS = (
    (0.995, "at nearly every split of the weight"),
    (0.5, "at most splits of the weight"),
    (0.0, "at more splits of the weight than any other"),
)
"""How the largest part of the map is called, if it is larger than a share of it."""
FIGURE_HEIGHT = 380
"""Pixels: with its reading aid the map fits on a screen of 1440 x 900 that is enlarged twice."""
READING = (
    "Each point is a split of weight between forgetting, privacy and usefulness; its colour"
    " is the method that leads there. Dot: your weights. Diamond: the nearest split at which"
    " another method catches the leader."
)
NO_WEIGHT = "No metric of forgetting, privacy or usefulness has weight."


@dataclass(frozen=True, eq=False)
class MappedWeights:
    """The map of the three groups; its indices are into `rows`."""

    rows: tuple[str, ...]
    map: WeightMap

    def named(self, row_indices: Iterable[int]) -> tuple[str, ...]:
        """Return the methods of rows."""
        return tuple(self.rows[row_index] for row_index in row_indices)

    @cached_property
    def area_by_leaders(self) -> dict[tuple[str, ...], float]:
        """The share of the map by leaders, the largest first."""
        areas: dict[tuple[str, ...], float] = {}
        for region in self.map.regions:
            leaders = self.named(region.methods)
            areas[leaders] = areas.get(leaders, 0.0) + region.area
        return dict(sorted(areas.items(), key=lambda leaders_and_area: -leaders_and_area[1]))


def compute(view: Resolved) -> MappedWeights | Absent:
    """Return who leads on the map of the three groups, each weighted inside as now, or equally if
    it has no weight."""
    contest = view.contest
    if len(contest.row_ids) < 2:
        return Absent(too_few(view.labels, contest.by_score))
    inside = np.zeros((len(contest.weights), len(GROUPS)))
    for group_index, group in enumerate(GROUPS):
        members = np.intersect1d(
            group_members(view.tables, view.selection.panel, group), contest.in_play
        )
        if not members.size:
            return Absent(
                f"This panel has no metric of {GROUP_WORDS[group]} that every ranked method has,"
                " so there is no map."
            )
        weights = contest.weights[members]
        if not weights.sum() > 0:
            weights = np.ones(len(members))
        inside[members, group_index] = weights / weights.sum()
    if contest.weights[inside.any(axis=1)].sum() <= 0:
        return Absent(NO_WEIGHT)
    return MappedWeights(contest.by_score, contest.map_of_leads(inside))


def say(mapped_weights: MappedWeights, names: Labels) -> Said:
    labels = short(names)
    return Said([finding(mapped_weights, labels), border_sentence(mapped_weights, labels)])


def finding(mapped_weights: MappedWeights, labels: Labels) -> str:
    """Return who leads on the largest part of the map, and who on the others; how large the parts
    are is drawn, the share of random weights stands in the table of how often each leads."""
    first_leaders, *other_leaders = mapped_weights.area_by_leaders
    verb_form = verb(len(first_leaders), "leads", "tie")
    sentence = f"{some(labels, first_leaders)} {verb_form}"
    if not other_leaders:
        return f"{sentence} at every split of the weight."
    share_of_map = mapped_weights.area_by_leaders[first_leaders]
    extent = next(words for least, words in EXTENTS if share_of_map > least)
    others = tuple(dict.fromkeys(chain.from_iterable(other_leaders)))
    lead = verb(len(others), "leads", "lead")
    return f"{sentence} {extent}; {some(labels, others)} {lead} elsewhere."


def border_sentence(mapped_weights: MappedWeights, labels: Labels) -> str:
    """Return where the nearest border of the leader runs."""
    mapped = mapped_weights.map
    leader = labels.method(mapped_weights.rows[mapped.leader])
    if mapped.border is None or mapped.challenger is None:
        return f"No split makes another method catch {leader}."
    challenger = labels.method(mapped_weights.rows[mapped.challenger])
    if (mapped.border == mapped.current).all():
        return f"{leader} and {challenger} tie at your weights."
    shares = [
        f"{percent(group_share)} {GROUP_WORDS[metric_group]}"
        for metric_group, group_share in zip(GROUPS, mapped.border.tolist(), strict=True)
    ]
    return f"The nearest border is at {joined(shares)}: there {challenger} catches {leader}."


def draw(mapped_weights: MappedWeights, look: Look) -> go.Figure:
    """Draw the triangle of the groups, each part named and coloured by its leader."""
    colours = palette(look.mode)
    figure = go.Figure()
    for colour_index, leaders in enumerate(mapped_weights.area_by_leaders):
        area_colour = colours.areas[colour_index % len(colours.areas)]
        _draw_parts(
            figure, mapped_weights, leaders, mixed(area_colour, colours.background, 0.45), look
        )
    _draw_points(figure, mapped_weights.map, look)
    above_corner = {"yanchor": "bottom", "yshift": 4}
    below_corner = {"yanchor": "top", "yshift": -4}
    side_of_corners = (("center", above_corner), ("left", below_corner), ("right", below_corner))
    for metric_group, (corner_x, corner_y), (anchor, corner_place) in zip(
        GROUPS, CORNERS.tolist(), side_of_corners, strict=True
    ):
        write(
            figure,
            corner_x,
            corner_y,
            f"all on {GROUP_WORDS[metric_group]}",
            colours.ink,
            13,
            anchor,
            **corner_place,
        )
    figure.update_xaxes(range=[-0.02, 1.02], visible=False)
    figure.update_yaxes(range=[-0.08, HEIGHT + 0.07], visible=False, scaleanchor="x", scaleratio=1)
    return figure.update_layout(height=FIGURE_HEIGHT, legend={"y": 1.02})


def _draw_parts(
    figure: go.Figure,
    mapped_weights: MappedWeights,
    leaders: tuple[str, ...],
    colour: str,
    look: Look,
) -> None:
    """Draw the parts of the map with these leaders; the largest has their name, or the legend."""
    labels = [
        figure_text(shortened(look.names.method(leader_id), 18))
        for leader_id in leaders[:MAX_NAMED]
    ]
    leaders_text = " = ".join(labels)
    polygons = [
        region.polygon @ CORNERS
        for region in mapped_weights.map.regions
        if mapped_weights.named(region.methods) == leaders
    ]
    place = _place_of_name(polygons[0], leaders_text, _marked(mapped_weights.map))
    if place is not None:
        write(figure, *place, leaders_text, ink_on(colour), 14, "center")
    for part_index, polygon in enumerate(polygons):
        closed_polygon = np.vstack([polygon, polygon[:1]])
        figure.add_scatter(
            x=closed_polygon[:, 0],
            y=closed_polygon[:, 1],
            mode="lines",
            fill="toself",
            fillcolor=colour,
            line={"width": 1.5, "color": palette(look.mode).ink},
            hoveron="fills",
            text=f"{leaders_text} {verb(len(leaders), 'leads', 'tie')} here",
            hoverinfo="text",
            name=f"{leaders_text} {verb(len(leaders), 'leads', 'tie')}",
            showlegend=part_index == 0 and place is None,
        )


def _draw_points(figure: go.Figure, weight_map: WeightMap, look: Look) -> None:
    """Draw the current weights, and the way to the nearest border."""
    colours = palette(look.mode)
    current = (weight_map.current @ CORNERS).tolist()
    if weight_map.border is not None and (weight_map.border != weight_map.current).any():
        border = (weight_map.border @ CORNERS).tolist()
        arrow(figure, current, border, colours.ink)
        line_style = {"width": 2}
        diamond = {"size": 10, "symbol": "diamond-open", "color": colours.ink, "line": line_style}
        points(
            figure,
            [(0, *border)],
            diamond,
            hover_template=_shares(weight_map.border),
            name="nearest border",
            showlegend=False,
        )
    marker_edge = {"width": 2, "color": colours.background}
    marker = {"size": 13, "color": colours.ink, "line": marker_edge}
    points(
        figure,
        [(0, *current)],
        marker,
        hover_template=_shares(weight_map.current),
        name="your weights",
        showlegend=False,
    )


def _marked(weight_map: WeightMap) -> Floats:
    """(n, 2) points on the way from the current weights to the nearest border, both included."""
    end = weight_map.current if weight_map.border is None else weight_map.border
    steps = np.linspace(0, 1, 21)[:, None]
    marked: Floats = (weight_map.current + steps * (end - weight_map.current)) @ CORNERS
    return marked


def _place_of_name(polygon: Floats, name: str, marked: Floats) -> tuple[float, float] | None:
    """Return where a name fits a convex polygon (V, 2) and covers none of the marked points (n, 2):
    in the middle, else towards a corner; None if it fits nowhere."""
    room = np.array([LETTER_IN_PIXELS * len(name), LINE_IN_PIXELS]) / (2 * WIDTH_IN_PIXELS)
    middle = polygon.mean(axis=0)
    for towards_corner in (0.0, 0.25, 0.4, 0.55):
        for corner in polygon:
            place = middle + towards_corner * (corner - middle)
            is_covered = (abs(marked - place) < room + MARK_RADIUS).all(axis=1)
            if _holds(polygon, place, room) and not is_covered.any():
                return float(place[0]), float(place[1])
    return None


def _holds(polygon: Floats, place: Floats, room: Floats) -> bool:
    """Whether a box of `room` (2,) to each side of a place lies in a convex polygon (V, 2)."""
    corners_of_box = place + np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)]) * room
    edges = np.roll(polygon, -1, axis=0) - polygon
    offsets = corners_of_box[:, None, :] - polygon
    sides = edges[:, 0] * offsets[..., 1] - edges[:, 1] * offsets[..., 0]
    return bool((sides >= 0).all() or (sides <= 0).all())


def _shares(point: Floats) -> str:
    share_lines = []
    for metric_group, group_share in zip(GROUPS, point.tolist(), strict=True):
        share_lines.append(f"{GROUP_WORDS[metric_group]}: {percent(group_share)}")
    return "<br>".join(share_lines)


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the map: what it is, who leads there, and as corner of a part the share of the
    map."""

    what: str
    methods: tuple[str, ...]
    area: float | None
    shares: Floats


def map_table(mapped_weights: MappedWeights, labels: Labels) -> Table[Point]:
    """Return one row per corner of each part of the map, then the points drawn."""
    mapped = mapped_weights.map
    rows = []
    for region in mapped.regions:
        for corner in region.polygon:
            rows.append(Point("corner", mapped_weights.named(region.methods), region.area, corner))
    rows.append(Point("your weights", mapped_weights.named([mapped.leader]), None, mapped.current))
    if mapped.border is not None and mapped.challenger is not None:
        both_names = mapped_weights.named([mapped.leader, mapped.challenger])
        rows.append(Point("nearest border", both_names, None, mapped.border))
    column = Column[Point]
    columns = [
        column("what", place="screen"),
        column("methods", head="method", kind="method", place="screen"),
        number_column("area", place="file"),
    ]
    for group_index, metric_group in enumerate(GROUPS):
        columns.append(
            number_column(
                f"shares.{metric_group}",
                item("shares", group_index),
                GROUP_WORDS[metric_group],
                place="screen",
            )
        )
    return table(rows, *columns)


def heard_table(mapped_weights: MappedWeights, labels: Labels) -> Table[Region]:
    """Return one row per part of the map: who leads, and from which to which weight of each
    group."""

    def leaders_of(region: Region) -> tuple[str, ...]:
        return mapped_weights.named(region.methods)

    columns: list[Column[Region]] = [Column("leads", leaders_of, kind="method", place="screen")]
    for group_index, metric_group in enumerate(GROUPS):
        columns.append(
            Column(GROUP_WORDS[metric_group], partial(_range, group_index), place="screen")
        )
    return table(mapped_weights.map.regions, *columns)


def _range(group_index: int, region: Region) -> str:
    weights = region.polygon[:, group_index]
    return f"{percent(weights.min())} to {percent(weights.max())}"


WEIGHT_MAP = Answer(
    "weight_map",
    compute,
    say,
    Part(
        "weight_map",
        "Who leads at which split of the weight",
        map_table,
        draw,
        reading=READING,
        heard=heard_table,
    ),
    terms=("uqs",),
)
