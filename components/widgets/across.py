"""The scaffold of a page about one method or metric over all suites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import pandas as pd

from components.errors import UnknownName
from components.resolved import Resolved
from components.served import Served
from components.views.record import Across, Page
from components.widgets import cached, names, notices
from components.widgets.page import data, page, section
from components.widgets.page import shown as in_the_open
from components.widgets.selection import current, filters

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


def listed(one: Opened[R], table: pd.DataFrame, *, name: str, title: str) -> None:
    """A table that can be opened, and its downloads, which name every suite's data version."""
    data(table, name=name, title=title, resolved=one.resolved, about=_about(one), stem=f"{one.id}-{name}")


def shown(one: Opened[R], table: pd.DataFrame, *, name: str, title: str) -> None:
    """The same in the open."""
    in_the_open(table, name=name, title=title, resolved=one.resolved, about=_about(one), stem=f"{one.id}-{name}")


def _about(one: Opened[R]) -> dict[str, str]:
    versions = ", ".join(f"{t.suite.id} {t.data_version}" for t in one.served.suites)
    return {one.across.kind.removesuffix("s"): one.id, "weights": "each suite's default", "data versions": versions}
