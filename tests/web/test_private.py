"""Private names of Streamlit stand in one file, and the app serves without each of them."""

import ast
import asyncio
import http.client

import pytest

from components.web import streamlit_private
from tests.serving import ROOT, Server
from tests.sessions import Session

FILE = ROOT / "components" / "web" / "streamlit_private.py"
SOURCES = [ROOT / "app.py", *(p for top in ("components", "data", "pages") for p in (ROOT / top).rglob("*.py"))]
CLOSED = ("streamlit.runtime", "streamlit.web", "streamlit.proto", "streamlit.elements", "streamlit.navigation")
PUBLIC = {"_asdict", "_fields", "_replace"}
"""Methods of named tuples."""
OTHERS = {"_get_source", "_shared_strings", "_date_formats", "_timedelta_formats"}
"""Of libraries that this is not about: openpyxl's sheets."""


def closed(name: str) -> bool:
    """Whether an import takes what a library does not offer."""
    return name.startswith(CLOSED) or (name.split(".")[0] in ("streamlit", "uvicorn", "duckdb") and "._" in name)


def test_no_other_file_uses_a_private_name() -> None:
    own, used, imported = {*PUBLIC, *OTHERS}, [], []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                own.add(node.name)
            elif isinstance(node, ast.Name):
                own.add(node.id)
            elif isinstance(node, ast.Import):
                imported += [(path, alias.name) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                imported += [(path, f"{node.module}.{alias.name}") for alias in node.names]
            elif isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                    own.add(node.attr)
                else:
                    used.append((path, node.attr))
    assert [(path.name, name) for path, name in imported if path != FILE and closed(name)] == []
    assert [(path.name, name) for path, name in used if path != FILE and name not in own] == []


def without(names: list[str]) -> Server:
    """The app where these private names are gone."""
    start = (
        "import sys\nfrom components.web import streamlit_private as private\n"
        f"private.NAMES.update(dict.fromkeys({names!r}, 'gone'))\nfrom components.web.__main__ import main\n"
        "sys.exit(main(['--port', '{port}']))"
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
    with Server() as ours, Server(ROOT, "-m", "streamlit", "run", "app.py", "--server.port", "{port}") as plain:
        seen = []
        for server in (ours, plain):
            session = Session(server.port, query="suite=tofu&weights=model_utility:1")
            asyncio.run(session.open())
            assert session.errors == []
            board = [c.component_name.rpartition(".")[2] for c in session.widgets["bidi_component"]]
            texts = [text for text in session.texts if str(server.port) not in text]
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", "/share?weights=FA:1")
            seen.append((board, texts, connection.getresponse().read().replace(str(server.port).encode(), b"")))
        assert seen[0] == seen[1]
        assert "weights_board" in seen[0][0]
