"""What does each rule give for the pairs? One heat map of τ, switched between the rules and their
difference.

A click on a cell opens its pair. Under the published rule a bar in each cell shows how far row
order moves the value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from components.answers.agreement import taus as all_taus
from components.answers.agreement.pair import OPENED
from components.answers.agreement.pairs import pairs_table, row_order_range
from components.answers.record import Answer, Look, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import counted, figure_text, number, p_value
from components.plotting.marks import (
    OPENED_SHAPE,
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
from components.stats.agreement.pair_taus import PairTau
from components.stats.agreement.tau import LATER, PUBLISHED, TIE_AWARE
from components.table import Column, Table, number_column, table
from components.words import Labels, constant_metrics, sharing

DIFFERENCE = "difference"
"""The map of the published τ minus the one with ties as ties."""
SHOWN = {TIE_AWARE: "Ties as ties", PUBLISHED: "Published rule", DIFFERENCE: "Difference"}
"""Names of the maps."""
MAX_ROOMY = 6
"""Up to this many metrics a cell has room for the number of blocks."""
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


CellPlace = tuple[int, int]
"""Column and row of a cell of the map."""


@dataclass(frozen=True)
class MapCell:
    """A pair of metrics, and the value that the map shows of it."""

    pair: PairTau
    value: float | None


@dataclass(frozen=True, eq=False)
class ShownMap:
    """The pairs of metrics, the map that is shown (one of SHOWN), and the two metrics whose cells
    are framed."""

    taus: Taus
    map: str
    pair: tuple[str, ...]

    @cached_property
    def cells(self) -> dict[CellPlace, MapCell]:
        """Cells by place in the order shown, for both halves of the matrix."""
        place_of_metric = {metric: place for place, metric in enumerate(self.taus.drawn)}
        cells = {}
        pairs_of_protocol = self.taus.pairs
        for published, tie_aware in zip(
            pairs_of_protocol[PUBLISHED], pairs_of_protocol[TIE_AWARE], strict=True
        ):
            x_place = place_of_metric.get(tie_aware.x)
            y_place = place_of_metric.get(tie_aware.y)
            if x_place is not None and y_place is not None:
                cell = self._cell(published, tie_aware)
                cells[x_place, y_place] = cell
                cells[y_place, x_place] = cell
        return cells

    def _cell(self, published: PairTau, tie_aware: PairTau) -> MapCell:
        if self.map == PUBLISHED:
            return MapCell(published, published.tau)
        if self.map == TIE_AWARE:
            return MapCell(tie_aware, tie_aware.tau)
        if published.tau is None or tie_aware.tau is None:
            return MapCell(tie_aware, None)
        return MapCell(tie_aware, published.tau - tie_aware.tau)


@unweighted
def compute(
    view: Resolved, shown_map: str | None = None, chosen_pair: tuple[str, ...] | None = None
) -> ShownMap:
    """Return the pairs with the map asked for, by default that of the protocol selected, and the
    pair that is open."""
    result = view.of(taus.compute)
    return ShownMap(
        result, shown_map or view.selection.protocol, chosen_pair or result.strongest_contradiction
    )


def say(shown_map: ShownMap, labels: Labels) -> Said:
    agreement_taus = shown_map.taus
    if not agreement_taus.comparable:
        return Said()
    pair_taus = agreement_taus.pairs[TIE_AWARE]
    defined = [pair_tau for pair_tau in pair_taus if pair_tau.tau is not None]
    notes = _rules(agreement_taus)
    if len(defined) < len(pair_taus):
        n_pairs = counted(len(pair_taus), "pair")
        notes.append(f"{len(defined)} of {n_pairs} have a τ with ties as ties.")
    if agreement_taus.ranks_methods:
        constant_on = {
            metric: agreement_taus.panel.constant_on(metric_index)
            for metric_index, metric in enumerate(agreement_taus.metrics)
        }
        notes.append(constant_metrics(labels, constant_on))
    notes.append(_tests(defined, agreement_taus))
    notes.append(
        f"Mean τ over pairs: {number(agreement_taus.mean_tau(PUBLISHED))} by the published rule"
        f" ({RULES[PUBLISHED]}), {number(agreement_taus.mean_tau(TIE_AWARE))} with ties as ties."
    )
    notes.append("Unless a pair is chosen, the strongest contradiction is open.")
    if len(agreement_taus.drawn) > MANY:
        notes.append("The metrics are ordered by cluster.")
    n_left_out = len(agreement_taus.metrics) - len(agreement_taus.drawn)
    if n_left_out:
        notes.append(f"Not drawn: {counted(n_left_out, 'metric')} that no run shown measured.")
    return Said(notes=[*notes, sharing(labels, agreement_taus.sharing)])


def _rules(agreement_taus: Taus) -> list[str]:
    """Return what each protocol counts."""
    if agreement_taus.ranks_methods:
        return [
            (
                "Published rule: ties are broken by row order, τ is the mean over blocks (one"
                " benchmark and one seed)."
            ),
            (
                "Ties as ties: τ-b, higher is better everywhere, mean over seeds and then over"
                " benchmarks."
            ),
        ]
    return [
        "Published rule: runs are pooled and directions not aligned.",
        "Ties as ties: τ-b, higher is better everywhere.",
    ]


def _tests(defined: Sequence[PairTau], taus: Taus) -> str:
    """Return how p was computed, or why there is none."""
    if any(pair_tau.p_holm is not None for pair_tau in defined):
        kinds_of_test = " or ".join(
            dict.fromkeys(pair_tau.test.kind for pair_tau in defined if pair_tau.test.kind)
        )
        return (
            f"Significant: p ≤ 0.05 ({kinds_of_test}) after Holm's correction over"
            f" {counted(taus.family, 'pair')}."
        )
    if any(pair_tau.test.reason == LATER for pair_tau in defined):
        return (
            "There are too many pairs to test at once: p and interval are computed for the pair"
            " that is open."
        )
    return ""


def map_reading(shown_map: ShownMap, labels: Labels) -> str:
    """Return how to read the map that is shown."""
    n_metrics = len(shown_map.taus.drawn)
    pair_taus = [cell.pair for cell in shown_map.cells.values()]
    sentences = [MEANING[shown_map.map]]
    if _has_bars(shown_map) and any(pair_tau.row_order_width for pair_tau in pair_taus):
        sentences.append(BARS)
    with_fewer_blocks = [
        pair_tau for pair_tau in pair_taus if pair_tau.blocks_defined < pair_tau.blocks
    ]
    if with_fewer_blocks and n_metrics <= MAX_ROOMY and shown_map.map != DIFFERENCE:
        sentences.append(f"“{_blocks(with_fewer_blocks[0])}”: blocks with a τ.")
    return " ".join([*sentences, "A click opens a pair."])


def _blocks(pair_tau: PairTau) -> str:
    return f"{pair_tau.blocks_defined} of {pair_tau.blocks}"


def _has_bars(shown_map: ShownMap) -> bool:
    return shown_map.map == PUBLISHED and len(shown_map.taus.drawn) <= MANY


def draw(shown_map: ShownMap, look: Look) -> go.Figure:
    """Draw the matrix of the map that is shown; the pair that is open is framed.

    Every cell has an invisible marker on top whose `customdata` is its pair of metric ids: cells of
    heat maps send no click."""
    n_metrics = len(shown_map.taus.drawn)
    fig = go.Figure()
    _heat(fig, shown_map, look.mode)
    if n_metrics <= MANY:
        _written(fig, shown_map, look.mode)
    if _has_bars(shown_map):
        _bars(fig, shown_map, look.mode)
    _marks(fig, shown_map, look.mode)
    _targets(fig, shown_map, look.names)
    axis_layout = matrix_axis([look.names.metric(metric) for metric in shown_map.taus.drawn])
    fig.update_xaxes(**axis_layout, range=[-0.5, n_metrics - 0.5], side="top")
    fig.update_yaxes(**{**axis_layout, "tickangle": 0}, range=[n_metrics - 0.5, -0.5])
    height = 130 + n_metrics * min(68, 400 // max(n_metrics, 1))
    if axis_layout["tickangle"] == 0:
        height -= 70
    if n_metrics > MANY:
        fig.update_layout(xaxis_tickfont_size=SMALL, yaxis_tickfont_size=SMALL)
        height = 170 + n_metrics * max(12, 360 // n_metrics)
    return fig.update_layout(
        shapes=_shapes(shown_map, look.mode),
        showlegend=False,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        height=height,
    )


def _heat(fig: go.Figure, shown_map: ShownMap, mode: Mode) -> None:
    n_metrics = len(shown_map.taus.drawn)
    values: list[list[float | None]] = [[None] * n_metrics for _ in range(n_metrics)]
    undefined = []
    for (x, y), map_cell in shown_map.cells.items():
        values[y][x] = map_cell.value
        if map_cell.value is None:
            undefined.append((x, y))
    fig.add_heatmap(
        z=entries(values),
        zmin=-1,
        zmax=1,
        colorscale=tau_scale(mode),
        xgap=1,
        ygap=1,
        hoverinfo="skip",
        showscale=n_metrics > MANY,
        colorbar=scale_below("difference" if shown_map.map == DIFFERENCE else "τ"),
    )
    if undefined:
        fig.add_trace(hatched(undefined, mode))


def _shapes(shown_map: ShownMap, mode: Mode) -> list[Any]:
    """Return the grey diagonal, and frames around the cells of the pair that is open."""
    drawn_metrics = shown_map.taus.drawn
    # a metric with itself says nothing: grey, so that it is not taken for a τ of 0
    diagonal = squares(
        [(place, place) for place in range(len(drawn_metrics))],
        fillcolor=palette(mode).surface,
        line={"width": 0},
        layer="below",
    )
    shapes = [diagonal]
    if shown_map.pair and {*shown_map.pair} <= {*drawn_metrics}:
        x_place, y_place = map(drawn_metrics.index, shown_map.pair)
        thickness = 3 if len(drawn_metrics) <= MANY else 2
        # two colours, visible on light cells and on dark ones
        for colour, line_width in (("#FFFFFF", 2), ("#000000", 1)):
            line_style = {"width": line_width * thickness, "color": colour}
            shapes.append(
                squares(
                    [(x_place, y_place), (y_place, x_place)],
                    name=OPENED_SHAPE,
                    line=line_style,
                    layer="above",
                )
            )
    return shapes


def _written(fig: go.Figure, shown_map: ShownMap, mode: Mode) -> None:
    """Write the value into every cell, and in how many blocks it is defined if not in all."""
    is_roomy = len(shown_map.taus.drawn) <= MAX_ROOMY
    colours = palette(mode)
    values = []
    blocks = []
    for (x, y), map_cell in shown_map.cells.items():
        cell_text = ""
        if (
            is_roomy
            and shown_map.map != DIFFERENCE
            and map_cell.pair.blocks_defined < map_cell.pair.blocks
        ):
            cell_text = _blocks(map_cell.pair)
        if map_cell.value is not None:
            ground = tau_colour(map_cell.value, mode)
            values.append((x, y - 0.12 * is_roomy, number(map_cell.value), ground))
            blocks.append((x, y + 0.13, cell_text, ground))
        elif cell_text:  # on the hatching a number needs ground of its own
            write(
                fig, x, y, cell_text, colours.ink, 11, "auto", bgcolor=colours.surface, borderpad=2
            )
    write_cells(fig, values, 13)
    write_cells(fig, blocks, 11)


def _bars(fig: go.Figure, shown_map: ShownMap, mode: Mode) -> None:
    """Draw the row-order range in a cell, from −1 at its left to 1 at its right edge, with a tick
    at the value."""
    for ink in ("#000000", "#FFFFFF"):
        rail_shapes = []
        ranges = []
        tick_shapes = []
        for (x, y), map_cell in shown_map.cells.items():
            tau = map_cell.pair.tau
            low = map_cell.pair.row_order_min
            high = map_cell.pair.row_order_max
            if tau is None or low is None or high is None or not map_cell.pair.row_order_width:
                continue
            if ink_on(tau_colour(tau, mode)) == ink:
                height = y + 0.34
                rail_shapes.append((x - 0.42, height, x + 0.42, height))
                rail_shapes.append((x, height - 0.07, x, height + 0.07))  # where τ is 0
                ranges.append((x + 0.42 * low, height, x + 0.42 * high, height))
                tick_x = x + 0.42 * tau
                tick_shapes.append((tick_x, height - 0.1, tick_x, height + 0.1))
        segments(fig, rail_shapes, ink, 1, opacity=0.35)
        segments(fig, ranges, ink, 5, opacity=0.75)
        segments(fig, tick_shapes, ink, 2, name="values")


def _marks(fig: go.Figure, shown_map: ShownMap, mode: Mode) -> None:
    """Mark the pairs of which one metric is computed from the other, beside the number if one is
    written."""
    has_numbers = len(shown_map.taus.drawn) <= MANY
    columns = []
    rows = []
    colours = []
    for (x, y), map_cell in shown_map.cells.items():
        if {map_cell.pair.x, map_cell.pair.y} in shown_map.taus.derived:
            offset = 0.36 if has_numbers else 0.0
            columns.append(x - offset)
            rows.append(y - offset)
            ground = palette(mode).surface
            if map_cell.value is not None:
                ground = tau_colour(map_cell.value, mode)
            colours.append(ink_on(ground))
    if columns:
        mark_size = 8 if has_numbers else 6
        fig.add_scatter(
            x=columns,
            y=rows,
            mode="markers",
            marker={"symbol": "diamond-open", "size": mark_size, "color": colours},
            hoverinfo="skip",
            name="derived",
        )


def _targets(fig: go.Figure, shown_map: ShownMap, labels: Labels) -> None:
    """Add an invisible square to every cell, for hovering and for clicks."""
    drawn_metrics = shown_map.taus.drawn
    target_size = max(14, min(64, 420 // max(1, len(drawn_metrics))))
    unchanged = {"marker": {"opacity": 0}}
    fig.add_scatter(
        x=[x for x, _ in shown_map.cells],
        y=[y for _, y in shown_map.cells],
        mode="markers",
        marker={"symbol": "square", "size": target_size, "opacity": 0},
        selected=unchanged,
        unselected=unchanged,
        customdata=entries([[drawn_metrics[y], drawn_metrics[x]] for x, y in shown_map.cells]),
        text=entries([_hover(shown_map, cell, labels) for cell in shown_map.cells.values()]),
        hovertemplate="%{text}<extra></extra>",
        name="cells",
    )


def _hover(shown_map: ShownMap, map_cell: MapCell, labels: Labels) -> str:
    pair_tau = map_cell.pair
    metrics = " and ".join(
        figure_text(labels.metric(metric)) for metric in (pair_tau.x, pair_tau.y)
    )
    hover_lines = [f"<b>{metrics}</b>"]
    if shown_map.map == DIFFERENCE:
        hover_lines.append(f"difference {number(map_cell.value)}")
    elif pair_tau.tau is None:
        hover_lines.append(f"no τ: {figure_text(pair_tau.tau_reason)}")
    else:
        hover_lines.append(
            f"τ {number(pair_tau.tau)}, {pair_tau.blocks_defined} of"
            f" {counted(pair_tau.blocks, 'block')}"
        )
        hover_lines.append(f"C {pair_tau.concordant}, D {pair_tau.discordant}")
        if pair_tau.row_order_width:
            hover_lines.append(f"row order alone: {row_order_range(pair_tau)}")
        if pair_tau.test.p is not None:
            hover_lines.append(
                f"p {p_value(pair_tau.test.p)} ({pair_tau.test.kind}), smallest possible"
                f" {p_value(pair_tau.test.p_min)}"
            )
    if {pair_tau.x, pair_tau.y} in shown_map.taus.derived:
        hover_lines.append("one is computed from the other")
    return "<br>".join(hover_lines)


def opens(clicked: Sequence[Any]) -> Mapping[str, str]:
    """Return what a click on a cell opens: its pair."""
    if not clicked:
        return {}
    return {"pair": ",".join(str(metric) for metric in clicked[0][:2])}


def finding(shown_map: ShownMap, labels: Labels) -> str:
    """Return what the map shows in words: how many pairs disagree, and the pair that is open."""
    lines = [all_taus.finding(shown_map.taus)]
    for cell in shown_map.cells.values():
        if {cell.pair.x, cell.pair.y} == {*shown_map.pair} and cell.value is not None:
            metrics = f"{labels.metric(cell.pair.x)} and {labels.metric(cell.pair.y)}"
            lines.append(f"{metrics}: {number(cell.value)}.")
            break
    return " ".join(lines)


def cells_table(shown_map: ShownMap, labels: Labels) -> Table[MapCell]:
    """Return one row per pair with the value that the map shows."""
    upper_half = [cell for (x, y), cell in shown_map.cells.items() if x < y]
    return table(
        upper_half,
        Column("x", "pair.x", "metric", kind="metric", place="screen"),
        Column("y", "pair.y", "with", kind="metric", place="screen"),
        number_column("value", head=SHOWN[shown_map.map], place="screen"),
    )


def _part(map_name: str) -> Part[ShownMap]:
    def listed(shown_map: ShownMap, labels: Labels) -> Table[PairTau]:
        return pairs_table(shown_map.taus.pairs[map_name], shown_map.taus.derived)

    return Part(
        f"agreement_{map_name.replace('-', '_')}",
        f"τ between metrics: {SHOWN[map_name].lower()}",
        None if map_name == DIFFERENCE else listed,
        draw,
        reading=map_reading,
        finding=finding,
        heard=cells_table,
        when=lambda shown_map: shown_map.map == map_name and shown_map.taus.comparable,
        zoom=lambda shown_map: len(shown_map.taus.metrics) > MANY,
        opens=opens,
    )


MAP = Answer(
    "map",
    compute,
    say,
    [_part(name) for name in SHOWN],
    key="agreement",
    asks=(
        Choice(
            "map",
            "the map of pairs that is shown: tie-aware, published or their difference",
            parsing.one_of(*SHOWN),
            Boxes(
                ("Map",),
                lambda shown_map, labels: SHOWN if shown_map.taus.comparable else {},
                chosen=lambda shown_map: (shown_map.map,),
            ),
            drawn=True,
        ),
        replace(OPENED, control=None),
    ),
)
