"""The inversion page as readers use it: links, keyboard, themes, narrow screens, a table of one's own."""

from __future__ import annotations

import re

import pytest

from components.views.inversion.words import NOTHING
from tests import made_inversion

SUITE = {"suite": "made_inversion"}
NONE = {"suite": "unified_unlearning"}


@pytest.fixture(scope="module")
def made_url(server_type, tmp_path_factory):
    folder = made_inversion.write_suite(tmp_path_factory.mktemp("suites"))
    running = server_type(LEADERBOARD_TABLES=str(folder), LEADERBOARD_DATABASE=str(tmp_path_factory.mktemp("database")))
    yield running.url
    running.stop()


def paragraph(page, text: str):
    return page.locator("[data-testid=stMarkdownContainer]").filter(has_text=text).first


def headline(page) -> str:
    """The verdict on top of the page, as it stands there."""
    return page.locator(".st-key-answer p").first.inner_text()


def percentages(text: str) -> list[str]:
    return re.findall(r"(\d+)\s%", text)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_the_page_fits_is_accessible_and_looks_right(page, goto, assert_sound, made_url, width, scheme):
    goto(page, "inversion", query=SUITE, width=width, scheme=scheme, url=made_url)
    assert_sound(page, f"inversion-{scheme}")


def test_a_suite_without_reconstructions_says_so_and_leads_to_one_that_has_them(
    page, goto, wait_idle, assert_axe_clean, assert_fits, made_url
):
    goto(page, "inversion", query=NONE, width=375, url=made_url)
    assert paragraph(page, NOTHING).is_visible()
    assert_fits(page)
    assert_axe_clean(page)
    page.get_by_role("button", name="Show Made for tests").press("Enter")
    page.wait_for_url(lambda url: "suite=made_inversion" in url)
    wait_idle(page)
    assert percentages(headline(page)) == ["70", "28"]


def test_without_a_suite_in_the_address_the_first_one_with_reconstructions_is_shown(page, goto, made_url):
    goto(page, "inversion", url=made_url)
    assert len(percentages(headline(page))) == 2
    assert page.get_by_text(NOTHING).count() == 0


def test_the_keyboard_chooses_the_judge_and_the_link_shows_the_same_elsewhere(page, goto, wait_idle, browser, made_url):
    goto(page, "inversion", query=SUITE, url=made_url)
    before = headline(page)
    choice = page.get_by_role("combobox", name="Judge", exact=True)
    choice.focus()
    choice.press("ArrowDown")
    choice.press("ArrowDown")
    choice.press("Enter")
    page.wait_for_url(lambda url: "judge=judge2" in url)
    wait_idle(page)
    said = headline(page)
    assert said != before
    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, "inversion", query=page.url.partition("?")[2], url=made_url)
    assert headline(fresh) == said
    other.close()


def test_figures_hold_the_counts_and_the_gallery_its_images(page, goto, wait_idle, made_url):
    goto(page, "inversion", query={**SUITE, "private_set": "small", "attack": "subspace"}, url=made_url)
    bars = page.evaluate(
        """() => document.querySelector('.st-key-figure_confusion .js-plotly-plot').data
                 .map(t => [t.name, t.customdata.map(c => c[1])])"""
    )
    assert dict(bars) == {"TP": [0, 100, 80], "FP": [180, 40, 20], "FN": [0, 0, 0], "TN": [20, 60, 100]}
    images = page.evaluate(
        "() => document.querySelector('.st-key-figure_gallery .js-plotly-plot').data.filter(t => t.z).length"
    )
    assert images == 40 + 10, "false positives and mean real images"
    named = page.locator(".st-key-figure_gallery [aria-label*='false positive'], .st-key-figure_gallery [alt*='false']")
    assert named.count() >= 1
    page.get_by_text("Data: Error rates of the standard evaluator").click()
    wait_idle(page)
    for name in ("Download", "PNG", "SVG"):
        assert page.locator(".st-key-figure_rates").get_by_role("button", name=name).first.is_visible()


def test_two_files_of_answers_stay_in_this_session(page, goto, wait_idle, browser, made_url, assert_axe_clean):
    goto(page, "inversion", query=NONE, url=made_url)
    answers = {
        "standard": b"filename,answer\na.png,yes\nb.png,yes\nc.png,no\nonly.png,yes\n",
        "judge": b"a.png,Yes.\nb.png,no\nc.png,no\n",
    }
    for place, (name, content) in zip((1, 2), answers.items(), strict=True):
        page.locator("input[type=file]").nth(place).set_input_files(
            {"name": f"{name}.csv", "mimeType": "text/csv", "buffer": content}
        )
        wait_idle(page)
    page.get_by_text("Your own table, private to this session").wait_for()
    wait_idle(page)
    assert percentages(headline(page))[0] == "67"
    assert page.get_by_text("only.png").is_visible()
    assert_axe_clean(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_text("Your table stays in this session: a link opens this page with").wait_for()
    page.keyboard.press("Escape")
    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, "inversion", query=page.url.partition("?")[2], url=made_url)
    assert paragraph(fresh, NOTHING).is_visible()
    other.close()
    page.get_by_role("button", name="Let go of it").press("Enter")
    wait_idle(page)
    assert paragraph(page, NOTHING).is_visible()
