"""Whole reports one at a time: the others of them wait or are sent away, and everything else
passes."""

import asyncio
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count

import pytest

from components.web.api import answers, reply
from tests.asking import APP, Answer, asked
from tests.serving import Server

WHOLE, OTHERS = "/api/v1/report", ("/api/v1/leaderboard", "/share", "/api/v1/suites")


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Semaphore, list[int]]]:
    """Reports that end when the semaphore is released, and how many were computed at each begin."""
    go, running, seen, whole = threading.Semaphore(0), [0], [], answers.answer

    def answer(asked: object) -> bytes:
        if asked.endpoint.name != "report":
            return whole(asked)
        running[0] += 1
        seen.append(running[0])
        assert go.acquire(timeout=60)
        running[0] -= 1
        return b"{}"

    monkeypatch.setattr(answers, "answer", answer)
    yield go, seen


async def visit(path: str, number: int = 0, gone: asyncio.Event | None = None) -> Answer:
    return await asked(
        APP,
        path,
        f"rng={number}" if path == WHOLE else "",
        headers={"host": "localhost"},
        gone=gone,
    )


async def until(true: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


@pytest.mark.parametrize("loop", ["first", "second"])
def test_twelve_ask_at_once(monkeypatch: pytest.MonkeyPatch, loop: str) -> None:
    """One is computed, eight wait, three are sent away; each test has a loop of its own."""

    async def visits() -> tuple[list[Answer], list[int]]:
        with held(monkeypatch) as (go, seen):
            asking = [asyncio.ensure_future(visit(WHOLE, n)) for n in range(12)]
            await until(lambda: len(seen) == 1 and sum(t.done() for t in asking) == 3)
            passed = [(await visit(path)).status for path in OTHERS]
            go.release(9)
            answered = await asyncio.gather(*asking)
            assert set(seen) == {1}, "never two at a time"
            return answered, passed

    answered, passed = asyncio.run(visits())
    assert sorted(a.status for a in answered) == [200] * 9 + [503] * 3
    assert {a.headers["retry-after"] for a in answered if a.status == 503} == {str(reply.RETRY)}
    assert passed == [200, 200, 200]


def test_who_left_while_waiting_is_passed_over_and_the_next_one_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def visits() -> tuple[list[int], list[int]]:
        with held(monkeypatch) as (go, seen):
            gone, asking = asyncio.Event(), []
            for n in range(3):
                asking.append(asyncio.ensure_future(visit(WHOLE, n, gone if n == 1 else None)))
                await until(lambda: len(seen) == 1 and reply._waiting == len(asking) - 1)
            gone.set()
            go.release(2)
            return [a.status for a in await asyncio.gather(*asking)], seen

    statuses, seen = asyncio.run(visits())
    assert (statuses, seen) == ([200, 499, 200], [1, 1])


def test_a_report_that_fails_or_is_given_up_lets_the_next_one_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(asked: object) -> bytes:
        raise ZeroDivisionError

    async def visits() -> list[int]:
        with monkeypatch.context() as patched:
            patched.setattr(answers, "answer", failing)
            failed = (await visit(WHOLE)).status
        with held(monkeypatch) as (go, seen):
            given_up = [asyncio.ensure_future(visit(WHOLE, n)) for n in range(2)]
            await until(lambda: len(seen) == 1)
            for visitor in given_up:
                visitor.cancel()
            await asyncio.gather(*given_up, return_exceptions=True)
            go.release(2)
            return [failed, (await visit(WHOLE)).status]

    assert asyncio.run(visits()) == [500, 200]
    assert reply._waiting == 0


@pytest.mark.long
def test_twelve_connections_that_ask_for_the_dearest_report_leave_room_for_others() -> None:
    """20 s: 95 % of other answers within 1 s, and some of the dear ones come."""
    numbers, stop = count(), time.monotonic() + 20

    def ask(server: Server, path: str) -> tuple[int, float]:
        began = time.monotonic()
        try:
            with urllib.request.urlopen(server.url + path, timeout=120) as answer:
                answer.read()
                return answer.status, time.monotonic() - began
        except urllib.error.HTTPError as error:
            return error.code, time.monotonic() - began

    def ask_reports(server: Server) -> list[int]:
        statuses = []
        while time.monotonic() < stop:
            statuses.append(
                ask(server, f"/api/v1/report?suite=calibration&draws=20000&rng={next(numbers)}")[0]
            )
        return statuses

    with Server() as server, ThreadPoolExecutor(12) as visitors:
        others = ("/api/v1/leaderboard?suite=tofu", "/api/v1/suites", "/share", "/agreement")
        for path in others:
            assert ask(server, path)[0] == 200
        asking = [visitors.submit(ask_reports, server) for _ in range(12)]
        times = []
        while time.monotonic() < stop:
            status, seconds = ask(server, others[len(times) % len(others)])
            assert status == 200
            times.append(seconds)
        statuses = [status for visitor in asking for status in visitor.result()]
    assert sorted(times)[int(0.95 * len(times))] < 1
    assert statuses.count(200) >= 2
    assert set(statuses) <= {200, 503}
