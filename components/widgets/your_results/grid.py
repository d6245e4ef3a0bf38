"""One grid of the columns, changed in place, and the roles of the rows. Nothing else asks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from components.format import at_most, cleaned, joined, markdown_text, shortened
from components.intake.columns import CLOSEST, UNITS, Column
from components.intake.grid import Grid
from components.intake.rows import IGNORE, METHOD, ORIGINAL, OTHER, RETRAINED
from components.intake.suite import Runs
from components.intake.uses import COST, METRIC, USES
from components.markup import tag
from components.table import Table
from components.widgets import cached
from components.widgets.page import section
from components.widgets.tables import written
from components.widgets.your_results import state
from data.read.lexicon import words

_ROUND = "_your_results_grid"
_DECIDE = "to decide"
_ENDS = {"higher": "higher", "lower": "lower", CLOSEST: "closest to the retrained model"}
_ROLES = {METHOD: "method", RETRAINED: "retrained model", ORIGINAL: "original model", IGNORE: "left out"}
_MOST = 12
"""Rows whose roles are shown; of more, those that are no methods, and one to choose."""


def columns(grid: Grid, runs: Runs) -> None:
    """Draw the grid of the columns, and what was noted of their cells."""
    waiting = len(grid.to_decide)
    section(f"Your columns · {waiting} to decide" if waiting else "Your columns")
    listed = grid.suite.metrics if grid.suite else grid.facts.known.metrics.values()
    known = {m.id: f"{m.label} · {m.name}" for m in listed}
    targets = ({c.better for c in grid.columns} | {"0", "0.5", "1", "50"}) - {*_ENDS, ""}
    ends = _ENDS | {t: f"closest to {t}" for t in sorted(targets, key=float)}
    warm = ["background-color: #e6a23c33" if c.open else "" for c in grid.columns]
    text, select = st.column_config.TextColumn, st.column_config.SelectboxColumn
    config = {
        "column": text("Column", pinned=True, width=130),
        "values": text("Values", width=140),
        "is": select("Is", options=list(USES), required=True, width=90),
        "same": select("Same as", options=["", *known.values()], width=150),
        "better": select("Better", options=["", _DECIDE, *ends.values()], width=120),
        "unit": select("Unit", options=["", _DECIDE, *UNITS], width=80),
        "why": text("Why", width=240),
    }
    key = f"columns_{st.session_state.setdefault(_ROUND, 0)}"
    st.data_editor(
        pd.DataFrame([_line(grid, c, known, ends) for c in grid.columns]).style.apply(lambda column: warm),
        hide_index=True,
        disabled=["column", "values", "why"],
        column_config=config,
        height="auto" if len(warm) <= _MOST else 460,
        placeholder="",
        key=key,
        on_change=_changed,
        args=(key, grid, known, ends),
        alt="The columns of your table: what each is, which end is better, its unit, and why",
    )
    _together([c for c in grid.columns if c.use == METRIC and not c.better])
    marks = {
        c.name: {n.mark for n in grid.facts.numbers(c.name) if n.value is not None} - {""} for c in grid.used(METRIC)
    }
    noted = [f"{shortened(name, 30)}: {joined(at_most(4, sorted(own)))}" for name, own in marks.items() if own]
    alike = [f"“{shortened(a, 30)}” is “{shortened(b, 30)}”" for a, b in grid.facts.renamed.items()]
    for lead, texts in (("", runs.notes), ("Noted beside numbers: ", noted), ("Taken for one method: ", alike)):
        if texts:
            st.caption(markdown_text(f"{lead}{'; '.join(at_most(6, texts))}."))


def _together(waiting: Sequence[Column]) -> None:
    """Draw what sets several like columns at once, where more than one is to decide."""
    if len(waiting) < 2:
        return
    groups = {f"all {len(waiting)} to decide": [c.name for c in waiting]}
    for last in dict.fromkeys(words(c.name)[-1:] for c in waiting):
        own = [c.name for c in waiting if words(c.name)[-1:] == last]
        if 1 < len(own) < len(waiting):
            groups[f"{len(own)} like {shortened(own[0], 20)}"] = own
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="together"):
        chosen = st.selectbox("Set together", list(groups), key="together_which", width=190)
        for end, label in {**_ENDS, "": "ignore"}.items():
            said = {"better": end} if end else {"is": IGNORE}
            st.button(label.capitalize(), key=f"together_{end}", on_click=_say, args=(groups[chosen], said))


def _say(names: Sequence[str], said: Mapping[str, str]) -> None:
    st.session_state[_ROUND] += 1
    state.change(lambda work: work.saying(names, **said))


def _line(grid: Grid, c: Column, known: Mapping[str, str], ends: Mapping[str, str]) -> dict[str, str]:
    metric = c.use == METRIC
    same, unit = (known.get(c.same, ""), c.unit or _DECIDE) if metric else ("", "")
    better = ends.get(c.better, _DECIDE) if metric or c.use == COST else ""
    values = cleaned(" · ".join(grid.facts.texts(c.name)[:3]))
    own = {"column": cleaned("● " * c.open + c.name), "values": values, "is": c.use}
    return own | {"same": same, "better": better, "unit": unit, "why": cleaned(c.why)}


def _changed(key: str, grid: Grid, known: Mapping[str, str], ends: Mapping[str, str]) -> None:
    """Take over the cells that were changed in the grid."""
    ids = {text: i for texts in (known, ends) for i, text in texts.items()} | {_DECIDE: ""}
    for row, cells in st.session_state[key]["edited_rows"].items():
        _say([grid.columns[int(row)].name], {k: ids.get(v or "", v or "") for k, v in cells.items()})


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
            st.selectbox(label, [*options], format_func=get, key=key, on_change=_taken, args=(name,), width=190)


def numbers(listed: Table[int] | None) -> None:
    """Draw the numbers that can be asked about, each with its link."""
    if listed:
        section("Your numbers", "Each opens what is known of it.")
        view = cached.served()
        st.html(tag("div", written(listed, view.labels, "Your numbers", view), class_="linked"))


def _taken(name: str) -> None:
    role = str(st.session_state[f"role_{name}"])
    state.change(lambda work: replace(work, roles={**work.roles, name: role}))
