"""Do the other metrics order the methods as J does? Kendall's τ-b of each with J."""

from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Look, Part, Said
from components.format import counted, figure_text, finite, number
from components.plotting.intervals import dots
from components.plotting.marks import name_rows, places, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.resolved import Resolved, unweighted
from components.results import equivalence
from components.results.equivalence import Distances
from components.stats.agreement.exact_p import PValue, pair_p
from components.stats.agreement.tau import agreement
from components.stats.panel import Floats, Panel
from components.table import Column, Table, count_column, number_column, p_column, table
from components.words import Labels, correlation_label
from data.registry import Metric

READING = (
    "Right of 0 a metric orders the methods as J does, left of 0 the other way; the p is for the"
    " distance from 0."
)
MAX_ARRANGEMENTS = 5_000
"""Arrangements sampled for a p if they cannot all be formed."""
J = Metric("J", "J", "J", "lower", "score", None, None, (), "", "", "")


@dataclass(frozen=True, kw_only=True)
class MetricOrder:
    """One metric and J: τ-b over `n_methods`, averaged over seeds, then over benchmarks.

    τ is defined in `blocks_defined` of `blocks`.
    """

    metric: str
    tau: float | None
    test: PValue
    blocks_defined: int
    blocks: int
    n_methods: int


@dataclass(frozen=True)
class Orders:
    """The metrics other than J in registry order; `score_ids` are all, which colours follow."""

    rows: tuple[MetricOrder, ...]
    score_ids: tuple[str, ...]


@unweighted
def compute(view: Resolved) -> Orders | Absent:
    """Compare every score metric that is not J itself with J, over the methods without controls."""
    distances = view.of(equivalence.compute)
    panel = view.panel
    controls = view.control_models.ids
    methods = [
        method_index for method_index, method in enumerate(panel.methods) if method not in controls
    ]
    if isinstance(distances, Absent) or len(methods) < 2 or not panel.n_runs:
        return Absent("")
    j_by_run = _j_of_panel(view, distances)
    others = []
    for metric_index in range(len(panel.metrics)):
        if not _is_j(panel.values[..., metric_index], j_by_run):
            others.append(metric_index)
    with_j = _with_j(panel.of_metrics(others), j_by_run).subset(methods=methods)
    result = agreement(with_j)
    rows = []
    for metric_place, metric_index in enumerate(others, start=1):
        tau_test = pair_p(result, 0, metric_place, seed=view.selection.rng, limit=MAX_ARRANGEMENTS)
        metric_order = MetricOrder(
            metric=panel.metrics[metric_index].id,
            tau=finite(result.tau[0, metric_place]),
            test=tau_test,
            blocks_defined=int(result.defined[0, metric_place]),
            blocks=len(result.blocks),
            n_methods=len(methods),
        )
        rows.append(metric_order)
    return Orders(tuple(rows), panel.metric_ids)


def _with_j(panel: Panel, j_by_run: Floats) -> Panel:
    """Return a panel with J as its first metric."""
    no_target = np.full((len(panel.benchmarks), 1), np.nan)
    return replace(
        panel,
        metrics=(J, *panel.metrics),
        values=np.concatenate([j_by_run[..., None], panel.values], axis=-1),
        targets=np.concatenate([no_target, panel.targets], axis=1),
    )


def _j_of_panel(view: Resolved, distances: Distances) -> Floats:
    """Return J (B, S, M) of the runs selected."""
    judged = view.judged
    panel = view.panel
    benchmarks = [judged.benchmark(benchmark) for benchmark in panel.benchmarks]
    seed_indices = [judged.seeds.index(seed) for seed in panel.seeds]
    methods = [judged.method(method) for method in panel.methods]
    selected: Floats = distances.j_by_run[np.ix_(benchmarks, seed_indices, methods)]
    return selected


def _is_j(values: Floats, j_by_run: Floats) -> bool:
    """Return whether a metric is J itself, to the digits a table keeps."""
    both_measured = ~(np.isnan(values) | np.isnan(j_by_run))
    return bool(
        both_measured.any()
        and np.allclose(values[both_measured], j_by_run[both_measured], rtol=1e-4, atol=1e-9)
    )


def say(result: Orders, labels: Labels) -> Said:
    tau_of_metric = {
        metric_order.metric: metric_order.tau
        for metric_order in result.rows
        if metric_order.tau is not None
    }
    if not tau_of_metric:
        return Said(["No other metric can be compared with J."])
    most_alike, *others = sorted(tau_of_metric, key=lambda metric: -tau_of_metric[metric])
    least_text = ""
    if others:
        lowest_tau = number(tau_of_metric[others[-1]], sign=True)
        least_text = f", {labels.metric(others[-1])} least (τ {lowest_tau})"
    return Said(
        [
            f"Of {counted(len(tau_of_metric), 'other metric')}, {labels.metric(most_alike)}"
            " orders the"
            f" methods most like J (τ {number(tau_of_metric[most_alike], sign=True)}){least_text}."
        ]
    )


def draw(result: Orders, look: Look) -> go.Figure:
    """Draw τ-b of each metric with J on [−1, 1], its p above the mark; undefined ones are
    hatched."""
    rows = result.rows
    height_of_metric = places(rows)
    colour_of_metric = metric_lines(result.score_ids, look.mode)
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": palette(look.mode).muted})
    undefined = [
        (0.0, height_of_metric[metric_order.metric] - 0.1)
        for metric_order in rows
        if metric_order.tau is None
    ]
    fig.add_trace(hatched(undefined, look.mode, 0.5))
    dots(
        fig,
        rows,
        lambda metric_order: metric_order.tau,
        {"size": 11, "color": lambda metric_order: colour_of_metric[metric_order.metric]},
        offset=-0.1,
        data_of=lambda metric_order: [figure_text(look.names.metric(metric_order.metric))],
        hover_template="%{customdata[0]}: τ-b %{x:+.3f}",
        showlegend=False,
    )
    row_notes = [
        correlation_label("τ", metric_order.tau, metric_order.test.p, metric_order.test.p_min)
        for metric_order in rows
    ]
    write_notes(fig, row_notes, -1, look.mode, offset=0.3)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="τ-b with J")
    name_rows(fig, [look.names.metric(metric_order.metric) for metric_order in rows])
    return fig.update_layout(height=90 + 48 * max(len(rows), 1))


def orders_table(result: Orders, labels: Labels) -> Table[MetricOrder]:
    """Return one row per metric other than J."""
    return table(
        result.rows,
        Column("metric", kind="metric"),
        number_column("tau", head="τ-b with J"),
        p_column("p", "test.p", why="reason"),
        p_column("p_min", "test.p_min", "smallest possible p"),
        Column("p_kind", "test.kind", "kind of p", place="screen"),
        count_column("arrangements", "test.arrangements", place="screen"),
        count_column("n_methods", head="methods", place="screen"),
        count_column("blocks_defined", head="blocks with τ", place="screen"),
        count_column("blocks", place="screen"),
        Column("reason", "test.reason", "remark", place="screen"),
    )


METRICS = Answer(
    "metrics",
    compute,
    say,
    Part("metrics", "τ of every other metric with J", orders_table, draw, reading=READING),
    heading="Would the other metrics choose the same method?",
    key="equivalence",
    terms=("tau_b", "permutation_p", "p_min"),
)
