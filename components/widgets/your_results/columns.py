"""What the table is to become, which end of each metric is better, and what each column is used for."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from components.intake import numbers
from components.intake.checks import Question, questions
from components.intake.proposals import maps_for
from components.intake.uses import (
    LEFT_OUT,
    METRIC_USES,
    ORACLE,
    SCORE,
    USES,
    Use,
    bounds_text,
    known_metric,
    misfit,
    unknown_metric,
)
from components.intake.work import Work, aimed, answered, metrics_of, target_of, with_use
from components.text import at_most, counted, joined, markdown_text, shortened
from components.widgets import notices
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state
from data.cells import number

_OWN = ("", "")
_NEW = "a metric of its own"
_CLOSEST, _OUT = "closest", "out"
_WAYS = {"higher": "Higher", "lower": "Lower", _CLOSEST: "Closest to …", _OUT: "Leave out"}
_BETTER = {"higher": "higher", "lower": "lower", "target": "closest to a number"}
OPEN_COLUMNS = 12
"""Columns whose uses are listed without opening their table."""


def columns(work: Work) -> None:
    """Step two: the aim, the questions, and the columns as they are understood, with a form to change one."""
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
    for use, taken in table.grid.taken.items():
        labels = target_of(work, state.public()).known(use)
        pairs = [f"“{shortened(a, 30)}” as {shortened(labels[b][1], 30)}" for a, b in taken.items()]
        notes(f"Read as a {use} of the suite: {joined(at_most(8, pairs))}." if pairs else "")
    _ask(questions(table.grid))
    title = f"How {counted(len(uses), 'column')} are used"
    with st.expander(title, key="uses", expanded=len(uses) <= OPEN_COLUMNS):
        st.table(_frame(uses).map(markdown_text), border="horizontal", hide_index=True, alt=title)
    with st.expander("Change how a column is used", key="change_column"):
        _form(work, uses)


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


def _aimed() -> None:
    suite, panel = st.session_state["aim"]
    state.change(lambda work: aimed(work, list(state.public().values()), suite, panel))


def _set() -> None:
    state.change(lambda work: replace(work, setting=st.session_state["setting"]))


def _sentences(work: Work, uses: Sequence[Use]) -> list[str]:
    scores = [u for u in uses if u.use == SCORE]
    waiting = sum(u.unanswered for u in scores)
    oracle = next((u for u in uses if u.use == ORACLE), None)
    found = f"{counted(len(scores), 'metric')}, {sum(bool(u.metric) for u in scores)} of them known by name"
    parts = [found if scores else "No metric"]
    if oracle is not None:
        parts.append(f"the oracle distance in “{shortened(oracle.column, 30)}”")
    sentences = [f"{joined(parts)}{f'; {waiting} not used until you say which end is better' * bool(waiting)}."]
    if out := [f"“{shortened(u.column, 30)}”" for u in uses if u.use == LEFT_OUT]:
        sentences.append(f"Left out: {joined(at_most(6, out))}.")
    if work.adding:
        suite = state.public()[work.suite]
        if lacking := [m.label for m in suite.scores if m.id not in {u.metric for u in scores}]:
            sentences.append(f"The table lacks {joined(lacking)}: the ranking uses the metrics that both have.")
        if suite.oracle is not None and oracle is None:
            sentences.append("Without an oracle distance your runs have no part in the reliability of the metrics.")
    return sentences


def _frame(uses: Sequence[Use]) -> pd.DataFrame:
    """Every column, those that need a decision first, then in file order."""
    rows = [
        {
            "column": shortened(u.column, 60),
            "used as": f"{USES[u.use]} {u.label}" if u.metric and u.use == SCORE else USES[u.use],
            "better": (u.better or "not answered yet") if u.use in METRIC_USES else "",
            "why": "asked above" if u.unanswered else u.why,
            "bounds": bounds_text(u) if u.use in METRIC_USES else "",
        }
        for u in sorted(uses, key=lambda u: u.sure and not u.unanswered)
    ]
    return pd.DataFrame(rows, dtype="str")


def _ask(asked: Sequence[Question]) -> None:
    """One line for each metric of which nothing says which end is better, and one button for all of them."""
    with st.container(key="questions", gap="xsmall"):
        if not asked:
            return
        with st.form("answers", border=True):
            names = "1 metric cannot be told" if len(asked) == 1 else f"{len(asked)} metrics cannot be told"
            st.markdown(f"**Which end is better?** {names} by name and not used before you answer.")
            for question in asked:
                _line(question)
            st.form_submit_button("Use these answers", on_click=_answer, args=([q.column for q in asked],))


def _line(question: Question) -> None:
    key, name = _key(question.column), markdown_text(shortened(question.column, 40))
    about, ways, aim = st.columns((11, 7, 2), vertical_alignment="center", gap="small")
    with about.container(gap=None):
        st.markdown(f"**{name}** · {markdown_text(question.values)}")
        if question.why:
            st.caption(markdown_text(question.why))
    ways.segmented_control(
        f"Which end of {name} is better?",
        list(_WAYS),
        format_func=lambda way: _WAYS[way],
        key=f"{key}_way",
        label_visibility="collapsed",
    )
    aim.text_input(
        f"Best value of {name}",
        key=f"{key}_aim",
        max_chars=24,
        placeholder="number",
        label_visibility="collapsed",
    )


def _answer(columns: Sequence[str]) -> None:
    """Take every answer that was given; a number that cannot be read leaves its question open."""
    for column in columns:
        way, text = (str(st.session_state.get(f"{_key(column)}_{part}") or "").strip() for part in ("way", "aim"))
        if way == _OUT:
            _change(Use(column, LEFT_OUT, label=column, why="as you said"))
        elif way == _CLOSEST and number(text) is None:
            notices.later("warning", [f"{shortened(column, 40)}: found {text!r}, expected the number that is best."])
        elif way:
            told = text if way == _CLOSEST else way
            state.change(lambda work, column=column, told=told: answered(work, column, told))  # type: ignore[misc]


def _key(column: str) -> str:
    """A key that any heading can have."""
    return f"ask_{hashlib.sha256(column.encode()).hexdigest()[:12]}"


def _form(work: Work, uses: Sequence[Use]) -> None:
    """One column at a time: its use and, for a metric, which one or all that a suite has to know of it."""
    names = [u.column for u in uses]
    column = st.selectbox("Column", names, format_func=lambda name: shortened(name, 60), key="form_column")
    at = names.index(column)
    now = uses[at]
    tag = f"form_{at}_{abs(hash((now, work.suite)))}"
    first, second = st.columns(2)
    use = first.selectbox(
        "Used as", list(USES), index=list(USES).index(now.use), format_func=lambda u: USES[u], key=f"{tag}_use"
    )
    chosen = Use(now.column, use, label=now.column, why="as you said")
    if use in METRIC_USES:
        known = {m.id: m for m in metrics_of(work, state.public()) if m.role == use}
        options = list(known) if work.adding and known else [_NEW, *known]
        metric = first.selectbox(
            "Which metric",
            options,
            index=options.index(now.metric) if now.metric in options else 0,
            format_func=lambda m: known[m].name if m in known else m,
            key=f"{tag}_metric",
        )
        values = _values(work, now.column)
        if metric in known:
            chosen = replace(known_metric(now.column, known[metric], values), why="as you said")
        else:
            start = now if now.use == use and not now.metric else unknown_metric(now.column, values, use)
            with second:
                chosen = _declared(start, use, values, tag)
    if problem := misfit(chosen):
        notices.notice("warning", problem)
    label = f"Use it like this: {markdown_text(shortened(now.column, 40))}"
    st.button(label, key=f"{tag}_take", on_click=_change, args=(chosen,), disabled=bool(problem))


def _declared(start: Use, use: str, values: Sequence[float], tag: str) -> Use:
    """A metric that no suite knows, as the reader declares it."""
    label = st.text_input("Name", start.label or start.column, max_chars=60, key=f"{tag}_label")
    direction, target = "lower", ""
    if use == SCORE:
        way = st.segmented_control(
            "Better",
            list(_BETTER),
            default=start.direction or None,
            format_func=lambda w: _BETTER[w],
            key=f"{tag}_direction",
        )
        direction = way or ""
    if direction == "target":
        best = st.number_input("The best value", value=number(start.target), format="%.6g", key=f"{tag}_target")
        target = "" if best is None else f"{best:.17g}"
    low = st.number_input("Smallest possible value (empty: none)", value=start.low, format="%.6g", key=f"{tag}_low")
    high = st.number_input("Largest possible value (empty: none)", value=start.high, format="%.6g", key=f"{tag}_high")
    maps = maps_for(direction, low, high, values) if use == SCORE and direction else ""
    return Use(start.column, use, "", label, direction, low, high, maps, True, "as you said", target=target)


def _values(work: Work, column: str) -> list[float]:
    """The numbers of a column after the fixes; those in the file while it is not used as a metric."""
    table = state.checked(work)
    if table is not None and column in table.grid.metrics:
        return table.grid.values(column)
    at = work.sheet.header.index(column)
    return numbers.values(numbers.plain(row[at]) for row in work.sheet.rows)


def _change(use: Use) -> None:
    # a known metric whose direction must be asked is asked in the form for all of them
    state.change(lambda work: with_use(work, replace(use, declared=not use.unanswered)))
