"""The grid of a table's columns: what each is, with what is proposed in amber, changed in place."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.format import at_most, cleaned, joined, markdown_text, shortened
from components.intake.columns import CLOSEST, GROUPS, UNITS, Column
from components.intake.grid import Grid, Work
from components.intake.uses import COST, IGNORE, METRIC, USES
from components.widgets import page
from components.widgets.your_results import state
from data.read.lexicon import words

AMBER = "background-color: #e6a23c4d"
ENDS = {"higher": "higher", "lower": "lower", CLOSEST: "closest to the retrained model"}
TARGETS = ("0", "0.5", "1", "50")
MAX_LINES = 12
"""Columns that are in sight at once."""
MAX_NOTES = 12
OPEN = " ?"
"""What stands behind a proposed cell: Streamlit colours no cell that can be changed."""
FIELDS = {"is": "use", "same": "same", "better": "better", "unit": "unit", "group": "group"}
"""What of a column each cell that can be changed decides."""


def draw_columns(grid: Grid, editor_key: str) -> None:
    """Draw the grid of the columns, and what was noted of their cells."""
    n_open = 0 if grid.may_rank else sum(column.open for column in grid.columns)
    page.section(f"Your columns · {n_open} to check" if n_open else "Your columns")
    columns_frame = pd.DataFrame([_line(grid, column) for column in grid.columns])
    st.data_editor(
        columns_frame.style.apply(lambda frame: _amber(grid, frame), axis=None),
        hide_index=True,
        disabled=["column", "values", "why"],
        column_config=_config(grid),
        height="auto" if len(grid.columns) <= MAX_LINES else 460,
        placeholder="",
        key=editor_key,
        on_change=_take_cells,
        args=(editor_key, grid),
        alt="The columns of your table: what each is and serves, its better end, its unit, why",
    )
    _set_together(grid)
    cell_notes = _notes_on_cells(grid)
    if cell_notes:
        st.caption(markdown_text(f"{'; '.join(at_most(MAX_NOTES, cell_notes))}."))


def _config(grid: Grid) -> dict[str, Any]:
    """Return how each column of the grid is shown and changed."""
    metrics = grid.suite.metrics if grid.suite else grid.facts.known.metrics.values()
    metric_names = {"": "", **{metric.id: f"{metric.label} · {metric.name}" for metric in metrics}}
    metric_names = _with_open(grid, "same", metric_names)
    end_names = _with_open(grid, "better", end_names_of(grid))
    uses = _with_open(grid, "is", {use: use for use in USES})
    units = _with_open(grid, "unit", {unit: unit for unit in ("", *UNITS)})
    groups = _with_open(grid, "group", {group: group for group in ("", *GROUPS, COST)})
    text_column = st.column_config.TextColumn
    list_column = st.column_config.SelectboxColumn
    return {
        "column": text_column("Column", pinned=True, width=130),
        "values": text_column("Values", width=120),
        "is": list_column("Is", options=[*uses], required=True, width=90),
        "same": list_column(
            "Same as",
            options=metric_names,
            format_func=lambda metric: metric_names[str(metric)],
            width=130,
        ),
        "better": list_column(
            "Better",
            options=end_names,
            format_func=lambda end_id: end_names[str(end_id)],
            width=110,
        ),
        "unit": list_column("Unit", options=[*units], width=80),
        "group": list_column("Serves", options=[*groups], width=90),
        "why": text_column("Why", width=240),
    }


def _with_open(grid: Grid, field_name: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of a field's values, with those of proposed cells."""
    every_name = dict(names)
    for column in grid.columns:
        value = _cell_of(grid, column, field_name)
        every_name.setdefault(value, f"{names.get(value.removesuffix(OPEN), value)}{OPEN}")
    return every_name


