"""The ranking pane of the live weights board: numbers, segments, slope lines, missing methods, and access to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from components.stats.ranking.ranks import competition_ranks, rounded

ROWS = """() => [...document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot
  .querySelectorAll('.row:not([hidden])')].map((row) => ({
    id: Number(row.dataset.method.slice(1)) - 1,
    uqs: Number(row.querySelector('.score data').value),
    shown: row.querySelector('.score').textContent,
    rank: Number(row.querySelector('.rank').textContent),
    change: row.querySelector('.change').ariaLabel,
    sign: row.querySelector('.change span').textContent,
    top: row.getBoundingClientRect().top,
    place: Number(row.getAttribute('aria-rowindex')),
  }))"""


@pytest.fixture(scope="session")
def base_url(board_url: str) -> str:
    return board_url


@pytest.fixture
def open_board(goto: Callable[..., None]) -> Callable[..., None]:
    def go(page: Page, **options: Any) -> None:
        goto(page, "", **options)
        expect(page.get_by_role("slider").first).to_be_visible()

    return go


def settled(page: Page) -> list[dict[str, Any]]:
    """The ranked rows in the order of the page, once nothing moves and Python has answered."""
    page.wait_for_timeout(1200)
    rows: list[dict[str, Any]] = page.evaluate(ROWS)
    return rows


@pytest.mark.parametrize("case", ["real", "ties"])
def test_scores_ranks_and_changes_equal_those_of_python(page, open_board, case):
    n, k, seed = 150, 26, 11
    open_board(page, query={"size": f"{n}x{k}", "seed": str(seed), "case": case})
    utilities = np.random.default_rng(seed).random((n, k))
    utilities = np.round(utilities, 1) if case == "ties" else utilities
    published = np.random.default_rng(7).dirichlet(np.ones(k))
    before = competition_ranks(utilities @ (published / published.sum()))
    for press in (None, "PageUp", "End"):
        if press:
            page.get_by_role("slider").nth(4).press(press)
        rows = settled(page)
        weights = np.array([float(s.get_attribute("aria-valuenow")) for s in page.get_by_role("slider").all()])
        scores = rounded(utilities @ weights)
        ranks = competition_ranks(scores)
        assert len(rows) == n
        for row in rows:
            i = row["id"]
            assert row["uqs"] == pytest.approx(scores[i], abs=1e-12)
            assert row["shown"] == f"{row['uqs']:.3f}"
            assert row["rank"] == ranks[i]
            step = before[i] - ranks[i]
            words = f"up {step}" if step > 0 else f"down {-step}" if step < 0 else "same rank as under the preset"
            assert row["change"] == words
            assert row["sign"] == (f"▲{step}" if step > 0 else f"▼{-step}" if step < 0 else "=")
        # the page's order, what is announced as the place, and what is seen are the same order
        assert [r["place"] for r in rows] == list(range(2, n + 2))
        assert [r["top"] for r in rows] == sorted(r["top"] for r in rows)
        assert [r["rank"] for r in rows] == sorted(r["rank"] for r in rows)


def test_bars_are_as_long_as_the_scores_and_made_of_the_metrics_colours(page, open_board):
    open_board(page)
    rows = settled(page)
    drawn = page.evaluate(
        """() => {
          const root = document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot;
          const canvas = root.querySelector('.bars'), ink = canvas.getContext('2d');
          return [...root.querySelectorAll('.row')].map((row) => {
            const y = row.getBoundingClientRect().top - canvas.getBoundingClientRect().top + row.clientHeight / 2;
            const line = ink.getImageData(0, Math.round(y), canvas.width, 1).data, colours = {};
            let end = 0;
            for (let x = 0; x < canvas.width; x++) {
              if (!line[4 * x + 3]) continue;
              end = x + 1;
              const hex = '#' + [0, 1, 2].map((c) => line[4 * x + c].toString(16).padStart(2, '0')).join('');
              colours[hex] = (colours[hex] ?? 0) + 1;
            }
            return {share: end / canvas.width, colours, width: canvas.width};
          });
        }"""
    )
    swatches = page.evaluate(
        """() => [...document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot
          .querySelectorAll('.legend li')].map((entry) => entry.style.getPropertyValue('--metric').toLowerCase())"""
    )
    for row, bar in zip(rows, drawn, strict=True):
        assert bar["share"] == pytest.approx(row["uqs"], abs=3 / bar["width"])
        assert set(bar["colours"]) <= set(swatches)
        assert bar["colours"][swatches[1]] > bar["colours"][swatches[2]] > bar["colours"][swatches[4]]


def test_every_segment_says_metric_weight_utility_and_product_on_hover(page, open_board):
    open_board(page)
    box = page.locator(".row", has_text="SalUn").locator(".bar").bounding_box()
    tip = page.locator(".tip")
    expect(tip).to_be_hidden()
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 8)
    for text in ("SalUn", "RA", "Retain Accuracy", "weight 0.656 × utility 0.600 = 0.394", "utility = \u2068RA"):
        expect(tip).to_contain_text(text)
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 8)
    expect(tip).to_contain_text("weight 0.303 × utility 0.677 = 0.205")
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 8)
    expect(tip).to_be_hidden()


def test_the_arrow_keys_walk_over_all_segments_from_one_tab_stop(page, open_board):
    open_board(page, query={"size": "150x26"})
    assert page.locator(".segment").count() == 26
    assert page.locator(".segment[tabindex='0']").count() == 1
    page.locator(".lock").last.focus()
    page.keyboard.press("Tab")
    focused = page.locator(".segment:focus")
    expect(focused).to_have_attribute("tabindex", "0")
    seen = set()
    for place in range(40):
        row = page.locator(".row:has(.segment:focus)")
        expect(row).to_have_attribute("aria-rowindex", str(place + 2))
        expect(page.locator(".tip")).to_contain_text(row.locator(".method bdi").first.inner_text())
        assert "weight 0." in focused.get_attribute("aria-label")
        seen.add(focused.get_attribute("aria-label"))
        page.keyboard.press("ArrowDown")
    assert len(seen) == 40
    window = page.locator(".scroll").bounding_box()
    last = focused.bounding_box()
    assert window["y"] <= last["y"] <= window["y"] + window["height"]
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert "M26" in focused.get_attribute("aria-label")
    page.keyboard.press("Escape")
    expect(page.locator(".tip")).to_be_hidden()


def test_slope_lines_appear_where_rankings_differ_and_can_be_put_away(page, open_board):
    open_board(page)
    lines, button = page.locator(".lines"), page.get_by_role("button", name="Slope lines")
    expect(lines).to_be_hidden()

    def left():
        return page.locator(".rows .rank").first.bounding_box()["x"] - page.locator(".rows").bounding_box()["x"]

    assert left() < 40, "lines that are not there take no room"
    page.get_by_role("slider").nth(4).press("End")
    settled(page)
    expect(lines).to_be_visible()
    assert left() > 80
    rose, fell, same = (lines.locator(f".{kind}").get_attribute("d") or "" for kind in ("rose", "fell", "same"))
    assert [d.count("C") for d in (rose, fell, same)] == [2, 1, 1]
    assert lines.locator("text").all_text_contents() == ["1", "2", "3", "4"]
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(lines).to_be_hidden()
    button.click()
    expect(lines).to_be_visible()
    page.get_by_role("button", name="Reset the weights to").click()
    settled(page)
    expect(lines).to_be_hidden()
    expect(button).to_be_hidden()
    assert left() < 40


def test_a_method_without_a_value_is_listed_with_its_reason_until_the_metric_has_no_weight(page, open_board):
    open_board(page, query={"case": "missing"})
    assert [r["id"] for r in settled(page)] == [0, 1]
    out = page.locator(".unranked li")
    assert [text.split("\n")[-1] for text in out.all_inner_texts()] == ["no MIA on UnLOK-VQA", "run withdrawn"]
    page.get_by_role("slider").nth(2).press("Home")
    rows = settled(page)
    assert sorted(r["id"] for r in rows) == [0, 1, 2]
    assert next(r for r in rows if r["id"] == 2)["sign"] == "new"
    expect(out).to_have_count(1)
    expect(out).to_contain_text("run withdrawn")


def test_the_first_sentence_follows_the_hand_and_what_followed_it_waits_for_the_answer(page, open_board):
    open_board(page, query={"slow": "0.5"})
    lead, follows = page.locator(".lead .live"), page.locator(".follows")
    expect(lead).to_contain_text("Gradient Ascent leads")
    expect(follows).to_be_visible()
    page.get_by_role("slider").nth(4).press("End")
    expect(lead).to_contain_text("Random Labels leads")
    expect(follows).to_be_hidden()
    expect(page.locator(".summary")).to_contain_text("ranks differ from")
    expect(follows).to_be_visible()


def test_when_nothing_can_be_ranked_a_notice_offers_what_was_measured(page, open_board):
    open_board(page, query={"case": "none"})
    expect(page.locator(".scroll")).to_be_hidden()
    expect(page.locator(".lead .live")).to_contain_text("MIA and JS")
    expect(page.locator(".unranked li")).to_have_count(4)
    page.get_by_role("button", name="Weigh only what was measured").click()
    rows = settled(page)
    assert len(rows) == 4
    expect(page.locator(".notice")).to_be_hidden()
    now = [float(s.get_attribute("aria-valuenow")) for s in page.get_by_role("slider").all()]
    assert [w > 0 for w in now] == [True, True, False, True, False]
    assert sum(round(w * 1e6) for w in now) == 1_000_000


def test_hostile_names_are_shown_as_text(page, open_board, assert_fits):
    said = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    for width in (1440, 375):
        open_board(page, query={"case": "hostile", "size": "7x7"}, width=width)
        settled(page)
        assert page.locator(".board img, .board b").count() == 0
        expect(page.locator(".row .method", has_text="<img src=x onerror=alert(1)>")).to_be_visible()
        expect(page.locator(".weight .label").first).to_have_text("<img src=x onerror=alert(1)>")
        assert_fits(page)
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["", "case=missing", "case=none", "case=hostile&size=7x7", "size=150x26"])
def test_axe_finds_nothing(page, open_board, assert_axe_clean, scheme, query):
    open_board(page, query=query, scheme=scheme)
    page.get_by_role("slider").nth(4).press("PageUp")
    page.wait_for_timeout(1200)
    if query != "case=none":
        page.locator(".segment[tabindex='0']").focus()
    assert_axe_clean(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 375])
@pytest.mark.parametrize("query", ["", "size=150x26"])
def test_it_fits_the_screen(page, open_board, assert_fits, screenshot, scheme, width, query):
    open_board(page, query=query, width=width, scheme=scheme)
    page.get_by_role("slider").nth(4).press("PageUp")
    settled(page)
    assert_fits(page)
    weights, ranking = (page.locator(f".board .{pane}").bounding_box() for pane in ("weights", "ranking"))
    if width == 375:
        assert weights["y"] >= ranking["y"] + ranking["height"], "the answer first"
    else:
        assert ranking["x"] >= weights["x"] + weights["width"]
    screenshot(page, f"board{'-large' if query else ''}-{width}-{scheme}")


def test_rows_glide_unless_less_motion_is_asked_for(page, open_board):
    tops = """async () => {
      const row = document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot
        .querySelector('.row[data-method=m1]');
      const seen = new Set();
      for (let i = 0; i < 60; i++) {
        seen.add(row.style.transform);
        await new Promise(requestAnimationFrame);
      }
      return seen.size;
    }"""
    for motion, between in (("reduce", range(1, 3)), ("no-preference", range(4, 61))):
        open_board(page)
        page.emulate_media(reduced_motion=motion)
        page.get_by_role("slider").nth(4).press("End")
        assert page.evaluate(tops) in between


def test_a_finger_sets_a_weight_and_a_swipe_down_the_page_does_not(browser: Browser, base_url):
    context = browser.new_context(viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{base_url}/leaderboard")
    slider = page.get_by_role("slider").nth(4)
    slider.wait_for()
    page.wait_for_timeout(1000)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box["height"] >= 36
    x, y = box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)

    def move(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": px, "y": py} for px, py in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    move("touchStart", (x, y))
    for i in range(1, 12):
        move("touchMove", (x, y - 10 * i))
    move("touchEnd")
    page.wait_for_timeout(500)
    assert float(slider.get_attribute("aria-valuenow")) == pytest.approx(0.01377441)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    page.wait_for_timeout(800)
    assert float(slider.get_attribute("aria-valuenow")) == pytest.approx(0.5, abs=0.01)
    context.close()
