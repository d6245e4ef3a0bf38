"""A real page at a server of two processes: all of its requests come to one, and it goes on when that one is killed."""

from __future__ import annotations

import json
import os
import signal

from playwright.sync_api import Page

from tests.browser.conftest import survives, taken
from tests.serving import ROOT, workers
from tests.sessions import Session


def test_a_page_stays_with_its_process_and_survives_it(page: Page, fresh_server, wait_idle) -> None:
    server = fresh_server(ROOT, "-m", "components.server", "--port", "{port}", "--workers", "2")
    name = f"worker-{server.port}"
    seen: set[str] = set()
    while len(seen) < 2:
        page.wait_for_timeout(100)
        reader = Session(server.port)
        reader.greet()
        seen.add(reader.cookies[name])
    page.set_viewport_size({"width": 1440, "height": 1000})
    for _ in range(3):
        page.goto(f"{server.url}/data?find=salun")
        wait_idle(page)
    (home,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == name)
    streams: list[int] = []
    while len(streams) < 2:  # a line is written when its websocket has been closed
        page.wait_for_timeout(50)
        told = map(json.loads, server.said().splitlines())
        streams = [line["worker"] for line in told if line.get("path") == "/_stcore/stream"]
    assert streams == [int(home)] * 2
    assert taken(page, "CSV").path().read_text(encoding="utf-8").startswith("# suite,")

    survives(page, wait_idle, lambda: os.kill(workers(server.process.pid)[int(home)], signal.SIGKILL))
