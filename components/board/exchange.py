"""How weights that a user sets in the browser come to Python: one commit on release.

While a reader drags, the browser computes and sends nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import streamlit as st

from components.format import Plain

ONE = 1_000_000
"""Weights travel with six decimals: they are counted in millionths."""

Chosen: TypeAlias = "str | tuple[tuple[str, float], ...]"
"""Weights that a reader has set, as a selection holds them: a preset's name, or weights of six
decimals above 0 that sum to 1, by metric."""
Commit: TypeAlias = "tuple[int, Chosen]"
"""Its number, and the weights that were set."""


@dataclass
class _Exchange:
    """Per session and component: who talks (a new token makes the browser start over), the last commit taken over,
    and the one that has just come in.
    """

    token: str
    seq: int = 0
    arrived: Commit | None = None


def exchanged(
    mount: Callable[..., object],
    data: Mapping[str, Plain],
    *,
    key: str,
    weights: Mapping[str, float | None],
    presets: Mapping[str, Mapping[str, float]],
    on_commit: Callable[..., None],
) -> None:
    """Mount a component that sets weights.

    `data` is what it shows, `weights` are the present ones by metric, `presets` those it offers by name. `on_commit`
    gets the committed `weights`. It runs before the script, so that a page which writes them to the URL there is
    computed once, with the new ones.
    """
    exchange: _Exchange = st.session_state.setdefault(f"{key}.exchange", _Exchange(secrets.token_hex(4)))

    def receive() -> None:
        value = st.session_state.get(key)
        sent = value.get("commit") if isinstance(value, dict) else None
        arrived = read_commit(sent, list(weights), list(presets))
        if arrived is not None:
            exchange.arrived = arrived
            on_commit(weights=arrived[1])

    arrived, exchange.arrived = exchange.arrived, None
    if arrived is not None and _taken_over(arrived[1], weights, presets):
        exchange.seq = arrived[0]
    mount(key=key, data={**data, "seq": exchange.seq, "token": exchange.token}, on_commit_change=receive)
    if arrived is not None:
        exchange.seq = arrived[0]


def read_commit(raw: object, metric_ids: Collection[str], presets: Collection[str]) -> Commit | None:
    """Return what a browser sent; None if that is no commit.

    A commit has a number `seq` and either `preset`, a name, or `weights`, numbers from 0 to 1 by metric that sum to 1.
    Whether it fits the suite is checked where every choice is.
    """
    match raw:
        case {"seq": int(seq), "preset": str(preset)} if preset in presets:
            return seq, preset
        case {"seq": int(seq), "weights": dict(values)} if _are_shares(values, metric_ids):
            millionths = {i: round(values.get(i, 0) * ONE) for i in metric_ids}
            if sum(millionths.values()) == ONE:
                return seq, tuple((i, m / ONE) for i, m in millionths.items() if m)
    return None


def _taken_over(
    chosen: Chosen, weights: Mapping[str, float | None], presets: Mapping[str, Mapping[str, float]]
) -> bool:
    """Whether the page is being drawn with the committed weights already."""
    expected = dict(chosen) if isinstance(chosen, tuple) else presets.get(chosen, {})
    return all(abs((w or 0.0) - expected.get(i, 0.0)) <= 1.5 / ONE for i, w in weights.items())


def _are_shares(values: Mapping[str, object], known: Collection[str]) -> bool:
    """Whether all names are known, and all values numbers from 0 to 1."""
    return all(
        name in known and isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        for name, value in values.items()
    )