def _cell_of(grid: Grid, column: Column, field_name: str) -> str:
    """Return what a cell that can be changed holds, marked while it is proposed."""
    values = {
        "is": column.use,
        "same": column.same,
        "better": column.better,
        "unit": column.unit,
        "group": column.group,
    }
    is_open = FIELDS[field_name] in column.proposed and not grid.may_rank
    return f"{values[field_name]}{OPEN}" if is_open else values[field_name]


def end_names_of(grid: Grid) -> dict[str, str]:
    """Return what the better end of a column is called: an end, or a target."""
    targets = {column.better for column in grid.columns} | set(TARGETS)
    targets -= {*ENDS, ""}
    name_of_end = {"": "", **ENDS}
    for target in sorted(targets, key=float):
        name_of_end[target] = f"closest to {target}"
    return name_of_end


def _amber(grid: Grid, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the style of each cell: amber in the line of a column of which something is
    proposed."""
    styles = pd.DataFrame("", index=frame.index, columns=frame.columns)
    if grid.may_rank:
        return styles
    for row_index, column in enumerate(grid.columns):
        if column.open:
            styles.loc[row_index, ["column", "values", "why"]] = AMBER
    return styles


def _notes_on_cells(grid: Grid) -> list[str]:
    """Return the marks that stand beside numbers."""
    cell_notes = []
    for column in grid.used(METRIC):
        numbers = grid.facts.numbers(column.name)
        marks = {cell.mark for cell in numbers if cell.value is not None and cell.mark}
        if marks:
            listed = joined(at_most(4, sorted(marks)))
            cell_notes.append(f"beside {shortened(column.name)}: {listed}")
    return cell_notes


def _line(grid: Grid, column: Column) -> dict[str, str]:
    """Return the cells of a column in the grid; a point stands before the name of an open one."""
    is_open = column.open and not grid.may_rank
    cell_of_field = {
        "column": f"● {column.name}" if is_open else column.name,
        "values": " · ".join(grid.facts.texts(column.name)[:3]),
    }
    for field_name in FIELDS:
        cell_of_field[field_name] = _cell_of(grid, column, field_name)
    cell_of_field["why"] = column.why
    return {field_name: cleaned(cell) for field_name, cell in cell_of_field.items()}


def _take_cells(editor_key: str, grid: Grid) -> None:
    """Take over the cells that were changed in the grid."""
    held_work = grid.work
    edited_rows: Mapping[int, Mapping[str, str | None]]
    edited_rows = st.session_state[editor_key]["edited_rows"]
    for row_index, changed_cells in edited_rows.items():
        text_of_field = {}
        for field_name, cell in changed_cells.items():
            text_of_field[field_name] = (cell or "").removesuffix(OPEN)
        held_work = held_work.saying([grid.columns[int(row_index)].name], **text_of_field)
    state.change(said=held_work.said)


def _set_together(grid: Grid) -> None:
    """Draw what sets several columns at once: all whose better end is proposed, or those whose
    names end alike."""
    if grid.may_rank:
        return
    proposed = [column.name for column in grid.columns if "better" in column.proposed]
    if len(proposed) < 2:
        return
    columns_of_group = {f"all {len(proposed)} proposed": proposed}
    for ending in dict.fromkeys(words(column_name)[-1:] for column_name in proposed):
        alike = [column_name for column_name in proposed if words(column_name)[-1:] == ending]
        if 1 < len(alike) < len(proposed):
            columns_of_group[f"{len(alike)} like {shortened(alike[0], 20)}"] = alike
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="together"):
        group = st.selectbox("Set together", columns_of_group, key="together_which", width=190)
        columns = columns_of_group[group]
        for end_id, end_label in ENDS.items():
            _together_button(end_label, end_id, grid.work.saying(columns, better=end_id))
        _together_button("leave out", "", grid.work.saying(columns, **{"is": IGNORE}))


def _together_button(button_label: str, end_id: str, work: Work) -> None:
    st.button(
        button_label.capitalize(),
        key=f"together_{end_id}",
        on_click=state.change,
        kwargs={"said": work.said},
    )
