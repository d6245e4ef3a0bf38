"""Who leads where, when three metrics share their weight differently?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.answers.stability.ranked import CHECKPOINTS_ONLY, Ranked, ranked
from components.errors import NotEnoughData
from components.labels import Labels
from components.plotting.intervals import points
from components.plotting.marks import arrow, write
from components.plotting.theme import ink_on, mixed, palette
from components.resolved import Resolved, reads
from components.sentences import NAMED, short, some
from components.stats.panel import Floats
from components.stats.ranking.dominance import effective_weights
from components.stats.stability.ternary import WeightMap, weight_map
from components.table import Column, Table, item, table
from components.text import figure_text, joined, number, percent, shortened

CORNERS = 3
HEIGHT = sqrt(3) / 2
PIXELS, LETTER = 400, 7
"""Usual width of the map on a screen and of a letter: a name that does not fit its part goes into the legend."""
PLACES = np.array([(0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0)])
"""Where the three metrics are: first on top, second left, third right."""
READING = (
    "Every point shares the weight of the three metrics differently, all on one metric at its corner; the other "
    "weights stay. Each part is named by its leader. Dot: your weights. Diamond: the nearest point (L2) where another "
    "method catches the leader."
)


@dataclass(frozen=True, eq=False)
class MappedWeights:
    """The map of the three metrics `corners`, None with the `reason` where they have no weight to share."""

    data: Ranked
    corners: tuple[str, ...]
    map: WeightMap | None
    reason: str

    def methods(self, rows: Sequence[int]) -> tuple[str, ...]:
        """The ids of rows."""
        return tuple(self.data.methods[i] for i in rows)


@reads(rows=True, view_only=("corners",))
def compute(view: Resolved) -> MappedWeights | Absent:
    """Who leads where on the map of the three metrics chosen."""
    if view.grids is not None:
        return Absent(CHECKPOINTS_ONLY)
    data, corners = ranked(view), corners_mapped(view)
    if len(data.methods) < 2:
        return Absent(f"There is no map here: {'only one' if data.methods else 'no'} method is ranked.")
    if len(corners) < CORNERS:
        return Absent("There is no map here: it needs three metrics that every ranked method has.")
    try:
        mapped = weight_map(data.utilities, data.w, [data.metrics.index(m) for m in corners])
    except NotEnoughData as error:
        return MappedWeights(data, corners, None, str(error))
    return MappedWeights(data, corners, mapped, "")


def corners_mapped(view: Resolved) -> tuple[str, ...]:
    """The three metrics of the map: the chosen ones, filled up with the ones whose effective weight is largest now."""
    data = ranked(view)
    if not data.methods:
        return ()
    chosen = [m for m in view.selection.corners if m in data.metrics]
    effective = np.nan_to_num(effective_weights(data.utilities, data.w).values)
    order = sorted(range(len(data.metrics)), key=lambda k: (-effective[k], -data.w[k], k))
    rest = [data.metrics[k] for k in order if data.metrics[k] not in chosen]
    corners = (*chosen, *rest)[:CORNERS]
    return tuple(m for m in data.metrics if m in corners) if len(chosen) < CORNERS else corners


def say(result: MappedWeights, names: Labels) -> Said:
    """Who leads on how much of the map, and where the nearest border runs."""
    labels, mapped = short(names), result.map
    if mapped is None:
        return Said([f"There is no map here: {result.reason}."])
    weights, three = (
        dict(zip(result.data.metrics, result.data.w.tolist(), strict=True)),
        labels.listed_metrics(result.corners),
    )
    kept = any(w for m, w in weights.items() if m not in result.corners)
    (first, area), *more = [(result.methods(r.methods), percent(r.area)) for r in mapped.regions[:NAMED]]
    parts = [f"{some(labels, first)} {'leads' if len(first) == 1 else 'lead'} in {area} of the splits"]
    parts += [f"{some(labels, methods)} in {share}" for methods, share in more]
    if len(mapped.regions) > NAMED:
        parts.append("others in the rest")
    rest = " and keep the rest" if kept else ""
    leads = f"Split {number(mapped.mass, 2)} of the weight among {three}{rest}: {', '.join(parts)}."
    return Said([leads, _border(result, mapped, labels)])


def _border(result: MappedWeights, mapped: WeightMap, labels: Labels) -> str:
    leader = labels.method(result.data.methods[mapped.leader])
    if mapped.border is None or mapped.challenger is None:
        return f"No point of this map makes another method catch {leader}."
    challenger = labels.method(result.data.methods[mapped.challenger])
    if (mapped.border == mapped.current).all():
        return f"{leader} and {challenger} are level at your weights."
    shares = zip(result.corners, mapped.border.tolist(), strict=True)
    at = joined([f"{labels.metric(m)} {number(mapped.mass * s)}" for m, s in shares])
    return f"The nearest border (in L2) is at {at}: there {challenger} catches {leader}."


def draw(result: MappedWeights, look: Look) -> go.Figure:
    """The triangle of three metrics, each part named and coloured by its leader.

    The dot is where the weights are now, the arrow points to the nearest border.
    """
    c, labels, mapped = palette(look.mode), look.names, result.map
    assert mapped is not None
    fig = go.Figure()
    for i, region in enumerate(mapped.regions):
        fill = mixed(c.areas[i % len(c.areas)], c.background, 0.45)
        points = region.polygon @ PLACES
        name = _leaders(result.methods(region.methods), labels)
        x, y = _centre(points)
        named = _width(points, y) * PIXELS > LETTER * len(name)
        ring = np.vstack([points, points[:1]])
        fig.add_scatter(
            x=ring[:, 0],
            y=ring[:, 1],
            mode="lines",
            fill="toself",
            fillcolor=fill,
            line={"width": 1.5, "color": c.ink},
            hoveron="fills",
            text=f"{name} leads on {region.area:.1%} of the map",
            hoverinfo="text",
            name=f"{name} leads",
            showlegend=not named,
        )
        if named:
            write(fig, x, y, name, ink_on(fill), 14, "center")
    here = mapped.current @ PLACES
    if mapped.border is not None and (mapped.border != mapped.current).any():
        there = mapped.border @ PLACES
        arrow(fig, here.tolist(), there.tolist(), c.ink)
        open_mark = {"size": 10, "symbol": "diamond-open", "color": c.ink, "line": {"width": 2}}
        _mark(fig, there, "nearest border", _shares(result, mapped.border, labels), open_mark)
    filled = {"size": 13, "color": c.ink, "line": {"width": 2, "color": c.background}}
    _mark(fig, here, "your weights", _shares(result, mapped.current, labels), filled)
    for metric, (x, y), anchor in zip(result.corners, PLACES.tolist(), ("center", "left", "right"), strict=True):
        away = {"yanchor": "bottom", "yshift": 4} if y else {"yanchor": "top", "yshift": -4}
        write(fig, x, y, f"all on {figure_text(shortened(labels.metric(metric), 20))}", c.ink, 13, anchor, **away)
    fig.update_xaxes(range=[-0.02, 1.02], visible=False)
    fig.update_yaxes(range=[-0.08, HEIGHT + 0.07], visible=False, scaleanchor="x", scaleratio=1)
    return fig.update_layout(height=460, legend={"y": 1.02})


def _mark(fig: go.Figure, at: Floats, name: str, hover: str, marker: dict[str, object]) -> None:
    points(fig, [(at, at[0], at[1])], marker, hover=hover, name=name)


def _centre(points: Floats) -> tuple[float, float]:
    """Centroid of a convex polygon."""
    after = np.roll(points, -1, axis=0)
    cross = points[:, 0] * after[:, 1] - after[:, 0] * points[:, 1]
    area = cross.sum()
    x, y = ((points + after) * cross[:, None]).sum(axis=0) / (3 * area) if area else points[0]
    return float(x), float(y)


def _width(points: Floats, y: float) -> float:
    """How wide a convex polygon is at a height."""
    crossed = [
        x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, axis=0), strict=True)
        if (y0 > y) != (y1 > y)
    ]
    return float(max(crossed) - min(crossed)) if crossed else 0.0


def _leaders(methods: Sequence[str], labels: Labels) -> str:
    names = " = ".join(figure_text(shortened(labels.method(m), 18)) for m in methods[:3])
    return f"{names} = {len(methods) - 3} more" if len(methods) > 3 else names


def _shares(result: MappedWeights, point: Floats, labels: Labels) -> str:
    shares = zip(result.corners, point.tolist(), strict=True)
    return "<br>".join(f"{figure_text(labels.metric(m))}: {number(v)} of the three" for m, v in shares)


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the map: what it is, who leads there, and as corner of a part the share of the map."""

    what: str
    methods: tuple[str, ...]
    share: float | None
    shares: Floats


