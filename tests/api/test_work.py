"""Answers computed beside the event loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from components.api.work import Answers, Full


def test_those_who_ask_at_the_same_time_share_one_answer() -> None:
    calls: list[int] = []
    go = threading.Event()

    def compute() -> bytes:
        calls.append(1)
        assert go.wait(10)
        return b"x"

    async def ask() -> list[bytes]:
        answers = Answers()
        waiting = [asyncio.create_task(answers.get("a", compute)) for _ in range(20)]
        await asyncio.sleep(0.05)
        go.set()
        return [*await asyncio.gather(*waiting), await answers.get("a", compute)]

    assert asyncio.run(ask()) == [b"x"] * 21
    assert len(calls) == 1


def test_few_are_computed_at_once_and_too_many_are_refused() -> None:
    running, most, lock, go = 0, 0, threading.Lock(), threading.Event()

    def compute() -> bytes:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        assert go.wait(10)
        with lock:
            running -= 1
        return b"x"

    async def ask() -> None:
        answers = Answers(workers=2, waiting=5)
        waiting = [asyncio.create_task(answers.get(str(i), compute)) for i in range(5)]
        await asyncio.sleep(0.05)
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


def test_one_who_leaves_does_not_end_the_answer_of_others() -> None:
    go = threading.Event()

    def compute() -> bytes:
        assert go.wait(10)
        return b"x"

    async def ask() -> bytes:
        answers = Answers()
        first, second = (asyncio.create_task(answers.get("a", compute)) for _ in range(2))
        await asyncio.sleep(0.05)
        first.cancel()
        await asyncio.sleep(0.05)
        go.set()
        return await second

    assert asyncio.run(ask()) == b"x"
