"""The tables of a suite in the database: names, columns and rows are those of its files."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import duckdb
import numpy as np
import pandas as pd
import pytest

from data import build, database, folders, store
from data.columns import TABLES
from data.frames import frames_of
from data.registry import Tables
from data.relations import schema_of
from data.write import suite_files
from tests.made import made_tables
from tests.released import NAMES


@pytest.fixture(scope="module")
def served() -> Iterator[duckdb.DuckDBPyConnection]:
    with database.connect(build.ensure()) as con:
        yield con


def rows_of(
    con: duckdb.DuckDBPyConnection, schema: str, name: str
) -> tuple[list[str], list[tuple[object, ...]]]:
    """Columns and rows of a table, nothing as None."""
    result = con.execute(f'FROM "{schema}"."{name}"')
    columns = [d[0] for d in result.description]
    return columns, [tuple(None if v == "" else v for v in row) for row in result.fetchall()]


def as_pandas_reads(path: folders.Path, kinds: Mapping[str, str]) -> dict[str, list[object]]:
    """The filled columns of a file by a second reader, with the database's types and None."""
    frame = pd.read_csv(path, dtype="str", keep_default_na=False)
    read = {"BOOLEAN": lambda text: text == "yes", "DOUBLE": float, "BIGINT": int}
    return {
        name: [None if text == "" else read.get(kinds[name], str)(text) for text in frame[name]]
        for name in frame.columns
        if name in kinds and name != "utilities"  # their scales are written as floats
    }


@pytest.mark.parametrize("suite", NAMES)
def test_every_file_is_a_table_with_its_columns_and_rows(served, suite):
    files = {path.stem: path for path in (folders.BUILT_IN / suite).glob("*.csv")}
    listed = served.execute(
        "SELECT table_name FROM duckdb_tables() WHERE schema_name = $1", [suite]
    ).fetchall()
    assert {name for (name,) in listed} == set(files)
    for name, path in files.items():
        kinds = {
            c: kind for c, kind, *_ in served.execute(f'DESCRIBE "{suite}"."{name}"').fetchall()
        }
        columns, rows = rows_of(served, suite, name)
        expected = as_pandas_reads(path, kinds)
        columns_of_view = {
            c: [row[i] for row in rows] for i, c in enumerate(columns) if c != "utilities"
        }
        assert columns_of_view == expected, name


def written(tables: Tables, extras: Mapping[str, pd.DataFrame] = {}) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    database.write(
        con, [replace(tables, extras={**tables.extras, **extras}, data_version="0" * 12)]
    )
    return con


def test_names_that_sql_must_quote_keep_their_columns():
    tables = made_tables(np.array([[[[0.25, 0.5]]]]))
    odd = pd.DataFrame({'a "quoted" head': ["x'y", ""], "number": [0.5, np.nan]})
    with written(tables, {"odd": odd}) as con:
        expected = (['a "quoted" head', "number"], [("x'y", 0.5), (None, None)])
        assert rows_of(con, tables.suite.id, "odd") == expected
        assert list(database.read_tables(con, tables.suite.id).extras["odd"].columns) == [
            'a "quoted" head',
            "number",
        ]


def test_runs_without_values_and_suites_called_like_schemas():
    tables = made_tables(np.array([[[[0.5], [np.nan]]]]))
    with written(tables) as con:
        assert [row[-1] for row in rows_of(con, tables.suite.id, "runs")[1]] == [0.5, None]
    original = made_tables(np.array([[[[0.5]]]]))
    tables = replace(original, suite=replace(original.suite, id="Main"))
    assert schema_of("Main") == "Main_"
    with written(tables) as con:
        assert len(rows_of(con, "Main_", "runs")[1]) == 1


def test_two_suites_whose_ids_differ_by_case_alone_are_refused():
    original = replace(made_tables(np.array([[[[0.5]]]])), published=pd.DataFrame())
    both = [replace(original, suite=replace(original.suite, id=name)) for name in ("tofu", "TOFU")]
    loaded = build.load([build.SuiteFiles(t.suite.id, t.suite.id, suite_files(t)) for t in both])
    assert [t.suite.id for t in loaded.tables] == ["tofu"]
    assert "the id TOFU, which a suite named before has" in loaded.refused[0].sentence


def test_the_views_over_all_suites_have_the_rows_of_each(served):
    frames = [frames_of(store.tables(s.id)) for s in store.suites()]
    for schema in TABLES.values():
        if schema.name == "runs":
            continue
        parts = [frame.get(schema.name, pd.DataFrame()) for frame in frames]
        view = served.execute(f"FROM {schema.relation}").df()
        assert list(view.columns) == [
            "suite",
            "position",
            *(c.name for c in schema.columns),
            *schema.derived,
        ]
        assert len(view) == sum(map(len, parts))
        for column in schema.columns:
            values = [None if v == "" or v != v else v for v in view[column.name].tolist()]
            expected = [v for part in parts if len(part) for v in part[column.name].tolist()]
            assert values == [None if v == "" or v != v else v for v in expected], column
    settings = served.execute(
        "SELECT settings ->> 'lr' FROM method WHERE suite = 'tofu' AND family = 'npo'"
    ).fetchone()
    assert settings == ("1e-5",)
