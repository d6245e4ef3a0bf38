"""The views of a suite: names, columns and rows are those of its tables on screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import duckdb
import numpy as np
import pandas as pd
import pytest

from components.views.data.result import FILE, SOURCE, suite_table
from data import build, database, folders, store
from data.frames import frames_of
from data.registry import Tables
from data.views import schema_of
from tests.made import made_tables


@pytest.fixture(scope="module")
def served() -> Iterator[duckdb.DuckDBPyConnection]:
    with database.connect(build.ensure()) as con:
        yield con


def rows_of(con: duckdb.DuckDBPyConnection, schema: str, name: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """Columns and rows of a view, nothing as None."""
    result = con.execute(f'FROM "{schema}"."{name}"')
    columns = [d[0] for d in result.description]
    return columns, [tuple(None if v == "" else v for v in row) for row in result.fetchall()]


def shown(tables: Tables, name: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """The same of the table on screen."""
    frame = suite_table(tables, name).frame.drop(columns=[FILE, SOURCE])
    rows = [tuple(None if v == "" or v != v else v for v in row) for row in frame.itertuples(index=False, name=None)]
    return list(frame.columns), rows


@pytest.mark.parametrize("suite", [s.id for s in store.suites()])
def test_every_table_on_screen_is_a_view(served: duckdb.DuckDBPyConnection, suite: str) -> None:
    tables = store.tables(suite)
    for name in frames_of(tables):
        assert rows_of(served, suite, name) == shown(tables, name), name


def written(tables: Tables, extras: Mapping[str, pd.DataFrame] = {}) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    database.write(con, [replace(tables, extras={**tables.extras, **extras}, data_version="0" * 12)], "0")
    return con


def test_names_that_sql_cannot_tell_apart_keep_their_columns() -> None:
    made = made_tables(np.array([[[[0.25, 0.5]]]]))
    first, second = made.scores
    metrics = (replace(first, id="fa"), replace(second, id="FA"))
    tables = replace(made, metrics=metrics, runs=made.runs.rename(columns={first.id: "fa", second.id: "FA"}))
    odd = pd.DataFrame({'a "quoted" head': ["x'y", ""], "number": [0.5, np.nan]})
    with written(tables, {"odd": odd, "RUNS": odd}) as con:
        columns, rows = rows_of(con, tables.suite.id, "runs")
        assert columns[-2:] == ["fa", "FA_2"]
        assert [row[-2:] for row in rows] == [(0.25, 0.5)]
        assert rows_of(con, tables.suite.id, "odd") == (['a "quoted" head', "number"], [("x'y", 0.5), (None, None)])


def test_a_run_without_any_value_has_a_row() -> None:
    tables = made_tables(np.array([[[[0.5], [np.nan]]]]))
    with written(tables) as con:
        assert [row[-1] for row in rows_of(con, tables.suite.id, "runs")[1]] == [0.5, None]


def test_a_suite_may_be_called_like_a_schema_that_is_there() -> None:
    made = made_tables(np.array([[[[0.5]]]]))
    tables = replace(made, suite=replace(made.suite, id="Main"))
    assert schema_of("Main") == "Main_"
    with written(tables) as con:
        assert len(rows_of(con, "Main_", "runs")[1]) == 1


def test_two_suites_whose_ids_differ_by_case_alone_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_tables(np.array([[[[0.5]]]]))
    both = {i: replace(made, suite=replace(made.suite, id=i)) for i in ("tofu", "TOFU")}
    monkeypatch.setattr(build, "suite_folders", lambda: [folders.BUILT_IN / i for i in both])
    monkeypatch.setattr(build, "examine", lambda folder: (both[folder.name], []))
    loaded = build.load_all()
    assert [t.suite.id for t in loaded.tables] == ["tofu"]
    assert "the id TOFU, which a suite named before has" in loaded.refused[0].sentence
