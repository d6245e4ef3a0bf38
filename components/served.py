"""All suites that a user may see: what an answer over all suites starts from."""

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


@dataclass(frozen=True, eq=False)
class Served:
    """The suites, how to get the result of one of them, and what the page has open, by name."""

    suites: tuple[Tables, ...]
    of_suite: ResultOfSuite
    opened: Mapping[str, Any] = field(default_factory=dict)
    labels = NO_LABELS

    def of(self, compute: Callable[..., R], *opened_values: object) -> R:
        """Return the result of a function for all suites and what is asked, computed once."""
        results: dict[object, R] = self.__dict__.setdefault("_results", {})
        result_key = (compute, opened_values)
        if result_key not in results:
            results[result_key] = compute(self, *opened_values)
        return results[result_key]


View: TypeAlias = "Resolved | Served"
"""What an answer starts from: one selection of one suite, or all suites."""


def computed(suites: Sequence[Tables], opened: Mapping[str, Any] | None = None) -> Served:
    """Return suites whose results are all computed anew."""
    tables_of_suite = {tables.suite.id: tables for tables in suites}

    def result_of_suite(compute: Callable[..., R], selection: Selection) -> R:
        return compute(Resolved(tables_of_suite[selection.suite], selection))

    return Served(tuple(suites), result_of_suite, opened or {})
