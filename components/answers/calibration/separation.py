"""Does a metric tell a retrained model from the original? Areas under the curve, and false alarms."""

import plotly.graph_objects as go

from components.answers.calibration.controls import Judged, compute, has_controls
from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text
from components.plotting.intervals import points
from components.plotting.marks import name_noted_rows, places, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.stats.audits.recognition import MetricRow, Recognition, Standing
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "Filled: area under the curve on canaries, open: on random forget sets; 1 = every retrained model looks better "
    "than every original, 0.5 = no better than a coin, below 0.5 = the wrong way. Flagged are retrains that look no "
    "better than the best-looking original of their benchmark; ties count."
)


def draw(result: Judged, look: Look) -> go.Figure:
    """Area under the curve on canaries (filled) and on the other benchmarks (open), one row per metric."""
    rows, names, colours = result.metrics, look.names, palette(look.mode)
    hues = metric_lines([r.metric for r in rows], look.mode)
    fig, place = go.Figure(), places(rows)
    fig.add_vline(x=0.5, line={"width": 1, "color": colours.muted, "dash": "dash"})
    unknown = [r for r in rows if r.all.auc is None]
    fig.add_trace(hatched([(0.5, place[r.metric] - 0.1) for r in unknown], look.mode, 0.5))
    for canary, symbol, name in ((False, "circle-open", "random forget set"), (True, "circle", "canaries")):
        down = 0.12 if canary else 0.28
        own = [
            ((r.metric, b), b.auc, place[r.metric] - down) for r in rows for b in r.by_benchmark if b.canary == canary
        ]
        if any(auc is not None for _, auc, _ in own):
            points(
                fig,
                own,
                {"symbol": symbol, "size": 10, "color": lambda p: hues[p[0]], "line": {"width": 2}},
                data=lambda p: [figure_text(names.metric(p[0])), figure_text(p[1].benchmark)],
                hover="%{customdata[0]} on %{customdata[1]}: %{x:.3f}",
                name=name,
            )
    write_notes(fig, rows, [alarm_label(r) for r in rows], 0, look.mode)
    fig.update_xaxes(range=[-0.03, 1.03], dtick=0.25, title_text="AUC between original and retrained models")
    return name_noted_rows(fig, [names.metric(r.metric) for r in rows])


def alarm_label(row: MetricRow) -> str:
    """The false alarms of one metric in one line."""
    if row.judged.auc is None:
        return "not measured on both controls"
    return f"flags {row.all.flagged} of {row.all.absent} retrains"


Row = tuple[str, str, Recognition, Standing]


def separation_table(result: Judged, names: Labels) -> Table[Row]:
    """One row per metric and benchmark, and one for all and for the canaries together."""
    column = Column[Row]
    columns = (
        column("metric", lambda r: r[0], kind="metric", place="print"),
        column("on", lambda r: r[1], kind="benchmark", place="print"),
        column("auc", lambda r: r[2].auc, "AUC", kind="number", place="print"),
        column("flagged", lambda r: r[2].flagged, "flagged retrains", kind="count", place="print"),
        column("absent", lambda r: r[2].absent, "retrains", kind="count", place="print"),
        column("present", lambda r: r[2].present, "originals", kind="count"),
        column("benchmarks", lambda r: r[2].benchmarks, kind="count"),
        column("places", lambda r: r[3].places, place="file"),
        column("mean_place", lambda r: r[3].mean_place, kind="number", place="file"),
        column("candidates", lambda r: r[3].candidates, kind="count", place="file"),
        column("outranked", lambda r: r[3].outranked, kind="count", place="file"),
        column("retrains", lambda r: r[3].retrains, kind="count", place="file"),
    )
    rows: list[Row] = []
    for r in result.metrics:
        rows += [(r.metric, "all benchmarks", r.all, r), (r.metric, "canaries", r.canary, r)]
        rows += [(r.metric, b.benchmark, b, b) for b in r.by_benchmark]
    return table(columns, rows)


SEPARATION = Answer(
    "separation",
    compute,
    lambda result, names: Said(),
    Part(
        "separation",
        "AUC of each metric between original and retrained models",
        separation_table,
        draw,
        reading=READING,
        when=has_controls,
    ),
    heading="Knowledge present or absent",
    key="calibration",
)
