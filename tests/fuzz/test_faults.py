"""A full disk, an I/O error, a failed allocation, a kill, a read-only folder at one step after the other.

After each of them the next start serves the same numbers, nothing is left lying about, and whoever started it got one
clear message. `make fuzz` goes through every step, the usual run through some.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from data import build, store
from tests.fuzz.conftest import FULL

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ("ENOSPC", "EROFS", "EIO", "ENOMEM", "kill")
AHEAD = 10 * 365 * 86_400
"""Seconds by which files are newer than now, as after a clock was set back."""


def attempts(work: str, folder: Path, faults: tuple[str, ...], first: int, every: int) -> dict[str, list[Any]]:
    """What `tests.fuzz.faults` tells, by fault."""
    command = [sys.executable, "-m", "tests.fuzz.faults", work, str(folder), f"--faults={','.join(faults)}"]
    steps = [f"--first={first}", f"--every={every}"]
    done = subprocess.run([*command, *steps], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[Any]] = defaultdict(list)
    for line in done.stdout.splitlines():
        attempt = json.loads(line)
        found[attempt["fault"]].append(attempt)
    assert set(found) == set(faults)
    return found


@pytest.mark.parametrize(
    ("work", "faults", "first", "every", "fewest"),
    [
        ("build", FAULTS, 1, 1, 60) if FULL else ("build", ("ENOSPC", "EIO", "kill"), 29, 60, 1),
        ("start", FAULTS, 1, 1, 0) if FULL else ("start", ("EROFS", "EIO"), 40, 60, 0),
        ("upload", FAULTS, 1, 1, 1) if FULL else ("upload", ("ENOSPC", "EIO"), 1, 1, 1),
        ("reader", FAULTS, 1, 1, 1) if FULL else ("reader", ("EIO", "kill"), 1, 1, 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_after_a_fault_at_any_step_the_next_start_has_the_numbers(
    tmp_path: Path, work: str, faults: tuple[str, ...], first: int, every: int, fewest: int
) -> None:
    for fault, tried in attempts(work, tmp_path, faults, first, every).items():
        reached = [a for a in tried if a["at"]]
        assert len(reached) >= fewest, f"the fault {fault} never happened"
        for a in tried:
            assert a["same"], a
            if work in ("build", "start"):
                names = {Path(name).suffix for name in a["left"]}
                assert (len(a["left"]), names) == (2, {".duckdb", ".lock"}), a
        for a in reached:
            killed = fault == "kill" and work != "reader"
            assert a["status"] in ((-9,) if killed else (0, 1)), a
            assert "Traceback" not in a["said"], a
            assert killed or a["said"], a
            assert a["said"].count("\n") < 2, a
        assert tried[-1]["status"] == 0, "the work comes to its end without faults"


def test_a_database_in_a_read_only_folder_is_served(tmp_path: Path) -> None:
    (attempt,) = attempts("start", tmp_path, ("EROFS",), 1, 1)["EROFS"]
    assert (attempt["at"], attempt["status"], attempt["same"]) == ("", 0, True), "nothing is written at all"


def test_a_read_only_folder_without_a_database_is_told(tmp_path: Path) -> None:
    told = attempts("build", tmp_path, ("EROFS",), 1, 10_000)["EROFS"][0]
    assert (told["status"], told["same"]) == (1, True)
    assert "Read-only file system" in told["said"]
    assert "set LEADERBOARD_DATABASE to a folder that can be written" in told["said"]


@pytest.mark.parametrize("work", ["build", "upload"])
def test_after_an_allocation_that_failed_the_next_start_has_the_numbers(tmp_path: Path, work: str) -> None:
    """The room for allocations grows from attempt to attempt. The engine may end its process; nothing else may be."""
    found = attempts(work, tmp_path, ("memory",), 1 if FULL else 70, 1 if FULL else 40)["memory"]
    assert [a["same"] for a in found] == [True] * len(found), found
    assert found[-1]["status"] == 0
    for a in found:
        assert "Traceback" not in a["said"], a


def test_a_clock_that_was_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are newer than now: the database stays the one of the tables, and old ones are cleared away as ever."""
    monkeypatch.setenv(build.VARIABLE, str(tmp_path))
    store.close()
    try:
        path = build.ensure()
        numbers = store.tables("unified_unlearning").runs
        ahead = path.stat().st_mtime + AHEAD
        for age in range(5):
            (tmp_path / f"leaderboard-{age:012x}.duckdb").write_bytes(b"old")
        for file in tmp_path.iterdir():
            os.utime(file, (ahead, ahead))
        back = "import time; time.time = lambda: 1e9; import data.build as b; b.build(); print(b.ensure())"
        started = subprocess.run([sys.executable, "-c", back], cwd=ROOT, capture_output=True, text=True, check=True)
        assert started.stdout.split() == [str(path)]
        assert path.stat().st_mtime == ahead, "not built again"
        assert len(list(tmp_path.glob("*.duckdb"))) == 1 + build.OLD_DATABASES
        store.close()
        assert store.tables("unified_unlearning").runs.equals(numbers)
    finally:
        store.close()
