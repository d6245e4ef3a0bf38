"""Mount the table of methods and take over what a reader clicks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import streamlit as st

from components.plain import Plain
from components.text import number
from components.views.leaderboard.result import LeaderboardResult, LeaderboardRow
from components.views.leaderboard.tables import Field, best
from components.views.leaderboard.words import FRAGILE_LEAD, SIDES
from components.widgets.component import DRAWN, component
from data.names import Kind

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


def standings(
    result: LeaderboardResult,
    columns: Sequence[Field],
    rows: Sequence[LeaderboardRow],
    href: Callable[[Kind, str], str],
    *,
    caption: str,
    sort: str,
    opened: str,
    key: str,
    on_choice: Callable[[Mapping[str, str]], None],
) -> None:
    """Mount the table: `rows` in the order shown, `sort` the choice that gave it, `opened` the method that is open.

    `href` gives the address of the page of a method or metric. `on_choice` gets {"sort": …} or {"method": …} before
    the script runs again. What the browser sends is checked against the columns and rows shown; anything else is
    ignored.
    """
    sorts = {c.sort for c in columns if c.sort}
    methods = {r.opens or "" for r in rows}
    allowed = {"sort": {"", *sorts, *(f"{s}:desc" for s in sorts)}, "method": {"", *methods}}

    def receive() -> None:
        act = read_act(st.session_state[key].get("act"), allowed)
        if act is not None:
            on_choice(act)

    leaders = {f.id: best(rows, f) for f in columns}
    pages = {m.id: href("metrics", m.id) for m in result.metrics}
    data = {
        "caption": caption,
        "sort": sort,
        "columns": [_column(f, pages.get(f.id, "")) for f in columns],
        "rows": [
            {
                "id": r.opens or "",  # empty where there is nothing to open
                "label": r.label,
                "ranked": r.rank is not None,
                "open": bool(r.opens) and r.opens == opened,
                "cells": [_cell(f, r, leaders[f.id]) for f in columns],
                "href": href("methods", r.method),
                "mark": FRAGILE_LEAD if r.fragile_lead else "",
            }
            for r in rows
        ],
    }
    _mount(key=key, data=data, on_act_change=receive)


def _column(field: Field, page: str) -> dict[str, Plain]:
    """A head; `marked` columns mark their best value, `href` leads to the page of a metric, empty for others."""
    told = {name: getattr(field, name) for name in ("id", "label", "title", "sort", "word", "why", "apart")}
    return {**told, "marked": bool(field.better), "href": page}


def _cell(field: Field, row: LeaderboardRow, leaders: set[str]) -> dict[str, Plain] | None:
    """A value with the spread behind it and a `mark` before it, which `title` explains; None where it is undefined."""
    value = field.value(row)
    if value is None:
        return None
    spread = field.spread(row) if field.spread is not None else None
    mark, meaning = SIDES.get(field.side(row), ("", "")) if field.side is not None else ("", "")
    return {
        "text": value if isinstance(value, str) else number(value, field.digits),
        "spread": "" if spread is None else number(spread),
        "best": row.method in leaders,
        "mark": mark,
        "title": meaning,
    }


def read_act(raw: object, allowed: Mapping[str, Collection[str]]) -> dict[str, str] | None:
    """What a browser sent, if it is one choice that the table offers."""
    if not isinstance(raw, dict) or len(raw) != 1:
        return None
    ((name, value),) = raw.items()
    if not isinstance(name, str) or not isinstance(value, str):
        return None
    return {name: value} if value in allowed.get(name, ()) else None
