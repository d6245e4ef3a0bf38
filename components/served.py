"""Every suite that a reader may see: what pages that span suites start from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from components.resolved import Resolved
from components.selection import Selection
from data.registry import Tables

R = TypeVar("R")


class Results(Protocol):
    """How the result of one suite is had; where a page has computed it before, it is had from there."""

    def __call__(self, compute: Callable[[Resolved], R], selection: Selection, /) -> R: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class Served:
    """The suites, and how results of one of them are had."""

    suites: tuple[Tables, ...]
    of: Results


def computed(suites: Sequence[Tables]) -> Served:
    """Suites of which every result is computed anew."""
    by_id = {t.suite.id: t for t in suites}

    def of(compute: Callable[[Resolved], R], selection: Selection) -> R:
        return compute(Resolved(by_id[selection.suite], selection))

    return Served(tuple(suites), of)
