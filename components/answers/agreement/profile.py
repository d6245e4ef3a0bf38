"""Which rank does each metric give each method? Mean ranks over blocks, as a matrix of up to twelve
methods."""

from dataclasses import dataclass
from itertools import product

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, number
from components.plotting.marks import SMALL, WRITTEN, entries, matrix_axis, scale_below, write_cells
from components.plotting.theme import hatched, mixed, palette
from components.resolved import Resolved, unweighted
from components.results import taus
from components.results.taus import Taus
from components.stats.agreement.rank_profile import RankProfile, rank_profile
from components.stats.agreement.tau import PUBLISHED
from components.table import Column, Table, table
from components.words import Labels

MOST_ROWS = 12
"""Methods drawn: the ones whose mean rank differs most between metrics."""


@dataclass(frozen=True, eq=False)
class Profile:
    """The rank of each method by each metric, and the agreement of the metrics."""

    taus: Taus
    ranks: RankProfile

    @property
    def moves(self) -> list[float]:
        """How far the mean rank of each method moves between metrics; −1 if fewer than two rank the
        method."""
        known = [own[~np.isnan(own)] for own in self.ranks.mean]
        return [float(np.ptp(own).round(12)) if len(own) > 1 else -1.0 for own in known]

    @property
    def drawn(self) -> list[int]:
        """Indices of the methods that are drawn, the best mean rank over metrics first."""
        most = sorted(range(len(self.moves)), key=lambda m: -self.moves[m])[:MOST_ROWS]
        return sorted(
            (m for m in most if self.moves[m] >= 0),
            key=lambda m: float(np.nanmean(self.ranks.mean[m])),
        )


@unweighted
def compute(view: Resolved) -> Profile:
    """Return the ranks that each metric gives, under the protocol and in the scope selected."""
    every = view.of(taus.compute)
    return Profile(every, rank_profile(every.panel, view.selection.protocol, view.selection.scope))


def say(result: Profile, names: Labels) -> Said:
    if not result.taus.comparable:
        return Said()
    moves, panel = result.moves, result.taus.panel
    most = int(np.argmax(moves))
    if moves[most] < 0:
        return Said(["No method is ranked by two metrics."])
    if moves[most] == 0:
        return Said(["Every method has the same mean rank under all metrics."])
    own = result.ranks.mean[most]
    low, high = (
        f"{number(own[k])} by {names.metric(panel.metric_ids[k])}"
        for k in (np.nanargmin(own), np.nanargmax(own))
    )
    return Said(
        [
            f"The rank of {names.method(panel.methods[most])} depends most on the metric: {low},"
            f" {high}."
        ]
    )


def profile_reading(result: Profile, names: Labels) -> str:
    """Return how to read the matrix, and how many methods it leaves out."""
    ties = (
        "ties by row order"
        if result.taus.chosen.protocol == PUBLISHED
        else "ties share their mean rank"
    )
    methods = len(result.taus.panel.methods)
    some = (
        f" Drawn: the {MOST_ROWS} of {methods} rows whose rank moves most."
        if methods > MOST_ROWS
        else ""
    )
    return f"Mean rank over blocks, 1 is best; {ties}.{some}"


def draw(result: Profile, look: Look) -> go.Figure:
    """Draw the mean ranks as a matrix: a row for each method, a column for each metric in the order
    of the map."""
    panel, order, names, colours = (
        result.taus.panel,
        result.taus.drawn,
        look.names,
        palette(look.mode),
    )
    ranks, last = result.ranks, max(2, len(panel.methods))
    place = [panel.metric_ids.index(m) for m in order]
    mean = ranks.mean[result.drawn][:, place]
    best, none = colours.tau[4], colours.tau[2]
    fig = go.Figure(
        go.Heatmap(
            z=mean,
            zmin=1,
            zmax=last,
            colorscale=[[0, best], [1, none]],
            xgap=1,
            ygap=1,
            customdata=entries(
                [
                    [
                        f"<b>{figure_text(names.method(panel.methods[m]))}</b> by"
                        f" {figure_text(names.metric(panel.metric_ids[k]))}: mean rank"
                        f" {number(ranks.mean[m, k])}, {number(ranks.best[m, k])} to"
                        f" {number(ranks.worst[m, k])} over {ranks.blocks[k]} of"
                        f" {ranks.blocks_in_all} blocks"
                        for k in place
                    ]
                    for m in result.drawn
                ]
            ),
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
            showscale=len(order) > WRITTEN,
            colorbar=scale_below("rank"),
        )
    )
    known = [(i, j, r) for j, row in enumerate(mean.tolist()) for i, r in enumerate(row) if r == r]
    if len(order) <= WRITTEN:
        write_cells(
            fig,
            [(i, j, number(r), mixed(best, none, (r - 1) / (last - 1))) for i, j, r in known],
            13,
        )
    undefined = [(i, j) for j, row in enumerate(mean.tolist()) for i, r in enumerate(row) if r != r]
    if undefined:
        fig.add_trace(hatched(undefined, look.mode))
    fig.update_xaxes(**matrix_axis([names.metric(m) for m in order]), side="top")
    rows = [names.method(panel.methods[m]) for m in result.drawn]
    fig.update_yaxes(**{**matrix_axis(rows, 22), "tickangle": 0}, range=[len(rows) - 0.5, -0.5])
    if len(order) > WRITTEN:
        fig.update_layout(xaxis_tickfont_size=SMALL, yaxis_tickfont_size=SMALL)
    return fig.update_layout(
        showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=180 + 32 * len(rows)
    )


def profile_table(result: Profile, names: Labels) -> Table[tuple[int, int]]:
    """Return one row per method and metric: mean, best and worst rank over blocks."""
    panel, ranks, column = result.taus.panel, result.ranks, Column[tuple[int, int]]
    columns = (
        column("method", lambda at: panel.methods[at[0]], kind="method", place="print"),
        column("metric", lambda at: panel.metric_ids[at[1]], kind="metric", place="print"),
        column("mean", lambda at: ranks.mean[at], "mean rank", kind="number", place="print"),
        column("best", lambda at: ranks.best[at], kind="number", place="print"),
        column("worst", lambda at: ranks.worst[at], kind="number", place="print"),
        column(
            "blocks_ranked", lambda at: int(ranks.blocks[at[1]]), "blocks that rank", kind="count"
        ),
        column("blocks", lambda at: ranks.blocks_in_all, kind="count"),
    )
    return table(columns, product(range(len(panel.methods)), range(len(panel.metric_ids))))


PROFILE = Answer(
    "profile",
    compute,
    say,
    Part(
        "rank_profile",
        "Mean rank of each method under each metric",
        profile_table,
        draw,
        reading=profile_reading,
        when=lambda result: result.taus.comparable and bool(result.drawn),
    ),
    heading="Ranks under each metric",
)
