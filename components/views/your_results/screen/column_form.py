"""The small form that changes how one column is used. Nothing changes before its button is pressed."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.intake import numbers
from components.intake.proposals import maps_for
from components.intake.uses import METRIC_USES, ORACLE, SCORE, USES, Use, bounds_text, known_metric, unknown_metric
from components.intake.work import Work, metrics_of, with_use
from components.text import markdown_text, shortened
from components.views.your_results.screen import state
from components.widgets import notices
from data.cells import number

_NEW = "a metric of its own"
_FORM = "_your_results_form"


def column_form(work: Work, uses: tuple[Use, ...]) -> None:
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
    work = state.held()
    if work is not None:
        # a known metric whose direction must be asked is asked in the form for all of them
        state.hold(with_use(work, replace(use, declared=not use.unanswered)))
