"""Building the database: whole or not at all, whoever is killed, damaged or building as well."""

import logging
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from data import build, database, folders, store
from data.errors import LeaderboardError
from data.folders import suite_folders
from data.load import examine
from tests.data.conftest import Folder


def databases(place: Path) -> list[Path]:
    return sorted(place.glob("*.duckdb"))


def unfinished(place: Path) -> list[Path]:
    return sorted(place.glob("leaderboard-unfinished-*"))


@pytest.fixture(autouse=True)
def fewer_suites(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests need no suite that takes long to read."""
    monkeypatch.setattr(folders, "BUILT_IN", few)


@pytest.fixture
def builder(
    few: Path, start: Callable[..., subprocess.Popen[str]]
) -> Callable[..., subprocess.Popen[str]]:
    """`builder(code, **environment)`: a process that runs code, builds and tells what is served."""
    before = (
        "import os, time; from data import build, folders, store; folders.BUILT_IN ="
        f" folders.Path({str(few)!r})"
    )
    after = "print(len(store.tables('unified_unlearning').runs))"
    return lambda code="", **environment: start(f"{before}\n{code}\n{after}", **environment)


EMPTY = "runs.csv: found an empty file, expected a header line and at least one row"
WAITING = (
    "write = build.write\ndef wait(*given): print('begun', flush=True);"
    " time.sleep(600)\nbuild.write = wait"
)
"""Code of a build that stops in the middle."""


def test_built_when_absent_and_used_when_there(place, caplog):
    caplog.set_level(logging.INFO)
    path = build.ensure()
    assert databases(place) == [path]
    assert [r.message.split(":")[0] for r in caplog.records] == [f"built {path}"]
    before = path.stat().st_mtime_ns
    assert build.ensure() == path
    assert path.stat().st_mtime_ns == before
    assert len(caplog.records) == 1


def test_changed_tables_are_built_beside_the_old_ones(place, folder, monkeypatch):
    monkeypatch.setattr("data.folders.BUILT_IN", folder.path.parent)
    old = build.ensure()
    assert store.tables("unified_unlearning").runs["MIA"].iloc[0] == 0.38
    folder.replace("runs.csv", 2, "0.38", "0.39")
    new = build.ensure()
    assert new != old
    assert databases(place) == sorted([old, new])
    store.close()
    assert store.tables("unified_unlearning").runs["MIA"].iloc[0] == 0.39
    folder.replace("runs.csv", 2, "0.39", "0.38")
    assert build.ensure() == old


def test_superseded_databases_do_not_pile_up(place):
    place.mkdir()
    for age in range(6):
        old = place / f"leaderboard-{age:012x}.duckdb"
        old.write_bytes(b"old")
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    (place / "leaderboard-mine.duckdb").write_bytes(b"not ours")
    path = build.ensure()
    kept = [f"leaderboard-{age:012x}.duckdb" for age in range(build.MAX_OLD_DATABASES)]
    assert sorted(p.name for p in databases(place)) == sorted(
        [*kept, path.name, "leaderboard-mine.duckdb"]
    )


def test_a_half_written_database_is_built_again(ready):
    os.truncate(ready, 8192)
    assert build.ensure() == ready
    assert len(store.tables("unified_unlearning").runs) == 50


def opens_but_cannot_be_read(path: Path) -> bool:
    try:
        con = database.connect(path)
    except duckdb.Error:
        return False
    with con:
        try:
            database.read_tables(con, "unified_unlearning")
        except duckdb.Error:
            return True
    return False


def test_a_database_whose_tables_are_damaged_is_built_again(ready, caplog):
    whole = ready.read_bytes()
    for at in range(4096 * 3, len(whole), 4096):
        ready.write_bytes(whole[:at] + b"\xff" * 64 + whole[at + 64 :])
        if opens_but_cannot_be_read(ready):
            break
    for _ in range(2):
        assert len(store.tables("unified_unlearning").runs) == 50
    assert caplog.text.count("cannot be read and is built again") == 1


# --- builds that are killed, and several at once


def test_what_a_killed_build_left_is_gone_at_the_next_start(place, builder):
    killed = builder("build.write = lambda *_: os.kill(os.getpid(), 9)")
    assert killed.wait(60) == -signal.SIGKILL
    assert (len(unfinished(place)), databases(place)) == (1, [])
    assert build.ensure() == databases(place)[0]
    assert unfinished(place) == []


def test_what_a_killed_build_left_beside_a_whole_database_is_gone_too(ready):
    (ready.parent / "leaderboard-unfinished-x").mkdir()
    assert build.ensure() == ready
    assert unfinished(ready.parent) == []


def test_a_build_that_goes_on_keeps_its_folder_and_others_wait_for_it(ready, builder, folder):
    """Who finds a database does not wait; who needs the same goes on where the first is killed."""
    environment = {"LEADERBOARD_TABLES": str(folder.called("second"))}
    first = builder(WAITING, **environment)
    assert first.stdout.readline() == "begun\n"
    (unfinished_folder,) = unfinished(ready.parent)
    assert build.ensure() == ready
    second = builder(**environment)
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(3)
    assert unfinished(ready.parent) == [unfinished_folder]
    first.kill()
    assert second.communicate(timeout=60)[0] == "50\n"
    assert unfinished(ready.parent) == []
    assert len(databases(ready.parent)) == 2


def test_two_processes_that_start_at_once_both_come_up(place, builder):
    both = [builder(), builder()]
    assert [p.communicate(timeout=60)[0] for p in both] == ["50\n", "50\n"]
    assert len(databases(place)) == 1


@pytest.mark.long
def test_a_build_that_is_killed_at_any_moment_is_whole_or_not_there(place, builder):
    for tenths in range(0, 40, 2):
        shutil.rmtree(place, ignore_errors=True)
        process = builder("print('begun', flush=True)")
        process.stdout.readline()
        time.sleep(tenths / 10)
        process.kill()
        process.wait()
        whole = {p.stat().st_size for p in databases(place)}
        store.close()
        assert len(store.tables("unified_unlearning").runs) == 50
        assert whole <= {databases(place)[0].stat().st_size}
        assert unfinished(place) == []


@pytest.mark.parametrize("place", ["/dev/null/place", "file"])
def test_a_place_that_cannot_be_written(tmp_path, monkeypatch, place):
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("LEADERBOARD_DATABASE", str(tmp_path / place))
    with pytest.raises(
        LeaderboardError, match="set LEADERBOARD_DATABASE to a folder that can be written"
    ):
        build.ensure()
    assert (tmp_path / "file").read_text() == "mine"


FULL = "No space left on device"


@pytest.mark.parametrize("error", [duckdb.IOException(f"{FULL}\nin the engine"), OSError(28, FULL)])
def test_a_full_disk_is_one_sentence_and_leaves_nothing(place, monkeypatch, error):
    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(build, "write", full)
    with pytest.raises(
        LeaderboardError, match=r"cannot be built in .*No space left on device\): set LEADERBOARD_"
    ) as e:
        build.ensure()
    assert "engine" not in str(e.value)
    assert not list(place.iterdir())


# --- which suites


def test_suites_named_by_the_environment(place, folder, monkeypatch):
    """Each entry may be a suite folder or a folder of suite folders."""
    folder.called("second")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    built_in = {f.name for f in suite_folders("")}
    assert {s.id for s in store.suites()} == {*built_in, "second"}
    store.close()
    other = folder.path.parent / "many" / "inner"
    shutil.copytree(folder.path, other)
    Folder(other).called("third")
    monkeypatch.setenv("LEADERBOARD_TABLES", f"{folder.path}:{other.parent}:")
    assert {s.id for s in store.suites()} == {*built_in, "second", "third"}


def test_which_suite_opens_first_is_a_setting(place, folder, monkeypatch):
    """The named one comes first, whether built in or not; the others keep their order."""
    folder.called("second")
    usual = [t.suite.id for t in build.load_all().tables]
    assert usual[0] == "unified_unlearning"
    monkeypatch.setenv("LEADERBOARD_FIRST", "openunlearning")
    listed = [t.suite.id for t in build.load_all().tables]
    assert listed[0] == "openunlearning"
    assert [s for s in listed if s != usual[0]][1:] == [s for s in usual[1:] if s != listed[0]]
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    before = build.ensure()
    monkeypatch.setenv("LEADERBOARD_FIRST", "second")
    assert store.suites()[0].id == "second"
    assert store.path() != before
    monkeypatch.setenv("LEADERBOARD_FIRST", "")
    assert [t.suite.id for t in build.load_all().tables if t.suite.id != "second"] == usual


def test_an_unknown_first_suite_is_told(place, monkeypatch):
    build.ensure()
    monkeypatch.setenv("LEADERBOARD_FIRST", "tofuu")
    told = "LEADERBOARD_FIRST names 'tofuu': found no suite with this id, expected one of openunl"
    with pytest.raises(LeaderboardError, match=f"^{told}earning, unified_unlearning"):
        build.ensure()


def test_a_first_suite_whose_folder_cannot_be_told_stops_nothing(place, folder, monkeypatch):
    folder.write("suite.toml", "id = ")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    monkeypatch.setenv("LEADERBOARD_FIRST", "second")
    assert {s.id for s in store.suites()} == {f.name for f in suite_folders("")}


def test_the_same_folder_named_twice_counts_once(folder):
    built_in, added = suite_folders(""), folder.path.resolve()
    assert suite_folders(f"{folder.path}:{folder.path}/") == [*built_in, added]


# --- folders that are refused


def test_a_refused_folder_stops_no_other_and_is_told_with_every_problem(place, folder, monkeypatch):
    right = folder.path.parent / "right"
    shutil.copytree(folder.called("third"), right)
    folder.called("second")
    folder.replace("runs.csv", 2, "0.38", "x")
    folder.replace("methods.csv", 2, "https://", "ftp://")
    monkeypatch.setenv("LEADERBOARD_TABLES", f"{folder.path}:{right}")
    assert {s.id for s in store.suites()} == {*(f.name for f in suite_folders("")), "third"}
    (refused,) = store.not_served()
    assert (refused.folder, refused.suite) == ("copy", "second")
    assert list(refused.problems) == examine(folder.path)[1]
    assert [p.place for p in refused.problems] == [
        "methods.csv, line 2, column url",
        "runs.csv, line 2, column MIA",
    ]
    assert refused.sentence.startswith(
        "The folder 'copy' is not served: methods.csv, line 2, column url: found"
    )
    assert refused.sentence.endswith("; 1 more problem.")
    assert str(folder.path.parent) not in str(refused)
    assert build.ensure() == databases(place)[0]


def test_a_folder_that_is_mended_is_served(place, folder, monkeypatch):
    folder.called("second")
    right = (folder.path / "runs.csv").read_bytes()
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    for content, served in ((b"x", False), (right, True)):
        folder.write("runs.csv", content)
        store.close()
        assert ("second" in [s.id for s in store.suites()]) is served
        assert bool(store.not_served()) is not served


def test_a_place_without_a_suite_is_told_by_its_name(place, tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("LEADERBOARD_TABLES", f"{tmp_path}/empty:{tmp_path}/nowhere")
    told = {r.folder: [p.message for p in r.problems] for r in store.not_served()}
    missing = "found no such file, expected a table with the columns"
    assert (
        told["empty"][0]
        == f"benchmarks.csv: {missing} id, label, name, description, reference, url"
    )
    assert f"runs.csv: {missing} panel, benchmark, method, seed and one " in " ".join(told["empty"])
    assert told["nowhere"] == [
        "the suite: found no folder that can be read (No such file or directory), expected a suite"
        " folder"
    ]
    assert str(tmp_path) not in str(store.not_served())


def test_one_id_in_two_folders_is_served_once(place, folder, monkeypatch):
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    assert {s.id for s in store.suites()} == {f.name for f in suite_folders("")}
    (refused,) = store.not_served()
    assert refused.problems[0].message == (
        "suite.toml, column id: found the id unified_unlearning, which a suite named before has,"
        " expected an id of its own"
    )


def test_where_no_suite_is_left_nothing_is_built(place, folder, monkeypatch, capsys):
    folder.replace("runs.csv", 2, "0.38", "x")
    monkeypatch.setattr("data.folders.BUILT_IN", folder.path.parent)
    with pytest.raises(
        LeaderboardError, match=r"(?s)no suite can be served.*'copy'.*line 2, column MIA: found 'x'"
    ):
        build.ensure()
    assert not place.exists()
    assert build.main([]) == 1
    assert "no suite can be served" in capsys.readouterr().err


def test_a_file_that_became_unreadable_is_not_passed_over(place, folder, monkeypatch):
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.called("second")))
    build.ensure()
    (folder.path / "further.csv").symlink_to(folder.path / "runs.csv")
    assert [p.message for p in store.not_served()[0].problems] == [
        "further.csv: found a link, expected a file inside the folder"
    ]


def test_the_start_says_in_the_log_what_is_not_served(place, folder, monkeypatch, caplog):
    from components.web import service

    folder.write("runs.csv", "")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.called("second")))
    monkeypatch.setattr(service.pkgutil, "walk_packages", lambda *_: [])
    build.ensure()
    for _ in ("the database is built", "the database is there"):
        caplog.clear()
        store.close()
        service._prepare()
        told = [
            (r.levelname, r.getMessage()) for r in caplog.records if r.name == "leaderboard.data"
        ]
        assert told == [("ERROR", f"The folder 'copy' is not served: {EMPTY}.")]


# --- the command


def test_command(place, capsys):
    assert build.main([]) == 0
    assert capsys.readouterr().out == f"{databases(place)[0]}\n"


def test_command_tells_problems_and_serves_what_is_right(place, folder, monkeypatch, capsys):
    folder.write("runs.csv", "")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.called("second")))
    assert build.main([]) == 0
    assert "runs.csv: found an empty file" in capsys.readouterr().err
    assert build.main(["--suite", str(folder.path)]) == 1
    assert "--suite puts a folder into a lake" in capsys.readouterr().err
