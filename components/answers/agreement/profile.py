"""Which rank does each metric give each method? Mean ranks over blocks, as a matrix of up to twelve
methods."""

from collections.abc import Sequence
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
from components.table import Column, Table, count_column, number_column, table
from components.words import Labels

MAX_ROWS = 12
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
        moves = []
        for ranks_of_method in self.ranks.mean:
            defined = ranks_of_method[~np.isnan(ranks_of_method)]
            moves.append(float(np.ptp(defined).round(12)) if len(defined) > 1 else -1.0)
        return moves

    @property
    def drawn(self) -> list[int]:
        """Indices of the methods that are drawn, the best mean rank over metrics first."""
        moves_of_methods = self.moves
        most_moving = sorted(
            range(len(moves_of_methods)), key=lambda method: -moves_of_methods[method]
        )[:MAX_ROWS]
        ranked = [method for method in most_moving if moves_of_methods[method] >= 0]
        return sorted(ranked, key=lambda method: float(np.nanmean(self.ranks.mean[method])))


@unweighted
def compute(view: Resolved) -> Profile:
    """Return the ranks that each metric gives, under the protocol and in the scope selected."""
    result = view.of(taus.compute)
    selection = view.selection
    return Profile(result, rank_profile(result.panel, selection.protocol, selection.scope))


def say(profile: Profile, labels: Labels) -> Said:
    if not profile.taus.comparable:
        return Said()
    moves_of_methods = profile.moves
    most_moving = int(np.argmax(moves_of_methods))
    if moves_of_methods[most_moving] < 0:
        return Said(["No method is ranked by two metrics."])
    if moves_of_methods[most_moving] == 0:
        return Said(["Every method has the same mean rank under all metrics."])
    panel = profile.taus.panel
    mean_ranks = profile.ranks.mean[most_moving]
    end_sentences = []
    for metric_index in (np.nanargmin(mean_ranks), np.nanargmax(mean_ranks)):
        metric = labels.metric(panel.metric_ids[metric_index])
        end_sentences.append(f"{number(mean_ranks[metric_index])} by {metric}")
    method = labels.method(panel.methods[most_moving])
    return Said([f"The rank of {method} depends most on the metric: {', '.join(end_sentences)}."])


def profile_reading(profile: Profile, labels: Labels) -> str:
    """Return how to read the matrix, and how many methods it leaves out."""
    tie_rule = "ties share their mean rank"
    if profile.taus.selection.protocol == PUBLISHED:
        tie_rule = "ties by row order"
    sentence = f"Mean rank over blocks, 1 is best; {tie_rule}."
    n_methods = len(profile.taus.panel.methods)
    if n_methods > MAX_ROWS:
        sentence += f" Drawn: the {MAX_ROWS} of {n_methods} rows whose rank moves most."
    return sentence


def draw(profile: Profile, look: Look) -> go.Figure:
    """Draw the mean ranks as a matrix: a row for each method, a column for each metric in the order
    of the map."""
    panel = profile.taus.panel
    metrics = profile.taus.drawn
    metric_indices = [panel.metric_ids.index(metric) for metric in metrics]
    is_written = len(metrics) <= WRITTEN
    last_rank = max(2, len(panel.methods))
    colours = palette(look.mode)
    best_colour = colours.tau[4]
    worst_colour = colours.tau[2]
    mean_ranks = profile.ranks.mean[profile.drawn][:, metric_indices]
    fig = go.Figure()
    fig.add_heatmap(
        z=mean_ranks,
        zmin=1,
        zmax=last_rank,
        colorscale=[[0, best_colour], [1, worst_colour]],
        xgap=1,
        ygap=1,
        customdata=entries(_hovers(profile, metric_indices, look.names)),
        hovertemplate="%{customdata}<extra></extra>",
        hoverongaps=False,
        showscale=not is_written,
        colorbar=scale_below("rank"),
    )
    undefined = []
    written = []
    for row, ranks_in_row in enumerate(mean_ranks.tolist()):
        for column, rank in enumerate(ranks_in_row):
            if np.isnan(rank):
                undefined.append((column, row))
            else:
                ground = mixed(best_colour, worst_colour, (rank - 1) / (last_rank - 1))
                written.append((column, row, number(rank), ground))
    if is_written:
        write_cells(fig, written, 13)
    if undefined:
        fig.add_trace(hatched(undefined, look.mode))
    labels = [look.names.method(panel.methods[method]) for method in profile.drawn]
    columns = matrix_axis([look.names.metric(metric) for metric in metrics])
    rows = {**matrix_axis(labels, 22), "tickangle": 0}
    fig.update_xaxes(**columns, side="top")
    fig.update_yaxes(**rows, range=[len(labels) - 0.5, -0.5])
    if not is_written:
        fig.update_layout(xaxis_tickfont_size=SMALL, yaxis_tickfont_size=SMALL)
    return fig.update_layout(
        showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=180 + 32 * len(labels)
    )


def _hovers(profile: Profile, metric_indices: Sequence[int], labels: Labels) -> list[list[str]]:
    panel = profile.taus.panel
    ranks = profile.ranks
    hovers = []
    for method_index in profile.drawn:
        method = figure_text(labels.method(panel.methods[method_index]))
        hover_row = []
        for metric_index in metric_indices:
            metric = figure_text(labels.metric(panel.metric_ids[metric_index]))
            cell_index = method_index, metric_index
            hover_row.append(
                f"<b>{method}</b> by {metric}: mean rank {number(ranks.mean[cell_index])},"
                f" {number(ranks.best[cell_index])} to {number(ranks.worst[cell_index])} over"
                f" {ranks.blocks[metric_index]} of {ranks.blocks_in_all} blocks"
            )
        hovers.append(hover_row)
    return hovers


def profile_table(profile: Profile, labels: Labels) -> Table[tuple[int, int]]:
    """Return one row per method and metric: mean, best and worst rank over blocks."""
    panel = profile.taus.panel
    ranks = profile.ranks
    return table(
        product(range(len(panel.methods)), range(len(panel.metric_ids))),
        Column("method", lambda cell_index: panel.methods[cell_index[0]], kind="method"),
        Column("metric", lambda cell_index: panel.metric_ids[cell_index[1]], kind="metric"),
        number_column("mean", lambda cell_index: ranks.mean[cell_index], "mean rank"),
        number_column("best", lambda cell_index: ranks.best[cell_index]),
        number_column("worst", lambda cell_index: ranks.worst[cell_index]),
        count_column(
            "blocks_ranked",
            lambda cell_index: int(ranks.blocks[cell_index[1]]),
            "blocks that rank",
            place="screen",
        ),
        count_column("blocks", lambda cell_index: ranks.blocks_in_all, place="screen"),
    )


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
        when=lambda profile: profile.taus.comparable and bool(profile.drawn),
    ),
    heading="Ranks under each metric",
)
