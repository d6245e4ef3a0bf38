"""From files, or frames written as files, to checked Tables."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from data import suite_rules
from data.columns import RUN_COLUMNS, TABLES, ColumnSchema
from data.frames import assemble, read_back
from data.problems import Problem, Problems, SuiteProblems, quoted
from data.raw_files import SUITE_FILE, RawTable, data_version, decode, read_bytes, read_csv
from data.registry import ID_PATTERN, Suite, Tables
from data.rules import (
    CheckedTable,
    Ids,
    check_further,
    check_table,
    file_of,
    known_ids,
    missing_files,
    run_columns,
)
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
    raw: dict[str, RawTable] = {}
    for name, content in contents.items():
        table = read_csv(name, content, problems) if name != SUITE_FILE else None
        if table is not None:
            raw[name.removesuffix(".csv")] = table
    suite = None
    if SUITE_FILE in contents:
        text = decode(SUITE_FILE, contents[SUITE_FILE], problems)
        keys = None if text is None else _toml(text, problems)
        suite = (
            None
            if text is None or keys is None
            else suite_rules.read_suite(keys, text, private, problems)
        )
    elif not problems.noted(SUITE_FILE):
        problems.add(SUITE_FILE, None, None, "no such file", "the suite's own record as TOML")
    return _tables(suite, raw, problems, data_version(contents)), problems.all


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


def _tables(
    suite: Suite | None, raw: Mapping[str, RawTable], problems: Problems, version: str
) -> Tables | None:
    """Check every table and the rules between them; return Tables only if nothing is wrong.

    Where rows of a table could not be read, nothing is held against it: it would miss what they
    say."""
    misread = {name for name in {*raw, *TABLES} if problems.noted(file_of(name))}
    missing_files(raw, problems)
    ids = known_ids({name: table for name, table in raw.items() if name not in misread})
    checked = {
        name: _check(name, raw, misread, ids, problems) for name in sorted(raw.keys() - {"runs"})
    }
    if "runs" in raw:
        known = run_columns(checked["metrics"]) if "metrics" in ids else RUN_COLUMNS
        checked["runs"] = check_table(
            TABLES["runs"], known, raw["runs"], ids, problems, closed="metrics" in ids
        )
    _check_between(checked, misread, problems)
    if suite is None or problems.all:
        return None
    return assemble(
        suite, {name: read_back(name, table.columns) for name, table in checked.items()}, version
    )


def _check(
    name: str, raw: Mapping[str, RawTable], misread: set[str], ids: Ids, problems: Problems
) -> CheckedTable:
    """Check a table other than runs: one that columns.py describes, or a further one."""
    table = TABLES.get(name)
    if table is None:
        if not ID_PATTERN.match(name):
            problems.add(
                file_of(name), None, None, f"the file name {quoted(name)}", "an id before .csv"
            )
        if any(name != other and name.casefold() == other.casefold() for other in (*TABLES, *raw)):
            problems.add(
                file_of(name),
                None,
                None,
                f"the file name {quoted(name)}",
                "one that differs by more than case",
            )
        return check_further(name, raw[name], ids, problems)
    settings = _settings(raw[name]) if name == "methods" and "families" in {*raw, *misread} else ()
    return check_table(table, (*table.columns, *settings), raw[name], ids, problems)


def _settings(raw: RawTable) -> tuple[ColumnSchema, ...]:
    """Return the columns of methods.csv that are hyper-parameters: all that columns.py does not
    describe."""
    known = {c.name for c in TABLES["methods"].columns}
    return tuple(
        ColumnSchema(h, "text", "a hyper-parameter", required=False)
        for h in dict.fromkeys(raw.header)
        if h not in known and ID_PATTERN.match(h)
    )


def _check_between(
    checked: Mapping[str, CheckedTable], misread: set[str], problems: Problems
) -> None:
    """Ask every rule whose tables have all their columns and rows.

    Nothing is said to be missing from methods or runs before these have no problem of their own.
    """
    columns = {name: {c.name for c in table.columns} for name, table in TABLES.items()}
    whole = {
        n: t
        for n, t in checked.items()
        if n not in misread and columns.get(n, set()) <= t.columns.keys()
    }
    if "pool_metrics" in misread:
        for name in ("after", "ratings"):  # a row of these may be about one of them
            whole.pop(name, None)
    unsure = {name for name in ("methods", "runs") if problems.noted(file_of(name))}
    for rule, name, others in suite_rules.RULES:
        if {name, *others} <= whole.keys() and not unsure & {*others}:
            rule(whole[name], *(whole[other] for other in others))


def _toml(text: str, problems: Problems) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    # the parser also raises on too many digits and too deep nesting
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else None
        problems.add(
            SUITE_FILE,
            line,
            None,
            f"text that is not TOML ({error})",
            'lines of the form key = "text"',
        )
        return None
