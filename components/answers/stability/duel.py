"""Is one method better than the other? Who is ahead, on what, how surely, and what would turn it round."""

from dataclasses import dataclass
from math import isinf

import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.answers.stability.inferred import inferred
from components.answers.stability.pair import methods_sampled, pair_sampled
from components.answers.stability.ranked import CHECKPOINTS_ONLY, ranked
from components.answers.stability.verdicts import ASSUMED, pair_lines
from components.labels import Labels
from components.plotting.bars import bars
from components.plotting.marks import name_rows, rows_height
from components.plotting.theme import metric_colours, metric_lines, palette
from components.resolved import Resolved, reads
from components.sentences import givers_and_takers, short
from components.stats.separation.inference import PairTest, Rows
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.head_to_head import HeadToHead, head_to_head
from components.stats.stability.nearby import weights_within
from components.table import Column, Table, table
from components.text import figure_text, number, percent, shortened, thousands

READING = "What each metric adds to the lead: its weight times the difference of the two utilities."
NORMS = {"l1": "L1", "l2": "L2", "linf": "L∞"}


@dataclass(frozen=True, eq=False)
class Duel:
    """A pair of methods out of the ones `offered`; a is the better one, or the first of the pair when they are level.

    `compared` is None where the `unranked` ones have no score; `tests` are those over seeds and over benchmarks of the
    `rows`. `nearby_reason` says why there are no weights near the current ones. `every` are all metrics of the suite,
    whose colours the figure takes.
    """

    pair: tuple[str, str]
    offered: tuple[str, ...]
    unranked: tuple[str, ...]
    metrics: tuple[str, ...]
    every: tuple[str, ...]
    compared: HeadToHead | None
    tests: tuple[PairTest, ...] = ()
    rows: Rows | None = None
    nearby_reason: str = ""
    radius: float = 0.0
    draws: int = 0

    @property
    def a(self) -> str:
        """The better one."""
        return self.pair[self.compared is not None and self.compared.swapped]

    @property
    def b(self) -> str:
        """The other one."""
        return self.pair[self.compared is None or not self.compared.swapped]


@reads(rows=True, view_only=("versus",))
def compute(view: Resolved) -> Duel | Absent:
    """The two methods chosen, head to head."""
    if view.grids is not None:
        return Absent(CHECKPOINTS_ONLY)
    data, chosen, pair = ranked(view), view.selection, pair_sampled(view)
    if pair is None:
        return Absent("There is no pair to compare: fewer than two methods are ranked.")
    offered = tuple(dict.fromkeys((*data.methods, *methods_sampled(view), *pair)))
    unranked = tuple(m for m in pair if m not in data.methods)
    if unranked:
        return Duel(pair, offered, unranked, data.metrics, view.panel.metric_ids, None)
    a, b = (data.methods.index(m) for m in pair)
    nearby, nearby_reason = weights_within(data.w, data.metrics, chosen.radius, chosen.draws, chosen.rng)
    compared = head_to_head(
        data.utilities[a],
        data.utilities[b],
        data.w,
        nearby=nearby,
        anywhere=uniform_weights(chosen.draws, data.metrics, chosen.rng),
    )
    found = view.of(inferred)
    return Duel(
        pair,
        offered,
        (),
        data.metrics,
        view.panel.metric_ids,
        compared,
        found.tested(*pair),
        found.rows,
        nearby_reason,
        chosen.radius,
        chosen.draws,
    )


def say(result: Duel, names: Labels) -> Said:
    """The verdict on two methods in both scopes, the shares of weightings, and the smallest change that swaps them."""
    labels, compared = short(names), result.compared
    if compared is None:
        who = labels.listed_methods(result.unranked)
        return Said([f"{who} cannot be ranked here, so there are no two scores to compare."])
    assert result.rows is not None
    verdicts = pair_lines(result.tests, result.rows, labels)
    if compared.tied:
        both = labels.listed_methods(result.pair)
        verdicts.insert(0, f"Tied: {both} have the same UQS at these weights.")
    notes = [ASSUMED] if any(t.low is not None for t in result.tests) else []
    return Said([*verdicts, _shares(result, compared, labels), _swap(result, compared, labels)], notes)


