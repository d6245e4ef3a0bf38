"""What a reader brought is gone from the memory of the server soon after the session, also when nobody else comes."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest
from streamlit.util import calc_hash

from components.server import forget
from tests.measured import Measured
from tests.sessions import Session, table

WORD = "Qzcanaryxw"
ROW = f"llava_multimodal,mllmu_bench,{WORD}0,42,0.01,0.02"
TTL = 1
COMMAND = ("-m", "streamlit", "run", "app.py", "--server.port", "{port}", "--server.disconnectedSessionTTL", str(TTL))
PAGES = ("leaderboard", "your-results")
STRAY = 0.03
"""Share of the copies that may be left: pieces of names at the end of blocks that were used again before the wipe."""


async def visit(port: int) -> Session:
    """A session that brings the table and shows it on several pages."""
    session = Session(port, page=calc_hash("your-results"))
    await session.open()
    await session.upload(f"{WORD}.csv", table(WORD, 6))
    assert session.query.startswith("suite="), session.texts
    assert any(f"within {TTL + 5} seconds" in text for text in session.texts), "the page says what is in force"
    for page in PAGES:
        await session.turn(page)
    assert not session.errors
    return session


def test_a_table_is_gone_from_memory_after_its_session(tmp_path: Path) -> None:
    server = Measured(tmp_path, COMMAND, LEADERBOARD_DATABASE=os.environ["LEADERBOARD_DATABASE"])
    try:

        async def come_and_go() -> tuple[int, int]:
            session = await visit(server.port)
            there = server.copies(WORD.encode()), server.copies(ROW.encode())
            await session.close()
            return there

        words, rows = asyncio.run(come_and_go())
        assert words > 100, "the search finds what is there"
        assert rows
        end = time.monotonic() + TTL + 30
        while (left := server.copies(WORD.encode())) > STRAY * words and time.monotonic() < end:
            time.sleep(0.5)
        assert left <= STRAY * words, (left, words)
        assert server.copies(ROW.encode()) == 0
        assert server.answers()
    finally:
        server.kill()


@pytest.mark.parametrize("failing", ["_expire", "_wipe"])
def test_a_look_that_fails_is_told_and_the_next_one_comes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: str
) -> None:
    looks: list[int] = []

    def broken() -> int:
        looks.append(1)
        raise MemoryError

    monkeypatch.setattr(forget.runtime, "exists", lambda: True)
    monkeypatch.setattr(forget, "EVERY", 0.0)
    monkeypatch.setattr(forget, "_expire", lambda: 1)
    monkeypatch.setattr(forget, failing, broken)
    monkeypatch.setattr(forget, "_wipe_at_hand", lambda: None)

    async def watch() -> None:
        task = asyncio.create_task(forget.forget_ended())
        while len(looks) < 2:
            await asyncio.sleep(0)
        task.cancel()

    asyncio.run(asyncio.wait_for(watch(), 20))
    assert "could not be cleared" in caplog.text
