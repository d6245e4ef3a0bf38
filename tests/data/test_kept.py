"""The kept process and its forks: answers, bounds, and the end with who asked."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from data import kept
from data.kept import Exceeded, Kept, Left


def always() -> bool:
    return True


@pytest.fixture
def process():
    made = Kept("tests.endless_work", b"hello ")
    yield made
    made.end()


def forks(process: Kept) -> list[str]:
    """The processes that were forked and have not ended, a moment later."""
    number = process._process.pid
    found = []
    for _ in range(40):
        found = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        if not found:
            break
        time.sleep(0.05)
    return found


def test_each_message_has_a_fork_and_its_own_answer(process):
    messages = [str(n).encode() * n * 30_000 for n in range(8)]
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda m: process.ask(m, always), messages))
    assert answers == [b"hello " + message for message in messages]
    assert forks(process) == []


def test_it_starts_again_when_it_was_killed(process):
    assert process.ask(b"a", always) == b"hello a"
    process._process.kill()
    process._process.wait()
    assert process.ask(b"b", always) == b"hello b"


@pytest.mark.parametrize("message", [b"endless", b"memory"])
def test_what_takes_too_much_is_ended(process, message):
    began = time.monotonic()
    with pytest.raises(Exceeded):
        process.ask(message, always)
    assert time.monotonic() - began < kept.MAX_SECONDS
    assert forks(process) == []


def test_a_failure_is_told_without_a_text_of_the_visitor(process):
    with pytest.raises(RuntimeError) as failure:
        process.ask(b"fault", always)
    assert str(failure.value).startswith("KeyError in endless_work.py, line ")


def test_work_ends_with_who_asked(process):
    process.ask(b"", always)
    here = threading.Event()
    here.set()
    with ThreadPoolExecutor(3) as threads:
        asking = [threads.submit(process.ask, b"endless", here.is_set) for _ in range(3)]
        time.sleep(1)
        here.clear()
        for one in asking:
            assert isinstance(one.exception(timeout=3 * kept.LOOK + 2), Left)
    assert forks(process) == []


def test_who_waits_too_long_for_a_place_is_told(process, monkeypatch):
    monkeypatch.setattr(kept, "MAX_WAIT", 0.01)
    for _ in range(2):
        process._places.acquire()
    with pytest.raises(kept.Busy, match="other files are being read"):
        process.ask(b"", always)
