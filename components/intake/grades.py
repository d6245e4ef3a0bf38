"""How sure a decision is: what a table says, what is known, and what is proposed until it is
accepted."""

from dataclasses import dataclass
from typing import Literal

Grade = Literal["stated", "known", "proposed"]
CHOICE = "your choice"


@dataclass(frozen=True)
class Decision:
    """What a column, a row or a table is taken for, how sure that is, and why in one phrase."""

    value: str
    grade: Grade
    reason: str = ""

    @property
    def is_proposed(self) -> bool:
        return self.grade == "proposed"


@dataclass(frozen=True)
class Proposal:
    """What is ranked only after the reader accepts it: `where` is a column, a row or "" for the
    table, `what` says it in plain words."""

    where: str
    what: str
    reason: str = ""


@dataclass(frozen=True)
class Unused:
    """What was not used and where: the place of its line, its column, the text of its cell, ""
    where it is more than one; and why."""

    line: str
    column: str
    cell: str
    reason: str

    def __str__(self) -> str:
        place = ", ".join(filter(None, (self.column, self.line)))
        parts = [part for part in (place, f"“{self.cell}” {self.reason}") if part]
        return ": ".join(parts) if self.cell else f"{place}: {self.reason}"


def chosen(value: str) -> Decision:
    """Return what the reader chose."""
    return Decision(value, "stated", CHOICE)
