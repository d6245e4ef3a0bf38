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
from components.pages import DATA, LEADERBOARD
from components.resolved import Resolved
from components.results.kinds import KINDS, by_kind, purpose
from components.results.sources import NOT_FOUND, on_one_benchmark, sources_table
from components.results.sources import sentence as sentence_of_sources
from components.suite_ids import table_names
from components.table import of_frame
from components.widgets import address, cached, notices
from components.widgets.bar import head
from components.widgets.downloads import downloads
from components.widgets.glossary import terms
from components.widgets.names import link
from components.widgets.page import answer, below, notes, page, section, sentence
from components.widgets.tables import draw_table, opened_table
from data import sandbox, store


def show() -> None:
    """Draw the page."""
    page(DATA)
    view = head(DATA)
    assert isinstance(view, Resolved)
    verdict, *other_sentences = suite_lines(view.of(compute))
    answer(verdict)
    purposes(view)
    suite_tables(view)
    notes(*other_sentences)
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


def purposes(resolved: Resolved) -> None:
    """Draw what each suite is for, a line each, by kind of model."""
    public = [tables for tables in cached.served().suites if not tables.suite.private]
    for kind, suites in by_kind(public).items():
        lines = [f"**{KINDS[kind]}.** Take"]
        for tables in suites:
            board = link(resolved, LEADERBOARD, suite=tables.suite.id)
            title = markdown_text(tables.suite.title)
            lines.append(f"- [{title}]({board}) {markdown_text(purpose(tables.suite))}")
        st.markdown("\n".join(lines))


def suite_tables(resolved: Resolved) -> None:
    """Draw one table of the suite, filtered, every row with the place it comes from."""
    all_names = table_names(resolved.tables)
    table_name = resolved.opened.get("table", all_names[0])
    wanted_text = resolved.opened.get("find", "")
    with st.container(
        horizontal=True, gap="small", vertical_alignment="bottom", key="table_choice"
    ):
        st.session_state.update(table=table_name, find=wanted_text)
        st.selectbox("Table", all_names, width=280, key="table", on_change=_take, args=("table",))
        st.text_input(
            "Only rows with",
            placeholder="any text or number",
            max_chars=200,
            key="find",
            on_change=_take,
            args=("find",),
        )
    table = suite_table(resolved.tables, table_name)
    rows = matching(table, wanted_text)
    listed = of_frame(rows)
    draw_table(
        listed, resolved.labels, table_name="suite_table", table_title=f"The table {table_name}"
    )
    sentence(*table_sentences(table, len(rows) if wanted_text else None))
    downloads(lambda: listed, resolved.labels, file_stem=table_name, view=resolved)
    with st.expander("What the columns hold", key="table_columns"):
        columns = of_frame(columns_table(table))
        draw_table(
            columns,
            resolved.labels,
            table_name="table_columns",
            table_title=f"The columns of {table_name}",
        )


def _take(choice_name: str) -> None:
    """Put what a box of this page holds into the address."""
    address.set_opened(**{choice_name: st.session_state[choice_name].strip()})


def whole_suite(resolved: Resolved) -> None:
    """Draw links to the suite as files and to its metadata."""
    if resolved.tables.suite.private:
        return
    api_place = f"api/v1/suites/{resolved.tables.suite.id}"
    st.markdown(
        f"The whole suite: [zip with licence and citation]({api_place}.zip) · [Croissant"
        f" metadata]({api_place}/croissant.json) · [the numbers over HTTP](api/v1/)"
    )


def sources(resolved: Resolved) -> None:
    """Draw every suite with its size and source, then what it is, who leads on one benchmark, what
    was not found."""
    served = cached.served()
    section("All suites", sentence_of_sources(served.suites))
    listed = partial(sources_table, served.suites)
    opened_table(
        listed,
        resolved.labels,
        table_name="sources",
        table_title="All suites and their sources",
        view=resolved,
    )
    source_lines = []
    for tables in served.suites:
        suite = tables.suite
        about_suite = markdown_text(f"{suite.description} Licence: {suite.licence}.")
        source_lines.append(f"- **{markdown_text(suite.title)}.** {about_suite}")
    st.markdown("\n".join(source_lines))
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
        problems_title = f"Problems of the folder {refused.folder}"
        st.table(
            problems.map(markdown_text), border="horizontal", hide_index=True, alt=problems_title
        )


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
        schema_answer = _run(sql.SCHEMA, *_queried(resolved))
        listed = of_frame(sql.result_frame(schema_answer.columns, schema_answer.rows))
        draw_table(
            listed,
            resolved.labels,
            table_name="sql_schema",
            table_title="Tables and columns of the database",
        )
    if query.strip():
        _answer(resolved, query)


def _answer(resolved: Resolved, query: str) -> None:
    try:
        result = _run(query, *_queried(resolved))
    except sandbox.QueryRefused as error:
        first_line, _, other_lines = str(error).partition("\n")
        notices.notice("error", first_line)
        if other_lines.strip():
            st.code(other_lines.strip("\n"), language=None)
        if error.available:
            st.caption("What there is:")
            st.code(error.available, language=None, wrap_lines=True)
        return
    answer_frame = sql.result_frame(result.columns, result.rows)
    sentence(sql.result_sentence(answer_frame, result.truncated))
    if answer_frame.empty:
        return
    listed, about_answer = of_frame(answer_frame), provenance(resolved)
    draw_table(listed, resolved.labels, table_name="sql_result", table_title="Result of the query")
    # the public tables, whatever is selected on other pages
    origin = ("suite", "source", "licence", "data version")
    about_answer = {"query": query, **{fact_name: about_answer[fact_name] for fact_name in origin}}
    downloads(lambda: listed, resolved.labels, file_stem="query", view=resolved, about=about_answer)


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
