"""What a data version gives under its default view: ranks of every panel, pairs that differ, printed claims."""

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


def boards(tables: Tables) -> Mapping[str, Board]:
    """Every panel of a suite by id, computed once as long as its tables live."""
    first = default_selection(tables)
    return memoised(
        tables,
        "boards",
        lambda: {p.id: _board(p.label, Resolved(tables, replace(first, panel=p.id))) for p in tables.panels},
    )


def claims(tables: Tables) -> Mapping[str, CheckedClaim]:
    """Every printed claim by its name, computed once as long as the tables live."""
    if not len(tables.published):
        return {}
    view = Resolved(tables, default_selection(tables))
    return memoised(tables, "claims", lambda: {c.id: c for c in reproduction(view).rows})


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
