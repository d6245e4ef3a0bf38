"""A claim from the start page by clicks, which are counted, in a wide window and on a telephone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from components import pages
from tests.browser.conftest import idle


@dataclass
class Reader:
    """Clicks from the start page, each counted."""

    page: Page
    wide: bool
    clicks: int = 0

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1
        idle(self.page)

    def menu(self, title: str) -> None:
        """Go to a page by the menu of this window."""
        if not self.wide:
            self.click(self.page.get_by_role("button", name="Menu", exact=True))
            self.click(
                self.page.get_by_role("navigation", name="App pages")
                .get_by_role("link", name=title)
                .first
            )
            return
        group = next(p.group for p in pages.PAGES if p.title == title)
        self.click(
            self.page.get_by_test_id("stTopNav").get_by_role("button", name=group, exact=True)
        )
        self.click(self.page.get_by_role("menuitem", name=title, exact=True))

    def write(self, box: str, value: str) -> None:
        """Click into a box and write."""
        place = self.page.get_by_role("textbox", name=box)
        self.click(place)
        place.fill(value)
        place.press("Enter")
        idle(self.page)

    def verdict(self) -> Locator:
        return self.page.locator(".answer h2").first


@pytest.fixture(params=["wide", "telephone"])
def reader(request: pytest.FixtureRequest, browser: Browser, base_url: str) -> Iterator[Reader]:
    wide = request.param == "wide"
    context = browser.new_context(
        viewport={"width": 1440 if wide else 375, "height": 900},
        user_agent=None
        if wide
        else "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1",
    )
    page = context.new_page()
    page.goto(base_url)
    idle(page)
    yield Reader(page, wide)
    context.close()


def test_a_claim_is_judged_in_three_clicks_and_its_brief_is_one_more(reader):
    reader.click(reader.page.locator(".stMain").get_by_role("link", name="Leaderboard").last)
    reader.click(reader.page.locator(".rows .who").first)
    reader.click(reader.page.get_by_role("link", name="Compare", exact=True).last)
    expect(reader.page).to_have_url(re.compile(r"methods=blade,pdu,rmu,graddiff.*weights=balanced"))
    expect(reader.verdict()).to_have_text(re.compile(r"BLADE is ahead of .*PDU.* tested"))
    reader.click(reader.page.get_by_role("link", name="One-page brief"))
    assert reader.clicks == 4
    expect(reader.page.locator(".brief .verdict")).to_have_text(re.compile("BLADE is ahead of PDU"))
    assert reader.page.pdf(format="A4").count(b"/Type /Page\n") == 1


@pytest.mark.parametrize(
    ("title", "box", "value", "told"),
    [
        (
            "Check a number",
            "Your value",
            "0.41",
            r"^Same base model and split \(.*\)\? Then 0\.41 is within what a new set-up",
        ),
        (
            "Plan",
            "Difference in score",
            "0.05",
            r"^To find a difference of 0\.050 in score: \d+ to \d+ ",
        ),
    ],
)
def test_a_number_of_ones_own_is_judged_in_three_clicks(reader, title, box, value, told):
    reader.menu(title)
    reader.write(box, value)
    assert reader.clicks == 3
    expect(reader.verdict()).to_have_text(re.compile(told))


def test_what_reproduces_is_two_clicks_away_and_what_does_not_hold_two_more(reader):
    reader.menu("Reproduction")
    expect(reader.verdict()).to_have_text(re.compile("^All [0-9]+ printed numbers .*reproduce"))
    assert reader.clicks == 2
    reader.click(reader.page.get_by_role("combobox", name="Suite"))
    reader.click(reader.page.get_by_role("option", name=re.compile("Unified Unlearning")))
    expect(reader.verdict()).to_have_text(re.compile("reproduce; of 26 .* test, 13 hold"))
    row = reader.page.get_by_role("table").get_by_role(
        "row", name=re.compile("ρ of RA 0.484 yes no")
    )
    expect(row).to_contain_text("0.003 → 0.708")
    assert reader.clicks == 4
