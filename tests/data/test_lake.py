"""A lake that several machines share: PostgreSQL as its catalogue, started here, and Parquet files in a folder."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from components.errors import LeaderboardError
from data import build, connection, lake, sandbox, store
from data.folders import BUILT_IN
from data.load import load_suite
from data.manifest import manifest_of
from data.registry import Tables
from tests import s3
from tests.asking import ask
from tests.bench.lake import of_round, soak
from tests.bench.suites import add_samples, make
from tests.data.test_per_sample import SHAPE, put, rows, same, values
from tests.large import SHAPE as MANY
from tests.postgres import postgres
from tests.released import built_in

__all__ = ["ask"]
ROOT = Path(__file__).resolve().parents[2]
WORD = "hush-5b1f"
SUITE = "muse_seeds"


@pytest.fixture(scope="module")
def catalogue() -> Iterator[str]:
    """The connection string of a server of its own; without PostgreSQL this fails and says what to install."""
    with postgres() as place:
        yield place


@pytest.fixture
def shared(catalogue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new lake; the folder holds its Parquet files and the copies of this process."""
    name = f"lake_{os.urandom(4).hex()}"
    environment = dict(part.split("=", 1) for part in catalogue.split())
    command = ["psql", "-q", "-h", environment["host"], "-U", environment["user"], "-d", "postgres"]
    command += ["-c", f"CREATE DATABASE {name}"]
    subprocess.run(command, env={**os.environ, "PGPASSWORD": environment["password"]}, check=True)
    store.close()
    monkeypatch.setenv(
        "LEADERBOARD_DATABASE", f"ducklake:postgres:{catalogue.replace('dbname=postgres', f'dbname={name}')}"
    )
    monkeypatch.setenv("LEADERBOARD_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("LEADERBOARD_COPIES", str(tmp_path / "copies"))
    monkeypatch.setattr(connection, "EVERY", 0.05)
    yield tmp_path
    store.close()


@pytest.fixture(scope="module")
def released() -> Tables:
    return built_in(SUITE)


def changed(tables: Tables, by: float, version: str) -> Tables:
    """The suite with other values of its first metric."""
    metric = tables.metrics[0].id
    return replace(tables, runs=tables.runs.assign(**{metric: tables.runs[metric] * by}), data_version=version)


def served(version: str, suite: str = SUITE) -> None:
    """Wait until the suite is served as it was put in; whoever follows has seconds for it, and here a minute."""
    moved = threading.Event()
    for _ in range(1_200):
        if store.data_version(suite) == version:
            return
        moved.wait(0.05)
    pytest.fail(f"{version} is not served")


def report(**environment: str) -> bytes:
    command = [sys.executable, "-m", "components.report", SUITE, "--draws", "200"]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, check=True).stdout


@pytest.mark.long
def test_the_report_is_the_same_from_file_and_lake_to_the_byte(shared: Path, released: Tables) -> None:
    lake.put([released])
    from_lake = report()
    assert from_lake == report(LEADERBOARD_DATABASE=str(shared / "file"))
    assert json.loads(from_lake)["n_runs"]


def test_every_suite_comes_back_in_the_same_order_to_the_last_digit(shared: Path) -> None:
    expected = [built_in(name) for name in (SUITE, "unlearncanvas")]
    lake.put(expected)
    assert [s.id for s in store.suites()] == [t.suite.id for t in expected]
    assert list((shared / "copies").glob("*.duckdb"))
    assert list((shared / "store").rglob("*.parquet"))
    found = [*lake.read(), *(store.tables(t.suite.id) for t in expected)]
    assert [(t.suite, t.data_version, manifest_of(t)) for t in found] == [
        (t.suite, t.data_version, manifest_of(t)) for t in expected * 2
    ]


