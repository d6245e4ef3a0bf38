"""One thing found in a table, with its cells and the fixes offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from components.intake.fixes import Fix
from components.intake.grid import Grid
from components.text import shortened

MOST_CELLS = 200
"""Cells told one by one; the rest are counted."""


@dataclass(frozen=True)
class Offer:
    """A fix with the words of its button."""

    fix: Fix
    label: str


@dataclass(frozen=True)
class Finding:
    """What is wrong (or, not `blocking`, odd): a head, what was found and expected, where, and the fixes offered.

    `cells` are (place, text found), at most MOST_CELLS of them; `count` is how many there are.
    """

    kind: str
    column: str
    title: str
    found: str
    expected: str
    offers: tuple[Offer, ...]
    cells: tuple[tuple[str, str], ...]
    blocking: bool
    count: int = 0

    @property
    def key(self) -> str:
        """A name that stays the same while other findings come and go."""
        return f"{self.kind}:{self.column}:{self.found}"


def finding(
    grid: Grid,
    kind: str,
    column: str,
    title: str,
    found: str,
    expected: str,
    offers: tuple[Offer, ...],
    rows: Sequence[int],
    cells: Sequence[str] | None,
    blocking: bool = True,
) -> Finding:
    """A finding about some rows; `cells` are the texts to show, `found` stands for all of them where it is None."""
    shown = tuple(
        (grid.places[i], shortened(cells[i], 60) or "nothing" if cells is not None else found)
        for i in rows[:MOST_CELLS]
    )
    return Finding(kind, column, title, found, expected, offers, shown, blocking, len(rows))
