"""Reading the database: the same tables as the files, from any thread, and nothing but reading."""

import logging
import os
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from components.errors import LeaderboardError, Unavailable, UnknownName
from data import build, connection, database, folders, sandbox, store
from data.folders import BUILT_IN, suite_folders
from data.frames import fingerprint, frames_of
from data.load import load_suite
from data.write import suite_files
from tests.made import made_tables


def same(a, b):
    assert (a.suite, a.metrics, a.methods, a.benchmarks, a.panels, a.data_version) == (
        b.suite,
        b.metrics,
        b.methods,
        b.benchmarks,
        b.panels,
        b.data_version,
    )
    left, right = frames_of(a), frames_of(b)
    assert list(left) == list(right)
    for name in left:
        pd.testing.assert_frame_equal(left[name], right[name], check_exact=True)


@pytest.fixture(scope="module")
def first_suite(tmp_path_factory):
    """A database of the first suite alone, whose rows the tests below count."""
    root = tmp_path_factory.mktemp("alone")
    shutil.copytree(BUILT_IN / "unified_unlearning", root / "tables" / "unified_unlearning")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "BUILT_IN", root / "tables")
        patch.setenv("LEADERBOARD_DATABASE", str(root))
        patch.delenv("LEADERBOARD_TABLES", raising=False)
        return build.ensure()


@pytest.fixture
def writable(first_suite, tmp_path):
    """A connection that may write: the constraints themselves are under test."""
    with database.connect(shutil.copy(first_suite, tmp_path), writable=True) as con:
        yield con


def test_tables_are_those_of_the_folder_to_the_bit(ready):
    same(store.tables("unified_unlearning"), load_suite(BUILT_IN / "unified_unlearning"))


def test_every_kind_of_table_comes_back(place, folder, monkeypatch):
    """Extras the schema does not know, hostile text, empty optional fields, -0.0 and very small numbers."""
    folder.write("suite.toml", (folder.path / "suite.toml").read_bytes().replace(b'"unified_unlearning"', b'"second"'))
    folder.write("budget.csv", 'method,hours,note\nsalun,1.5,\nrandom_labels,,"a\nb"\n,-0.0,\u202e<b>=1\n')
    folder.write("words.csv", "a\nx\n")
    folder.replace("runs.csv", 2, "121.4375", "5e-324")
    folder.replace("runs.csv", 3, "17.359375", "-0.0")
    folder.replace("methods.csv", 2, ",Gradient Ascent,", ',"; DROP TABLE run; --""",')
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    served = store.tables("second")
    same(served, load_suite(folder.path))
    assert np.signbit(served.runs["AD"].iloc[1])
    assert served.runs["AD"].iloc[0] == 5e-324
    assert list(served.extras)[:2] == ["budget", "partitions"]


def test_optional_tables_may_be_absent(place, folder, monkeypatch):
    folder.write("suite.toml", (folder.path / "suite.toml").read_bytes().replace(b'"unified_unlearning"', b'"second"'))
    for name in ("published", "weights", "samples", "recoverability", "partitions"):
        (folder.path / f"{name}.csv").unlink()
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    same(store.tables("second"), load_suite(folder.path))


def test_a_large_suite(place, tmp_path, monkeypatch):
    """150 methods × 26 metrics × 3 benchmarks × 3 seeds, a tenth of it missing: a folder, not a change of code."""
    rng = np.random.default_rng(11)
    values = rng.random((3, 3, 150, 26))
    values[rng.random(values.shape) < 0.1] = np.nan
    made = made_tables(values, rng.random((3, 3, 150)))
    (tmp_path / "large").mkdir()
    for name, content in suite_files(made).items():
        if name != "published.csv":
            (tmp_path / "large" / name).write_bytes(content)
    monkeypatch.setenv("LEADERBOARD_TABLES", str(tmp_path / "large"))
    served = store.tables("made")
    same(served, load_suite(tmp_path / "large"))
    assert len(served.runs) == 1350
    assert len(served.scores) == 26
    np.testing.assert_array_equal(
        served.runs[[f"X{k + 1}" for k in range(26)]].to_numpy().reshape(3, 3, 150, 26), values
    )


def test_suites_and_versions(ready):
    suite, *others = store.suites()
    folder = load_suite(BUILT_IN / "unified_unlearning")
    assert suite.id == "unified_unlearning"
    assert [s.id for s in others] == [f.name for f in suite_folders("")[1:]]
    assert suite == folder.suite
    assert not suite.private
    assert store.data_version("unified_unlearning") == folder.data_version


