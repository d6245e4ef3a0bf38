"""The app serves without each private name of Streamlit; tests/test_imports.py keeps them in one
file."""

import asyncio
import http.client

import pytest

from components.web import streamlit_private
from tests.serving import ROOT, Server
from tests.sessions import Session


def without(names: list[str]) -> Server:
    """The app where these private names are gone."""
    start = (
        "import sys\nfrom components.web import streamlit_private as"
        f" private\nprivate.NAMES.update(dict.fromkeys({names!r}, 'gone'))\nfrom"
        " components.web.__main__ import main\nsys.exit(main(['--port', '{port}']))"
    )
    return Server(ROOT, "-c", start)


def test_without_all_private_names_the_app_serves() -> None:
    serves(list(streamlit_private.NAMES))


@pytest.mark.long
@pytest.mark.parametrize("name", streamlit_private.NAMES)
def test_without_a_private_name_the_app_serves(name: str) -> None:
    serves([name])


def serves(gone: list[str]) -> None:
    with without(gone) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/agreement")
        with connection.getresponse() as answer:
            assert answer.status == 200
            assert b'<div id="root">' in answer.read()

        async def read() -> Session:
            session = Session(server.port, page="", query="suite=tofu")
            await session.open()
            await session.turn("agreement")
            await session.close()
            return session

        session = asyncio.run(read())
        assert session.errors == []
        assert any(">Agreement</h1>" in part.body for part in session.widgets["html"])
        assert '"level": "error"' not in server.said()


@pytest.mark.long
def test_streamlit_run_serves_the_same_pages_links_and_board() -> None:
    with (
        Server() as ours,
        Server(ROOT, "-m", "streamlit", "run", "app.py", "--server.port", "{port}") as plain,
    ):
        seen = []
        for server in (ours, plain):
            session = Session(server.port, query="suite=tofu&weights=model_utility:1")
            asyncio.run(session.open())
            assert session.errors == []
            board = [c.component_name.rpartition(".")[2] for c in session.widgets["bidi_component"]]
            texts = [text for text in session.texts if str(server.port) not in text]
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", "/share?weights=FA:1")
            seen.append(
                (
                    board,
                    texts,
                    connection.getresponse().read().replace(str(server.port).encode(), b""),
                )
            )
        assert seen[0] == seen[1]
        assert "weights_board" in seen[0][0]
