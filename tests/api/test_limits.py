"""What the interface refuses, ends and shares out, as a visitor sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from components import views
from components.api import answers, openapi, routes, work
from components.api.price import Price, price
from components.api.work import Answers
from components.selection import parse
from components.server.turns import Turns
from data import store
from tests.asking import APP
from tests.endless import Endless, Held, until

DEAR = "/api/v1/report?suite=calibration&draws=200000"


def scope_of(address: str, client: str = "203.0.113.9", forwarded: str = "") -> Scope:
    path, _, query = address.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), *([(b"x-forwarded-for", forwarded.encode())] if forwarded else [])],
        "server": ("127.0.0.1", 80),
        "client": (client, 4711),
    }


async def visit(scope: Scope, gone: asyncio.Event | None = None, app: Callable[..., Any] = APP) -> int:
    """The status of an answer; the visitor hangs up at `gone`."""
    sent: list[Message] = []
    arriving: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if arriving:
            return arriving.pop()
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return int(sent[0]["status"])


def test_an_answer_whose_client_has_left_is_no_longer_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Endless()
    monkeypatch.setattr(answers, "answer", lambda asked: endless())

    async def visits() -> int:
        gone = asyncio.Event()
        visitor = asyncio.ensure_future(visit(scope_of(f"{DEAR}&rng=1"), gone))
        assert await asyncio.to_thread(endless.begun.wait, 60)
        gone.set()
        status = await visitor
        assert await asyncio.to_thread(endless.ended.wait, 60)
        return status

    assert asyncio.run(visits()) == 499
    assert type(endless.reason).__name__ == "ClientDisconnect"


def test_a_dear_report_leaves_the_cheap_answers_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one dear report under way, one waiting and no other room, readers at that address notice nothing."""
    monkeypatch.setattr(work, "ANSWERS", Answers(dear=Turns(1, each=1, most=1)))
    whole, held = answers.answer, Held()
    monkeypatch.setattr(answers, "answer", lambda asked: held() if asked.what == "report" else whole(asked))

    async def visits() -> tuple[int, list[int], list[int]]:
        first = asyncio.ensure_future(visit(scope_of(f"{DEAR}&rng=2")))
        assert await asyncio.to_thread(held.begun.wait, 60)
        second = asyncio.ensure_future(visit(scope_of(f"{DEAR}&rng=3")))
        await until(lambda: work.ANSWERS._dear._lines)
        refused = await visit(scope_of(f"{DEAR}&rng=4"))
        cheap = ("/api/v1/leaderboard?weights=FA:5,RA:7", "/share?weights=FA:5,RA:7", "/share.png?weights=FA:5,RA:7")
        served = [await visit(scope_of(address)) for address in cheap]
        held.go.set()
        return refused, served, [await first, await second]

    assert asyncio.run(visits()) == (503, [200, 200, 200], [200, 200])


