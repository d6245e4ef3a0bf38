"""The roles of a table's rows: methods, models for comparison, or left out."""

import streamlit as st

from components.format import markdown_text, shortened
from components.intake.grid import Grid
from components.intake.rows import IGNORE, METHOD, ORIGINAL, OTHER, RETRAINED
from components.widgets import page
from components.widgets.your_results import state

ROLES = {
    METHOD: "method",
    RETRAINED: "retrained model",
    ORIGINAL: "original model",
    IGNORE: "left out",
}
MAX_ROLES = 12
"""Rows whose roles are shown, those that are no methods first; of more, one to choose."""


def draw_rows(grid: Grid) -> None:
    """Draw the roles of the rows."""
    page.section("Your rows")
    row_names = sorted(grid.roles, key=lambda row_name: _order(grid, row_name))
    others = row_names[MAX_ROLES:]
    row_names = row_names[:MAX_ROLES]
    if others:
        other_name = st.selectbox("Another row", others, index=None, key="another_row", width=320)
        if other_name:
            row_names.append(other_name)
    with st.container(horizontal=True, gap="small", key="roles"):
        for row_name in row_names:
            is_open = grid.roles[row_name].is_proposed and not grid.may_rank
            mark = "● " if is_open else ""
            label = f"{mark}{shortened(row_name, 40)}"
            key = f"role_open_{row_name}" if is_open else f"role_{row_name}"
            draw_role(grid, row_name, label, key)


def _order(grid: Grid, row_name: str) -> tuple[bool, bool]:
    role = grid.roles[row_name]
    return not role.is_proposed, role.value == METHOD


def draw_role(
    grid: Grid, row_name: str, label: str, key: str, width: int = 190, *, is_labelled: bool = True
) -> None:
    """Draw the role of a row, to be changed in place."""
    options = dict(ROLES)
    same_as = _same_as(grid, row_name)
    if same_as:
        options |= {METHOD: f"same as {same_as}", OTHER: "another method"}
    st.session_state[key] = grid.roles[row_name].value
    st.selectbox(
        markdown_text(label),
        [*options],
        format_func=options.__getitem__,
        key=key,
        on_change=_take_role,
        args=(row_name, key, grid),
        width=width,
        label_visibility="visible" if is_labelled else "collapsed",
    )


def _same_as(grid: Grid, row_name: str) -> str:
    """Return the method of a suite that a row is by its name, "" for none."""
    address = grid.same.get(row_name, "")
    for method in grid.facts.known.methods:
        if method.address == address:
            return method.label
    return ""


def _take_role(row_name: str, key: str, grid: Grid) -> None:
    state.change(roles={**grid.work.roles, row_name: st.session_state[key]})