@pytest.mark.long
def test_an_old_link_opens_the_numbers_it_was_made_with(shared: Path, released: Tables, ask, app_test) -> None:
    lake.put([released])
    link = {"suite": SUITE, "data": released.data_version}
    before = ask("/api/v1/runs", link).json
    assert store.tables(SUITE).data_version == released.data_version
    lake.put([changed(released, 0.5, "0123456789ab")])
    served("0123456789ab")
    now = ask("/api/v1/runs", {"suite": SUITE}).json
    assert now["data_version"] == "0123456789ab"
    assert now["runs"] != before["runs"]
    then = ask("/api/v1/runs", link).json
    assert then["runs"] == before["runs"]
    assert then["data_version"] == released.data_version
    assert "link" not in then
    page = app_test("data", link)
    told = [i.value.replace("\\", "") for i in page.info]
    assert told == [
        f"This link opens data version {released.data_version}, with which it was made; today's is 0123456789ab."
    ]
    assert page.query_params["data"] == released.data_version
    assert any(f"Data version {released.data_version}" in c.value.replace("\\", "") for c in page.caption)
    # the reader's SQL is asked of the same version
    query = f"SELECT sum({released.metrics[0].id}) FROM runs"  # noqa: S608
    old = sandbox.run(query, store.path(SUITE, released.data_version), suite=SUITE).rows[0][0]
    assert old == pytest.approx(2 * sandbox.run(query, suite=SUITE).rows[0][0])
    # a version that was never there is told as before
    assert "link" in ask("/api/v1/runs", {"suite": SUITE, "data": "ffffffffffff"}).json


@pytest.mark.long
def test_the_files_may_lie_in_an_object_store(
    shared: Path, released: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with s3.object_store() as (address, objects):
        monkeypatch.setenv("LEADERBOARD_STORE", "s3://bucket/board")
        monkeypatch.setenv("AWS_ENDPOINT_URL", address)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", s3.KEY)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", s3.SECRET)
        lake.put([released])
        assert objects
        assert all(path.startswith("/bucket/board/") and path.endswith(".parquet") for path in objects)
        assert [manifest_of(t) for t in lake.read()] == [manifest_of(released)]
        assert store.data_version(SUITE) == released.data_version
        lake.put([changed(released, 0.5, "0123456789ab")])
        served("0123456789ab")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        with pytest.raises(LeaderboardError, match="cannot be used") as caught:
            lake.read()
        assert s3.SECRET not in str(caught.value) + caplog.text
    assert all(s3.SECRET.encode() not in p.read_bytes() for p in (shared / "copies").glob("*.duckdb"))
    assert not (shared / "store").exists()


@pytest.mark.long
def test_values_of_samples_come_with_the_version_that_brought_them(shared: Path) -> None:
    folder = make(shared / "sampled", SHAPE)
    add_samples(folder, SHAPE, 4)
    first = load_suite(folder)
    lake.put([first])
    served_first = store.tables("sampled")
    frame, as_it_was = rows(folder), values(first)
    same(values(served_first), as_it_was)
    second = load_suite(put(folder, frame.assign(value=1.0 - frame["value"]).iloc[2:]))
    lake.put([second])
    served(second.data_version, "sampled")
    same(values(store.tables("sampled")), values(second))
    same(values(store.tables("sampled", first.data_version)), as_it_was)
    # what was read of a version is not answered from another one
    same(values(served_first), as_it_was)


@pytest.mark.long
def test_an_older_version_of_very_many_runs_is_read_as_the_served_one(shared: Path) -> None:
    first = load_suite(make(shared / "many", MANY, form="parquet"))
    lake.put([first])
    then = store.tables("many")
    page = store.run_page(then, {}, 2)
    second = replace(first, runs=first.runs.assign(x1=first.runs["x1"] * 0.5), data_version="0123456789ab")
    lake.put([second])
    served("0123456789ab", "many")
    assert not store.run_page(store.tables("many"), {}, 2).equals(page)
    again = store.tables("many", first.data_version)
    assert again.whole is not None
    assert then.whole is not None
    pd.testing.assert_frame_equal(again.whole, then.whole, check_exact=True)
    pd.testing.assert_frame_equal(again.runs, then.runs)
    pd.testing.assert_frame_equal(store.run_page(again, {}, 2), page)


