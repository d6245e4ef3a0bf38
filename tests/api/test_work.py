"""Answers computed beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from components.api import work
from components.api.work import Answers, TooLong
from components.server.turns import Full, Turns
from tests.endless import Endless, Held, until


async def seen(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 60)


def asking(get: Coroutine[Any, Any, bytes]) -> asyncio.Task[bytes]:
    return asyncio.ensure_future(get)


def test_those_who_ask_at_the_same_time_share_one_answer() -> None:
    calls: list[int] = []
    held = Held()

    def compute() -> bytes:
        calls.append(1)
        return held()

    async def ask() -> list[bytes]:
        answers = Answers()
        waiting = [asking(answers.get("a", compute)) for _ in range(20)]
        await seen(held.begun)
        held.go.set()
        return [*await asyncio.gather(*waiting), await answers.get("a", compute)]

    assert asyncio.run(ask()) == [b"x"] * 21
    assert len(calls) == 1


def test_few_are_computed_at_once_and_too_many_are_refused() -> None:
    running, most, lock, both, go = 0, 0, threading.Lock(), threading.Event(), threading.Event()

    def compute() -> bytes:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            if running == 2:
                both.set()
        assert go.wait(60)
        with lock:
            running -= 1
        return b"x"

    async def ask() -> None:
        cheap = Turns(2, each=3, most=3)
        answers = Answers(cheap=cheap)
        waiting = [asking(answers.get(str(i), compute)) for i in range(5)]
        await seen(both)
        await until(lambda: sum(map(len, cheap._lines.values())) == 3)
        with pytest.raises(Full):
            await answers.get("one more", compute)
        go.set()
        assert await asyncio.gather(*waiting) == [b"x"] * 5
        assert await answers.get("one more", lambda: b"y") == b"y"

    asyncio.run(ask())
    assert most == 2


def test_the_least_recent_goes_when_memory_is_full() -> None:
    calls: list[str] = []

    async def ask() -> None:
        answers = Answers(most=10)

        async def get(key: str, size: int = 4) -> None:
            await answers.get(key, lambda: calls.append(key) or b"x" * size)  # type: ignore[func-returns-value]

        await get("a")
        await get("b")
        await get("a")
        await get("c")  # 12 bytes: b goes
        await get("a")
        await get("b")
        await get("huge", 11)  # is answered, and not kept
        await get("huge", 11)

    asyncio.run(ask())
    assert calls == ["a", "b", "c", "b", "huge", "huge"]


def test_what_fails_is_told_to_each_and_tried_again() -> None:
    async def ask() -> bytes:
        answers = Answers()
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await answers.get("a", lambda: bytes(1 // 0))
        return await answers.get("a", lambda: b"x")

    assert asyncio.run(ask()) == b"x"


def test_one_who_leaves_does_not_end_the_answer_of_others_and_the_last_one_does() -> None:
    held, endless = Held(), Endless()

    async def ask() -> None:
        answers = Answers()
        first, second = (asking(answers.get("a", held)) for _ in range(2))
        await seen(held.begun)
        first.cancel()
        await asyncio.wait([first])
        held.go.set()
        assert await second == b"x"
        first, second = (asking(answers.get("b", endless)) for _ in range(2))
        await seen(endless.begun)
        first.cancel()
        await asyncio.wait([first])
        before = endless.steps
        while endless.steps == before:  # it goes on for the second
            assert not endless.ended.is_set()
            await asyncio.sleep(0)
        second.cancel()
        await seen(endless.ended)
        assert await answers.get("b", lambda: b"y") == b"y", "who comes later starts anew"

    asyncio.run(ask())


def test_who_leaves_while_waiting_is_never_computed() -> None:
    held, other = Held(), Endless()

    async def ask() -> None:
        dear = Turns(1, each=9, most=9)
        answers = Answers(dear=dear)
        first = asking(answers.get("a", held, price=9.0))
        await seen(held.begun)
        second = asking(answers.get("b", other, price=9.0))
        await until(lambda: dear._lines)
        second.cancel()
        await asyncio.wait([second])
        held.go.set()
        assert await first == b"x"
        assert await answers.get("c", lambda: b"z", price=9.0) == b"z"

    asyncio.run(ask())
    assert not other.begun.is_set()


def test_cheap_answers_pass_while_dear_ones_are_held_and_dear_clients_take_turns() -> None:
    held, served = Held(), []

    def of(client: str) -> Callable[[], bytes]:
        return lambda: served.append(client) or b"x"  # type: ignore[func-returns-value]

    async def ask() -> None:
        dear = Turns(1, each=2, most=9)
        answers = Answers(cheap=Turns(1, 0, 0), dear=dear)
        waiting = [asking(answers.get("0", held, "greedy", price=2.0))]
        await seen(held.begun)
        for n, client in enumerate(("greedy", "greedy", "other"), start=1):
            waiting.append(asking(answers.get(str(n), of(client), client, price=2.0)))
            await until(lambda n=n: sum(map(len, dear._lines.values())) >= n)
        with pytest.raises(Full):
            await answers.get("4", of("greedy"), "greedy", price=2.0)
        for client in ("greedy", "other"):
            assert await answers.get(f"cheap {client}", lambda: b"c", client) == b"c"
        held.go.set()
        await asyncio.gather(*waiting)

    asyncio.run(ask())
    assert served == ["greedy", "other", "greedy"]


def test_what_was_taken_for_cheap_goes_over_to_the_dear_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    held, second = Held(), Held()

    async def ask() -> None:
        dear = Turns(1, each=9, most=9)
        answers = Answers(cheap=Turns(1, 0, 0), dear=dear)
        first = asking(answers.get("dear", held, price=9.0))
        await seen(held.begun)
        monkeypatch.setattr(work, "DEAR", -1.0)
        late = asking(answers.get("late", second, price=-2.0))
        await until(lambda: dear._lines)
        monkeypatch.undo()
        assert await answers.get("cheap", lambda: b"c") == b"c", "its place among the cheap ones is free"
        assert not late.done()
        second.go.set()
        held.go.set()
        assert (await first, await late) == (b"x", b"x")

    asyncio.run(ask())


def test_an_answer_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SECONDS", 0.0)
    endless = Endless()
    with pytest.raises(TooLong):
        asyncio.run(Answers().get("a", endless))
    assert endless.ended.is_set()


def test_nobody_waits_for_a_turn_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held()

    async def ask() -> None:
        answers = Answers(cheap=Turns(1, 9, 9))
        first = asking(answers.get("a", held))
        await seen(held.begun)
        monkeypatch.setattr(work, "SECONDS", 0.0)
        with pytest.raises(Full):
            await answers.get("b", lambda: b"y")
        held.go.set()
        assert await first == b"x"

    asyncio.run(ask())
