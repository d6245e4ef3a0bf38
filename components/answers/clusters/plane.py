"""Which metrics are near one another? Metrics as points in the plane: near ones order the methods alike."""

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

import plotly.graph_objects as go

from components.answers.clusters.grouping import Clusters, compute, nearest_and_farthest
from components.answers.clusters.marks import WRITTEN, name_of, symbol
from components.answers.record import Answer, Look, Part, silent
from components.labels import Labels
from components.plotting.intervals import points as marks
from components.plotting.theme import metric_colours, palette
from components.stats import scipy
from components.table import Column, Table, table
from components.text import figure_text, number, shortened

Point = tuple[float, float]
Box = tuple[float, float, float, float]
NOT_EUCLIDEAN = "These distances have no exact picture in any number of dimensions; see the stress."
PIXELS = 300
"""Width of the map on a phone: names are placed so that they do not overlap there."""


class Letters(NamedTuple):
    """Font size and width of a letter in pixels, and how many letters of a name are shown."""

    size: int
    width: float
    most: int


def draw(result: Clusters, look: Look) -> go.Figure:
    """Points with their clusters filled and the published clusters dotted; both axes in the unit of the distance."""
    names = look.names
    colours, hues = palette(look.mode), metric_colours(result.panel.metric_ids, look.mode)
    points, theirs = places(result), result.theirs
    reach = max((hypot(*p) for p in points.values()), default=0.0) or 1.0
    fig = go.Figure()
    ours = {"fill": "toself", "fillcolor": colours.surface, "line": {"width": 2, "color": colours.muted}}
    dotted = {"fill": "none", "line": {"width": 2, "color": colours.accent, "dash": "dot"}}
    for name, clusters, radius, line in (
        ("clusters here", result.labels, 0.13 * reach, ours),
        ("published clusters", theirs, 0.19 * reach, dotted),
    ):
        for i, cluster in enumerate(sorted(set(clusters.values()))):
            inside = [points[m] for m, c in clusters.items() if c == cluster]
            _outline(fig, inside, radius, {**line, "name": name, "legendgroup": name, "showlegend": i == 0})
    for group in [*sorted(set(theirs.values())), None]:
        members = [(m, *at) for m, at in points.items() if theirs.get(m) == group]
        if members:
            marks(
                fig,
                members,
                {"size": 13, "color": hues.get, "symbol": symbol(group), "line": {"width": 1, "color": colours.ink}},
                data=lambda m: name_of(result, names, m),
                hover="%{customdata}",
                cliponaxis=False,
                showlegend=False,
            )
    width = 1.3 * reach
    letters = _letters(len(points))
    labels = {m: names.metric(m) for m in points}
    fig.update_layout(
        annotations=[
            {
                "x": points[m][0],
                "y": points[m][1],
                "text": figure_text(shortened(labels[m], letters.most)),
                "showarrow": False,
                "xanchor": "left" if right > 0 else "right" if right < 0 else "center",
                "yanchor": "bottom" if up > 0 else "top" if up < 0 else "middle",
                "xshift": 9 * right,
                "yshift": 9 * up,
                "bgcolor": colours.background,
                "opacity": 0.85,
                "borderpad": 0,
                "font": {"size": letters.size, "color": colours.ink},
            }
            for m, (right, up) in label_sides(points, labels, 2 * width).items()
        ]
    )
    fig.update_xaxes(range=[-width, width], nticks=6, zeroline=False, title_text="distance √(2(1−τ)), drawn to scale")
    fig.update_yaxes(range=[-width, width], nticks=6, zeroline=False, scaleanchor="x", scaleratio=1)
    fig.update_layout(height=460 if len(points) <= WRITTEN else 640, legend={"traceorder": "normal"})
    return fig


def places(result: Clusters) -> dict[str, Point]:
    """Places in the plane by metric, in the unit of the distance."""
    return {m: (float(x), float(y)) for m, (x, y) in zip(result.got.metrics, result.plane.points, strict=True)}


