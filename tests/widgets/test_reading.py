"""Pages end with their readers, and long ones take turns."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from components.server.turns import Turns
from components.stats.stop import check
from components.widgets import cached, reading
from components.widgets.cached import Results
from tests import endless
from tests.endless import Endless

APP = Path(__file__).parent / "apps" / "endless.py"


def started(work: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        with reading.reading():
            work()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("seconds", [reading.LONG, -1.0], ids=["before its turn", "in its turn"])
def test_a_reader_who_leaves_ends_the_computing(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Endless()
    monkeypatch.setattr(endless, "PAGE", page)
    monkeypatch.setattr(reading, "LONG", seconds)
    with pytest.raises(RuntimeError, match="timed out"):  # the tester waits for a second, then stops the script
        AppTest.from_file(APP).run(timeout=1)
    assert type(page.reason).__name__ == "StopException"


def test_a_reader_who_leaves_while_others_compute_does_not_wait_for_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Endless()
    monkeypatch.setattr(endless, "PAGE", page)
    monkeypatch.setattr(reading, "LONG", -1.0)
    monkeypatch.setattr(reading, "TURNS", Turns(0, each=9, most=9))
    monkeypatch.setattr(cached, "GRACE", 0.0)
    with pytest.raises(RuntimeError, match="timed out"):
        AppTest.from_file(APP).run(timeout=1)
    assert (type(page.reason).__name__, page.steps) == ("StopException", 0)


def test_who_waits_for_the_result_of_another_reader_gives_the_turn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """One has the turn and needs what the other computes, who needs the turn."""
    turns, results, made = Turns(1, each=9, most=9), Results(9), []
    monkeypatch.setattr(reading, "LONG", -1.0)
    monkeypatch.setattr(reading, "TURNS", turns)
    has_turn, other_waits = threading.Event(), threading.Event()

    def first() -> None:
        check()
        has_turn.set()
        assert other_waits.wait(60)
        made.append(results.get("key", lambda: "by the first"))

    def compute() -> str:
        check()
        return "by the other"

    threads = [started(first)]
    assert has_turn.wait(60)
    threads.append(started(lambda: results.get("key", compute)))
    while not turns._lines:
        assert threads[1].is_alive()
    other_waits.set()
    for thread in threads:
        thread.join(60)
    assert made == ["by the other"]
    assert turns._free == 1


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_reader_is_told_by_address(monkeypatch: pytest.MonkeyPatch, address: str, told: str) -> None:
    monkeypatch.setattr(reading, "st", SimpleNamespace(context=SimpleNamespace(ip_address=address)))
    assert reading.client() == told


def test_without_an_address_it_is_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    def session() -> SimpleNamespace:
        return SimpleNamespace(context=SimpleNamespace(ip_address=None), session_state={})

    here, there = session(), session()
    told = []
    for one in (here, here, there):
        monkeypatch.setattr(reading, "st", one)
        told.append(reading.client())
    assert told[0] == told[1] != told[2]
