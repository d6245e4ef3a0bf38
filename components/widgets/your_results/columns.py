"""What the table is to become, what each column is used for, and the small form that changes one of them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from components.intake.proposals import maps_for
from components.intake.uses import LEFT_OUT, METRIC_USES, ORACLE, SCORE, USES, Use, declared, known_use, values_of
from components.intake.work import Work, aimed, all_metrics, target_of, used, with_use
from components.text import counted, joined, markdown_text, shortened
from components.widgets import notices, tables
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state
from data.cells import Expected, number, read_utilities

_OWN = ("", "")
_AUTO = "whatever fits"
_NEW = "a metric of its own"
_FORM = "_your_results_form"


def columns(work: Work) -> None:
    """Step two: the aim, the columns as they are understood, and a form for what was understood wrongly."""
    if work.is_suite:
        return
    section("2 · What it is", "A suite that is there gets your methods; or your table becomes a suite of its own.")
    _aim(work)
    shown = used(work)
    sentence(*_said(work, shown))
    tables.table(_frame(shown), name="uses", title="How the columns are used")
    guesses = [shortened(u.column, 30) for u in shown if u.use in METRIC_USES and not u.sure]
    if guesses:
        names = joined([*guesses[:6], f"{len(guesses) - 6} more"] if len(guesses) > 6 else guesses)
        notices.notice("warning", f"The direction of {names} is a guess: check whether higher is better.")
    with st.expander("Change how a column is used", key="change_column", expanded=bool(guesses) and len(guesses) < 4):
        _form(work, shown)


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


def _said(work: Work, shown: tuple[Use, ...]) -> list[str]:
    """How the columns were understood, in words."""
    scores = [u for u in shown if u.use == SCORE]
    known = sum(bool(u.metric) for u in scores)
    oracle = next((u for u in shown if u.use == ORACLE), None)
    parts = [f"{counted(len(scores), 'metric')}, {known} of them known by name" if scores else "No metric"]
    if oracle is not None:
        parts.append(f"the oracle distance in “{shortened(oracle.column, 30)}”")
    out = [u for u in shown if u.use == LEFT_OUT]
    said = [f"{joined(parts)}."]
    if out:
        names = [f"“{shortened(u.column, 30)}”" for u in out[:6]]
        rest = [f"{len(out) - 6} more"] if len(out) > 6 else []
        said.append(f"Left out: {joined([*names, *rest])}.")
    if work.adding:
        suite = state.public()[work.suite]
        lacking = [m.label for m in suite.scores if m.id not in {u.metric for u in scores}]
        if lacking:
            verb = "is" if len(lacking) == 1 else "are"
            said.append(f"{joined(lacking)} {verb} not in the table: rows without a weighted metric stay unranked.")
        if suite.oracle is not None and oracle is None:
            said.append("Without an oracle distance your runs have no part in the reliability of the metrics.")
    return said


def _frame(shown: tuple[Use, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "column": u.column,
                "used as": f"{USES[u.use]} {u.label}" if u.metric and u.use == SCORE else USES[u.use],
                "better": u.direction if u.use in METRIC_USES else "",
                "bounds": _bounds(u) if u.use in METRIC_USES else "",
                "utility map": u.utilities.replace(".0", "") if u.use == SCORE else "",
                "why": u.why,
            }
            for u in shown
        ],
        dtype="str",
    )


def _bounds(use: Use) -> str:
    if use.low is None and use.high is None:
        return "none"
    low, high = ("" if b is None else f"{b:.6g}" for b in (use.low, use.high))
    return f"{low} to {high}" if low and high else f"from {low}" if low else f"to {high}"


def _form(work: Work, shown: tuple[Use, ...]) -> None:
    """One column at a time. Nothing changes before the button is pressed."""
    at = st.selectbox(
        "Column",
        range(len(shown)),
        format_func=lambda i: shortened(shown[i].column, 60) if i < len(shown) else "",
        key="form_column",
    )
    if at is None or at >= len(shown):
        return
    now = shown[at]
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
    first: st.delta_generator.DeltaGenerator,
    second: st.delta_generator.DeltaGenerator,
) -> Use:
    suites = [t for s, t in state.public().items() if not work.adding or s == work.suite]
    known = {m.id: m for m in all_metrics(suites) if m.role == use}
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
    if metric in known:
        return replace(known_use(now.column, known[metric]), why="as you said")
    start = now if now.use == use and not now.metric else declared(now.column, _values(work, now.column), use)
    label = first.text_input("Name", start.label or now.column, max_chars=60, key=f"{tag}_label")
    ways = ("higher", "lower")
    direction = second.segmented_control(
        "Better", ways, default=start.direction, required=True, key=f"{tag}_direction", disabled=use == ORACLE
    )
    low = second.text_input("Smallest possible value (empty: none)", _bound_text(start.low), key=f"{tag}_low")
    high = second.text_input("Largest possible value (empty: none)", _bound_text(start.high), key=f"{tag}_high")
    low_value, high_value = (number(b.strip()) if b.strip() else None for b in (low, high))
    fitting = maps_for(direction or start.direction, low_value, high_value, _values(work, now.column), use)
    maps = [fitting, *([start.utilities] if start.utilities and start.utilities != fitting else [])]
    utilities = start.utilities
    if use == SCORE:
        utilities = second.selectbox(
            "Utility map (to 0 … 1; name:scale)", maps, accept_new_options=True, key=f"{tag}_map_{fitting}"
        )
    unreadable = [b for b in (low, high) if b.strip() and number(b.strip()) is None]
    if unreadable:
        notices.notice("warning", f"Bounds: found {unreadable[0]!r}, expected a number or nothing.")
    return Use(
        now.column,
        use,
        "",
        label or now.column,
        "lower" if use == ORACLE else direction or start.direction,
        low_value,
        high_value,
        "" if use == ORACLE else str(utilities or fitting),
        True,
        "as you said",
    )


def _misfit(use: Use) -> str:
    """Why a declared metric cannot be what it is said to be; empty when it can."""
    if use.use != SCORE:
        return ""
    if use.low is not None and use.high is not None and use.low >= use.high:
        return f"Bounds: found {use.low:g} to {use.high:g}, expected the smaller one first."
    try:
        maps = read_utilities(use.utilities, "higher" if use.direction == "higher" else "lower", use.low, use.high)
    except Expected as expected:
        return f"Utility map: found {use.utilities!r}, expected {expected}."
    return "" if maps else "Utility map: found nothing, expected one."


def _values(work: Work, column: str) -> list[float]:
    at = work.sheet.header.index(column)
    return values_of([row[at] for row in work.sheet.rows])


def _bound_text(bound: float | None) -> str:
    return "" if bound is None else f"{bound:.17g}"


def _change(use: Use) -> None:
    work = state.held()
    if work is not None:
        state.hold(with_use(work, use))


def taken_notes(work: Work) -> None:
    """Names that were read as ones the suite has."""
    found = state.checked(work)
    if found is None:
        return
    said = []
    for use, names in found.grid.taken.items():
        if names:
            labels = target_of(work, state.public()).known(use)
            pairs = [f"“{shortened(a, 30)}” as {shortened(labels[b][1], 30)}" for a, b in list(names.items())[:8]]
            said.append(f"Read as a {use} of the suite: {joined(pairs)}.")
    notes(*said)