@pytest.mark.parametrize("address", ["/share", "/share.png"])
def test_a_preview_is_answered_when_nothing_can_be_computed(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(work, "ANSWERS", Answers(cheap=Turns(0, 0, 0), dear=Turns(0, 0, 0)))
    for page in ("leaderboard", "agreement", "metric"):
        answer = ask(address, {"page": page, "suite": "calibration", "id": "AD"})
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")


def test_what_is_too_much_says_the_limit_and_when_to_come_back(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "ANSWERS", Answers(cheap=Turns(0, 0, 0)))
    answer = ask("/api/v1/leaderboard", {"weights": "FA:3,RA:9"})
    assert (answer.status, answer.headers["retry-after"], answer.headers["x-time-limit"]) == (503, "5", "60")
    assert answer.json["problems"] == []
    monkeypatch.setattr(work, "ANSWERS", Answers())
    monkeypatch.setattr(work, "SECONDS", 0.0)
    monkeypatch.setattr(answers, "answer", lambda asked: Endless()())
    answer = ask("/api/v1/leaderboard", {"weights": "FA:3,RA:9"})
    assert answer.status == 503
    assert "60 s" in answer.json["error"]


def test_draws_that_cannot_end_in_time_are_refused_with_what_can(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "SECONDS", 2.0)
    monkeypatch.setattr(answers, "answer", lambda asked: pytest.fail("nothing is computed"))
    answer = ask("/api/v1/stability", {"suite": "tofu", "draws": "200000"})
    (problem,) = answer.json["problems"]
    assert (answer.status, problem["name"], problem["found"]) == (400, "draws", "200000")
    most = problem["expected"].split()[2]
    assert f"{int(most):,} draws are possible" in answer.json["error"]
    monkeypatch.setattr(answers, "answer", lambda asked: b"computed")
    assert ask("/api/v1/stability", {"suite": "tofu", "draws": most}).body == b"computed"
    assert ask("/api/v1/stability", {"suite": "tofu", "draws": str(int(most) + 100)}).status == 400


def test_the_price_of_draws_and_of_what_is_more_than_draws() -> None:
    assert Price(1.0, 0.001, 5_000).most_draws(4.05) == 3_000
    assert Price(1.0, 0.001, 3_000).most_draws(4.05) is None
    assert Price(9.0, 0.001, 3_000).most_draws(4.0) is None, "fewer draws would not help"


def priced(query: dict[str, str], *names: str) -> float:
    tables = store.tables(query["suite"])
    numbers = views.numbers()
    return price(tables, parse(query, tables)[0], [numbers[n] for n in names or numbers]).seconds


def test_prices_grow_with_what_is_asked_and_what_readers_ask_is_cheap() -> None:
    tofu, calibration, first = ({"suite": s} for s in ("tofu", "calibration", "unified_unlearning"))
    few, many = {**tofu, "draws": "1000"}, {**tofu, "draws": "200000"}
    assert priced(few, "stability") < work.DEAR < priced(many, "stability") < work.SECONDS
    assert priced(many, "leaderboard") == priced(few, "leaderboard") < work.DEAR
    assert priced({**many, "methods": "altpo_lr5e5_b01_a1_ep5"}, "stability") < priced(many, "stability") / 10
    assert priced(calibration) > work.DEAR > max(priced(first), priced(calibration, "leaderboard"))


def clients(forwarded: str, client: str, trusted: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The clients to whom answers are charged."""
    charged: list[str] = []

    async def get(key: str, compute: object, client: str = "", price: float = 0.0) -> bytes:
        charged.append(client)
        return b"{}"

    monkeypatch.setattr(work.ANSWERS, "get", get)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await ProxyHeadersMiddleware(APP, trusted)(scope, receive, send)  # type: ignore[arg-type]

    asyncio.run(visit(scope_of("/api/v1/leaderboard?weights=FA:9", client, forwarded), app=app))
    return charged


def test_a_forwarded_address_counts_from_a_trusted_proxy_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clients("198.51.100.7", "203.0.113.9", "127.0.0.1", monkeypatch) == ["203.0.113.9"]
    assert clients("198.51.100.7", "127.0.0.1", "127.0.0.1", monkeypatch) == ["198.51.100.7"]
    assert clients("192.0.2.1, 198.51.100.7", "127.0.0.1", "127.0.0.1", monkeypatch) == ["198.51.100.7"]


def test_a_household_is_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, other = (
        clients("", address, "127.0.0.1", monkeypatch)
        for address in ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::3")
    )
    assert first == second != other


def test_the_limits_are_told_where_the_interface_is_described(ask: Callable[..., Any]) -> None:
    told = ask("/api/v1/openapi.json").json["info"]["description"]
    assert all(limit in told for limit in openapi.LIMITS)
    for number in (f"{work.SECONDS:g} s", f"{work.DEAR:g} s or more", f"{work.WAITING_EACH} of each"):
        assert number in told
    assert ask("/api/v1/leaderboard").headers["x-time-limit"] == f"{work.SECONDS:g}"