@pytest.mark.parametrize("name", ["nothing", "", "' OR 1=1 --", "UNIFIED_UNLEARNING"])
def test_unknown_suite(ready, name):
    for ask in (store.tables, store.data_version):
        with pytest.raises(UnknownName, match="expected one of unified_unlearning"):
            ask(name)


def test_threads(place):
    """Sixteen threads that begin together, from opening the database on, all see the same."""
    begin = threading.Barrier(16)

    def read(_: int) -> str:
        begin.wait()
        return fingerprint(store.tables("unified_unlearning").runs) + store.data_version("unified_unlearning")

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(read, range(16)))
    folder = load_suite(BUILT_IN / "unified_unlearning")
    assert set(found) == {fingerprint(folder.runs) + folder.data_version}


# --- removed, cut or replaced while it is read


@pytest.fixture
def alone(place, first_suite, monkeypatch):
    """A place with a database of the first suite alone, opened."""
    monkeypatch.setattr(folders, "BUILT_IN", first_suite.parent / "tables")
    place.mkdir()
    path = Path(shutil.copy(first_suite, place))
    assert len(store.suites()) == 1
    return path


SPOILT = {
    "removed": lambda path: path.unlink(),
    "cut": lambda path: os.truncate(path, 8192),
    "emptied": lambda path: os.truncate(path, 0),
    "overwritten": lambda path: path.write_bytes(b"\xff" * path.stat().st_size),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_database_spoilt_while_it_is_read_is_built_again(alone, caplog, spoil):
    spoil(alone)
    with caplog.at_level(logging.WARNING), ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: len(store.tables("unified_unlearning").runs), range(8)))
    assert runs == [50] * 8
    assert sandbox.run("SELECT count(*) FROM run").rows == ((50,),)
    (told,) = caplog.messages
    assert "built again" in told


def test_a_database_cut_in_the_middle_of_a_read_is_read_again(alone, monkeypatch):
    real, cut = database.read_tables, []

    def read(con, suite, **how):
        if not cut:
            cut.append(os.truncate(alone, 8192))
        return real(con, suite, **how)

    monkeypatch.setattr(database, "read_tables", read)
    assert len(store.tables("unified_unlearning").runs) == 50


def test_one_that_another_process_replaced_is_opened_without_a_word(alone, caplog):
    copy = alone.with_name("copy")
    shutil.copy(alone, copy)
    copy.replace(alone)
    with caplog.at_level(logging.INFO):
        assert len(store.suites()) == 1
    assert caplog.messages == []


def test_until_it_can_be_built_again_it_is_unavailable_and_then_serves(alone, monkeypatch, caplog):
    builds = []

    def full(*_):
        builds.append(1)
        raise duckdb.IOException("Could not write file: No space left on device\nsomewhere in the engine")

    alone.write_bytes(b"")
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(build, "write", full)
        for _ in range(3):
            with pytest.raises(Unavailable, match="try again in a few seconds"):
                store.suites()
        assert len(builds) == 1, "not tried at each request"
        failed = caplog.messages[1]
        assert "No space left on device" in failed
        assert "engine" not in failed
    later = time.monotonic() + connection.AGAIN
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert len(store.suites()) == 1


def test_a_removed_one_is_read_on_while_it_cannot_be_built(alone, monkeypatch):
    monkeypatch.setattr(connection, "AGAIN", 0.0)
    alone.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(build, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        for _ in range(2):
            assert len(store.tables("unified_unlearning").runs) == 50
        with pytest.raises(Unavailable):
            sandbox.run("SELECT 1")
    assert sandbox.run("SELECT count(*) FROM run").rows == ((50,),)
    assert alone.exists()


# --- read-only


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO database VALUES ('x')",
        "DELETE FROM score",
        "UPDATE run SET seed = 1",
        "DROP TABLE score",
        "CREATE TABLE mine (x INTEGER)",
        "COPY run TO '/tmp/mine.csv'",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/hostname'",
        "ATTACH '/tmp/other.duckdb' AS other",
        "INSTALL httpfs",
    ],
)
def test_nothing_can_be_written_or_read_from_elsewhere(ready, statement):
    with database.connect(ready) as con, pytest.raises(duckdb.Error):
        con.execute(statement)


