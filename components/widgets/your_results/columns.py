"""What the table is to become, and what each column is used for, in a table that can be changed."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from components.format import at_most, cleaned, counted, joined, shortened
from components.intake import numbers
from components.intake.aims import OWN
from components.intake.uses import LEFT_OUT, METRIC_USES, ORACLE, SCORE, USES, Use, UseRefused, declared
from components.intake.work import Work, aimed, metrics_of, target_of, with_use
from components.widgets import notices
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state

_ROUND = "_columns_round"
OPEN_COLUMNS = 12
"""Columns whose uses are listed without opening their table."""


def columns(work: Work) -> None:
    """Step two: the aim, and the columns as they are understood, to be changed in place."""
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
    title = f"How {counted(len(uses), 'column')} are used"
    with st.expander(title, key="uses", expanded=len(uses) <= OPEN_COLUMNS):
        _uses(work, uses, title)


def _aim(work: Work) -> None:
    """Where the methods are ranked: the places that fit, best first, or a suite of their own."""
    now = (work.suite, work.panel, work.benchmark)
    names = {f.aim: str(f) for f in (*work.fits, OWN)}
    st.session_state["aim"] = now
    st.selectbox(
        "Ranked beside",
        list({**names, now: ""}),
        format_func=lambda aim: names.get(tuple(aim), " · ".join(aim)),
        key="aim",
        on_change=_aimed,
        width=640,
    )
    alike = [f for f in work.fits if f.evidence[:3] == work.fits[0].evidence[:3]] if work.benchmark else []
    if now in {f.aim for f in alike} and len(alike) > 1:
        place = next(str(f.place) for f in alike if f.aim == now)
        sentence(
            f"Your table names no benchmark: taken for {place}, one of {len(alike)} places that fit as well. "
            "If your runs are of another, choose it above."
        )


def _aimed() -> None:
    state.change(lambda work: aimed(work, list(state.public().values()), *st.session_state["aim"]))


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
        if suite.oracle is not None and oracle is None:
            sentences.append("Without an oracle distance your runs have no part in the reliability of the metrics.")
    return sentences


def _uses(work: Work, uses: Sequence[Use], title: str) -> None:
    """Every column with its use; a change in a cell is checked and taken at once."""
    known = {m.id: m for m in metrics_of(work, state.public())}
    rows = [
        {
            "column": cleaned(u.column),
            "used as": USES[u.use],
            "metric": known[u.metric].name if u.metric in known else "",
            "better": (u.target if u.direction == "target" else u.direction) if u.use in METRIC_USES else "",
            "from": u.low,
            "to": u.high,
            "why": cleaned(u.why),
        }
        for u in uses
    ]
    config = st.column_config
    key = f"columns_{st.session_state.setdefault(_ROUND, 0)}"
    st.data_editor(
        pd.DataFrame(rows).astype({"from": "float64", "to": "float64"}),
        hide_index=True,
        disabled=["column", "why"],
        column_config={
            "used as": config.SelectboxColumn(options=list(USES.values()), required=True),
            "metric": config.SelectboxColumn(options=["", *(m.name for m in known.values())], width="medium"),
            "better": config.TextColumn(help="higher, lower, or the number that is best", max_chars=24, width="small"),
            "from": config.NumberColumn(help="the smallest possible value; empty where there is none", width="small"),
            "to": config.NumberColumn(help="the largest possible value; empty where there is none", width="small"),
        },
        key=key,
        alt=title,
    )
    if changed := st.session_state[key]["edited_rows"]:
        _declare(uses, changed)
        st.rerun()


def _declare(uses: Sequence[Use], changed: Mapping[int, Mapping[str, object]]) -> None:
    """Apply the changes in the table of columns; impossible ones are ignored."""
    st.session_state[_ROUND] += 1
    for row, cells in changed.items():
        now = uses[row]

        def take(work: Work, now: Use = now, cells: Mapping[str, object] = cells) -> Work:
            return with_use(work, declared(now, cells, metrics_of(work, state.public()), _values(work, now.column)))

        try:
            state.change(take)
        except UseRefused as refused:
            notices.later("warning", [f"{shortened(now.column, 40)}: {refused}."])


def _values(work: Work, column: str) -> list[float]:
    """The numbers of a column after the fixes; those in the file while it is not used as a metric."""
    table = state.checked(work)
    if table is not None and column in table.grid.metrics:
        return table.grid.values(column)
    at = work.sheet.header.index(column)
    return numbers.values(numbers.plain(row[at]) for row in work.sheet.rows)
