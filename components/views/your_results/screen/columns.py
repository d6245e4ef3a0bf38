"""What the table is to become, what each column is used for, and the small form that changes one of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import streamlit as st

from components.intake.uses import LEFT_OUT, METRIC_USES, ORACLE, SCORE, USES, Use, bounds_text
from components.intake.work import Work, aimed, target_of
from components.text import counted, joined, shortened
from components.views.your_results.screen import state
from components.views.your_results.screen.column_form import column_form
from components.widgets import notices, tables
from components.widgets.page import notes, section, sentence

_OWN = ("", "")


def columns(work: Work) -> None:
    """Step two: the aim, the columns as they are understood, and a form for what was understood wrongly."""
    table = state.checked(work)
    if table is None:
        return
    section("2 · What it is", "A suite that is there gets your methods; or your table becomes a suite of its own.")
    _aim(work)
    uses = tuple(table.grid.uses.values())
    sentence(*_sentences(work, uses))
    tables.table(_frame(uses), name="uses", title="How the columns are used")
    guesses = [shortened(u.column, 30) for u in uses if u.use in METRIC_USES and not u.sure]
    unnamed = next((u for u in uses if u.use == "method" and not u.sure), None)
    if unnamed is not None:
        notices.notice("warning", f"No column is named like a method: “{shortened(unnamed.column)}” was taken for it.")
    if guesses:
        names = joined([*guesses[:6], f"{len(guesses) - 6} more"] if len(guesses) > 6 else guesses)
        notices.notice("warning", f"The direction of {names} is a guess: check whether higher is better.")
    with st.expander("Change how a column is used", key="change_column", expanded=bool(guesses) and len(guesses) < 4):
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
    known = sum(bool(u.metric) for u in scores)
    oracle = next((u for u in uses if u.use == ORACLE), None)
    parts = [f"{counted(len(scores), 'metric')}, {known} of them known by name" if scores else "No metric"]
    if oracle is not None:
        parts.append(f"the oracle distance in “{shortened(oracle.column, 30)}”")
    out = [u for u in uses if u.use == LEFT_OUT]
    sentences = [f"{joined(parts)}."]
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
    return pd.DataFrame(
        [
            {
                "column": u.column,
                "used as": f"{USES[u.use]} {u.label}" if u.metric and u.use == SCORE else USES[u.use],
                "better": u.direction if u.use in METRIC_USES else "",
                "bounds": bounds_text(u) if u.use in METRIC_USES else "",
                "utility map": re.sub(r"\.0\b", "", u.utilities) if u.use == SCORE else "",
                "why": u.why,
            }
            for u in uses
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
