"""How weights that a reader sets in the browser come to Python: one commit on release, checked here again.

The browser computes while a hand moves and sends nothing. What does not fit is ignored, since only a page that is not
ours can send it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import streamlit as st

from components.plain import Plain

ONE = 1_000_000
"""Weights travel with six decimals: they are counted in millionths."""
LARGEST_SEQ = 2**53 - 1

Chosen: TypeAlias = "str | tuple[tuple[str, float], ...]"
"""Weights that a reader has set and let go of, as a selection holds them: a preset's name, or weights of six
decimals above 0 that sum to 1, by metric."""


@dataclass
class _Exchange:
    """Per session and component: who talks (a new token makes the browser start over), the last commit taken over,
    and the one that has just come in.
    """

    token: str
    seq: int = 0
    arrived: tuple[int, Chosen] | None = None


def exchanged(
    mount: Callable[..., object],
    data: Mapping[str, Plain],
    *,
    key: str,
    weights: Mapping[str, float | None],
    presets: Mapping[str, Mapping[str, float]],
    on_commit: Callable[[Chosen], None],
) -> None:
    """Mount a component that sets weights.

    `data` is what it shows, `weights` are the present ones by metric, `presets` those it offers by name. `on_commit`
    gets what the reader has committed. It runs before the script, so that a page which writes the weights to the URL
    there is computed once, with the new weights.
    """
    exchange: _Exchange = st.session_state.setdefault(f"{key}.exchange", _Exchange(secrets.token_hex(4)))

    def receive() -> None:
        held = st.session_state.get(key)
        sent = held.get("commit") if isinstance(held, dict) else None
        arrived = read_commit(sent, list(weights), list(presets))
        if arrived is not None:
            exchange.arrived = arrived
            on_commit(arrived[1])

    arrived, exchange.arrived = exchange.arrived, None
    if arrived is not None and _taken_over(arrived[1], weights, presets):
        exchange.seq = arrived[0]
    mount(key=key, data={**data, "seq": exchange.seq, "token": exchange.token}, on_commit_change=receive)
    if arrived is not None:
        exchange.seq = arrived[0]


def read_commit(raw: object, metric_ids: Collection[str], presets: Collection[str]) -> tuple[int, Chosen] | None:
    """Check what a browser sent; None for anything that is not a commit of these weights.

    A commit is {"seq": whole number, "preset": known name} or {"seq": …, "weights": {known id: number}} with
    weights from 0 to 1 whose millionths sum to exactly one million. They come back in the order of the metrics.
    """
    if not isinstance(raw, dict) or not _is_whole(raw.get("seq")):
        return None
    seq, preset, weights = raw["seq"], raw.get("preset"), raw.get("weights")
    if isinstance(preset, str) and weights is None:
        return (seq, preset) if preset in presets else None
    if preset is not None or not isinstance(weights, dict) or not 0 < len(weights) <= len(metric_ids):
        return None
    if not all(i in metric_ids for i in weights) or not all(_is_share(w) for w in weights.values()):
        return None
    millionths = {i: round(weights.get(i, 0) * ONE) for i in metric_ids}
    if sum(millionths.values()) != ONE:
        return None
    return seq, tuple((i, m / ONE) for i, m in millionths.items() if m)


def _taken_over(
    chosen: Chosen, weights: Mapping[str, float | None], presets: Mapping[str, Mapping[str, float]]
) -> bool:
    """Whether the page is being drawn with the committed weights already."""
    expected = dict(chosen) if isinstance(chosen, tuple) else presets.get(chosen, {})
    return all(abs((w or 0.0) - expected.get(i, 0.0)) <= 1.5 / ONE for i, w in weights.items())


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEQ


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
