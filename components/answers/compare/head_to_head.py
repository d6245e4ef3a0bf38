"""Two methods head to head in one panel: both scopes, what each metric adds, and what would turn
the order round."""

from math import isinf

import plotly.graph_objects as go

from components.answers.compare.comparisons import METHODS, WEIGHTS
from components.answers.record import Absent, Answer, Look, Part, Said
from components.choices.parsing import free
from components.choices.record import Choice
from components.format import figure_text, number, percent, shortened
from components.plotting.intervals import bars
from components.plotting.marks import name_rows, rows_height
from components.plotting.theme import metric_colours, metric_lines, palette
from components.resolved import Resolved
from components.results.comparisons import compute as compared
from components.results.comparisons import selected
from components.results.head_to_head import HeadToHead, side_by_side, ways_line
from components.results.pair_verdicts import pair_lines
from components.served import Served
from components.table import Column, Table, table
from components.words import Labels, givers_and_takers
from data.errors import LeaderboardError

READING = "What each metric adds to the lead: its weight times the difference of the two utilities."


def compute(
    served: Served,
    methods: tuple[str, ...] | None = None,
    weights: str | None = None,
    opened: str | None = None,
) -> HeadToHead | Absent:
    """Return one comparison head to head, the first that can be drawn if none is named."""
    found = served.of(compared, methods, weights)
    if isinstance(found, Absent):
        return Absent("")
    drawn = [row for row in found.rows if row.difference is not None]
    row = next(
        (r for r in drawn if opened == f"{r.suite}:{r.panel}:{r.rival}"),
        drawn[0] if drawn else None,
    )
    if row is None:
        return Absent("")
    tables = next(t for t in served.suites if t.suite.id == row.suite)
    return side_by_side(served.one(_itself, selected(tables, row.panel, found.weights)), row)


def _itself(view: Resolved) -> Resolved:
    return view


def say(result: HeadToHead, names: Labels) -> Said:
    tested = pair_lines(result.tests, result.a, result.b, result.names)
    return Said([*tested, swap(result), ways_line(result)])


def swap(result: HeadToHead) -> str:
    """Return how little weight must move for the other method to lead; that none does if that is
    so."""
    a, b = result.names.method(result.a), result.names.method(result.b)
    if isinf(result.share):
        return f"{a} is better than {b} on every metric: no weights put {b} first."
    if result.share == 0:
        return f"{a} and {b} tie at these weights."
    gives, takes = givers_and_takers(result.names, result.moved)
    return (
        f"{b} scores higher once about {percent(result.share)} of the weight moves from {gives} to"
        f" {takes}."
    )


def draw(result: HeadToHead, look: Look) -> go.Figure:
    """Draw what each metric adds to the lead, to the right for the method with the higher score."""
    c, metrics, own = palette(look.mode), result.metrics, result.names
    areas, lines = metric_colours(result.every, look.mode), metric_lines(result.every, look.mode)
    fig, values = go.Figure(), result.weighted.tolist()
    bars(
        fig,
        values,
        {
            "color": [areas[m] for m in metrics],
            "line": {"width": 1, "color": [lines[m] for m in metrics]},
        },
        texts=[number(v, 3, sign=True) for v in values],
        cliponaxis=False,
        textfont={"color": c.ink, "size": 12},
        data=[
            [figure_text(own.metric(m)), number(d, 2)]
            for m, d in zip(metrics, result.difference, strict=True)
        ],
        hover="%{customdata[0]}: utilities differ by %{customdata[1]}, weighted %{x:+.3f}",
    )
    fig.add_vline(x=0, line={"width": 1, "color": c.muted})
    reach = max([abs(v) for v in values] or [0.0]) * 1.35 or 1.0
    ahead, behind = (figure_text(shortened(own.method(m), 20)) for m in (result.a, result.b))
    fig.update_xaxes(
        range=[-reach, reach], title_text=f"← for {behind}        for {ahead} →", zeroline=False
    )
    name_rows(fig, [own.metric(m) for m in metrics], most=16)
    return fig.update_layout(height=rows_height(len(metrics)), showlegend=False, bargap=0.35)


def margins_table(result: HeadToHead, names: Labels) -> Table[int]:
    """One row per metric with weight: how far the two differ, and what that adds to the lead."""
    column = Column[int]
    columns = (
        column("metric", lambda k: result.metrics[k], place="file"),
        column(
            "metric_label",
            lambda k: result.names.metric(result.metrics[k]),
            "metric",
            place="print",
        ),
        column(
            "difference",
            lambda k: float(result.difference[k]),
            "utilities differ by",
            kind="number",
            place="print",
        ),
        column(
            "weighted", lambda k: float(result.weighted[k]), "adds", kind="number", place="print"
        ),
    )
    return table(columns, range(len(result.metrics)))


def _read_opened(text: str, tables: object = None) -> str:
    if text.count(":") != 2:
        raise LeaderboardError("suite:panel:method of a comparison")
    return free(text)


HEAD_TO_HEAD = Answer(
    "head_to_head",
    compute,
    say,
    Part(
        "margins",
        lambda result, names: (
            f"{result.names.method(result.a)} and {result.names.method(result.b)}, metric by metric"
        ),
        margins_table,
        draw,
        reading=READING,
    ),
    heading=lambda result, names: (
        f"Head to head: {result.names.method(result.a)} and {result.names.method(result.b)} on "
        f"{result.row.panel_label} ({result.row.suite_label})"
    ),
    facts=lambda result: {"a": result.a, "b": result.b, "above": result.above, "ways": result.ways},
    asks=(
        METHODS,
        WEIGHTS,
        Choice("open", "the comparison opened, as suite:panel:method", _read_opened),
    ),
    key="head_to_head",
)
