"""The live weights board: draggable weights, and the ranking they give, re-ranked in the browser.

The browser computes while a hand moves and sends one commit on release. What it sends is checked here again; what
does not fit is ignored, since only a page that is not ours can send it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import streamlit as st

from components.plotting.saved import MARK, SAVE
from components.views.leaderboard.board.data import Board, payload

FOLDER = Path(__file__).parent
SCRIPTS = ("model", "lead", "words", "weights", "slopes", "bars", "ranking", "inspect", "picture", "board")
"""Joined in this order into one module: a component has one script, and its parts are easier read apart."""

ONE = 1_000_000
"""Weights travel with six decimals: they are counted in millionths."""
LARGEST_SEQ = 2**53 - 1

Chosen: TypeAlias = "str | tuple[tuple[str, float], ...]"
"""Weights that a reader has set and let go of, as a selection holds them: a preset's name, or weights of six
decimals above 0 that sum to 1, by metric."""


@dataclass
class _Exchange:
    """Per session and board: who talks (a new token makes the browser start over), the last commit taken over,
    and the one that has just come in.
    """

    token: str
    seq: int = 0
    arrived: tuple[int, Chosen] | None = None


def read_scripts() -> str:
    """The board's script as one module."""
    return "\n".join([SAVE, *((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)])


def read_markup() -> str:
    """The board's HTML."""
    return (FOLDER / "board.html").read_text(encoding="utf-8").replace("<!-- mark -->", MARK)


_mount = st.components.v2.component(
    "weights_board",
    html=read_markup(),
    css=(FOLDER / "board.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


def weights_board(
    board: Board,
    *,
    key: str,
    on_commit: Callable[[Chosen], None] | None = None,
    picture: Mapping[str, str] | None = None,
) -> Chosen | None:
    """Mount the board and return what the reader committed since the last run, if anything.

    `picture` has the title, the file and the caption of the ranking when it is saved as one.

    `on_commit` runs before the script, so that a page which writes the weights to the URL there is computed once,
    with the new weights. A page that acts on the returned commit instead has to rerun; the browser keeps showing
    the new weights meanwhile.
    """
    exchange: _Exchange = st.session_state.setdefault(f"{key}.exchange", _Exchange(secrets.token_hex(4)))

    def receive() -> None:
        held = st.session_state.get(key)
        sent = held.get("commit") if isinstance(held, dict) else None
        arrived = read_commit(sent, [m.id for m in board.metrics], [p.name for p in board.presets])
        if arrived is None:
            return
        exchange.arrived = arrived
        if on_commit is not None:
            on_commit(arrived[1])

    arrived, exchange.arrived = exchange.arrived, None
    if arrived is not None and _taken_over(arrived[1], board):
        exchange.seq = arrived[0]
    data = payload(board, seq=exchange.seq, token=exchange.token, picture=dict(picture) if picture else None)
    _mount(key=key, data=data, on_commit_change=receive)
    if arrived is None:
        return None
    exchange.seq = arrived[0]
    return arrived[1]


def read_commit(raw: object, metric_ids: Collection[str], presets: Collection[str]) -> tuple[int, Chosen] | None:
    """Check what a browser sent; None for anything that is not a commit of this board.

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


def _taken_over(chosen: Chosen, board: Board) -> bool:
    """Whether the page is being drawn with the committed weights already."""
    expected: Mapping[str, float] = {}
    if isinstance(chosen, tuple):
        expected = dict(chosen)
    else:
        expected = next((p.weights for p in board.presets if p.name == chosen and p.weights is not None), {})
    return all(abs((w or 0.0) - expected.get(i, 0.0)) <= 1.5 / ONE for i, w in board.weights.items())


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEQ


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
