"""What becomes of a metric along the training of a method? Checkpoints before the one that is ranked, drawn only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components import names
from components.answers.record import Absent, Answer, Look, Part, Said
from components.labels import Labels
from components.plotting.marks import log_ticks
from components.plotting.theme import palette
from components.served import Served
from components.table import Column, Table, table
from components.text import counted, figure_text, shortened
from components.text import number as written
from data.registry import Metric, Tables

READING = (
    "Each line is one method, from its first stored checkpoint to the last. Filled: the one that is ranked; open: "
    "earlier ones, of which nothing else was stored."
)
HEIGHT = 230
"""Pixels of one panel."""
SPREAD = 20
"""From this ratio of the farthest to the nearest place on, places are on a log scale."""


@dataclass(frozen=True, kw_only=True)
class Point:
    """A checkpoint: how far `along` the path of its method it is, and its value; the last of a path is `ranked`."""

    suite: str
    panel: str
    panel_label: str
    benchmark: str
    method: str
    method_label: str
    along: str
    at: float
    value: float | None
    ranked: bool


@dataclass(frozen=True, kw_only=True)
class Paths:
    """The paths of one metric by suite, panel and method; `better` is 1 where higher is better, −1 where lower is."""

    label: str
    better: int
    paths: Mapping[tuple[str, str, str], tuple[Point, ...]]

    @property
    def points(self) -> tuple[Point, ...]:
        """Every checkpoint."""
        return tuple(p for path in self.paths.values() for p in path)

    @property
    def drawn(self) -> dict[tuple[str, str], list[list[Point]]]:
        """Paths of two values or more by what they share an axis with: a panel, and what changes along them."""
        shared: dict[tuple[str, str], list[list[Point]]] = {}
        for path in self.paths.values():
            known = [p for p in path if p.value is not None]
            if len(known) > 1:
                shared.setdefault((known[0].panel_label, known[0].along), []).append(known)
        return shared


def compute(served: Served) -> Paths | Absent:
    """The paths of the metric at the address, in every suite that stores some."""
    found: dict[tuple[str, str, str], tuple[Point, ...]] = {}
    metric = None
    for tables in served.suites:
        for own in tables.scores if "path" in tables.extras else ():
            if names.address("metrics", tables, own.id) == served.selection.id:
                found |= _paths(tables, own)
                metric = own
    if metric is None or not found:
        return Absent("")
    return Paths(label=metric.label, better=0 if metric.targeted else metric.sign, paths=found)


def _paths(tables: Tables, metric: Metric) -> dict[tuple[str, str, str], tuple[Point, ...]]:
    panels = {p.id: p.label for p in tables.panels}
    methods = {m.id: m.label for m in tables.methods}
    frame = tables.extras["path"]
    found: dict[tuple[str, str, str], tuple[Point, ...]] = {}
    for _, rows in frame[frame["metric"] == metric.id].groupby(["panel", "method"], sort=False):
        records = rows.to_dict("records")
        found[tables.suite.id, records[0]["panel"], records[0]["method"]] = tuple(
            Point(
                suite=tables.suite.id,
                panel=row["panel"],
                panel_label=panels[row["panel"]],
                benchmark=row["benchmark"],
                method=row["method"],
                method_label=methods[row["method"]],
                along=row["along"],
                at=float(row["at"]),
                value=None if isnan(row["value"]) else float(row["value"]),
                ranked=row is records[-1],
            )
            for row in records
        )
    return found


def say(result: Paths, names: Labels) -> Said:
    """Whether paths end where they were best, and which turns back most."""
    paths = [path for own in result.drawn.values() for path in own]
    back = [(_turned(result, path), path) for path in paths]
    turned = [(by, path) for by, path in back if by > 0]
    if not paths or not result.better:
        return Said()
    if not turned:
        return Said([f"Each of {counted(len(paths), 'path')} is best where it ends."])
    _, worst = max(turned, key=lambda pair: pair[0])
    best = max(worst, key=lambda p: result.better * (p.value or 0.0))
    one = len(turned) == 1
    return Said(
        [
            f"{len(turned)} of {counted(len(paths), 'path')} {'ends' if one else 'end'} worse than "
            f"{'it' if one else 'they'} had been.",
            f"Most so {worst[-1].method_label} on {worst[-1].panel_label}: {written(best.value, 1)} at {best.at:g} "
            f"{best.along}, {written(worst[-1].value, 1)} at the end.",
        ]
    )


def _turned(result: Paths, path: Sequence[Point]) -> float:
    """By how much the end of a path is worse than its best."""
    values = [result.better * (p.value or 0.0) for p in path]
    return max(values) - values[-1]


def draw(result: Paths, look: Look) -> go.Figure:
    """One axis for each panel and kind of path, under one another."""
    shared, colours = result.drawn, palette(look.mode)
    titles = [figure_text(f"{panel}, by {along}") for panel, along in shared]
    fig = make_subplots(rows=max(len(shared), 1), cols=1, subplot_titles=titles, vertical_spacing=0.34 / len(shared))
    for row, ((_, along), paths) in enumerate(shared.items(), start=1):
        hues = colours.lines
        for i, path in enumerate(paths):
            end, hue = path[-1], hues[i % len(hues)]
            fig.add_scatter(
                x=[p.at for p in path],
                y=[p.value for p in path],
                mode="lines+markers+text",
                line={"color": hue},
                marker={"size": 8, "line": {"width": 2, "color": hue}}
                | {"color": [hue if p.ranked else colours.background for p in path]},
                text=[""] * (len(path) - 1) + [figure_text(f"  {shortened(end.method_label, 14)}")],
                textposition="middle right",
                cliponaxis=False,
                hovertemplate=f"{figure_text(end.method_label)}: %{{y:.1f}} at %{{x}} {along}<extra></extra>",
                showlegend=False,
                row=row,
                col=1,
            )
        _axis(fig, [p.at for path in paths for p in path], row)
    return fig.update_layout(height=60 + HEIGHT * len(shared), margin={"r": 110})


def _axis(fig: go.Figure, places: Sequence[float], row: int) -> None:
    low, high = min(places), max(places)
    if low > 0 and high / low > SPREAD:
        ticks = log_ticks(low, high)
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks], row=row, col=1)
    fig.update_yaxes(rangemode="tozero", row=row, col=1)


def paths_table(result: Paths, names: Labels) -> Table[Point]:
    """One row per checkpoint."""
    column = Column[Point]
    columns = (
        column("suite", lambda p: p.suite, place="print"),
        column("panel", lambda p: p.panel, place="file"),
        column("panel_label", lambda p: p.panel_label, "panel", place="print"),
        column("benchmark", lambda p: p.benchmark, place="file"),
        column("method", lambda p: p.method, place="file"),
        column("method_label", lambda p: p.method_label, "method", place="print"),
        column("along", lambda p: p.along, place="print"),
        column("at", lambda p: p.at, kind="number", digits=None, place="print"),
        column("value", lambda p: p.value, result.label, kind="number", digits=None, place="print"),
        column("ranked", lambda p: p.ranked, kind="flag", place="print"),
    )
    return table(columns, result.points)


PATHS = Answer(
    "paths",
    compute,
    say,
    Part(
        "paths",
        lambda result, names: f"{result.label} along training",
        paths_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.drawn),
    ),
    heading="Earlier checkpoints",
)
