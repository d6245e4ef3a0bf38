"""The trade-off as a user meets it."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("suite", ["unified_unlearning", "tofu", "tofu_seeds"])
def test_the_picture_is_whole_on_the_first_screen(page, goto, suite):
    page.set_viewport_size({"width": 1440, "height": 900})
    goto(page, "tradeoff", {"suite": suite})
    expect(page.locator(".contourlayer path").first).to_be_attached()
    picture = page.locator(".js-plotly-plot").bounding_box()
    assert picture["y"] + picture["height"] <= 900
    assert page.locator(".answer h2").first.bounding_box()["y"] < 250
