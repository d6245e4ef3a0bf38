"""Download buttons of a table, one for each format, each file with its provenance."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from components.exports.provenance import file_name, provenance
from components.formats.registry import FORMATS, Format
from components.served import View
from components.table import Table
from components.words import Labels

Make = Callable[[], Table[Any]]


@st.fragment
def downloads(
    make_table: Make,
    labels: Labels,
    *,
    file_stem: str,
    view: View,
    about: Mapping[str, str] | None = None,
) -> None:
    """Draw a button that opens one for each format, whose file is made on the click.

    `about` replaces the provenance of the selection.
    """
    opened = st.popover(
        "Download", type="tertiary", key=f"downloads_{file_stem}", on_change="rerun"
    )
    if not opened.open:
        return
    origin = provenance(view) if about is None else about
    with opened, st.container(horizontal=True, gap="small"):
        for format in FORMATS:
            st.download_button(
                format.label,
                data=partial(_file, format, make_table, labels, origin),
                file_name=file_name(view, file_stem, format.suffix),
                mime=format.media_type,
                key=f"{format.suffix}_{file_stem}",
                on_click="ignore",
            )


def _file(
    format: Format, make_table: Make, labels: Labels, about: Mapping[str, str]
) -> str | bytes:
    return format.write(make_table(), labels, about)
