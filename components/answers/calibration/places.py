"""Which place does the genuine retrain take among the methods?"""

import plotly.graph_objects as go

from components.answers.calibration.controls import Judged, compute, has_controls
from components.answers.record import Answer, Look, Part, Said
from components.labels import Labels
from components.plotting.intervals import points
from components.plotting.marks import name_noted_rows, places, segments, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.stats.audits.recognition import MetricRow
from components.table import Column, Table, table
from components.text import figure_text, number

READING = (
    "Each dot: the place of one genuine retrain among the methods and controls of its benchmark and seed, 1 = best; "
    "larger dots are several retrains. Line: the mean. A metric that recognises the right answer puts it far left."
)


def draw(result: Judged, look: Look) -> go.Figure:
    """The place of every genuine retrain per metric, 1 = best; dots grow with the number of retrains at a place."""
    rows, names, colours = result.metrics, look.names, palette(look.mode)
    hues = metric_lines([r.metric for r in rows], look.mode)
    fig, place = go.Figure(), places(rows)
    most = max((r.candidates for r in rows), default=1)
    known = [r for r in rows if r.retrains]
    fig.add_trace(hatched([((most + 1) / 2, place[r.metric]) for r in rows if not r.retrains], look.mode, 0.5))
    points(
        fig,
        [((r.metric, r.places.count(x)), x, place[r.metric]) for r in known for x in sorted(set(r.places))],
        {"size": lambda p: 6 + 2.2 * min(p[1], 12) ** 0.8, "color": lambda p: hues[p[0]], "opacity": 0.75},
        data=lambda p: [figure_text(names.metric(p[0])), p[1]],
        hover="%{customdata[0]}: %{customdata[1]} at place %{x:g}",
        showlegend=False,
        name="places",
    )
    means = [(r.mean_place, place[r.metric] - 0.25, r.mean_place, place[r.metric] + 0.25) for r in known]
    segments(fig, means, colours.ink, showlegend=False, name="mean")
    write_notes(fig, rows, [place_label(r) for r in rows], 0.6, look.mode)
    fig.update_xaxes(
        range=[0.4, most + 0.6], title_text=f"Place of the genuine retrain: ← best of {most}", dtick=2, tick0=1
    )
    return name_noted_rows(fig, [names.metric(r.metric) for r in rows])


def place_label(row: MetricRow) -> str:
    """The places of the retrains under one metric in one line."""
    if not row.retrains:
        return "not measured"
    mean = number(row.mean_place, 1)
    return f"mean place {mean} of {row.candidates}, outranked in {row.outranked} of {row.retrains}"


def places_table(result: Judged, names: Labels) -> Table[MetricRow]:
    """One row per metric: where genuine retrains are."""
    column = Column[MetricRow]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("mean_place", lambda r: r.mean_place, "mean place", kind="number", place="print"),
        column("candidates", lambda r: r.candidates, "models", kind="count", place="print"),
        column("retrains", lambda r: r.retrains, kind="count", place="print"),
        column("outranked", lambda r: r.outranked, kind="count", place="print"),
        column("places", lambda r: tuple(sorted(r.places)), digits=None),
    )
    return table(columns, result.metrics)


PLACES = Answer(
    "places",
    compute,
    lambda result, names: Said(),
    Part(
        "places",
        "Place of the genuine retrain among methods and controls",
        places_table,
        draw,
        reading=READING,
        when=has_controls,
    ),
    heading="Where the genuine retrain stands",
    links=lambda result: {"metrics": [r.metric for r in result.metrics]},
)
