"""The rows of the ranking: methods or checkpoints, or methods by the best of their checkpoints."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.format import finite, whole_number
from components.resolved import Resolved
from components.stats.ranking.grids import Grids


@dataclass(frozen=True)
class Row:
    """One row.

    method   the id of a method, of a checkpoint, or of a method with several
    own      its place in registry order
    at       the row of the panel whose numbers it shows, `shows` its id; None if no checkpoint of
             several has a rank
    members  the rows of the panel behind it
    place    its place among the ranked rows; None, as `rank`, without a rank
    uqs      None where it is incomplete, and for methods with several checkpoints without a rank
    below    whether it has no rank for a floor: all of `members` are below one, or were not
             measured where it holds
    """

    method: str
    own: int
    at: int | None
    members: tuple[int, ...]
    shows: str | None
    place: int | None
    uqs: float | None
    rank: int | None
    below: bool


def rows_of(view: Resolved) -> tuple[Row, ...]:
    """Every row by rank, then those below a floor, then incomplete ones; ties in registry order."""
    rows = _methods(view) if view.grids is None else _grids(view, view.grids)
    return tuple(sorted(rows, key=lambda r: (r.rank is None, r.rank or 0, not r.below)))


def _methods(view: Resolved) -> list[Row]:
    places = {int(m): i for i, m in enumerate(view.ranked)}
    scores, ranks, below = view.scores.tolist(), view.ranks.tolist(), view.below.tolist()
    return [
        Row(
            method,
            m,
            m,
            (m,),
            method,
            places.get(m),
            finite(scores[m]),
            whole_number(ranks[m]),
            below[m],
        )
        for m, method in enumerate(view.panel.methods)
    ]


def _grids(view: Resolved, grids: Grids) -> list[Row]:
    scores = dict(zip(grids.names, grids.scores(view.scores[view.ranked]).tolist(), strict=True))
    places = {name: i for i, name in enumerate(grids.names)}
    shown = {name: _shown(view, own) for name, own in view.families.items()}
    return [
        Row(
            method=name,
            own=i,
            at=(at := shown[name]),
            shows=None if at is None else view.panel.methods[at],
            members=tuple(own.tolist()),
            place=places.get(name),
            uqs=scores.get(name),
            rank=view.row_ranks.get(name),
            below=bool(view.below[own].all()),
        )
        for i, (name, own) in enumerate(view.families.items())
    ]


def _shown(view: Resolved, own: npt.NDArray[np.intp]) -> int | None:
    """The best checkpoint of a grid, the first of equal ones; where none has a rank, the only
    one."""
    ranked = own[view.eligible[own]]
    if ranked.size:
        return int(ranked[np.argmax(view.scores[ranked])])
    return int(own[0]) if own.size == 1 else None
