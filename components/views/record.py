"""What everything that lists pages knows of one: navigation, sharing, report, interface, exports, the static copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from components.plain import Plain, to_plain
from components.resolved import Resolved

Group = Literal["", "Ranking", "Metrics", "Paper check", "Other audits", "Data", "About"]
"""The groups of the navigation, in their order; what has none stands before them."""

R = TypeVar("R")


@dataclass(frozen=True)
class Numbers(Generic[R]):
    """What a page adds to the report and to the interface, under its name.

    `result` computes it, `about` is one sentence for the interface. `main` is the name of the table that stands for
    the whole where the result has several; `printed` maps the columns of that table which a printed page has room
    for to their heads (`means.*` takes every metric, headed by its label where the head is `*`).
    """

    result: Callable[[Resolved], R]
    about: str
    main: str = ""
    printed: Mapping[str, str] = field(default_factory=dict)

    def plain(self, resolved: Resolved) -> Plain:
        """The numbers as JSON can say them."""
        return to_plain(self.result(resolved))


class AnyNumbers(Protocol):
    """The numbers of some page, whatever their type."""

    @property
    def about(self) -> str: ...  # noqa: D102
    @property
    def main(self) -> str: ...  # noqa: D102
    @property
    def printed(self) -> Mapping[str, str]: ...  # noqa: D102
    def plain(self, resolved: Resolved) -> Plain: ...  # noqa: D102


@dataclass(frozen=True)
class Page:
    """One page. `name` is its file in pages/ and its key in the report; `leads` gives its first sentences.

    `start` marks the page that stands at /.
    """

    name: str
    title: str
    question: str
    group: Group
    leads: Callable[[Resolved], Sequence[str]]
    numbers: AnyNumbers | None = None
    start: bool = False

    @property
    def path(self) -> str:
        """The address of the page, without its leading slash."""
        return "" if self.start else self.name.replace("_", "-")

    @property
    def script(self) -> str:
        """The script of the page, as links between pages name it."""
        return f"../pages/{self.name}.py"


def lead(result: Callable[[Resolved], R], words: Callable[[R], Sequence[str]]) -> Callable[[Resolved], Sequence[str]]:
    """The first sentences of a page from its result; empty ones vanish."""
    return lambda resolved: [s for s in words(result(resolved)) if s]
