"""Suites and report parts, kept per data version and selection.

Public suites are shared by all sessions; a private suite and what is computed from it stay in the reader's session.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import replace
from typing import Any

import streamlit as st

from components import report
from components.plain import plain
from components.resolved import Resolved
from components.selection import Selection, default_selection, numbers_only
from data import store
from data.registry import Suite, Tables

_PRIVATE = "_private_tables"
_PARTS = "_private_parts"
_MOST_PARTS = 64
WITHOUT_WEIGHTS = frozenset(
    {
        "presets",
        "agreement",
        "agreement_pair",
        "clusters",
        "reliability",
        "reproduction",
        "recoverability",
    }
)
"""Pieces that are the same under all weights: computed once for all who move them."""


def suites() -> tuple[Suite, ...]:
    """Every suite this reader may choose: the public ones, the built-in one first, then the reader's own."""
    return (*_public_suites(), *(t.suite for t in _private().values()))


def tables(suite_id: str) -> Tables:
    """A whole suite. Public tables are shared by all sessions: never change them.

    Raises UnknownName.
    """
    private = _private().get(suite_id)
    found: Tables = private if private is not None else _public_tables(suite_id)
    return found


def keep_private(own: Tables | None) -> None:
    """Hold a reader's own suite in this session alone; None lets go of it."""
    _private().clear()
    st.session_state[_PARTS] = {}
    if own is not None:
        _private()[own.suite.id] = own


def resolved(selection: Selection) -> Resolved:
    """A selection, resolved against its suite."""
    return Resolved(tables(selection.suite), selection)


def part(name: str, selection: Selection) -> Any:
    """One part of the report as plain dicts and lists, computed once per data version and selection.

    Choices that only decide what is shown are not part of the key, but for report.DETAILS. Raises LeaderboardError.
    The result may be changed freely: it is a copy for public suites, and for private ones it belongs to this session.
    """
    found = tables(selection.suite)
    key = selection if name in report.DETAILS else numbers_only(selection, found)
    if name in WITHOUT_WEIGHTS:
        key = replace(key, weights=default_selection(found).weights)
    if not found.suite.private:
        return _public_part(name, repr(key), found.data_version, key)
    mine: dict[Any, Any] = st.session_state.setdefault(_PARTS, {})
    if (name, key) not in mine:
        while len(mine) >= _MOST_PARTS:
            mine.pop(next(iter(mine)))
        mine[name, key] = _computed(name, Resolved(found, key))
    return mine[name, key]


def _private() -> MutableMapping[str, Tables]:
    held: dict[str, Tables] = st.session_state.setdefault(_PRIVATE, {})
    return held


@st.cache_resource(show_spinner=False)
def _public_suites() -> tuple[Suite, ...]:
    return tuple(store.suites())


@st.cache_resource(show_spinner=False, max_entries=32)
def _public_tables(suite_id: str) -> Tables:
    return store.tables(suite_id)


@st.cache_data(show_spinner=False, max_entries=256)
def _public_part(name: str, choices: str, data_version: str, _selection: Selection) -> Any:
    """`choices` is the selection in words: a text is found in the cache at once, a dataclass is walked each time."""
    return _computed(name, Resolved(_public_tables(_selection.suite), _selection))


def _computed(name: str, resolved: Resolved) -> Any:
    return plain(report.PIECES[name](resolved))
