"""The page Tables and SQL: every table with its sources, and the console for queries."""

from functools import partial

import pandas as pd
import streamlit as st

from components.answers.data import sql
from components.answers.data.suite_tables import (
    columns_table,
    compute,
    matching,
    suite_lines,
    suite_table,
    table_sentences,
)
from components.choices.record import MAX_TEXT
from components.exports.provenance import provenance
from components.format import markdown_text
from components.pages import DATA
from components.resolved import Resolved
from components.results.sources import NOT_FOUND, on_one_benchmark, sources_table
from components.results.sources import sentence as sentence_of_sources
from components.suite_ids import table_names
from components.table import of_frame
from components.widgets import address, cached, notices
from components.widgets.bar import head
from components.widgets.downloads import downloads
from components.widgets.glossary import terms
from components.widgets.page import answer, below, notes, page, section, sentence
from components.widgets.tables import draw_table, opened_table
from data import sandbox, store


def show() -> None:
    """Draw the page."""
    page(DATA)
    view = head(DATA)
    assert isinstance(view, Resolved)
    verdict, *rests = suite_lines(view.of(compute))
    answer(verdict)
    suite_tables(view)
    notes(*rests)
    whole_suite(view)
    not_served()
    below(partial(_rest, view))


def _rest(view: Resolved) -> None:
    sources(view)
    section(
        "Ask in SQL",
        "Any question to the public tables. A query has 2 seconds and gives back up to 1 000 rows.",
    )
    console(view)
    terms(view, "suite", "panel", "run", "block", "cell", "oracle", "missing", "resolution")


def suite_tables(resolved: Resolved) -> None:
    """Draw one table of the suite, filtered, every row with the place it comes from."""
    names = table_names(resolved.tables)
    name = resolved.opened.get("table", names[0])
    find = resolved.opened.get("find", "")
    with st.container(
        horizontal=True, gap="small", vertical_alignment="bottom", key="table_choice"
    ):
        st.session_state.update(table=name, find=find)
        st.selectbox("Table", names, width=280, key="table", on_change=_take, args=("table",))
        st.text_input(
            "Only rows with",
            placeholder="any text or number",
            max_chars=200,
            key="find",
            on_change=_take,
            args=("find",),
        )
    table = suite_table(resolved.tables, name)
    rows = matching(table, find)
    listed = of_frame(rows)
    draw_table(listed, resolved.labels, name="suite_table", title=f"The table {name}")
    sentence(*table_sentences(table, len(rows) if find else None))
    downloads(lambda: listed, resolved.labels, name=name, view=resolved)
    with st.expander("What the columns hold", key="table_columns"):
        columns = of_frame(columns_table(table))
        draw_table(columns, resolved.labels, name="table_columns", title=f"The columns of {name}")


def _take(name: str) -> None:
    """Put what a box of this page holds into the address."""
    address.set_opened(**{name: st.session_state[name].strip()})


def whole_suite(resolved: Resolved) -> None:
    """Draw links to the suite as files and to its metadata."""
    if resolved.tables.suite.private:
        return
    place = f"api/v1/suites/{resolved.tables.suite.id}"
    st.markdown(
        f"The whole suite: [zip with licence and citation]({place}.zip) · [Croissant"
        f" metadata]({place}/croissant.json) · [the numbers over HTTP](api/v1/)"
    )


def sources(resolved: Resolved) -> None:
    """Draw every suite with its size and source, then what it is, who leads on one benchmark, what
    was not found."""
    served = cached.served()
    section("All suites", sentence_of_sources(served.suites))
    listed = partial(sources_table, served.suites)
    opened_table(
        listed, resolved.labels, name="sources", title="All suites and their sources", view=resolved
    )
    lines = []
    for tables in served.suites:
        suite = tables.suite
        about = markdown_text(f"{suite.description} Licence: {suite.licence}.")
        lines.append(f"- **{markdown_text(suite.title)}.** {about}")
    st.markdown("\n".join(lines))
    sentence(*on_one_benchmark(served), NOT_FOUND)


def not_served() -> None:
    """Draw the folders whose suites are refused, each with every problem."""
    for refused in cached.not_served():
        notices.notice("warning", refused.sentence)
        problems = pd.DataFrame(
            [
                {"where": problem.place, "found": problem.actual, "expected": problem.expected}
                for problem in refused.problems
            ]
        )
        title = f"Problems of the folder {refused.folder}"
        st.table(problems.map(markdown_text), border="horizontal", hide_index=True, alt=title)


def console(resolved: Resolved) -> None:
    """Draw the console: examples, the query, the schema, and the result as a table and files."""
    if resolved.tables.suite.private:
        st.caption("Queries read the public tables only; your own data never leave your session.")
    st.selectbox(
        "Start from an example",
        list(sql.EXAMPLES),
        index=None,
        placeholder="choose a question",
        key="sql_example",
        on_change=_take_example,
        width=420,
    )
    query = st.session_state["sql"] = address.opened().get("sql", "")
    st.text_area(
        "Query (one SELECT, read-only)",
        height=150,
        max_chars=MAX_TEXT,
        placeholder="SELECT …",
        key="sql",
        on_change=_take,
        args=("sql",),
    )
    # the click sends the address it still has, which may be the one from before the text was
    # committed
    st.button("Run", key="sql_run", on_click=_take, args=("sql",))
    with st.expander("Tables and columns", key="sql_schema"):
        there = _run(sql.SCHEMA, *_queried(resolved))
        listed = of_frame(sql.result_frame(there.columns, there.rows))
        draw_table(
            listed, resolved.labels, name="sql_schema", title="Tables and columns of the database"
        )
    if query.strip():
        _answer(resolved, query)


def _answer(resolved: Resolved, query: str) -> None:
    try:
        result = _run(query, *_queried(resolved))
    except sandbox.QueryRefused as error:
        first, _, rest = str(error).partition("\n")
        notices.notice("error", first)
        if rest.strip():
            st.code(rest.strip("\n"), language=None)
        if error.available:
            st.caption("What there is:")
            st.code(error.available, language=None, wrap_lines=True)
        return
    frame = sql.result_frame(result.columns, result.rows)
    sentence(sql.result_sentence(frame, result.truncated))
    if frame.empty:
        return
    listed, about = of_frame(frame), provenance(resolved)
    draw_table(listed, resolved.labels, name="sql_result", title="Result of the query")
    # the public tables, whatever is selected on other pages
    origin = ("suite", "source", "licence", "data version")
    about = {"query": query, **{name: about[name] for name in origin}}
    downloads(lambda: listed, resolved.labels, name="query", view=resolved, about=about)


@st.cache_data(show_spinner=False, max_entries=64)
def _run(query: str, data_version: str, suite: str) -> sandbox.Result:
    return sandbox.run(query, store.path(), suite=suite)


def _queried(resolved: Resolved) -> tuple[str, str]:
    """Return the data version and the suite whose tables have their own names; "" for a user's own
    suite."""
    suite = resolved.tables.suite
    return resolved.tables.data_version, "" if suite.private else suite.id


def _take_example() -> None:
    chosen = st.session_state["sql_example"]
    if chosen is not None:
        address.set_opened(sql=sql.EXAMPLES[chosen].strip())
