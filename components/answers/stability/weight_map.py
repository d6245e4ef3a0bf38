"""Who leads at which split of the weight between forgetting, privacy and utility?"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
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
from components.stats.stability.ternary import WeightMap
from components.table import Column, Table, item, table
from components.words import Labels, short, some
from data.registry import GROUPS

HEIGHT = sqrt(3) / 2
WIDTH_IN_PIXELS = 400
LETTER_IN_PIXELS = 7
"""Usual width of the map on a screen and of a letter: a name that does not fit its part goes into
the legend."""
CORNERS = np.array([(0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0)])
"""The corners of the groups: first on top, second left, third right."""
MAX_NAMED = 3
READING = (
    "Each point is a split of weight between forgetting, privacy and utility; its colour is the"
    " method that leads there. Dot: your weights. Diamond: the nearest split at which another"
    " method catches the leader."
)
NO_WEIGHT = "No metric of forgetting, privacy or utility has weight."


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
                f"This panel has no metric of {group} that every ranked method has, so there is no"
                " map."
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
    area_texts = []
    for leaders, share_of_map in list(mapped_weights.area_by_leaders.items())[:MAX_NAMED]:
        verb_form = verb(len(leaders), "leads", "tie")
        area_texts.append(f"{some(labels, leaders)} {verb_form} in {percent(share_of_map)}")
    area_texts[0] += " of the splits"
    if len(mapped_weights.area_by_leaders) > MAX_NAMED:
        area_texts.append("others lead in the rest")
    return Said([f"{joined(area_texts)}.", border_sentence(mapped_weights, labels)])


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
        f"{percent(group_share)} {metric_group}"
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
            f"all on {metric_group}",
            colours.ink,
            13,
            anchor,
            **corner_place,
        )
    figure.update_xaxes(range=[-0.02, 1.02], visible=False)
    figure.update_yaxes(range=[-0.08, HEIGHT + 0.07], visible=False, scaleanchor="x", scaleratio=1)
    return figure.update_layout(height=460, legend={"y": 1.02})


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
    centre_x, centre_y = polygons[0].mean(axis=0).tolist()
    name_fits = _width(polygons[0], centre_y) * WIDTH_IN_PIXELS > LETTER_IN_PIXELS * len(
        leaders_text
    )
    if name_fits:
        write(figure, centre_x, centre_y, leaders_text, ink_on(colour), 14, "center")
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
            text=(
                f"{leaders_text} leads on"
                f" {percent(mapped_weights.area_by_leaders[leaders])} of the map"
            ),
            hoverinfo="text",
            name=f"{leaders_text} leads",
            showlegend=part_index == 0 and not name_fits,
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
        )
    marker_edge = {"width": 2, "color": colours.background}
    marker = {"size": 13, "color": colours.ink, "line": marker_edge}
    points(
        figure,
        [(0, *current)],
        marker,
        hover_template=_shares(weight_map.current),
        name="your weights",
    )


def _width(polygon: Floats, height: float) -> float:
    """How wide a convex polygon (V, 2) is at a height."""
    crossings = []
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if (y0 > height) != (y1 > height):
            crossings.append(x0 + (x1 - x0) * (height - y0) / (y1 - y0))
    return float(max(crossings, default=0.0) - min(crossings, default=0.0))


def _shares(point: Floats) -> str:
    share_lines = []
    for metric_group, group_share in zip(GROUPS, point.tolist(), strict=True):
        share_lines.append(f"{metric_group}: {percent(group_share)}")
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
        column("what"),
        column("methods", head="method", kind="method"),
        column("area", head="share of the map", kind="number"),
    ]
    for group_index, metric_group in enumerate(GROUPS):
        columns.append(
            column(
                f"shares.{metric_group}",
                item(lambda map_point: map_point.shares, group_index),
                metric_group,
                kind="number",
            )
        )
    return table(columns, rows)


WEIGHT_MAP = Answer(
    "weight_map",
    compute,
    say,
    Part("weight_map", "Who leads at which split of the weight", map_table, draw, reading=READING),
    terms=("uqs",),
)