@pytest.mark.long
def test_two_who_put_the_same_new_suite_in_at_once_leave_one(shared: Path) -> None:
    lake.put([of_round("first", 1)])
    command = (
        "from data import lake; from tests.bench.lake import of_round; "
        "lake.put([of_round('x', {0}), of_round('x{0}', 1)])"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", command.format(n)], cwd=ROOT, env={**os.environ, "PYTHONPATH": "."})
        for n in (1, 2)
    ]
    assert [p.wait(120) for p in both] == [0, 0]
    found = lake.read()
    assert sorted(t.suite.id for t in found) == ["first", "x", "x1", "x2"]
    with lake.connect() as con:
        kept = lake.snapshots(con)
    assert {s for s, _ in kept} == {"first", "x", "x1", "x2"}
    assert len([v for s, v in kept if s == "x"]) == 2


@pytest.mark.long
def test_readers_see_no_half_suite_and_nothing_is_lost_while_a_writer_is_killed(shared: Path) -> None:
    outcome = soak(4, shared)
    assert (outcome.halves, outcome.lost, outcome.kills) == (0, 0, 1)
    assert outcome.rounds >= 2
    assert outcome.copies >= 3
    assert outcome.read_back == 4


@pytest.mark.long
def test_a_folder_is_added_while_the_board_runs_and_one_with_problems_changes_nothing(
    shared: Path, released: Tables, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lake.put([replace(released, suite=replace(released.suite, id="other"))])
    assert [s.id for s in store.suites()] == ["other"]
    assert build.main(["--suite", str(BUILT_IN / SUITE)]) == 0
    assert capsys.readouterr().out == f"put into the lake: {SUITE}\n"
    assert build.main(["--suite", str(BUILT_IN / SUITE)]) == 0
    assert "holds this already" in capsys.readouterr().out
    (tmp_path / "broken").mkdir()
    assert build.main(["--suite", str(tmp_path / "broken")]) == 1
    assert capsys.readouterr().err.startswith("The folder 'broken' is not served: ")
    assert [t.suite.id for t in lake.read()] == ["other", SUITE]


def test_no_answer_log_or_query_has_the_password(
    shared: Path, released: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake.put([released])
    assert store.suites()
    assert all(WORD.encode() not in p.read_bytes() for p in (shared / "copies").glob("*.duckdb"))
    for query in ("FROM duckdb_databases()", "FROM duckdb_secrets()", "SELECT getenv('LEADERBOARD_DATABASE')"):
        with pytest.raises(sandbox.QueryRefused) as refused:
            sandbox.run(query)
        assert WORD not in str(refused.value)
    # the catalogue goes away: what was copied is served on, and said in one line
    said = os.environ["LEADERBOARD_DATABASE"]
    monkeypatch.setenv("LEADERBOARD_DATABASE", said.replace("host=/tmp/", "host=/tmp/nowhere-"))
    with pytest.raises(LeaderboardError, match="cannot be used") as caught:
        lake.read()
    assert WORD not in str(caught.value)
    assert "password=…" in str(caught.value)
    assert caught.value.__suppress_context__
    assert len(store.tables(SUITE).runs)
    monkeypatch.setenv("LEADERBOARD_DATABASE", said.replace(WORD, "wrong"))
    with pytest.raises(LeaderboardError, match="cannot be used") as caught:
        lake.read()
    assert "wrong" not in str(caught.value)
    assert WORD not in caplog.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at host=a password=hush user=b", "at host=a password=… user=b"),
        ("at password='hu sh' user=b", "at password=… user=b"),
        ("at postgres://me:hush@host/x", "at postgres://me:…@host/x"),
        ("first\nsecond password=hush", "first"),
    ],
)
def test_what_the_engine_says_is_masked(text: str, shown: str) -> None:
    assert lake.masked(text) == shown


@pytest.mark.long
def test_a_lake_without_its_extensions_or_without_suites_is_told_in_one_line(
    shared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with lake.connect(writable=True):
        pass
    with pytest.raises(LeaderboardError, match=r"holds no suites: python -m data\.build puts them in"):
        store.suites()
    monkeypatch.setattr(lake, "EXTENSIONS", ("no_such",))
    assert build.main([]) == 1
    assert "pip install -r data/lake-requirements.txt" in capsys.readouterr().err
