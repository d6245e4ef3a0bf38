"""A lake that machines share: its catalogue a file or PostgreSQL, its files in a folder."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import build, lake, sandbox, store
from data.errors import LeaderboardError
from data.folders import BUILT_IN
from data.load import load_suite
from data.problems import Problems
from data.raw_files import data_version, read_bytes
from tests import s3
from tests.data.conftest import Folder, same
from tests.postgres import postgres

WORD = "hush-5b1f"
SUITES = ("muse_seeds", "unlearncanvas")
SERVER = """
import time
from data import store
told = ""
while True:
    if (version := store.data_version("muse_seeds")) != told:
        print(told := version, len(store.tables("muse_seeds").runs), flush=True)
    time.sleep(0.05)
"""
WRITER = """
import os, sys
from data import build, lake
class Killing(dict):
    def items(self):
        yield from super().items()
        os.kill(os.getpid(), 9)
(found,) = build.in_folders([build.Path(sys.argv[1])])
lake.put(Killing({found.suite: found.files}))
"""
"""A writer that is killed when it has written everything but the end of its transaction."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A lake of this process: one folder holds its catalogue, its files and the copies."""
    store.close()
    monkeypatch.setenv("LEADERBOARD_DATABASE", f"ducklake:{tmp_path}/catalogue.ducklake")
    monkeypatch.setenv("LEADERBOARD_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("LEADERBOARD_COPIES", str(tmp_path / "copies"))
    yield tmp_path
    store.close()


@pytest.fixture(scope="module")
def catalogue() -> Iterator[str]:
    """The connection string of a server; without PostgreSQL this fails and says what to install."""
    with postgres() as place:
        yield place


@pytest.fixture
def shared(here: Path, catalogue: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The lake of several processes, its catalogue in PostgreSQL."""
    name = f"lake_{os.urandom(4).hex()}"
    given = dict(part.split("=", 1) for part in catalogue.split())
    command = f"psql -q -h {given['host']} -U {given['user']} -d postgres -c".split()
    command.append(f"CREATE DATABASE {name}")
    subprocess.run(command, env={**os.environ, "PGPASSWORD": given["password"]}, check=True)
    monkeypatch.setattr(store, "EVERY", 0.05)
    monkeypatch.setenv(
        "LEADERBOARD_DATABASE", f"ducklake:postgres:{catalogue.replace('postgres', name)}"
    )
    return here


def put(*suites: str) -> list[str]:
    return lake.put({name: read_bytes(BUILT_IN / name, Problems()) for name in suites})


def changed(place: Path, number: int) -> Folder:
    """The first suite with another value in its first run."""
    folder = Folder(place / f"changed{number}")
    shutil.copytree(BUILT_IN / SUITES[0], folder.path)
    head, first, *rest = folder.lines("runs.csv")
    folder.write("runs.csv", "\n".join([head, f"{first.rpartition(',')[0]},0.{number}", *rest]))
    return folder


def version_of(folder: Path) -> str:
    return data_version(read_bytes(folder, Problems()))


def test_every_suite_is_served_as_from_its_folder(here, monkeypatch):
    assert put(*SUITES) == [*SUITES]
    assert [s.id for s in store.suites()] == [*SUITES]
    for name in SUITES:
        same(store.tables(name), load_suite(BUILT_IN / name))
        assert store.data_version(name) == version_of(BUILT_IN / name)
    assert list((here / "store").rglob("*.parquet"))
    assert [store.path()] == list((here / "copies").glob("*.duckdb"))
    assert put(*SUITES) == []
    store.close()
    monkeypatch.setenv("LEADERBOARD_FIRST", SUITES[1])
    assert [s.id for s in store.suites()] == [*reversed(SUITES)]


def test_a_folder_is_added_while_the_board_runs_and_one_with_problems_changes_nothing(here, capsys):
    put(SUITES[1])
    assert [s.id for s in store.suites()] == [SUITES[1]]
    for told in (f"put into the lake: {SUITES[0]}\n", "the lake holds this already\n"):
        assert build.main(["--suite", str(BUILT_IN / SUITES[0])]) == 0
        assert capsys.readouterr().out == told
    (here / "broken").mkdir()
    assert build.main(["--suite", str(here / "broken")]) == 1
    assert "The folder 'broken' is not served: " in capsys.readouterr().err
    other = Folder(shutil.copytree(BUILT_IN / SUITES[0], here / "other"))
    assert build.main(["--suite", str(other.called(SUITES[0].upper()))]) == 1
    assert (
        f"the lake holds a suite {SUITES[0]}: found the id MUSE_SEEDS, expected another"
        in capsys.readouterr().err
    )
    assert [*lake.read()] == [*SUITES]


def test_a_lake_without_its_extensions_or_without_suites_is_told_in_one_line(
    here, monkeypatch, capsys
):
    assert lake.put({}) == []
    with pytest.raises(
        LeaderboardError, match=r"holds no suites: python -m data\.build puts them in"
    ):
        store.suites()
    monkeypatch.setattr(lake.importlib.util, "find_spec", lambda name: None)
    assert build.main([]) == 1
    assert "pip install -r data/lake-requirements.txt" in capsys.readouterr().err


@pytest.mark.long
def test_two_servers_follow_what_others_write_and_a_killed_writer_changes_nothing(shared, start):
    put(*SUITES)
    first = f"{version_of(BUILT_IN / SUITES[0])} 64\n"
    servers = [
        start(SERVER, LEADERBOARD_EVERY="0.2", LEADERBOARD_COPIES=str(shared / f"copies{i}"))
        for i in (1, 2)
    ]
    assert [server.stdout.readline() for server in servers] == [first, first]
    command = "import sys; from data import build; sys.exit(build.main(['--suite', sys.argv[1]]))"
    assert start(command, changed(shared, 1).path).wait(60) == 0
    second = f"{version_of(shared / 'changed1')} 64\n"
    assert [server.stdout.readline() for server in servers] == [second, second]
    assert start(WRITER, changed(shared, 2).path).wait(60) == -9
    assert f"{data_version(lake.read()[SUITES[0]])} 64\n" == second
    assert start(command, changed(shared, 3).path).wait(60) == 0
    third = f"{version_of(shared / 'changed3')} 64\n"
    assert [server.stdout.readline() for server in servers] == [third, third]


@pytest.mark.long
def test_writers_of_one_suite_at_once_come_in_one_after_the_other(shared, start):
    put(SUITES[1])
    command = (
        "import sys; from data import build; sys.exit(max(build.main(['--suite', f]) for f in"
        " sys.argv[1:]))"
    )
    folders = [changed(shared, number).path for number in range(1, 7)]
    both = [start(command, *folders[::2]), start(command, *folders[1::2])]
    assert [process.wait(120) for process in both] == [0, 0]
    files_of_suite = lake.read()
    assert [*files_of_suite] == [*SUITES]
    assert data_version(files_of_suite[SUITES[0]]) in {
        version_of(folders[-1]),
        version_of(folders[-2]),
    }
    assert sorted(files_of_suite[SUITES[0]]) == sorted(read_bytes(folders[0], Problems()))


@pytest.mark.long
def test_the_files_may_lie_in_an_object_store(shared, monkeypatch, caplog):
    with s3.object_store() as (address, objects):
        monkeypatch.setenv("LEADERBOARD_STORE", "s3://bucket/board")
        monkeypatch.setenv("AWS_ENDPOINT_URL", address)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", s3.KEY)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", s3.SECRET)
        put(SUITES[0])
        assert objects
        assert all(
            path.startswith("/bucket/board/") and path.endswith(".parquet") for path in objects
        )
        same(store.tables(SUITES[0]), load_suite(BUILT_IN / SUITES[0]))
        build.main(["--suite", str(changed(shared, 1).path)])
        moved = threading.Event()
        for _ in range(1_200):
            if store.data_version(SUITES[0]) == version_of(shared / "changed1"):
                break
            moved.wait(0.05)
        else:
            pytest.fail("what was put in is not served")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        with pytest.raises(LeaderboardError, match="cannot be used") as caught:
            lake.read()
        assert s3.SECRET not in str(caught.value) + caplog.text
    assert all(
        s3.SECRET.encode() not in p.read_bytes() for p in (shared / "copies").glob("*.duckdb")
    )
    assert not (shared / "store").exists()


def test_no_answer_log_or_query_has_the_password(shared, caplog, monkeypatch):
    put(SUITES[0])
    assert store.suites()
    assert all(WORD.encode() not in p.read_bytes() for p in (shared / "copies").glob("*.duckdb"))
    for query in (
        "FROM duckdb_databases()",
        "FROM duckdb_secrets()",
        "SELECT getenv('LEADERBOARD_DATABASE')",
    ):
        with pytest.raises(sandbox.QueryRefused) as refused:
            sandbox.run(query)
        assert WORD not in str(refused.value)
    # the catalogue goes away: what was copied is served on, and said in one line
    address = os.environ["LEADERBOARD_DATABASE"]
    monkeypatch.setenv("LEADERBOARD_DATABASE", address.replace("host=/tmp/", "host=/tmp/nowhere-"))
    with pytest.raises(LeaderboardError, match="cannot be used") as caught:
        lake.read()
    assert WORD not in str(caught.value)
    assert "password=…" in str(caught.value)
    assert caught.value.__suppress_context__
    assert len(store.tables(SUITES[0]).runs)
    monkeypatch.setenv("LEADERBOARD_DATABASE", address.replace(WORD, "wrong"))
    with pytest.raises(LeaderboardError, match="cannot be used") as caught:
        lake.read()
    assert "wrong" not in str(caught.value)
    store.close()
    assert caplog.text.count("what was copied last is served on") <= 1
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
def test_what_the_engine_says_is_masked(text, shown):
    assert lake.masked(text) == shown
