"""Who leads at which split of the weight between forgetting, privacy and utility?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Look, Part, Said
from components.answers.stability.ranked import ranked
from components.format import figure_text, joined, percent, shortened
from components.plotting.intervals import points
from components.plotting.marks import arrow, write
from components.plotting.theme import ink_on, mixed, palette
from components.resolved import Resolved
from components.results.ranked_names import too_few
from components.stats.panel import Floats
from components.stats.ranking.weights import group_members
from components.stats.stability.ternary import WeightMap, weight_map
from components.table import Column, Table, item, table
from components.words import Labels, short, some
from data.registry import GROUPS

HEIGHT = sqrt(3) / 2
PIXELS, LETTER = 400, 7
"""Usual width of the map on a screen and of a letter: a name that does not fit its part goes into
the legend."""
PLACES = np.array([(0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0)])
"""The corners of the groups: first on top, second left, third right."""
NAMED = 3
READING = (
    "Each point is a split of weight between forgetting, privacy and utility; its colour is the"
    " method that leads there. Dot: your weights. Diamond: the nearest split at which another"
    " method catches the leader."
)


@dataclass(frozen=True, eq=False)
class MappedWeights:
    """The map of the three groups; `owners` are the methods of its rows, checkpoints by their
    method.

    `mass` is the weight that the groups share; metrics without a group keep theirs.
    """

    owners: tuple[str, ...]
    map: WeightMap
    mass: float

    def methods(self, rows: Sequence[int]) -> tuple[str, ...]:
        """The methods of rows, each once."""
        return tuple(dict.fromkeys(self.owners[i] for i in rows))

    @property
    def areas(self) -> dict[tuple[str, ...], float]:
        """The share of the map by leaders, the largest first."""
        found: dict[tuple[str, ...], float] = {}
        for region in self.map.regions:
            own = self.methods(region.methods)
            found[own] = found.get(own, 0.0) + region.area
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def compute(view: Resolved) -> MappedWeights | Absent:
    """Return who leads on the map of the three groups, each weighted inside as now, or equally if
    it has no weight."""
    data = ranked(view)
    if len(data.methods) < 2:
        return Absent(too_few(view.labels, data.methods))
    inside = np.zeros((len(view.w), len(GROUPS)))
    for g, group in enumerate(GROUPS):
        own = [
            k for k in group_members(view.tables, view.selection.panel, group) if k in view.in_play
        ]
        if not own:
            return Absent(
                f"This panel has no metric of {group} that every ranked method has, so there is no"
                " map."
            )
        now = view.w[own]
        inside[own, g] = now / now.sum() if now.sum() > 0 else 1 / len(own)
    grouped = inside.any(axis=1)
    mass = float(view.w[grouped].sum())
    if mass <= 0:
        return Absent("No metric of forgetting, privacy or utility has weight.")
    utilities = view.utilities[list(data.rows)]
    rest = np.nan_to_num(utilities[:, ~grouped]) @ view.w[~grouped]
    corners = mass * np.nan_to_num(utilities) @ inside + rest[:, None]
    shares = np.array([view.w[inside[:, g] > 0].sum() for g in range(len(GROUPS))]) / mass
    grids = data.grids
    owners = [*data.methods] if grids is None else [""] * len(data.rows)
    if grids is not None:
        for name, members in zip(grids.names, grids.members, strict=True):
            for i in members:
                owners[i] = name
    return MappedWeights(tuple(owners), weight_map(corners, shares), mass)


def say(result: MappedWeights, names: Labels) -> Said:
    labels, areas = short(names), list(result.areas.items())
    leads = ["leads" if len(own) == 1 else "tie" for own, _ in areas]
    first, *others = [
        f"{some(labels, own)} {verb} in {percent(a)}"
        for (own, a), verb in zip(areas, leads, strict=True)
    ]
    rest = ["others lead in the rest"] if len(areas) > NAMED else []
    return Said(
        [
            f"{joined([f'{first} of the splits', *others[: NAMED - 1], *rest])}.",
            border_sentence(result, labels),
        ]
    )


def border_sentence(result: MappedWeights, labels: Labels) -> str:
    """Return where the nearest border of the leader runs."""
    mapped = result.map
    leader = labels.method(result.owners[mapped.leader])
    if mapped.border is None or mapped.challenger is None:
        return f"No split makes another method catch {leader}."
    challenger = labels.method(result.owners[mapped.challenger])
    if (mapped.border == mapped.current).all():
        return f"{leader} and {challenger} tie at your weights."
    at = joined([f"{percent(s)} {g}" for g, s in zip(GROUPS, mapped.border.tolist(), strict=True)])
    return f"The nearest border is at {at}: there {challenger} catches {leader}."


def draw(result: MappedWeights, look: Look) -> go.Figure:
    """Draw the triangle of the groups, each part named and coloured by its leader."""
    c, labels, mapped = palette(look.mode), look.names, result.map
    hues = {
        own: mixed(c.areas[i % len(c.areas)], c.background, 0.45)
        for i, own in enumerate(result.areas)
    }
    fig, listed = go.Figure(), set()
    for region in mapped.regions:
        own = result.methods(region.methods)
        corners = region.polygon @ PLACES
        name = " = ".join(figure_text(shortened(labels.method(m), 18)) for m in own[:NAMED])
        x, y = _centre(corners)
        written = own not in listed and _width(corners, y) * PIXELS > LETTER * len(name)
        ring = np.vstack([corners, corners[:1]])
        fig.add_scatter(
            x=ring[:, 0],
            y=ring[:, 1],
            mode="lines",
            fill="toself",
            fillcolor=hues[own],
            line={"width": 1.5, "color": c.ink},
            hoveron="fills",
            text=f"{name} leads on {percent(result.areas[own])} of the map",
            hoverinfo="text",
            name=f"{name} leads",
            showlegend=own not in listed and not written,
        )
        listed.add(own)
        if written:
            write(fig, x, y, name, ink_on(hues[own]), 14, "center")
    here = mapped.current @ PLACES
    if mapped.border is not None and (mapped.border != mapped.current).any():
        there = mapped.border @ PLACES
        arrow(fig, here.tolist(), there.tolist(), c.ink)
        diamond = {"size": 10, "symbol": "diamond-open", "color": c.ink, "line": {"width": 2}}
        points(fig, [(0, *there)], diamond, hover=_shares(mapped.border), name="nearest border")
    dot = {"size": 13, "color": c.ink, "line": {"width": 2, "color": c.background}}
    points(fig, [(0, *here)], dot, hover=_shares(mapped.current), name="your weights")
    for group, (x, y), anchor in zip(
        GROUPS, PLACES.tolist(), ("center", "left", "right"), strict=True
    ):
        away = {"yanchor": "bottom", "yshift": 4} if y else {"yanchor": "top", "yshift": -4}
        write(fig, x, y, f"all on {group}", c.ink, 13, anchor, **away)
    fig.update_xaxes(range=[-0.02, 1.02], visible=False)
    fig.update_yaxes(range=[-0.08, HEIGHT + 0.07], visible=False, scaleanchor="x", scaleratio=1)
    return fig.update_layout(height=460, legend={"y": 1.02})


def _centre(polygon: Floats) -> tuple[float, float]:
    """Centroid of a convex polygon."""
    after = np.roll(polygon, -1, axis=0)
    cross = polygon[:, 0] * after[:, 1] - after[:, 0] * polygon[:, 1]
    area = cross.sum()
    x, y = ((polygon + after) * cross[:, None]).sum(axis=0) / (3 * area) if area else polygon[0]
    return float(x), float(y)


def _width(polygon: Floats, y: float) -> float:
    """How wide a convex polygon is at a height."""
    crossed = [
        x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True)
        if (y0 > y) != (y1 > y)
    ]
    return float(max(crossed) - min(crossed)) if crossed else 0.0


def _shares(point: Floats) -> str:
    return "<br>".join(f"{g}: {percent(v)}" for g, v in zip(GROUPS, point.tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the map: what it is, who leads there, and as corner of a part the share of the
    map."""

    what: str
    methods: tuple[str, ...]
    area: float | None
    shares: Floats


def map_table(result: MappedWeights, names: Labels) -> Table[Point]:
    """One row per corner of each part of the map, then the points drawn."""
    column, mapped = Column[Point], result.map
    rows = [
        Point("corner", result.methods(r.methods), r.area, p)
        for r in mapped.regions
        for p in r.polygon
    ]
    rows.append(Point("your weights", result.methods([mapped.leader]), None, mapped.current))
    if mapped.border is not None and mapped.challenger is not None:
        rows.append(
            Point(
                "nearest border",
                result.methods([mapped.leader, mapped.challenger]),
                None,
                mapped.border,
            )
        )
    columns = (
        column("what", lambda p: p.what),
        column("methods", lambda p: p.methods, "method", kind="method"),
        column("area", lambda p: p.area, "share of the map", kind="number"),
        *(
            column(f"shares.{g}", item(lambda p: p.shares, k), g, kind="number")
            for k, g in enumerate(GROUPS)
        ),
    )
    return table(columns, rows)


WEIGHT_MAP = Answer(
    "weight_map",
    compute,
    say,
    Part("weight_map", "Who leads at which split of the weight", map_table, draw, reading=READING),
    terms=("uqs",),
)
