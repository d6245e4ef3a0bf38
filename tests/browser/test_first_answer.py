"""The document before the app in a browser: it reads without scripts, lies where the app draws the
same, and goes when that is there; the mirror's links work from disk and from a server of files."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from components import kept, pages
from components.web import mirror
from tests.browser.conftest import assert_axe_clean, box_of, idle

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver(() => {
  const verdict = document.querySelector("#first-answer h2");
  if (verdict) window.first = [verdict.innerText, verdict.getBoundingClientRect().toJSON()];
}).observe(document, { childList: true, subtree: true });
"""
MAX_SHIFT = 0.05


@pytest.fixture
def scriptless(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_every_page_reads_without_scripts(scriptless: Page, base_url: str) -> None:
    for page in pages.PAGES:
        for _ in range(2):  # computed, then kept
            scriptless.goto(f"{base_url}/{page.path}")
        answer = scriptless.locator("#first-answer :is(.answer h2, .hero h1)")
        expect(answer).to_be_visible()
        assert len(answer.inner_text()) > 10
        assert scriptless.title().startswith(page.title)
        if page in (pages.LEADERBOARD, pages.COMPARE, pages.AGREEMENT):
            assert scriptless.locator("#first-answer tbody tr").count() > 2


@pytest.mark.parametrize("width", [1440, 375])
@pytest.mark.parametrize("path", ["leaderboard", "agreement"])
def test_it_lies_where_the_app_draws_the_same_and_goes(
    browser: Browser, base_url: str, path: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(f"{base_url}/{path}")
    idle(page)  # its answer is kept from here on
    page.add_init_script(SHIFTS)
    page.goto(f"{base_url}/{path}", wait_until="commit")
    idle(page)
    verdict, before = page.evaluate("window.first")
    expect(page.locator("#first-answer")).to_have_count(0)
    drawn = page.get_by_role("heading", level=2).filter(has_text=verdict)
    expect(drawn).to_have_count(1)
    after = box_of(drawn)
    assert abs(after["x"] - before["x"]) <= 1
    assert abs(after["y"] - before["y"]) <= (12 if width == 1440 else 120)
    assert page.evaluate("window.shifts") <= MAX_SHIFT
    context.close()


def test_it_is_accessible_before_the_app_has_come(browser: Browser, base_url: str) -> None:
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(f"{base_url}/leaderboard")
        page.route("**/static/js/index.*", lambda route: route.abort())
        page.goto(f"{base_url}/leaderboard", wait_until="domcontentloaded")
        page.locator("#first-answer h2").wait_for()
        assert_axe_clean(page)
        context.close()


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    few = (kept.tables("wmdp"),)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kept, "suites", lambda: few)
        folder = tmp_path_factory.mktemp("mirror") / "out"
        mirror.write(folder)
        yield folder


@pytest.fixture
def file_server(mirrored: Path) -> Iterator[str]:
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(mirrored))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("where", ["disk", "server"])
def test_each_link_of_the_mirror_works(
    browser: Browser, mirrored: Path, file_server: str, where: str
) -> None:
    """From the start page every document is reached; no link leads nowhere."""
    start = f"{mirrored.as_uri() if where == 'disk' else file_server}/index.html"
    context = browser.new_context()
    page = context.new_page()
    reached, ahead = set(), [start]
    while ahead:
        address = ahead.pop()
        if address in reached:
            continue
        reached.add(address)
        answer = page.goto(address)
        assert answer is None or answer.ok
        expect(page.locator(":is(h1, h2)").first).to_be_visible()
        hrefs = page.locator("a").evaluate_all("links => links.map(link => link.href)")
        ahead += [href for href in hrefs if href.endswith(".html")]
        assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    assert len(reached) == len(list(mirrored.rglob("*.html")))
    assert_axe_clean(page)
    context.close()
