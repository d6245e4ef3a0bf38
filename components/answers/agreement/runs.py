"""What does pooling do to a pair? All its runs, by benchmark and together."""

import plotly.graph_objects as go

from components.answers.agreement.pair import OpenPair, compute
from components.answers.record import Answer, Look, Part, Said
from components.labels import Labels
from components.plotting.intervals import points
from components.plotting.marks import benchmark_marks
from components.plotting.theme import palette
from components.stats.agreement.pair_taus import ScopeTau
from components.stats.panel import PairRun
from components.table import Column, Table, table
from components.text import at_most, counted, figure_text, joined, number, shortened

READING = (
    "Both axes run from worse to better, so that agreement rises to the right; a larger mark is several runs with the "
    "same values. τ_b in the legend: each benchmark alone (mean over its blocks), and all runs pooled, "
    "which also compares runs of different benchmarks."
)


def runs_title(pair: OpenPair, names: Labels) -> str:
    """The name of the scatter."""
    return f"{names.metric(pair.y)} against {names.metric(pair.x)}, all runs"


def pooling(pair: OpenPair, names: Labels) -> str:
    """What pooling does to the sign of the pair that is open."""
    pooled, count = pair.pooled.tau, len(pair.by_benchmark)
    own = {b.benchmark: b.within_blocks.tau for b in pair.by_benchmark if b.within_blocks.tau is not None}
    if pooled is None:
        return "No τ over the pooled runs."
    if count < 2:
        within = joined([number(tau) for tau in own.values()])
        return f"One benchmark only: nothing is pooled across benchmarks ({within} within)." if own else ""
    start = f"Pooled over {counted(count, 'benchmark')} τ_b is {number(pooled)}"
    if not own:
        return f"{start}, but within no single benchmark is there any τ: all of it comes from differences between them."
    taus = [f"{number(tau)} within {names.benchmark(b)}" for b, tau in own.items()]
    silent = [names.benchmark(b.benchmark) for b in pair.by_benchmark if b.benchmark not in own]
    rest = f"; {joined(at_most(4, silent))} {'has' if len(silent) == 1 else 'have'} none" if silent else ""
    against = sum(tau * pooled < 0 for tau in own.values())
    turn = ""
    if against == len(own):
        turn = " Pooling reverses the sign."
    elif against:
        turn = f" Pooling has the opposite sign of {against} of {len(own)}."
    return f"{start}; it is {joined(at_most(4, taus))}{rest}.{turn}"


def draw(pair: OpenPair, look: Look) -> go.Figure:
    """The runs of a pair; both axes run from worse to better, so that agreement rises.

    Runs with the same two values are one larger mark. The legend has the τ_b of each benchmark
    (mean over its blocks) and of all runs pooled.
    """
    names, mode = look.names, look.mode
    colours, x_label, y_label = palette(mode), names.metric(pair.x), names.metric(pair.y)
    fig = go.Figure()
    own = {b.benchmark: b.within_blocks for b in pair.by_benchmark}
    for benchmark, mark in benchmark_marks(list(own), mode).items():
        places: dict[tuple[float, float], list[PairRun]] = {}
        for run in pair.runs:
            if run.benchmark == benchmark:
                places.setdefault((run.x, run.y), []).append(run)
        if not places:
            continue
        name = figure_text(shortened(names.benchmark(benchmark), 20))
        points(
            fig,
            [(runs, *at) for at, runs in places.items()],
            {
                **mark,
                "size": lambda runs: min(26, 9 + 4 * (len(runs) - 1) ** 0.5),
                "opacity": 0.85,
                "line": {"width": 1, "color": colours.background},
            },
            data=lambda runs: f"{counted(len(runs), 'run')}: {_who(names, runs)}",
            hover=f"<b>{name}</b><br>%{{customdata}}<br>{figure_text(x_label)} %{{x:.3f}}, "
            f"{figure_text(y_label)} %{{y:.3f}}",
            name=f"{name}: {_tau(own[benchmark])}",
        )
    fig.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        marker={"symbol": "circle-open", "size": 10, "color": colours.ink},
        name=f"all runs pooled: {number(pair.pooled.tau)}",
        hoverinfo="skip",
    )
    x, y = (figure_text(shortened(label, 30)) for label in (x_label, y_label))
    x_range, y_range = ("reversed" if sign < 0 else True for sign in (m.sign for m in pair.panel.metrics))
    fig.update_xaxes(title_text=f"{x}: better →", autorange=x_range, nticks=6)
    fig.update_yaxes(title_text=f"{y}: better ↑", autorange=y_range, nticks=6)
    return fig.update_layout(
        height=520,
        showlegend=True,
        legend={"title": {"text": "τ_b (blocks with a τ)", "font": {"size": 12}}, "orientation": "v", "y": 1.02},
        margin={"l": 8, "r": 24, "t": 14 + 20 * (len(fig.data) + 1), "b": 8},
    )


def _tau(tau: ScopeTau) -> str:
    return f"{number(tau.tau)} ({tau.blocks_defined} of {tau.blocks})"


def _who(names: Labels, runs: list[PairRun]) -> str:
    seeds: dict[str, list[str]] = {}
    for run in runs:
        seeds.setdefault(run.method, []).append(str(run.seed))
    lines = [f"{figure_text(shortened(names.method(m), 24))} seed {', '.join(s)}" for m, s in list(seeds.items())[:8]]
    return "<br>".join(lines + ([f"and {len(seeds) - 8} more methods"] if len(seeds) > 8 else []))


def runs_table(pair: OpenPair, names: Labels) -> Table[PairRun]:
    """One row per run with both values."""
    own, column = {b.benchmark: b for b in pair.by_benchmark}, Column[PairRun]
    columns = (
        column("benchmark", lambda r: r.benchmark, kind="benchmark", place="print"),
        column("method", lambda r: r.method, kind="method", place="print"),
        column("seed", lambda r: r.seed, place="print"),
        column("x", lambda r: r.x, names.metric(pair.x), kind="number", place="print"),
        column("y", lambda r: r.y, names.metric(pair.y), kind="number", place="print"),
        column(
            "tau_blocks", lambda r: own[r.benchmark].within_blocks.tau, "τ_b of the benchmark, blocks", kind="number"
        ),
        column("tau_runs", lambda r: own[r.benchmark].runs.tau, "τ_b of the benchmark, all runs", kind="number"),
        column("tau_pooled", lambda r: pair.pooled.tau, "τ_b pooled", kind="number"),
    )
    return table(columns, pair.runs)


RUNS = Answer(
    "runs",
    compute,
    lambda pair, names: Said([pooling(pair, names)]),
    Part("runs", runs_title, runs_table, draw, reading=READING, tools=lambda pair: pair.many),
    heading="All runs, pooled and apart",
    opened=True,
)
