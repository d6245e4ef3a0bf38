"""What does a reviewer attach to a review? The answers' own sentences and tables on one ranking, on a page or two."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from components.answers.leaderboard import methods
from components.answers.leaderboard.floors import FLOORS
from components.answers.leaderboard.lead import RANKING, flip_sentence
from components.answers.leaderboard.methods import METHODS
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.reliability.trust import TRUST
from components.answers.stability.leaders import LEADERS
from components.answers.stability.separable import SEPARABLE
from components.resolved import Resolved
from components.table import Table

MOST_ROWS = 20
"""Rows of a table that a page has room for."""
MOST_METRICS = 6
"""Metrics whose means a page has room for beside rank, score and interval."""


@dataclass(frozen=True)
class Section:
    """Sentences under a heading, and tables under their titles, cut to what a page has room for."""

    heading: str
    lines: Sequence[str]
    tables: Sequence[tuple[str, Table[Any]]] = ()


def sections(view: Resolved) -> list[Section]:
    """Ranking, floors, how sure it is, how far from flipping, which metrics support it, what is unknown."""
    result, names = view.of(ranking), view.labels
    said = RANKING.said(view)
    weighed = {m for m, w in result.summary.weights.items() if w}
    every = [
        Section(
            "Ranking",
            [*said.lines[:1], f"{methods.UQS}."],
            [
                _some(
                    methods.caption(result, names, spread=False),
                    _ranking(result, METHODS.table(view, "leaderboard"), weighed),
                )
            ],
        ),
        Section("Floors", FLOORS.said(view).lines or ["No floor is set: every method that was measured is ranked."]),
        Section("How sure is it?", SEPARABLE.said(view).lines, _against_the_leader(view, result)),
        Section(
            "How far from another lead?",
            [flip_sentence(result, names), *LEADERS.said(view).lines[:1]],
            [_some("What would make each method lead", LEADERS.table(view, "leaders"))],
        ),
        Section(
            "Which metrics support it?",
            TRUST.said(view).lines,
            [_some("Can these metrics be trusted?", _rows(TRUST.table(view, "trust"), lambda r: r.metric in weighed))],
        ),
        Section("What cannot be told, and what is assumed", said.notes),
    ]
    return [
        replace(s, lines=[line for line in s.lines if line], tables=[t for t in s.tables if len(t[1])]) for s in every
    ]


def _ranking(result: Ranking, whole: Table[Any], weighed: set[str]) -> Table[Any]:
    """The ranking with the means of the metrics that have weight, where there is room for them."""
    shown = {f"means.{m}" for m in weighed} if len(weighed) <= MOST_METRICS else set()
    return _without(
        whole, lambda own: own in ("runs", "rank_interval_reason") or (own.startswith("means.") and own not in shown)
    )


def _against_the_leader(view: Resolved, result: Ranking) -> list[tuple[str, Table[Any]]]:
    """The leader against each other row, in the scope of the board."""
    board = result.inferred.board
    if board is None:
        return []
    own = _rows(SEPARABLE.table(view, "pairs"), lambda p: p.over == board.over and p.a == board.names[0])
    return [_some(f"The leader against each other method, over {board.over}", own)]


def _without(whole: Table[Any], left_out: Callable[[str], bool]) -> Table[Any]:
    """The same with some columns, and standard deviations, kept for files alone."""
    kept = (replace(c, place="file") if left_out(c.id) else replace(c, spread="") for c in whole.columns)
    return replace(whole, columns=tuple(kept))


def _rows(whole: Table[Any], wanted: Callable[[Any], bool]) -> Table[Any]:
    return replace(whole, rows=tuple(r for r in whole.rows if wanted(r)))


def _some(title: str, whole: Table[Any]) -> tuple[str, Table[Any]]:
    """A table cut to the rows that fit; its title says so when it is cut."""
    cut = f" (the first {MOST_ROWS} of {len(whole)} rows)" if len(whole) > MOST_ROWS else ""
    return f"{title}{cut}", replace(whole, rows=whole.rows[:MOST_ROWS])
