"""The page Tables and SQL: every table with its sources, and the console for queries."""

from functools import partial

import pandas as pd
import streamlit as st

from components.answers.data import sql
from components.answers.data.sources import sentence as sentence_of_sources
from components.answers.data.sources import sources_table
from components.answers.data.suite_tables import (
    columns_table,
    compute,
    lead,
    matching,
    page_sentence,
    runs_table,
    runs_wanted,
    suite_table,
    table_sentences,
)
from components.choice_text import table_names
from components.exports.provenance import provenance
from components.pages import DATA
from components.plain import number
from components.plotting.theme import themed
from components.resolved import Resolved
from components.selection import MAX_TEXT, default_selection
from components.table import of_frame
from components.text import markdown_text
from components.widgets import cached, exports, notices
from components.widgets.downloads import downloads
from components.widgets.glossary import terms
from components.widgets.names import outward
from components.widgets.page import PLOT_CONFIG, answer, below, mode, notes, page, section, sentence
from components.widgets.selection import bound, change, commit, control, filters, link, page_box
from components.widgets.tables import draw_table
from data import run_pages, sandbox, store


def show() -> None:
    """Draw the page."""
    page(DATA)
    view = filters("suite")
    verdict, *rests = lead(view.of(compute))
    answer(verdict)
    suite_tables(view)
    notes(*rests)
    whole_suite(view)
    not_served()
    below(partial(_rest, view))


def _rest(view: Resolved) -> None:
    sources(view)
    section("Ask in SQL", "Any question to the public tables. A query has 2 seconds and gives back up to 1 000 rows.")
    console(view)
    terms("suite", "panel", "run", "block", "cell", "oracle", "missing", "resolution")


def suite_tables(resolved: Resolved) -> None:
    """One table of the suite, filtered, every row with the place it comes from."""
    names, find = table_names(resolved.tables), resolved.selection.find
    name = resolved.selection.table or names[0]
    paged = name == "runs" and resolved.tables.whole is not None
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="table_choice"):
        st.selectbox("Table", names, width=280, **bound("table", name))
        if paged:
            page, matches = _page_of_runs(resolved)
        else:
            st.text_input("Only rows with", placeholder="any text or number", max_chars=200, **bound("find", find))
    if paged:
        runs = store.run_page(resolved.tables, runs_wanted(resolved.selection), page)
        table = runs_table(resolved.tables, runs)
        rows, sentences = table.frame, [table_sentences(table)[0], page_sentence(table, run_pages.first(page), matches)]
    else:
        table = suite_table(resolved.tables, name)
        rows = matching(table, find)
        sentences = table_sentences(table, len(rows) if find else None)
    listed = of_frame(rows)
    draw_table(listed, resolved.labels, name="suite_table", title=f"The table {name}")
    sentence(*sentences)
    downloads(lambda: listed, resolved.labels, name=name, view=resolved)
    with st.expander("What the columns hold", key="table_columns"):
        columns = of_frame(columns_table(table))
        draw_table(columns, resolved.labels, name="table_columns", title=f"The columns of {name}")


def _page_of_runs(resolved: Resolved) -> tuple[int, int]:
    """The controls of the runs of a large suite: gives back which page is shown, and how many runs match."""
    for choice in ("panel", "benchmarks", "methods"):
        control(resolved, choice)
    matches = store.run_count(resolved.tables, runs_wanted(resolved.selection))
    last = run_pages.pages(matches)
    page = min(resolved.selection.page_number, last)
    page_box(page, last)
    return page, matches


def whole_suite(resolved: Resolved) -> None:
    """Links to the suite as files and to its metadata."""
    if resolved.tables.suite.private:
        return
    place = f"api/v1/suites/{resolved.tables.suite.id}"
    st.markdown(
        f"The whole suite: [zip with licence and citation]({place}.zip) · [Croissant metadata]({place}/croissant.json) "
        "· [the numbers over HTTP](api/v1/)"
    )


