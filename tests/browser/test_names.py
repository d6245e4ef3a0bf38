"""A name in a table leads to its page and back, in the same tab, the same session, from the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def test_a_name_on_the_board_leads_to_its_page_and_back(page: Page, goto, wait_idle, assert_sound) -> None:
    goto(page, "leaderboard", {"suite": "tofu_seeds", "weights": "only-hm"})
    page.evaluate("window.stayed = true")
    links = page.get_by_role("grid").get_by_role("link")
    expect(links).to_have_count(7)
    links.first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("grid").get_by_role("link", name="RMU")).to_be_focused()
    page.get_by_role("grid").get_by_role("link", name="NPO", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="NPO", level=1)).to_be_visible()
    wait_idle(page)
    assert page.url.endswith("/method?id=npo")
    assert_sound(page, "method")

    board = page.locator("tr", has_text="TOFU with seeds").filter(has_text="Llama-3.2-3B")
    board.get_by_role("link", name="leaderboard").click()
    expect(page.get_by_role("heading", name="Leaderboard", level=1)).to_be_visible()
    assert "suite=tofu_seeds&panel=tofu_llama32_3b&method=npo" in page.url
    page.go_back()
    expect(page.get_by_role("heading", name="NPO", level=1)).to_be_visible()

    page.get_by_role("link", name="Utility ↑").first.click()
    expect(page.get_by_role("heading", name="Model utility", level=1)).to_be_visible()
    wait_idle(page)
    assert_sound(page, "metric")
    page.get_by_role("link", name="Stability").first.click()
    expect(page.get_by_role("heading", name="Stability", level=1)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/stability\?suite=tofu_seeds&panel=tofu_llama32_3b&method=npo$"))
    assert page.evaluate("window.stayed"), "the session was left"
