"""Selections of suites, resolved once for all tests that ask of them, and what figures need."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from components.answers.leaderboard.methods import METHODS
from components.answers.record import Look, Page
from components.choices.query import parse
from components.plotting.theme import Mode
from components.resolved import Resolved
from components.served import View, computed
from data.registry import Tables
from tests.made import made_tables
from tests.released import TABLES


@cache
def view_of(tables: Tables = TABLES, **query: str) -> Resolved:
    """A selection of a suite; the query has to be one that a reader can write."""
    chosen, problems = parse(query, tables)
    assert problems == ()
    return Resolved(tables, chosen)


def made(values: Any, **query: str) -> Resolved:
    """One benchmark and seed; `values` has a row per method, lower is better."""
    return view_of(made_tables(np.array(values, dtype=float)[None, None]), **query)


def board(view: Resolved) -> dict[str, dict[str, Any]]:
    """The rows of the ranking as the report has them, by method, in its order."""
    rows: Any = METHODS.content(view)["leaderboard"]
    return {row["method"]: row for row in rows}


def of_page(page: Page, view: Resolved) -> View:
    """What a page starts from: a selection, or for a page over all suites that one suite."""
    if page.spans:
        return computed([view.tables])
    panel = "" if page.starts is None else page.starts(view.tables)
    return Resolved(view.tables, replace(view.selection, panel=panel)) if panel else view


def content(page: Page, tables: Tables = TABLES, **query: str) -> dict[str, Any]:
    """The facts and tables of a page as the report has them."""
    page_content: Any = page.content(view_of(tables, **query))[page.name]
    return dict(page_content)


def look(view: Resolved, mode: Mode = "light") -> Look:
    """What a figure is drawn with."""
    return Look(view.labels, mode)


def text_of(app: AppTest) -> str:
    """What a page says, as it reads, without the backslashes that keep it text."""
    boxes = [*app.title, *app.markdown, *app.caption, *app.warning, *app.info, *app.error]
    return " ".join(str(box.value) for box in boxes).replace("\\", "")


def named(fig: Any, name: str) -> Any:
    """The trace of a figure that has this name."""
    return next(t for t in fig.data if t.name == name)
