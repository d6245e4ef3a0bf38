"""One grid of the columns, changed in place, and the roles of the rows. Nothing else asks."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from components.format import at_most, cleaned, joined, markdown_text, shortened
from components.intake.columns import CLOSEST, UNITS, Column
from components.intake.grid import Grid
from components.intake.rows import IGNORE, METHOD, ORIGINAL, OTHER, RETRAINED
from components.intake.uses import METRIC, USES
from components.markup import table, tag, text
from components.widgets.names import anchor
from components.widgets.page import section
from components.widgets.your_results import state
from data.read.lexicon import words

_DECIDE = "to decide"
_ENDS = {"higher": "higher", "lower": "lower", CLOSEST: "closest to the retrained model"}
_ROLES = {METHOD: "method", RETRAINED: "retrained model", ORIGINAL: "original model", IGNORE: "left out"}
_MOST = 12
"""Rows whose roles are shown; of more, those that are no methods, and one to choose."""


def columns(grid: Grid, notes: Sequence[str]) -> None:
    """Draw the grid of the columns, and what was noted of their cells."""
    waiting = len(grid.to_decide)
    section(f"Your columns · {waiting} to decide" if waiting else "Your columns")
    listed = grid.suite.metrics if grid.suite else grid.facts.known.metrics.values()
    known = {"": "", **{m.id: f"{m.label} · {m.name}" for m in listed}}
    targets = ({c.better for c in grid.columns} | {"0", "0.5", "1", "50"}) - {*_ENDS, ""}
    ends = {"": "", _DECIDE: _DECIDE, **_ENDS, **{t: f"closest to {t}" for t in sorted(targets, key=float)}}
    column, select = st.column_config.TextColumn, st.column_config.SelectboxColumn
    config = {
        "column": column("Column", pinned=True, width=130),
        "values": column("Values", width=140),
        "is": select("Is", options=USES, required=True, width=90),
        "same": select("Same as", options=known, format_func=lambda i: known[str(i)], width=150),
        "better": select("Better", options=ends, format_func=lambda i: ends[str(i)], width=120),
        "unit": select("Unit", options=["", _DECIDE, *UNITS], width=80),
        "why": column("Why", width=240),
    }
    warm = ["background-color: #e6a23c33" if c.open else "" for c in grid.columns]
    key = f"columns_{id(grid)}"
    st.data_editor(
        pd.DataFrame([_line(grid, c) for c in grid.columns]).style.apply(lambda column: warm),
        hide_index=True,
        disabled=["column", "values", "why"],
        column_config=config,
        height="auto" if len(warm) <= _MOST else 460,
        placeholder="",
        key=key,
        on_change=_changed,
        args=(key, grid),
        alt="The columns of your table: what each is, which end is better, its unit, and why",
    )
    _together(grid, [c.name for c in grid.columns if c.use == METRIC and not c.better])
    marks = {c.name: {n.mark for n in grid.facts.numbers(c.name) if n.value is not None} for c in grid.used(METRIC)}
    noted = [
        *notes,
        *(f"beside {shortened(n)}: {joined(at_most(4, sorted(own - {''})))}" for n, own in marks.items() if any(own)),
        *(f"“{shortened(a, 30)}” is taken for “{shortened(b, 30)}”" for a, b in grid.facts.renamed.items()),
    ]
    if noted:
        st.caption(markdown_text(f"{'; '.join(at_most(12, noted))}."))


def _line(grid: Grid, c: Column) -> dict[str, str]:
    values, waits = " · ".join(grid.facts.texts(c.name)[:3]), _DECIDE * (c.use == METRIC)
    own = {"column": "● " * c.open + c.name, "values": values, "is": c.use, "same": c.same}
    own |= {"better": c.better or waits, "unit": c.unit or waits, "why": c.why}
    return {name: cleaned(cell) for name, cell in own.items()}


def _changed(key: str, grid: Grid) -> None:
    """Take over the cells that were changed in the grid."""
    work = grid.work
    for row, cells in st.session_state[key]["edited_rows"].items():
        said = {name: (cell or "").replace(_DECIDE, "") for name, cell in cells.items()}
        work = work.saying([grid.columns[int(row)].name], **said)
    state.change(said=work.said)


def _together(grid: Grid, waiting: Sequence[str]) -> None:
    """Draw what sets several columns at once: all that are to decide, or those whose names end alike."""
    if len(waiting) < 2:
        return
    groups = {f"all {len(waiting)} to decide": waiting}
    for last in dict.fromkeys(words(n)[-1:] for n in waiting):
        own = [n for n in waiting if words(n)[-1:] == last]
        if 1 < len(own) < len(waiting):
            groups[f"{len(own)} like {shortened(own[0], 20)}"] = own
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="together"):
        chosen = st.selectbox("Set together", groups, key="together_which", width=190)
        for end, label in {**_ENDS, "": "ignore"}.items():
            said = grid.work.saying(groups[chosen], **{"better" if end else "is": end or IGNORE}).said
            st.button(label.capitalize(), key=f"together_{end}", on_click=state.change, kwargs={"said": said})


def rows(grid: Grid) -> None:
    """Draw the roles of the rows."""
    section("Your rows")
    names = list(grid.roles)
    if len(names) > _MOST:
        other = st.selectbox("Another row", names, index=None, key="another_row", width=320)
        special = [n for n, (role, _) in grid.roles.items() if role != METHOD and n != other]
        names = [*special[:_MOST], *([other] if other else [])]
    labels = {m.address: m.label for m in grid.facts.known.methods}
    with st.container(horizontal=True, gap="small", key="roles"):
        for name in names:
            role, same = grid.roles[name][0], labels.get(grid.same.get(name, ""), "")
            options = _ROLES | ({METHOD: f"same as {same}", OTHER: "another method"} if same else {})
            options, key = options if role else {"": _DECIDE, **options}, f"role_{name}"
            st.session_state[key] = role
            label, get = markdown_text(shortened(name, 40)), options.__getitem__
            st.selectbox(label, [*options], format_func=get, key=key, on_change=_taken, args=(name, grid), width=190)


def _taken(name: str, grid: Grid) -> None:
    state.change(roles={**grid.work.roles, name: st.session_state[f"role_{name}"]})


def numbers(listed: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
    """Draw the numbers that can be asked about, each with its link."""
    if listed:
        section("Your numbers", "Each opens what is known of it.")
        heads = list(dict.fromkeys(c for own in listed.values() for c in own))
        lines = [[text(run), *(anchor(*own[c]) if c in own else "" for c in heads)] for run, own in listed.items()]
        drawn = table("Your numbers", ["run", *heads], lines, range(1, len(heads) + 1))
        st.html(tag("div", drawn, class_="linked"))
