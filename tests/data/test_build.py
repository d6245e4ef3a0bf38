"""Building the database: whole or not at all, whoever is killed, damaged, or at it at the same time."""

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from components.errors import LeaderboardError
from components.server import service
from data import build, folders, store
from data.folders import BUILT_IN, suite_folders
from data.load import examine, load_suite

ASK = "from data import store; s = 'unified_unlearning'; print(store.data_version(s), len(store.tables(s).runs))"


def databases(place: Path) -> list[Path]:
    return sorted(place.glob("*.duckdb"))


@pytest.fixture(autouse=True)
def fewer_suites(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests need no suite that takes long to read."""
    monkeypatch.setattr(folders, "BUILT_IN", few)


def start(code: str) -> subprocess.Popen[str]:
    few = f"import data.folders, pathlib; data.folders.BUILT_IN = pathlib.Path({str(folders.BUILT_IN)!r})"
    command = [sys.executable, "-c", f"{few}\n{code}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)


def test_built_when_absent_and_used_when_there(place, caplog):
    caplog.set_level(logging.INFO)
    path = build.ensure()
    assert databases(place) == [path]
    assert path.name == f"leaderboard-{build.current_version()}.duckdb"
    assert [r.message.split(":")[0] for r in caplog.records] == [f"built {path}"]
    before = path.stat().st_mtime_ns
    assert build.ensure() == path
    assert path.stat().st_mtime_ns == before
    assert len(caplog.records) == 1


def test_a_database_built_beforehand_needs_no_writing(place, ready, monkeypatch):
    before = sorted(p.name for p in place.iterdir())
    monkeypatch.setattr(build, "build", lambda: pytest.fail("built again"))
    assert build.ensure() == ready
    assert sorted(p.name for p in place.iterdir()) == before


def test_version_follows_every_byte_of_the_tables(place, folder, monkeypatch):
    monkeypatch.setattr("data.folders.BUILT_IN", folder.path.parent)
    first = build.current_version()
    folder.replace("runs.csv", 2, "0.38", "0.39")
    second = build.current_version()
    folder.replace("runs.csv", 2, "0.39", "0.38")
    assert first != second
    assert build.current_version() == first


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


def test_superseded_databases_do_not_pile_up(place, monkeypatch):
    place.mkdir()
    for age in range(6):
        old = place / f"leaderboard-{age:012x}.duckdb"
        old.write_bytes(b"old")
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    (place / "leaderboard-mine.duckdb").write_bytes(b"not ours")
    path = build.ensure()
    kept = [f"leaderboard-{age:012x}.duckdb" for age in range(build.OLD_DATABASES)]
    assert sorted(p.name for p in databases(place)) == sorted([*kept, path.name, "leaderboard-mine.duckdb"])


@pytest.mark.parametrize("damage", ["empty", "half", "garbage", "header", "all zero", "middle"])
def test_a_damaged_database_is_told_and_built_again(place, ready, caplog, damage):
    path = ready
    content = path.read_bytes()
    half = len(content) // 2
    damaged = {
        "empty": b"",
        "half": content[:half],
        "garbage": b"not a database " * 1000,
        "header": b"\0" * 4096 + content[4096:],
        "all zero": bytes(len(content)),
        "middle": content[:20_000] + b"\xff" * (len(content) - 40_000) + content[-20_000:],
    }[damage]
    path.write_bytes(damaged)
    caplog.clear()
    with caplog.at_level(logging.INFO):
        assert build.ensure() == path
    assert any("is damaged and will be built again" in r.message for r in caplog.records)
    assert any(r.message.startswith("built ") for r in caplog.records)
    assert len(store.tables("unified_unlearning").runs) == 50
    assert [p.name for p in place.iterdir() if p.suffix == ".tmp"] == []


def test_a_database_with_other_contents_under_the_right_name_is_built_again(ready, folder, monkeypatch, caplog):
    """A sound DuckDB file is not enough: it must hold what its name says."""
    content = ready.read_bytes()
    monkeypatch.setattr("data.folders.BUILT_IN", folder.path.parent)
    folder.replace("runs.csv", 2, "0.38", "0.39")
    other = build.ensure()
    other.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert build.ensure() == other
    assert "expected" in caplog.text
    assert store.tables("unified_unlearning").runs["MIA"].iloc[0] == 0.39


def test_a_sound_database_is_summed_up_and_not_read_row_by_row(ready, monkeypatch):
    monkeypatch.setattr(build, "verify", lambda *_: pytest.fail("read back"))
    assert build.ensure() == ready


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tofu.runs SET uds = uds + 0.01 WHERE rowid = 7",
        "DELETE FROM tofu.runs WHERE rowid = 7",
        "UPDATE extra SET text = text || 'x' WHERE rowid = (SELECT min(rowid) FROM extra WHERE text IS NOT NULL)",
    ],
)
def test_a_database_in_which_something_was_changed_is_built_again(ready, caplog, change):
    before = {s.id: store.tables(s.id).runs for s in store.suites()}
    store.close()
    with duckdb.connect(str(ready)) as con:
        con.execute(change)
    with caplog.at_level(logging.WARNING):
        assert build.ensure() == ready
    assert "is damaged and will be built again" in caplog.text
    assert all(store.tables(s).runs.equals(runs) for s, runs in before.items())


def test_a_database_summed_up_by_another_engine_is_sound(ready, monkeypatch):
    """Releases may hash otherwise; then what was put in is compared."""
    with duckdb.connect(str(ready)) as con:
        con.execute("UPDATE database SET contents = 'of another release'")
    monkeypatch.setattr(build, "build", lambda: pytest.fail("built again"))
    assert build.ensure() == ready


def test_a_disk_too_small_for_the_last_step_is_told_in_one_line_and_leaves_nothing(place, monkeypatch):
    """The engine keeps silent when it closes a database for which there is no room, half of it in its log."""
    monkeypatch.setattr(folders, "BUILT_IN", BUILT_IN)
    most = 8 * 2**20
    limit = f"import resource as r, sys, data.build as b; r.setrlimit(r.RLIMIT_FSIZE, ({most}, {most}))"
    process = start(f"{limit}; sys.exit(b.main([]))")
    out, told = process.communicate(timeout=120)
    assert (process.returncode, out) == (1, "")
    assert told.count("\n") == 1
    assert told.startswith(f"the database could not be built in {place}: ")
    assert "File too large" in told
    assert [p.name for p in place.iterdir()] == ["leaderboard.lock"]


def test_a_full_disk_is_told_with_what_can_be_done(place, monkeypatch):
    def full(*_):
        raise duckdb.IOException("IO Error: Could not write file: No space left on device\nin the engine\nfrom there")

    monkeypatch.setattr(build, "write", full)
    with pytest.raises(LeaderboardError) as caught:
        build.ensure()
    assert str(caught.value).startswith(f"the database cannot be written to {place} (No space left on device): set ")
    assert "\n" not in str(caught.value)


def test_starters_at_once_all_come_up_on_one_build(place):
    starters = [start(f"import logging; logging.basicConfig(level='INFO'); {ASK}") for _ in range(3)]
    results = [p.communicate(timeout=120) for p in starters]
    assert [p.returncode for p in starters] == [0, 0, 0], results
    version = load_suite(BUILT_IN / "unified_unlearning").data_version
    assert [out for out, _ in results] == [f"{version} 50\n"] * 3
    assert sum(err.count(":built ") for _, err in results) == 1
    assert len(databases(place)) == 1


def test_a_starter_waits_for_the_one_that_builds(place):
    slow = start(
        "import data.build as b, time\n"
        "real = b.verify\n"
        "def wait(*a):\n"
        "    print('here', flush=True)\n"
        "    time.sleep(1)\n"
        "    real(*a)\n"
        "b.verify = wait\n"
        "b.ensure()\n"
    )
    assert slow.stdout is not None
    assert slow.stdout.readline() == "here\n"
    path = build.ensure()
    assert path.exists()
    slow.communicate(timeout=60)
    assert slow.returncode == 0
    assert databases(place) == [path]


def test_a_place_that_cannot_be_written(monkeypatch):
    monkeypatch.setenv("LEADERBOARD_DATABASE", "/dev/null/place")
    with pytest.raises(
        LeaderboardError, match=r"cannot be written to /dev/null/place .*set LEADERBOARD_DATABASE to a folder"
    ):
        build.ensure()


def test_a_place_that_is_a_file(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("LEADERBOARD_DATABASE", str(tmp_path / "file"))
    with pytest.raises(LeaderboardError, match="found a file, expected a folder"):
        build.ensure()
    assert (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_leaves_the_old_state(place, monkeypatch):
    """DuckDB's own errors while building are told as one sentence, and the half-built file is gone."""
    import duckdb

    def full(*_: object) -> None:
        raise duckdb.IOException("no space left on device")

    monkeypatch.setattr(build, "write", full)
    with pytest.raises(LeaderboardError, match=r"could not be built in .*no space left"):
        build.ensure()
    assert [p.name for p in place.iterdir()] == ["leaderboard.lock"]


# --- which suites


def test_suites_named_by_the_environment(place, folder, monkeypatch):
    """Each entry may be a suite folder or a folder of suite folders."""
    folder.write("suite.toml", (folder.path / "suite.toml").read_bytes().replace(b'"unified_unlearning"', b'"second"'))
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    built_in = [f.name for f in suite_folders("")]
    assert [s.id for s in store.suites()] == [*built_in, "second"]
    store.close()
    other = folder.path.parent / "many" / "inner"
    shutil.copytree(folder.path, other)
    content = (other / "suite.toml").read_bytes()
    (other / "suite.toml").write_bytes(content.replace(b'"second"', b'"third"'))
    monkeypatch.setenv("LEADERBOARD_TABLES", f"{folder.path}:{other.parent}:")
    assert [s.id for s in store.suites()] == [*built_in, "second", "third"]
    assert built_in[0] == "unified_unlearning"


def test_which_suite_opens_first_is_a_setting(place, folder, monkeypatch):
    """The named one stands before all others, whether built in or not; the others keep their order."""
    folder.write("suite.toml", (folder.path / "suite.toml").read_bytes().replace(b'"unified_unlearning"', b'"second"'))
    usual = suite_folders("")
    monkeypatch.setenv("LEADERBOARD_FIRST", "tofu")
    assert [f.name for f in suite_folders("")] == ["tofu", *(f.name for f in usual if f.name != "tofu")]
    monkeypatch.setenv("LEADERBOARD_FIRST", "second")
    assert suite_folders(str(folder.path)) == [folder.path.resolve(), *usual]
    monkeypatch.setenv("LEADERBOARD_FIRST", "")
    assert suite_folders("") == usual
    assert usual[0].name == "unified_unlearning"


def test_another_first_suite_is_served_first(place, folder, monkeypatch):
    second = folder.path.parent / "second"
    shutil.copytree(folder.path, second)
    content = (second / "suite.toml").read_bytes()
    (second / "suite.toml").write_bytes(content.replace(b'"unified_unlearning"', b'"second"'))
    monkeypatch.setattr("data.folders.BUILT_IN", folder.path.parent)
    first = build.ensure()
    assert store.suites()[0].id == "unified_unlearning"
    store.close()
    monkeypatch.setenv("LEADERBOARD_FIRST", "second")
    assert [s.id for s in store.suites()] == ["second", "unified_unlearning"]
    assert build.ensure() != first


def test_an_unknown_first_suite_is_told(monkeypatch):
    monkeypatch.setenv("LEADERBOARD_FIRST", "tofuu")
    with pytest.raises(LeaderboardError) as error:
        suite_folders("")
    assert str(error.value).startswith(
        "LEADERBOARD_FIRST names 'tofuu': found no suite with this id, expected one of unified_unlearning, "
    )


def test_a_first_suite_whose_folder_cannot_be_told_stops_nothing(place, folder, monkeypatch):
    folder.write("suite.toml", "id = ")
    usual = suite_folders("")
    monkeypatch.setenv("LEADERBOARD_FIRST", "second")
    assert suite_folders(str(folder.path)) == [*usual, folder.path.resolve()]


def test_the_same_folder_named_twice_counts_once(folder):
    assert suite_folders(f"{folder.path}:{folder.path}/") == [*suite_folders(""), folder.path.resolve()]


# --- folders that are refused


def named(folder, suite: str = "second") -> Path:
    """The copy of the built-in suite under an id of its own."""
    content = (folder.path / "suite.toml").read_bytes()
    folder.write("suite.toml", content.replace(b'"unified_unlearning"', f'"{suite}"'.encode()))
    return folder.path


def test_a_refused_folder_stops_no_other_and_is_told_with_every_problem(place, folder, monkeypatch):
    right = folder.path.parent / "right"
    shutil.copytree(named(folder, "third"), right)
    folder.write("suite.toml", (folder.path / "suite.toml").read_bytes().replace(b'"third"', b'"second"'))
    folder.replace("runs.csv", 2, "0.38", "x")
    folder.replace("methods.csv", 2, "https://", "ftp://")
    monkeypatch.setenv("LEADERBOARD_TABLES", f"{folder.path}:{right}")
    assert [s.id for s in store.suites()] == [*(f.name for f in suite_folders("")), "third"]
    (refused,) = store.not_served()
    assert (refused.folder, refused.suite) == ("copy", "second")
    assert list(refused.problems) == examine(folder.path)[1]
    assert [p.place for p in refused.problems] == ["methods.csv, line 2, column url", "runs.csv, line 2, column MIA"]
    assert refused.sentence.startswith("The folder 'copy' is not served: methods.csv, line 2, column url: found")
    assert refused.sentence.endswith("; 1 more problem.")
    assert str(folder.path.parent) not in str(refused)
    assert build.ensure() == databases(place)[0]


def test_a_folder_that_is_mended_is_served(place, folder, monkeypatch):
    named(folder)
    right = (folder.path / "runs.csv").read_bytes()
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    for content, served in ((b"", False), (b"x", False), (right, True)):
        folder.write("runs.csv", content)
        store.close()
        assert ("second" in [s.id for s in store.suites()]) is served
        assert bool(store.not_served()) is not served


def test_a_place_without_a_suite_is_told_by_its_name(place, tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("LEADERBOARD_TABLES", f"{tmp_path}/empty:{tmp_path}/nowhere")
    told = {r.folder: r.problems[0].message for r in store.not_served()}
    assert told == {
        "empty": "benchmarks.csv: found no such file, expected a table with the columns id, label, name, description, "
        "reference, url",
        "nowhere": "the suite: found no folder that can be read (No such file or directory), expected a suite folder",
    }
    messages = [p.message for p in store.not_served()[0].problems]
    assert (
        "runs.csv: found no such file, expected a table with the columns panel, benchmark, method, seed and one "
        in (" ".join(messages))
    )
    assert str(tmp_path) not in str(store.not_served())


def test_one_id_in_two_folders_is_served_once(place, folder, monkeypatch):
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder.path))
    assert [s.id for s in store.suites()] == [f.name for f in suite_folders("")]
    (refused,) = store.not_served()
    assert refused.problems[0].message == (
        "suite.toml, column id: found the id unified_unlearning, which a suite named before has, expected an id of its "
        "own"
    )


