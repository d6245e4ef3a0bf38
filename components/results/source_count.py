"""From how many sources rankings are: suites of one repository or paper are one source."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from components.format import counted, joined, shortened
from components.table import Column, Link
from data.registry import Suite

R = TypeVar("R")


def count_sources(suites: Iterable[Suite]) -> int:
    """Return from how many places the figures of suites are."""
    return len({suite.source_url for suite in suites})


def sources_text(n_sources: int) -> str:
    """Return a number of sources: "one source", "2 sources"."""
    return "one source" if n_sources == 1 else f"{n_sources} sources"


def source_column(suite_of: Callable[[R], Suite]) -> Column[R]:
    """Return the column of a table over suites that names the source of each row, with its
    address."""

    def opened(row: R) -> Link | None:
        address = suite_of(row).source_url
        return Link(url=address) if address else None

    return Column("source", lambda row: source_name(suite_of(row)), link=opened)


def source_name(suite: Suite) -> str:
    """Return where the figures of a suite are from, in a cell: tzpranto/open-unlearning; its title
    if that is no address."""
    if not suite.source_url:
        return suite.title
    return suite.source_url.partition("://")[2].removeprefix("github.com/").rstrip("/")


def rankings_from(n_rankings: int, suites: Iterable[Suite]) -> str:
    """Return from how many sources rankings are, and which suites are one source; "" for one
    suite."""
    titles_of_source: dict[str, list[str]] = {}
    for suite in dict.fromkeys(suites):
        titles_of_source.setdefault(suite.source_url, []).append(shortened(suite.title))
    groups = list(titles_of_source.values())
    if sum(map(len, groups)) < 2:
        return ""
    clauses = [f"{counted(n_rankings, 'ranking')} from {sources_text(len(groups))}"]
    for titles in groups:
        if len(titles) > 1 and len(groups) > 1:
            clauses.append(f"{joined(titles)} are one")
    return f"{'; '.join(clauses)}."
