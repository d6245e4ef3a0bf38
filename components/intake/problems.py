"""One thing that is wrong, odd or asked in a table, with its cells and the fixes offered."""

from collections.abc import Sequence
from dataclasses import dataclass

from components.format import shortened
from components.intake.fixes import BETTER, Fix
from components.intake.grid import Grid

MOST_CELLS = 200
"""Cells listed one by one; the rest are counted."""


@dataclass(frozen=True)
class Offer:
    """A fix with the words of its button; `also` are made with it.

    `plain` marks a fix that leaves no choice: no meaning can change by it.
    """

    fix: Fix
    label: str
    plain: bool = False
    also: tuple[Fix, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What is wrong (or, not `blocking`, odd): a title, what was found, what was expected, and the fixes offered.

    `cells` are (place, text), at most MOST_CELLS of the `count`. `several` is the title of the same trouble in {}
    columns or names, empty where each is shown by itself. Without an offer, cells are changed in the editor.
    """

    kind: str
    column: str
    title: str
    present: str
    expected: str
    offers: tuple[Offer, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    blocking: bool = True
    count: int = 0
    several: str = ""

    @property
    def asks(self) -> bool:
        """Whether something is not used before the reader answers."""
        return self.blocking or self.kind == BETTER


def cards(findings: Sequence[Finding]) -> list[tuple[str, list[Finding]]]:
    """The findings in order, the same trouble in several columns as one, each with its title."""
    alike: dict[tuple[str, ...], list[Finding]] = {}
    for f in findings:
        own = () if f.several else (f.title,)
        alike.setdefault((f.kind, f.expected, *(o.label for o in f.offers), *own), []).append(f)
    return [(fs[0].title if len(fs) == 1 else fs[0].several.format(len(fs)), fs) for fs in alike.values()]


def finding(
    grid: Grid,
    kind: str,
    column: str,
    title: str,
    present: str,
    expected: str,
    offers: Sequence[Offer],
    rows: Sequence[int],
    cells: Sequence[str] | None = None,
    *,
    blocking: bool = True,
    several: str = "",
) -> Finding:
    """A finding about some rows; `cells` are the texts of all rows, `present` takes their place where it is None."""
    texts = tuple(
        (grid.places[i], present if cells is None else shortened(cells[i], 60) or "nothing") for i in rows[:MOST_CELLS]
    )
    return Finding(kind, column, title, present, expected, tuple(offers), texts, blocking, len(rows), several)
