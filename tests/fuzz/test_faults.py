"""A full disk, an I/O error, a failed allocation, a kill, a read-only folder at one step after the other.

After each of them the next start serves the same numbers, nothing is left lying about, and whoever started it got one
clear message. `make fuzz` goes through every step, the usual run through some.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from data import build, folders, store
from tests.fuzz.conftest import FULL
from tests.fuzz.faults import SUITE, numbers

ROOT = Path(__file__).resolve().parents[2]
AHEAD = 10 * 365 * 86_400
"""Seconds by which files are newer than now, as after a clock was set back."""
SOME = {
    "build": ("ENOSPC,kill", 150),
    "start": ("EROFS", 1),
    "upload": ("EIO", 1),
    "reader": ("kill", 1),
}
"""What the usual run has of each work: faults, and every so many steps."""
NEVER = {("start", "ENOSPC"), ("start", "EROFS")}
"""A start with a database writes nothing: it serves from a full disk and from a read-only folder."""
ENDS = {"kill": (-9,), "memory": (0, 1, -6, -11)}
"""How an attempt may end where not by itself: without memory the engine may end its process."""


def attempts(work: str, folder: Path) -> dict[str, list[Any]]:
    """What `tests.fuzz.faults` tells, by fault."""
    faults, every = SOME[work]
    less = [] if FULL else [f"--faults={faults}", f"--every={every}"]
    command = [sys.executable, "-m", "tests.fuzz.faults", work, str(folder), *less]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[Any]] = defaultdict(list)
    for line in done.stdout.splitlines():
        attempt = json.loads(line)
        found[attempt["fault"]].append(attempt)
    assert FULL or set(found) == set(faults.split(","))
    return found


@pytest.mark.parametrize("work", list(SOME))
def test_after_a_fault_at_any_step_the_next_start_has_the_numbers(tmp_path: Path, work: str) -> None:
    for fault, tried in attempts(work, tmp_path).items():
        assert (tried[-1]["at"], tried[-1]["status"]) == ("", 0), "the work comes to its end without faults"
        assert len(tried) > 1 or (work, fault) in NEVER, f"the fault {fault} never happened"
        for a in tried:
            assert a["same"], a
            if work in ("build", "start"):
                names = {Path(name).suffix for name in a["left"]}
                assert (len(a["left"]), names) == (2, {".duckdb", ".lock"}), a
            assert a["status"] in ENDS.get(fault if work != "reader" else "", (0, 1)) or not a["at"], a
            assert "Traceback" not in a["said"], a
            if a["status"] == 1:
                assert 0 < len(a["said"].splitlines()) <= 2, "one message, with the line of the log if there is one"
        if (work, fault) == ("build", "EROFS"):
            assert "Read-only file system" in tried[0]["said"]
            assert "set LEADERBOARD_DATABASE to a folder that can be written" in tried[0]["said"]


def test_a_clock_that_was_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are newer than now: the database stays the one of the tables, and old ones are cleared away as ever."""
    place = tmp_path / "place"
    shutil.copytree(folders.BUILT_IN / SUITE, tmp_path / "tables" / SUITE)
    monkeypatch.setattr(folders, "BUILT_IN", tmp_path / "tables")
    monkeypatch.setenv(build.VARIABLE, str(place))
    store.close()
    try:
        path, served = build.ensure(), store.tables(SUITE)
        ahead = path.stat().st_mtime + AHEAD
        for age in range(5):
            (place / f"leaderboard-{age:012x}.duckdb").write_bytes(b"old")
        for file in (*place.iterdir(), *(tmp_path / "tables" / SUITE).iterdir()):
            os.utime(file, (ahead, ahead))
        store.close()
        monkeypatch.setattr(time, "time", lambda: 1e9)
        assert (build.build(), build.ensure()) == (path, path)
        assert path.stat().st_mtime == ahead, "not built again"
        assert len(list(place.glob("*.duckdb"))) == 1 + build.OLD_DATABASES
        assert numbers(store.tables(SUITE)) == numbers(served)
    finally:
        store.close()
