"""What a reader brought and chose, held in this session alone: never in a shared cache, never on disk, never logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from components.intake.checks import Examined
from components.intake.suites import YOURS
from components.intake.work import Work, examined, suite_of, used
from components.resolved import Resolved
from components.selection import default_selection
from components.widgets import address, cached
from data.problems import SuiteProblems
from data.registry import Tables

_WORK = "_your_results"
_MEMO = "_your_results_memo"
R = TypeVar("R")


def held() -> Work | None:
    """The work of this session, if there is one."""
    work: Work | None = st.session_state.get(_WORK)
    return work


def hold(work: Work | None) -> None:
    """Keep the work in this session, or let go of it and of the suite made of it."""
    st.session_state[_WORK] = work
    if work is None:
        st.session_state[_MEMO] = {}
        cached.keep_private(None)
        query = address.read()
        if query.get("suite", "").endswith(YOURS):
            address.write({})


def public() -> dict[str, Tables]:
    """The public suites by id, in the order in which they are listed."""
    return {s.id: cached.tables(s.id) for s in cached.suites() if not s.private}


def checked(work: Work) -> Examined | None:
    """The table after its fixes, with what is still wrong or odd; None for the folder of a suite."""
    if work.is_suite:
        return None
    key = (work.sheet, used(work), work.fixes, work.suite, work.panel)
    return _remembered("examined", key, lambda: examined(work, public()))


def made(work: Work, *, private: bool = True) -> Tables | SuiteProblems:
    """The suite made of a table without problems, or what stands in the way. Remembered until a choice changes."""
    about = None if private else work.about
    chosen = (work.sheet, used(work), work.fixes, work.suite, work.panel, work.setting, work.samples)
    key = (*chosen, work.link_id, about, private)

    def make() -> Tables | SuiteProblems:
        try:
            return suite_of(work, checked(work), public(), released(work), private=private)
        except SuiteProblems as problems:
            return problems

    return _remembered(f"made {private}", key, make)


def released(work: Work) -> dict[str, float]:
    """The weights that the suite has by default without the added runs; empty for a suite of its own."""
    if not work.adding:
        return {}
    suite = public()[work.suite]
    resolved = Resolved(suite, default_selection(suite))
    return {m: float(w) for m, w in zip(resolved.panel.metric_ids, resolved.w, strict=True)}


def _remembered(name: str, key: object, compute: Callable[[], R]) -> R:
    memo: dict[str, tuple[object, R]] = st.session_state.setdefault(_MEMO, {})
    if name not in memo or memo[name][0] != key:
        memo[name] = (key, compute())
    return memo[name][1]
