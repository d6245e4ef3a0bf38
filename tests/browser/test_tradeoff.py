"""The trade-off as a user meets it: weight is dragged between the axes, and verdict and picture follow."""

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from components.pages import TRADEOFF
from components.words import family_of
from tests.answered import content
from tests.browser.conftest import settled
from tests.released import built_in

TOFU = built_in("tofu")
FAMILIES = {f.id: f.label for f in TOFU.families}


def result_of(**query: str) -> dict[str, Any]:
    return content(TRADEOFF, TOFU, **query)


def drawn(page: Page, what: str) -> list[list[float]]:
    """Where the marks and lines that follow the weights stand in the picture, in pixels."""
    names = {"line": "x1 y1 x2 y2", "circle": "cx cy r"}[what].split()
    return page.evaluate(
        """([what, names]) => [...document.querySelectorAll(`.weights-drawn ${what}`)]
          .map((node) => names.map((name) => Number(node.getAttribute(name))))""",
        [what, names],
    )


def test_a_share_of_weight_is_dragged_without_a_request(page, goto, wait_idle, frames):
    goto(page, "tradeoff", {"suite": "tofu", "rows": "best"})
    before = result_of()
    slider, verdict = page.get_by_role("slider"), page.locator(".lines p").first
    expect(page.locator(".weights-drawn line").first).to_be_attached()
    page.evaluate("document.querySelector('.js-plotly-plot').dataset.same = 'yes'")
    lines, ring, sent = drawn(page, "line"), drawn(page, "circle")[-1], len(frames)

    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    place = lambda share: box["x"] + 10 + share * (box["width"] - 20)  # noqa: E731
    page.mouse.move(place(before["share"]), middle)
    page.mouse.down()
    page.mouse.move(place(0.15), middle, steps=12)
    settled(page)
    told = verdict.text_content()
    share = float(slider.input_value()) / 100
    assert 0.12 < share < 0.18
    assert drawn(page, "line") != lines
    assert drawn(page, "circle")[-1] != ring
    best = next(b for b in before["best_for"] if b["low"] <= share <= b["high"])
    assert told.startswith(f"{FAMILIES[family_of(TOFU, best['method'])]} leads when forgetting and privacy have ")
    assert len(frames) == sent, "nothing is sent while the hand moves"
    assert "weights=" not in page.url
    page.mouse.up()
    page.wait_for_url(lambda url: "weights=" in url)
    wait_idle(page)
    weights = parse_qs(urlsplit(unquote(page.url)).query)["weights"][0]
    assert result_of(weights=weights)["share"] == pytest.approx(share, abs=1e-5)
    assert verdict.text_content() == told
    assert page.evaluate("document.querySelector('.js-plotly-plot').dataset.same") == "yes"

    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^{round(100 * share) + 1} % on forgetting"))
    page.wait_for_url(lambda url: weights not in unquote(url))


def test_the_picture_is_whole_on_the_first_screen(page, goto, wait_idle):
    page.set_viewport_size({"width": 1440, "height": 900})
    for suite in ("unified_unlearning", "tofu", "tofu_seeds"):
        goto(page, "tradeoff", {"suite": suite})
        expect(page.locator(".weights-drawn line").first).to_be_attached()
        picture = page.locator(".js-plotly-plot").bounding_box()
        assert picture["y"] + picture["height"] <= 900, suite
        assert page.locator(".lines p").first.bounding_box()["y"] < 250
