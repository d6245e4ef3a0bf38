"""Where a table comes from: the box to paste into, files, an example, and what the browser kept."""

from pathlib import Path

import streamlit as st

from components.format import counted, markdown_text, shortened
from components.widgets.your_results import state
from components.widgets.your_results.kept import keep_in_browser
from data.read.limits import MAX_BYTES, MAX_FILES

_TEXT = "pasted"
_ROUND = "_your_results_round"
_BOXED = "_your_results_boxed"
"""The version of the table that the box was filled for."""
_LABEL = "Your table: paste from a spreadsheet, CSV, Markdown or LaTeX, one row per run"
_NAME = "pasted table"
"""What a pasted text is called."""
EXAMPLE = Path(__file__).with_name("example.csv")
MAX_PASTED = 200_000
MAX_NOTES = 12


def draw_source() -> None:
    """Draw the box to paste into, the files, what was read, and what the browser keeps."""
    _fill_box()
    st.text_area(_LABEL, height=150, max_chars=MAX_PASTED, key=_TEXT, on_change=_pasted)
    with st.container(horizontal=True, gap="small", vertical_alignment="top", key="ways"):
        st.button("Read the table", key="read_pasted", on_click=_pasted)
        if state.outcome() is None:
            st.button("Try an example", key="example", on_click=_try_example)
        _files()
    outcome = state.outcome()
    if outcome is not None and not outcome.work.sheet.suite:
        sheet = outcome.work.sheet
        size = f"{counted(len(sheet.rows), 'row')} and {counted(len(sheet.header), 'column')}"
        first = f"{shortened(sheet.name, 60)}: {size} were read"
        st.caption(markdown_text(f"{'; '.join([first, *sheet.notices[:MAX_NOTES]])}."))
    kept = outcome.to_keep if outcome is not None else None
    keep_in_browser(kept, state.reopen, _forget)


def _files() -> None:
    """Draw the place for files, and read those that came together; it is empty again for others."""
    uploaded = st.file_uploader(
        "Your file",
        None,
        True,
        f"file_{st.session_state.setdefault(_ROUND, 0)}",
        max_upload_size=MAX_BYTES // 2**20,
        label_visibility="collapsed",
    )
    if uploaded:
        with st.spinner("Reading …"):
            state.bring([(file.name, file.getvalue()) for file in uploaded[: MAX_FILES + 1]])
        st.session_state[_ROUND] += 1
        st.rerun()


def _fill_box() -> None:
    """Let the box hold what was pasted, also after another page was open or the table came back."""
    outcome = state.outcome()
    if outcome is None:
        return
    version = outcome.brought.version
    if _TEXT in st.session_state and st.session_state.get(_BOXED) == version:
        return
    st.session_state[_BOXED] = version
    name, content = outcome.brought.files[0]
    is_pasted = name == _NAME
    st.session_state[_TEXT] = content.decode("utf-8", "replace")[:MAX_PASTED] if is_pasted else ""


def _pasted() -> None:
    pasted = st.session_state.get(_TEXT) or ""
    if pasted.strip():
        state.bring([(_NAME, pasted.encode("utf-8", "replace"))])


def _try_example() -> None:
    st.session_state[_TEXT] = EXAMPLE.read_text(encoding="utf-8")
    _pasted()


def _forget() -> None:
    """Leave nothing of the table in this session; the browser has let go of it."""
    st.session_state[_TEXT] = ""
    st.session_state[_ROUND] += 1
    state.forget()
