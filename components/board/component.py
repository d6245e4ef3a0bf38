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

SCRIPTS = ("model", "weights", "ranking", "picture", "board")
"""Joined in this order into one module: a component has one script, and its parts are easier read
apart."""


def read_scripts() -> str:
    """Return the board's script as one module."""
    return "\n".join([SAVE, DRAWN, *[_read(f"{script_name}.js") for script_name in SCRIPTS]])


def _read(file_name: str) -> str:
    return Path(__file__).with_name(file_name).read_text(encoding="utf-8")


_mount = component(
    "weights_board", html=_read("board.html"), css=_read("board.css"), js=read_scripts()
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
    weights = board["weights"]
    weights_of_preset = {"equal": board["equal"]}

    def receive() -> None:
        component_value = st.session_state.get(key)
        sent_commit = component_value.get("commit") if isinstance(component_value, dict) else None
        commit = read_commit(sent_commit, weights, weights_of_preset)
        if commit:
            exchange.arrived = commit
            on_commit(weights=commit[1])

    arrived = exchange.arrived
    exchange.arrived = None
    if arrived:
        chosen = arrived[1]
        expected = weights_of_preset[chosen] if isinstance(chosen, str) else dict(chosen)
        weight_gaps = [
            abs((weight or 0.0) - expected.get(metric, 0.0)) for metric, weight in weights.items()
        ]
        if not weight_gaps or max(weight_gaps) <= 1.5 / ONE:
            exchange.seq = arrived[0]  # the page is being drawn with these weights already
    mounted_data = {**board, "seq": exchange.seq, "token": exchange.token}
    _mount(key=key, data=mounted_data, on_commit_change=receive)
    if arrived:
        exchange.seq = arrived[0]