def test_where_no_suite_is_left_nothing_is_built(place, folder, monkeypatch, capsys):
    folder.replace("runs.csv", 2, "0.38", "x")
    monkeypatch.setattr("data.folders.BUILT_IN", folder.path.parent)
    with pytest.raises(LeaderboardError, match=r"(?s)no suite can be served.*'copy'.*line 2, column MIA: found 'x'"):
        build.ensure()
    assert not place.exists()
    assert build.main([]) == 1
    assert "no suite can be served" in capsys.readouterr().err


def test_a_file_that_became_unreadable_is_not_passed_over(place, folder, monkeypatch):
    monkeypatch.setenv("LEADERBOARD_TABLES", str(named(folder)))
    build.ensure()
    (folder.path / "further.csv").symlink_to(folder.path / "runs.csv")
    assert [p.message for p in store.not_served()[0].problems] == [
        "further.csv: found a link, expected a file inside the folder"
    ]


def test_the_start_says_in_the_log_what_is_not_served(place, folder, monkeypatch, caplog):
    folder.write("runs.csv", "")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(named(folder)))
    monkeypatch.setattr(service.pkgutil, "walk_packages", lambda *_: [])
    build.ensure()
    for _ in ("the database is built", "the database is there"):
        caplog.clear()
        store.close()
        service._prepare()
        told = [(r.levelname, r.getMessage()) for r in caplog.records if r.name == "leaderboard.data"]
        assert told == [
            (
                "ERROR",
                "The folder 'copy' is not served: runs.csv: found an empty file, expected a header line and at least "
                "one row.",
            )
        ]


# --- the command


def test_command(place, capsys):
    assert build.main([]) == 0
    assert capsys.readouterr().out == f"{databases(place)[0]}\n"


def test_command_tells_problems(place, folder, monkeypatch, capsys):
    """What is right is served; only manifests are wanted of all or of none."""
    folder.write("runs.csv", "")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(named(folder)))
    monkeypatch.setattr(build, "keep", lambda folder, tables: [])
    for arguments, status in (([], 0), ([], 0), (["--manifest"], 1)):
        assert build.main(arguments) == status
        assert "runs.csv: found an empty file" in capsys.readouterr().err
