"""What does a reviewer attach to a review? The answers' own sentences and tables on one claim or
ranking, on a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from components.answers.brief.claim import CLAIM
from components.answers.leaderboard import methods
from components.answers.leaderboard.floors import FLOORS
from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.methods import METHODS
from components.answers.record import Absent
from components.answers.reliability.trust import TRUST, trust_table
from components.answers.reliability.trust import say as trusted
from components.resolved import Resolved
from components.results.ranking import compute as ranking
from components.table import Table

MOST_ROWS = 10
"""Rows of a table that a page has room for."""
MOST_METRICS = 6
"""Metrics that a page has room for, as columns of the ranking and as rows of evidence."""
MOST_LINES = 5
"""Sentences of a section that a page has room for."""


@dataclass(frozen=True)
class Section:
    """Sentences under a heading, and tables under their titles, cut to what a page has room for."""

    heading: str
    lines: Sequence[str]
    tables: Sequence[tuple[str, Table[Any]]] = ()


def sections(view: Resolved) -> list[Section]:
    """Return the claim, the ranking, floors, ways of ranking, which metrics support it, and what is
    unknown."""
    result, names = view.of(ranking), view.labels
    said, floors = RANKING.said(view), FLOORS.said(view).lines
    weighed = {m for m, w in result.summary.weights.items() if w}
    whole = _ranking(METHODS.table(view, "leaderboard"), weighed)
    every = [
        Section("Claim", CLAIM.said(view).lines),
        Section(
            "Ranking", said.lines[:1], [_some(methods.caption(result, names, spread=False), whole)]
        ),
        Section("Ways of ranking", said.lines[1:2]),
        Section("Floors", floors or ["No floor is set: every method that was measured is ranked."]),
        _metrics(view, weighed),
        Section(
            "What cannot be told",
            [line for line in (*said.lines[2:], *said.notes) if line not in floors],
        ),
    ]
    cut = [
        replace(s, lines=s.lines[:MOST_LINES], tables=[t for t in s.tables if len(t[1])])
        for s in every
    ]
    return [s for s in cut if s.lines or s.tables]


def _ranking(whole: Table[Any], weighed: set[str]) -> Table[Any]:
    """The ranking with the means of the metrics that have weight, where there is room for them."""
    shown = {f"means.{m}" for m in weighed} if len(weighed) <= MOST_METRICS else set()

    def left_out(own: str) -> bool:
        return own in ("runs", "misses", "rank_interval_reason") or (
            own.startswith("means.") and own not in shown
        )

    return _without(whole, left_out)


def _without(whole: Table[Any], left_out: Callable[[str], bool]) -> Table[Any]:
    """A table with some columns, and standard deviations, kept for files alone."""
    kept = (
        replace(c, place="file") if left_out(c.id) else replace(c, spread="") for c in whole.columns
    )
    return replace(whole, columns=tuple(kept))


def _metrics(view: Resolved, weighed: set[str]) -> Section:
    """What is known of the metrics with weight."""
    found = TRUST.result(view)
    if isinstance(found, Absent):
        return Section("Metrics", [found.reason])
    own = replace(found, rows=tuple(r for r in found.rows if r.metric in weighed))
    decided = replace(own, rows=tuple(r for r in own.rows if r.verdict != "cannot tell"))
    listed = (
        [_some("What decides", trust_table(decided, view.labels), MOST_METRICS)]
        if decided.rows
        else []
    )
    return Section("Metrics", trusted(own, view.labels).lines, listed)


def _some(title: str, whole: Table[Any], most: int = MOST_ROWS) -> tuple[str, Table[Any]]:
    """A table cut to the rows that fit; its title says so when it is cut."""
    cut = f" (the first {most} of {len(whole)} rows)" if len(whole) > most else ""
    return f"{title}{cut}", replace(whole, rows=whole.rows[:most])
