"""Do the other metrics order the methods as J does? Kendall's τ-b of each with J."""

from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go

from components.answers.equivalence import distance
from components.answers.equivalence.distance import EquivalenceResult
from components.answers.record import Absent, Answer, Look, Part, Said
from components.format import counted, figure_text, finite, number
from components.plotting.intervals import dots
from components.plotting.marks import name_rows, places, write_notes
from components.plotting.theme import hatched, metric_lines, palette
from components.resolved import Resolved, unweighted
from components.stats.agreement.exact_p import PValue, pair_p
from components.stats.agreement.tau import agreement
from components.stats.panel import Floats
from components.table import Column, Table, table
from components.words import Labels, correlation_label
from data.registry import Metric

READING = (
    "Right of 0 a metric orders the methods as J does, left of 0 the other way; the p is for the"
    " distance from 0."
)
ARRANGEMENTS = 5_000
"""Arrangements sampled for a p if they cannot all be formed."""
_J = Metric("J", "J", "J", "lower", "score", None, None, (), "", "", "")


@dataclass(frozen=True, kw_only=True)
class MetricOrder:
    """One metric and J: τ-b over `n_methods`, averaged over seeds, then over benchmarks.

    τ is defined in `blocks_defined` of `blocks`.
    """

    metric: str
    label: str
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
    found, panel = view.of(distance.compute), view.panel
    methods = [i for i, m in enumerate(panel.methods) if m not in view.controls.all]
    if isinstance(found, Absent) or len(methods) < 2 or not panel.n_runs:
        return Absent("")
    j = _j_of(view, found)
    others = [k for k in range(len(panel.metrics)) if not _same(panel.values[..., k], j)]
    rest, unaimed = panel.of_metrics(others), np.full((len(panel.benchmarks), 1), np.nan)
    result = agreement(
        replace(
            rest,
            metrics=(_J, *rest.metrics),
            values=np.concatenate([j[..., None], rest.values], axis=-1),
            targets=(
                None if rest.targets is None else np.concatenate([unaimed, rest.targets], axis=1)
            ),
        ).subset(methods=methods)
    )
    rows = tuple(
        MetricOrder(
            metric=panel.metrics[k].id,
            label=panel.metrics[k].label,
            tau=finite(result.tau[0, place]),
            test=pair_p(result, 0, place, seed=view.selection.rng, limit=ARRANGEMENTS),
            blocks_defined=int(result.defined[0, place]),
            blocks=len(result.blocks),
            n_methods=len(methods),
        )
        for place, k in enumerate(others, start=1)
    )
    return Orders(rows, panel.metric_ids)


def _j_of(view: Resolved, found: EquivalenceResult) -> Floats:
    """Return J (B, S, M) of the runs selected: over the whole forget set, or the mean over
    prompts."""
    panel, target, j = view.judged, view.panel, found.whole
    if j is None:
        j = np.full(panel.present.shape, np.nan)
        for row in found.models:
            of_block: dict[tuple[int, int], list[float]] = {}
            for p in row.by_prompt:
                if p.j is not None and int(p.seed) in panel.seeds:
                    at = (panel.benchmark(p.benchmark), panel.seeds.index(int(p.seed)))
                    of_block.setdefault(at, []).append(p.j)
            for at, values in of_block.items():
                j[(*at, panel.method(row.method))] = float(np.mean(values))
    selected: Floats = j[
        np.ix_(
            [panel.benchmark(b) for b in target.benchmarks],
            [panel.seeds.index(s) for s in target.seeds],
            [panel.method(m) for m in target.methods],
        )
    ]
    return selected


def _same(values: Floats, j: Floats) -> bool:
    """Return whether a metric is J itself, to the digits a table keeps."""
    known = ~(np.isnan(values) | np.isnan(j))
    return bool(known.any() and np.allclose(values[known], j[known], rtol=1e-4, atol=1e-9))


def say(result: Orders, names: Labels) -> Said:
    known = sorted(
        ((r.tau, r.label) for r in result.rows if r.tau is not None), key=lambda k: -k[0]
    )
    if not known:
        return Said(["No other metric can be compared with J."])
    (high, best), (low, worst) = known[0], known[-1]
    least = f", {worst} least (τ {number(low, sign=True)})" if len(known) > 1 else ""
    metrics = counted(len(known), "other metric")
    return Said(
        [
            f"Of {metrics}, {best} orders the methods most like J (τ"
            f" {number(high, sign=True)}){least}."
        ]
    )


def draw(result: Orders, look: Look) -> go.Figure:
    """Draw τ-b of each metric with J on [−1, 1], its p above the mark; undefined ones are
    hatched."""
    rows, mode = result.rows, look.mode
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
    write_notes(
        fig,
        rows,
        [correlation_label("τ", r.tau, r.test.p, r.test.p_min) for r in rows],
        -1,
        mode,
        up=0.3,
    )
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="τ-b with J")
    return name_rows(fig, [r.label for r in rows]).update_layout(height=90 + 48 * max(len(rows), 1))


def metrics_table(result: Orders, names: Labels) -> Table[MetricOrder]:
    """Return one row per metric other than J."""
    column = Column[MetricOrder]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("tau", lambda r: r.tau, "τ-b with J", kind="number", place="print"),
        column("p", lambda r: r.test.p, kind="p", why="reason", place="print"),
        column("p_min", lambda r: r.test.p_min, "smallest possible p", kind="p", place="print"),
        column("p_kind", lambda r: r.test.kind, "kind of p"),
        column("arrangements", lambda r: r.test.arrangements, kind="count"),
        column("n_methods", lambda r: r.n_methods, "methods", kind="count"),
        column("blocks_defined", lambda r: r.blocks_defined, "blocks with τ", kind="count"),
        column("blocks", lambda r: r.blocks, kind="count"),
        column("reason", lambda r: r.test.reason, "remark"),
    )
    return table(columns, result.rows)


METRICS = Answer(
    "metrics",
    compute,
    say,
    Part("metrics", "τ of every other metric with J", metrics_table, draw, reading=READING),
    heading="Would the other metrics choose the same method?",
    key="equivalence",
    terms=("tau_b", "permutation_p", "p_min"),
)
