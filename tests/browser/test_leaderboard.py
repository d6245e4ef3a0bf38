"""The leaderboard as it is used: two clicks away, drag a weight, share, go back, embed, print."""

import re
from dataclasses import replace
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from components import pages
from components.answers.leaderboard.headline import RANKING
from components.web.share.brief_document import brief, html
from components.web.share.words import embed_snippet
from components.words import labels_of
from tests.answered import board as reported_board
from tests.answered import view_of
from tests.browser.conftest import box_of, choices, idle, reach, rows, settled, unfold
from tests.made import small
from tests.released import NAMES, TABLES, built_in

Row = tuple[str, str, str]


def board(page: Page) -> list[Row]:
    """Rank, method and score of each row of the board, from top to bottom."""
    return [(row["rank"], row["name"], row["score"]) for row in rows(page)]


def listed(page: Page) -> list[str]:
    """The scores of the table below the board, which is in sight in a high window."""
    cells = page.get_by_role("table", name="Methods by rank").locator("tbody td:nth-child(3)")
    return cells.all_inner_texts()


PUBLISHED = {"suite": "unified_unlearning", "weights": "published"}


def reported(**query: str) -> tuple[list[Row], str]:
    """The same from the report, and its verdict."""
    view, labels = view_of(**{"weights": "published", **query}), labels_of(TABLES, "")
    ranking = [
        (str(row["rank"]), labels.in_full(method), f"{row['uqs']:.3f}")
        for method, row in reported_board(view).items()
    ]
    return ranking, RANKING.said(view).lines[0]


def verdict(page: Page) -> str:
    return page.locator(".verdict").inner_text()


def test_who_leads_with_utility_counted_double_is_two_clicks_away_without_scrolling(page, goto):
    goto(page, "", height=900)
    page.locator(".readers").get_by_role("link", name="Leaderboard").click()
    reach(page, re.compile("/leaderboard"))
    page.get_by_role("radiogroup", name="Weights").get_by_text("Utility").click()
    reach(page, re.compile("/leaderboard.*weights=utility_first"))
    first = box_of(page.get_by_role("table", name="Ranking"))
    assert first["y"] <= 260, "the head row of the ranking"
    for part in (".verdict", ".support"):
        box = box_of(page.locator(part))
        assert box["y"] + box["height"] <= 260
    assert "ways of ranking" in page.locator(".support").inner_text(), (
        "how sure, and what would change it"
    )


def test_a_drag_moves_ranking_and_address_and_the_link_gives_the_same(page, goto, elsewhere):
    goto(page, query=PUBLISHED)
    settled(page)
    assert (board(page), verdict(page)) == reported()
    slider = page.get_by_role("slider", name=re.compile("Jensen|JS"))
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    before = board(page)
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], middle, steps=15)
    idle(page)
    assert board(page) != before, "the ranking follows the hand"
    assert choices(page) == PUBLISHED
    page.mouse.up()
    page.wait_for_url(lambda url: "weights=FA:" in url)
    assert "%" not in page.url, "an address can be read"
    settled(page)
    assert (board(page), verdict(page)) == reported(weights=choices(page)["weights"]) != reported()
    expect(
        page.get_by_role("radio", name="Custom").or_(page.get_by_role("button", name="Custom"))
    ).to_be_visible()
    fresh = elsewhere(page.url)
    settled(fresh)
    assert (board(fresh), verdict(fresh)) == (board(page), verdict(page))
    page.go_back()
    page.wait_for_url(lambda url: "weights=published" in url)
    settled(page)
    assert (board(page), verdict(page)) == reported()
    page.go_forward()
    page.wait_for_url(lambda url: "weights=FA:" in url)
    settled(page)
    assert board(page) != reported()[0]


def test_the_lead_moves_to_the_next_method_and_back_in_two_clicks(page, goto):
    goto(page, query=PUBLISHED, height=1200)
    settled(page)
    assert listed(page) == [score for *_, score in board(page)]
    page.get_by_role("button", name="Make this move").click()
    page.wait_for_url(lambda url: "weights=FA:" in url)
    settled(page)
    weights = choices(page)["weights"]
    assert all(len(w.partition(".")[2]) <= 4 for w in weights.split(",")), (
        "a hand's weights have four digits"
    )
    assert (board(page), verdict(page)) == reported(weights=weights)
    assert "Random Labels" in board(page)[0][1]
    assert listed(page) == [score for *_, score in board(page)], "what is in sight below follows"
    page.get_by_role("button", name="Make this move").click()
    page.wait_for_url(lambda url: weights not in url)
    settled(page)
    assert "Gradient Ascent" in board(page)[0][1]


def test_filters_change_the_numbers_presets_are_segments_and_a_panel_offers_what_was_measured(
    page, goto
):
    goto(page, query=PUBLISHED)
    unfold(page)
    page.get_by_role("combobox", name="Benchmarks").click()
    page.get_by_role("option", name="MMUBench").click()
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile("benchmarks=mmubench"))
    settled(page)
    assert (board(page), verdict(page)) == reported(benchmarks="mmubench")
    page.get_by_role("radio", name="Utility").or_(
        page.get_by_role("button", name="Utility", exact=True)
    ).click()
    page.wait_for_url(re.compile("weights=utility_first"))
    settled(page)
    assert board(page) == reported(benchmarks="mmubench", weights="utility_first")[0]
    goto(page, query={**PUBLISHED, "panel": "blip2_multimodal"})
    settled(page)
    assert [row[0] for row in board(page)] == ["–", "–"]
    page.get_by_role("button", name="Weigh only what was measured").click()
    page.wait_for_url(re.compile("weights=FA"))
    settled(page)
    assert [row[0] for row in board(page)] == ["1", "2"]


