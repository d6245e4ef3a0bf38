"""Which metrics follow closeness to the retrained model, beyond what shuffled methods give?"""

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, number, p_value, shortened
from components.plotting.intervals import dots, spans
from components.plotting.marks import benchmark_marks, name_rows, places, write_notes
from components.plotting.theme import hatched, metric_colours, palette
from components.results.closeness import Reliability, compute, small
from components.stats.permutation import LEVEL
from components.stats.reliability.metrics import MetricReliability
from components.table import Column, Table, item, table
from components.words import Labels
from data.registry import Tables

READING = (
    "Dot: ρ over all runs. Ring: what shuffling the methods within benchmarks gives on average; the"
    " p is for the distance between the two. Line: 95 % interval. Small marks: ρ within one"
    " benchmark."
)
ROW = 70
"""Height of a metric in pixels: its marks and a line of text above them."""


def panel_with_distance(tables: Tables) -> str:
    """Return the reference panel of a suite that has distances to a retrained model, "" for other
    suites."""
    return "" if tables.oracle is None else tables.reference_panel.id


def say(result: Reliability, names: Labels) -> Said:
    best = result.best
    if best is None:
        return Said([result.reason])
    label, rho = shortened(best.label), f"ρ {number(best.rho, sign=True)}"
    verdict = f"No metric follows closeness significantly; {label} is nearest ({rho})."
    if result.following:
        runs = counted(best.n, "run")
        verdict = (
            f"Of significant metrics, {label} follows closeness to the retrained model best ({rho},"
            f" {runs})."
        )
    return Said(
        [
            verdict,
            f"Differences between benchmarks alone give ρ {number(best.rho_no_signal, sign=True)}.",
            by_chance(result),
        ]
    )


def by_chance(result: Reliability) -> str:
    """Return how many metrics differ from shuffled methods and how many would by chance, or that
    none can."""
    known = [r for r in result.rows if r.rho is not None]
    able = sum(small(r.p_min) for r in known)
    if not able:
        smallest = min(r.p_min for r in known if r.p_min is not None)
        return f"With {counted(result.methods, 'method')} no p can be below {number(smallest)}."
    differ = sum(small(r.p_stratified) for r in known)
    return (
        f"{differ or 'None'} of {counted(len(known), 'metric')}"
        f" {'differs' if differ < 2 else 'differ'} from shuffled methods; about"
        f" {number(LEVEL * able)} would by chance."
    )


def p_label(row: MetricReliability) -> str:
    """Return the stratified p of one metric with the smallest possible, for its row in the
    figure."""
    if row.p_stratified is None:
        return row.reason
    kind = "exact" if row.exact else "sampled"
    return f"{kind} p {p_value(row.p_stratified)}, smallest {p_value(row.p_min)}"


def draw(result: Reliability, look: Look) -> go.Figure:
    """Draw the metrics under one another, each with its p above, or why it has none, on [−1, 1]."""
    rows, mode, names = result.rows, look.mode, look.names
    colours, hues, place = (
        palette(mode),
        metric_colours([r.metric for r in rows], mode),
        places(rows),
    )
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    unknown = [place[r.metric] - 0.1 for r in rows if r.rho is None]
    fig.add_trace(hatched([(x, y) for y in unknown for x in (-0.75, -0.25, 0.25, 0.75)], mode, 0.5))
    spans(
        fig,
        rows,
        lambda r: (r.interval.low, r.interval.high),
        colours.muted,
        name="95 % interval",
        legendrank=3,
    )
    for benchmark, mark in benchmark_marks(result.benchmarks, mode).items():
        label = names.benchmark(benchmark)
        dots(
            fig,
            rows,
            item(lambda r: r.rho_by_benchmark, benchmark),
            {**mark, "size": 8},
            up=-0.24,
            name=f"within {figure_text(shortened(label, 24))}",
            hover=f"within {figure_text(label)}: %{{x:+.3f}}",
        )
    dots(
        fig,
        rows,
        lambda r: r.rho_no_signal,
        {"symbol": "circle-open", "size": 17, "color": colours.ink, "line": {"width": 2}},
        name="shuffled methods",
        legendrank=2,
        hover="methods shuffled within benchmarks: %{x:+.3f}",
    )
    dots(
        fig,
        rows,
        lambda r: r.rho,
        {"symbol": "circle", "size": 10, "color": lambda r: hues[r.metric]},
        name="ρ over all runs",
        legendrank=1,
        data=lambda r: [figure_text(r.label), r.n, p_value(r.p)],
        hover=(
            "%{customdata[0]}: ρ %{x:+.3f} over %{customdata[1]} runs"
            "<br>asymptotic p %{customdata[2]} (takes runs for independent)"
        ),
    )
    write_notes(fig, rows, [p_label(r) for r in rows], -1, mode, up=0.36)
    fig.update_xaxes(
        range=[-1.04, 1.04],
        dtick=0.5,
        title_text="Spearman's ρ with closeness to the retrained model",
    )
    return name_rows(fig, [r.label for r in rows], most=18).update_layout(
        height=150 + ROW * max(len(rows), 1)
    )


def reliability_table(result: Reliability, names: Labels) -> Table[MetricReliability]:
    column = Column[MetricReliability]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("n", lambda r: r.n, "runs", kind="count", place="print"),
        column("rho", lambda r: r.rho, "ρ", kind="number", why="reason", place="print"),
        column(
            "p",
            lambda r: r.p,
            "p (asymptotic)",
            kind="p",
            help="takes runs for independent",
            place="print",
        ),
        column(
            "rho_no_signal",
            lambda r: r.rho_no_signal,
            "ρ, shuffled methods",
            kind="number",
            place="print",
        ),
        column("rho_within", lambda r: r.rho_within, "mean ρ within", kind="number", place="print"),
        *(
            column(
                f"rho_by_benchmark.{b}",
                item(lambda r: r.rho_by_benchmark, b),
                f"ρ on {names.benchmark(b)}",
                kind="number",
            )
            for b in result.benchmarks
        ),
        column("p_stratified", lambda r: r.p_stratified, "p (stratified)", kind="p", place="print"),
        column("p_min", lambda r: r.p_min, "smallest possible p", kind="p", place="print"),
        column("arrangements", lambda r: r.arrangements, kind="count"),
        column("exact", lambda r: r.exact, "all arrangements", kind="flag"),
        column("low", lambda r: r.interval.low, "from", kind="number", why="interval_reason"),
        column("high", lambda r: r.interval.high, "to", kind="number", why="interval_reason"),
        column("interval_reason", lambda r: r.interval.reason, "no interval"),
        column(
            "weight_low",
            lambda r: result.weights.get(r.metric, (None, None))[0],
            "weight from",
            kind="number",
            help="95 % interval of the weight that the published rule derives from ρ",
        ),
        column(
            "weight_high",
            lambda r: result.weights.get(r.metric, (None, None))[1],
            "weight to",
            kind="number",
        ),
        column(
            "constant_on", lambda r: r.constant_on, "one value for all methods on", kind="benchmark"
        ),
        column("reason", lambda r: r.reason, "no ρ"),
    )
    return table(columns, result.rows)


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
        when=lambda result: not result.reason,
    ),
    heading="Closeness to the retrained model",
    key="reliability",
    terms=("reliability", "no_signal", "stratified_p", "p_min"),
)
