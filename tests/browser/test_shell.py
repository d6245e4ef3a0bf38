"""The app as a reader's browser meets it: addresses, history, headers, closed doors."""

from __future__ import annotations

import gzip
import http.client
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

ROOT = Path(__file__).resolve().parents[2]
Go = Callable[..., None]


def get(server, path: str) -> http.client.HTTPResponse:  # type: ignore[no-untyped-def]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    answer.body = gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body  # type: ignore[attr-defined]
    connection.close()
    return answer


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=re.compile(label)).click()
    page.get_by_role("option", name=re.compile(option)).click()


def expect_choice(page: Page, label: str, beginning: str) -> None:
    expect(page.get_by_role("combobox", name=re.compile(label))).to_have_value(re.compile(f"^{beginning}"))


def test_deep_link_first_in_a_fresh_process(page: Page, fresh_server, goto: Go) -> None:
    server = fresh_server()
    pages = sorted(p.stem.replace("_", "-") for p in (ROOT / "pages").glob("*.py") if p.stem != "leaderboard")
    goto(page, pages[0] if pages else "", {"panel": "resnet_unimodal"}, url=server.url)
    expect(page.get_by_text("Data version").last).to_be_visible()
    expect(page.get_by_role("navigation", name="App pages")).to_be_visible()
    assert "Traceback" not in server.said()


@pytest.mark.parametrize("command", [(), ("-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", "{port}")])
def test_starts_from_another_folder(page: Page, fresh_server, goto: Go, tmp_path: Path, command) -> None:
    server = fresh_server(tmp_path, *command)
    goto(page, url=server.url, scheme="dark")
    expect(page.get_by_text("Data version").last).to_be_visible()
    background = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert background == "rgb(15, 20, 24)", "the project's own configuration is in force"
    assert get(server, "/").headers["Content-Security-Policy"]


def test_unknown_path_is_told(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/no-such-page")
    expect(page.get_by_role("dialog")).to_contain_text("Page not found")


def test_headers_and_closed_doors(server) -> None:
    for path in ("/", "/_stcore/health", "/no-such-page"):
        answer = get(server, path)
        assert answer.status == 200
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
    for path in ("/_stcore/metrics", "/_stcore/metrics/", "//_stcore/metrics", "/_stcore/%6detrics"):
        assert get(server, path).status in (400, 404), path
        assert b"# TYPE" not in get(server, path).body


def test_scripts_travel_compressed(server) -> None:
    script = re.search(rb'src="\./(static/js/index[^"]+)"', get(server, "/").body)
    assert script is not None
    answer = get(server, f"/{script[1].decode()}")
    assert answer.headers["Content-Encoding"] == "gzip"


def test_a_page_opens_without_asking_first_how_to_reach_its_server(page: Page, base_url: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    for path in ("health", "host-config"):
        page.route(f"**/_stcore/{path}", lambda route: route.abort())
    page.goto(f"{base_url}/agreement")
    expect(page.get_by_role("heading", level=1)).to_have_text("Agreement")
    assert [path for path in asked if path.startswith("/agreement/")] == []


def test_the_code_of_figures_comes_before_the_server_has_said_a_word(page: Page, base_url: str) -> None:
    page.route_web_socket("**/_stcore/stream", lambda socket: None)
    with page.expect_response("**/PlotlyChart.*.js") as answer:
        page.goto(f"{base_url}/agreement")
    assert answer.value.status == 200


def test_who_turns_to_the_menu_finds_figures_ready(page: Page, goto: Go) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    goto(page, "changes")
    assert [url for url in asked if "PlotlyChart" in url] == []
    with page.expect_response("**/PlotlyChart.*.js") as answer:
        page.get_by_test_id("stTopNav").get_by_role("button").first.hover()
    assert answer.value.status == 200


def test_choices_history_and_a_fresh_browser_agree(page: Page, goto: Go, wait_idle, browser, base_url: str) -> None:
    goto(page)
    assert page.url == f"{base_url}/leaderboard"
    choose(page, "Panel", "ResNet")
    wait_idle(page)
    assert page.url == f"{base_url}/leaderboard?suite=unified_unlearning&panel=resnet_unimodal"
    page.go_back()
    wait_idle(page)
    assert page.url == f"{base_url}/leaderboard"
    expect_choice(page, "Panel", "LLaVA")
    page.go_forward()
    wait_idle(page)
    expect_choice(page, "Panel", "ResNet")
    other = browser.new_context().new_page()
    goto(other, url=page.url.removesuffix("/") + "#")
    expect_choice(other, "Panel", "ResNet")
    other.context.close()


def test_choices_travel_to_the_next_page_and_back(page: Page, goto: Go, open_page, wait_idle, base_url: str) -> None:
    query = "?suite=unified_unlearning&panel=resnet_unimodal&weights=FA:0.25,RA:0.75"
    goto(page, query=query[1:])
    open_page(page, "Clusters")
    page.wait_for_url("**/clusters**")
    wait_idle(page)
    assert page.url == f"{base_url}/clusters{query}"
    expect_choice(page, "Panel", "ResNet")
    page.go_back()
    page.wait_for_url(f"{base_url}/leaderboard?**")
    wait_idle(page)
    assert page.url == f"{base_url}/leaderboard{query}"
    expect_choice(page, "Panel", "ResNet")


@pytest.mark.parametrize(
    "query", ["panel=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "weights=" + "FA:1," * 2000, "%00=%ff"]
)
def test_hostile_addresses_give_a_notice(page: Page, goto: Go, query: str) -> None:
    goto(page, query=query)
    expect(page.get_by_test_id("stAlert").first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert page.locator("img[src=x]").count() == 0


def test_embedded_pages_have_no_navigation(page: Page, goto: Go, base_url: str, wait_idle) -> None:
    goto(page, query="embed=true&panel=resnet_unimodal")
    expect(page.get_by_role("navigation", name="App pages")).to_have_count(0)
    expect_choice(page, "Panel", "ResNet")
    choose(page, "Panel", "LLaVA")
    wait_idle(page)
    assert page.url == f"{base_url}/leaderboard?embed=true"
