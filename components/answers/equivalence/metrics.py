"""Do the other metrics order the methods as J does? Kendall's τ-b of each with J."""

import plotly.graph_objects as go

from components.answers.equivalence.distance import EquivalenceResult, compute
from components.answers.equivalence.orders import MetricOrder
from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, number
from components.plotting.intervals import dots
from components.plotting.marks import name_rows, places, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.table import Column, Table, table
from components.words import Labels, correlation, correlation_label, kind_of_p

READING = (
    "Right of 0 a metric orders the methods as J does, left of 0 the other way; the p is for that distance from 0."
)


def say(result: EquivalenceResult, names: Labels) -> Said:
    """How the other metrics order the methods beside J."""
    known = [(r.tau, r) for r in result.metrics if r.tau is not None]
    if not known:
        return Said(["No other metric can be compared with J here."] if result.metrics else [])
    best, worst = max(known, key=lambda k: k[0])[1], min(known, key=lambda k: k[0])[1]
    if len(known) == 1:
        return Said([f"{best.label} is the only other metric: {tau_text(best)}."])
    against = sum(tau < 0 for tau, _ in known)
    return Said(
        [
            f"Of {counted(len(known), 'other metric')}, {best.label} orders the methods most like J "
            f"({tau_text(best)}) and {worst.label} least ({tau_text(worst)}); "
            f"{against} {'points' if against == 1 else 'point'} the other way."
        ]
    )


def tau_text(row: MetricOrder) -> str:
    """τ with its p and the smallest possible p, for a sentence."""
    test = row.test
    if row.tau is not None and test.p is None:
        return f"τ {number(row.tau, sign=True)}, no p: {test.reason}"
    return correlation("τ", row.tau, test.p, test.p_min, kind_of_p(test.kind.startswith("exact"), test.arrangements))


def draw(result: EquivalenceResult, look: Look) -> go.Figure:
    """τ-b of each metric with J on [−1, 1], its note (the p) above the mark; undefined ones are hatched."""
    rows, mode = result.metrics, look.mode
    colours, hues = palette(mode), metric_lines(result.score_ids, mode)
    place = places(rows)
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    fig.add_trace(hatched([(0.0, place[r.metric] - 0.1) for r in rows if r.tau is None], mode, 0.5))
    dots(
        fig,
        rows,
        lambda r: r.tau,
        {"size": 11, "color": lambda r: hues[r.metric]},
        up=-0.1,
        data=lambda r: [figure_text(r.label)],
        hover="%{customdata[0]}: τ-b %{x:+.3f}",
        showlegend=False,
    )
    write_notes(fig, rows, [correlation_label("τ", r.tau, r.test.p, r.test.p_min) for r in rows], -1, mode, up=0.3)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="τ-b with J")
    return name_rows(fig, [r.label for r in rows]).update_layout(height=90 + 48 * max(len(rows), 1))


def metrics_table(result: EquivalenceResult, names: Labels) -> Table[MetricOrder]:
    """One row per metric beside J."""
    column = Column[MetricOrder]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("label", lambda r: r.label, place="file"),
        column("tau", lambda r: r.tau, "τ-b with J", kind="number", place="print"),
        column("p", lambda r: r.test.p, kind="p", why="reason", place="print"),
        column("p_min", lambda r: r.test.p_min, "smallest possible p", kind="p", place="print"),
        column("p_kind", lambda r: r.test.kind, "kind of p"),
        column("arrangements", lambda r: r.test.arrangements, kind="count"),
        column("n_methods", lambda r: r.n_methods, "methods", kind="count"),
        column("blocks_defined", lambda r: r.blocks_defined, "blocks with τ", kind="count"),
        column("blocks", lambda r: r.blocks, kind="count"),
        column("reason", lambda r: r.test.reason, "remark"),
        column("ranks", lambda r: r.ranks, place="file"),
    )
    return table(columns, result.metrics)


METRICS = Answer(
    "metrics",
    compute,
    say,
    Part(
        "metrics",
        "τ of every other metric with J",
        metrics_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.metrics),
    ),
    heading="Would the other metrics choose the same method?",
    terms=("tau_b", "permutation_p", "p_min"),
)
