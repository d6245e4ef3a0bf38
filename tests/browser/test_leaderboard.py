"""The leaderboard as a reader uses it: drag a weight, share the link, open it elsewhere, go back."""

from __future__ import annotations

import csv
import re

from playwright.sync_api import Page, expect

from components.report import report
from components.words import labels_of
from tests.answered import view_of
from tests.browser.conftest import choices, idle, settled, taken
from tests.released import TABLES

Row = tuple[str, str, str]


def board(page: Page) -> list[Row]:
    """Rank, method and score of each row of the board, from top to bottom."""
    rows: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')]
          .flatMap((place) => [...place.shadowRoot.querySelectorAll('.board .row:not([hidden])')])
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => ['.rank', '.method bdi', '.score'].map((part) => row.querySelector(part).textContent.trim()))"""
    )
    return [(rank, method, score) for rank, method, score in rows]


def lead(page: Page) -> str:
    return page.locator(".lead").first.inner_text()


def table(page: Page) -> list[Row]:
    """The same from the table below the board, as its file contains it once the table is in sight."""
    page.locator(".st-key-downloads_leaderboard").scroll_into_view_if_needed()
    settled(page)
    text = taken(page, "CSV", ".st-key-downloads_leaderboard").path().read_text(encoding="utf-8")
    lines = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    labels = labels_of(TABLES, "")
    return [(r["rank"], labels.method(r["method"]), f"{float(r['uqs']):.3f}") for r in lines]


def reported(**query: str) -> tuple[list[Row], str]:
    """The same from the report, and its first sentence."""
    found, labels = report(TABLES, view_of(**query).selection, ("leaderboard",)), labels_of(TABLES, "")
    rows = [(str(r["rank"]), labels.method(r["method"]), f"{r['uqs']:.3f}") for r in found["leaderboard"]]
    return rows, found["sentences"][0]


def test_a_drag_moves_ranking_and_address_and_the_link_gives_the_same_elsewhere(
    page, goto, wait_idle, frames, elsewhere
):
    goto(page)
    assert (board(page), lead(page)) == reported()
    slider = page.get_by_role("slider", name=re.compile("Jensen|JS"))
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    before, sent = board(page), len(frames)
    page.mouse.move(box["x"] + 12, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 12 + 0.75 * box["width"], middle, steps=15)
    idle(page)
    assert board(page) != before, "the ranking follows the hand"
    assert len(frames) == sent, "nothing is sent while the hand moves"
    assert "weights=" not in page.url
    page.mouse.up()
    page.wait_for_url(lambda url: "weights=" in url)
    assert "%" not in page.url, "an address can be read"
    settled(page)
    assert (board(page), lead(page)) == reported(weights=choices(page)["weights"]) != reported()

    fresh = elsewhere(page.url)
    assert (board(fresh), lead(fresh)) == (board(page), lead(page))

    changed, undone = board(page), page.locator(".undone")
    expect(undone).to_be_hidden()
    page.go_back()
    page.wait_for_url(lambda url: "weights=" not in url)
    settled(page)
    assert board(page) == reported()[0] != changed
    expect(undone).to_contain_text("Published rule")
    slider.press("ArrowRight")
    expect(undone).to_be_hidden()


def test_a_panel_that_lacks_metrics_offers_to_weigh_what_was_measured(page, goto, wait_idle):
    """The default preset weighs two of them: the board compares with its weights over the others."""
    goto(page, query={"panel": "blip2_multimodal"})
    assert board(page) == []
    page.get_by_role("button", name="Weigh only what was measured").click()
    page.wait_for_url(lambda url: "weights=" in url)
    settled(page)
    assert [row[0] for row in board(page)] == ["1", "2"]


def test_the_smallest_change_that_makes_another_lead_is_made_and_given_back_in_one_click_each(page, goto, wait_idle):
    goto(page, height=600)
    page.get_by_role("button", name="Make this move").click()
    page.wait_for_url(lambda url: "weights=" in url)
    settled(page)
    unseen = page.locator("[data-behind=unseen]")
    expect(unseen).to_have_count(1)
    assert table(page) == board(page), "the table far below follows when it comes into sight"
    expect(unseen).to_have_count(0)
    weights = choices(page)["weights"]
    assert all(len(w.partition(".")[2]) <= 4 for w in weights.split(",")), "a hand's weights have four digits"
    assert (board(page), lead(page)) == reported(weights=weights)
    assert board(page)[0][1] == "Random Labels"
    expect(page.locator(".flip .done")).to_have_text("0.126 of weight moved from MIA to JS: Random Labels leads.")
    page.get_by_role("button", name="Give it back").click()
    page.wait_for_url(lambda url: "weights=" not in url)
    wait_idle(page)
    expect(page.get_by_role("button", name="Make this move")).to_be_visible()
    assert (board(page), lead(page)) == reported()
    expect(unseen).to_have_count(1)
    notes = page.get_by_text("How this is computed")
    notes.evaluate("(line) => line.scrollIntoView({ block: 'end' })")
    notes.click()
    expect(unseen).to_have_count(0)  # notes follow where they are open

    page.get_by_role("link", name="How each could lead").click()
    expect(page.get_by_role("link", name="Set these weights").first).to_be_visible()
    wait_idle(page)
    page.get_by_role("link", name="Set these weights").first.click()
    expect(page.get_by_role("link", name="Give it back")).to_be_visible()
    assert choices(page)["weights"] == weights, "both pages make the same move"
    page.get_by_role("link", name="Give it back").click()
    page.wait_for_url(lambda url: "weights=" not in url)


def test_a_brief_of_what_is_chosen_prints_without_the_site(page, goto, wait_idle):
    goto(page, query={"weights": "FA:0.2,RA:0.8"})
    page.get_by_test_id("stPageLink").get_by_role("link", name="Brief").click()
    article = page.locator(".brief")
    expect(article).to_contain_text(reported(weights="FA:0.2,RA:0.8")[1])
    expect(article).to_contain_text("weights=FA:0.2,RA:0.8")
    wait_idle(page)
    page.emulate_media(media="print")
    expect(article).to_be_visible()
    for part in ("stHeader", "stCaptionContainer", "stDownloadButton", "stHeading"):
        assert not any(e.is_visible() for e in page.get_by_test_id(part).all()), part
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") <= 2
