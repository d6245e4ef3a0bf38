"""SQL written by anybody: what it may do, and everything it must not get done."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data import build, disposable, sandbox
from data.sandbox import LIMITS, Limits, QueryRefused, Result, TooBusy, run
from tests.cases import stored
from tests.data.conftest import SECRET

AT_ONCE = 2
ENDLESS = "SELECT count(*) FROM range(2000000000) a, range(1000) b"


def outcome(sql: str, limits: Limits = LIMITS) -> Result | str:
    """The rows, or the words of the refusal."""
    try:
        return run(sql, limits=limits)
    except QueryRefused as error:
        return str(error)


def all_outcomes(queries: Sequence[str]) -> dict[str, Result | str]:
    assert len(set(queries)) == len(queries)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(queries, pool.map(outcome, queries), strict=True))


def fingerprint(folder: Path) -> dict[str, str]:
    files = [
        p for p in sorted(folder.iterdir()) if p.is_file() and p.suffix != ".log"
    ]  # logs are other tests' servers
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture
def unchanged(secret: Path) -> Iterator[None]:
    """The database, its folder, and the folder of secrets are afterwards what they were."""
    folder = build.ensure().parent
    before = fingerprint(folder), fingerprint(secret)
    yield
    assert (fingerprint(folder), fingerprint(secret)) == before


QUERIES = stored("data/queries.json")


def test_nothing_beside_the_tables_is_read_and_nothing_is_written(secret, unchanged):
    """One query of a kind through all of it; tests/data/test_sandbox_child.py has all queries."""
    secret_frame = {"word": [SECRET]}
    assert secret_frame
    names = {"{folder}": str(secret), "{database}": str(build.ensure())}
    queries = [*QUERIES["reading"][::9], *QUERIES["writing"][::12]]
    for name, value in names.items():
        queries = [q.replace(name, value) for q in queries]
    outcomes = all_outcomes(queries)
    assert {q: r for q, r in outcomes.items() if not isinstance(r, str)} == {}
    assert SECRET not in "".join(str(r) for r in outcomes.values())


@pytest.mark.long
def test_queries_that_would_not_end_or_fill_memory_are_ended(unchanged):
    def timed(sql: str) -> tuple[Result | str, float]:
        start = time.monotonic()
        return outcome(sql, replace(LIMITS, seconds=0.7)), time.monotonic() - start

    queries = [ENDLESS, *QUERIES["hanging"], *QUERIES["filling"]]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcome_of_query = dict(zip(queries, pool.map(timed, queries), strict=True))
    ended = {q: r for q, (r, _) in outcome_of_query.items() if isinstance(r, str)}
    answered = {q: r for q, (r, _) in outcome_of_query.items() if isinstance(r, Result)}
    assert set(answered) <= {"SELECT 9::BIGNUM ** 99999999999"}
    assert all(len(json.dumps(r.rows)) < 1_000 for r in answered.values())
    assert "took longer" in ended[ENDLESS]
    # on a busy machine time may run out before memory does: with time to spare it is the memory
    assert "memory" in str(
        outcome("SELECT lpad('x', 2000000000, 'y')", replace(LIMITS, seconds=30))
    )
    # asked for minutes and more; the rest is starting and ending processes on a busy machine
    assert max(seconds for _, seconds in outcome_of_query.values()) < 30


DOUBLED = [f"t{i} AS (SELECT * FROM t{i - 1}, t{i - 1} u)" for i in range(1, 60)]  # noqa: S608
DOUBLING = "WITH t0 AS (FROM range(9)), " + ", ".join(DOUBLED) + " SELECT count(*) FROM t59"  # noqa: S608
NESTED = (
    "SELECT " + "(" * 1_900 + "1" + ")" * 1_900,
    "SELECT " + "-" * 1 + "- 1" * 900,
    "SELECT " + "NOT " * 900 + "true",
    "SELECT " + "[" * 1_900 + "]" * 1_900,
    "SELECT " + " + ".join(["1"] * 900),
    "SELECT " + "CASE WHEN true THEN " * 150 + "1" + " END" * 150,
    "SELECT * FROM " + "(SELECT * FROM " * 200 + "range(1)" + ")" * 200,
    "SELECT 1 " + "UNION ALL SELECT 1 " * 200,
    DOUBLING,
    "SELECT '" + "x" * 3_900 + "'",
    "SELECT " + "9" * 3_900,
    "SELECT 1e" + "9" * 3_000,
    "SELECT " + ", ".join(["1"] * 1_200),
    "SELECT 1" + " " * 4_000,
    *QUERIES["broken"],
)


def test_nested_hostile_and_empty_texts_never_bring_down_the_caller(unchanged):
    outcomes = all_outcomes(NESTED)
    answered = {q for q, r in outcomes.items() if isinstance(r, Result)}
    assert all(len(json.dumps(outcomes[q].rows)) < 5_000 for q in answered)
    for query in (
        "SELECT $1",
        "SELECT 1\0; DROP TABLE score",
        "",
        ";",
        "-- nothing",
        "SELECT 'open",
        "sеlect 1",
    ):
        assert isinstance(outcomes[query], str)
    assert run("SELECT 1").rows == ((1,),)


def test_a_select_is_answered_with_names_types_and_values():
    result = run(
        "SELECT method, count(*) AS runs FROM run WHERE suite = 'unified_unlearning' "
        "GROUP BY method ORDER BY runs DESC, method -- counted"
    )
    assert result.columns == ("method", "runs")
    assert result.types == ("VARCHAR", "BIGINT")
    assert sum(int(r[1]) for r in result.rows) == 50
    assert not result.truncated


def test_every_value_is_plain():
    result = run(
        "SELECT NULL, true, 2::HUGEINT ** 100, 'nan'::DOUBLE, 1.25, '\\xFF'::BLOB, TIME '01:02:03',"
        " [1, NULL], {'a': 1}, INTERVAL 1 DAY, '<script>', 9007199254740993"
    )
    assert result.rows[0][:8] == (None, True, 2.0**100, "nan", 1.25, "ff", "01:02:03", "[1, null]")
    assert result.rows[0][8:10] == ('{"a": 1}', "1 day, 0:00:00")
    assert result.rows[0][10:] == ("<script>", "9007199254740993")


def test_rows_columns_and_bytes_are_bounded_and_said():
    many = run("FROM range(100000)")
    assert (len(many.rows), many.truncated) == (LIMITS.rows, True)
    exact = run(f"FROM range({LIMITS.rows})")
    assert (len(exact.rows), exact.truncated) == (LIMITS.rows, False)
    wide = run("SELECT repeat('x', 9000) FROM range(1000)")
    assert wide.truncated
    assert sum(len(r[0]) for r in wide.rows) <= LIMITS.bytes
    assert run(f"SELECT repeat('x', {LIMITS.bytes})").rows == ()
    with pytest.raises(QueryRefused, match=r"found 1000 columns, expected at most 200"):
        run("SELECT " + ",".join(["1"] * 1_000))
    with pytest.raises(QueryRefused, match=r"found 4,001 characters, expected at most 4,000"):
        run("x" * 4_001)


def test_an_error_says_where_and_names_no_path_of_the_server():
    with pytest.raises(QueryRefused, match=r"(?s)syntax error.*LINE 1.*\^"):
        run("SELECT FROM WHERE")
    with pytest.raises(QueryRefused) as refused:
        run("SELECT * FROM no_such_table")
    assert str(build.ensure()) not in str(refused.value)
    assert {"run", "score", "suite"} <= set(
        refused.value.available.removeprefix("tables: ").split(", ")
    )
    assert "runs" not in refused.value.available
    with pytest.raises(QueryRefused, match="cast it to VARCHAR"):
        run("SELECT INTERVAL 10000000 YEAR")


def test_the_tables_of_a_suite_are_found_by_their_own_names_and_all_others_as_before():
    query = "SELECT count(*), count(FA) FROM runs"
    assert run(query, suite="unified_unlearning").rows == ((50, 50),)
    assert run(query.replace("runs", "unified_unlearning.runs"), suite="tofu").rows == ((50, 50),)
    # a table of all suites keeps its name, so that a link made before the views answers as it did
    suites = "SELECT DISTINCT suite FROM published"
    assert run(suites, suite="tofu").rows == run(suites).rows
    assert run("SELECT count(*) > 50 FROM run", suite="unified_unlearning").rows == ((True,),)
    for nowhere in ("no_such_suite", "main'; SELECT 1 --", ""):
        with pytest.raises(QueryRefused, match="Table with name runs does not exist"):
            run("FROM runs", suite=nowhere)


@pytest.mark.parametrize(
    ("query", "available"),
    [
        ("SELECT fa FROM panels", "panels: id, label, base_model, setting, reference, description"),
        (
            "SELECT r.nothing FROM tofu_seeds.runs r",
            "tofu_seeds.runs: panel, benchmark, method, seed, model_utility",
        ),
        ("WITH x AS (FROM panels) SELECT * EXCLUDE (y) FROM x", "panels: id"),
        ("SELECT method FROM runs GROUP BY seed", ""),
        ("SELECT no_such_function(1)", ""),
    ],
)
def test_a_column_that_is_not_there_is_answered_with_those_that_are(query, available):
    with pytest.raises(QueryRefused) as refused:
        run(query, suite="unified_unlearning")
    assert refused.value.available.startswith(available)
    assert bool(refused.value.available) == bool(available)


def test_points_in_time_are_asked_for_as_texts():
    with pytest.raises(QueryRefused, match="cast it to VARCHAR"):
        run("SELECT [DATE 'infinity']")
    assert run("SELECT DATE 'infinity'::VARCHAR, TIME '01:02:03'").rows == (
        ("infinity", "01:02:03"),
    )


def test_no_more_queries_run_at_once_than_there_are_places(monkeypatch):
    running, most, lock = 0, 0, threading.Lock()
    start: Callable[..., subprocess.CompletedProcess[bytes]] = subprocess.run

    def counted(*arguments: Any, **options: Any) -> subprocess.CompletedProcess[bytes]:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        try:
            return start(*arguments, **options)
        finally:
            with lock:
                running -= 1

    monkeypatch.setattr(subprocess, "run", counted)
    with ThreadPoolExecutor(6) as pool:
        outcomes = list(pool.map(outcome, [f"SELECT {100 - i}" for i in range(6)]))
    assert most == AT_ONCE
    assert [r.rows for r in outcomes if isinstance(r, Result)] == [((100 - i,),) for i in range(6)]


def test_who_comes_while_others_go_on_is_told(monkeypatch):
    monkeypatch.setattr(sandbox, "WAIT", 0.01)
    monkeypatch.setattr(sandbox, "_slots", threading.Semaphore(0))
    with pytest.raises(TooBusy, match="try again"):
        run("SELECT 1")


def test_a_query_has_the_time_that_is_said_and_not_more(monkeypatch):
    # nobody waits for the child: its own alarm must end it
    monkeypatch.setattr(disposable, "STARTING", 600.0)
    begun = time.monotonic()
    assert outcome(ENDLESS, replace(LIMITS, seconds=0.5)) == "the query took longer than 0.5 s"
    assert time.monotonic() - begun < 60
    code = (
        f"import sys; sys.path.insert(0, {str(disposable.ROOT)!r})\n"
        "import signal; from data.disposable import lower_limits\n"
        "lower_limits(2.0, 2**30, 2.0); print(signal.getitimer(signal.ITIMER_REAL)[0])"
    )
    left = float(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
    )
    assert 1 < left <= LIMITS.seconds


def test_a_server_too_busy_to_start_a_query_says_that(monkeypatch):
    monkeypatch.setattr(disposable, "STARTING", 0.0)
    with pytest.raises(TooBusy, match="too busy"):
        run("SELECT 1", limits=replace(LIMITS, seconds=0.001))


def test_a_query_needs_no_room_on_the_disk(monkeypatch, tmp_path):
    """Without an inode left no file or folder can be made, be it temporary."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for module, name in ((tempfile, "mkdtemp"), (tempfile, "mkstemp"), (os, "mkdir")):
        monkeypatch.setattr(module, name, full)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    with pytest.raises(OSError, match="No space left"):
        tempfile.TemporaryDirectory()
    assert run("SELECT count(*) FROM run WHERE suite = 'unified_unlearning'").rows == ((50,),)


