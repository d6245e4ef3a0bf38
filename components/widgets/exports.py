"""Download buttons under a figure or a table: CSV, JSON, Parquet, LaTeX, Markdown, the drawing as PNG and SVG."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st

from components.exports import (
    caption,
    csv_text,
    file_name,
    json_text,
    latex_table,
    markdown_table,
    parquet_bytes,
    provenance,
)
from components.exports.printed import Direction
from components.resolved import Resolved
from components.widgets.style import BUTTON

_HTML = """
<div class="row">
  <button type="button" data-ending="png">PNG</button>
  <button type="button" data-ending="svg">SVG</button>
</div>
"""
_CSS = f".row {{ display: flex; gap: 0.5rem; }}{BUTTON}"

_image = st.components.v2.component(
    "figure_export", html=_HTML, css=_CSS, js=(Path(__file__).parent / "figure_export.js").read_text(encoding="utf-8")
)


def downloads(
    table: pd.DataFrame,
    *,
    name: str,
    title: str,
    resolved: Resolved,
    image: bool = False,
    best: Mapping[str, Direction] | None = None,
    about: Mapping[str, str] | None = None,
    stem: str = "",
) -> None:
    """One row of buttons. Files are made when asked for and say where their numbers come from.

    `best` tells by column which value LaTeX and Markdown set in bold; `about` is said of the file in place of what
    was selected, `stem` names it where it is not of one suite.
    """
    about = provenance(resolved) if about is None else about
    named = partial("{}.{}".format, stem) if stem else partial(file_name, resolved, name)
    with st.container(horizontal=True, gap="small", key=f"downloads_{name}"):
        for label, ending, mime, make in (
            ("CSV", "csv", "text/csv", csv_text),
            ("JSON", "json", "application/json", json_text),
            ("Parquet", "parquet", "application/vnd.apache.parquet", parquet_bytes),
            ("LaTeX", "tex", "application/x-tex", partial(latex_table, best=best)),
            ("Markdown", "md", "text/markdown", partial(markdown_table, best=best)),
        ):
            st.download_button(
                label,
                data=partial(make, table, about),
                file_name=named(ending),
                mime=mime,
                key=f"{ending}_{name}",
                on_click="ignore",
            )
        if image:
            file = file_name(resolved, name, "").rstrip(".")
            _image(
                key=f"image_{name}",
                data={"name": name, "title": title, "file": file, "caption": caption(about)},
                width="content",
                height="content",
            )
