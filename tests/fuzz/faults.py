"""One thing after the other goes wrong: `python -m tests.fuzz.faults WORK FOLDER [--every N]`.

As the tests of SQLite do it: the first step of the work fails, then the second, until the work comes to its end. A step
is a call to the C library about a file of the work. WORK is `build`, `start` (the database is there), `upload`, or
`reader` (the process that reads an upload). Each attempt and the start after it run in processes of their own; each
gives a line of JSON, an `Attempt`.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import hashlib
import json
import os
import pickle
import resource
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import data.folders
from components.errors import LeaderboardError
from components.intake import files
from components.intake.example import EXAMPLE_NAME, example
from components.report import report
from components.selection import default_selection
from data import build, store
from data.load import load_suite
from data.registry import Tables
from tests.fuzz.calls import intercept

SUITE = "unified_unlearning"
WRITES = ("write", "pwrite", "pwrite64", "ftruncate64", "mkdir", "rename", "fsync", "fdatasync", "unlink")
PATHS = ("mkdir", "rename", "unlink")
OPENS = ("open", "open64", "openat64")
READS = ("read", "pread64", "flock")
CALLS = (*WRITES, *OPENS, *READS)
STAYS = ("ENOSPC", "EROFS")
"""Faults that stay: a disk that is full is full for the next write as well. The others happen once."""
FAULTS = ("ENOSPC", "EROFS", "EIO", "ENOMEM", "kill", "memory")
DATABASE = ("build", "start")
"""Work that is about the database, not about an upload."""
STAIR = 2**20
"""Bytes by which the room for allocations grows from attempt to attempt."""
PATIENCE = 120


@dataclass(frozen=True)
class Attempt:
    """How one attempt ended.

    `at` is the call that failed, empty when the work came to its end before; `said` is what was written, `same` whether
    the next start has the numbers, `left` what lies in the folder of the database then.
    """

    work: str
    fault: str
    step: int
    at: str
    status: int
    said: str
    same: bool
    left: tuple[str, ...]


def arm(fault: str, step: int, marker: str, within: str) -> None:
    """Let the step fail in this process. Calls about files outside the folder `within` are no steps."""
    count, inside = 0, False

    def before(name: str, arguments: tuple[int, int, int, int]) -> int:
        nonlocal count, inside
        if inside:
            return 0
        inside = True
        try:
            if not _is_step(fault, name, arguments, within):
                return 0
            count += 1
            if count < step or (count > step and fault not in STAYS):
                return 0
            if count == step:  # a process that gave up its files can still rename one
                os.rename(marker, f"{marker} {name} {Path(_about(name, arguments)).name}")
            if fault == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            return int(getattr(errno, fault))
        finally:
            inside = False

    assert intercept(CALLS, before), "no call can be reached"


def _is_step(fault: str, name: str, arguments: tuple[int, int, int, int], within: str) -> bool:
    if fault in STAYS and name not in WRITES:
        flags = arguments[2 if name == "openat64" else 1]
        if name not in OPENS or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return False
    return _about(name, arguments).startswith(within)


def _about(name: str, arguments: tuple[int, int, int, int]) -> str:
    """The file that a call is about."""
    if name in (*OPENS, *PATHS):
        return ctypes.string_at(arguments[1 if name == "openat64" else 0]).decode(errors="replace")
    try:
        return os.readlink(f"/proc/self/fd/{arguments[0] & 0xFFFFFFFF}")
    except OSError:
        return ""


def apart(act: Callable[[], int], out: Path) -> int:
    """The exit status of `act` in a process of its own, minus the signal that ended it; it writes to `out`."""
    child = os.fork()
    if not child:
        with out.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        signal.alarm(PATIENCE)
        try:
            status = act()
        except BaseException:
            traceback.print_exc()
            status = 99
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _sheet() -> bytes:
    """What the example is read as. A slow machine is no fault."""
    return pickle.dumps(files.read([(EXAMPLE_NAME, example())], seconds=PATIENCE))


def _unwanted() -> Path:
    raise AssertionError("built again")


def numbers(tables: Tables) -> str:
    """The report of a suite, to the byte, as a digest."""
    return hashlib.sha256(json.dumps(report(tables, default_selection(tables))).encode()).hexdigest()


class Work:
    """A work with its folder: what is done, what the next start gives, and what it must give."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder, self.files, self.place = name, folder, folder / "files", folder / "files" / "place"
        shutil.copytree(data.folders.BUILT_IN / SUITE, self.files / "tables" / SUITE, dirs_exist_ok=True)
        data.folders.BUILT_IN = self.files / "tables"
        os.environ[build.VARIABLE] = str(self.place)
        self.tables = load_suite(self.files / "tables" / SUITE)
        self.sheet = b"" if name in DATABASE else _sheet()

    def attempt(self, fault: str, step: int) -> Attempt:
        """Let one step fail, then start again without."""
        marker, out = self.folder / "step", self.folder / "said"
        marker.touch()
        if self.name == "build":
            shutil.rmtree(self.place, ignore_errors=True)
        elif self.name == "start":
            assert apart(lambda: build.main([]), self.folder / "before") == 0
        status = apart(lambda: self._fail(fault, step, str(marker)), out)
        said = out.read_text(encoding="utf-8", errors="replace").strip()
        same = apart(lambda: self._next(whole=status == 0), self.folder / "next") == 0
        reached = [p.rename(marker).name and p.name for p in self.folder.glob("step *")]
        left = tuple(sorted(p.name for p in self.place.iterdir())) if self.place.exists() else ()
        return Attempt(self.name, fault, step, "".join(reached).removeprefix("step "), status, said, same, left)

    def _fail(self, fault: str, step: int, marker: str) -> int:
        if fault == "memory":
            used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
            resource.setrlimit(resource.RLIMIT_AS, (used + step * STAIR,) * 2)
        elif self.name == "reader":
            mend = f"from tests.fuzz.faults import arm; arm({fault!r}, {step}, {marker!r}, 'pipe')"
            files._CODE = files._CODE.replace("; from components", f"; {mend}; from components")
        else:
            arm(fault, step, marker, "pipe" if self.name == "upload" else str(self.files))
        return build.main([]) if self.name in DATABASE else self._read()

    def _read(self) -> int:
        try:
            return 0 if _sheet() == self.sheet else 98
        except LeaderboardError as error:
            print(error)
            return 1

    def _next(self, *, whole: bool) -> int:
        """Whether a start without faults has the numbers; what was reported as built needs no other build."""
        if self.name not in DATABASE:
            return self._read()
        if whole:
            build.build = _unwanted
        served = store.tables(SUITE)
        # the report is a function of the tables: the same bytes give the same numbers
        known = pickle.dumps(served) == pickle.dumps(self.tables)
        return 0 if known or numbers(served) == numbers(self.tables) else 97

    def all(self, faults: list[str], every: int) -> Iterator[Attempt]:
        """Every so many steps of each fault, until the work comes to its end undisturbed."""
        for fault in faults:
            step = 1
            while True:
                attempt = self.attempt(fault, step)
                yield attempt
                if not attempt.at if fault != "memory" else attempt.status == 0:
                    break
                step += every


def main() -> int:
    """One line for each attempt."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("work", choices=("build", "start", "upload", "reader"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--faults", default=",".join(FAULTS))
    parser.add_argument("--every", type=int, default=1)
    chosen = parser.parse_args()
    for attempt in Work(chosen.work, chosen.folder).all(chosen.faults.split(","), chosen.every):
        print(json.dumps(asdict(attempt)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
