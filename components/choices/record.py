"""A choice: how its text is read, how it is put on the screen, how it is told, where it stands."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

from components.choices.controls import Control
from components.format import shortened
from components.resolved import Resolved
from data.errors import LeaderboardError
from data.registry import Tables

MAX_TEXT = 4_000
"""Longest text of one choice. A list of 150 methods or 26 weights is shorter."""
MAX_QUOTED = 60
"""Longest stretch of a refused text that a message repeats."""
Place = Literal["bar", "filters"]
"""Where a page shows a choice: always, or behind the button Filters."""


@dataclass(frozen=True)
class Choice:
    """Something that a reader chooses, opens or asks; the same in addresses, interface and command.

    name      in the address; `help` says in one sentence what it is
    read      the value of a text (text, tables); raises LeaderboardError saying what is expected
    control   how it is put on the screen; None for what only an address, or a mark, sets
    tell      what the line under the bar says of a value that is not the default
    place     where a page that lists it among its filters shows it
    of_panel  whether its value must occur in the runs of the panel chosen
    pages     the names of the only pages that know it; empty for all
    drawn     whether it decides only what is drawn, no number, so that the interface has none
    """

    name: str
    help: str
    read: Callable[[str, Any], Any]
    control: Control | None = None
    _: KW_ONLY
    tell: Callable[[Resolved], str] | None = None
    place: Place = "filters"
    of_panel: bool = False
    pages: tuple[str, ...] = ()
    drawn: bool = False
    alias: str = ""

    def is_known_to(self, page: str) -> bool:
        """Return whether a page reads the choice from its address."""
        return not self.pages or page in self.pages


@dataclass(frozen=True)
class InvalidChoice:
    """A choice that could not be taken as it was written, and what is used instead."""

    name: str
    actual: str
    expected: str
    used: str

    @property
    def record(self) -> dict[str, str]:
        """The problem as the interface gives it."""
        return {
            "name": self.name,
            "found": self.actual,
            "expected": self.expected,
            "used": self.used,
        }

    @property
    def message(self) -> str:
        """One sentence for a reader."""
        return (
            f"{self.name}: found {self.actual!r}, expected {self.expected};"
            f" using {self.used or 'all'}."
        )


def read_text(choice: Choice, choice_text: str, tables: Tables | None) -> Any:
    """Return the value of a text. Raises LeaderboardError with what is expected if it is none."""
    if len(choice_text) > MAX_TEXT:
        raise LeaderboardError(f"at most {MAX_TEXT} characters")
    return choice.read(choice_text, tables)


def aliases(choices: Mapping[str, Choice]) -> dict[str, str]:
    """Return the names of choices by the other names that an address may use."""
    return {choice.alias: name for name, choice in choices.items() if choice.alias}


def read_opened(
    choices: Mapping[str, Choice], query: Mapping[str, str], tables: Tables | None
) -> tuple[dict[str, Any], list[InvalidChoice]]:
    """Return the values of what a page has open, by name, and a problem for each unreadable text.

    An empty text opens nothing. `tables` is None on pages over all suites.
    """
    values: dict[str, Any] = {}
    problems = []
    for choice_name, choice in choices.items():
        choice_text = query.get(choice_name, "") or query.get(choice.alias, "")
        if not choice_text:
            continue
        try:
            values[choice_name] = read_text(choice, choice_text, tables)
        except LeaderboardError as error:
            quoted = shortened(choice_text, MAX_QUOTED)
            problems.append(InvalidChoice(choice_name, quoted, str(error), "the usual one"))
    return values, problems
