"""Which metrics follow closeness to the retrained model, beyond what shuffled methods give?"""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, number, p_value, shortened
from components.plotting.intervals import dots, spans
from components.plotting.marks import benchmark_marks, name_rows, places, write_notes
from components.plotting.theme import hatched, metric_colours, palette
from components.results.closeness import Closeness, compute, significant
from components.stats.permutation import LEVEL
from components.stats.reliability.metric_reliability import MetricReliability
from components.table import (
    Column,
    Table,
    count_column,
    flag_column,
    item,
    number_column,
    p_column,
    table,
)
from components.words import Labels

READING = (
    "Dot: ρ over all runs. Ring: what shuffling the methods within benchmarks gives on average; the"
    " p is for the distance between the two. Line: 95 % interval. Small marks: ρ within one"
    " benchmark."
)
ROW_HEIGHT = 70
"""Height of a metric in pixels: its marks and a line of text above them."""


def say(closeness: Closeness, labels: Labels) -> Said:
    best_metric = closeness.best
    if best_metric is None:
        return Said([closeness.reason])
    best_label = shortened(best_metric.label)
    rho_text = f"ρ {number(best_metric.rho, sign=True)}"
    verdict = f"No metric follows closeness significantly; {best_label} is nearest ({rho_text})."
    if closeness.following:
        verdict = (
            f"Of significant metrics, {best_label} follows closeness to the retrained model"
            f" best ({rho_text},"
            f" {counted(best_metric.n_runs, 'run')})."
        )
    between = number(best_metric.rho_no_signal, sign=True)
    support = f"Differences between benchmarks alone give ρ {between}."
    return Said([verdict, support, by_chance(closeness)])


def by_chance(closeness: Closeness) -> str:
    """Return how many metrics differ from shuffled methods and how many would by chance, or that
    none can."""
    metric_rows = [metric_row for metric_row in closeness.rows if metric_row.rho is not None]
    n_able = sum(significant(metric_row.p_min) for metric_row in metric_rows)
    if not n_able:
        smallest = min(
            metric_row.p_min for metric_row in metric_rows if metric_row.p_min is not None
        )
        return f"With {counted(closeness.methods, 'method')} no p can be below {number(smallest)}."
    n_differing = sum(significant(metric_row.p_stratified) for metric_row in metric_rows)
    verb = "differs" if n_differing < 2 else "differ"
    metrics = counted(len(metric_rows), "metric")
    return (
        f"{n_differing or 'None'} of {metrics} {verb} from shuffled methods; about"
        f" {number(LEVEL * n_able)} would by chance."
    )


def p_label(metric_row: MetricReliability) -> str:
    """Return the stratified p of one metric with the smallest possible, for its row in the
    figure."""
    if metric_row.p_stratified is None:
        return metric_row.reason
    p_kind = "exact" if metric_row.exact else "sampled"
    return f"{p_kind} p {p_value(metric_row.p_stratified)}, smallest {p_value(metric_row.p_min)}"


def draw(closeness: Closeness, look: Look) -> go.Figure:
    """Draw the metrics under one another, each with its p above, or why it has none, on [−1, 1]."""
    metric_rows = closeness.rows
    colours = palette(look.mode)
    colour_by_metric = metric_colours([metric_row.metric for metric_row in metric_rows], look.mode)
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    fig.add_trace(hatched(_without_rho(metric_rows), look.mode, 0.5))
    spans(
        fig,
        metric_rows,
        lambda metric_row: (metric_row.interval.low, metric_row.interval.high),
        colours.muted,
        name="95 % interval",
        legendrank=3,
    )
    _mark_benchmarks(fig, closeness, look)
    dots(
        fig,
        metric_rows,
        lambda metric_row: metric_row.rho_no_signal,
        {"symbol": "circle-open", "size": 17, "color": colours.ink, "line": {"width": 2}},
        name="shuffled methods",
        legendrank=2,
        hover_template="methods shuffled within benchmarks: %{x:+.3f}",
    )
    dots(
        fig,
        metric_rows,
        lambda metric_row: metric_row.rho,
        {
            "symbol": "circle",
            "size": 10,
            "color": lambda metric_row: colour_by_metric[metric_row.metric],
        },
        name="ρ over all runs",
        legendrank=1,
        data_of=lambda metric_row: [
            figure_text(metric_row.label),
            metric_row.n_runs,
            p_value(metric_row.p_asymptotic),
        ],
        hover_template=(
            "%{customdata[0]}: ρ %{x:+.3f} over %{customdata[1]} runs"
            "<br>asymptotic p %{customdata[2]} (takes runs for independent)"
        ),
    )
    row_notes = [p_label(metric_row) for metric_row in metric_rows]
    write_notes(fig, row_notes, -1, look.mode, offset=0.36)
    fig.update_xaxes(
        range=[-1.04, 1.04],
        dtick=0.5,
        title_text="Spearman's ρ with closeness to the retrained model",
    )
    name_rows(fig, [metric_row.label for metric_row in metric_rows], max_letters=18)
    return fig.update_layout(height=150 + ROW_HEIGHT * max(len(metric_rows), 1))