def map_table(result: MappedWeights, names: Labels) -> Table[Point]:
    """One row per corner of each part of the map, then the points drawn; weights, not shares."""
    column, mapped = Column[Point], result.map
    if mapped is None:
        return Table((), ())
    corner = "corner of its part"
    rows = [Point(corner, result.methods(r.methods), r.area, p) for r in mapped.regions for p in r.polygon]
    rows.append(Point("your weights", result.methods([mapped.leader]), None, mapped.current))
    if mapped.border is not None and mapped.challenger is not None:
        rows.append(Point("nearest border", result.methods([mapped.leader, mapped.challenger]), None, mapped.border))
    columns = (
        column("what", lambda p: p.what),
        column("methods", lambda p: p.methods, "method", kind="method"),
        column("share", lambda p: p.share, "share of the map", kind="number"),
        *(
            column(f"weights.{m}", item(lambda p: mapped.mass * p.shares, k), names.metric(m), kind="number")
            for k, m in enumerate(result.corners)
        ),
    )
    return table(columns, rows)


WEIGHT_MAP = Answer(
    "weight_map",
    compute,
    say,
    Part(
        "weight_map",
        "Who leads where on the map of weights",
        map_table,
        draw,
        reading=READING,
        when=lambda result: result.map is not None,
    ),
    boxes=Boxes(
        "corners",
        ("Top corner", "Left corner", "Right corner"),
        lambda result, names: {m: shortened(names.metric(m)) for m in result.data.metrics},
        lambda result: result.corners,
    ),
    terms=("uqs",),
    opened=True,
)
