"""Where a data version stands under its default view: ranks of every panel, pairs that differ, printed claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from components.errors import LeaderboardError
from components.resolved import Resolved
from components.selection import default_selection
from components.stats.memo import memoised
from components.views.leaderboard.result import leaderboard
from components.views.reproduction.result import CheckedClaim, reproduction
from components.views.separable.result import separable
from data.registry import Tables


@dataclass(frozen=True, kw_only=True)
class Place:
    """A method's rank, None without one, and its 95 % interval, None where there is none."""

    rank: int | None
    low: int | None
    high: int | None


@dataclass(frozen=True, kw_only=True)
class Board:
    """One panel: places by method id in the order of the board, and the pairs that differ significantly.

    `labels` are those of the methods; `reason` says why nothing is ranked, empty where something is.
    """

    label: str
    places: Mapping[str, Place]
    labels: Mapping[str, str]
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
        rows = leaderboard(resolved).rows
        pairs = separable(resolved).pairs
    except LeaderboardError as error:
        return Board(label=label, places={}, labels={}, separated=frozenset(), reason=str(error))
    return Board(
        label=label,
        places={r.method: Place(rank=r.rank, low=r.rank_low, high=r.rank_high) for r in rows},
        labels={r.method: r.label for r in rows},
        separated=frozenset(frozenset((p.a, p.b)) for p in pairs if p.separated),
    )
