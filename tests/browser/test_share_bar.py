"""The share button: what it offers, and that what it offers works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect


def opened(page: Page, wait_idle) -> None:
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("tab", name="Link")).to_be_visible()
    wait_idle(page)


def codes(page: Page) -> list[str]:
    return [c.inner_text().strip() for c in page.get_by_role("tabpanel").locator("code").all() if c.is_visible()]


def test_a_view_is_passed_on_in_every_form(page: Page, goto, wait_idle, base_url: str) -> None:
    goto(page, "agreement", query={"panel": "resnet_unimodal"})
    opened(page, wait_idle)
    link, preview = codes(page)
    assert re.fullmatch(
        rf"{base_url}/agreement\?suite=unified_unlearning&panel=resnet_unimodal&data=[0-9a-f]{{12}}", link
    )
    assert urlsplit(preview).path == "/share"
    page.get_by_role("tab", name="Embed").click()
    markdown, html = codes(page)
    assert f"]({link})" in markdown
    assert "&amp;embed=true" in html
    page.get_by_role("tab", name="Cite").click()
    text, bibtex = codes(page)
    assert link in text
    assert bibtex.startswith("@online{")
    assert "@article{unified_unlearning," in bibtex
    page.get_by_role("tab", name="QR code").click()
    expect(page.get_by_role("img", name="QR code of the link to this view")).to_be_visible()

    page.goto(preview)
    page.wait_for_url(re.compile("/agreement"))
    wait_idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Agreement")
    assert page.url == link


def test_an_embedded_page_has_neither_navigation_nor_share_button(page: Page, goto) -> None:
    goto(page, "agreement", query={"embed": "true"})
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    expect(page.get_by_role("navigation", name="App pages")).to_have_count(0)
    expect(page.get_by_text("Not a choice of this page")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_accessible_when_open(page: Page, goto, wait_idle, assert_sound, scheme: str, width: int) -> None:
    goto(page, "agreement", scheme=scheme, width=width)
    opened(page, wait_idle)
    assert_sound(page, f"share-{scheme}", both=False)
    page.keyboard.press("Escape")
    expect(page.get_by_role("tab", name="Link")).to_have_count(0)


@pytest.fixture
def elsewhere(base_url: str, tmp_path: Path) -> Iterator[str]:
    """Another site that shows the app in frames: one embedded page and one whole page."""
    frames = "".join(
        f'<iframe name="{name}" src="{base_url}/reproduction{query}" width="900" height="640"></iframe>'
        for name, query in (("embedded", "?embed=true"), ("whole", ""))
    )
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Elsewhere</title>{frames}", encoding="utf-8")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def test_an_embedded_page_works_inside_another_site_and_a_whole_one_does_not(page: Page, elsewhere: str) -> None:
    page.goto(elsewhere)
    inside = page.frame_locator('iframe[name="embedded"]')
    expect(inside.get_by_role("heading", level=1)).to_have_text("Reproduction", timeout=30_000)
    expect(inside.get_by_text("All 37 printed numbers")).to_be_visible(timeout=30_000)
    expect(page.frame_locator('iframe[name="whole"]').get_by_role("heading", level=1)).to_have_count(0)