def _outline(fig: go.Figure, points: Sequence[Point], radius: float, look: dict[str, object]) -> None:
    """A closed line at a distance around points: the hull of circles about them."""
    circles = [(x + radius * cos(a), y + radius * sin(a)) for x, y in points for a in _ANGLES]
    hull = [circles[i] for i in scipy.spatial.ConvexHull(circles).vertices]
    ring = [*hull, hull[0]]
    fig.add_scatter(x=[x for x, _ in ring], y=[y for _, y in ring], mode="lines", hoverinfo="skip", **look)


_ANGLES = [2 * pi * i / 32 for i in range(32)]


def label_sides(points: Mapping[str, Point], labels: Mapping[str, str], width: float) -> dict[str, tuple[int, int]]:
    """The side (right, up) of each point on which its name meets no other name and no point, as far as there is one.

    `width` of the plane is taken to be drawn on `PIXELS`. With few metrics a name without a free side is still
    above its point, so that all are named.
    """
    unit, letters = width / PIXELS, _letters(len(points))
    marks = {m: (x - 8 * unit, x + 8 * unit, y - 8 * unit, y + 8 * unit) for m, (x, y) in points.items()}
    names: list[Box] = []
    sides: dict[str, tuple[int, int]] = {}
    for m, (x, y) in points.items():
        half = (letters.width / 2 * len(shortened(labels[m], letters.most)) + 2) * unit
        taken = [*names, *(box for other, box in marks.items() if other != m)]
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cx, cy = x + right * (9 * unit + half), y + up * 17 * unit
            box = (cx - half, cx + half, cy - 8 * unit, cy + 8 * unit)
            if abs(cx) + half < width / 2 and not any(_overlap(box, other) for other in taken):
                names.append(box)
                sides[m] = (right, up)
                break
        else:
            if len(points) <= WRITTEN:
                sides[m] = (0, 1)
    return sides


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


def _letters(count: int) -> Letters:
    return Letters(13, 7.2, 14) if count <= WRITTEN else Letters(11, 6.0, 12)


def map_sentence(result: Clusters, names: Labels) -> str:
    """How well the plane fits, and which metrics are nearest."""
    if len(result.got.metrics) < 2:
        return ""
    nearest, farthest = nearest_and_farthest(result, names)
    fit = f"Stress-1 of the map is {number(round(result.plane.stress, 9))} (0 = exact)."
    if len(result.got.metrics) == 2:
        return f"{fit} It shows only {nearest}."
    if nearest == farthest:
        return f"{fit} All pairs of metrics are equally near: τ {number(result.got.tau[0, 1], sign=True)}."
    return f"{fit} Nearest are {nearest}; farthest apart {farthest}. {'' if result.euclidean else NOT_EUCLIDEAN}"


def map_caption(result: Clusters, names: Labels) -> str:
    """How to read the map."""
    end = ", dotted lines and shapes the published ones" if result.published else ""
    return (
        "Near means that two metrics order the methods alike; directions have no meaning. Areas are the clusters here"
        f"{end}. Names that would overlap are left to hovering and the table."
    )


def metrics_table(result: Clusters, names: Labels) -> Table[int]:
    """One row per clustered metric: cluster, silhouette, place on the map."""
    metrics, theirs = result.got.metrics, result.theirs
    column = Column[int]
    columns = (
        column("metric", lambda i: metrics[i], kind="metric", place="print"),
        column("cluster", lambda i: int(result.cut[i]), kind="count", place="print"),
        column("published_cluster", lambda i: theirs.get(metrics[i]), "published cluster", kind="count"),
        column("silhouette", lambda i: result.silhouettes[i], kind="number", place="print"),
        column("x", lambda i: result.plane.points[i, 0], kind="number", unit="distance"),
        column("y", lambda i: result.plane.points[i, 1], kind="number", unit="distance"),
    )
    return table(columns, range(len(metrics)))


MAP = Answer(
    "map",
    compute,
    silent,
    Part(
        "metrics",
        "Metrics in the plane",
        metrics_table,
        draw,
        reading=lambda result, names: f"{map_sentence(result, names)} {map_caption(result, names)}",
        when=lambda result: bool(result.got.metrics),
        tools=lambda result: len(result.got.metrics) > WRITTEN,
    ),
    heading="Map",
    terms=("stress",),
)
