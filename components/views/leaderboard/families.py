"""Methods with several checkpoints: the best of each grid, its median, and what equal tries of it would give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.plain import number
from components.resolved import Resolved
from components.stats.ranking.grids import expected_best


@dataclass(frozen=True)
class ExpectedBest:
    """The expected score of the best of `k` checkpoints drawn at random; None where the grid is smaller."""

    k: int
    value: float | None


@dataclass(frozen=True, kw_only=True)
class FamilyRow:
    """One method and its grid under the current weights.

    `best` is the score of `best_checkpoint`, the first of equal ones; the same runs select it and report it.
    `expected_best` compares all methods at the same number of tries, so that a larger grid has no advantage.
    """

    family: str
    checkpoints: int
    best: float | None
    best_checkpoint: str | None
    median: float | None
    expected_best: ExpectedBest


def families(resolved: Resolved) -> tuple[FamilyRow, ...]:
    """The families of the suite with ranked checkpoints among the runs selected, best first.

    The number of tries is the reader's, or that of the smallest grid. Checkpoints without a rank are left out.
    """
    family = {m.id: m.family for m in resolved.tables.methods}
    grids: dict[str, list[int]] = {f.id: [] for f in resolved.tables.families}
    for i in resolved.ranked if grids else ():
        grids[family[resolved.panel.methods[i]]].append(int(i))
    known = {name: members for name, members in grids.items() if members}
    wanted = resolved.selection.tries
    tries = min((len(m) for m in known.values()), default=1) if isinstance(wanted, str) else wanted
    rows = [_row(resolved, name, members, tries) for name, members in known.items()]
    return tuple(sorted(rows, key=lambda r: -(r.best or 0.0)))


def _row(resolved: Resolved, name: str, members: list[int], tries: int) -> FamilyRow:
    scores = resolved.scores[members]
    return FamilyRow(
        family=name,
        checkpoints=len(members),
        best=number(scores.max()),
        best_checkpoint=resolved.panel.methods[members[int(np.argmax(scores))]],
        median=number(np.median(scores)),
        expected_best=ExpectedBest(tries, expected_best(scores, tries) if tries <= len(members) else None),
    )
