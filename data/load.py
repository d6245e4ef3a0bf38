"""From files, or frames written as files, to checked Tables."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from data.columns import RUN_COLUMNS, TABLES, ColumnSchema, described_columns, text_column
from data.frames import assemble, read_back
from data.problems import Problem, Problems, SuiteProblems, quoted
from data.raw_files import SUITE_FILE, RawTable, data_version, read_bytes, read_csv
from data.registry import ID_PATTERN, Tables
from data.rules import (
    CheckedTable,
    check_further,
    check_table,
    file_of,
    ids_of,
    note_missing_files,
    run_columns,
)
from data.suite_file import read_suite
from data.suite_rules import RULES
from data.write import as_files


def load_suite(folder: Path | str) -> Tables:
    """Read a suite folder. Raises SuiteProblems, which lists every problem."""
    tables, problems = examine(Path(folder))
    if tables is None:
        raise SuiteProblems(problems, str(folder))
    return tables


def examine(folder: Path) -> tuple[Tables | None, list[Problem]]:
    """Return the tables of a folder, or None with every problem."""
    problems = Problems()
    return examine_files(read_bytes(folder, problems), problems)


def examine_files(
    contents: Mapping[str, bytes], problems: Problems, *, private: bool = False
) -> tuple[Tables | None, list[Problem]]:
    """Return the tables of files by name, or None with every problem; `problems` are those of
    reading."""
    if not contents and problems.all:
        return None, problems.all
    raw_tables: dict[str, RawTable] = {}
    for file_name, content in contents.items():
        raw_table = None if file_name == SUITE_FILE else read_csv(file_name, content, problems)
        if raw_table is not None:
            raw_tables[file_name.removesuffix(".csv")] = raw_table
    suite = read_suite(contents, problems, private=private)
    checked = _checked(raw_tables, problems)
    if suite is None or problems.all:
        return None, problems.all
    frames = {
        table_name: read_back(table_name, table.columns) for table_name, table in checked.items()
    }
    return assemble(suite, frames, data_version(contents)), []


def tables_from_files(contents: Mapping[str, bytes], *, private: bool = True) -> Tables:
    """Check the files of a suite given as bytes by file name (an upload). Raises SuiteProblems."""
    tables, problems = examine_files(contents, Problems(), private=private)
    if tables is None:
        raise SuiteProblems(problems)
    return tables


def tables_from_frames(
    frames: Mapping[str, pd.DataFrame], suite: Mapping[str, Any], *, private: bool = True
) -> Tables:
    """Check the files written from frames of texts, one per table; NaN or "" = empty. Raises
    SuiteProblems.

    `suite` holds the keys of suite.toml.
    """
    return tables_from_files(as_files(suite, frames), private=private)


def _checked(raw_tables: Mapping[str, RawTable], problems: Problems) -> dict[str, CheckedTable]:
    """Check every table and the rules between them.

    Where rows of a table could not be read, nothing is held against it: it would miss what they
    say."""
    misread = {
        table_name for table_name in {*raw_tables, *TABLES} if problems.noted(file_of(table_name))
    }
    note_missing_files(raw_tables, problems)
    ids_of_table = ids_of(
        {
            table_name: raw_table
            for table_name, raw_table in raw_tables.items()
            if table_name not in misread
        }
    )
    has_families = "families" in {*raw_tables, *misread}
    checked = {}
    for table_name in sorted(raw_tables.keys() - {"runs"}):
        raw_table = raw_tables[table_name]
        if table_name not in TABLES:
            _check_file_name(table_name, {*TABLES, *raw_tables} - {table_name}, problems)
            checked[table_name] = check_further(table_name, raw_table, ids_of_table, problems)
            continue
        columns = TABLES[table_name].columns
        if table_name == "methods" and has_families:
            columns = (*columns, *_settings(raw_table))
        checked[table_name] = check_table(
            TABLES[table_name], columns, raw_table, ids_of_table, problems
        )
    if "runs" in raw_tables:
        columns = run_columns(checked["metrics"]) if "metrics" in ids_of_table else RUN_COLUMNS
        checked["runs"] = check_table(
            TABLES["runs"],
            columns,
            raw_tables["runs"],
            ids_of_table,
            problems,
            closed="metrics" in ids_of_table,
        )
    _check_between(checked, misread, problems)
    return checked


def _check_file_name(file_name: str, other_files: set[str], problems: Problems) -> None:
    """Require an id that differs from the names of other tables by more than case."""
    actual = f"the file name {quoted(file_name)}"
    if not ID_PATTERN.match(file_name):
        problems.add(file_of(file_name), actual, "an id before .csv")
    if file_name.casefold() in {other_file.casefold() for other_file in other_files}:
        problems.add(file_of(file_name), actual, "one that differs by more than case")


def _settings(raw_table: RawTable) -> list[ColumnSchema]:
    """Return the columns of methods.csv that are hyper-parameters: all that columns.py does not
    describe."""
    described = {column.name for column in described_columns("methods")}
    return [
        text_column(heading, "a hyper-parameter", required=False)
        for heading in dict.fromkeys(raw_table.header)
        if heading not in described and ID_PATTERN.match(heading)
    ]


def _check_between(
    checked: Mapping[str, CheckedTable], misread: set[str], problems: Problems
) -> None:
    """Ask every rule whose tables have all their columns and rows.

    Nothing is said to be missing from methods or runs before these have no problem of their own.
    """
    complete_tables = {}
    for table_name, table in checked.items():
        described = {column.name for column in described_columns(table_name)}
        if table_name not in misread and described <= table.columns.keys():
            complete_tables[table_name] = table
    if "pool_metrics" in misread:
        for table_name in ("after", "ratings"):  # a row of these may be about one of them
            complete_tables.pop(table_name, None)
    unsure = {
        table_name for table_name in ("methods", "runs") if problems.noted(file_of(table_name))
    }
    for check_rule, table_name, other_names in RULES:
        if {table_name, *other_names} <= complete_tables.keys() and unsure.isdisjoint(other_names):
            check_rule(
                complete_tables[table_name],
                *(complete_tables[other_name] for other_name in other_names),
            )
