"""Turns: few at a time, and no client waits for all that another one asked."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from components.server.turns import Full, Turns


class Gone(Exception):
    pass


def queued(turns: Turns, client: str, work: Callable[[], None]) -> threading.Thread:
    """Work in a thread, which stands in its line when this returns."""
    before = sum(map(len, turns._lines.values()))

    def run() -> None:
        with turns.turn(client):
            work()

    thread = threading.Thread(target=run)
    thread.start()
    while sum(map(len, turns._lines.values())) == before:
        assert thread.is_alive()
    return thread


def test_the_lines_of_clients_are_served_one_after_the_other() -> None:
    turns, served = Turns(1, each=9, most=99), []
    with turns.turn("greedy"):
        asked = ["greedy"] * 4 + ["other"] * 2 + ["third"]
        threads = [queued(turns, c, lambda c=c, i=i: served.append(f"{c} {i}")) for i, c in enumerate(asked)]
    for thread in threads:
        thread.join(60)
    assert served == ["greedy 0", "other 4", "third 6", "greedy 1", "other 5", "greedy 2", "greedy 3"]


def test_a_full_line_refuses_its_own_client_alone_and_full_lines_refuse_all() -> None:
    turns = Turns(1, each=1, most=2)
    with turns.turn("a"):
        threads = [queued(turns, "a", lambda: None)]
        with pytest.raises(Full), turns.turn("a"):
            pytest.fail("a has its share")
        threads.append(queued(turns, "b", lambda: None))
        with pytest.raises(Full), turns.turn("c"):
            pytest.fail("nobody more may wait")
    for thread in threads:
        thread.join(60)
    with turns.turn("c"):
        pass


def test_who_stops_waiting_leaves_the_line_and_takes_no_turn() -> None:
    def gone() -> None:
        raise Gone

    turns = Turns(1, each=1, most=1)
    with turns.turn("a"):
        for _ in range(3):
            with pytest.raises(Gone), turns.turn("b", gone):
                pytest.fail("it was not called")
    with turns.turn("b", gone):
        pass


def test_what_fails_gives_its_turn_back() -> None:
    turns = Turns(1, each=0, most=0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.turn("a"):
            raise ZeroDivisionError
    with turns.turn("a"):
        pass
