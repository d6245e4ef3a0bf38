"""Every suite that a reader may see, and what was chosen: what an answer over all suites starts from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, TypeVar

from components.labels import Labels
from components.resolved import Resolved
from components.selection import EVERYWHERE, Selection
from data.registry import Tables

R = TypeVar("R")


class Results(Protocol):
    """How the result of one suite is had; where a page has computed it before, it is had from there."""

    def __call__(self, compute: Callable[[Resolved], R], selection: Selection, /) -> R: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class Served:
    """The suites, how results of `one` of them are had, and the choices of a page over all of them."""

    suites: tuple[Tables, ...]
    one: Results
    selection: Selection = EVERYWHERE
    labels = row_labels = Labels("", "", {}, {}, {}, {})

    def of(self, compute: Callable[[Served], R]) -> R:
        """The result of a function for all suites, computed once."""
        results: dict[object, R] = self.__dict__.setdefault("_results", {})
        if compute not in results:
            results[compute] = compute(self)
        return results[compute]

    def choosing(self, **choices: Any) -> Served:
        """The same suites with other choices."""
        return replace(self, selection=replace(self.selection, **choices))


View: TypeAlias = "Resolved | Served"
"""What an answer starts from: one selection of one suite, or all suites."""


def computed(suites: Sequence[Tables], selection: Selection = EVERYWHERE) -> Served:
    """Suites whose results are all computed again."""
    by_id = {t.suite.id: t for t in suites}

    def one(compute: Callable[[Resolved], R], selection: Selection) -> R:
        return compute(Resolved(by_id[selection.suite], selection))

    return Served(tuple(suites), one, selection)
