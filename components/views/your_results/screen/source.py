"""Where a table comes from: files, the clipboard, or the example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import pandas as pd
import streamlit as st

from components.errors import LeaderboardError
from components.intake.example import EXAMPLE_NAME, example, template
from components.intake.limits import MAX_BYTES, MAX_FILES
from components.intake.suites import count_samples
from components.intake.work import Work
from components.text import counted, joined, markdown_text, shortened
from components.views.your_results.screen import keep, state
from components.widgets import notices, selection, tables
from components.widgets.page import notes, section, sentence

_ROUND, _ERROR, _SEEN = "_your_results_round", "_your_results_error", "_your_results_seen"
_PREVIEW, _SAMPLE = 8, 4
_BYTES = 90
"""What a value of a sample takes in a file, about."""
_MARGIN = 5
"""Seconds that the server may take to clear its memory (components/server/forget.py)."""


def band() -> None:
    """Whose data these are, on top of the page."""
    held_here = [n for k, n in state.names().items() if state.tables()[k].kept]
    where = f"; only this browser keeps {joined(held_here)}, until you remove {'it' if len(held_here) == 1 else 'them'}"
    seconds = st.get_option("server.disconnectedSessionTTL") + _MARGIN
    st.info(
        "Private: your table is never stored, logged or shown to others. When you reload or close the page it is gone, "
        f"and within {seconds} seconds from the server’s memory too{markdown_text(where) if held_here else ''}."
    )
    notices.delivered()


def source() -> Work | None:
    """The tables of this session and the one that is open, or the ways to bring one."""
    keep.kept()
    state.follow_address()
    held = len(state.tables())
    section("1 · Your tables" if held > 1 else "1 · Your table")
    _linked()
    if held:
        _desk()
    else:
        _ways()
        _help()
    if len(state.tables()) != held:
        st.rerun()
    return state.held()


def _desk() -> None:
    """Which table is open, what was read of it, and what can be done with it."""
    names, table = state.names(), state.opened()
    assert table is not None
    if len(names) > 1:
        st.session_state["open_table"] = table.key
        st.radio(
            "Open",
            list(names),
            format_func=lambda k: names.get(k, ""),
            key="open_table",
            on_change=_open,
            horizontal=True,
        )
    _about(table.work)
    with st.container(horizontal=True, gap="medium", vertical_alignment="center", key="desk"):
        toggle = f"keep_{table.key}"
        st.session_state[toggle] = table.kept or keep.waiting(table.key)
        full = "" if keep.room(table.key) else f"A browser keeps {keep.MOST_BYTES // 2**20} MB in all."
        st.toggle(
            "Keep it in this browser until I remove it",
            key=toggle,
            on_change=_keep,
            args=(table.key,),
            disabled=bool(full),
            help=full or None,
        )
        label = f"Remove {markdown_text(names[table.key])}"
        st.button(label, key="remove_table", on_click=_remove, args=(table.key,))
    if len(names) < state.MOST:
        with st.expander("Bring another table", key="another"):
            _ways()


def _open() -> None:
    state.open_table(st.session_state["open_table"])


def _keep(key: str) -> None:
    if st.session_state[f"keep_{key}"]:
        keep.keep(key)
    else:
        keep.forget(key)


def _remove(key: str) -> None:
    keep.forget(key)
    state.remove(key)
    st.session_state[_ERROR] = ""


def _linked() -> None:
    """What is not here: tables that a reload ended, and the file of a link that somebody else made."""
    link_id, lost = selection.missing_private(), keep.lost()
    if lost:
        notices.notice("warning", keep.lost_sentence(lost))
    elif link_id and link_id not in {t.work.link_id for t in state.tables().values()}:
        notices.notice(
            "warning",
            f"This link shows the suite {link_id}, which lives in the session of whoever made it: it needs their file. "
            "Bring the file here, and the weights and the other choices of the link apply to it.",
        )


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
        for suite in list(state.public().values())[:1]:
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
    tables.table(first_rows, name="sample", title="The first rows of the example")
    notes(
        "CSV, TSV, JSON, JSON Lines, Parquet and Excel files are read, or a zip of them; so are tables of pages and "
        "papers (HTML, Markdown, LaTeX) and what lm-eval prints.",
        "The server holds the table in memory alone. After the session it overwrites that memory; of a name, pieces "
        "can stay until the place is used again.",
        "Columns are known by their names (method, benchmark, seed, and the metrics), whatever their case or arrows.",
        "OpenUnlearning’s folder saves is read as it is, as a zip: summaries and evaluations, not the weights. Result "
        "files of UnifiedUnl can be brought many at once.",
        "A suite folder as a zip, downloaded here, opens as it was.",
    )


def _paste(turn: int) -> None:
    text = st.session_state.get(f"pasted_{turn}") or ""
    _take([("pasted table", text.encode("utf-8", "replace"))])


def _take(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files into the work of this session, or remember the reason why they cannot be read."""
    st.session_state[_ERROR] = ""
    try:
        state.open_table(state.bring(files, selection.missing_private()).key)
    except LeaderboardError as error:
        st.session_state[_ERROR] = f"{_named(files)}: {error}."
        return
    keep.brought()
    # the next table has a box of its own, without this one's file
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def _named(files: Sequence[tuple[str, bytes]]) -> str:
    return shortened(files[0][0], 60) if len(files) == 1 else counted(len(files), "file")


def _about(work: Work) -> None:
    """What was read, and how to start over."""
    sheet = work.sheet
    if work.is_suite:
        sentence(f"{shortened(sheet.name, 60)}: the folder of a suite with {joined(sorted(sheet.suite))}.")
    else:
        size = f"{counted(len(sheet.rows), 'row')} and {counted(len(sheet.header), 'column')}"
        sentence(f"{shortened(sheet.name, 60)}: {size}.")
        notes(*(f"{n[:1].upper()}{n[1:]}." for n in sheet.notices[:8]), _further(sheet.notices))
        with st.expander(f"The first rows of {markdown_text(shortened(sheet.name, 60))}", key="preview"):
            frame = pd.DataFrame([list(r) for r in sheet.rows[:_PREVIEW]], columns=list(sheet.header), dtype="str")
            tables.table(frame, name="preview", title="The first rows as read")
        _samples(work)


def _further(told: Sequence[str]) -> str:
    return f"… and {len(told) - 8} more notes on how the file was read." if len(told) > 8 else ""


def _samples(work: Work) -> None:
    """Whether the values by sample that came with a table stay with it."""
    many = count_samples(work.sheet)
    if many:
        st.checkbox(
            f"Keep the per-sample values ({many:,})",
            value=work.samples,
            key=f"keep_samples_{work.nth}",
            on_change=_keep_samples,
            args=(work.nth,),
            help="Stability compares two methods by them, sample by sample (Head to head). In the folder they are "
            f"per_sample.csv, of about {max(many * _BYTES / 1e6, 0.1):.1f} MB: one row for each number of each sample. "
            "Texts and lists of a sample are not kept, nor are metrics that are left out.",
        )


def _keep_samples(nth: int) -> None:
    chosen = bool(st.session_state[f"keep_samples_{nth}"])
    state.change(lambda work: replace(work, samples=chosen) if work.nth == nth else work)
