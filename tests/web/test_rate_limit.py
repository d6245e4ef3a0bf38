"""Dear answers one at a time and none too long; all others always pass."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from components.web import rate_limit
from components.web.api import answers, openapi
from tests.asking import APP, Answer, asked
from tests.endless import Endless, Held

DEAR = "/api/v1/report?suite=calibration&draws=200000"


async def visit(address: str, gone: asyncio.Event | None = None) -> Answer:
    """The answer to a visitor, who hangs up at `gone`."""
    path, _, query = address.partition("?")
    return await asked(APP, path, query, headers={"host": "localhost"}, gone=gone)


def test_a_dear_answer_lets_all_others_pass_and_dear_ones_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, held = answers.answer, Held()
    monkeypatch.setattr(answers, "answer", lambda asked: held() if asked.what == "report" else whole(asked))

    async def visits() -> tuple[list[int], list[int], Answer]:
        first = asyncio.ensure_future(visit(f"{DEAR}&rng=2"))
        assert await asyncio.to_thread(held.begun.wait, 60)
        second = asyncio.ensure_future(visit(f"{DEAR}&rng=3"))
        cheap = ("/api/v1/leaderboard?weights=FA:5,RA:7", "/share?weights=FA:5,RA:7", "/share.png?weights=FA:5,RA:7")
        served = [(await visit(address)).status for address in cheap]
        assert not second.done()
        monkeypatch.setattr(rate_limit, "SECONDS", 0.0)
        refused = await visit(f"{DEAR}&rng=4")
        monkeypatch.setattr(rate_limit, "SECONDS", 20.0)
        held.go.set()
        return served, [(await first).status, (await second).status], refused

    served, dear, refused = asyncio.run(visits())
    assert (served, dear) == ([200, 200, 200], [200, 200])
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")


def test_an_answer_whose_visitor_has_left_is_no_longer_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Endless()
    monkeypatch.setattr(answers, "answer", lambda asked: endless())

    async def visits() -> int:
        gone = asyncio.Event()
        visitor = asyncio.ensure_future(visit(f"{DEAR}&rng=1", gone))
        assert await asyncio.to_thread(endless.begun.wait, 60)
        gone.set()
        left = await visitor
        assert await asyncio.to_thread(endless.ended.wait, 60)
        return left.status

    assert asyncio.run(visits()) == 499
    assert type(endless.reason).__name__ == "ClientDisconnect"
    assert not rate_limit._dear.locked(), "the next dear answer may be computed"


def test_an_answer_that_takes_too_long_is_ended_and_says_when_to_come_back(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "SECONDS", 0.1)
    monkeypatch.setattr(answers, "answer", lambda asked: Endless()())
    for path in ("leaderboard", "report"):
        answer = ask(f"/api/v1/{path}", {"weights": "FA:3,RA:9"})
        assert (answer.status, answer.headers["retry-after"]) == (503, "300")
        assert "20 s" in answer.json["error"]


@pytest.mark.parametrize("page", ["leaderboard", "stability", "metric"])
def test_a_preview_says_less_when_a_dear_answer_is_computed_for_somebody_else(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(rate_limit, "SECONDS", 0.0)
    with rate_limit._dear:
        answer = ask("/share", {"page": page, "suite": "calibration", "id": "AD"})
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")


def test_the_limits_are_part_of_the_description(ask: Callable[..., Any]) -> None:
    described = ask("/api/v1/openapi.json").json["info"]["description"]
    assert all(limit in described for limit in openapi.LIMITS)
    assert f"{rate_limit.SECONDS:g} s" in described
