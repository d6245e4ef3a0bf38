"""`make lake`: two writers and three readers on one lake for a minute, while one of the writers is killed.

Each writer puts two suites in at once, again and again, both always of the same round, and one suite that the other
writes too. Readers follow the lake as servers do and look whether the two are of one round. The writer that is killed
begins again. At the end everything that a writer was told is in must be there, to the last digit.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from data import connection, database, lake
from data.folders import BUILT_IN
from data.load import load_suite
from data.manifest import manifest_of
from data.registry import Tables
from tests.postgres import postgres

ROOT = Path(__file__).resolve().parents[2]
WRITERS, READERS = ("a", "b"), 3
COMMON = "common"


@dataclass(frozen=True)
class Outcome:
    """What became of it: rounds told as put in and kills; copies looked at, halves among them, what was lost."""

    rounds: int
    kills: int
    copies: int
    halves: int
    lost: int
    read_back: int


@cache
def _plain() -> Tables:
    return load_suite(BUILT_IN / "muse_seeds")


def of_round(suite_id: str, number: int) -> Tables:
    """A suite whose every value and whose version tell its round."""
    tables = _plain()
    runs = tables.runs.assign(**{m.id: tables.runs[m.id] * 0 + number for m in tables.metrics[:1]})
    version = hashlib.sha256(f"{suite_id} {number}".encode()).hexdigest()[:12]
    suite = replace(tables.suite, id=suite_id, title=str(number))
    return replace(tables, suite=suite, runs=runs, data_version=version)


def round_of(tables: Tables) -> set[int]:
    """The rounds that a suite tells, in its record and in its values."""
    values = tables.runs[tables.metrics[0].id].dropna()
    return {int(tables.suite.title), *(int(v) for v in values)}


def write(name: str, first: int) -> None:
    """Put one round after another in, and say each that is in."""
    number = first
    while True:
        lake.put([of_round(f"{name}_one", number), of_round(f"{name}_two", number), of_round(COMMON, number)])
        print(json.dumps([name, number]), flush=True)
        number += 2  # even rounds are one writer's, odd ones the other's


def read(seconds: float) -> None:
    """Follow the lake and look at every copy that would be served."""
    connection.EVERY = 0.1
    told: Counter[str] = Counter()
    following, seen = connection.Follower(), Path()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if following.path == seen:
            time.sleep(0.02)
            continue
        seen = following.path
        with database.connect(seen) as con:
            found = {s.id: round_of(database.read_tables(con, s.id)) for s in database.read_suites(con)}
        told["copies"] += 1
        pairs = [found.get(f"{n}_one", set()) | found.get(f"{n}_two", set()) for n in WRITERS]
        told["halves"] += any(len(rounds) > 1 for rounds in (*pairs, *found.values()))
        told["halves"] += any((f"{n}_one" in found) != (f"{n}_two" in found) for n in WRITERS)
    following.close()
    print(json.dumps(told), flush=True)


def start(said: Path, role: str, *arguments: object, **environment: str) -> subprocess.Popen[bytes]:
    """A writer or a reader in a process of its own, whose words go to a file."""
    command = [sys.executable, "-m", "tests.bench.lake", "--role", role, *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    with said.open("ab") as file:
        return subprocess.Popen(command, cwd=ROOT, env=env, stdout=file)


def soak(seconds: float, place: Path) -> Outcome:
    """Let them at the lake that the environment names for so long; `place` is for copies and what they say.

    The time begins when both writers have put something in.
    """
    lake.put([of_round("a_one", 0), of_round("a_two", 0), of_round(COMMON, 0)])
    said = {name: place / f"writer-{name}" for name in WRITERS}
    writers = [start(said[name], "write", name, at) for at, name in enumerate(WRITERS, start=2)]
    copies = [place / f"reader-{i}" for i in range(READERS)]
    readers = [start(c.with_suffix(".txt"), "read", seconds, LEADERBOARD_COPIES=str(c)) for c in copies]
    while any(w.poll() is None for w in writers) and not all(p.stat().st_size for p in said.values()):
        time.sleep(0.05)
    time.sleep(seconds / 2)
    writers[1].kill()
    writers[1].wait()
    again = 1 + 2 * 10_000
    writers[1] = start(said["b"], "write", "b", again)
    time.sleep(seconds / 2)
    for writer in writers:
        writer.kill()
        writer.wait()
    for reader in readers:
        reader.wait(120)
    looked = [json.loads(c.with_suffix(".txt").read_text()) for c in copies]
    lines = [line for path in said.values() for line in path.read_text().splitlines() if line.endswith("]")]
    rounds = [tuple(json.loads(line)) for line in lines]
    with lake.connect() as con:
        kept = lake.snapshots(con)
    lost = 0
    for name, number in rounds:
        for suite_id in (f"{name}_one", f"{name}_two", COMMON):
            lost += (suite_id, of_round(suite_id, number).data_version) not in kept
    back = 0
    for name, number in [*rounds[:2], *rounds[-2:]]:  # each is read from its own snapshot
        expected = of_round(f"{name}_two", number)
        found = lake.read_at(f"{name}_two", kept[f"{name}_two", expected.data_version])
        back += manifest_of(found) == manifest_of(expected)
    ids = [t.suite.id for t in lake.read()]
    lost += sorted(ids) != ["a_one", "a_two", "b_one", "b_two", COMMON]
    copies, halves = (sum(one.get(what, 0) for one in looked) for what in ("copies", "halves"))
    return Outcome(len(rounds), 1, copies, halves, lost, back)


def main() -> int:
    """Run it, and fail when a reader saw half a suite or something was lost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--role", choices=["write", "read"])
    parser.add_argument("rest", nargs="*")
    chosen = parser.parse_args()
    if chosen.role == "write":
        write(chosen.rest[0], int(chosen.rest[1]))
    if chosen.role == "read":
        read(float(chosen.rest[0]))
        return 0
    with postgres() as catalogue, tempfile.TemporaryDirectory() as place:
        os.environ.update(LEADERBOARD_DATABASE=f"ducklake:postgres:{catalogue}", LEADERBOARD_STORE=f"{place}/store")
        outcome = soak(chosen.seconds, Path(place))
    for name, number in asdict(outcome).items():
        print(f"{name.replace('_', ' ')}: {number}")
    return int(bool(outcome.halves or outcome.lost) or outcome.read_back < min(4, outcome.rounds))


if __name__ == "__main__":
    sys.exit(main())
