"""The live weights board: draggable weights, and the ranking they give, re-ranked in the browser."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from components.board.exchange import exchanged
from components.board.mounted import DRAWN, component
from components.plotting.saved import MARK, SAVE

FOLDER = Path(__file__).parent
SCRIPTS = ("model", "floors", "lead", "words", "weights", "slopes", "bars", "ranking", "inspect", "picture", "board")
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


def weights_board(
    board: Mapping[str, Any],
    *,
    key: str,
    on_commit: Callable[..., None],
    picture: Mapping[str, str] | None = None,
) -> None:
    """Mount what `board_of` gives; `on_commit` gets what the reader commits (see `exchanged`).

    `picture` has the title, the file and the caption of the ranking when it is saved as one.
    """
    exchanged(
        _mount,
        {**board, "picture": dict(picture) if picture else None},
        key=key,
        weights=board["weights"],
        presets={p["name"]: p["weights"] for p in board["presets"]},
        on_commit=on_commit,
        floors={f["id"]: f.get("value", 0.0) for f in (*board["floors"], *board["further"])},
    )
