"""What surrounds every page: addresses, history, the menu, sharing, frames on other sites."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import dropwhile
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.conftest import assert_axe_clean, assert_sound, idle, open_page, reach
from tests.serving import ROOT

Go = Callable[..., None]
LARGER = "suite=tofu_seeds&rows=checkpoints&weights=balanced&panel=tofu_llama32_3b"
PANEL = "suite=unified_unlearning&rows=checkpoints&weights=balanced&panel=resnet_unimodal"


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=re.compile(label)).click()
    page.get_by_role("option", name=re.compile(option)).click()


def expect_choice(page: Page, label: str, beginning: str) -> None:
    expect(page.get_by_role("combobox", name=re.compile(label))).to_have_value(
        re.compile(f"^{beginning}")
    )


STREAMLIT = ("-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", "{port}")


@pytest.mark.long
@pytest.mark.parametrize("command", [(), STREAMLIT], ids=["ours", "streamlit run"])
def test_a_link_is_the_first_request_of_a_server_started_elsewhere(
    page, fresh_server, goto, tmp_path, command
):
    server = fresh_server(tmp_path, *command)
    goto(page, "leaderboard", PANEL, url=server.url, scheme="dark")
    expect(page.get_by_text("Data version").last).to_be_visible()
    expect_choice(page, "Panel", "ResNet")
    background = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert background == "rgb(15, 20, 24)", "the project's own configuration is in force"
    assert "Traceback" not in server.said()


def test_a_page_that_is_left_asks_for_nothing_more(browser, base_url):
    """Back while the server is slow: a figure asked for then would run the page that is left."""
    held: list[str | bytes] = []
    sent: list[bytes] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: (sent.append(message), server.send(message)))
        server.on_message(lambda message: held.append(message) if slow else socket.send(message))

    slow = False
    page = browser.new_page(viewport={"width": 1440, "height": 400})
    page.route_web_socket("**/_stcore/stream", connect)
    page.goto(f"{base_url}/about")
    idle(page)
    open_page(page, "Agreement")
    page.locator("[class*=st-key-later_]").first.wait_for(state="attached")
    slow = True
    page.wait_for_timeout(500)
    before = len(sent)
    page.go_back()
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    page.wait_for_timeout(1_500)
    asked = [BackMsg.FromString(message).rerun_script.page_script_hash for message in sent]
    left = asked[before - 1]
    after = list(dropwhile(left.__eq__, asked[before:]))
    assert after, "the page that Back opens"
    assert left not in after
    page.close()


def test_choices_are_in_the_history_and_travel_to_the_next_page(page, goto, elsewhere, base_url):
    goto(page, "stability")
    assert page.url == f"{base_url}/stability"
    choose(page, "Panel", "Llama-3.2-3B")
    idle(page)
    assert page.url == f"{base_url}/stability?{LARGER}"
    page.go_back()
    idle(page)
    assert page.url == f"{base_url}/stability"
    expect_choice(page, "Panel", "Llama-3.2-1B")
    page.go_forward()
    idle(page)
    expect_choice(page, "Panel", "Llama-3.2-3B")
    expect_choice(elsewhere(f"{page.url}#"), "Panel", "Llama-3.2-3B")
    open_page(page, "Clusters")
    reach(page, f"{base_url}/clusters?{LARGER}")
    expect_choice(page, "Panel", "Llama-3.2-3B")
    page.go_back()
    page.wait_for_url(f"{base_url}/stability?{LARGER}")
    # a page over all suites leaves the choices as they were
    idle(page)
    open_page(page, "Check a number")
    reach(page, f"{base_url}/check")
    open_page(page, "Agreement")
    page.wait_for_url(f"{base_url}/agreement?{LARGER}")


def test_hostile_addresses_give_a_notice(page, goto, base_url):
    assert page.goto(f"{base_url}/no-such-page").status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page here")
    wrong = "panel=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&%00=%ff&weights="
    goto(page, query=wrong + "FA:1," * 2000)
    expect(page.get_by_test_id("stAlert").first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert page.locator("img[src=x]").count() == 0


def test_the_start_leads_where_it_says_and_old_addresses_lead_on(page, goto, base_url):
    goto(page, "")
    page.evaluate("window.stayed = true")
    found = page.get_by_role("option", name="PDU · method")
    for place, address in (
        (page.locator(".legend + p a"), r"/agreement\?suite=knowundo_seeds"),
        (found, r"/method\?id=pdu"),
        (page.locator(".readers").get_by_role("link", name="Compare"), "/compare"),
    ):
        if place is found:
            page.get_by_role("combobox", name="Search methods and metrics").fill("PDU")
        place.click()
        reach(page, re.compile(address))
        page.go_back()
        idle(page)
        assert page.url == f"{base_url}/"
    assert page.evaluate("window.stayed"), "the session was left"
    goto(page, "calibration?suite=tofu&rows=best")  # tests/web/test_old_links.py has all of them
    assert page.url == f"{base_url}/reliability?suite=tofu&rows=best"
    assert page.get_by_test_id("stAlert").count() == 0
    goto(page, "stability", {"suite": "unified_unlearning", "panel": "resnet_unimodal"})
    page.get_by_role("link", name="Unlearning leaderboard").click()
    reach(page, f"{base_url}/")
    open_page(page, "Stability")
    page.wait_for_url(re.compile("/stability.*panel=resnet_unimodal"))


def test_the_menu_of_a_telephone_has_headings_and_questions_and_closes_after_a_choice(page, goto):
    goto(page, "about", width=375, height=812, scheme="dark")
    background = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert background == "rgb(15, 20, 24)", (
        "the project's own configuration is in force, wherever the server works"
    )
    page.get_by_role("button", name="Menu", exact=True).click()
    group = page.get_by_role("navigation", name="App pages").get_by_role(
        "group", name="Metrics", exact=True
    )
    question = group.get_by_text("Do metrics rank methods the same way?")
    expect(question).to_be_visible()
    assert_axe_clean(page)
    question.click(force=True)  # the question is part of the link
    expect(page.get_by_role("heading", level=1)).to_have_text("Agreement")
    page.set_viewport_size({"width": 700, "height": 812})
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("navigation", name="App pages").get_by_role("link", name="About").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("About")
    expect(page.get_by_role("button", name="Menu", exact=True)).to_be_visible()


def test_a_page_opens_from_the_menu_while_filters_are_left_open(page, goto):
    goto(page)
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("dialog", name="Filters")).to_be_visible()
    idle(page)
    page.get_by_test_id("stTopNav").get_by_role("link", name="Your results").click()
    expect(page.get_by_role("textbox", name=re.compile("^Your table"))).to_be_visible()
    idle(page)
    expect(page.get_by_role("textbox", name=re.compile("^Your table"))).to_be_visible()


def test_a_view_is_passed_on_in_every_form(page, goto, base_url):
    def codes() -> list[str]:
        shown = page.get_by_role("tabpanel").locator("code").all()
        return [c.inner_text().strip() for c in shown if c.is_visible()]

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    goto(page, "leaderboard", query=PANEL)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("tab", name="Link")).to_be_visible()
    idle(page)
    assert_sound(page)
    (link,) = codes()
    assert re.fullmatch(rf"{base_url}/leaderboard\?{PANEL}&data=[0-9a-f]{{12}}", link)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("tab", name="Embed").click()
    markdown, html = codes()
    assert f"]({link})" in markdown
    assert "&amp;embed=true" in html
    page.get_by_role("tab", name="Cite").click()
    text, bibtex = codes()
    assert link in text
    assert bibtex.startswith("@online{")

    page.goto(link.replace("/leaderboard?", "/share?page=leaderboard&"))
    reach(page, re.compile("/leaderboard"))
    assert page.url == link
    expect(page.get_by_text("This link was made with")).to_have_count(0)
    page.goto(re.sub("data=.*", "data=0123456789ab", link))
    idle(page)
    expect(page.get_by_text("This link was made with another data version")).to_be_visible()


@pytest.fixture
def other_site(base_url: str, tmp_path: Path) -> Iterator[str]:
    """Another site that shows the app in frames: one embedded page and one whole page."""
    frames = "".join(
        f'<iframe name="{name}" src="{base_url}/reproduction{query}" width="900"'
        ' height="640"></iframe>'
        for name, query in (("embedded", f"?embed=true&{PANEL}"), ("whole", ""))
    )
    (tmp_path / "index.html").write_text(
        f"<!doctype html><title>Elsewhere</title>{frames}", encoding="utf-8"
    )
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def test_an_embedded_page_works_inside_another_site_and_a_whole_one_does_not(page, other_site):
    page.goto(other_site)
    inside = page.frame_locator('iframe[name="embedded"]')
    expect(inside.get_by_role("heading", level=1)).to_have_text("Reproduction", timeout=30_000)
    expect(inside.get_by_text("printed numbers").first).to_be_visible(timeout=30_000)
    expect(inside.get_by_role("button", name="Share")).to_have_count(0)
    expect(inside.get_by_role("navigation", name="App pages")).to_have_count(0)
    expect(
        page.frame_locator('iframe[name="whole"]').get_by_role("heading", level=1)
    ).to_have_count(0)