def sources(resolved: Resolved) -> None:
    """Every suite with what it is, how much there is, what supports it and its terms."""
    suites = cached.served().suites
    section("All suites", sentence_of_sources(suites))
    listed = sources_table(suites)
    draw_table(listed, resolved.labels, name="sources", title="All suites and their sources")
    downloads(lambda: listed, resolved.labels, name="sources", view=resolved)
    own = [(t.suite, Resolved(t, default_selection(t))) for t in suites]
    st.markdown(
        "\n".join(
            f"- **[{markdown_text(s.title)}]({link(view, 'leaderboard')})** {markdown_text(s.description)} "
            f"{outward(s.paper, s.url)} · {markdown_text(s.licence)}"
            for s, view in own
        )
    )


def not_served() -> None:
    """The folders whose suites are refused, each with every problem."""
    for refused in cached.not_served():
        notices.notice("warning", refused.sentence)
        problems = pd.DataFrame(
            [{"where": p.place, "found": p.found, "expected": p.expected} for p in refused.problems]
        )
        title = f"Problems of the folder {refused.folder}"
        st.table(problems.map(markdown_text), border="horizontal", hide_index=True, alt=title)


def console(resolved: Resolved) -> None:
    """A query on the public tables: examples, the schema, the query, its result as table, picture and file."""
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
    st.text_area(
        "Query (one SELECT, read-only)",
        height=150,
        max_chars=MAX_TEXT,
        placeholder="SELECT …",
        **bound("sql", resolved.selection.sql),
    )
    # the click sends the address it still has, which may be the one from before the text was committed
    st.button("Run", key="sql_run", on_click=commit, args=("sql",))
    with st.expander("Tables and columns", key="sql_schema"):
        there = of_frame(_schema(resolved))
        draw_table(there, resolved.labels, name="sql_schema", title="Tables and columns of the database")
    if resolved.selection.sql.strip():
        _answer(resolved, resolved.selection.sql)


def _answer(resolved: Resolved, query: str) -> None:
    try:
        result = _run(query, *_queried(resolved))
    except sandbox.QueryRefused as error:
        first, _, rest = str(error).partition("\n")
        notices.notice("error", first)
        if rest.strip():
            st.code(rest.strip("\n"), language=None)
        if error.there:
            st.caption("What there is:")
            st.code(error.there, language=None, wrap_lines=True)
        return
    frame = sql.result_frame(result.columns, result.rows)
    sentence(sql.result_sentence(frame, result.truncated))
    if frame.empty:
        return
    listed = of_frame(frame)
    draw_table(listed, resolved.labels, name="sql_result", title="Result of the query")
    about, drawn = {"query": query, **_basis(resolved)}, sql.drawable(frame)
    if drawn:
        values = [number(v) for v in frame[drawn].astype(float)]
        title = f"{drawn} by row"
        fig = themed(sql.query_bars(sql.row_labels(frame), values, drawn, mode()), mode())
        with st.container(key="figure_query", gap="xsmall"):
            st.plotly_chart(fig, theme=None, key="chart_query", config=PLOT_CONFIG, alt=title)
            with st.container(horizontal=True, gap="small", key="foot_query"):
                st.caption(markdown_text(f"One bar per row of the result, in its order: {drawn}."))
                exports.picture("query", title, resolved, about)
    downloads(lambda: listed, resolved.labels, name="query", view=resolved, about=about)


def _basis(resolved: Resolved) -> dict[str, str]:
    """What a query rests on: the public tables, whatever is selected on other pages."""
    about = provenance(resolved)
    return {k: about[k] for k in ("suite", "source", "licence", "data version")}


@st.cache_data(show_spinner=False, max_entries=64)
def _run(query: str, data_version: str, suite: str) -> sandbox.Result:
    return sandbox.run(query, store.path(suite, data_version), suite=suite)


def _queried(resolved: Resolved) -> tuple[str, str]:
    """The data version and the suite whose tables have their own names; a reader's own suite is not asked."""
    suite = resolved.tables.suite
    return resolved.tables.data_version, "" if suite.private else suite.id


def _schema(resolved: Resolved) -> pd.DataFrame:
    schema = _run(sql.SCHEMA, *_queried(resolved))
    return sql.result_frame(schema.columns, schema.rows)


def _take_example() -> None:
    chosen = st.session_state["sql_example"]
    if chosen is not None:
        change(sql=sql.EXAMPLES[chosen].strip())
