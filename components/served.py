"""All suites that a user may see: what an answer over all suites starts from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from components.resolved import Resolved
from components.selection import Selection
from components.words import NO_LABELS
from data.registry import Tables

R = TypeVar("R")


class ResultOfSuite(Protocol):
    """How to get the result of one suite; a page returns what it has computed before."""

    def __call__(self, compute: Callable[..., R], selection: Selection, /) -> R: ...  # noqa: D102


class ResultOfAll(Protocol):
    """Where the results for all suites are kept."""

    def __call__(self, compute: Callable[..., R], view: Served, /, *asked: object) -> R: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class Served:
    """The suites, how to get the result of one of them, and what the page has open, by name; `keep`
    is where results for all of them are kept."""

    suites: tuple[Tables, ...]
    of_suite: ResultOfSuite
    opened: Mapping[str, Any] = field(default_factory=dict)
    keep: ResultOfAll | None = None
    labels = NO_LABELS

    def of(self, compute: Callable[..., R], *opened_values: object) -> R:
        """Return the result of a function for all suites and what is asked, computed once."""
        results: dict[object, R] = self.__dict__.setdefault("_results", {})
        result_key = (compute, opened_values)
        if result_key not in results:
            if self.keep is None:
                results[result_key] = compute(self, *opened_values)
            else:
                results[result_key] = self.keep(compute, self, *opened_values)
        return results[result_key]


View: TypeAlias = "Resolved | Served"
"""What an answer starts from: one selection of one suite, or all suites."""


def computed(suites: Sequence[Tables], opened: Mapping[str, Any] | None = None) -> Served:
    """Return suites whose results are all computed anew."""
    tables_of_suite = {tables.suite.id: tables for tables in suites}

    def result_of_suite(compute: Callable[..., R], selection: Selection) -> R:
        return compute(Resolved(tables_of_suite[selection.suite], selection))

    return Served(tuple(suites), result_of_suite, opened or {})
