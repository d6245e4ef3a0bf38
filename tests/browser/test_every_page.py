"""Every page in both themes and at two widths: accessible, within the window, figures named."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from data.write import suite_files
from tests.browser.conftest import assert_axe_clean, assert_fits, assert_sound, idle
from tests.made import hostile
from tests.released import TABLES
from tests.serving import ROOT

Go = Callable[..., None]
Check = Callable[[Page], None]
PATHS = sorted(
    "" if p.stem == "overview" else p.stem.replace("_", "-") for p in (ROOT / "pages").glob("*.py")
)
FIRST = ("", "leaderboard", "stability", "compare", "data")
"""Pages with a form of their own; `make long-test` opens the others."""
DRAWN = [
    "leaderboard",
    "tradeoff",
    "stability",
    "agreement",
    "reliability",
    "reproduction",
    "about",
    "data",
]
"""Pages that write their own HTML, or draw names; tests/test_every_page.py has the text of all."""
SQL = "SELECT method, avg(value) AS mean FROM run JOIN score USING (suite, run_id) GROUP BY ALL"
QUERIES = {
    "leaderboard": {"open": "npo"},
    "tradeoff": {"suite": "tofu"},
    "data": {"sql": SQL},
    "about": {"term": "tau_b"},
    "method": {"id": "npo"},
    "metric": {"id": "truth_ratio"},
}


@pytest.mark.parametrize(
    "path", [p if p in FIRST else pytest.param(p, marks=pytest.mark.long) for p in PATHS]
)
def test_a_page_is_accessible_and_fits(page, goto, path):
    goto(page, path, query=QUERIES.get(path, ""))
    assert_sound(page)
    page.set_viewport_size(
        {"width": 375, "height": 1000}
    )  # drawn for a wide window, which is made narrow
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    idle(page)
    assert_sound(page)


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_accessible_and_fits_on_a_telephone_in_every_tab(page, goto, path):
    goto(page, path, query=QUERIES.get(path, ""), width=375, scheme="dark")
    assert_sound(page)
    for tab in page.get_by_test_id("stMain").get_by_role("tab").all()[1:]:
        tab.click()
        idle(page)
        assert_sound(page)


@pytest.mark.long
def test_hostile_names_are_text(page, goto, fresh_server, tmp_path):
    tables = hostile(replace(TABLES, suite=replace(TABLES.suite, id="hostile")))
    folder = tmp_path / "hostile"
    folder.mkdir()
    for file, content in suite_files(tables).items():
        (folder / file).write_bytes(content)
    server = fresh_server(LEADERBOARD_TABLES=str(folder), database=tmp_path)
    for path in ("", *DRAWN):
        goto(page, path, query={"suite": "hostile"}, width=375, url=server.url)
        assert page.locator("img[src='x'], a[href^='javascript']").count() == 0, path
        assert page.get_by_test_id("stException").count() == 0, path
        assert_fits(page)


def test_the_page_of_the_interface_too(page, base_url):
    for scheme, width in (("light", 1440), ("dark", 375)):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{base_url}/api/v1/")
        assert_axe_clean(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
