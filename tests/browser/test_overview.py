"""The first page and the menu as a reader's browser meets them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def test_doors_lead_where_they_say_and_old_links_open_the_board(
    page: Page, goto, open_page, wait_idle, assert_sound, base_url: str
) -> None:
    goto(page, "")
    assert page.url == f"{base_url}/"
    for question, title, choice in (
        ("Which method wins", "Leaderboard", "suite=unified_unlearning"),
        ("Which metrics can be trusted", "Trust", "suite=tofu"),
        ("Does the paper hold", "Reproduction", "suite=unified_unlearning"),
    ):
        door = page.locator("[class*=st-key-door_]", has_text=question)
        expect(door.get_by_role("img")).to_be_visible()
        door.click(position={"x": 8, "y": 200})  # anywhere on the card
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        page.wait_for_url(re.compile(choice))
        page.go_back()
        wait_idle(page)
        assert page.url == f"{base_url}/"
    assert_sound(page, "overview-light")

    page.goto(f"{base_url}/?suite=unified_unlearning&panel=resnet_unimodal&embed=true")
    wait_idle(page)
    assert page.url == f"{base_url}/leaderboard?suite=unified_unlearning&panel=resnet_unimodal&embed=true"
    expect(page.get_by_role("heading", level=1)).to_have_text("Leaderboard")

    goto(page, "leaderboard", {"panel": "resnet_unimodal"})
    page.get_by_role("link", name="Unlearning leaderboard").click()
    page.wait_for_url(f"{base_url}/")
    wait_idle(page)
    open_page(page, "Stability")
    page.wait_for_url(re.compile("/stability.*panel=resnet_unimodal"))


def test_the_menu_of_a_telephone_has_a_word_headings_and_questions(
    page: Page, goto, wait_idle, assert_axe_clean, screenshot
) -> None:
    goto(page, "about", width=375, height=812, scheme="dark")
    page.get_by_role("button", name="Menu", exact=True).click()
    menu = page.get_by_role("navigation", name="App pages")
    trust = menu.get_by_role("group", name="Metrics", exact=True)
    expect(trust.get_by_text("Do the metrics order the methods alike")).to_be_visible()
    assert_axe_clean(page)
    screenshot(page, "menu-dark-375")
    trust.get_by_text("Do the metrics order the methods alike").click(force=True)  # the question is part of the link
    expect(page.get_by_role("heading", level=1)).to_have_text("Agreement")
