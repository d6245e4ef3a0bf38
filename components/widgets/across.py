"""The scaffold of a page about one method or metric over all suites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import pandas as pd

from components.errors import UnknownName
from components.resolved import Resolved
from components.served import Served
from components.views.record import AnyAcross, Page
from components.widgets import cached, names, notices
from components.widgets.page import data, page, section
from components.widgets.selection import current, filters

R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Asked(Generic[R]):
    """What an address asks for. `result` is None where it names nothing that is known."""

    across: AnyAcross
    id: str
    result: R | None
    served: Served
    resolved: Resolved


def asked(shown: Page, compute: Callable[[Served, str], R]) -> Asked[R]:
    """The head of the page, and what the address names; for an unknown name a message."""
    assert shown.across is not None
    wanted, served = current()[1].id, cached.served()
    result, message = None, ""
    try:
        result = compute(served, wanted) if wanted else None
    except UnknownName as error:
        message = str(error)
    label = getattr(result, "label", shown.title)
    page(replace(shown, title=label))
    resolved = filters()
    if message:
        notices.notice("warning", f"{message}.")
    return Asked(shown.across, wanted, result, served, resolved)


def others(found: Asked[R]) -> None:
    """Links to everything else of the kind."""
    section(f"All {found.across.kind}")
    names.index(found.across.kind, found.served.suites)


def kept(found: Asked[R], table: pd.DataFrame, *, name: str, title: str) -> None:
    """A table that can be opened, and its downloads, which name every suite's data version."""
    versions = ", ".join(f"{t.suite.id} {t.data_version}" for t in found.served.suites)
    about = {
        found.across.kind.removesuffix("s"): found.id,
        "weights": "each suite's default",
        "data versions": versions,
    }
    data(table, name=name, title=title, resolved=found.resolved, about=about, stem=f"{found.id}-{name}")
