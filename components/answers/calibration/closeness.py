"""Does a metric follow the oracle within benchmarks?"""

from collections.abc import Callable

import plotly.graph_objects as go

from components.answers.calibration.controls import Judged, compute, has_controls
from components.answers.record import Answer, Look, Part, Said
from components.answers.reliability.closeness import resolution_columns
from components.labels import Labels
from components.plotting.intervals import dots, points
from components.plotting.marks import benchmark_marks, name_noted_rows, places, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.sentences import correlation, correlation_label, kind_of_p
from components.stats.audits.recognition import MetricRow
from components.table import Column, Table, table
from components.text import counted, figure_text, shortened

READING = (
    "Dot: mean over benchmarks of ρ between the metric and closeness to the retrained ensemble, over the approximate "
    "methods; small marks: each benchmark. Right of 0 the metric follows closeness. p beside "
    "the smallest that so many methods can reach."
)


def say(result: Judged, names: Labels) -> Said:
    """Which metrics follow the oracle within benchmarks, with p and the smallest possible p."""
    known = [(r.rho, r) for r in result.metrics if r.rho is not None]
    if not has_controls(result):
        return Said()
    if not known:
        return Said(["No metric has a ρ with the oracle distance here."])
    best, worst = max(known, key=lambda k: k[0])[1], min(known, key=lambda k: k[0])[1]
    n = counted(best.n_methods, "method")
    if len(known) == 1:
        only = f"{names.metric(best.metric)} follows the oracle with {rho_text(best)}"
        return Said([f"Within benchmarks and over {n}, {only}."])
    most, least = (f"{names.metric(r.metric)} ({rho_text(r)})" for r in (best, worst))
    return Said(
        [
            f"Within benchmarks and over {n}, controls left out, the highest mean ρ with closeness to the retrained "
            f"ensemble is that of {most}, the lowest that of {least}."
        ]
    )


def rho_text(row: MetricRow) -> str:
    """ρ with its p for a sentence."""
    return correlation("ρ", row.rho, row.p, row.p_min, kind_of_p(row.exact, row.arrangements))


def draw(result: Judged, look: Look) -> go.Figure:
    """Mean within-benchmark ρ per metric, and the ρ of each benchmark as small marks."""
    rows, names, colours = result.metrics, look.names, palette(look.mode)
    hues = metric_lines([r.metric for r in rows], look.mode)
    fig, place = go.Figure(), places(rows)
    benchmarks = [b.benchmark for b in rows[0].by_benchmark] if rows else []
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    fig.add_trace(hatched([(0.0, place[r.metric] - 0.1) for r in rows if r.rho is None], look.mode, 0.5))
    for benchmark, mark in benchmark_marks(benchmarks, look.mode).items():
        own = [(b, b.rho, place[r.metric] - 0.3) for r in rows for b in r.by_benchmark if b.benchmark == benchmark]
        label = figure_text(shortened(names.benchmark(benchmark), 24))
        points(fig, own, {**mark, "size": 8}, hover=f"{label}: %{{x:+.3f}}", name=label)
    dots(
        fig,
        rows,
        lambda r: r.rho,
        {"size": 11, "color": lambda r: hues[r.metric]},
        up=-0.05,
        data=lambda r: [figure_text(names.metric(r.metric))],
        hover="%{customdata[0]}: mean ρ %{x:+.3f}",
        name="mean",
        showlegend=False,
    )
    write_notes(fig, rows, [correlation_label("ρ", r.rho, r.p, r.p_min) for r in rows], -1, look.mode)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="Spearman's ρ with closeness to the oracle")
    return name_noted_rows(fig, [names.metric(r.metric) for r in rows])


def rho_table(result: Judged, names: Labels) -> Table[MetricRow]:
    """One row per metric: ρ with the oracle within benchmarks, its p, and the metric's resolution."""
    column = Column[MetricRow]

    def own(i: int) -> Callable[[MetricRow], float | None]:
        return lambda row: row.by_benchmark[i].rho

    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("rho", lambda r: r.rho, "mean ρ within", kind="number", place="print"),
        column("p", lambda r: r.p, kind="p", place="print"),
        column("p_min", lambda r: r.p_min, "smallest possible p", kind="p", place="print"),
        column("exact", lambda r: r.exact, "all arrangements", kind="flag"),
        column("arrangements", lambda r: r.arrangements, kind="count"),
        column("n_methods", lambda r: r.n_methods, "methods", kind="count", place="print"),
        *(
            column(f"rho_by_benchmark.{b}", own(i), f"ρ on {names.benchmark(b)}", kind="number")
            for i, b in enumerate(result.benchmarks)
        ),
        column("constant_on", lambda r: r.constant_on, "one value for all methods on", kind="benchmark"),
        *resolution_columns(lambda r: r.resolution, result.benchmarks, names),
    )
    return table(columns, result.metrics)


WITHIN = Answer(
    "rho",
    compute,
    say,
    Part(
        "rho",
        "ρ of each metric with closeness to the retrained ensemble",
        rho_table,
        draw,
        reading=READING,
        when=has_controls,
    ),
    heading="Does it follow the oracle within benchmarks?",
    terms=("rho_within", "permutation_p", "p_min"),
)
