"""Your results on screen: the table, one grid of its columns, its rows' roles, and beside them the rank."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from components import pages
from components.errors import LeaderboardError
from components.format import counted, markdown_text, shortened
from components.own_ids import YOURS
from components.widgets import address, cached, notices, page, selection
from components.widgets.your_results import state
from components.widgets.your_results.grid import columns, numbers, rows
from components.widgets.your_results.preview import preview
from data.read.limits import MAX_BYTES, MAX_FILES

_TEXT, _ROUND, _ERROR, _SEEN = "pasted", "_your_results_round", "_your_results_error", "_your_results_seen"
_LABEL = "Your table: paste from a spreadsheet, CSV, Markdown or LaTeX, one row per run"
EXAMPLE = Path(__file__).with_name("example.csv")


def show() -> None:
    """Draw the page."""
    page.page(pages.YOUR_RESULTS)
    notices.delivered()
    missing = selection.missing_private()
    if missing and not any(missing in ids for ids in cached.made_here().values()):
        notices.notice("warning", f"The table of this link ({missing}) is not here: bring it, and the link applies.")
    left, right = st.columns([29, 12], gap="large")
    with left:
        _source()
    made, query = state.made(), address.read()
    if made and made.suite and query.get("suite") != made.suite.suite.id:
        # every page that is opened from here shows this suite on what its methods share; choices of a link stay
        kept = {} if query.get("suite", "").endswith(YOURS) and not missing else query
        address.write({**made.choices, **kept, "suite": made.suite.suite.id})
        address.remember()
    with left:
        if made and made.grid:
            columns(made.grid, made.runs)
            rows(made.grid)
            numbers(made.numbers)
    with right:
        preview(made)


def _source() -> None:
    """Draw the box to paste into, the files, and what was read."""
    st.text_area(_LABEL, height=150, max_chars=200_000, key=_TEXT, on_change=_pasted)
    with st.container(horizontal=True, gap="small", vertical_alignment="top", key="ways"):
        st.button("Read the table", key="read_pasted", on_click=_pasted)
        again, text = ("Remove it", "") if state.work() else ("Try an example", EXAMPLE.read_text(encoding="utf-8"))
        st.button(again, key="another", on_click=_fill, args=(text,))
        turn = st.session_state.setdefault(_ROUND, 0)
        most = MAX_BYTES // 2**20
        brought = st.file_uploader(
            "Choose or drop a file", None, True, f"file_{turn}", max_upload_size=most, label_visibility="collapsed"
        )
    if brought and st.session_state.get(_SEEN) != (ids := [f.file_id for f in brought]):
        st.session_state[_SEEN] = ids
        with st.spinner("Reading …"):
            _take([(f.name, f.getvalue()) for f in brought[: MAX_FILES + 1]])
    if st.session_state.get(_ERROR):
        notices.notice("error", st.session_state[_ERROR])
    if (held := state.work()) and not held.sheet.suite:
        size = f"{counted(len(held.sheet.rows), 'row')} and {counted(len(held.sheet.header), 'column')} were read"
        noted = "; ".join([f"{shortened(held.sheet.name, 60)}: {size}", *held.sheet.notices[:6]])
        st.caption(markdown_text(f"{noted}."))


def _pasted() -> None:
    if (text := st.session_state.get(_TEXT) or "").strip():
        _take([("pasted table", text.encode("utf-8", "replace"))])


def _fill(text: str) -> None:
    """Put a text into the box in place of what was there; without any nothing is left."""
    st.session_state[_TEXT], st.session_state[_ERROR] = text, ""
    st.session_state[_ROUND] += 1
    state.keep(None)
    if address.read().get("suite", "").endswith(YOURS):
        address.write({})
    _pasted()


def _take(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files into the work of this session, or remember the reason why they cannot be read."""
    st.session_state[_ERROR] = ""
    try:
        state.bring(files)
    except LeaderboardError as error:
        name = shortened(files[0][0], 60) if len(files) == 1 else counted(len(files), "file")
        st.session_state[_ERROR] = f"{name}: {error}."
