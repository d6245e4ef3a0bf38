"""What a data version gives under its default view: ranks of every panel, pairs that differ, printed claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from components.answers.leaderboard.intervals import bounds
from components.answers.leaderboard.rows import rows_of
from components.answers.reproduction.checked import CheckedClaim
from components.answers.reproduction.claims import compute as reproduction
from components.answers.stability.inferred import inferred
from components.errors import LeaderboardError
from components.resolved import Resolved
from components.selection import default_selection
from components.stats.memo import memoised
from components.stats.separation.inference import AHEAD
from data.registry import Tables


@dataclass(frozen=True)
class Placed:
    """The rank of a method and the ends of its interval, None where there is none."""

    label: str
    rank: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True, kw_only=True)
class Board:
    """One panel: the places of its methods by id, in order, and the pairs of methods that differ significantly.

    `reason` says why nothing is ranked, empty where something is.
    """

    label: str
    rows: Mapping[str, Placed]
    separated: frozenset[frozenset[str]]
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """Every panel by id, and every printed claim by its name."""

    boards: Mapping[str, Board]
    claims: Mapping[str, CheckedClaim]


def snapshot(tables: Tables) -> Snapshot:
    """The snapshot of a suite, computed once as long as its tables live."""
    return memoised(tables, "snapshot", lambda: _snapshot(tables))


def _snapshot(tables: Tables) -> Snapshot:
    first = default_selection(tables)
    views = {p.id: Resolved(tables, replace(first, panel=p.id)) for p in tables.panels}
    claims = reproduction(Resolved(tables, first)).rows if len(tables.published) else ()
    return Snapshot(
        boards={p.id: _board(p.label, views[p.id]) for p in tables.panels}, claims={c.claim: c for c in claims}
    )


def _board(label: str, resolved: Resolved) -> Board:
    try:
        rows, found, names = rows_of(resolved), resolved.of(inferred), resolved.row_labels
    except LeaderboardError as error:
        return Board(label=label, rows={}, separated=frozenset(), reason=str(error))
    return Board(
        label=label,
        rows={r.method: Placed(names.method(r.method), r.rank, *bounds(found, r)) for r in rows},
        separated=frozenset(
            frozenset((p.a, p.b)) for p in (found.board.pairs if found.board else ()) if p.verdict == AHEAD
        ),
    )
