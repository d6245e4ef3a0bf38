"""Who is next: one piece of work per client, and first whoever used least."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from data import turns
from data.turns import NoTurn, Turns

SOON = 60.0


class Line:
    """Turns of which one is held by `holder` until `open` is called, and clients who come to wait behind it."""

    def __init__(self, taken: Turns, holder: str) -> None:
        self.turns, self.order, self.threads = taken, list[str](), list[threading.Thread]()
        self._go_on, held = threading.Event(), threading.Event()
        self._start(holder, lambda: (held.set(), self._go_on.wait(SOON)))
        assert held.wait(SOON)

    def join(self, *clients: str) -> None:
        """Each waits before the next one comes."""
        for client in clients:
            before = len(self.turns._waiting)
            self._start(client, lambda client=client: self.order.append(client))
            while len(self.turns._waiting) == before:
                time.sleep(0.001)

    def open(self) -> list[str]:
        """Let all through; the order in which they came."""
        self._go_on.set()
        for thread in self.threads:
            thread.join(SOON)
        return self.order

    def _start(self, client: str, work: Callable[[], object]) -> None:
        def take() -> None:
            with self.turns.turn(client, time.monotonic() + SOON):
                work()

        self.threads.append(threading.Thread(target=take, daemon=True))
        self.threads[-1].start()


def use(taken: Turns, client: str, clock: list[float], seconds: float) -> None:
    with taken.turn(client, SOON):
        clock[0] += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the turns read."""
    now = [0.0]
    monkeypatch.setattr(turns, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_of_equals_the_first_comes_first() -> None:
    line = Line(Turns(1), "holder")
    line.join("a", "b", "c")
    assert line.open() == ["a", "b", "c"]


def test_whoever_used_least_of_late_comes_first(clock: list[float]) -> None:
    taken = Turns(1)
    use(taken, "much", clock, 8)
    use(taken, "some", clock, 2)
    line = Line(taken, "holder")
    line.join("much", "much", "some", "nothing")
    assert line.open() == ["nothing", "some", "much", "much"]


def test_what_was_used_long_ago_counts_no_more(clock: list[float]) -> None:
    taken = Turns(1)
    use(taken, "much", clock, 8)
    clock[0] += 20 * turns.HALF_LIFE
    use(taken, "some", clock, 2)
    assert set(taken._used) == {"some"}
    line = Line(taken, "holder")
    line.join("some", "much")
    assert line.open() == ["much", "some"]


def test_a_client_runs_one_at_a_time_whatever_is_free() -> None:
    line = Line(Turns(2), "holder")
    line.join("holder")
    with line.turns.turn("another", time.monotonic() + SOON):
        assert line.order == []
    assert line.open() == ["holder"]


def test_a_turn_that_does_not_come_in_time_is_told_and_leaves_no_trace() -> None:
    line = Line(Turns(1), "holder")
    with pytest.raises(NoTurn), line.turns.turn("late", time.monotonic() + 0.01):
        raise AssertionError("there was no turn")
    line.join("a")
    assert line.open() == ["a"]


def test_work_that_fails_gives_its_turn_back() -> None:
    taken = Turns(1)
    with pytest.raises(ZeroDivisionError), taken.turn("a", time.monotonic() + SOON):
        raise ZeroDivisionError
    with taken.turn("a", time.monotonic() + SOON):
        pass