def test_a_missing_table_is_not_taken_from_a_python_variable(ready):
    secrets = pd.DataFrame({"x": [1]})
    with database.connect(ready) as con, pytest.raises(duckdb.CatalogException, match="secrets"):
        con.execute("SELECT * FROM secrets")
    assert len(secrets) == 1


# --- named queries


def test_named_query_with_bound_values(ready):
    frame = store.query("manifest", suite="unified_unlearning")
    assert dict(zip(frame["name"], frame["rows"], strict=True))["runs"] == 50
    assert len(store.query("manifest", suite="' OR 1=1 --")) == 0


def test_unknown_query(ready):
    for name in ("nothing", "../schema", ""):
        with pytest.raises(UnknownName, match="unknown query"):
            store.query(name)


def test_query_without_its_value(ready):
    with pytest.raises(LeaderboardError, match="the query metrics failed"):
        store.query("metrics")


# --- the constraints of the schema itself

NEW_METRIC = "INSERT INTO metric SELECT * REPLACE ('X' AS id, 9 AS position, {}) FROM metric WHERE id = 'FA'"
RUN = "INSERT INTO unified_unlearning.runs SELECT * REPLACE ({}) FROM unified_unlearning.runs LIMIT 1"
BROKEN = {
    "value NaN": ("CHECK", RUN.format("'nan'::DOUBLE AS FA")),
    "value infinite": ("CHECK", RUN.format("'inf'::DOUBLE AS FA")),
    "run with a negative seed": ("CHECK", RUN.format("-1 AS seed")),
    "run without a method": ("NOT NULL", RUN.format("NULL AS method")),
    "direction word": ("CHECK", NEW_METRIC.format("'up' AS direction")),
    "role word": ("CHECK", NEW_METRIC.format("'x' AS role")),
    "bounds the wrong way": ("CHECK", NEW_METRIC.format("2 AS lower_bound")),
    "infinite bound": ("CHECK", NEW_METRIC.format("'inf'::DOUBLE AS upper_bound")),
    "utility of an oracle": ("CHECK", NEW_METRIC.format("'oracle' AS role")),
    "metric id": (
        "CHECK",
        "INSERT INTO metric SELECT * REPLACE ('X Y' AS id, 9 AS position) FROM metric WHERE id = 'FA'",
    ),
    "claim on an unknown panel": (
        "foreign key",
        "INSERT INTO published SELECT * REPLACE ('c' AS claim, 99 AS position, 'x' AS panel) FROM published LIMIT 1",
    ),
    "claim status": ("CHECK", "UPDATE published SET status = 'true' WHERE claim = 'rho_ra'"),
    "suite twice": ("Duplicate key", "INSERT INTO suite SELECT * REPLACE (2 AS position) FROM suite"),
    "data version": (
        "CHECK",
        "INSERT INTO suite SELECT * REPLACE ('b' AS id, 2 AS position, 'x' AS data_version) FROM suite",
    ),
    "weight above 1": ("CHECK", "UPDATE weight SET weight = 2"),
    "more evidence than samples": ("CHECK", "UPDATE recoverability SET any_evidence = 99"),
    "no samples": ("CHECK", "UPDATE sample SET n = 0"),
    "cluster 0": ("CHECK", "UPDATE partition SET cluster = 0"),
}


@pytest.mark.parametrize(("reason", "statement"), BROKEN.values(), ids=BROKEN.keys())
def test_the_schema_refuses(writable, reason, statement):
    with pytest.raises(duckdb.ConstraintException, match=reason):
        writable.execute(statement)


@pytest.mark.parametrize("column", ["panel", "benchmark", "method"])
def test_a_run_of_what_is_not_there_cannot_be_put_in(writable, column):
    with pytest.raises(duckdb.ConversionException, match="'x'"):
        writable.execute(RUN.format(f"'x' AS {column}"))


def test_the_schema_accepts_what_is_right(writable):
    writable.execute(RUN.format("7 AS seed"))
    writable.execute(NEW_METRIC.format("NULL AS upper_bound"))
    assert writable.execute("SELECT count(*) FROM run").fetchone() == (51,)


def test_a_missing_value_is_an_absent_row(first_suite):
    with database.connect(first_suite) as con:
        counts = dict(con.execute("SELECT metric_id, count(*) FROM score GROUP BY metric_id").fetchall())
    assert counts == {"FA": 50, "RA": 50, "MIA": 48, "AD": 50, "JS": 46, "oracle_distance": 38}
