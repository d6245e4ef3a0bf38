"""Does one other metric order the methods as J does? Both orders side by side."""

from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.equivalence import distance
from components.answers.equivalence.distance import EquivalenceResult
from components.answers.equivalence.metrics import tau_text
from components.answers.equivalence.orders import MethodRanks, MetricOrder
from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.labels import Labels
from components.plotting.slopes import ends, slopes
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.table import Column, Table, table
from components.text import counted, figure_text, shortened

READING = (
    "Left the order by J, right the order by the other metric, best on top, by mean rank over blocks. Level lines: "
    "both agree on a method. Square and dotted: farther from the reference than before unlearning."
)


@dataclass(frozen=True)
class OneMetric:
    """The metric that is open beside J, the one least like J at first, and J of `every` model."""

    every: EquivalenceResult
    order: MetricOrder


@reads(weights=False, view_only=("metric",))
def compute(view: Resolved) -> OneMetric | Absent:
    """The metric in the selection beside J."""
    every = view.of(distance.compute)
    rows = {r.metric: r for r in every.metrics}
    if not rows:
        return Absent("")
    taus = {r.metric: r.tau for r in every.metrics if r.tau is not None}
    usual = min(taus, key=lambda m: taus[m]) if taus else next(iter(rows))
    return OneMetric(every, rows[view.selection.metric if view.selection.metric in rows else usual])


def say(one: OneMetric, names: Labels) -> Said:
    """The metric beside J."""
    row = one.order
    blocks = f"{row.blocks_defined} of {counted(row.blocks, 'block')}"
    return Said([f"J and {row.label} over {counted(row.n_methods, 'method')} in {blocks}: {tau_text(row)}."])


def draw(one: OneMetric, look: Look) -> go.Figure:
    """One line per method from its rank by J (left) to its rank by the metric of `row`, best on top.

    Methods farther from the reference than before unlearning are squares on dotted lines. Methods without both ranks
    are not drawn.
    """
    colours, row, farther = palette(look.mode), one.order, {r.method for r in one.every.models if r.farther}
    ranks = [(r, r.j_rank, r.metric_rank) for r in row.ranks if r.j_rank is not None and r.metric_rank is not None]
    fig = go.Figure()
    for moved, dash, symbol, name in (
        (False, "solid", "circle", "methods"),
        (True, "dot", "square", "farther than before unlearning"),
    ):
        own = [(r, left, right) for r, left, right in ranks if (r.method in farther) == moved]
        if own:
            slopes(
                fig,
                [(x, y, f"{figure_text(r.label)}: {x} by J, {y} by the metric") for r, x, y in own],
                line={"width": 2, "dash": dash, "color": colours.muted if moved else colours.accent},
                marker={"symbol": symbol, "size": 9},
                name=name,
            )
    for side in (0, 1):
        shared: dict[float, list[str]] = {}
        for r, *both in ranks:
            shared.setdefault(both[side], []).append(figure_text(shortened(r.label, 16)))
        texts_at = {rank: n[0] if len(n) == 1 else f"{n[0]} and {len(n) - 1} more" for rank, n in shared.items()}
        ends(fig, side, texts_at, colours.ink)
    most = max((max(left, right) for _, left, right in ranks), default=1)
    name = figure_text(shortened(row.label, 18))
    fig.update_xaxes(tickvals=[0, 1], ticktext=["J", name], range=[-1.0, 2.0], showgrid=False, zeroline=False)
    fig.update_yaxes(range=[most + 0.6, 0.4], visible=False)
    return fig.update_layout(height=110 + 30 * max(1, len(row.ranks)))


def ranks_table(one: OneMetric, names: Labels) -> Table[MethodRanks]:
    """One row per method: its mean ranks by J and by the other metric."""
    column, other = Column[MethodRanks], one.order.label
    columns = (
        column("method", lambda r: r.method, kind="method", place="print"),
        column("j_rank", lambda r: r.j_rank, "rank by J", kind="count", place="print"),
        column("metric_rank", lambda r: r.metric_rank, f"rank by {other}", kind="count", place="print"),
        column("j", lambda r: r.j, "mean rank by J", kind="number"),
        column("metric", lambda r: r.metric, f"mean rank by {other}", kind="number"),
    )
    return table(columns, one.order.ranks)


SLOPES = Answer(
    "slopes",
    compute,
    say,
    Part(
        "ranks",
        lambda one, names: f"Order of the methods by J and by {one.order.label}",
        ranks_table,
        draw,
        reading=READING,
    ),
    boxes=Boxes(
        "metric",
        ("Metric",),
        lambda one, names: {r.metric: shortened(r.label) for r in one.every.metrics},
        lambda one: (one.order.metric,),
    ),
    opened=True,
)
