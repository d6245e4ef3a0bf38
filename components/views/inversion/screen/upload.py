"""Reconstructions that a reader brings to the inversion page.

They stay in this session: their choices are widgets of the session and never part of the address.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from components.errors import LeaderboardError
from components.intake.inversion import InversionTable, read
from components.intake.limits import MAX_BYTES
from components.resolved import Resolved
from components.text import shortened
from components.views.inversion.result import InversionResult, NothingToAudit, audit, inversion
from components.widgets import cached, notices
from components.widgets.page import section, sentence
from components.widgets.reading import client

_HELD, _ERROR, _ROUND = "_inversion", "_inversion_error", "_inversion_round"


def held() -> InversionTable | None:
    """The reconstructions that this reader brought, if any."""
    table: InversionTable | None = st.session_state.get(_HELD)
    return table


def unshared() -> str:
    """What a link to the page does not carry; nothing when no table was brought."""
    if held() is None:
        return ""
    return (
        "Your table stays in this session: a link opens this page with the reconstructions of the suite, and whoever "
        "has your file can bring it there."
    )


def audited(resolved: Resolved) -> tuple[Resolved, InversionResult | NothingToAudit]:
    """The audit to show, with the view that names its source: of the reader's own table, else of the suite."""
    own = held()
    if own is None:
        return resolved, cached.of(inversion, resolved.selection)
    st.info("Your own table, private to this session: it is not stored or logged, and no other reader can see it.")
    st.button("Let go of it and show the suite again", key="inversion_drop", on_click=_drop)
    judge, private_set = (st.session_state.get(f"own_{n}") or "" for n in ("judge", "private_set"))
    judge = judge if judge in own.judges else ""
    private_set = private_set if private_set in {r.private_set for r in own.rows} else ""
    suite = replace(resolved.tables.suite, id="yours", title="Your table", paper="", url="", licence="", private=True)
    mine = Resolved(replace(resolved.tables, suite=suite, data_version="private"), resolved.selection)
    return mine, audit(own, judge, private_set, resolved.selection.rng)


def bring() -> None:
    """Audit a table of your own."""
    section("Audit your own reconstructions")
    sentence(
        "One table with a row per reconstruction and the columns standard and judge (or judge1, judge2, …), each yes, "
        "no or refused, and where known attack, private_set, target and identity; or two files of filename and yes or "
        "no, one per evaluator, joined on the filename. What you bring stays in this session."
    )
    turn = st.session_state.setdefault(_ROUND, 0)
    for key, label in (
        ("table", "One table"),
        ("standard", "Answers of the standard evaluator"),
        ("judge", "Answers of the judge"),
    ):
        st.file_uploader(
            label,
            max_upload_size=MAX_BYTES // 2**20,
            key=f"inversion_{key}_{turn}",
            on_change=_take,
        )
    if st.session_state.get(_ERROR):
        notices.notice("error", st.session_state[_ERROR])
    elif held() is None and (_brought("standard") is not None or _brought("judge") is not None):
        notices.notice("info", "One file of answers is there; the other evaluator's is missing.")


def _take() -> None:
    """Read what was brought: one table, or both files of answers."""
    st.session_state[_ERROR] = ""
    table, standard, judge = (_brought(k) for k in ("table", "standard", "judge"))
    brought = [table] if table is not None else [standard, judge]
    files = [(f.name, f.getvalue()) for f in brought if f is not None]
    if len(files) < len(brought):
        return
    try:
        st.session_state[_HELD] = read(files, client())
    except LeaderboardError as error:
        st.session_state[_ERROR] = f"{' and '.join(shortened(n, 60) for n, _ in files)}: {error}."


def _brought(key: str) -> UploadedFile | None:
    return st.session_state.get(f"inversion_{key}_{st.session_state.get(_ROUND, 0)}")


def _drop() -> None:
    for name in (_HELD, _ERROR):
        st.session_state.pop(name, None)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
