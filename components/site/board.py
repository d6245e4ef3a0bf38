"""The live weights board without a server: its own markup, style and scripts, mounted by a few lines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from components.markup import tag
from components.plain import plain
from components.resolved import Resolved
from components.summary import summary
from components.text import cleaned
from components.views.leaderboard.board.component import FOLDER, payload, read_scripts
from components.views.leaderboard.result import preset_table
from components.views.leaderboard.screen import Rows, board_arguments

_EXPORT = re.compile(r"^export (default )?", re.MULTILINE)


def board(resolved: Resolved, rows: Rows) -> str:
    """The place of a board and what it shows; `script` fills it."""
    given = board_arguments(resolved, plain(summary(resolved)), rows, plain(preset_table(resolved)))
    panel = resolved.selection.panel
    shown = {**payload(**given), "token": panel, "seq": 0, "panel": panel, "label": cleaned(resolved.info.label)}
    # what stands beside the data is not drawn once the board is mounted
    without = tag("p", "Without scripts the weights cannot be moved; the tables below need none.")
    return tag("div", _data(shown), without, class_="board-place")


def script() -> str:
    """One script for all boards of a page. Browsers load no modules from the file system, so it is none."""
    scripts = _EXPORT.sub("", read_scripts().replace("export default function (", "function mountBoard("))
    html, css = ((FOLDER / f"board.{kind}").read_text(encoding="utf-8") for kind in ("html", "css"))
    mount = (Path(__file__).parent / "mount.js").read_text(encoding="utf-8")
    return f"(() => {{\n{scripts}\nconst MARKUP = {_quoted(html)}, STYLE = {_quoted(css)};\n{mount}}})();\n"


def _data(shown: Mapping[str, Any]) -> str:
    return f'<script type="application/json">{_quoted(shown)}</script>'


def _quoted(value: Any) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).replace("<", "\\u003c")
