"""The data page in a browser: tables, files, and queries that travel in links."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from components.views.data.result import suite_table
from components.views.data.sql import result_sentence
from components.views.data.words import table_sentences
from tests.browser.conftest import taken
from tests.released import TABLES

QUERY = (
    "SELECT method, round(avg(value), 4) AS mean FROM run JOIN score USING (suite, run_id) "
    "WHERE suite = 'unified_unlearning' GROUP BY ALL ORDER BY 1"
)
FOUR_ROWS = result_sentence(pd.DataFrame({"method": range(4), "mean": range(4)}), truncated=False)


def query_box(page: Page):
    return page.get_by_role("textbox", name="Query (one SELECT, read-only)")


def test_a_query_is_written_run_shared_and_downloaded(page: Page, server, wait_idle, tmp_path: Path) -> None:
    # written as soon as there is a box, while the page is still on its way
    page.goto(f"{server.url}/data", wait_until="commit")
    query_box(page).fill(QUERY)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text(FOUR_ROWS)).to_be_visible()
    expect(page.locator(".st-key-figure_query .ytick")).to_have_count(4)
    page.wait_for_url("**sql=SELECT**")
    address = page.url
    lines = taken(page, "CSV", ".st-key-downloads_query").path().read_text(encoding="utf-8").splitlines()
    assert ["# query", QUERY] in list(csv.reader(lines))
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    assert [r[0] for r in rows] == ["method", "finetune_retain", "gradient_ascent", "random_labels", "salun"]

    fresh = page.context.browser.new_context().new_page()
    fresh.goto(address)
    wait_idle(fresh)
    expect(fresh.get_by_text(FOUR_ROWS)).to_be_visible()
    expect(query_box(fresh)).to_have_value(QUERY)
    fresh.context.close()


def test_what_must_not_run_is_refused_in_words(page: Page, goto) -> None:
    goto(page, "data", query={"sql": "COPY run TO 'x'"})
    expect(page.get_by_role("alert").filter(has_text="found COPY, expected one SELECT")).to_be_visible()
    goto(page, "data", query={"sql": "SELECT count(*) FROM range(2000000000) a, range(1000) b"})
    expect(page.get_by_role("alert").filter(has_text="took longer than 2 s")).to_be_visible(timeout=15_000)
    page.keyboard.press("Tab")
    expect(page.get_by_role("heading", name="Ask in SQL")).to_be_visible()


def test_examples_and_tables_by_keyboard(page: Page, goto, wait_idle) -> None:
    goto(page, "data")
    box = page.get_by_role("combobox", name="Start from an example")
    box.focus()
    box.press("ArrowDown")
    box.press("Enter")
    wait_idle(page)
    expect(query_box(page)).not_to_have_value("")
    find = page.get_by_role("textbox", name="Only rows with")
    find.fill("salun")
    find.press("Enter")
    expect(page.get_by_text(table_sentences(suite_table(TABLES, "runs"), 12)[1])).to_be_visible()
    page.wait_for_url("**find=salun**")


def test_the_whole_suite_can_be_taken_along(page: Page, goto) -> None:
    goto(page, "data")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="zip with licence and citation").click()
    assert waiting.value.suggested_filename.startswith("unified_unlearning-")
    assert Path(waiting.value.path()).read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_accessible_and_not_too_wide(page: Page, goto, assert_sound, scheme: str, width: int) -> None:
    goto(page, "data", query={"sql": QUERY}, scheme=scheme, width=width)
    expect(page.get_by_text(FOUR_ROWS)).to_be_visible()
    assert_sound(page, f"data-{scheme}")
