"""The scaffold of a page about one method or metric over all suites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from components.errors import UnknownName
from components.resolved import Resolved
from components.served import Served
from components.table import Table
from components.views.record import Across, Page
from components.widgets import cached, names, notices
from components.widgets.page import page, section
from components.widgets.selection import current, filters
from components.widgets.tables import data, opened_table

R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Opened(Generic[R]):
    """What an address names. `result` is None where it names nothing that is known."""

    across: Across
    id: str
    result: R | None
    served: Served
    resolved: Resolved


def opened(record: Page, compute: Callable[[Served, str], R]) -> Opened[R]:
    """The head of the page, and what the address names; for an unknown name a message."""
    assert record.across is not None
    wanted, served = current()[1].id, cached.served()
    result, message = None, ""
    try:
        result = compute(served, wanted) if wanted else None
    except UnknownName as error:
        message = str(error)
    label = getattr(result, "label", record.title)
    page(replace(record, title=label))
    resolved = filters()
    if message:
        notices.notice("warning", f"{message}.")
    return Opened(record.across, wanted, result, served, resolved)


def others(one: Opened[R]) -> None:
    """Links to everything else of the kind."""
    section(f"All {one.across.kind}")
    names.index(one.across.kind, one.served.suites)


def listed(one: Opened[R], make: Callable[[], Table[Any]], *, name: str, title: str, in_the_open: bool = False) -> None:
    """A table behind a line that opens, or in the open, and its downloads, which name every suite's data version."""
    draw = opened_table if in_the_open else data
    draw(
        make, one.resolved.labels, name=name, title=title, view=one.resolved, about=_about(one), stem=f"{one.id}-{name}"
    )


def _about(one: Opened[R]) -> dict[str, str]:
    versions = ", ".join(f"{t.suite.id} {t.data_version}" for t in one.served.suites)
    return {one.across.kind.removesuffix("s"): one.id, "weights": "each suite's default", "data versions": versions}
