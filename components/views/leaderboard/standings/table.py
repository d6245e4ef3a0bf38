"""Mount the table of methods and take over what a reader clicks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.widgets.component import DRAWN, component

_HERE = Path(__file__).parent

_HTML = """
<div class="standings"><p></p><div class="scroll" tabindex="0" role="region" aria-label="Table of methods">
  <table aria-label="Methods"><thead></thead><tbody></tbody></table>
</div></div>
"""

_mount = component(
    "standings",
    html=_HTML,
    css=(_HERE / "standings.css").read_text(encoding="utf-8"),
    js=DRAWN + (_HERE / "standings.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Column:
    """One column. `sort` is the text of the choice that sorts by it, empty when it cannot; `why` explains a dash.

    `word` columns hold text, `marked` ones mark their best value. `href` leads to the page of a metric.
    """

    id: str
    label: str
    title: str
    sort: str = ""
    word: bool = False
    why: str = ""
    marked: bool = False
    href: str = ""


@dataclass(frozen=True)
class Cell:
    """What a cell shows: a text, the spread behind it, and whether it is the best of its column.

    `mark` is a sign before the text, `title` what it means; `apart` sets a word apart from values.
    """

    text: str
    spread: str = ""
    best: bool = False
    mark: str = ""
    title: str = ""
    apart: bool = False


@dataclass(frozen=True)
class Row:
    """One method; `cells` are in the order of the columns, None where a value is undefined.

    Without an `id` there is nothing to open. `href` leads to the page of the method; `mark` stands behind its name.
    """

    id: str
    label: str
    ranked: bool
    open: bool
    cells: Sequence[Cell | None]
    href: str = ""
    mark: str = ""


def standings(
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    caption: str,
    sort: str,
    key: str,
    on_choice: Callable[[Mapping[str, str]], None],
) -> None:
    """Mount the table. `on_choice` gets {"sort": …} or {"method": …} before the script runs again.

    What the browser sends is checked against the columns and rows shown; anything else is ignored.
    """
    sorts = {c.sort for c in columns if c.sort}
    allowed = {"sort": {"", *sorts, *(f"{s}:desc" for s in sorts)}, "method": {"", *(r.id for r in rows)}}

    def receive() -> None:
        act = read_act(st.session_state[key].get("act"), allowed)
        if act is not None:
            on_choice(act)

    data = {
        "caption": caption,
        "sort": sort,
        "columns": [vars(c) for c in columns],
        "rows": [{**vars(r), "cells": [c and vars(c) for c in r.cells]} for r in rows],
    }
    _mount(key=key, data=data, on_act_change=receive)


def read_act(raw: object, allowed: Mapping[str, Collection[str]]) -> dict[str, str] | None:
    """What a browser sent, if it is one choice that the table offers."""
    if not isinstance(raw, dict) or len(raw) != 1:
        return None
    ((name, value),) = raw.items()
    if not isinstance(name, str) or not isinstance(value, str):
        return None
    return {name: value} if value in allowed.get(name, ()) else None
