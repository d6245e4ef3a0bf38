"""From files, or frames already in memory, to checked Tables: one path and one set of rules for both."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pandas as pd

from data import sample_rules, suite_rules
from data.columns import PER_SAMPLE, RUN_COLUMNS, TABLES, Column
from data.files import (
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
)
from data.frames import assemble, column_kinds, fingerprint, frames_of, settings_text, typed, written
from data.parquet import Runs, read_runs
from data.per_sample import PerSample
from data.problems import Problem, Problems, SuiteProblems, quoted
from data.registry import ID_PATTERN, RUN_KEYS, Suite, Tables
from data.rules import Columns, file_of, known_ids, missing_files, read_extra, read_table, run_columns


def load_suite(folder: Path | str) -> Tables:
    """Read a suite folder.

    Raises SuiteProblems, which lists every problem, when anything in it is wrong. Nothing is written.
    """
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
    """Check frames of texts (one per table, NaN or "" = empty) by the rules of a suite folder.

    `suite` holds the keys of suite.toml. Problems count lines as a CSV file of the frame would: the header is
    line 1. The data version is taken from the contents. Raises SuiteProblems.
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
    version = hashlib.sha256(f"{tables.suite}{prints}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
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
    in_parquet = of_table("runs", parquet)
    missing_files({*raw, *(("runs",) if in_parquet else ())}, problems)
    ids = known_ids(raw)
    read: dict[str, Columns] = {}
    runs: Runs | None = None
    for name in sorted(raw.keys() - {PER_SAMPLE.name}, key=lambda n: (n == "runs", n)):
        table = TABLES.get(name)
        if table is None:
            if not ID_PATTERN.match(name):
                problems.add(file_of(name), None, None, f"the file name {quoted(name)}", "an id before .csv")
            read[name] = read_extra(name, raw[name], problems)
        elif name == "runs":
            run_table = run_columns(raw["metrics"], read["metrics"]) if "metrics" in ids else table.columns
            read[name] = read_table(table, run_table, raw[name], ids, problems, closed="metrics" in ids)
        else:
            settings = _settings(raw[name]) if name == "methods" and "families" in raw else ()
            read[name] = read_table(table, (*table.columns, *settings), raw[name], ids, problems)
            if name == "methods":
                read[name]["settings"] = settings_text(read[name], [c.name for c in settings], len(raw[name].rows))
    if in_parquet and "runs" not in raw:
        known = run_columns(raw["metrics"], read["metrics"]) if "metrics" in ids else RUN_COLUMNS
        runs = read_runs(in_parquet, known, ids, problems)
        read |= {} if runs is None else {"runs": runs.cells}
    samples = _per_sample(raw, parquet, ids, _run_keys(read, runs), problems)
    _between(read, raw, ids, problems)
    if suite is None or problems.all:
        return None
    frames = {} if runs is None else {"runs": runs.frame}
    for name, columns in read.items():
        if name in frames:
            continue
        if name in TABLES:
            metric_ids = [str(m) for m in read["metrics"]["id"]]
            kinds = column_kinds(name, metric_ids)
            if name == "runs":
                columns["run_id"] = list(range(1, len(columns["seed"]) + 1))
            if name == "published":
                columns["value"] = [float(str(p)) for p in columns["printed"]]
        else:
            kinds = {
                c: "text" if all(isinstance(v, str) for v in values) else "number" for c, values in columns.items()
            }
        frames[name] = typed(columns, kinds)
    return replace(assemble(suite, frames, version), per_sample=samples)


def _per_sample(
    raw: Mapping[str, RawTable],
    parquet: Mapping[str, Path],
    ids: Mapping[str, tuple[str, ...]],
    runs: pd.DataFrame | None,
    problems: Problems,
) -> PerSample | None:
    files, table = of_table(PER_SAMPLE.name, parquet), raw.get(PER_SAMPLE.name)
    if files and table is None:
        return sample_rules.read_files(files, ids, runs, problems)
    return None if table is None else sample_rules.read_csv(table, ids, runs, problems)


def _run_keys(read: Mapping[str, Columns], runs: Runs | None) -> pd.DataFrame | None:
    """One row for each run; None where some cannot be told."""
    if runs is not None:
        return runs.frame
    found = {key: read.get("runs", {}).get(key, [None]) for key in RUN_KEYS}
    return None if any(v is None for column in found.values() for v in column) else pd.DataFrame(found)


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
    if "methods" in whole and "families" in whole:
        suite_rules.check_families(read["methods"], place("methods"), ids["families"])
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
        "partitions": suite_rules.check_partitions,
        "samples": suite_rules.check_samples,
    }
    for name, check_of in of_metrics.items():
        if {name, "metrics"} <= whole:
            check_of(read[name], place(name), metrics)


def _toml(text: str, problems: Problems) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    # beside its own error the parser lets pass those of endless digits and endless nesting
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
