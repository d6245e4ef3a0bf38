"""What everything that lists pages knows of one: navigation, sharing, report, interface, exports, the static copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from components.defaults import TAGLINE
from components.plain import Plain, to_plain
from components.resolved import Resolved
from components.served import Served
from data.names import Kind, names

Group = Literal["", "Ranking", "Metrics", "Paper check", "Other audits", "Data", "About"]
"""The groups of the navigation, in their order; what has none stands before them."""

Drawn = Literal["board", "figure", "table"]

R = TypeVar("R")


@dataclass(frozen=True)
class Across:
    """What a page says of one method or metric over all suites; the choice `id` in its address names which.

    `result` and `leads`, its first sentences, raise UnknownName; `about` is one sentence for the interface.
    """

    kind: Kind
    result: Callable[[Served, str], object]
    leads: Callable[[Served, str], Sequence[str]]
    about: str

    def plain(self, served: Served, wanted: str) -> Plain:
        """The numbers as JSON can say them."""
        return to_plain(self.result(served, wanted))

    def label(self, wanted: str) -> str:
        """What stands at an address, as far as it is known without the suites."""
        return names(self.kind).label(wanted) or wanted


@dataclass(frozen=True)
class Page:
    """One page. `name` is its file in pages/ and its key in the report; `leads` gives its first sentences.

    `start` marks the page that stands at /. A page with `across` spans suites: it is reached by names in tables, not
    by the navigation, and is no part of the report of a suite. `draws` says what it opens with beside text, names and
    choices: the code for it is asked for with the page.
    """

    name: str
    title: str
    question: str
    group: Group
    leads: Callable[[Resolved], Sequence[str]] = lambda _: [TAGLINE]
    dear: bool = False
    start: bool = False
    across: Across | None = None
    draws: Drawn | None = None

    @property
    def path(self) -> str:
        """The address of the page, without its leading slash."""
        return "" if self.start else self.name.replace("_", "-")

    @property
    def script(self) -> str:
        """The script of the page, as links between pages name it."""
        return f"../pages/{self.name}.py"


def lead_across(
    result: Callable[[Served, str], R], words: Callable[[R], Sequence[str]]
) -> Callable[[Served, str], Sequence[str]]:
    """The same for a page over all suites."""
    return lambda served, wanted: [s for s in words(result(served, wanted)) if s]
