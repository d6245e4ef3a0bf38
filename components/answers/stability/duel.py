"""Is one method better than the other? Who is ahead, on what, how surely, and what would turn it round."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.answers.stability.ranked import CHECKPOINTS_ONLY, ranked
from components.answers.stability.samples import methods_sampled, pair_sampled
from components.labels import Labels
from components.plotting.bars import bars
from components.plotting.marks import name_rows, rows_height
from components.plotting.theme import metric_colours, metric_lines, palette
from components.resolved import Resolved, reads
from components.sentences import givers_and_takers, short
from components.stats.ranking.rank_intervals import ONE_RUN, SEEDS_ONLY, UNPAIRED
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.head_to_head import (
    AHEAD,
    DOMINATED,
    SURE,
    TIED,
    HeadToHead,
    head_to_head,
    resampled_lead,
)
from components.stats.stability.nearby import weights_within
from components.table import Column, Table, table
from components.text import counted, figure_text, number, percent, shortened, thousands

UNDRAWN = {
    SEEDS_ONLY: "seeds on one benchmark cannot tell how they compare on others",
    ONE_RUN: "one run each cannot tell how they compare on other data",
    UNPAIRED: "no benchmark and seed has both of them",
}
"""Why the data of two methods cannot be drawn again."""
READING = "What each metric adds to the lead: its weight times the difference of the two utilities."
NORMS = {"l1": "L1", "l2": "L2", "linf": "L∞"}


@dataclass(frozen=True, eq=False)
class Duel:
    """A pair of methods out of the ones `offered`; a is the better one, or the first of the pair when they are level.

    `compared` is None where the `unranked` ones have no score. `nearby_reason` says why there are no weights near the
    current ones. `every` are all metrics of the suite, whose colours the figure takes.
    """

    pair: tuple[str, str]
    offered: tuple[str, ...]
    unranked: tuple[str, ...]
    metrics: tuple[str, ...]
    every: tuple[str, ...]
    compared: HeadToHead | None
    nearby_reason: str = ""
    radius: float = 0.0
    draws: int = 0
    benchmarks: int = 0

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
        data=resampled_lead(
            view.panel,
            data.w,
            [data.rows[a], data.rows[b]],
            view.in_play,
            transform=chosen.transform,
            aggregate=view.aggregate,
            rng=chosen.rng,
        ),
    )
    return Duel(
        pair,
        offered,
        (),
        data.metrics,
        view.panel.metric_ids,
        compared,
        nearby_reason,
        chosen.radius,
        chosen.draws,
        len(view.panel.benchmarks),
    )


def say(result: Duel, names: Labels) -> Said:
    """The verdict on two methods, its shares, and the smallest change that swaps them."""
    labels, compared = short(names), result.compared
    if compared is None:
        who = labels.listed_methods(result.unranked)
        return Said([f"{who} cannot be ranked here, so there are no two scores to compare."])
    a, b = labels.method(result.a), labels.method(result.b)
    return Said([_verdict(result, compared, a, b), _shares(result, compared, a), _swap(result, compared, labels)])


def _verdict(result: Duel, compared: HeadToHead, a: str, b: str) -> str:
    gap, resampled = number(compared.gap, 3 if compared.gap >= 0.0005 else 6), compared.resampled
    data, needed = UNDRAWN.get(resampled.reason, "no resample has values of both"), ""
    if resampled.share is not None:
        data = (
            f"it stays ahead in {percent(resampled.share)} of {thousands(resampled.draws)} draws of "
            f"{counted(result.benchmarks, 'benchmark')} and their seeds"
        )
        needed = f" ({percent(SURE)} would be needed)"
    if compared.verdict == TIED:
        return f"Tied: {a} and {b} have the same UQS at these weights."
    if compared.verdict == DOMINATED:
        return f"Dominated: {a} is at least as good as {b} on every metric and better on one; {data}."
    if compared.verdict == AHEAD:
        return f"Ahead: {a} leads {b} by {gap}; {data}."
    return f"Too little data to tell {a} from {b}: {a} is {gap} ahead, but {data}{needed}."


def _shares(result: Duel, compared: HeadToHead, a: str) -> str:
    anywhere = f"{percent(compared.anywhere)} of {thousands(result.draws)} random weightings"
    if compared.nearby is None:
        return f"{a} is ahead in {anywhere}. Near your weights: {result.nearby_reason}."
    return (
        f"{a} is ahead in {percent(compared.nearby)} of perturbations (expected change {number(result.radius, 2)}) and "
        f"in {anywhere}."
    )


def _swap(result: Duel, compared: HeadToHead, labels: Labels) -> str:
    least, a, b = compared.flips["l1"], labels.method(result.a), labels.method(result.b)
    if least.distance == float("inf"):
        return f"No weights make {b} catch {a}: {a} is better on every metric."
    if least.distance == 0:
        return ""
    gives, takes = givers_and_takers(labels, dict(zip(result.metrics, least.moved.tolist(), strict=True)))
    distances = ", ".join(f"{name} {number(compared.flips[norm].distance)}" for norm, name in NORMS.items())
    return (
        f"Moving {number(least.shifted)} of weight from {gives} to {takes} lets {b} catch {a}; beyond that {b} passes. "
        f"Smallest change: {distances}."
    )


def draw(result: Duel, look: Look) -> go.Figure:
    """What each metric adds to the lead, to the right for the method ahead."""
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
    [
        Part(
            "margins",
            lambda result, names: f"{names.method(result.a)} against {names.method(result.b)}, metric by metric",
            margins_table,
            draw,
            reading=READING,
            when=lambda result: result.compared is not None,
        )
    ],
    boxes=Boxes(
        "versus",
        ("Method", "against"),
        lambda result, names: {m: shortened(names.method(m)) for m in result.offered},
        lambda result: result.pair,
    ),
    terms=("utility", "dominance", "dethroning"),
    opened=True,
)
