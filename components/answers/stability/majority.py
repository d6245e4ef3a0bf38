"""Who is first when every metric has one vote? The Condorcet winner of the metrics, else the unbeaten ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import plotly.graph_objects as go

from components.answers.leaderboard.rows import rows_of
from components.answers.record import Absent, Answer, Look, Part, Said
from components.answers.stability.ranked import FEWER_THAN_TWO
from components.labels import Labels
from components.plotting.marks import arrow
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import short, some
from components.stats.ranking.weights import equal_weights
from components.stats.stability.majority import Majority, majority
from components.table import Column, Table, table
from components.text import capital, counted, figure_text, joined, shortened

DRAWN = 8
"""Rows of the graph at most: those that win most duels."""
LISTED = 8
"""Voters beyond this number are counted, not named."""
NOTE = (
    "A metric votes for the row with the better value, for neither where both are level; parts of derived metrics do "
    "not vote. Counting metrics is a weighing too, and it says nothing of chance."
)
READING = "An arrow leads from the row that more metrics prefer to the other one; rows without an arrow are level."


@dataclass(frozen=True, eq=False)
class Votes:
    """The rows, best first, the metrics that vote, the result, and who leads by the weights."""

    rows: tuple[str, ...]
    voters: tuple[str, ...]
    found: Majority
    leaders: tuple[str, ...]

    @property
    def winner(self) -> str | None:
        """The Condorcet winner."""
        return None if self.found.winner is None else self.rows[self.found.winner]

    @property
    def unbeaten(self) -> tuple[str, ...]:
        """The unbeaten rows; without one the Schwartz set."""
        return tuple(self.rows[i] for i in self.found.unbeaten)

    @property
    def cycle(self) -> tuple[str, ...]:
        """A shortest cycle."""
        return tuple(self.rows[i] for i in self.found.cycle)

    @property
    def drawn(self) -> list[int]:
        """The rows of the graph, those that win most duels first."""
        won = self.found.preferred.sum(axis=1)
        return [int(i) for i in np.argsort(-won, kind="stable")[:DRAWN]]


@reads(rows=True)
def compute(view: Resolved) -> Votes | Absent:
    """The votes of the metrics that every ranked row has, parts of derived ones left out."""
    rows = [r for r in rows_of(view) if r.rank is not None]
    shown = [r.at for r in rows if r.at is not None]
    if len(shown) < len(rows):
        return Absent("A median stands for no single checkpoint: no metric can vote on it.")
    if len(rows) < 2:
        return Absent(f"{capital(FEWER_THAN_TWO)}.")
    own = equal_weights(view.tables, view.selection.panel) > 0
    voters = np.flatnonzero(own & ~np.isnan(view.utilities[shown]).any(axis=0)).tolist()
    return Votes(
        rows=tuple(r.method for r in rows),
        voters=tuple(view.panel.metric_ids[k] for k in voters),
        found=majority(view.utilities[np.ix_(shown, voters)]),
        leaders=tuple(r.method for r in rows if r.rank == 1),
    )


def say(result: Votes, names: Labels) -> Said:
    """Who wins, and whether the weights put another first."""
    labels = short(names)
    voters = names.listed_metrics(result.voters) if len(result.voters) <= LISTED else ""
    who = f"{counted(len(result.voters), 'metric').capitalize()} vote{f': {voters}' if voters else ''}."
    return Said([_verdict(result, labels), _board(result, labels)], [f"{who} {NOTE}"])


def _verdict(result: Votes, labels: Labels) -> str:
    if result.winner is not None:
        rest = len(result.rows) - 1
        others = "the other row" if rest == 1 else f"each of the {rest} others"
        return f"With one vote per metric {labels.method(result.winner)} is first: more metrics prefer it to {others}."
    if result.cycle:
        places = [*result.cycle, result.cycle[0]]
        duels = [f"{labels.method(a)} beats {labels.method(b)}" for a, b in pairwise(places)]
        return f"With one vote per metric nobody is first: {joined(duels)}."
    if len(result.unbeaten) == 1:
        return (
            f"With one vote per metric nobody beats {some(labels, result.unbeaten)}, but it does not beat all others."
        )
    return f"With one vote per metric nobody beats {some(labels, result.unbeaten)}: none of them is first alone."


def _board(result: Votes, labels: Labels) -> str:
    """Who leads by the weights, where that is another."""
    if result.winner is None or result.winner in result.leaders:
        return ""
    lead = "leads" if len(result.leaders) == 1 else "lead"
    return f"By the weights {some(labels, result.leaders)} {lead}."


def draw(result: Votes, look: Look) -> go.Figure:
    """The rows on a circle, the one that wins most duels on top, an arrow from the winner of each duel to the loser."""
    c, shown, preferred = palette(look.mode), result.drawn, result.found.preferred
    turns = np.linspace(0, 2 * np.pi, len(shown), endpoint=False)
    at = {i: (float(np.sin(t)), float(np.cos(t))) for i, t in zip(shown, turns, strict=True)}
    cycle = list(result.found.cycle)
    ring = {*zip(cycle, cycle[1:] + cycle[:1], strict=True)}
    fig = go.Figure()
    for a in shown:
        for b in (b for b in shown if preferred[a, b]):
            marked = a == result.found.winner or (a, b) in ring
            colour, width = (c.accent, 2) if marked else (c.muted, 1)
            arrow(fig, at[a], at[b], colour, width, standoff=9, startstandoff=9)
    fig.add_scatter(
        x=[at[i][0] for i in shown],
        y=[at[i][1] for i in shown],
        mode="markers+text",
        text=[figure_text(shortened(look.names.method(result.rows[i]), 16)) for i in shown],
        textposition=["top center" if at[i][1] > 0.1 else "bottom center" for i in shown],
        marker={
            "size": 14,
            "color": [c.accent if i in result.found.unbeaten else c.background for i in shown],
            "line": {"width": 2, "color": c.accent},
        },
        hovertext=[figure_text(look.names.method(result.rows[i])) for i in shown],
        hoverinfo="text",
        showlegend=False,
    )
    hidden = {"visible": False, "fixedrange": True, "constrain": "domain"}
    fig.update_xaxes(range=[-1.6, 1.6], **hidden)
    fig.update_yaxes(range=[-1.35, 1.35], scaleanchor="x", **hidden)
    return fig.update_layout(height=320)


def reading(result: Votes, names: Labels) -> str:
    """How the graph is read, and which rows it has."""
    filled = "Filled: nobody beats it." if not result.cycle else "Filled: it beats, perhaps in steps, all that beat it."
    rest = f" Drawn are the {DRAWN} rows that win most duels." if len(result.rows) > DRAWN else ""
    return f"{READING} {filled}{rest}"


def pairs_table(result: Votes, names: Labels) -> Table[tuple[int, int]]:
    """One row per pair, the better ranked first: how many metrics prefer it, and how many the other."""
    column, votes = Column[tuple[int, int]], result.found.votes
    columns = (
        column("a", lambda p: result.rows[p[0]], kind="method", place="print"),
        column("b", lambda p: result.rows[p[1]], "against", kind="method", place="print"),
        column("for", lambda p: votes[p], "metrics for the first", kind="count", place="print"),
        column("against", lambda p: votes[p[::-1]], "for the second", kind="count", place="print"),
    )
    return table(columns, combinations(range(len(result.rows)), 2))


def facts(result: Votes) -> Mapping[str, object]:
    """Who wins, who is unbeaten, and a shortest cycle where all are beaten."""
    return {"winner": result.winner, "unbeaten": result.unbeaten, "cycle": result.cycle}


MAJORITY = Answer(
    "majority",
    compute,
    say,
    Part("votes", "Duels by one vote per metric", pairs_table, draw, reading=reading, key="pairs"),
    heading="One metric, one vote",
    facts=facts,
    alone=True,
    terms=("condorcet",),
)
