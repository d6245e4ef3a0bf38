"""The leaderboard as a reader uses it: drag a weight, share the link, open it elsewhere."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import expect

from components.resolved import Resolved
from components.selection import parse
from components.views.leaderboard.result import LeaderboardResult, leaderboard
from components.views.leaderboard.words import lead
from tests.released import TABLES


def weights_in(url: str) -> str:
    return parse_qs(urlsplit(unquote(url)).query)["weights"][0]


def shown(page) -> list[list[str]]:
    """The table of methods as texts, row by row: rank, method, UQS."""
    rows = page.locator(".standings tbody tr")
    return [
        [
            row.locator("td").nth(0).inner_text(),
            row.locator("th bdi").inner_text(),
            row.locator("td").nth(2).inner_text(),
        ]
        for row in rows.all()
    ]


def result_of(weights: str) -> LeaderboardResult:
    selection, problems = parse({"weights": weights}, TABLES)
    assert not problems
    return leaderboard(Resolved(TABLES, selection))


def reported(weights: str) -> list[list[str]]:
    return [[str(r.rank), r.label, f"{r.uqs:.3f}"] for r in result_of(weights).rows]


def clean(rows: list[list[str]]) -> list[list[str]]:
    return [[re.sub(r"[★\s]+$", "", cell.strip()) for cell in row] for row in rows]


def test_dragging_a_weight_moves_ranking_address_and_table_and_the_link_gives_the_same_elsewhere(
    page, goto, wait_idle, browser, base_url
):
    frames: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(frame)))
    goto(page)
    assert frames
    assert clean(shown(page)) == reported("published")
    slider = page.get_by_role("slider", name=re.compile("Jensen|JS"))
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    score = page.locator(".board .row .score").first
    before, sent = score.inner_text(), len(frames)
    page.mouse.move(box["x"] + 12, middle)
    page.mouse.down()
    for step in range(1, 16):
        page.mouse.move(box["x"] + 12 + step * box["width"] / 20, middle)
    assert score.inner_text() != before, "the ranking follows the hand"
    assert len(frames) == sent, "nothing is sent while the hand moves"
    assert "weights=" not in page.url
    page.mouse.up()
    page.wait_for_url(lambda url: "weights=" in url)
    wait_idle(page)
    weights = weights_in(page.url)
    assert clean(shown(page)) == reported(weights)
    assert clean(shown(page)) != reported("published")
    said = page.locator(".lead, .follows").all_inner_texts()
    assert said == lead(result_of(weights))

    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, url="", query=urlsplit(page.url).query)
    assert clean(shown(fresh)) == clean(shown(page))
    assert fresh.locator(".lead, .follows").all_inner_texts() == said
    assert fresh.get_by_text("leads with UQS").count() == 1
    other.close()


def test_back_and_forward_step_through_weightings(page, goto, wait_idle):
    goto(page)
    slider = page.get_by_role("slider", name=re.compile("Jensen|JS"))
    slider.press("End")
    page.wait_for_url(lambda url: "weights=" in url)
    wait_idle(page)
    changed, undone = clean(shown(page)), page.locator(".undone")
    expect(undone).to_be_hidden()
    page.go_back()
    page.wait_for_url(lambda url: "weights=" not in url)
    wait_idle(page)
    assert clean(shown(page)) == reported("published") != changed
    expect(undone).to_contain_text("Published rule")
    expect(page.get_by_role("link", name=re.compile("JS.*: ✓ nothing contradicts it"))).to_have_attribute(
        "href", re.compile(r"metric\?id=")
    )
    slider.press("ArrowRight")
    expect(undone).to_be_hidden()


def test_the_table_sorts_opens_a_method_and_keeps_both_in_the_address(page, goto, wait_idle):
    goto(page)
    page.get_by_role("button", name="FA ↓").click()
    page.wait_for_url(lambda url: "sort=FA" in url)
    wait_idle(page)
    assert [r[1] for r in shown(page)] == ["Random Labels", "FT-Retain", "Gradient Ascent", "SalUn"]
    page.get_by_role("button", name="SalUn").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "method=salun" in url)
    wait_idle(page)
    assert page.get_by_role("heading", name="Saliency Unlearning (SalUn)").is_visible()
    page.get_by_role("button", name="Close").click()
    page.wait_for_url(lambda url: "method=" not in url)


def test_a_panel_that_lacks_metrics_offers_to_weigh_what_was_measured(page, goto, wait_idle):
    goto(page, query={"panel": "blip2_multimodal"})
    assert all(row[0] == "–" for row in clean(shown(page)))
    page.get_by_role("button", name="Weigh only what was measured").click()
    page.wait_for_url(lambda url: "weights=" in url)
    wait_idle(page)
    assert sorted(row[0] for row in clean(shown(page))) == ["1", "2"]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_the_page_is_accessible_and_fits(page, goto, assert_sound, scheme, width):
    goto(page, query={"method": "salun"}, width=width, scheme=scheme)
    assert_sound(page, f"leaderboard-{scheme}")