def _without_rho(metric_rows: Sequence[MetricReliability]) -> list[tuple[float, float]]:
    """Return where rows without a ρ are hatched."""
    heights = places(metric_rows)
    dashes = []
    for metric_row in metric_rows:
        if metric_row.rho is None:
            for x in (-0.75, -0.25, 0.25, 0.75):
                dashes.append((x, heights[metric_row.metric] - 0.1))
    return dashes


def _mark_benchmarks(fig: go.Figure, closeness: Closeness, look: Look) -> None:
    for benchmark, benchmark_mark in benchmark_marks(closeness.benchmarks, look.mode).items():
        benchmark_label = look.names.benchmark(benchmark)
        dots(
            fig,
            closeness.rows,
            item("rho_by_benchmark", benchmark),
            {**benchmark_mark, "size": 8},
            offset=-0.24,
            name=f"within {figure_text(shortened(benchmark_label, 24))}",
            hover_template=f"within {figure_text(benchmark_label)}: %{{x:+.3f}}",
        )


def reliability_table(closeness: Closeness, labels: Labels) -> Table[MetricReliability]:
    return table(
        closeness.rows,
        Column("metric", kind="metric"),
        count_column("n", "n_runs", "runs"),
        number_column("rho", head="ρ", why="reason"),
        p_column("p", "p_asymptotic", "p (asymptotic)", help="takes runs for independent"),
        number_column("rho_no_signal", head="ρ, shuffled methods"),
        number_column("rho_within", head="mean ρ within"),
        *(
            number_column(
                f"rho_by_benchmark.{benchmark}",
                item("rho_by_benchmark", benchmark),
                f"ρ on {labels.benchmark(benchmark)}",
                place="screen",
            )
            for benchmark in closeness.benchmarks
        ),
        p_column("p_stratified", head="p (stratified)"),
        p_column("p_min", head="smallest possible p"),
        count_column("arrangements", place="screen"),
        flag_column("exact", head="all arrangements", place="screen"),
        number_column("low", "interval.low", "from", why="interval_reason", place="screen"),
        number_column("high", "interval.high", "to", why="interval_reason", place="screen"),
        Column("interval_reason", "interval.reason", "no interval", place="screen"),
        number_column(
            "weight_low",
            lambda metric_row: closeness.weights.get(metric_row.metric, (None, None))[0],
            "weight from",
            help="95 % interval of the weight that the published rule derives from ρ",
            place="screen",
        ),
        number_column(
            "weight_high",
            lambda metric_row: closeness.weights.get(metric_row.metric, (None, None))[1],
            "weight to",
            place="screen",
        ),
        Column(
            "constant_on", head="one value for all methods on", kind="benchmark", place="screen"
        ),
        Column("reason", head="no ρ", place="screen"),
    )


CLOSENESS = Answer(
    "reliability",
    compute,
    say,
    Part(
        "reliability",
        "ρ of each metric with closeness to the retrained model",
        reliability_table,
        draw,
        reading=READING,
        when=lambda closeness: not closeness.reason,
    ),
    heading="Closeness to the retrained model",
    key="reliability",
    terms=("reliability", "no_signal", "stratified_p", "p_min"),
)
