"""How weights and floors that a reader sets in the browser come to Python: one commit on release, checked here again.

The browser computes while a hand moves and sends nothing. What does not fit is ignored, since only a page that is not
ours can send it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

import streamlit as st

from components.plain import Plain

ONE = 1_000_000
"""Weights travel with six decimals: they are counted in millionths."""
LARGEST_SEQ = 2**53 - 1

Chosen: TypeAlias = "str | tuple[tuple[str, float], ...]"
"""Weights that a reader has set and let go of, as a selection holds them: a preset's name, or weights of six
decimals above 0 that sum to 1, by metric."""
Commit: TypeAlias = "tuple[int, str, Any]"
"""Its number, and what was set: `weights` as Chosen, or `floors` as values by their names."""


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
    floors: Mapping[str, float] = MappingProxyType({}),
) -> None:
    """Mount a component that sets weights.

    `data` is what it shows, `weights` are the present ones by metric, `presets` those it offers by name, `floors` the
    present values of those that can be set. `on_commit` gets what the reader has committed as `weights` or `floors`. It
    runs before the script, so that a page which writes them to the URL there is computed once, with the new ones.
    """
    exchange: _Exchange = st.session_state.setdefault(f"{key}.exchange", _Exchange(secrets.token_hex(4)))

    def receive() -> None:
        held = st.session_state.get(key)
        sent = held.get("commit") if isinstance(held, dict) else None
        arrived = read_commit(sent, list(weights), list(presets), list(floors))
        if arrived is not None:
            exchange.arrived = arrived
            on_commit(**{arrived[1]: arrived[2]})

    arrived, exchange.arrived = exchange.arrived, None
    if arrived is not None and _taken_over(arrived, weights, presets, floors):
        exchange.seq = arrived[0]
    mount(key=key, data={**data, "seq": exchange.seq, "token": exchange.token}, on_commit_change=receive)
    if arrived is not None:
        exchange.seq = arrived[0]


def read_commit(
    raw: object, metric_ids: Collection[str], presets: Collection[str], floors: Collection[str] = ()
) -> Commit | None:
    """Check what a browser sent; None for anything that is not a commit of these weights or floors.

    A commit is {"seq": whole number, "preset": known name} or {"seq": …, "weights": {known id: number}} with
    weights from 0 to 1 whose millionths sum to exactly one million, or {"seq": …, "floors": {known name: number}} with
    values from 0 to 1. Weights come back in the order of the metrics, floors in that of the names.
    """
    if not isinstance(raw, dict) or not _is_whole(raw.get("seq")):
        return None
    seq, preset, weights, set_to = raw["seq"], raw.get("preset"), raw.get("weights"), raw.get("floors")
    if isinstance(set_to, dict):
        known = preset is None and weights is None and all(i in floors for i in set_to)
        if not known or not all(_is_share(v) for v in set_to.values()):
            return None
        return seq, "floors", {i: round(set_to[i], 6) for i in floors if i in set_to}
    if isinstance(preset, str) and weights is None:
        return (seq, "weights", preset) if preset in presets else None
    if preset is not None or not isinstance(weights, dict) or not 0 < len(weights) <= len(metric_ids):
        return None
    if not all(i in metric_ids for i in weights) or not all(_is_share(w) for w in weights.values()):
        return None
    millionths = {i: round(weights.get(i, 0) * ONE) for i in metric_ids}
    if sum(millionths.values()) != ONE:
        return None
    return seq, "weights", tuple((i, m / ONE) for i, m in millionths.items() if m)


def _taken_over(
    commit: Commit,
    weights: Mapping[str, float | None],
    presets: Mapping[str, Mapping[str, float]],
    floors: Mapping[str, float],
) -> bool:
    """Whether the page is being drawn with the committed weights or floors already."""
    _, what, chosen = commit
    if what == "floors":
        return all(abs(value - floors.get(i, 0.0)) <= 1.5 / ONE for i, value in chosen.items())
    expected = dict(chosen) if isinstance(chosen, tuple) else presets.get(chosen, {})
    return all(abs((w or 0.0) - expected.get(i, 0.0)) <= 1.5 / ONE for i, w in weights.items())


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEQ


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
