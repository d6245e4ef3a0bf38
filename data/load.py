"""From files, or frames already in memory, to checked Tables: one path and one set of rules for both."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import duckdb
import pandas as pd

from data import suite_rules
from data.columns import PER_SAMPLE, RUN_COLUMNS, TABLES, Column
from data.engine import engine
from data.files import (
    IN_PARQUET,
    MAX_COLUMNS,
    MAX_ROWS,
    SUITE_FILE,
    RawTable,
    data_version,
    decode,
    of_table,
    parquet_files,
    read_bytes,
    read_csv,
    whole_name,
)
from data.frames import assemble, fingerprint, frames_of, read_back, written
from data.per_sample import PerSample
from data.problems import Problem, Problems, SuiteProblems, quoted
from data.registry import ID_PATTERN, Suite, Tables
from data.rules import (
    Columns,
    Ids,
    Source,
    file_of,
    known_ids,
    missing_files,
    name_ids,
    of_csv,
    of_parquet,
    read_extra,
    read_table,
    run_columns,
    without_paths,
)
from data.run_rules import Runs, check_runs, check_samples

T = TypeVar("T")


def load_suite(folder: Path | str) -> Tables:
    """Read a suite folder. Raises SuiteProblems, which lists every problem."""
    tables, problems = examine(Path(folder))
    if tables is None:
        raise SuiteProblems(problems, str(folder))
    return tables


def examine(folder: Path) -> tuple[Tables | None, list[Problem]]:
    """The tables of a folder, or None with every problem."""
    problems = Problems()
    contents = read_bytes(folder, problems)
    if not contents and problems.all:
        return None, problems.all
    return _from_contents(contents, problems, private=False, parquet=parquet_files(folder, problems)), problems.all


def tables_from_files(contents: Mapping[str, bytes], *, private: bool = True) -> Tables:
    """Check the files of a suite given as bytes by file name (an upload). Raises SuiteProblems."""
    problems = Problems()
    tables = _from_contents(contents, problems, private)
    if tables is None:
        raise SuiteProblems(problems.all)
    return tables


def _from_contents(
    contents: Mapping[str, bytes], problems: Problems, private: bool, parquet: Mapping[str, Path] = MappingProxyType({})
) -> Tables | None:
    raw: dict[str, RawTable] = {}
    for name, content in contents.items():
        table = read_csv(name, content, problems) if name != SUITE_FILE else None
        if table is not None:
            raw[name.removesuffix(".csv")] = table
    suite = None
    if SUITE_FILE in contents:
        text = decode(SUITE_FILE, contents[SUITE_FILE], problems)
        keys = None if text is None else _toml(text, problems)
        suite = None if text is None or keys is None else suite_rules.read_suite(keys, text, private, problems)
    elif not problems.noted(SUITE_FILE):
        problems.add(SUITE_FILE, None, None, "no such file", "the suite's own record as TOML")
    return _tables(suite, raw, problems, data_version({**contents, **parquet}), parquet)


def tables_from_frames(frames: Mapping[str, pd.DataFrame], suite: Mapping[str, Any], *, private: bool = True) -> Tables:
    """Check frames of texts (one per table, NaN or "" = empty) by the rules of a suite folder; the header is line 1.

    `suite` holds the keys of suite.toml. The data version is taken from the contents. Raises SuiteProblems.
    """
    problems = Problems()
    raw = {}
    for name, frame in frames.items():
        table = _raw(name, frame, problems)
        if table is not None:
            raw[name] = table
    record = suite_rules.read_suite(suite, "", private, problems)
    tables = _tables(record, raw, problems, "")
    if tables is None:
        raise SuiteProblems(problems.all)
    prints = "".join(f"{n}:{fingerprint(written(n, frame))}" for n, frame in frames_of(tables).items())
    prints += "" if tables.per_sample is None else f"{PER_SAMPLE.name}:{tables.per_sample.fingerprint}"
    version = hashlib.sha256(f"{tables.suite}{prints}".encode()).hexdigest()[:12]
    return replace(tables, data_version=version)


def _tables(
    suite: Suite | None,
    raw: Mapping[str, RawTable],
    problems: Problems,
    version: str,
    parquet: Mapping[str, Path] = MappingProxyType({}),
) -> Tables | None:
    """Check every table and the rules between them; Tables only when nothing is wrong.

    Where `parquet` names files of runs, the runs are theirs, and where it names files of per_sample, these values.
    """
    missing_files({*raw, *(name for name in IN_PARQUET if of_table(name, parquet))}, problems)
    ids = known_ids(raw)
    with engine(list(parquet.values())) as con:
        name_ids(con, ids)
        read = {name: _columns(con, name, raw, ids, problems) for name in sorted(raw.keys() - set(IN_PARQUET))}
        known = run_columns(raw["metrics"], read["metrics"]) if "metrics" in ids else RUN_COLUMNS

        def of_runs(source: Source, paths: Sequence[Path]) -> Runs | None:
            return check_runs(con, source, known, ids, problems)

        runs = _in_files(con, "runs", raw, parquet, problems, of_runs)
        if runs is not None:
            read["runs"] = runs.cells(con)

        def of_samples(source: Source, paths: Sequence[Path]) -> PerSample | None:
            there = None if problems.noted_in("runs") else runs
            return check_samples(con, source, paths, ids, there, problems)

        samples = _in_files(con, PER_SAMPLE.name, raw, parquet, problems, of_samples)
        _between(read, raw, ids, problems)
        if suite is None or problems.all or runs is None:
            return None
        frames = {name: read_back(name, own) for name, own in read.items() if name != "runs"}
        return replace(assemble(suite, {**frames, "runs": runs.frame(con)}, version), per_sample=samples)


def _columns(
    con: duckdb.DuckDBPyConnection, name: str, raw: Mapping[str, RawTable], ids: Ids, problems: Problems
) -> Columns:
    """A table that is in CSV, checked: one that the schema knows, or a further one."""
    table = TABLES.get(name)
    if table is None:
        if not ID_PATTERN.match(name):
            problems.add(file_of(name), None, None, f"the file name {quoted(name)}", "an id before .csv")
        if any(name != other and name.casefold() == other.casefold() for other in (*TABLES, *raw)):
            problems.add(
                file_of(name), None, None, f"the file name {quoted(name)}", "one that differs by more than case"
            )
        return read_extra(name, raw[name], problems)
    settings = _settings(raw[name]) if name == "methods" and "families" in raw else ()
    return read_table(con, table, (*table.columns, *settings), raw[name], ids, problems)


def _in_files(
    con: duckdb.DuckDBPyConnection,
    name: str,
    raw: Mapping[str, RawTable],
    parquet: Mapping[str, Path],
    problems: Problems,
    read: Callable[[Source, Sequence[Path]], T | None],
) -> T | None:
    """The result of `read` for a table in CSV or Parquet; None without the table, or where it cannot be read."""
    files = of_table(name, parquet)
    if name in raw:
        return read(of_csv(con, name, raw[name]), ())
    if not files:
        return None
    try:
        source = of_parquet(con, name, files, problems)
        return None if source is None else read(source, list(files.values()))
    except duckdb.Error as error:
        found = f"a file that cannot be read ({without_paths(error)})"
        problems.add(whole_name(name, files), None, None, found, "Parquet")
        return None


def _settings(raw: RawTable) -> tuple[Column, ...]:
    """The columns of methods.csv that are hyper-parameters: all that the schema does not know."""
    known = {c.name for c in TABLES["methods"].columns}
    return tuple(
        Column(h, "text", "a hyper-parameter", required=False)
        for h in dict.fromkeys(raw.header)
        if h not in known and ID_PATTERN.match(h)
    )


def _between(
    read: Mapping[str, Columns], raw: Mapping[str, RawTable], ids: Mapping[str, tuple[str, ...]], problems: Problems
) -> None:
    """The rules between tables, for every table whose columns are all there."""
    whole = {n for n in read if n in TABLES and all(c.name in read[n] for c in TABLES[n].columns)}
    metrics = read.get("metrics", {})

    def place(name: str) -> suite_rules.Place:
        return suite_rules.Place(name, raw[name], problems)

    if "metrics" in whole:
        suite_rules.check_metrics(metrics, place("metrics"))
        if "methods" in whole and "runs" in read:
            suite_rules.check_references(metrics, read["methods"], read["runs"], place("metrics"))
    if {"floors", "metrics", "methods"} <= whole and {"panel", "benchmark", "method"} <= read.get("runs", {}).keys():
        suite_rules.check_floors(read["floors"], place("floors"), metrics, read["methods"], read["runs"])
    if "methods" in whole and "families" in whole:
        suite_rules.check_families(read["methods"], place("methods"), ids["families"])
    for name in {"after", "path"} & whole if "metrics" in whole else ():
        share = {i: Column(i, "number", "", False, low=0, high=1) for i in ids.get("pool_metrics", ())}
        bounds = share | {c.name: c for c in run_columns(raw["metrics"], metrics)[len(RUN_COLUMNS) :]}
        suite_rules.check_measured(read[name], place(name), bounds, read.get("runs", {}))
    if "pool" in read and "pool_metrics" in whole:
        suite_rules.check_pool(read["pool"], place("pool"), read["pool_metrics"])
    if "panels" in whole:
        used = set(read["runs"]["panel"]) if "panel" in read.get("runs", {}) else None
        suite_rules.check_panels(read["panels"], place("panels"), used)
    if "published" in whole:
        suite_rules.check_published(read["published"], place("published"), ids)
    alone = {"benchmarks": suite_rules.check_benchmarks, "recoverability": suite_rules.check_recoverability}
    for name, check in alone.items():
        if name in whole:
            check(read[name], place(name))
    of_metrics = {
        "weights": suite_rules.check_weights,
        "partitions": suite_rules.check_scores,
        "samples": suite_rules.check_samples,
    }
    for name, check_of in of_metrics.items():
        if {name, "metrics"} <= whole:
            check_of(read[name], place(name), metrics)


def _toml(text: str, problems: Problems) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    # the parser also raises on too many digits and too deep nesting
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else None
        problems.add(SUITE_FILE, line, None, f"text that is not TOML ({error})", 'lines of the form key = "text"')
        return None


def _raw(name: str, frame: pd.DataFrame, problems: Problems) -> RawTable | None:
    """A frame as a raw table; lines as in a CSV file written from it."""
    file = file_of(name)
    if frame.shape[1] > MAX_COLUMNS or len(frame) > MAX_ROWS:
        problems.add(file, None, None, f"{frame.shape}", f"at most {MAX_ROWS:,} rows and {MAX_COLUMNS} columns")
        return None
    if frame.empty:
        problems.add(file, 1, None, "a header without rows", "at least one row")
    columns = [["" if pd.isna(v) else str(v) for v in frame.iloc[:, i].tolist()] for i in range(frame.shape[1])]
    rows = list(zip(*columns, strict=True))
    return RawTable([str(c) for c in frame.columns], rows, list(range(2, len(frame) + 2)))
