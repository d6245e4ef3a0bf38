"""Two methods head to head in one panel: both scopes, what each metric adds, and what would turn
the order round."""

from math import isinf

import plotly.graph_objects as go

from components.answers.compare.comparisons import ASKED
from components.answers.record import Absent, Answer, Look, Part, Said
from components.choices.parsing import free
from components.choices.record import Choice
from components.format import figure_text, number, percent, shortened
from components.plotting.intervals import bars
from components.plotting.marks import name_rows, rows_height
from components.plotting.theme import metric_colours, metric_lines, palette
from components.resolved import Resolved
from components.results.comparisons import compute as compared
from components.results.head_to_head import HeadToHead, side_by_side, ways_line
from components.results.pair_verdicts import pair_lines
from components.served import Served
from components.table import Column, Table, number_column, table
from components.words import Labels, givers_and_takers
from data.errors import LeaderboardError

READING = "What each metric adds to the lead: its weight times how far the mapped values differ."


def compute(
    served: Served,
    methods: tuple[str, ...] | None = None,
    weights: str | None = None,
    data_set: str | None = None,
    split: str | None = None,
    opened: str | None = None,
) -> HeadToHead | Absent:
    """Return one comparison head to head, the first that can be drawn if none is named."""
    result = served.of(compared, methods, weights, data_set, split)
    if isinstance(result, Absent):
        return Absent("")
    ranked = [comparison for comparison in result.rows if comparison.difference is not None]
    if not ranked:
        return Absent("")
    chosen = ranked[0]
    for comparison in ranked:
        if opened == f"{comparison.suite}:{comparison.panel}:{comparison.rival}":
            chosen = comparison
    return side_by_side(served.of_suite(_view, chosen.selection), chosen)


def _view(view: Resolved) -> Resolved:
    return view


def say(head_to_head: HeadToHead, labels: Labels) -> Said:
    tested = pair_lines(head_to_head.tests, head_to_head.a, head_to_head.b, head_to_head.labels)
    return Said([*tested, swap(head_to_head), ways_line(head_to_head)])


def swap(head_to_head: HeadToHead) -> str:
    """Return how little weight must move for the other method to lead; that none does if that is
    so."""
    label_a, label_b = _labels(head_to_head)
    if head_to_head.share == 0:
        return f"{label_a} and {label_b} tie at these weights."
    higher = head_to_head.labels.method(head_to_head.higher)
    lower = label_b if head_to_head.higher == head_to_head.a else label_a
    if isinf(head_to_head.share):
        return f"{higher} is better than {lower} on every metric: no weights put {lower} first."
    gives, takes = givers_and_takers(head_to_head.labels, head_to_head.moved)
    return (
        f"{lower} scores higher once about {percent(head_to_head.share)} of the weight moves"
        f" from {gives} to {takes}."
    )


def _labels(head_to_head: HeadToHead) -> tuple[str, str]:
    return head_to_head.labels.method(head_to_head.a), head_to_head.labels.method(head_to_head.b)


def draw(head_to_head: HeadToHead, look: Look) -> go.Figure:
    """Draw what each metric adds to the lead, to the right for the claimed method."""
    colours = palette(look.mode)
    area_of_metric = metric_colours(head_to_head.all_metrics, look.mode)
    line_of_metric = metric_lines(head_to_head.all_metrics, look.mode)
    labels = [head_to_head.labels.metric(metric) for metric in head_to_head.metrics]
    values = head_to_head.weighted.tolist()
    hovered = []
    for metric_label, difference in zip(labels, head_to_head.differences, strict=True):
        hovered.append([figure_text(metric_label), number(difference, 2)])
    outline = {"width": 1, "color": [line_of_metric[metric] for metric in head_to_head.metrics]}
    fig = go.Figure()
    bars(
        fig,
        values,
        {"color": [area_of_metric[metric] for metric in head_to_head.metrics], "line": outline},
        texts=[number(value, 3, sign=True) for value in values],
        cliponaxis=False,
        textfont={"color": colours.ink, "size": 12},
        data=hovered,
        hover_template=(
            "%{customdata[0]}: mapped values differ by %{customdata[1]}, weighted %{x:+.3f}"
        ),
    )
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    axis_reach = max([abs(value) for value in values] or [0.0]) * 1.35 or 1.0
    claim_label, rival_label = (
        figure_text(shortened(metric_label, 20)) for metric_label in _labels(head_to_head)
    )
    axis_title = f"← for {rival_label}        for {claim_label} →"
    fig.update_xaxes(range=[-axis_reach, axis_reach], title_text=axis_title, zeroline=False)
    name_rows(fig, labels, 16)
    return fig.update_layout(height=rows_height(len(labels)), showlegend=False, bargap=0.35)


def margins_table(head_to_head: HeadToHead, labels: Labels) -> Table[tuple[str, float, float]]:
    """Return one row per metric with weight: how far the two differ, and what that adds to the
    lead."""
    differences = head_to_head.differences.tolist()
    return table(
        zip(head_to_head.metrics, differences, head_to_head.weighted.tolist(), strict=True),
        Column("metric", lambda margin: margin[0], place="file"),
        Column("metric_label", lambda margin: head_to_head.labels.metric(margin[0]), "metric"),
        number_column("difference", lambda margin: margin[1], "mapped values differ by"),
        number_column("weighted", lambda margin: margin[2], "adds"),
    )


def _read_opened(opened_text: str, tables: object = None) -> str:
    if opened_text.count(":") != 2:
        raise LeaderboardError("suite:panel:method of a comparison")
    return free(opened_text)


HEAD_TO_HEAD = Answer(
    "head_to_head",
    compute,
    say,
    Part(
        "margins",
        lambda head_to_head, labels: f"{' and '.join(_labels(head_to_head))}, metric by metric",
        margins_table,
        draw,
        reading=READING,
    ),
    heading=lambda head_to_head, labels: (
        f"Head to head: {' and '.join(_labels(head_to_head))} on "
        f"{head_to_head.row.panel_label} ({head_to_head.row.suite_label})"
    ),
    facts=lambda head_to_head: {
        "a": head_to_head.a,
        "b": head_to_head.b,
        "higher": head_to_head.higher,
        "above": head_to_head.n_above,
        "ways": head_to_head.n_ways,
    },
    asks=(
        *ASKED,
        Choice("open", "the comparison opened, as suite:panel:method", _read_opened),
    ),
    key="head_to_head",
)
