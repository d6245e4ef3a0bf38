"""The scaffold of a page: title, sentence, figure with its reading aid, its table and its downloads, the foot.

Every text passed here is shown as text; names from the data need no escaping by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.defaults import LICENCE, VERSION
from components.pages import Listed
from components.plotting.theme import Mode, themed
from components.resolved import Resolved
from components.text import markdown_text
from components.widgets import exports, later, tables
from components.widgets.names import outward
from components.widgets.part import guarded
from components.widgets.selection import current

ROOM = 1200
"""Pixels kept for what stands below the first screen: more than a screen, so that nothing moves when it comes."""
PLOT_CONFIG = {
    "displaylogo": False,
    "displayModeBar": False,
    "scrollZoom": False,
    "doubleClick": "reset",
    "responsive": True,
}


def mode() -> Mode:
    """The theme the reader sees."""
    return "dark" if st.context.theme.type == "dark" else "light"


def page(record: Listed, title: str = "") -> None:
    """The head of a page: its title, or the name that it is about, and, in one line, the question it answers."""
    st.title(markdown_text(title or record.title), anchor=False)
    st.caption(markdown_text(record.question))


def section(title: str, question: str = "") -> None:
    """The head of a part of a page; its anchor is its title."""
    st.header(markdown_text(title))
    if question:
        st.caption(markdown_text(question))


def below(draw: Callable[[], object]) -> None:
    """What stands below the first screen of a page: it is drawn, and computed, when the first screen stands.

    Nothing in it may wait for a button: what its controls do, they do in callbacks.
    """
    later.with_controls(guarded()(draw), "below", ROOM, patient=True)


def sentence(*texts: str) -> None:
    """What the numbers mean for this selection, computed; several sentences make one paragraph. Empty ones vanish."""
    paragraph = " ".join(markdown_text(t) for t in texts if t)
    if paragraph:
        st.markdown(paragraph)


def answer(*texts: str) -> None:
    """The answer to the question of a page, computed: the verdict, then what it rests on. Empty ones vanish."""
    lines = [markdown_text(t) for t in texts if t]
    if lines:
        with st.container(key="answer"):
            st.markdown("\n\n".join(lines))


def notes(*texts: str) -> None:
    """Computed sentences that qualify an answer, one to a line, behind one line that opens. Empty ones vanish."""
    lines = [markdown_text(t) for t in texts if t]
    if lines:
        with st.expander("How this is computed", type="compact"):
            st.caption("\n".join(f"- {t}" for t in lines))


def figure(
    fig: go.Figure,
    *,
    name: str,
    title: str,
    reading: str,
    table: pd.DataFrame | None,
    resolved: Resolved,
    about: Mapping[str, str] | None = None,
    tools: bool = False,
    on_select: Literal["ignore", "rerun"] | Callable[..., None] = "ignore",
    selects: Sequence[Literal["points", "box", "lasso"]] = ("points",),
    config: dict[str, Any] | None = None,
) -> Any:
    """Draw a figure with everything that belongs to it.

    `name` ([a-z0-9_]+, one per page) names files and keys; `title` names the figure for those who cannot see it;
    `reading` tells how to read it in one line; `table` holds the numbers drawn, None where they stand on the page
    already; `about` is said of the picture in place of what was selected. `tools` shows zoom and pan where it is large.
    Gives back the selection of the chart when `on_select` asks for one; `selects` are ways to select.
    """
    drawn = themed(fig, mode())
    chart = partial(
        st.plotly_chart,
        drawn,
        theme=None,
        key=f"chart_{name}",
        on_select=on_select,
        selection_mode=selects,
        config={**PLOT_CONFIG, "displayModeBar": "hover" if tools else False, **(config or {})},
        alt=title,
    )
    later.first(name)
    state = None
    with st.container(key=f"figure_{name}", gap="xsmall"):
        if on_select == "ignore":
            later.later(chart, name, drawn.layout.height)
        else:
            state = chart()
        with st.container(horizontal=True, gap="small", key=f"foot_{name}"):
            st.caption(markdown_text(reading))
            exports.picture(name, title, resolved, about)
        if table is not None:
            data(table, name=name, title=title, resolved=resolved)
    return state


@st.fragment
def data(
    table: pd.DataFrame,
    *,
    name: str,
    title: str,
    resolved: Resolved,
    about: Mapping[str, str] | None = None,
    stem: str = "",
) -> None:
    """The numbers of a figure as a table that can be opened, and its downloads; `about`, `stem` as there.

    They are sent when it is opened, so that a page with many figures opens without many tables.
    """
    opened = st.expander(f"Data: {markdown_text(title)}", key=f"data_{name}", on_change="rerun")
    if opened.open:
        with opened:
            tables.table(table, name=name, title=title)
            exports.downloads(table, name=name, resolved=resolved, about=about, stem=stem)


def shown(
    table: pd.DataFrame,
    *,
    name: str,
    title: str,
    resolved: Resolved,
    about: Mapping[str, str] | None = None,
    stem: str = "",
    columns: Mapping[str, Any] | None = None,
) -> None:
    """A table in the open, and its downloads; `columns` as in `tables.table`, `about` and `stem` as in `downloads`."""
    own = f"table_{name}"
    later.first(own)
    later.later(partial(tables.table, table, name=name, title=title, columns=columns), own, tables.height(table))
    exports.downloads(table, name=name, resolved=resolved, about=about, stem=stem)


def footer(spans: bool = False) -> None:
    """What the numbers rest on, and under which terms; on a page that `spans` suites each names its own."""
    rests = "Each suite names its source and its licence"
    if not spans:
        tables, _, _ = current()
        suite = tables.suite
        rests = (
            f"Data version {markdown_text(tables.data_version)} · source {outward(suite.paper, suite.url)} · "
            f"data {markdown_text(suite.licence)}"
        )
    st.divider()
    st.caption(f"{rests} · code {LICENCE} · version {VERSION}")
