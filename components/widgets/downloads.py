"""Download buttons of a table: CSV, JSON, Parquet, LaTeX and Markdown, each with its provenance."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from components.exports.provenance import file_name, provenance
from components.served import View
from components.table import Table, csv_text, json_text, latex_table, markdown_table, parquet_bytes
from components.words import Labels

Make = Callable[[], Table[Any]]


@st.fragment
def downloads(
    make: Make, names: Labels, *, name: str, view: View, about: Mapping[str, str] | None = None
) -> None:
    """Draw a button that opens one for each kind of file, which is made on the click.

    `about` replaces the provenance of the selection.
    """
    opened = st.popover("Download", type="tertiary", key=f"downloads_{name}", on_change="rerun")
    if not opened.open:
        return
    origin = provenance(view) if about is None else about
    files: list[tuple[str, str, str, Callable[[Table[Any]], str | bytes]]] = [
        ("csv", "CSV", "text/csv", lambda t: csv_text(t, origin)),
        ("json", "JSON", "application/json", lambda t: json_text(t, origin)),
        (
            "parquet",
            "Parquet",
            "application/vnd.apache.parquet",
            lambda t: parquet_bytes(t, origin),
        ),
        ("tex", "LaTeX", "application/x-tex", lambda t: latex_table(t, names, origin)),
        ("md", "Markdown", "text/markdown", lambda t: markdown_table(t, names, origin)),
    ]
    with opened, st.container(horizontal=True, gap="small"):
        for ending, label, mime, write in files:
            st.download_button(
                label,
                data=partial(_file, write, make),
                file_name=file_name(view, name, ending),
                mime=mime,
                key=f"{ending}_{name}",
                on_click="ignore",
            )


def _file(write: Callable[[Table[Any]], str | bytes], make: Make) -> str | bytes:
    return write(make())
