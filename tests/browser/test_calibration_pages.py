"""Calibration and equivalence as readers use them: links, keyboard, uploads, themes, narrow screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from components.intake.equivalence import TEMPLATE
from components.resolved import Resolved
from components.selection import default_selection
from components.views.equivalence import words
from components.views.equivalence.own_answers import own_answers
from components.views.equivalence.result import equivalence, panel_with_answers
from data.folders import BUILT_IN
from data.load import load_suite
from data.write import suite_files
from tests.calibrated import calibrated
from tests.released import TABLES as RELEASED

QUERY = {
    "calibration": {"suite": "calibrated", "weights": "equal"},
    "equivalence": {"suite": "calibrated", "panel": "questions", "weights": "equal"},
}


def result(tables, **choices):
    return equivalence(Resolved(tables, replace(default_selection(tables), **choices)))


@pytest.fixture(scope="module")
def url(server_type, tmp_path_factory) -> Iterator[str]:
    """A server that knows the made suite besides the built-in ones."""
    folder = tmp_path_factory.mktemp("suites") / "calibrated"
    folder.mkdir()
    for name, content in suite_files(calibrated()).items():
        (folder / name).write_bytes(content)
    own = tmp_path_factory.mktemp("database")
    running = server_type(LEADERBOARD_TABLES=str(folder), LEADERBOARD_DATABASE=str(own))
    yield running.url
    running.stop()


def query(page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(unquote(page.url)).query).items()}


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
@pytest.mark.parametrize("path", QUERY)
def test_pages_fit_are_accessible_and_look_right(page, goto, url, assert_sound, path, width, scheme):
    goto(page, path, query=QUERY[path], width=width, scheme=scheme, url=url)
    assert page.locator(".js-plotly-plot").count() == 4
    assert_sound(page, f"{path}-{scheme}")


@pytest.mark.parametrize("path", QUERY)
def test_a_suite_without_what_the_page_needs_is_a_page_too(page, goto, url, assert_axe_clean, assert_fits, path):
    goto(page, path, query={"suite": "unified_unlearning"}, width=375, url=url)
    assert_fits(page)
    assert_axe_clean(page)
    assert page.get_by_text("Traceback").count() == 0


def test_without_a_suite_in_the_link_the_first_one_with_answers_is_shown_and_another_can_be_chosen(
    page, goto, wait_idle, url
):
    goto(page, "equivalence", url=url)
    assert query(page) == {}
    first = load_suite(BUILT_IN / "calibration")
    assert page.get_by_text(words.lead(result(first, panel=panel_with_answers(first)))[0]).count() == 1
    page.get_by_role("combobox", name="Suite").click()
    page.get_by_role("option").filter(has_not_text="alibrat").first.click()
    page.wait_for_url(lambda address: "suite=unified_unlearning" in address)
    wait_idle(page)
    assert page.get_by_text(words.lead(result(RELEASED))[0]).count() == 1
    goto(page, url=url)
    assert page.get_by_text("leads with UQS").count() >= 1


def test_the_keyboard_alone_opens_another_metric_and_the_link_shows_it_elsewhere(page, goto, wait_idle, url):
    goto(page, "equivalence", query=QUERY["equivalence"], url=url)
    box = page.get_by_role("combobox", name="Metric")
    box.focus()
    box.press("ArrowDown")
    page.keyboard.type("GOOD")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "metric=GOOD" in address)
    wait_idle(page)
    good = words.metric_sentence(result(calibrated(), panel="questions").metrics[0])
    assert page.get_by_text(good).count() == 1
    goto(page, "equivalence", query=query(page), url=url)
    assert page.get_by_text(good).count() == 1


def test_the_data_of_a_figure_opens_with_its_files(page, goto, wait_idle, url):
    goto(page, "calibration", query=QUERY["calibration"], url=url)
    page.get_by_text("Data: AUC of each metric").click()
    wait_idle(page)
    for name in ("Download", "PNG", "SVG"):
        page.locator(".st-key-figure_separation").get_by_role("button", name=name).first.wait_for()


def test_answers_are_brought_judged_and_refused(page, goto, wait_idle, url, assert_axe_clean, assert_fits):
    goto(page, "equivalence", query=QUERY["equivalence"], width=375, url=url)
    box = page.locator("input[type=file]")
    box.set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": TEMPLATE.encode()})
    judged = page.get_by_text(words.own_lead(own_answers("mine.csv", TEMPLATE.encode())))
    judged.wait_for()
    wait_idle(page)
    assert_fits(page)
    assert_axe_clean(page)
    wrong = TEMPLATE.replace("q2,1,reference,-1.35,-0.88,2\n", "")
    page.locator("input[type=file]").set_input_files(
        {"name": "other.csv", "mimeType": "text/csv", "buffer": wrong.encode()}
    )
    page.get_by_text("prompt q2").wait_for()
    assert judged.count() == 0
