"""What the table is to become, what each column is used for, and the small form that changes one of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import streamlit as st

from components.intake.questions import questions
from components.intake.uses import LEFT_OUT, METRIC_USES, ORACLE, SCORE, USES, Use, bounds_text
from components.intake.work import Work, aimed, target_of
from components.text import counted, joined, markdown_text, shortened
from components.views.your_results.screen import state
from components.views.your_results.screen.column_form import column_form
from components.views.your_results.screen.questions import ask
from components.widgets import notices
from components.widgets.page import notes, section, sentence

_OWN = ("", "")
OPEN_COLUMNS = 12
"""Columns whose uses are told without opening their table."""


def columns(work: Work) -> None:
    """Step two: the aim, the columns as they are understood, and a form for what was understood wrongly."""
    table = state.checked(work)
    if table is None:
        return
    section("2 · What it is", "A suite that is there gets your methods; or your table becomes a suite of its own.")
    _aim(work)
    uses = tuple(table.grid.uses.values())
    sentence(*_sentences(work, uses))
    unnamed = next((u for u in uses if u.use == "method" and not u.sure), None)
    if unnamed is not None:
        notices.notice("warning", f"No column is named like a method: “{shortened(unnamed.column)}” was taken for it.")
    ask(questions(table.grid))
    title = f"How {counted(len(uses), 'column')} are used"
    with st.expander(title, key="uses", expanded=len(uses) <= OPEN_COLUMNS):
        st.table(_frame(uses).map(markdown_text), border="horizontal", hide_index=True, alt=title)
    with st.expander("Change how a column is used", key="change_column"):
        column_form(work, uses)


def _aim(work: Work) -> None:
    aims = {(s, p.id): f"{t.suite.title} · {p.label}" for s, t in state.public().items() for p in t.panels}
    names = {_OWN: "A suite of its own", **{k: f"Add methods to {shortened(v, 60)}" for k, v in aims.items()}}
    st.session_state["aim"] = (work.suite, work.panel) if work.adding else _OWN
    st.selectbox(
        "What should become of it?",
        list(names),
        format_func=lambda k: names.get(tuple(k), ""),
        key="aim",
        on_change=_aimed,
        width=480,
    )
    if not work.adding:
        st.session_state["setting"] = work.setting
        settings = ("unimodal", "multimodal")
        st.segmented_control("The models are", settings, required=True, key="setting", on_change=_set)


def _set() -> None:
    work = state.held()
    if work is not None:
        state.hold(replace(work, setting=st.session_state["setting"]))


def _aimed() -> None:
    work = state.held()
    if work is not None:
        suite, panel = st.session_state["aim"]
        state.hold(aimed(work, list(state.public().values()), suite, panel))


def _sentences(work: Work, uses: tuple[Use, ...]) -> list[str]:
    """How the columns were understood, in words."""
    scores = [u for u in uses if u.use == SCORE]
    known, open_ones = sum(bool(u.metric) for u in scores), sum(u.unanswered for u in scores)
    oracle = next((u for u in uses if u.use == ORACLE), None)
    parts = [f"{counted(len(scores), 'metric')}, {known} of them known by name" if scores else "No metric"]
    if oracle is not None:
        parts.append(f"the oracle distance in “{shortened(oracle.column, 30)}”")
    out = [u for u in uses if u.use == LEFT_OUT]
    waiting = f"; {open_ones} not used until you say which end is better" if open_ones else ""
    sentences = [f"{joined(parts)}{waiting}."]
    if out:
        names = [f"“{shortened(u.column, 30)}”" for u in out[:6]]
        rest = [f"{len(out) - 6} more"] if len(out) > 6 else []
        sentences.append(f"Left out: {joined([*names, *rest])}.")
    if work.adding:
        suite = state.public()[work.suite]
        lacking = [m.label for m in suite.scores if m.id not in {u.metric for u in scores}]
        if lacking:
            verb = "is" if len(lacking) == 1 else "are"
            sentences.append(
                f"{joined(lacking)} {verb} not in the table: rows without a weighted metric stay unranked."
            )
        if suite.oracle is not None and oracle is None:
            sentences.append("Without an oracle distance your runs have no part in the reliability of the metrics.")
    return sentences


def _frame(uses: tuple[Use, ...]) -> pd.DataFrame:
    """Every column, those that need a decision first, then in file order."""
    return pd.DataFrame(
        [
            {
                "column": shortened(u.column, 60),
                "used as": f"{USES[u.use]} {u.label}" if u.metric and u.use == SCORE else USES[u.use],
                "better": (u.better or "not said yet") if u.use in METRIC_USES else "",
                "why": "asked above" if u.unanswered else u.why,
                "bounds": bounds_text(u) if u.use in METRIC_USES else "",
                "utility map": re.sub(r"\.0\b", "", u.utilities) if u.use == SCORE else "",
            }
            for u in sorted(uses, key=lambda u: u.sure and not u.unanswered)
        ],
        dtype="str",
    )


def taken_notes(work: Work) -> None:
    """Names that were read as ones the suite has."""
    table = state.checked(work)
    if table is None:
        return
    sentences = []
    for use, names in table.grid.taken.items():
        if names:
            labels = target_of(work, state.public()).known(use)
            pairs = [f"“{shortened(a, 30)}” as {shortened(labels[b][1], 30)}" for a, b in list(names.items())[:8]]
            sentences.append(f"Read as a {use} of the suite: {joined(pairs)}.")
    notes(*sentences)
