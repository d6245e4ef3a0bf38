"""Does one metric follow the retrained model run by run?"""

from dataclasses import dataclass

import plotly.graph_objects as go

from components import choice_text as reading
from components.answers.record import Absent, Answer, Ask, Look, Part, Said
from components.answers.reliability import closeness
from components.answers.reliability.closeness import Reliability, interval_text
from components.format import counted, figure_text, joined, number, p_value, shortened, step_text
from components.plotting.intervals import points
from components.plotting.marks import benchmark_marks, log_ticks
from components.plotting.theme import palette
from components.resolved import Resolved
from components.stats.panel import PairRun, runs_with_both
from components.stats.reliability.metrics import MetricReliability
from components.table import Column, Table, table
from components.words import Labels, kind_of_p, to_choose
from data.registry import Metric

READING = (
    "Each mark is one run: shape and colour name its benchmark. Better values are higher, closer runs further right: "
    "a reliable metric rises to the right within every benchmark, not only from one benchmark to the next."
)


@dataclass(frozen=True, eq=False)
class OneMetric:
    """The metric that is open, with its runs (x its value, y the oracle distance), beside `every` metric."""

    every: Reliability
    metric: Metric
    metrics: tuple[Metric, ...]
    runs: tuple[PairRun, ...]


def compute(view: Resolved, metric: str | None = None) -> OneMetric | Absent:
    """Return the metric asked for, by default the one with the highest ρ."""
    every = view.of(closeness.compute)
    panel = view.panel
    if not every.best or panel.oracle is None:
        return Absent("")
    k = panel.metric(metric or every.best.metric)
    return OneMetric(every, panel.metrics[k], panel.metrics, runs_with_both(panel, panel.values[..., k], panel.oracle))


def metric_sentence(row: MetricReliability, names: Labels) -> str:
    """Everything about one metric in one paragraph."""
    if row.rho is None:
        return f"{row.label} has no ρ here: {row.reason}."
    within = [
        f"{number(rho, sign=True)} on {names.benchmark(b)}"
        for b, rho in row.rho_by_benchmark.items()
        if rho is not None
    ]
    p = "no asymptotic p" if row.p is None else f"asymptotic p {p_value(row.p)}, which takes runs for independent"
    kind = kind_of_p(row.exact, row.arrangements)
    parts = [
        f"ρ is {number(row.rho, sign=True)} over {counted(row.n, 'run')} ({p}) and "
        f"{number(row.rho_no_signal, sign=True)} with the methods shuffled; {kind} {p_value(row.p_stratified)}, "
        f"smallest possible {p_value(row.p_min)}; {interval_text(row)}."
    ]
    if within:
        parts.append(f"Within benchmarks ρ is {joined(within)}.")
    if row.resolution:
        steps = [f"{step_text(s)} on {names.benchmark(b)}" for b, s in row.resolution.items()]
        parts.append(f"{row.label} moves in steps of {joined(steps)}.")
    return " ".join(parts)


def draw(result: OneMetric, look: Look) -> go.Figure:
    """The runs of a metric, better to the top and closer to the oracle to the right.

    The distance is on a log scale when every distance is above 0.
    """
    colours, names, metric = palette(look.mode), look.names, result.metric
    fig = go.Figure()
    for benchmark, mark in benchmark_marks(result.every.benchmarks, look.mode).items():
        own = [(r, r.y, r.x) for r in result.runs if r.benchmark == benchmark]
        if not own:
            continue
        label = figure_text(shortened(names.benchmark(benchmark), 24))
        points(
            fig,
            own,
            {**mark, "size": 10, "opacity": 0.85, "line": {"width": 1, "color": colours.background}},
            data=lambda r: [figure_text(names.method(r.method)), r.seed],
            hover=f"{label} · %{{customdata[0]}} · seed %{{customdata[1]}}"
            f"<br>{figure_text(metric.label)} %{{y:.3f}}, distance %{{x:.3f}}",
            name=label,
        )
    distances = [r.y for r in result.runs]
    if distances and min(distances) > 0:
        ticks = log_ticks(min(distances), max(distances))
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
        fig.update_xaxes(title_text="Oracle distance (log scale): closer →", autorange="reversed")
    else:
        fig.update_xaxes(title_text="Oracle distance: closer →", autorange="reversed", nticks=6)
    fig.update_yaxes(
        title_text=f"{figure_text(shortened(metric.label, 30))}: better ↑",
        autorange="reversed" if metric.direction == "lower" else True,
    )
    return fig.update_layout(height=440)


def runs_table(result: OneMetric, names: Labels) -> Table[PairRun]:
    """One row per run that has both values."""
    column = Column[PairRun]
    columns = (
        column("benchmark", lambda r: r.benchmark, kind="benchmark", place="print"),
        column("method", lambda r: r.method, kind="method", place="print"),
        column("seed", lambda r: r.seed, place="print"),
        column("value", lambda r: r.x, result.metric.label, kind="number", place="print"),
        column("distance", lambda r: r.y, "oracle distance", kind="number", place="print"),
    )
    return table(columns, result.runs)


ONE_METRIC = Answer(
    "one_metric",
    compute,
    lambda result, names: Said([metric_sentence(result.every.row(result.metric.id), names)]),
    Part(
        "metric_runs",
        lambda result, names: f"{result.metric.label} against the oracle distance",
        runs_table,
        draw,
        reading=READING,
    ),
    heading="One metric, run by run",
    asks=(
        Ask(
            "metric",
            "the metric that is open",
            reading.one_id(reading.scores),
            ("Metric",),
            lambda result, names: to_choose(result.metrics),
            lambda result: (result.metric.id,),
        ),
    ),
)
