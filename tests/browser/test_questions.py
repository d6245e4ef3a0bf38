"""Journeys through single pages: a cell that is clicked, keys, long work, links that show the same elsewhere, files."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from components.report import report
from components.selection import parse
from tests.bench.suites import Shape, make
from tests.browser.conftest import bring, choices, taken, unfold
from tests.released import TABLES

Go = Callable[..., None]
QUERY = (
    "SELECT method, round(avg(value), 4) AS mean FROM run JOIN score USING (suite, run_id) "
    "WHERE suite = 'unified_unlearning' GROUP BY ALL ORDER BY 1"
)


def pressed(page: Page, name: str) -> None:
    """Choose one of several buttons that exclude each other."""
    page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).press("Enter")


def rows_of(path: Path) -> list[dict[str, str]]:
    """A CSV without its head lines of provenance."""
    return list(csv.DictReader(line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"))


def test_a_click_on_a_cell_opens_its_pair_and_the_link_shows_the_same(page: Page, goto: Go, wait_idle):
    def opened(page: Page) -> list[str]:
        """τ of the open pair, as published and tie-aware."""
        texts = page.get_by_text(re.compile("^(The two .*)?As published: .*tie-aware: ")).all_inner_texts()
        return re.findall(r"(?:published|tie-aware): (−?[\d.]+),", texts[0])

    def click_cell(column: int, row: int) -> None:
        box = page.evaluate(
            """([i, j]) => {
                const plot = document.querySelector('.st-key-figure_agreement_published .js-plotly-plot');
                plot.scrollIntoView({block: 'center'});
                const at = plot.getBoundingClientRect(), {xaxis, yaxis} = plot._fullLayout;
                return [at.x + xaxis._offset + xaxis.d2p(i), at.y + yaxis._offset + yaxis.d2p(j)];
            }""",
            [column, row],
        )
        page.mouse.move(*box)
        page.wait_for_timeout(200)
        page.mouse.click(*box)

    goto(page, "agreement")
    assert opened(page) == ["0.556", "−0.496"]
    click_cell(3, 0)
    page.wait_for_url(lambda url: "pair=FA,AD" in url)
    wait_idle(page)
    assert opened(page) == ["−0.259", "−0.429"]
    page.reload()  # the link in a session of its own
    wait_idle(page)
    assert opened(page) == ["−0.259", "−0.429"]
    page.get_by_role("combobox", name="Second metric").focus()
    page.keyboard.type("JS")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "pair=FA,JS" in url)
    wait_idle(page)
    assert opened(page) == ["−0.074", "0.021"]
    # what is drawn and what is saved are the numbers of the report
    pairs = report(TABLES, parse({}, TABLES)[0], ("agreement",))["agreement"]["agreement_published"]
    tau = {frozenset((p["x"], p["y"])): p["tau"] for p in pairs}
    drawn = page.evaluate(
        """() => document.querySelector('.st-key-figure_agreement_published .js-plotly-plot').data
                 .filter(t => t.type === 'heatmap').map(t => [t.x, t.y, t.z.map(row => Array.from(row))])[0]"""
    )
    metrics = ["FA", "RA", "MIA", "AD", "JS"]
    for j, low in enumerate(metrics):
        for i, high in enumerate(metrics):
            if i != j:
                assert drawn[2][j][i] == pytest.approx(tau[frozenset((low, high))], abs=1e-12)
    page.get_by_text("Data: τ between metrics, as published").click()
    wait_idle(page)
    saved = taken(page, "CSV", ".st-key-data_agreement_published").path().read_text(encoding="utf-8")
    assert "-0.25925925925925" in saved


def test_trust_moves_by_keyboard_and_its_weights_go_to_the_leaderboard(page: Page, goto: Go, wait_idle):
    goto(page, "reliability", query={"minimum": "0.15"})
    slider = page.get_by_role("slider", name="Use only metrics whose ρ is at least")
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_url(lambda url: "minimum=0.2" in url)
    wait_idle(page)
    choice = page.get_by_role("combobox", name="Metric", exact=True)
    choice.focus()
    choice.press("ArrowDown")
    choice.press_sequentially("Jensen")
    choice.press("Enter")
    page.wait_for_url(lambda url: "metric=JS" in url)
    wait_idle(page)
    texts = page.get_by_test_id("stMain").inner_text()
    page.reload()  # the link in a session of its own
    wait_idle(page)
    assert page.get_by_test_id("stMain").inner_text() == texts
    page.locator(".st-key-use_minimum").get_by_role("button").press("Enter")
    page.wait_for_url(lambda url: "weights=" in url and "reliability" not in url)
    assert choices(page)["weights"] == "RA:0.683445,MIA:0.316555"
    page.go_back()
    page.wait_for_url(lambda url: "reliability" in url)


def test_stability_by_keyboard_in_tabs_and_in_links(page: Page, goto: Go, wait_idle):
    goto(page, "stability")
    before = page.get_by_test_id("stMain").inner_text()
    slider = page.get_by_role("slider", name=re.compile("Radius"))
    for _ in range(5):  # at a pace at which an answer arrives between two keys
        slider.press("ArrowRight")
        page.wait_for_timeout(100)
    page.wait_for_url(lambda url: "radius=0.25" in url)
    wait_idle(page)
    page.get_by_role("tab", name="Head to head").click()
    page.wait_for_url(lambda url: "show=pair" in url)
    wait_idle(page)
    page.get_by_role("combobox", name=re.compile("against")).focus()
    page.keyboard.type("SalUn")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "versus=gradient_ascent,salun" in url)
    wait_idle(page)
    texts = page.get_by_test_id("stMain").inner_text()
    assert texts != before
    page.reload()  # the link in a session of its own
    wait_idle(page)
    assert page.get_by_test_id("stMain").inner_text() == texts
    page.get_by_role("tab", name="Head to head").press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "show=choices" in url)
    unfold(page)
    pressed(page, "as published")
    page.wait_for_url(lambda url: "protocol=published" in url)
    expect(page.get_by_text("0.647 ± 0.262").first).to_be_visible()


@pytest.mark.long
def test_long_work_shows_its_progress_and_can_be_cancelled(
    page: Page, goto: Go, wait_idle, fresh_server, tmp_path: Path
):
    many = make(tmp_path / "many", Shape(160, 3, 3))
    server = fresh_server(LEADERBOARD_TABLES=str(many), database=tmp_path)
    goto(page, "stability", query={"suite": "many"}, url=server.url)
    unfold(page)
    page.get_by_role("combobox", name=re.compile("Random weightings")).focus()
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    assert page.get_by_role("progressbar").is_visible()
    cancel.click()
    page.wait_for_url(lambda url: "draws=" not in url)
    wait_idle(page)
    assert cancel.count() == 0


def test_a_query_is_written_run_shared_and_downloaded(page: Page, goto: Go, server, wait_idle):
    box = page.get_by_role("textbox", name="Query (one SELECT, read-only)")
    # written as soon as there is a box, while the page is still on its way
    page.goto(f"{server.url}/data", wait_until="commit")
    box.fill(QUERY)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".st-key-figure_query .ytick")).to_have_count(4)
    page.wait_for_url("**sql=SELECT**")
    path = taken(page, "CSV", ".st-key-downloads_query").path()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert ["# query", QUERY] in list(csv.reader(lines))
    assert [r["method"] for r in rows_of(path)] == ["finetune_retain", "gradient_ascent", "random_labels", "salun"]
    page.reload()  # the link in a session of its own
    expect(box).to_have_value(QUERY)
    expect(page.locator(".st-key-figure_query .ytick")).to_have_count(4)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="zip with licence and citation").click()
    assert Path(waiting.value.path()).read_bytes()[:2] == b"PK"
    goto(page, "data", query={"sql": "COPY run TO 'x'"})
    expect(page.get_by_role("alert").filter(has_text="found COPY, expected one SELECT")).to_be_visible()
    example = page.get_by_role("combobox", name="Start from an example")
    example.focus()
    example.press("ArrowDown")
    example.press("Enter")
    wait_idle(page)
    expect(box).not_to_have_value("COPY run TO 'x'")


@pytest.mark.long
def test_what_the_paper_prints_links_to_its_page_and_terms_are_explained(page: Page, goto: Go, wait_idle):
    goto(page, "reproduction")
    rows = page.locator("table.claims tbody tr")
    assert rows.count() == len(report(TABLES, parse({}, TABLES)[0], ("reproduction",))["reproduction"]) == 40
    link = rows.get_by_role("link", name="trust").first
    link.focus()
    link.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Trust")
    wait_idle(page)
    expect(page.get_by_role("link", name="no-signal expectation").first).to_have_attribute(
        "href", "about?term=no_signal"
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    goto(page, "about", query={"term": "no_signal"}, width=375)
    expect(page.locator(".st-key-term").get_by_text("no-signal expectation.")).to_be_visible()
    copy = page.locator("[data-testid=stCode]").nth(1).get_by_label("Copy to clipboard")
    copy.focus()
    copy.press("Enter")
    page.wait_for_function("navigator.clipboard.readText().then(text => text.startsWith('@software{'))")
    for summary in page.locator("[data-testid=stExpander] summary").all():
        summary.click()
    wait_idle(page)
    assert page.locator(".katex-error").count() == 0
    too_wide = page.evaluate(
        """() => [...document.querySelectorAll('.katex-display')].filter(box => {
          const edge = box.getBoundingClientRect().right + 1;
          return [...box.querySelectorAll('.base')].some(part => part.getBoundingClientRect().right > edge);
        }).map(box => box.textContent)"""
    )
    assert too_wide == []


@pytest.mark.long
def test_answers_of_ones_own_model_are_judged_or_refused(page: Page, goto: Go, wait_idle, assert_sound):
    from components.intake.equivalence import TEMPLATE

    goto(page, "equivalence", width=375)
    bring(page, "mine.csv", TEMPLATE.encode())
    expect(page.get_by_text("mine.csv").filter(visible=True).first).to_be_visible()
    wait_idle(page)
    assert_sound(page)
    bring(page, "other.csv", TEMPLATE.replace("q2,1,reference,-1.35,-0.88,2\n", "").encode())
    expect(page.get_by_text("prompt q2")).to_be_visible()
