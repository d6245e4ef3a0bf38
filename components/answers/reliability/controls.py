"""Does a metric tell a retrained model from the original, or take one for the other?"""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import few, figure_text
from components.plotting.intervals import points
from components.plotting.marks import name_noted_rows, places, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.results.calibration import Judged, compute
from components.stats.audits.recognition import MetricRow, Recognition
from components.table import Column, Table, table
from components.words import Labels, short

READING = (
    "Filled: AUC on canaries, open: on random forget sets. 1: every retrained model looks better"
    " than every original; 0.5: no better than a coin; 0: the wrong way."
)
RULE = (
    "A retrained model is taken for an original if it looks no better than the best-looking"
    " original of its benchmark; ties count. Canaries are mislabelled samples, whose labels no"
    " retrained model can know."
)


def say(result: Judged, names: Labels) -> Said:
    if result.reason:
        return Said()
    names = short(names)
    asked = [
        r for r in result.metrics if r.metric not in result.utility and r.judged.auc is not None
    ]
    wrong = {r.metric: r.all.flagged / r.all.absent for r in asked if r.all.flagged}
    if not asked:
        return Said(["No metric of forgetting or privacy was measured on both controls."])
    most = [m for m, share in wrong.items() if share == max(wrong.values())]
    worst = (
        f", {few([names.metric(m) for m in most], 'metric')} most often"
        if len(most) < len(wrong)
        else ""
    )
    worst = f": {names.metric(most[0])}" if len(wrong) == 1 else worst
    verb = "takes" if len(wrong) < 2 else "take"
    perfect = sum(r.judged.auc == 1 for r in asked)
    return Said(
        [
            (
                f"{len(wrong) or 'None'} of {len(asked)} metrics {verb} a retrained model for an"
                f" original{worst}."
            ),
            (
                f"On {'canaries' if result.canaries else 'these forget sets'} {perfect or 'none'}"
                f" of {len(asked)} {'separates' if perfect < 2 else 'separate'} every original from"
                " every retrained model."
            ),
        ],
        [RULE, _not_asked(result, names)],
    )


def _not_asked(result: Judged, names: Labels) -> str:
    if not result.utility:
        return ""
    return (
        f"Not asked: {names.listed_metrics(result.utility)}, since a model that forgot is as useful"
        " as one that knows."
    )


def draw(result: Judged, look: Look) -> go.Figure:
    """Draw the area on canaries (filled) and on the other benchmarks (open), one row per metric."""
    rows, names, colours = result.metrics, look.names, palette(look.mode)
    hues = metric_lines([r.metric for r in rows], look.mode)
    fig, place = go.Figure(), places(rows)
    fig.add_vline(x=0.5, line={"width": 1, "color": colours.muted, "dash": "dash"})
    unknown = [r for r in rows if r.all.auc is None]
    fig.add_trace(hatched([(0.5, place[r.metric] - 0.1) for r in unknown], look.mode, 0.5))
    for canary, symbol, name in (
        (False, "circle-open", "random forget set"),
        (True, "circle", "canaries"),
    ):
        down = 0.12 if canary else 0.28
        own = [
            ((r.metric, b), b.auc, place[r.metric] - down)
            for r in rows
            for b in r.by_benchmark
            if b.canary == canary
        ]
        if any(auc is not None for _, auc, _ in own):
            points(
                fig,
                own,
                {"symbol": symbol, "size": 10, "color": lambda p: hues[p[0]], "line": {"width": 2}},
                data=lambda p: [
                    figure_text(names.metric(p[0])),
                    figure_text(names.benchmark(p[1].benchmark)),
                ],
                hover="%{customdata[0]} on %{customdata[1]}: %{x:.3f}",
                name=name,
            )
    write_notes(fig, rows, [mistaken(r) for r in rows], 0, look.mode)
    fig.update_xaxes(
        range=[-0.03, 1.03], dtick=0.25, title_text="AUC between original and retrained models"
    )
    return name_noted_rows(fig, [names.metric(r.metric) for r in rows])


def mistaken(row: MetricRow) -> str:
    """Return how many retrained models a metric takes for an original, for its row in the
    figure."""
    if row.judged.auc is None:
        return "not measured on both controls"
    return f"{row.all.flagged} of {row.all.absent} taken for an original"


Row = tuple[str, str, Recognition]


def separation_table(result: Judged, names: Labels) -> Table[Row]:
    """Return one row per metric and benchmark, and one for all and for the canaries together."""
    column = Column[Row]
    columns = (
        column("metric", lambda r: r[0], kind="metric", place="print"),
        column("on", lambda r: r[1], kind="benchmark", place="print"),
        column("auc", lambda r: r[2].auc, "AUC", kind="number", place="print"),
        column(
            "flagged", lambda r: r[2].flagged, "taken for an original", kind="count", place="print"
        ),
        column("absent", lambda r: r[2].absent, "retrained models", kind="count", place="print"),
        column("present", lambda r: r[2].present, "originals", kind="count"),
        column("benchmarks", lambda r: r[2].benchmarks, kind="count"),
    )
    rows: list[Row] = []
    for r in result.metrics:
        rows += [(r.metric, "all benchmarks", r.all), (r.metric, "canaries", r.canary)]
        rows += [(r.metric, b.benchmark, b) for b in r.by_benchmark]
    return table(columns, rows)


def facts(result: Judged) -> Mapping[str, object]:
    """Return which panels have controls, which benchmarks hold canaries, and why nothing is
    known."""
    return {"reason": result.reason, "panels": result.panels, "canaries": result.canaries}


CONTROLS = Answer(
    "controls",
    compute,
    say,
    Part(
        "separation",
        "AUC of each metric between original and retrained models",
        separation_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.metrics),
    ),
    heading="Original and retrained models",
    facts=facts,
    key="calibration",
    terms=("canary",),
)
