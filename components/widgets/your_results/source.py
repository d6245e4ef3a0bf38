"""Where a table comes from: files, the clipboard, or the example; and which table is open."""

from collections.abc import Sequence
from io import BytesIO

import pandas as pd
import streamlit as st

from components.errors import LeaderboardError
from components.format import at_most, capital, counted, joined, markdown_text, shortened
from components.intake.example import EXAMPLE_NAME, example, template
from components.intake.limits import MAX_BYTES, MAX_FILES
from components.intake.work import Work
from components.widgets import cached, notices, selection
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state

_ROUND, _ERROR, _SEEN = "_your_results_round", "_your_results_error", "_your_results_seen"
_SAMPLE, _NOTICES = 4, 8


def band() -> None:
    """Whose data these are, on top of the page."""
    st.info(
        "Private: your table is never written to disk, logged or shown to others. It stays in the server’s memory "
        "until you reload or close the page; the folder that you can take away brings it back."
    )
    notices.delivered()


def source() -> Work | None:
    """The tables of this session and the one that is open, or the ways to bring one."""
    state.follow_address()
    count = len(state.tables())
    section("1 · Your tables" if count > 1 else "1 · Your table")
    missing = selection.missing_private()
    here = {i for ids in cached.made_here().values() for i in ids} | {w.link_id for w in state.tables().values()}
    if missing and missing not in here:
        notices.notice(
            "warning",
            f"The table of this link ({missing}) is not here: the page was reloaded, or the link comes from somebody "
            "else. Bring the file, and the weights and other choices of the link apply to it.",
        )
    if count:
        _desk()
    else:
        _ways()
        _help()
    if len(state.tables()) != count:
        st.rerun()
    return state.tables().get(state.opened())


def _desk() -> None:
    """Which table is open, what was read of it, and what can be done with it."""
    names, key = state.names(), state.opened()
    if len(names) > 1:
        st.session_state["open_table"] = key
        st.radio(
            "Open",
            list(names),
            format_func=lambda k: names.get(k, ""),
            key="open_table",
            on_change=lambda: state.open_table(st.session_state["open_table"]),
            horizontal=True,
        )
    _about(state.tables()[key])
    st.button(f"Remove {markdown_text(names[key])}", key="remove_table", on_click=_remove, args=(key,))
    if len(names) < state.MOST:
        with st.expander("Bring another table", key="another"):
            _ways()


def _remove(key: str) -> None:
    state.remove(key)
    st.session_state[_ERROR] = ""


def _ways() -> None:
    turn = st.session_state.setdefault(_ROUND, 0)
    brought = st.file_uploader(
        "One row per run, or one value per row",
        accept_multiple_files=True,
        max_upload_size=MAX_BYTES // 2**20,
        key=f"brought_{turn}",
    )
    if brought:
        ids = [f.file_id for f in brought]
        if st.session_state.get(_SEEN) != ids:
            st.session_state[_SEEN] = ids
            with st.spinner("Reading …"):
                _take([(f.name, f.getvalue()) for f in brought[: MAX_FILES + 1]])
    with st.container(horizontal=True, gap="small", key="ways"):
        st.button("Try an example", key="example", on_click=_take, args=([(EXAMPLE_NAME, example())],))
        suite = next(iter(state.public().values()))
        st.download_button(
            "Template: add to a suite",
            template(suite, suite.reference_panel.id),
            f"template-{suite.suite.id}.csv",
            "text/csv",
            key="template_suite",
            on_click="ignore",
        )
    with st.expander("Paste a table", key="paste"):
        st.text_area(
            "Rows as they come from a spreadsheet, a CSV file, a Markdown, HTML or LaTeX table",
            height=180,
            max_chars=200_000,
            key=f"pasted_{turn}",
        )
        st.button("Read this", key="read_pasted", on_click=_paste, args=(turn,))
    if st.session_state.get(_ERROR):
        notices.notice("error", st.session_state[_ERROR])


def _help() -> None:
    first_rows = pd.read_csv(BytesIO(example()), sep=";", dtype="str", nrows=_SAMPLE)
    st.dataframe(first_rows, hide_index=True, key="sample", alt="The first rows of the example")
    notes(
        "CSV, TSV, JSON, JSON Lines, Parquet and Excel files are read, or a zip of them; so are tables of pages and "
        "papers (HTML, Markdown, LaTeX) and what lm-eval prints.",
        "Columns are known by their names (method, benchmark, seed, and the metrics), whatever their case or arrows.",
        "OpenUnlearning’s folder saves is read as it is, as a zip: summaries and evaluations, not the weights. Result "
        "files of UnifiedUnl can be brought many at once.",
        "muse_bench’s folder is read as a zip, with its values by question; so is TOFU’s own CSV, its forget set from "
        "the name of the file.",
        "A suite folder as a zip, downloaded here, opens as it was; so do records of Every Eval Ever.",
    )


def _paste(turn: int) -> None:
    text = st.session_state.get(f"pasted_{turn}") or ""
    _take([("pasted table", text.encode("utf-8", "replace"))])


def _take(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files into the work of this session, or remember the reason why they cannot be read."""
    st.session_state[_ERROR] = ""
    try:
        state.open_table(state.bring(files, selection.missing_private()))
    except LeaderboardError as error:
        name = shortened(files[0][0], 60) if len(files) == 1 else counted(len(files), "file")
        st.session_state[_ERROR] = f"{name}: {error}."
        return
    # the next table has a box of its own, without this one's file
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def _about(work: Work) -> None:
    """What was read."""
    sheet, name = work.sheet, shortened(work.sheet.name, 60)
    if work.is_suite:
        sentence(f"{name}: the folder of a suite with {joined(sorted(sheet.suite))}.")
        return
    sentence(f"{name}: {counted(len(sheet.rows), 'row')} and {counted(len(sheet.header), 'column')}.")
    notes(*(f"{capital(n)}." for n in at_most(_NOTICES, sheet.notices)))
