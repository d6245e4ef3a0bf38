"""The live weights board: draggable weights, and the ranking they give, re-ranked in the browser."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from components.board.exchange import exchanged
from components.board.mounted import DRAWN, component
from components.plotting.saved import MARK, SAVE

FOLDER = Path(__file__).parent
SCRIPTS = ("model", "weights", "ranking", "picture", "board")
"""Joined in this order into one module: a component has one script, and its parts are easier read apart."""


def read_scripts() -> str:
    """The board's script as one module."""
    return "\n".join([SAVE, DRAWN, *((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)])


def read_markup() -> str:
    """The board's HTML."""
    return (FOLDER / "board.html").read_text(encoding="utf-8").replace("<!-- mark -->", MARK)


_mount = component(
    "weights_board",
    html=read_markup(),
    css=(FOLDER / "board.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


def weights_board(board: Mapping[str, Any], *, key: str, on_commit: Callable[..., None]) -> None:
    """Mount what `board_of` gives; `on_commit` gets the weights that the user commits (see `exchanged`)."""
    exchanged(_mount, board, key=key, weights=board["weights"], presets={"equal": board["equal"]}, on_commit=on_commit)
