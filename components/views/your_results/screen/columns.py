"""What the table is to become, what each column is used for, and the small form that changes one of them: nothing
changes before its button is pressed.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.intake import numbers
from components.intake.checks import questions
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
    unknown_metric,
)
from components.intake.work import Work, aimed, metrics_of, target_of, with_use
from components.text import counted, joined, markdown_text, shortened
from components.views.your_results.screen import state
from components.views.your_results.screen.questions import ask
from components.widgets import notices
from components.widgets.page import notes, section, sentence
from data.cells import number

_OWN = ("", "")
_NEW = "a metric of its own"
_FORM = "_your_results_form"
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
        _column_form(work, uses)


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
    state.change(lambda work: replace(work, setting=st.session_state["setting"]))


def _aimed() -> None:
    suite, panel = st.session_state["aim"]
    state.change(lambda work: aimed(work, list(state.public().values()), suite, panel))


def _sentences(work: Work, uses: tuple[Use, ...]) -> list[str]:
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


def _column_form(work: Work, uses: tuple[Use, ...]) -> None:
    """One column at a time: its use and, for a metric, which one or all that a suite has to know of it."""
    at = st.selectbox(
        "Column",
        range(len(uses)),
        format_func=lambda i: shortened(uses[i].column, 60) if i < len(uses) else "",
        key="form_column",
    )
    if at is None or at >= len(uses):
        return
    now = uses[at]
    tag = f"{_FORM}_{at}_{abs(hash((now, work.suite)))}"
    first, second = st.columns(2)
    use = first.selectbox(
        "Used as", list(USES), index=list(USES).index(now.use), format_func=lambda u: USES[u], key=f"{tag}_use"
    )
    chosen = Use(now.column, use, label=now.column, why="as you said")
    if use in METRIC_USES:
        chosen = _metric_form(work, now, use, tag, first, second)
    problem = _misfit(chosen)
    if problem:
        notices.notice("warning", problem)
    st.button(
        f"Use it like this: {markdown_text(shortened(now.column, 40))}",
        key=f"{tag}_take",
        on_click=_change,
        args=(chosen,),
        disabled=bool(problem),
    )


def _metric_form(
    work: Work,
    now: Use,
    use: str,
    tag: str,
    first: DeltaGenerator,
    second: DeltaGenerator,
) -> Use:
    known = {m.id: m for m in metrics_of(work, state.public()) if m.role == use}
    options = list(known) if work.adding else [_NEW, *known]
    if not options:
        options = [_NEW]
    index = options.index(now.metric) if now.metric in options else 0
    metric = first.selectbox(
        "Which metric",
        options,
        index=index,
        format_func=lambda m: known[m].name if m in known else m,
        key=f"{tag}_metric",
    )
    values = _values(work, now.column)
    if metric in known:
        return replace(known_metric(now.column, known[metric], values), why="as you said")
    start = now if now.use == use and not now.metric else unknown_metric(now.column, values, use)
    label = first.text_input("Name", start.label or now.column, max_chars=60, key=f"{tag}_label")
    direction = "lower" if use == ORACLE else start.direction
    if use == SCORE:
        ways = {"higher": "higher", "lower": "lower", "target": "closest to a number"}
        chosen = second.segmented_control(
            "Better", list(ways), default=direction or None, format_func=lambda w: ways[w], key=f"{tag}_direction"
        )
        direction = chosen or ""
    target = ""
    if direction == "target":
        target = second.text_input("The best value", start.target, max_chars=24, key=f"{tag}_target").strip()
    low = second.text_input("Smallest possible value (empty: none)", _bound_text(start.low), key=f"{tag}_low")
    high = second.text_input("Largest possible value (empty: none)", _bound_text(start.high), key=f"{tag}_high")
    low_value, high_value = (number(b.strip()) if b.strip() else None for b in (low, high))
    unreadable = [b for b in (low, high) if b.strip() and number(b.strip()) is None]
    if unreadable:
        notices.notice("warning", f"Bounds: found {unreadable[0]!r}, expected a number or nothing.")
    maps = maps_for(direction, low_value, high_value, values) if use == SCORE and direction else ""
    told = Use(now.column, use, "", label or now.column, direction, low_value, high_value, maps, True, "as you said")
    return replace(told, target=target)


def _misfit(use: Use) -> str:
    """Why a declared metric cannot be what it is said to be; empty when it can."""
    if use.use == SCORE and use.low is not None and use.high is not None and use.low >= use.high:
        return f"Bounds: found {use.low:g} to {use.high:g}, expected the smaller one first."
    if use.use != SCORE or use.metric:
        return ""
    if not use.direction:
        return "Better: found nothing, expected an answer."
    if use.direction == "target" and number(use.target) is None:
        return f"The best value: found {use.target!r}, expected a number."
    if use.direction == "target" and (use.low is None or use.high is None or use.beyond(float(use.target))):
        return f"The best value: found {use.target} with the bounds {bounds_text(use)}, expected it within two bounds."
    return ""


def _values(work: Work, column: str) -> list[float]:
    """The numbers of a column as mended; those in the file while it is not used as a metric."""
    table = state.checked(work)
    if table is not None and column in table.grid.metrics:
        return table.grid.values(column)
    at = work.sheet.header.index(column)
    return numbers.values(numbers.plain(row[at]) for row in work.sheet.rows)


def _bound_text(bound: float | None) -> str:
    return "" if bound is None else f"{bound:.17g}"


def _change(use: Use) -> None:
    # a known metric whose direction must be asked is asked in the form for all of them
    state.change(lambda work: with_use(work, replace(use, declared=not use.unanswered)))
