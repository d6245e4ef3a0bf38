"""Download buttons: of a table CSV, JSON, Parquet, LaTeX and Markdown, of a drawing PNG (twice its size) and SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st

from components.exports.files import csv_text, json_text, parquet_bytes
from components.exports.printed import Direction, latex_table, markdown_table
from components.exports.provenance import file_name, pictured, provenance
from components.plotting.saved import MARK, SAVE
from components.resolved import Resolved
from components.served import View
from components.widgets.component import component

_HTML = f"""
<div class="mark">{MARK}
  <button type="button" data-ending="png" title="PNG, twice the size">PNG</button>
  <button type="button" data-ending="svg">SVG</button>
</div>
"""
_CSS = """
.mark { display: flex; align-items: center; color: color-mix(in srgb, var(--st-text-color) 76%, transparent); }
button {
  font: inherit; font-size: 0.8rem; color: inherit; background: none; border: 0; border-radius: 4px;
  min-width: 2rem; min-height: 1.5rem; padding: 0 0.25rem; cursor: pointer;
}
button:hover { color: var(--st-primary-color); text-decoration: underline; }
button:focus-visible { outline: 2px solid var(--st-primary-color); }
"""

_image = component(
    "figure_export",
    html=_HTML,
    css=_CSS,
    js=SAVE + (Path(__file__).parent / "figure_export.js").read_text(encoding="utf-8"),
)


@st.fragment
def downloads(
    table: pd.DataFrame | Callable[[], pd.DataFrame],
    *,
    name: str,
    resolved: Resolved,
    best: Mapping[str, Direction] | None = None,
    spreads: Mapping[str, str] | None = None,
    caption: str = "",
    about: Mapping[str, str] | None = None,
    stem: str = "",
) -> None:
    """A button that opens one for each kind of file. The files, and a `table` that is a function, are made when asked
    for; they name their source. What it opens is sent when it is opened, so that pages stay light.

    `best` tells by column which value LaTeX and Markdown set in bold, `spreads` which column holds the standard
    deviations that they print beside it; with `caption` LaTeX also comes as a floating table. `about` is said of the
    file in place of what was selected, `stem` names it where it is not of one suite.
    """
    opened = st.popover("Download", type="tertiary", key=f"downloads_{name}", on_change="rerun")
    if not opened.open:
        return
    about = provenance(resolved) if about is None else about
    named = partial("{}.{}".format, stem) if stem else partial(file_name, resolved, name)
    latex = partial(latex_table, best=best, spreads=spreads)
    tex = "application/x-tex"
    files: list[tuple[str, str, str, str, Callable[..., str | bytes]]] = [
        ("csv", "CSV", "csv", "text/csv", csv_text),
        ("json", "JSON", "json", "application/json", json_text),
        ("parquet", "Parquet", "parquet", "application/vnd.apache.parquet", parquet_bytes),
        ("tex", "LaTeX", "tex", tex, latex),
        *([("float", "LaTeX with caption", "tex", tex, partial(latex, caption=caption))] if caption else []),
        ("md", "Markdown", "md", "text/markdown", partial(markdown_table, best=best, spreads=spreads)),
    ]
    with opened, st.container(horizontal=True, gap="small"):
        for key, label, ending, mime, make in files:
            st.download_button(
                label,
                data=partial(_file, make, table, about),
                file_name=named(ending),
                mime=mime,
                key=f"{key}_{name}",
                on_click="ignore",
            )


def _file(
    make: Callable[..., str | bytes], table: pd.DataFrame | Callable[[], pd.DataFrame], about: Mapping[str, str]
) -> str | bytes:
    return make(table if isinstance(table, pd.DataFrame) else table(), about)


def picture(name: str, title: str, resolved: View, about: Mapping[str, str] | None = None) -> None:
    """The download mark of the figure `name`: it is drawn as it stands, by the reader's own browser."""
    told = pictured(resolved, name, title, provenance(resolved) if about is None else about)
    save_mark(name, told)


def save_mark(name: str, told: Mapping[str, str]) -> None:
    """The mark itself; `told` has the title, the file and the caption of the picture."""
    _image(key=f"image_{name}", data={"name": name, **told}, width="content", height="content")