def _shares(result: Duel, compared: HeadToHead, labels: Labels) -> str:
    a, b = labels.method(result.a), labels.method(result.b)
    if compared.dominated:
        better = f"at least as good as {b} on every metric and better on one"
        better = f"better than {b} on every metric" if isinf(compared.flips["l1"].distance) else better
        return f"{a} is {better}: no weights put {b} first."
    anywhere = f"{percent(compared.anywhere)} of {thousands(result.draws)} random weightings"
    if compared.nearby is None:
        return f"{a} scores higher than {b} in {anywhere}. Near your weights: {result.nearby_reason}."
    near = f"{percent(compared.nearby)} of weightings near yours (expected change {number(result.radius, 2)})"
    return f"{a} scores higher than {b} in {near} and in {anywhere}."


def _swap(result: Duel, compared: HeadToHead, labels: Labels) -> str:
    least, a, b = compared.flips["l1"], labels.method(result.a), labels.method(result.b)
    if least.distance == 0 or isinf(least.distance):
        return ""
    gives, takes = givers_and_takers(labels, dict(zip(result.metrics, least.moved.tolist(), strict=True)))
    distances = ", ".join(f"{name} {number(compared.flips[norm].distance)}" for norm, name in NORMS.items())
    beyond = f"draw level with {a}, and no more" if compared.dominated else f"catch {a}; beyond that {b} passes"
    return (
        f"Moving {number(least.shifted)} of weight from {gives} to {takes} lets {b} {beyond}. "
        f"Smallest change: {distances}."
    )


def draw(result: Duel, look: Look) -> go.Figure:
    """What each metric adds to the lead, to the right for the one with the higher score."""
    assert result.compared is not None
    c, metrics, labels = palette(look.mode), result.metrics, look.names
    areas, lines = metric_colours(result.every, look.mode), metric_lines(result.every, look.mode)
    values, margins = result.compared.weighted.tolist(), result.compared.margins.tolist()
    fig = go.Figure()
    bars(
        fig,
        values,
        {"color": [areas[m] for m in metrics], "line": {"width": 1, "color": [lines[m] for m in metrics]}},
        texts=[number(v, 4, sign=True) for v in values],
        cliponaxis=False,
        textfont={"color": c.ink, "size": 12},
        data=[[figure_text(labels.metric(m)), number(d, sign=True)] for m, d in zip(metrics, margins, strict=True)],
        hover="%{customdata[0]}: utilities differ by %{customdata[1]}, weighted %{x:+.4f}",
    )
    fig.add_vline(x=0, line={"width": 1, "color": c.muted})
    reach = max([abs(v) for v in values] or [0.0]) * 1.35 or 1.0
    ahead, behind = (figure_text(shortened(labels.method(m), 20)) for m in (result.a, result.b))
    fig.update_xaxes(range=[-reach, reach], title_text=f"← for {behind}        for {ahead} →", zeroline=False)
    name_rows(fig, [labels.metric(m) for m in metrics], most=16)
    return fig.update_layout(height=rows_height(len(metrics)), showlegend=False, bargap=0.35)


def margins_table(result: Duel, names: Labels) -> Table[int]:
    """One row per metric: difference of utilities, weighted, and the smallest changes that let the other catch up."""
    column, compared = Column[int], result.compared
    if compared is None:
        return Table((), ())
    columns = (
        column("metric", lambda k: result.metrics[k], kind="metric"),
        column("difference", lambda k: compared.margins[k], "difference of utilities", kind="number"),
        column("weighted", lambda k: compared.weighted[k], kind="number"),
        *(
            column(f"moved.{norm}", compared.flips[norm].moved.__getitem__, f"move in {name}", kind="number")
            for norm, name in NORMS.items()
        ),
    )
    return table(columns, range(len(result.metrics)))


DUEL = Answer(
    "duel",
    compute,
    say,
    Part(
        "margins",
        lambda result, names: f"{names.method(result.a)} against {names.method(result.b)}, metric by metric",
        margins_table,
        draw,
        reading=READING,
        when=lambda result: result.compared is not None,
    ),
    boxes=Boxes(
        "versus",
        ("Method", "against"),
        lambda result, names: {m: shortened(names.method(m)) for m in result.offered},
        lambda result: result.pair,
    ),
    mount="plan",
    terms=("inference", "utility", "dominance", "dethroning"),
    opened=True,
)
