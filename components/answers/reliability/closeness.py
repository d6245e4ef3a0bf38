"""Which metrics follow closeness to the retrained model, and what is that worth? Spearman's ρ of each with its p."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.answers.reliability.signal import beyond_shuffled, by_chance_sentence, signal_sentence
from components.format import counted, figure_text, joined, number, p_value, shortened, step_text
from components.plotting.intervals import dots, spans
from components.plotting.marks import benchmark_marks, name_rows, places, write_notes
from components.plotting.theme import hatched, metric_colours, palette
from components.resolved import Resolved, unweighted
from components.stats.reliability.metrics import NO_DISTANCE, NO_RUN, MetricReliability, metric_reliabilities
from components.table import Column, R, Table, item, table
from components.words import Labels, constant_metrics, sharing

READING = (
    "Filled dot: ρ over all runs. Open ring: what shuffling the methods within benchmarks gives on average. Only the "
    "distance between dot and ring can say something about methods; the p above each line is for that distance. Line: "
    "95 % interval. Small marks: ρ within one benchmark. Right of 0 the metric follows closeness to the oracle."
)
ROW = 70
"""Height of a metric in pixels: its marks and a line of text above them."""


@dataclass(frozen=True)
class Reliability:
    """All score metrics, in registry order.

    `benchmarks` are the ids of those selected, `has_oracle` says whether the suite has an oracle metric at all,
    `elsewhere` holds the ids of the other panels that have an oracle distance, and `sharing` the benchmarks that share
    samples, group by group.
    """

    rows: tuple[MetricReliability, ...]
    benchmarks: tuple[str, ...]
    has_oracle: bool
    elsewhere: tuple[str, ...]
    sharing: tuple[tuple[str, ...], ...]

    @property
    def defined(self) -> tuple[MetricReliability, ...]:
        """The metrics that have a ρ."""
        return tuple(r for r in self.rows if r.rho is not None)

    @property
    def best(self) -> MetricReliability | None:
        """The metric with the highest ρ, the first of equals; None when no metric has one."""
        ranked = [(r.rho, r) for r in self.rows if r.rho is not None]
        return max(ranked, key=lambda pair: pair[0])[1] if ranked else None

    def row(self, metric: str) -> MetricReliability:
        """The row of a metric."""
        return next(r for r in self.rows if r.metric == metric)


@unweighted
def compute(view: Resolved) -> Reliability:
    """The reliability of every score metric."""
    rows = metric_reliabilities(view.panel, view.samples, view.selection.rng)
    oracle = view.tables.oracle is not None
    return Reliability(rows, view.panel.benchmarks, oracle, _measured_elsewhere(view), view.sharing)


def _measured_elsewhere(view: Resolved) -> tuple[str, ...]:
    tables = view.tables
    if tables.oracle is None:
        return ()
    measured = set(tables.runs.loc[tables.runs[tables.oracle.id].notna(), "panel"])
    return tuple(p.id for p in tables.panels if p.id in measured and p.id != view.selection.panel)


def say(result: Reliability, names: Labels) -> Said:
    """Which metric follows the oracle most closely, and how many differ from shuffled methods; or why none can."""
    missing = explanation(result, names)
    if missing:
        return Said([missing])
    first, *others = lead(result)
    notes = [*others, by_chance_sentence(result.defined), disagreement_sentence(result)]
    notes.append(constant_metrics(names, {r.metric: r.constant_on for r in result.rows}))
    notes.append(sharing(names, result.sharing))
    return Said([first, signal_sentence(result.defined)], notes)


def explanation(result: Reliability, names: Labels) -> str:
    """Why there is no reliability here, and where there is one; empty when some metric has one."""
    if result.defined:
        return ""
    if all(r.reason == NO_RUN for r in result.rows):
        return "No run matches these filters."
    if not result.has_oracle:
        return (
            "This suite has no oracle metric, so nothing says how close a run comes to a retrained model. Agreement "
            "between metrics needs none."
        )
    panels = [names.panels[p] for p in result.elsewhere]
    where = f" It was measured for {joined(panels)}." if panels else ""
    if all(r.reason == NO_DISTANCE for r in result.rows):
        runs = f"these runs of {names.panel}"
        return f"No oracle distance was measured for {runs}, so no reliability follows.{where}"
    reasons = joined([f"{r.label}: {r.reason}" for r in result.rows])
    return f"No metric has a reliability here ({reasons}).{where}"


def lead(result: Reliability) -> list[str]:
    """Which metric has the highest ρ with closeness, and how much of that benchmark means alone produce."""
    best = result.best
    if best is None:
        return []
    shown = [r for r in beyond_shuffled(result.defined) if (r.rho or 0.0) > (r.rho_no_signal or 0.0)]
    if len(result.defined) == 1:
        verb = f"Only {best.label} can be compared with closeness to the retrained model"
    elif shown:
        best = max(shown, key=lambda r: r.rho or 0.0)
        among = f"Of the metrics that follow closeness to the retrained model, {best.label} is highest"
        verb = among if len(shown) > 1 else f"Only {best.label} is shown to follow closeness to the retrained model"
    else:
        verb = f"No metric is shown to follow closeness to the retrained model; {best.label} comes nearest"
    return [
        f"{verb}: ρ {number(best.rho, sign=True)} over {counted(best.n, 'run')}.",
        f"Differences between benchmarks alone give about {number(best.rho_no_signal, sign=True)}; only the rest can "
        "come from the methods.",
    ]


def disagreement_sentence(result: Reliability) -> str:
    """Metrics whose pooled ρ and mean within-benchmark ρ have opposite signs."""
    turned = [
        f"{r.label} ({number(r.rho, sign=True)}, within {number(r.rho_within, sign=True)})"
        for r in result.rows
        if r.rho is not None and r.rho_within is not None and r.rho * r.rho_within < 0
    ]
    if not turned:
        return ""
    return f"Pooling turns the sign of {joined(turned)}: over all runs ρ points one way, within benchmarks the other."


def p_label(row: MetricReliability) -> str:
    """The stratified p of one metric with the smallest possible, in as few letters as a narrow figure has room for."""
    if row.p_stratified is None:
        return row.reason
    kind = "exact" if row.exact else "sampled"
    return f"{kind} p {p_value(row.p_stratified)}, smallest {p_value(row.p_min)}"


def interval_text(row: MetricReliability) -> str:
    """The interval of one metric in words."""
    if row.interval.low is None:
        return f"interval not estimable: {row.interval.reason}"
    return f"95 % interval {number(row.interval.low)} to {number(row.interval.high)}"


def draw(result: Reliability, look: Look) -> go.Figure:
    """The metrics under one another, the first on top, each with its p above, or why it has none.

    ρ runs from −1 to 1, 0 is marked.
    """
    rows, mode, names = result.rows, look.mode, look.names
    colours, hues, place = palette(mode), metric_colours([r.metric for r in rows], mode), places(rows)
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    unknown = [place[r.metric] - 0.1 for r in rows if r.rho is None]
    fig.add_trace(hatched([(x, y) for y in unknown for x in (-0.75, -0.25, 0.25, 0.75)], mode, 0.5))
    spans(fig, rows, lambda r: (r.interval.low, r.interval.high), colours.muted, name="95 % interval", legendrank=3)
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
        name="no signal",
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
        hover="%{customdata[0]}: ρ %{x:+.3f} over %{customdata[1]} runs"
        "<br>asymptotic p %{customdata[2]} (takes runs for independent)",
    )
    write_notes(fig, rows, [p_label(r) for r in rows], -1, mode, up=0.36)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="Spearman's ρ with closeness to the oracle")
    return name_rows(fig, [r.label for r in rows], most=18).update_layout(height=150 + ROW * max(len(rows), 1))


def reliability_table(result: Reliability, names: Labels) -> Table[MetricReliability]:
    """One row per metric."""
    column, benchmarks = Column[MetricReliability], result.benchmarks
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("label", lambda r: r.label, place="file"),
        column("n", lambda r: r.n, "runs", kind="count", place="print"),
        column("rho", lambda r: r.rho, "ρ", kind="number", why="reason", place="print"),
        column("p", lambda r: r.p, "p (asymptotic)", kind="p", help="takes runs for independent", place="print"),
        column("rho_no_signal", lambda r: r.rho_no_signal, "ρ no signal", kind="number", place="print"),
        column("rho_within", lambda r: r.rho_within, "mean ρ within", kind="number", place="print"),
        *(
            column(
                f"rho_by_benchmark.{b}",
                item(lambda r: r.rho_by_benchmark, b),
                f"ρ on {names.benchmark(b)}",
                kind="number",
            )
            for b in benchmarks
        ),
        column("p_stratified", lambda r: r.p_stratified, "p (stratified)", kind="p", place="print"),
        column("p_min", lambda r: r.p_min, "smallest possible p", kind="p", place="print"),
        column("arrangements", lambda r: r.arrangements, kind="count"),
        column("exact", lambda r: r.exact, "all arrangements", kind="flag"),
        column("low", lambda r: r.interval.low, "from", kind="number", why="interval_reason"),
        column("high", lambda r: r.interval.high, "to", kind="number", why="interval_reason"),
        column("interval_reason", lambda r: r.interval.reason, place="file"),
        column("draws", lambda r: r.interval.draws, kind="count", place="file"),
        column("constant_on", lambda r: r.constant_on, "one value for all methods on", kind="benchmark"),
        *resolution_columns(lambda r: r.resolution, benchmarks, names),
        column("reason", lambda r: r.reason, place="file"),
        column(
            "remark", lambda r: r.reason or (interval_text(r) if r.interval.low is None else ""), place="screen only"
        ),
    )
    return table(columns, result.rows)


def resolution_columns(
    of: Callable[[R], Mapping[str, float]], benchmarks: Sequence[str], names: Labels
) -> Iterator[Column[R]]:
    """The steps of a metric that is a proportion: by benchmark in files, in words on screen."""

    def step(benchmark: str) -> Callable[[R], float | None]:
        return lambda row: of(row).get(benchmark)

    def steps(row: R) -> str:
        return ", ".join(f"{names.benchmark(b)} {step_text(s)}" for b, s in of(row).items())

    yield from (Column(f"resolution.{b}", step(b), kind="number", place="file") for b in benchmarks)
    yield Column("steps", steps, "steps of", place="screen only")


CLOSENESS = Answer(
    "reliability",
    compute,
    say,
    Part(
        "reliability",
        "Reliability of each metric",
        reliability_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.defined),
    ),
    heading="Closeness to the retrained model",
    key="reliability",
    terms=("reliability", "no_signal", "rho_within", "stratified_p", "p_min", "bootstrap_interval", "constant"),
)