def test_a_machine_that_cannot_start_a_query_says_that(monkeypatch, caplog):
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "run", refused)
    with pytest.raises(TooBusy, match="no room to run a query"):
        run("SELECT 1")
    assert "Resource temporarily unavailable" in caplog.text


def test_the_child_has_an_empty_environment_and_no_files():
    """What the operating system says while a query runs."""
    before = set(_children())
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(outcome, ENDLESS)
        new: set[int] = set()
        while not new:
            new = set(_children()) - before
            time.sleep(0.02)
        process = Path("/proc") / str(new.pop())
        while _limit((process / "limits").read_text(), "Max open files") != "0":
            time.sleep(0.02)
        limits = (process / "limits").read_text()
        assert (process / "environ").read_bytes() == b""
        assert os.readlink(process / "cwd") == "/"
        assert not [t for t in _targets(process / "fd") if t.startswith("socket:")]
        assert _limit(limits, "Max file size") == "0"
        assert _limit(limits, "Max open files") == "0"
        assert _limit(limits, "Max address space") == str(LIMITS.address_space)
        assert int(_limit(limits, "Max cpu time")) <= LIMITS.seconds + disposable.STARTING
        assert "took longer" in str(waiting.result())
    assert not process.exists()


def _children() -> list[int]:
    children = []
    for entry in Path("/proc/self/task").iterdir():
        children += [int(pid) for pid in (entry / "children").read_text().split()]
    return children


def _targets(folder: Path) -> list[str]:
    targets = []
    for entry in os.listdir(folder):
        try:
            targets.append(os.readlink(folder / entry))
        except FileNotFoundError:  # closed since it was listed
            continue
    return targets


def _limit(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(name))[len(name) :].split()[0]
