"""What does each rule give for the pairs? One heat map of τ, switched between the rules and their
difference.

A click on a cell opens its pair. Under the published rule a bar in each cell shows how far row
order moves the value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from components.answers.agreement.pair import OPENED
from components.answers.agreement.pairs import pairs_table, row_order_range
from components.answers.record import Answer, Look, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import counted, figure_text, number, p_value
from components.plotting.marks import (
    SMALL,
    entries,
    matrix_axis,
    scale_below,
    segments,
    squares,
    write,
    write_cells,
)
from components.plotting.theme import Mode, hatched, ink_on, palette, tau_colour, tau_scale
from components.resolved import Resolved, unweighted
from components.results import taus
from components.results.taus import MANY, RULES, Taus
from components.stats.agreement.pair_taus import LATER, PairTau
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.words import Labels, constant_metrics, sharing

DIFFERENCE = "difference"
"""The map of the published τ minus the one with ties as ties."""
SHOWN = {TIE_AWARE: "Ties as ties", PUBLISHED: "Published rule", DIFFERENCE: "Difference"}
"""Names of the maps."""
ROOMY = 6
"""Up to this many metrics a cell has room for the number of blocks."""
MEANS = ", mean over seeds and then over benchmarks"
BARS = (
    "The bar runs from the smallest to the largest τ in other row orders, on a line from −1 to 1."
)
MEANING = {
    TIE_AWARE: "Blue agrees, orange contradicts, hatched has no τ.",
    PUBLISHED: "Blue agrees, orange contradicts; ties are broken by row order.",
    DIFFERENCE: (
        "Published τ minus τ with ties as ties: blue is higher, orange lower when published."
    ),
}


@dataclass(frozen=True, eq=False)
class Shown:
    """The pairs of metrics, the map that is shown (one of SHOWN), and the two metrics whose cells
    are framed."""

    taus: Taus
    map: str
    pair: tuple[str, ...]

    @cached_property
    def cells(self) -> dict[tuple[int, int], tuple[PairTau, float | None]]:
        """Row and value by place (x, y) in the order shown, for both halves of the matrix."""
        place = {m: i for i, m in enumerate(self.taus.drawn)}
        theirs, ours = self.taus.pairs[PUBLISHED], self.taus.pairs[TIE_AWARE]
        cells = {}
        for a, b in zip(theirs, ours, strict=True):
            row, value = (a, a.tau) if self.map == PUBLISHED else (b, b.tau)
            if self.map == DIFFERENCE:
                value = None if a.tau is None or b.tau is None else a.tau - b.tau
            if {row.x, row.y} <= place.keys():
                i, j = place[row.x], place[row.y]
                cells[i, j] = cells[j, i] = row, value
        return cells


@unweighted
def compute(view: Resolved, shown: str | None = None, pair: tuple[str, ...] | None = None) -> Shown:
    """Return the pairs with the map asked for, by default that of the protocol selected, and the
    pair that is open."""
    every = view.of(taus.compute)
    return Shown(every, shown or view.selection.protocol, pair or every.differing_most)


def say(result: Shown, names: Labels) -> Said:
    every = result.taus
    if not every.comparable:
        return Said()
    aware = every.pairs[TIE_AWARE]
    known = [r for r in aware if r.tau is not None]
    lost = len(every.metrics) - len(every.drawn)
    constant = {m: every.panel.constant_on(k) for k, m in enumerate(every.metrics)}
    return Said(
        notes=[
            (
                "Published rule: ties are broken by row order, τ is the mean over blocks (one"
                " benchmark and one seed)."
                if every.ranks_methods
                else "Published rule: runs are pooled and directions not aligned."
            ),
            (
                "Ties as ties: τ-b, higher is better"
                f" everywhere{MEANS if every.ranks_methods else ''}."
            ),
            (
                f"{len(known)} of {counted(len(aware), 'pair')} have a τ with ties as ties."
                if len(known) < len(aware)
                else ""
            ),
            constant_metrics(names, constant) if every.ranks_methods else "",
            _tests(known, every),
            (
                f"Mean τ over pairs: {number(every.mean_tau(PUBLISHED))} by the published rule"
                f" ({RULES[PUBLISHED]}), {number(every.mean_tau(TIE_AWARE))} with ties as ties."
            ),
            "Unless a pair is chosen, the one on which the two rules differ most is open.",
            "The metrics are ordered by cluster." if len(every.drawn) > MANY else "",
            f"Not drawn: {counted(lost, 'metric')} that no run shown measured." if lost else "",
            sharing(names, every.sharing),
        ]
    )


def _tests(known: Sequence[PairTau], every: Taus) -> str:
    """Return how p was computed, or why there is none."""
    if any(r.p_holm is not None for r in known):
        kinds = " or ".join(dict.fromkeys(r.test.kind for r in known if r.test.kind))
        return (
            f"Significant: p ≤ 0.05 ({kinds}) after Holm's correction over"
            f" {counted(every.family, 'pair')}."
        )
    if any(r.test.reason == LATER for r in known):
        return (
            "There are too many pairs to test at once: p and interval are computed for the pair"
            " that is open."
        )
    return ""


def map_reading(result: Shown, names: Labels) -> str:
    """Return how to read the map that is shown."""
    rows, n = [row for row, _ in result.cells.values()], len(result.taus.drawn)
    lines = [MEANING[result.map]]
    if result.map == PUBLISHED and n <= MANY and any(r.row_order_width for r in rows):
        lines.append(BARS)
    few = next((r for r in rows if r.blocks_defined < r.blocks), None)
    if few is not None and n <= ROOMY and result.map != DIFFERENCE:
        lines.append(f"“{few.blocks_defined} of {few.blocks}”: blocks with a τ.")
    return " ".join([*lines, "A click opens a pair."])


def draw(result: Shown, look: Look) -> go.Figure:
    """Draw the matrix of the map that is shown; the pair that is open is framed.

    Every cell has an invisible marker on top whose `customdata` is its pair of metric ids: cells of
    heat maps send no click."""
    order, mode, names = result.taus.drawn, look.mode, look.names
    cells, n = result.cells, len(order)
    fig = go.Figure()
    fig.add_heatmap(
        z=entries([[None if i == j else cells[i, j][1] for i in range(n)] for j in range(n)]),
        zmin=-1,
        zmax=1,
        colorscale=tau_scale(mode),
        xgap=1,
        ygap=1,
        hoverinfo="skip",
        showscale=n > MANY,
        colorbar=scale_below("difference" if result.map == DIFFERENCE else "τ"),
    )
    undefined = [place for place, (_, value) in cells.items() if value is None]
    if undefined:
        fig.add_trace(hatched(undefined, mode))
    if n <= MANY:
        _written(fig, result, mode)
    if result.map == PUBLISHED and n <= MANY:
        _bars(fig, result, mode)
    _marks(fig, result, mode)
    _targets(fig, result, names)
    # a metric with itself says nothing: grey, so that it is not taken for a τ of 0
    shapes = [
        squares(
            [(i, i) for i in range(n)],
            fillcolor=palette(mode).surface,
            line={"width": 0},
            layer="below",
        )
    ]
    if result.pair and {*result.pair} <= {*order}:
        x, y = map(order.index, result.pair)
        for colour, width in (
            ("#FFFFFF", 2),
            ("#000000", 1),
        ):  # visible on light cells and on dark ones
            line = {"width": width * (3 if n <= MANY else 2), "color": colour}
            shapes.append(squares([(x, y), (y, x)], line=line, layer="above"))
    axis = matrix_axis([names.metric(m) for m in order])
    fig.update_xaxes(**axis, range=[-0.5, n - 0.5], side="top")
    fig.update_yaxes(**{**axis, "tickangle": 0}, range=[n - 0.5, -0.5])
    height = (60 if axis["tickangle"] == 0 else 130) + n * min(68, 400 // max(n, 1))
    if n > MANY:
        fig.update_layout(xaxis_tickfont_size=SMALL, yaxis_tickfont_size=SMALL)
        height = 170 + n * max(12, 360 // n)
    return fig.update_layout(
        shapes=shapes, showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=height
    )


def _written(fig: go.Figure, result: Shown, mode: Mode) -> None:
    """Write the value into every cell, and in how many blocks it is defined if not in all."""
    roomy = len(result.taus.drawn) <= ROOMY
    values, blocks = [], []
    for (i, j), (row, value) in result.cells.items():
        fewer = roomy and result.map != DIFFERENCE and row.blocks_defined < row.blocks
        text = f"{row.blocks_defined} of {row.blocks}" if fewer else ""
        if value is not None:
            colour = tau_colour(value, mode)
            values.append((i, j - 0.12 * roomy, number(value), colour))
            blocks.append((i, j + 0.13, text, colour))
        elif text:  # on the hatching a number needs ground of its own
            ground = palette(mode)
            write(fig, i, j, text, ground.ink, 11, "auto", bgcolor=ground.surface, borderpad=2)
    write_cells(fig, values, 13)
    write_cells(fig, blocks, 11)


def _bars(fig: go.Figure, result: Shown, mode: Mode) -> None:
    """Draw the row-order range in a cell, from −1 at its left to 1 at its right edge, with a tick
    at the value."""
    for ink in ("#000000", "#FFFFFF"):
        rails, ranges, ticks = [], [], []
        for (i, j), (row, _) in result.cells.items():
            tau, low, high = row.tau, row.row_order_min, row.row_order_max
            if tau is None or low is None or high is None or not row.row_order_width:
                continue
            if ink_on(tau_colour(tau, mode)) == ink:
                y = j + 0.34
                rails += [
                    (i - 0.42, y, i + 0.42, y),
                    (i, y - 0.07, i, y + 0.07),
                ]  # the short one where τ is 0
                ranges.append((i + 0.42 * low, y, i + 0.42 * high, y))
                ticks.append((i + 0.42 * tau, y - 0.1, i + 0.42 * tau, y + 0.1))
        segments(fig, rails, ink, 1, opacity=0.35)
        segments(fig, ranges, ink, 5, opacity=0.75)
        segments(fig, ticks, ink, 2, name="values")


def _marks(fig: go.Figure, result: Shown, mode: Mode) -> None:
    """Mark the pairs of which one metric is computed from the other, beside the number if one is
    written."""
    order, few = result.taus.drawn, len(result.taus.drawn) <= MANY
    places = [
        (i, j, v)
        for (i, j), (_, v) in result.cells.items()
        if {order[i], order[j]} in result.taus.derived
    ]
    if places:
        aside = 0.36 if few else 0.0
        fig.add_scatter(
            x=[i - aside for i, _, _ in places],
            y=[j - aside for _, j, _ in places],
            mode="markers",
            marker={
                "symbol": "diamond-open",
                "size": 8 if few else 6,
                "color": [
                    ink_on(palette(mode).surface if v is None else tau_colour(v, mode))
                    for *_, v in places
                ],
            },
            hoverinfo="skip",
            name="derived",
        )


def _targets(fig: go.Figure, result: Shown, names: Labels) -> None:
    """Add an invisible square to every cell, for hovering and for clicks."""
    order, still = result.taus.drawn, {"marker": {"opacity": 0}}
    fig.add_scatter(
        x=[i for i, _ in result.cells],
        y=[j for _, j in result.cells],
        mode="markers",
        marker={
            "symbol": "square",
            "size": max(14, min(64, 420 // max(1, len(order)))),
            "opacity": 0,
        },
        selected=still,
        unselected=still,
        customdata=entries([[order[j], order[i]] for i, j in result.cells]),
        text=entries([_hover(result, row, value, names) for row, value in result.cells.values()]),
        hovertemplate="%{text}<extra></extra>",
        name="cells",
    )


def _hover(result: Shown, row: PairTau, value: float | None, names: Labels) -> str:
    lines = [f"<b>{' and '.join(figure_text(names.metric(m)) for m in (row.x, row.y))}</b>"]
    if result.map == DIFFERENCE:
        lines.append(f"difference {number(value)}")
    elif row.tau is None:
        lines.append(f"no τ: {figure_text(row.tau_reason)}")
    else:
        lines.append(f"τ {number(row.tau)}, {row.blocks_defined} of {counted(row.blocks, 'block')}")
        lines.append(f"C {row.concordant}, D {row.discordant}")
        if row.row_order_width:
            lines.append(f"row order alone: {row_order_range(row)}")
        if row.test.p is not None:
            lines.append(
                f"p {p_value(row.test.p)} ({row.test.kind}), smallest possible"
                f" {p_value(row.test.p_min)}"
            )
    if {row.x, row.y} in result.taus.derived:
        lines.append("one is computed from the other")
    return "<br>".join(lines)


def opens(clicked: Sequence[Any]) -> Mapping[str, str]:
    """Return what a click on a cell opens: its pair."""
    return {"pair": ",".join(str(m) for m in clicked[0][:2])} if clicked else {}


def _part(shown: str) -> Part[Shown]:
    def listed(result: Shown, names: Labels) -> Any:
        return pairs_table(result.taus.pairs[shown], result.taus.derived)

    return Part(
        f"agreement_{shown.replace('-', '_')}",
        f"τ between metrics: {SHOWN[shown].lower()}",
        None if shown == DIFFERENCE else listed,
        draw,
        reading=map_reading,
        when=lambda result: result.map == shown and result.taus.comparable,
        zoom=lambda result: len(result.taus.metrics) > MANY,
        opens=opens,
    )


MAP = Answer(
    "map",
    compute,
    say,
    [_part(shown) for shown in SHOWN],
    key="agreement",
    asks=(
        Choice(
            "map",
            "the map of pairs that is shown: tie-aware, published or their difference",
            parsing.one_of(*SHOWN),
            Boxes(
                ("Map",),
                lambda result, names: SHOWN if result.taus.comparable else {},
                chosen=lambda result: (result.map,),
            ),
            drawn=True,
        ),
        replace(OPENED, control=None),
    ),
)
