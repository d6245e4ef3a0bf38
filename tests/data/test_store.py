"""Reading the database: the same tables as the files, from any thread, and nothing but reading."""

import threading
from concurrent.futures import ThreadPoolExecutor

import duckdb
import numpy as np
import pandas as pd
import pytest

from data import database, sandbox, store
from data.errors import UnknownName
from data.folders import BUILT_IN, suite_folders
from data.load import load_suite
from tests.data.conftest import same


def test_every_kind_of_table_comes_back(place, folder, monkeypatch):
    """Extras unknown to the schema, hostile text, empty optional fields, -0.0, tiny numbers."""
    folder.called("second")
    folder.write(
        "budget.csv", 'method,hours,note\nsalun,1.5,\nrandom_labels,,"a\nb"\n,-0.0,\u202e<b>=1\n'
    )
    folder.write("words.csv", "a\nx\n")
    folder.replace("runs.csv", 2, "121.4375", "5e-324")
    folder.replace("runs.csv", 3, "17.359375", "-0.0")
    folder.replace("methods.csv", 2, ",Gradient Ascent,", ',"; DROP TABLE run; --""",')
    text = (folder.path / "suite.toml").read_text(encoding="utf-8")
    folder.write("suite.toml", f"registered = true\n{text}")
    header, *lines = (folder.path / "panels.csv").read_text(encoding="utf-8").splitlines()
    kinds = ("training", "evaluation", "unknown")
    rows = [f"{line},{kind}" for line, kind in zip(lines, kinds, strict=True)]
    folder.write("panels.csv", "\n".join([f"{header},seed_kind", *rows, ""]))
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    served = store.tables("second")
    same(served, load_suite(folder.path))
    assert (served.suite.registered, tuple(p.seed_kind for p in served.panels)) == (True, kinds)
    assert np.signbit(served.runs["AD"].iloc[1])
    assert served.runs["AD"].iloc[0] == 5e-324
    assert list(served.extras)[:2] == ["budget", "partitions"]


def test_optional_tables_may_be_absent(place, folder, monkeypatch):
    folder.called("second")
    for name in ("published", "weights", "samples", "recoverability", "partitions"):
        (folder.path / f"{name}.csv").unlink()
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    served = store.tables("second")
    same(served, load_suite(folder.path))
    assert (len(served.published), dict(served.extras), len(served.runs)) == (0, {}, 50)


def test_suites_tables_and_versions_are_those_of_the_folders(ready):
    folder = load_suite(BUILT_IN / "unified_unlearning")
    same(store.tables("unified_unlearning"), folder)
    assert {s.id for s in store.suites()} == {f.name for f in suite_folders("")}
    assert store.suites()[0] == folder.suite
    assert not folder.suite.private
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
        return store.tables("unified_unlearning").runs.to_csv() + store.data_version(
            "unified_unlearning"
        )

    with ThreadPoolExecutor(16) as pool:
        texts = list(pool.map(read, range(16)))
    folder = load_suite(BUILT_IN / "unified_unlearning")
    assert set(texts) == {folder.runs.to_csv() + folder.data_version}


def test_a_database_removed_while_it_is_read_is_built_again(ready):
    assert len(store.suites()) == 2
    ready.unlink()
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: len(store.tables("unified_unlearning").runs), range(8)))
    assert runs == [50] * 8
    assert sandbox.run("SELECT count(*) FROM unified_unlearning.runs").rows == ((50,),)


# --- read-only


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO not_served (name) VALUES ('x')",
        "CREATE TABLE mine (x INTEGER)",
        "COPY run TO '/tmp/mine.csv'",
        "SELECT * FROM read_text('/etc/hostname')",
        "ATTACH '/tmp/other.duckdb' AS other",
        "INSTALL httpfs",
    ],
)
def test_nothing_can_be_written_or_read_from_elsewhere(ready, statement):
    with database.connect(ready) as con, pytest.raises(duckdb.Error):
        con.execute(statement)


def test_missing_tables_and_values_are_absent(ready):
    secrets = pd.DataFrame({"x": [1]})
    with database.connect(ready) as con:
        with pytest.raises(duckdb.CatalogException, match="secrets"):
            con.execute("SELECT * FROM secrets")
        assert len(secrets) == 1
        counted = (
            "SELECT metric_id, count(*) FROM score WHERE suite = 'unified_unlearning' GROUP BY ALL"
        )
        counts = dict(con.execute(counted).fetchall())
    assert counts == {"FA": 50, "RA": 50, "MIA": 48, "AD": 50, "JS": 46, "oracle_distance": 38}
