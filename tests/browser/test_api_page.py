"""The page that explains the interface."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_accessible_and_not_too_wide(page: Page, base_url: str, assert_axe_clean, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{base_url}/api/v1/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("numbers over HTTP")
    assert_axe_clean(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="To the leaderboard").click()
    page.wait_for_url(f"{base_url}/leaderboard")
