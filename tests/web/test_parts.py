"""What a weight changes runs without the rest of the page; the wire is the only place where that
can be seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest

from tests.serving import Server
from tests.sessions import BackMsg, Reader

WEIGHTS = {"forget_quality": 0.25, "forget_prob": 0.75}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with Server() as running:
        yield running.port


@pytest.mark.parametrize(
    "query", ["", "weights=nothing"], ids=["a first visit", "a message that has to go"]
)
def test_the_first_weight_draws_what_says_so_and_the_next_one_the_board_alone(
    port: int, query: str
) -> None:
    """The table below it is asked for when the reader is near
    (tests/browser/test_leaderboard.py)."""

    async def move() -> Reader:
        reader = Reader(port, query=query)
        await reader.open()
        assert ("alert" in reader.widgets) == bool(query)
        await reader.move({"forget_quality": 0.5, "forget_prob": 0.5})
        assert "alert" not in reader.widgets
        await reader.move(WEIGHTS)
        return reader

    reader = asyncio.run(move())
    assert reader.errors == []
    assert parse_qs(reader.query)["weights"] == ["forget_quality:0.25,forget_prob:0.75"]
    assert reader.widgets.keys() <= {"bidi_component", "markdown"}, "no head, no filter, no table"
    assert [b.component_name.rpartition(".")[2] for b in reader.widgets["bidi_component"]] == [
        "weights_board"
    ]


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
    moved = "weights=forget_quality:0.25,forget_prob:0.75"
    assert any(moved in code.code_text for code in reader.widgets["code"])
