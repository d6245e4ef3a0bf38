"""The live parts of the trade-off: weight that moves between the axes, and the table whose row follows it.

They use the board's arithmetic and its way of sending weights, so that a share set here gives the same ranking there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from components.plain import plain_record
from components.views.leaderboard.board import component as board
from components.views.leaderboard.board.exchange import Chosen, exchanged
from components.views.tradeoff.live.data import Live, Shares
from components.widgets.component import component
from components.widgets.style import DRAWN

_HERE = Path(__file__).parent
_BOARD_SCRIPTS = ("model", "lead")
_SCRIPTS = ("turn", "drawing", "live")


def read_scripts() -> str:
    """The script of the slider as one module, the board's rules first."""
    files = [*(board.FOLDER / f"{name}.js" for name in _BOARD_SCRIPTS), *(_HERE / f"{name}.js" for name in _SCRIPTS)]
    return DRAWN + "\n".join(f.read_text(encoding="utf-8") for f in files)


_mount_share = component(
    "tradeoff_share",
    html=(_HERE / "live.html").read_text(encoding="utf-8"),
    css=(_HERE / "live.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)
_mount_shares = component(
    "tradeoff_shares",
    html='<div class="shares" tabindex="0" role="region" aria-label="Best for which weights">'
    "<table><thead></thead><tbody></tbody></table></div>",
    css=(_HERE / "shares.css").read_text(encoding="utf-8"),
    js=DRAWN + (_HERE / "shares.js").read_text(encoding="utf-8"),
)


def share_slider(live: Live, *, key: str, on_commit: Callable[[Chosen], None]) -> None:
    """The lead sentence and the slider below it; `on_commit` gets the weights that were let go of."""
    exchanged(_mount_share, plain_record(live), key=key, weights=live.weights, presets={}, on_commit=on_commit)


def shares_table(shares: Shares, *, key: str) -> None:
    """The table of who is best for which share of weight."""
    _mount_shares(key=key, data=plain_record(shares))
