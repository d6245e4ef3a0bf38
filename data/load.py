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
    for file, content in contents.items():
        raw = None if file == SUITE_FILE else read_csv(file, content, problems)
        if raw is not None:
            raw_tables[file.removesuffix(".csv")] = raw
    suite = read_suite(contents, problems, private=private)
    checked = _checked(raw_tables, problems)
    if suite is None or problems.all:
        return None, problems.all
    frames = {name: read_back(name, table.columns) for name, table in checked.items()}
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
    misread = {name for name in {*raw_tables, *TABLES} if problems.noted(file_of(name))}
    note_missing_files(raw_tables, problems)
    ids = ids_of({name: raw for name, raw in raw_tables.items() if name not in misread})
    has_families = "families" in {*raw_tables, *misread}
    checked = {}
    for name in sorted(raw_tables.keys() - {"runs"}):
        raw = raw_tables[name]
        if name not in TABLES:
            _check_file_name(name, {*TABLES, *raw_tables} - {name}, problems)
            checked[name] = check_further(name, raw, ids, problems)
            continue
        columns = TABLES[name].columns
        if name == "methods" and has_families:
            columns = (*columns, *_settings(raw))
        checked[name] = check_table(TABLES[name], columns, raw, ids, problems)
    if "runs" in raw_tables:
        columns = run_columns(checked["metrics"]) if "metrics" in ids else RUN_COLUMNS
        checked["runs"] = check_table(
            TABLES["runs"], columns, raw_tables["runs"], ids, problems, closed="metrics" in ids
        )
    _check_between(checked, misread, problems)
    return checked


def _check_file_name(name: str, others: set[str], problems: Problems) -> None:
    """Require an id that differs from the names of other tables by more than case."""
    actual = f"the file name {quoted(name)}"
    if not ID_PATTERN.match(name):
        problems.add(file_of(name), actual, "an id before .csv")
    if name.casefold() in {other.casefold() for other in others}:
        problems.add(file_of(name), actual, "one that differs by more than case")


def _settings(raw: RawTable) -> list[ColumnSchema]:
    """Return the columns of methods.csv that are hyper-parameters: all that columns.py does not
    describe."""
    described = {column.name for column in described_columns("methods")}
    return [
        text_column(name, "a hyper-parameter", required=False)
        for name in dict.fromkeys(raw.header)
        if name not in described and ID_PATTERN.match(name)
    ]


def _check_between(
    checked: Mapping[str, CheckedTable], misread: set[str], problems: Problems
) -> None:
    """Ask every rule whose tables have all their columns and rows.

    Nothing is said to be missing from methods or runs before these have no problem of their own.
    """
    whole = {}
    for name, table in checked.items():
        described = {column.name for column in described_columns(name)}
        if name not in misread and described <= table.columns.keys():
            whole[name] = table
    if "pool_metrics" in misread:
        for name in ("after", "ratings"):  # a row of these may be about one of them
            whole.pop(name, None)
    unsure = {name for name in ("methods", "runs") if problems.noted(file_of(name))}
    for rule, name, others in RULES:
        if {name, *others} <= whole.keys() and unsure.isdisjoint(others):
            rule(whole[name], *(whole[other] for other in others))
