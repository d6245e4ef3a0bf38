"""What a weight changes runs without the rest of the page; the wire is the only place where that can be seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest

from tests.bench.load import Reader
from tests.serving import Server
from tests.sessions import BackMsg

WEIGHTS = {"FA": 0.25, "JS": 0.75}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with Server() as running:
        yield running.port


def visit(port: int, query: str = "") -> tuple[Reader, list[str]]:
    """A reader of the leaderboard who has moved weights, and the kinds of elements that came for it."""

    async def move() -> Reader:
        reader = Reader(port, query=query)
        await reader.open()
        await reader.move(WEIGHTS)
        return reader

    reader = asyncio.run(move())
    assert reader.errors == []
    return reader, sorted(reader.widgets)


def test_a_weight_draws_the_board_and_nothing_around_it(port: int) -> None:
    """The table below it is asked for when the reader is near (tests/browser/test_leaderboard.py)."""
    reader, kinds = visit(port)
    assert parse_qs(reader.query)["weights"] == ["FA:0.25,JS:0.75"]
    assert set(kinds) <= {"bidi_component", "markdown"}, "no head, no filter, no table"
    assert [b.component_name.rpartition(".")[2] for b in reader.widgets["bidi_component"]] == ["weights_board"]


def test_a_page_that_tells_of_a_wrong_link_runs_whole_so_that_the_message_goes(port: int) -> None:
    reader, kinds = visit(port, "weights=nothing")
    assert any(">Leaderboard</h1>" in h.body for h in reader.widgets["html"])
    assert "alert" not in kinds
    assert parse_qs(reader.query)["weights"] == ["FA:0.25,JS:0.75"]


def test_what_is_shared_after_a_weight_moved_has_the_new_weights(port: int) -> None:
    async def share() -> Reader:
        reader = Reader(port)
        await reader.open()
        opener = next(i for i in reader.parts if i.endswith("-share"))
        part = reader.parts[opener]
        await reader.move(WEIGHTS)
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id, state.bool_value = opener, True
        await reader.run(message, part)
        return reader

    reader = asyncio.run(share())
    assert any("weights=FA:0.25,JS:0.75" in code.code_text for code in reader.widgets["code"])
