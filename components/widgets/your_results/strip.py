"""What is proposed of a table: one strip in plain words above the result, each changed in place,
all accepted in one press."""

from collections.abc import Mapping

import streamlit as st

from components.format import counted, shortened, verb
from components.intake.columns import GROUPS, UNITS, Column
from components.intake.grades import Proposal
from components.intake.grid import Grid
from components.intake.uses import COST, IGNORE, USES
from components.markup import tag, text
from components.widgets.your_results import state
from components.widgets.your_results.columns import end_names_of
from components.widgets.your_results.rows import draw_role

MAX_LINES = 8
WIDTH = 150
"""Pixels of what changes a proposal."""


def draw_strip(grid: Grid) -> None:
    """Draw what is proposed, and the button that accepts all of it."""
    open_columns = {column.name: column for column in grid.columns if column.open}
    n_more = len(grid.proposals) - MAX_LINES
    with st.container(key="proposed"):
        st.html(tag("h2", "Proposed, please check"))
        for line_index, proposal in enumerate(grid.proposals[:MAX_LINES]):
            column = open_columns.pop(proposal.where, None)
            with st.container(
                horizontal=True, gap="small", vertical_alignment="center", key=f"line_{line_index}"
            ):
                _line(grid, proposal, column)
        if n_more > 0:
            st.caption(f"{counted(n_more, 'more')[:-1]} {verb(n_more, 'is', 'are')} marked below.")
        st.button(
            "Accept all and rank",
            type="primary",
            width="stretch",
            on_click=state.change,
            kwargs={"accepted": True},
        )


def _line(grid: Grid, proposal: Proposal, column: Column | None) -> None:
    """Draw one proposal: what it says and why, and what changes it."""
    reason_text = proposal.reason
    if column is not None:
        reasons = dict.fromkeys(decision.reason for decision in column.proposed.values())
        reason_text = "; ".join(filter(None, reasons))
    reason = tag("small", text(shortened(reason_text, 90))) if reason_text else ""
    st.html(tag("p", text(shortened(proposal.what, 120)), reason), width="stretch")
    if column is not None:
        _column_choice(grid, proposal, column)
    elif proposal.where in grid.roles:
        key = f"proposed_role_{proposal.where}"
        draw_role(grid, proposal.where, proposal.what, key, WIDTH, is_labelled=False)


def _column_choice(grid: Grid, proposal: Proposal, column: Column) -> None:
    """Draw what changes the first thing that is proposed of a column, or leaves it out."""
    if "better" in column.proposed:
        options = {**end_names_of(grid), IGNORE: "leave out"}
        options.pop("")
        _choice(grid, proposal, column.name, "better", column.better, options)
    elif "use" in column.proposed:
        _choice(grid, proposal, column.name, "is", column.use, {use: use for use in USES})
    elif "unit" in column.proposed:
        _choice(grid, proposal, column.name, "unit", column.unit, {unit: unit for unit in UNITS})
    elif "group" in column.proposed:
        groups = {group: group for group in (*GROUPS, COST)}
        _choice(grid, proposal, column.name, "group", column.group, groups)


def _choice(
    grid: Grid,
    proposal: Proposal,
    column_name: str,
    field_name: str,
    proposed_value: str,
    options: Mapping[str, str],
) -> None:
    key = f"proposed_{field_name}_{column_name}"
    st.session_state[key] = proposed_value
    st.selectbox(
        shortened(proposal.what, 120),
        [*options],
        format_func=options.__getitem__,
        key=key,
        on_change=_take,
        args=(grid, column_name, field_name, key),
        width=WIDTH,
        label_visibility="collapsed",
    )


def _take(grid: Grid, column_name: str, field_name: str, key: str) -> None:
    value = st.session_state[key]
    cells = {"is": IGNORE} if value == IGNORE else {field_name: value}
    state.change(said=grid.work.saying([column_name], **cells).said)
