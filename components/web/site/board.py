"""The live weights board without a server: its own markup, style and scripts, mounted by a few lines."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from components.answers.leaderboard.lead import say
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.leaderboard.weights import presets
from components.board.component import FOLDER, read_markup, read_scripts
from components.board.data import board_of
from components.exports.provenance import ranking_picture
from components.markup import tag, text
from components.plain import Plain, to_plain
from components.resolved import Resolved
from components.selection import default_selection
from components.text import cleaned

_EXPORT = re.compile(r"^export (default )?", re.MULTILINE)


def board(resolved: Resolved) -> str:
    """The place of a board and what it shows; `script` fills it. The board begins with the first two sentences."""
    result, names, panel = resolved.of(ranking), resolved.row_labels, resolved.selection.panel
    sentences, default = [*say(result, names).lines], str(default_selection(resolved.tables).weights)
    given = board_of(result, names, resolved.of(presets), default, sentences[1:])
    here: dict[str, Plain] = {"seq": 0, "token": panel, "panel": panel, "label": cleaned(resolved.labels.panel)}
    data = {**given, "further": [], **here, "picture": to_plain(ranking_picture(resolved))}
    # what is beside the data is not drawn once the board is mounted
    sentences.append("Without scripts the weights cannot be moved; the tables below need none.")
    return tag("div", _data(data), *(tag("p", text(s)) for s in sentences), class_="board-place")


def script() -> str:
    """One script for all boards of a page. Browsers load no modules from the file system, so it is none."""
    scripts = _EXPORT.sub("", read_scripts().replace("export default function (", "function mountBoard("))
    html, css = read_markup(), (FOLDER / "board.css").read_text(encoding="utf-8")
    mount = (Path(__file__).parent / "mount.js").read_text(encoding="utf-8")
    return f"(() => {{\n{scripts}\nconst MARKUP = {_quoted(html)}, STYLE = {_quoted(css)};\n{mount}}})();\n"


def _data(values: Mapping[str, Plain]) -> str:
    return f'<script type="application/json">{_quoted(values)}</script>'


def _quoted(value: object) -> str:
    """JSON that cannot end the element it is in."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).replace("<", "\\u003c")