def test_a_row_is_opened_by_its_link_and_leads_to_its_runs_and_back(page, goto):
    goto(page, query={**PUBLISHED, "open": "salun"})
    settled(page)
    page.evaluate("window.stayed = true")
    row = page.locator(".rows > .row.open")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Saliency Unlearning")
    row.get_by_role("link", name="Runs").click()
    reach(page, re.compile("/data.*find=salun"))
    expect(page.get_by_text("12 of 50 rows shown.")).to_be_visible()
    page.go_back()
    settled(page)
    page.locator(".rows > .row.open").get_by_role("link", name="Method").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Method")
    idle(page)
    assert page.url.endswith("id=salun")
    assert page.evaluate("window.stayed"), "the session was left"


@pytest.mark.parametrize("suite", ["unified_unlearning", "clear"])
def test_an_embedded_board_shows_the_verdict_and_every_row_and_names_itself(page, goto, suite):
    tables = built_in(suite)
    snippet = embed_snippet(view_of(tables), "x", pages.LEADERBOARD)
    height = int(re.search('height="([0-9]+)"', snippet)[1])
    goto(page, query={"suite": suite, "embed": "true"}, width=900, height=height)
    settled(page)
    assert verdict(page)
    last = box_of(page.locator(".rows > .row").last)
    assert height - 200 < last["y"] + last["height"] <= height, "as high as its rows"
    assert (
        page.locator(".stMain :is(button, input, select):visible").evaluate_all(
            "parts => parts.filter(part => !part.closest('.ranking'))"
        )
        == []
    ), "the ranking alone"
    expect(page.get_by_role("heading", name="All methods")).to_have_count(0)
    about = page.locator(".about")
    expect(about).to_contain_text(tables.suite.title)
    expect(about).to_contain_text(f"Data version {tables.data_version}")
    whole = about.get_by_role("link")
    expect(whole).to_have_attribute("target", "_blank")
    assert f"suite={suite}" in (whole.get_attribute("href") or "")


def test_the_page_prints_on_one_sheet_without_controls(page, goto):
    goto(page, query=PUBLISHED)
    settled(page)
    expect(page.locator(".about")).to_be_hidden()
    page.emulate_media(media="print")
    for part in (".find", ".board .weights", ".move", ".more"):
        assert not any(e.is_visible() for e in page.locator(part).all()), part
    for part in (".verdict", ".legend"):
        expect(page.locator(part)).to_be_visible()
    for text in ("Unified Unlearning, LLaVA-1.5-7B", "Weights: FA", "Data version"):
        expect(page.locator(".about")).to_contain_text(text)
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1


def test_a_brief_of_what_is_chosen_prints_without_the_site(page, goto):
    goto(page, "brief", query={"suite": "unified_unlearning", "weights": "FA:0.2,RA:0.8"})
    article = page.locator(".brief")
    expect(article).to_contain_text(reported(weights="FA:0.2,RA:0.8")[1])
    expect(article).to_contain_text("weights=FA:0.2,RA:0.8")
    page.emulate_media(media="print")
    expect(article).to_be_visible()
    for part in ("stHeader", "stCaptionContainer", "stDownloadButton", "stHeading"):
        assert not any(e.is_visible() for e in page.get_by_test_id(part).all()), part
    assert printed_pages(page) == 1


def printed_pages(page: Page) -> int:
    return page.pdf(format="A4").count(b"/Type /Page\n")


@pytest.mark.parametrize("suite", NAMES)
def test_the_brief_of_a_suite_is_one_page(page, goto, suite):
    goto(page, "brief", query={"suite": suite})
    expect(page.locator(".brief .scores .subject").first).to_be_visible()
    assert printed_pages(page) == 1


def test_a_brief_of_six_methods_with_long_names_is_one_page(page, goto):
    goto(page, "brief", query=PUBLISHED)
    tables = small(methods=8, metrics=8, benchmarks=5, seeds=5)
    long_name = "a name of more than forty letters that is cut "
    methods = tuple(replace(m, label=f"{m.id} {long_name}") for m in tables.methods)
    metrics = tuple(replace(m, label=f"{m.id} {long_name}") for m in tables.metrics)
    tables = replace(tables, methods=methods, metrics=metrics)
    view = replace(view_of(tables), opened={"compare": ("m1", "m2", "m3", "m4", "m5", "m6")})
    long_brief = brief(view, f"https://board.example/brief?{'x' * 300}", date(2026, 11, 28))
    page.locator(".brief").evaluate("(old, markup) => old.outerHTML = markup", html(long_brief))
    expect(page.locator(".brief")).to_contain_text("m6 a name of")
    assert printed_pages(page) == 1
