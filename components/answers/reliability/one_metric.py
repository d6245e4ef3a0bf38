"""Does one metric follow the retrained model run by run?"""

from dataclasses import dataclass

import plotly.graph_objects as go

from components import suite_ids
from components.answers.record import Absent, Answer, Look, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import counted, figure_text, number, p_value, shortened
from components.plotting.intervals import points
from components.plotting.marks import benchmark_marks, log_ticks
from components.plotting.theme import palette
from components.resolved import Resolved
from components.results import closeness
from components.stats.panel import PairRun, runs_with_both
from components.stats.reliability.metrics import MetricReliability
from components.table import Column, Table, table
from components.words import Labels, to_choose
from data.registry import Metric

READING = (
    "Each mark is one run. A reliable metric rises to the right within every benchmark, not only"
    " from one benchmark to the next."
)


@dataclass(frozen=True, eq=False)
class OneMetric:
    """The metric that is open, of all `metrics`, with its runs: x is its value, y the distance."""

    row: MetricReliability
    metric: Metric
    metrics: tuple[Metric, ...]
    benchmarks: tuple[str, ...]
    runs: tuple[PairRun, ...]


def compute(view: Resolved, metric: str | None = None) -> OneMetric | Absent:
    """Return the metric asked for, by default the one that the answer before it names."""
    every, panel = view.of(closeness.compute), view.panel.compared
    if every.best is None or panel.oracle is None:
        return Absent("")
    row = every.row(metric or every.best.metric)
    k = panel.metric(row.metric)
    runs = runs_with_both(panel, panel.values[..., k], panel.oracle)
    return OneMetric(row, panel.metrics[k], panel.metrics, every.benchmarks, runs)


def say(result: OneMetric, names: Labels) -> Said:
    row = result.row
    if row.rho is None:
        return Said([f"{shortened(row.label)} has no ρ: {row.reason}."])
    return Said(
        [
            f"ρ {number(row.rho, sign=True)} over {counted(row.n, 'run')},"
            f" {number(row.rho_no_signal, sign=True)} with shuffled methods; p"
            f" {p_value(row.p_stratified)}, smallest possible {p_value(row.p_min)}."
        ]
    )


def draw(result: OneMetric, look: Look) -> go.Figure:
    """Draw the runs of a metric, better to the top and closer to the retrained model to the right.

    The distance is on a log scale if every distance is above 0.
    """
    colours, names, metric = palette(look.mode), look.names, result.metric
    fig = go.Figure()
    for benchmark, mark in benchmark_marks(result.benchmarks, look.mode).items():
        own = [(r, r.y, r.x) for r in result.runs if r.benchmark == benchmark]
        if not own:
            continue
        label = figure_text(shortened(names.benchmark(benchmark), 24))
        points(
            fig,
            own,
            {
                **mark,
                "size": 10,
                "opacity": 0.85,
                "line": {"width": 1, "color": colours.background},
            },
            data=lambda r: [figure_text(names.method(r.method)), r.seed],
            hover=(
                f"{label} · %{{customdata[0]}} · seed %{{customdata[1]}}"
                f"<br>{figure_text(metric.label)} %{{y:.3f}}, distance %{{x:.3f}}"
            ),
            name=label,
        )
    distances, title = [r.y for r in result.runs], "Distance to the retrained model"
    if distances and min(distances) > 0:
        ticks, title = log_ticks(min(distances), max(distances)), f"{title} (log scale)"
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
    fig.update_xaxes(title_text=f"{title}: closer →", autorange="reversed", nticks=6)
    fig.update_yaxes(
        title_text=f"{figure_text(shortened(metric.label, 30))}: better ↑",
        autorange="reversed" if metric.direction == "lower" else True,
    )
    return fig.update_layout(height=440)


def runs_table(result: OneMetric, names: Labels) -> Table[PairRun]:
    """Return one row per run that has both values."""
    column = Column[PairRun]
    columns = (
        column("benchmark", lambda r: r.benchmark, kind="benchmark", place="print"),
        column("method", lambda r: r.method, kind="method", place="print"),
        column("seed", lambda r: r.seed, place="print"),
        column("value", lambda r: r.x, result.metric.label, kind="number", place="print"),
        column(
            "distance",
            lambda r: r.y,
            "distance to the retrained model",
            kind="number",
            place="print",
        ),
    )
    return table(columns, result.runs)


ONE_METRIC = Answer(
    "one_metric",
    compute,
    say,
    Part(
        "metric_runs",
        lambda result, names: f"{result.metric.label} and the distance to the retrained model",
        runs_table,
        draw,
        reading=READING,
    ),
    heading="One metric, run by run",
    asks=(
        Choice(
            "metric",
            "the metric that is open",
            parsing.one_id(suite_ids.compared_metrics),
            Boxes(
                ("Metric",),
                lambda result, names: to_choose(result.metrics),
                chosen=lambda result: (result.metric.id,),
            ),
        ),
    ),
)
