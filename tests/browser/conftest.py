"""The running app and a browser installed on this machine; no browser is ever downloaded."""

import base64
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Dialog,
    Download,
    FloatRect,
    Locator,
    Page,
    Request,
    expect,
)

from components import pages
from tests.browsers import FLAGS, NAMES, installed
from tests.cases import text
from tests.serving import Server, Shared, alone, shared

expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong

STILL = text("browser/still.js")
"""Asked at each frame: whether the app has been at rest for so many."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = installed()
    if path is None:
        pytest.exit(
            f"No browser found. Install one of {', '.join(NAMES)} or name it in BROWSER_PATH.", 1
        )
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}


@pytest.fixture(scope="session")
def server() -> Iterator[Shared]:
    """The app as `make run` serves it, shared by all tests."""
    with shared("app") as running:
        yield running


@pytest.fixture
def fresh_server() -> Iterator[Callable[..., Server]]:
    """Start servers that nobody has visited: `fresh_server(folder, *command, **environment)`."""
    with ExitStack() as started:
        yield lambda *command, **environment: started.enter_context(Server(*command, **environment))


@pytest.fixture(scope="session")
def board_url() -> Iterator[str]:
    """The page that holds nothing but the live weights board (board_harness.py)."""
    with shared("board", lambda _: alone(Path(__file__).with_name("board_harness.py"))) as running:
        yield running.url


@pytest.fixture(scope="session")
def base_url(server: Shared) -> str:
    return server.url


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all tests: a page opens in half the time where its scripts are compiled."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@contextmanager
def hearing(page: Page, **listeners: Callable[[Any], object]) -> Iterator[None]:
    """Listen to events of a page for the length of a `with`."""
    for event, listener in listeners.items():
        page.on(event, listener)
    yield
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab; its test fails when it asks another machine, a script fails or a dialog opens."""
    asked: list[str] = []
    failed: list[str] = []
    opened: list[str] = []

    def note(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname != "127.0.0.1":
            asked.append(request.url)

    def dismiss(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    tab.emulate_media(media="null", color_scheme="null", reduced_motion="reduce")
    with hearing(
        tab,
        request=note,
        websocket=lambda socket: None if "127.0.0.1" in socket.url else asked.append(socket.url),
        pageerror=lambda error: failed.append(str(error)),
        dialog=dismiss,
    ):
        yield tab
    tab.context.clear_permissions()
    if tab.url.startswith("http"):
        # an opened menu would stay open
        tab.evaluate("localStorage.clear(), sessionStorage.clear()")
    assert asked == [], "requests that leave the machine"
    assert failed == [], "errors in the page's scripts"
    assert opened == [], "dialogs"


def idle(page: Page, frames: int = 8) -> None:
    """Wait until the app has answered, all is drawn, and nothing came for some frames."""
    page.wait_for_function(STILL, arg=frames, timeout=60_000)


def settled(page: Page) -> None:
    """The same for what is sent when a hand rests: longer than the board waits for a key."""
    idle(page, 40)


@pytest.fixture
def goto(base_url: str) -> Callable[..., None]:
    """`goto(page, "agreement", query={"panel": "…"}, width=375, scheme="dark", url=server.url)`."""

    def go(
        page: Page,
        path: str = "leaderboard",
        query: dict[str, str] | str = "",
        width: int = 1440,
        height: int = 1000,
        scheme: str = "light",
        url: str = "",
    ) -> None:
        line = query if isinstance(query, str) else urlencode(query, safe=":,")
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"{url or base_url}/{path.lstrip('/')}{'?' + line if line else ''}")
        idle(page)

    return go


def rows(page: Page) -> list[dict[str, Any]]:
    """The rows of the board from top to bottom of the screen."""
    return page.evaluate(text("browser/rows.js"))


def unfold(page: Page) -> None:
    """Open the box behind the button in which the choices of a page stand."""
    page.get_by_role("button", name="Filters", exact=True).click()
    page.get_by_test_id("stPopoverBody").wait_for()
    idle(page)


def answer(page: Page) -> list[str]:
    """The computed sentences at the head of the page."""
    lines = page.locator(".st-key-answer :is(h2, p)").all_inner_texts()
    return [line.replace("\u00a0", " ") for line in lines]


def choices(page: Page) -> dict[str, str]:
    """The choices in the address of the page."""
    return dict(parse_qsl(urlsplit(page.url).query))


def bring(page: Page, name: str, content: bytes, place: int = 0) -> None:
    """Give a file to an uploader of the page."""
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.locator('input[type="file"]').nth(place).set_input_files(file)


def taken(page: Page, kind: str, within: str = "body") -> Download:
    """The file of a table, asked for as a reader does: Download, then its kind."""
    page.locator(within).get_by_role("button", name="Download", exact=True).first.click()
    with page.expect_download() as waiting:
        page.get_by_test_id("stPopoverBody").get_by_role("button", name=kind, exact=True).click()
    page.keyboard.press("Escape")
    return waiting.value


def open_page(page: Page, title: str) -> None:
    """Go to a page by the menu of a wide window."""
    group = next(p.group for p in pages.PAGES if p.title == title)
    page.get_by_test_id("stTopNav").get_by_role("button", name=group, exact=True).click()
    page.get_by_role("menuitem", name=title, exact=True).click()


def reach(page: Page, address: Any) -> None:
    """Wait until the page has an address and rests there."""
    page.wait_for_url(address)
    idle(page)


def box_of(place: Locator) -> FloatRect:
    """Where something that is drawn stands."""
    box = place.bounding_box()
    assert box is not None
    return box


def assert_axe_clean(page: Page, within: str = "") -> None:
    """axe-core finds no violation on the page, or in a part of it; it sees into shadow roots."""
    violations = Axe().run(page, within or None).response["violations"]
    told = [(v["id"], [node["html"] for node in v["nodes"]]) for v in violations]
    assert told == []


def assert_fits(page: Page) -> None:
    """The page is not wider than the window."""
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= page.viewport_size["width"]


def assert_sound(page: Page) -> None:
    """The page fits and is accessible, and every figure has a name that says what it shows."""
    assert_fits(page)
    assert_axe_clean(page)
    nameless = page.locator("[data-testid=stPlotlyChart]:not([aria-label])")
    assert nameless.evaluate_all("nodes => nodes.map(node => node.outerHTML)") == []
    assert page.get_by_test_id("stException").count() == 0


@pytest.fixture
def elsewhere(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """`elsewhere(page.url)`: the same address in a browser that has never been here."""
    contexts: list[BrowserContext] = []

    def fresh(url: str) -> Page:
        contexts.append(
            browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
        )
        page = contexts[-1].new_page()
        page.goto(url)
        idle(page)
        return page

    yield fresh
    for context in contexts:
        context.close()


@pytest.fixture
def frames(page: Page) -> Iterator[list[str | bytes]]:
    """Every websocket frame the page sends from here on."""
    sent: list[str | bytes] = []
    with hearing(
        page, websocket=lambda socket: socket.on("framesent", lambda frame: sent.append(frame))
    ):
        yield sent


@pytest.fixture
def run_module(page: Page) -> Callable[..., Any]:
    """`run_module(source, body, argument)`: `body` with a module as `m`, the argument as `x`."""

    def run(source: str, body: str, x: object = None) -> Any:
        page.goto("about:blank")  # what the app allows its pages does not hold here
        text = base64.b64encode(source.encode()).decode()
        return page.evaluate(
            f"async (x) => {{ const m = await import('data:text/javascript;base64,{text}');"
            f" {body} }}",
            x,
        )

    return run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def survives(page: Page, kill: Callable[[], None]) -> None:
    """The page Data recovers by itself when its server is killed; the next choice is kept."""
    with page.expect_event("console", lambda message: "WebSocket onclose" in message.text):
        kill()
    page.wait_for_timeout(2_000)
    idle(page)
    expect(page.get_by_text("12 of 50 rows shown.")).to_be_visible()
    find = page.get_by_role("textbox", name="Only rows with")
    find.fill("gradient")
    find.press("Enter")
    expect(page.get_by_text("13 of 50 rows shown.")).to_be_visible()
    page.wait_for_url("**find=gradient**")
