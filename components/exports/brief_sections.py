"""What does a reviewer attach to a review? The answers' own sentences and tables on one claim or
ranking, on a page."""

from collections.abc import Sequence
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

MAX_ROWS = 10
"""Rows of a table that a page has room for."""
MAX_METRICS = 6
"""Metrics that a page has room for, as columns of the ranking and as rows of evidence."""
MAX_LINES = 5
"""Sentences of a section that a page has room for."""
LEFT_OUT = ("runs", "misses", "rank_interval_reason")
"""Columns of the ranking that a page has no room for."""


@dataclass(frozen=True)
class Section:
    """Sentences under a heading, and tables under their titles, cut to what a page has room for."""

    heading: str
    lines: Sequence[str]
    tables: Sequence[tuple[str, Table[Any]]] = ()


def sections(view: Resolved) -> list[Section]:
    """Return the claim, the ranking, floors, ways of ranking, which metrics support it, and what is
    unknown."""
    result = view.of(ranking)
    weighted = {metric for metric, weight in result.summary.weights.items() if weight}
    caption = methods.caption(result, view.labels, spread=False)
    ranking_table = _cut(caption, _ranking_table(view, weighted), MAX_ROWS)
    headline = RANKING.said(view)
    floors = FLOORS.said(view).lines
    unknown = [
        sentence for sentence in (*headline.lines[2:], *headline.notes) if sentence not in floors
    ]
    candidates = [
        Section("Claim", CLAIM.said(view).lines),
        Section("Ranking", headline.lines[:1], [ranking_table]),
        Section("Ways of ranking", headline.lines[1:2]),
        Section("Floors", floors or ["No floor is set: every method that was measured is ranked."]),
        _metrics(view, weighted),
        Section("What cannot be told", unknown),
    ]
    sections = []
    for section in candidates:
        tables = [(title, table) for title, table in section.tables if table.rows]
        if section.lines or tables:
            sections.append(replace(section, lines=section.lines[:MAX_LINES], tables=tables))
    return sections


def _ranking_table(view: Resolved, weighted: set[str]) -> Table[Any]:
    """Return the ranking with the means of the metrics that have weight, where there is room for
    them; other columns are kept for files alone."""
    leaderboard = METHODS.table(view, "leaderboard")
    shown_means = {f"means.{metric}" for metric in weighted}
    if len(weighted) > MAX_METRICS:
        shown_means = set()
    columns = []
    for column in leaderboard.columns:
        is_hidden_mean = column.id.startswith("means.") and column.id not in shown_means
        if column.id in LEFT_OUT or is_hidden_mean:
            columns.append(replace(column, place="file"))
        else:
            columns.append(replace(column, spread=""))
    return replace(leaderboard, columns=tuple(columns))


def _metrics(view: Resolved, weighted: set[str]) -> Section:
    """Return what is known of the metrics with weight."""
    result = TRUST.result(view)
    if isinstance(result, Absent):
        return Section("Metrics", [result.reason])
    rows = tuple(trust_row for trust_row in result.rows if trust_row.metric in weighted)
    decided = tuple(trust_row for trust_row in rows if trust_row.verdict != "cannot tell")
    trust_rows = trust_table(replace(result, rows=decided), view.labels)
    trust_lines = trusted(replace(result, rows=rows), view.labels).lines
    return Section("Metrics", trust_lines, [_cut("What decides", trust_rows, MAX_METRICS)])


def _cut(table_title: str, whole_table: Table[Any], max_rows: int) -> tuple[str, Table[Any]]:
    """Return a table cut to the rows that fit; its title says so when it is cut."""
    if len(whole_table) > max_rows:
        table_title = f"{table_title} (the first {max_rows} of {len(whole_table)} rows)"
    return table_title, replace(whole_table, rows=whole_table.rows[:max_rows])
