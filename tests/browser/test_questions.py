"""Journeys through single pages: a clicked cell, keys, tabs, a query, links that show the same."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from components.choices.query import parse
from components.report import report
from tests.browser.conftest import idle, reach, taken, unfold
from tests.released import TABLES

Go = Callable[..., None]
QUERY = (
    "SELECT method, round(avg(value), 4) AS mean FROM run JOIN score USING (suite, run_id) "
    "WHERE suite = 'unified_unlearning' GROUP BY ALL ORDER BY 1"
)

PUBLISHED = {"suite": "unified_unlearning", "weights": "published"}


def rows_of(path: Path) -> list[dict[str, str]]:
    """A CSV without its head lines of provenance."""
    return list(
        csv.DictReader(
            line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"
        )
    )


def test_a_click_on_a_cell_opens_its_pair_and_the_link_shows_the_same(page, goto):
    def opened(page: Page) -> tuple[str, str]:
        """τ of the open pair, with ties as ties and by the published rule."""
        text = page.get_by_text(
            re.compile("by the published rule, .* in other row orders")
        ).first.inner_text()
        match = re.search("τ (−?[\\d.]+), or (−?[\\d.]+) by", text)
        assert match is not None
        return match[1], match[2]

    figure = ".st-key-figure_agreement_tie_aware .js-plotly-plot"
    goto(page, "agreement", query=PUBLISHED)
    assert opened(page) == ("−0.50", "0.56")
    box = page.evaluate(
        """([figure, i, j]) => {
            const plot = document.querySelector(figure);
            plot.scrollIntoView({block: 'center'});
            const at = plot.getBoundingClientRect(), {xaxis, yaxis} = plot._fullLayout;
            return [at.x + xaxis._offset + xaxis.d2p(i), at.y + yaxis._offset + yaxis.d2p(j)];
        }""",
        [figure, 3, 0],
    )
    page.mouse.move(*box)
    page.wait_for_timeout(200)
    page.mouse.click(*box)
    reach(page, lambda url: "pair=FA,AD" in url)
    assert opened(page) == ("−0.43", "−0.26")
    page.reload()  # the link in a session of its own
    idle(page)
    assert opened(page) == ("−0.43", "−0.26")
    page.get_by_role("combobox", name="Second metric").focus()
    page.keyboard.type("JS")
    page.keyboard.press("Enter")
    reach(page, lambda url: "pair=FA,JS" in url)
    assert opened(page) == ("0.021", "−0.074")


def test_stability_by_keyboard_and_in_tabs(page, goto):
    goto(page, "stability", query=PUBLISHED, height=2400)
    slider = page.get_by_role("slider", name=re.compile("Radius"))
    for _ in range(5):  # at a pace at which an answer arrives between two keys
        slider.press("ArrowRight")
        page.wait_for_timeout(100)
    reach(page, lambda url: "radius=0.25" in url)
    page.get_by_role("tab", name="Ways of ranking").click()
    expect(page.get_by_text("Of 140 ways of ranking, Gradient Ascent leads in 80")).to_be_visible()
    idle(page)
    page.get_by_role("tab", name="Ways of ranking").press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 6 pairs can be told apart")).to_be_visible()
    page.get_by_role("tab", name="Who can lead").click()
    idle(page)
    page.get_by_role("link", name="Set these weights").first.click()
    reach(page, lambda url: "weights=FA:" in url)
    unfold(page)
    page.get_by_role("radio", name="mean of scores").or_(
        page.get_by_role("button", name="mean of scores")
    ).press("Enter")
    page.wait_for_url(lambda url: "aggregate=mean-of-scores" in url and "weights=FA:" in url)
    expect(page.get_by_text("mean of scores").first).to_be_visible()


def test_a_query_is_written_run_shared_and_downloaded(page, goto, server):
    box = page.get_by_role("textbox", name="Query (one SELECT, read-only)")
    # written as soon as there is a box, while the page is still on its way
    page.goto(f"{server.url}/data", wait_until="commit")
    box.fill(QUERY)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text("4 rows of 2 columns.")).to_be_visible()
    page.wait_for_url("**sql=SELECT**")
    path = taken(page, "CSV", ".st-key-downloads_query").path()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert ["# query", QUERY] in list(csv.reader(lines))
    assert [r["method"] for r in rows_of(path)] == [
        "finetune_retain",
        "gradient_ascent",
        "random_labels",
        "salun",
    ]
    page.reload()  # the link in a session of its own
    expect(box).to_have_value(QUERY)
    expect(page.get_by_text("4 rows of 2 columns.")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="zip with licence and citation").click()
    assert Path(waiting.value.path()).read_bytes()[:2] == b"PK"
    goto(page, "data", query={"sql": "COPY run TO 'x'"})
    expect(
        page.get_by_role("alert").filter(has_text="found COPY, expected one SELECT")
    ).to_be_visible()
    example = page.get_by_role("combobox", name="Start from an example")
    idle(page)
    example.focus()
    page.keyboard.type("Spread over seeds")
    page.keyboard.press("Enter")
    idle(page)
    expect(box).not_to_have_value("COPY run TO 'x'")


@pytest.mark.long
def test_what_the_paper_prints_links_to_its_page_and_terms_are_explained(page, goto):
    goto(page, "reproduction", query={"suite": "unified_unlearning"})
    rows = page.get_by_role("table", name=re.compile("Published against recomputed")).locator(
        "tbody tr"
    )
    assert len(report(TABLES, parse({}, TABLES)[0], ("reproduction",))["reproduction"]) == 40
    assert rows.count() == 25
    expect(page.get_by_text("The other 15", exact=True)).to_be_visible()
    link = rows.locator('a[href^="reliability"]').first
    link.focus()
    link.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Trust")
    idle(page)
    expect(page.get_by_role("link", name="no-signal expectation").first).to_have_attribute(
        "href", re.compile(r"^about\?suite=.*&term=no_signal$")
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    goto(page, "about", query={"term": "no_signal"}, width=375)
    expect(page.locator(".st-key-explained").get_by_text("no-signal expectation.")).to_be_visible()
    copy = page.locator("[data-testid=stCode]").nth(1).get_by_label("Copy to clipboard")
    copy.focus()
    copy.press("Enter")
    page.wait_for_function(
        "navigator.clipboard.readText().then(text => text.startsWith('@software{'))"
    )
    for summary in page.locator("[data-testid=stExpander] summary").all():
        summary.click()
    idle(page)
    assert page.locator(".katex-error").count() == 0
    too_wide = page.evaluate(
        """() => [...document.querySelectorAll('.katex-display')].filter(box => {
          const right = (part) => part.getBoundingClientRect().right;
          return [...box.querySelectorAll('.base')].some(part => right(part) > right(box) + 1);
        }).map(box => box.textContent)"""
    )
    assert too_wide == []
