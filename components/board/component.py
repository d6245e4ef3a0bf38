"""The live weights board: draggable weights, and the ranking they give, re-ranked in the browser.

While a user drags, the browser computes and sends nothing; on release it sends one commit.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.board.exchange import ONE, Commit, read_commit
from components.board.mounted import DRAWN, component
from components.plotting.saved import SAVE

FOLDER = Path(__file__).parent
SCRIPTS = ("model", "weights", "ranking", "picture", "board")
"""Joined in this order into one module: a component has one script, and its parts are easier read
apart."""


def read_scripts() -> str:
    """Return the board's script as one module."""
    return "\n".join(
        [SAVE, DRAWN, *((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)]
    )


_mount = component(
    "weights_board",
    html=(FOLDER / "board.html").read_text(encoding="utf-8"),
    css=(FOLDER / "board.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


@dataclass
class _Exchange:
    """Who talks (a new token makes the browser start over), the last commit taken over, and one
    that just came in."""

    token: str
    seq: int = 0
    arrived: Commit | None = None


def weights_board(board: Mapping[str, Any], *, key: str, on_commit: Callable[..., None]) -> None:
    """Mount what `board_of` gives; `on_commit` gets the `weights` that a user commits.

    It runs before the script, so that a page which writes them to the address there is computed
    once, with the new ones."""
    exchange: _Exchange = st.session_state.setdefault(
        f"{key}.exchange", _Exchange(secrets.token_hex(4))
    )
    weights, presets = board["weights"], {"equal": board["equal"]}

    def receive() -> None:
        value = st.session_state.get(key)
        arrived = read_commit(
            value.get("commit") if isinstance(value, dict) else None, weights, presets
        )
        if arrived is not None:
            exchange.arrived = arrived
            on_commit(weights=arrived[1])

    arrived, exchange.arrived = exchange.arrived, None
    if arrived is not None:
        seq, chosen = arrived
        expected = dict(chosen) if isinstance(chosen, tuple) else presets[chosen]
        if all(abs((w or 0.0) - expected.get(i, 0.0)) <= 1.5 / ONE for i, w in weights.items()):
            exchange.seq = seq  # the page is being drawn with these weights already
    _mount(
        key=key,
        data={**board, "seq": exchange.seq, "token": exchange.token},
        on_commit_change=receive,
    )
    if arrived is not None:
        exchange.seq = arrived[0]
