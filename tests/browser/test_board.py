"""Hands on the live weights board: drag, keys, typing, locks, presets, the ranking, and the exchange with Python."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from components.stats.ranking.ranks import competition_ranks, rounded
from tests.browser import conftest

NAMES = ["FA", "RA", "MIA", "AD", "JS"]
ROWS = """() => [...document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot
  .querySelectorAll('.row:not([hidden])')].map((row) => ({
    id: Number(row.dataset.method.slice(1)) - 1,
    name: [...row.querySelectorAll('.method bdi')].map((name) => name.textContent).join(''),
    uqs: Number(row.querySelector('.score data').value),
    shown: row.querySelector('.score').textContent,
    rank: Number(row.querySelector('.rank').textContent),
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


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=f"Weight of \u2068{name}\u2069")


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=f"Weight of \u2068{name}\u2069 as a number")


def lock(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Lock the weight of \u2068{name}\u2069")


def typed(page: Page, name: str, text: str) -> None:
    field(page, name).fill(text)
    field(page, name).press("Enter")


def weights(page: Page) -> dict[str, float]:
    return {n: float(slider(page, n).get_attribute("aria-valuenow") or "nan") for n in NAMES}


def rows(page: Page) -> list[dict[str, Any]]:
    """The ranked rows in the order of the page."""
    found: list[dict[str, Any]] = page.evaluate(ROWS)
    return found


def settled(page: Page) -> list[dict[str, Any]]:
    """The same once Python has answered; nothing glides, since motion is reduced."""
    conftest.settled(page)
    return rows(page)


def order(page: Page) -> list[str]:
    """Methods from top to bottom of the screen."""
    return [row["name"] for row in sorted(rows(page), key=lambda row: row["top"])]


def held(page: Page, commits: int) -> dict[str, Any]:
    """What Python holds once it has received that many commits: a line of the harness."""
    line = page.locator("[data-testid=stCode]")
    page.wait_for_function(
        """(n) => ((document.querySelector('[data-testid=stCode]').innerText
          .match(/'commits': \\[(.*?)\\]/) ?? ['', ''])[1].match(/'/g) ?? []).length === 2 * n""",
        arg=commits,
    )
    found: dict[str, Any] = ast.literal_eval(line.inner_text())
    return found


@contextmanager
def hand_on(page: Page, name: str, share: float, steps: int = 20) -> Iterator[None]:
    """Drag a weight to a share of its track and hold it there; it is let go at the end."""
    box, thumb = slider(page, name).bounding_box(), slider(page, name).locator(".hold i").bounding_box()
    assert box is not None
    assert thumb is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 8 + share * (box["width"] - 16), y, steps=steps)
    conftest.idle(page)
    yield
    page.mouse.up()


def test_a_drag_reranks_without_a_request_and_is_sent_once_on_release(page, frames, open_board):
    open_board(page)
    before, start = len(frames), weights(page)
    assert before > 0
    fragile = page.locator(".row .fragile:visible")
    expect(fragile).to_have_text(["fragile lead"])
    slider(page, "RA").locator(".hold i").click(force=True)
    with hand_on(page, "JS", 0.6):
        page.keyboard.press("Escape")
    conftest.settled(page)
    assert (weights(page), len(frames)) == (start, before), "taking hold and Escape change nothing"
    assert order(page) == ["Gradient Ascent", "Random Labels", "SalUn", "FT-Retain"]
    with hand_on(page, "JS", 0.6):
        assert order(page) == ["Random Labels", "SalUn", "Gradient Ascent", "FT-Retain"]
        assert field(page, "JS").input_value() == "0.600"
        expect(page.get_by_text("3 of 4 ranks differ from")).to_be_visible()
        assert page.locator(".row .interval").all_inner_texts() == ["…"] * 4
        assert page.locator(".row .letters").all_inner_texts() == [""] * 4
        expect(fragile).to_have_count(0)
        assert len(frames) == before
    found = held(page, 1)
    assert found["commits"] == ["custom"]
    assert found["weights"] == pytest.approx(weights(page), abs=1e-12)
    assert found["weights"]["JS"] == 0.6
    assert sum(round(w * 1e6) for w in found["weights"].values()) == 1_000_000
    expect(page.locator(".row .interval").first).to_have_text("1–3")
    expect(page.locator(".row .letters").first).to_have_text("ab")
    expect(page.get_by_role("combobox", name="Preset")).to_have_value("custom:")


def test_rows_that_are_methods_move_by_their_best_checkpoint(page, frames, open_board):
    open_board(page, query={"case": "best"})
    assert order(page) == ["AGradient Ascent", "BSalUn"]
    expect(page.get_by_role("img", name="\u2068A\u2069: \u2068Gradient Ascent\u2069, \u2068FA\u2069")).to_have_count(1)
    before = len(frames)
    with hand_on(page, "JS", 0.6):
        assert order(page) == ["ARandom Labels", "BSalUn"]
        assert len(frames) == before
    open_board(page, query={"case": "median"})
    assert order(page) == ["A", "B"]
    expect(page.locator(".row .bar").first).to_have_attribute("aria-label", "median of its checkpoints")


def test_keys_step_the_first_is_sent_at_once_and_several_after_it_together(page, open_board):
    open_board(page)
    ra = slider(page, "RA")
    begun = weights(page)
    start = begun["RA"]
    for key, change in [("ArrowRight", 0.01), ("Shift+ArrowLeft", -0.001), ("PageDown", -0.1), ("ArrowUp", 0.01)]:
        ra.press(key)
        start = round(start + change, 4)  # what a hand makes has four decimals
        page.wait_for_timeout(60)
        assert float(ra.get_attribute("aria-valuenow")) == pytest.approx(start, abs=1e-6)
    assert held(page, 2)["weights"]["RA"] == pytest.approx(start, abs=1e-6)
    ra.press("End")
    assert held(page, 3)["commits"][-1] == "only-RA"
    expect(slider(page, "FA")).to_have_attribute("aria-valuenow", "0")
    assert weights(page) == {"FA": 0, "RA": 1, "MIA": 0, "AD": 0, "JS": 0}
    ra.press("PageDown")
    # the way back from one weight alone keeps the ratios of the rest
    rest = pytest.approx({n: 0.1 * w / (1 - begun["RA"]) for n, w in begun.items() if n != "RA"}, abs=1e-4)
    assert {n: w for n, w in held(page, 4)["weights"].items() if n != "RA"} == rest


def test_a_number_is_typed_and_what_cannot_be_a_weight_is_put_back(page, frames, open_board):
    open_board(page)
    before = len(frames)
    for nonsense in ("-1", "abc"):
        field(page, "FA").fill(nonsense)
        field(page, "FA").blur()
        expect(field(page, "FA")).to_have_value("0.014")
        expect(page.get_by_role("alert").filter(has_text=f"“{nonsense}”")).to_be_visible()
    assert len(frames) == before
    for commits, (text, shown) in enumerate([("0,25", "0.250"), ("70%", "0.700")], 1):
        typed(page, "FA", text)
        expect(field(page, "FA")).to_have_value(shown)
        expect(page.get_by_role("alert").filter(has_text="“")).to_have_count(0)
        assert held(page, commits)["weights"]["FA"] == pytest.approx(float(shown))


def test_locked_weights_stay_and_bound_the_others(page, open_board):
    open_board(page)
    kept = round(weights(page)["RA"], 6)
    lock(page, "RA").click()
    expect(lock(page, "RA")).to_have_attribute("aria-pressed", "true")
    expect(slider(page, "RA")).to_have_attribute("aria-readonly", "true")
    slider(page, "RA").press("PageUp")
    typed(page, "JS", "0.9")
    expect(page.get_by_role("alert").filter(has_text=f"{1 - kept:.3f}")).to_be_visible()
    slider(page, "JS").press("End")
    found = held(page, 1)["weights"]
    assert (found["RA"], found["JS"]) == (kept, round(1 - kept, 6))
    for name in ("FA", "MIA", "AD"):
        lock(page, name).click()
    before = weights(page)
    expect(slider(page, "JS")).to_have_attribute("aria-valuemin", str(found["JS"]))
    slider(page, "JS").press("Home")
    conftest.settled(page)
    assert weights(page) == before
    lock(page, "FA").click()
    slider(page, "JS").press("Home")
    assert held(page, 2)["weights"] == pytest.approx({**before, "JS": 0, "FA": found["JS"]})


def test_presets_reset_and_weights_from_outside(page, open_board):
    open_board(page)
    preset, rule = page.get_by_role("combobox", name="Preset"), page.get_by_role("combobox", name="Rule")
    lock(page, "RA").click()
    expect(rule).to_be_hidden()
    preset.select_option(label="More rules…")
    expect(rule).to_be_focused()
    rule.select_option(label="\u2068Equal weights\u2069")
    assert held(page, 1)["commits"] == ["equal"]
    assert set(weights(page).values()) == {0.2}
    expect(lock(page, "RA")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Reset the weights to").click()
    assert held(page, 2)["commits"][-1] == "published"
    expect(preset).to_have_value("published")
    slider(page, "AD").press("End")
    assert held(page, 3)["commits"][-1] == "only-AD"
    page.get_by_role("button", name="Equal from outside").click()
    held(page, 4)
    expect(slider(page, "AD")).to_have_attribute("aria-valuenow", "0.2")
    expect(rule).to_have_value("equal")


def test_metrics_without_weight_fold_into_one_line_where_they_are_many(page, open_board):
    open_board(page)
    page.get_by_role("combobox", name="Preset").select_option(label="More rules…")
    page.get_by_role("combobox", name="Rule").select_option(label="\u2068FA alone\u2069")
    held(page, 1)
    expect(page.locator(".weightless")).to_be_hidden()
    open_board(page, query={"size": "4x21"})
    folded = page.locator(".weightless summary")
    expect(folded).to_be_hidden()
    slider(page, "M7").press("End")
    held(page, 1)
    expect(slider(page, "M8")).to_be_visible()  # what a hand takes to 0 stays where it is while it is at work
    page.get_by_role("button", name="Reset the weights to").click()
    page.get_by_role("combobox", name="Preset").select_option(label="More rules…")
    page.get_by_role("combobox", name="Rule").select_option(label="\u2068M3 alone\u2069")
    expect(folded).to_have_text("20 without weight")
    expect(slider(page, "M8")).to_be_hidden()
    folded.click()
    slider(page, "M8").press("PageUp")
    page.get_by_role("button", name="Reset the weights to").click()
    expect(folded).to_be_hidden()
    expect(slider(page, "M8")).to_be_visible()


def test_slow_answers_never_move_the_weights_back(page, open_board):
    """Three commits in quick succession while Python is still at work on the first."""
    open_board(page, query={"slow": "0.7"})
    lead, follows = page.locator(".lead .live"), page.locator(".follows")
    expect(lead).to_contain_text("Gradient Ascent leads")
    expect(follows).to_be_visible()
    page.evaluate(
        """() => {
          const root = document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot;
          const seen = window.seen = [], input = root.querySelectorAll('input')[4];
          const look = () => {
            if (seen.at(-1) !== input.value) seen.push(input.value);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    for value in ("0.2", "0.4", "0.6"):
        typed(page, "JS", value)
        page.wait_for_timeout(250)
    expect(lead).to_contain_text("Random Labels leads")
    expect(follows).to_be_hidden()
    page.wait_for_function("() => /'JS': 0\\.6[,}]/.test(document.querySelector('[data-testid=stCode]').innerText)")
    conftest.settled(page)
    assert [v for v in page.evaluate("window.seen") if len(v) == 5] == ["0.014", "0.200", "0.400", "0.600"]
    expect(page.locator(".row .interval").first).not_to_have_text("…")
    expect(follows).to_be_visible()


def test_scores_ranks_and_changes_of_a_large_board_equal_those_of_python(page, open_board):
    n, k, seed = 150, 26, 11
    open_board(page, query={"size": f"{n}x{k}", "seed": str(seed), "case": "ties"})
    utilities = np.round(np.random.default_rng(seed).random((n, k)), 1)
    published = np.random.default_rng(7).dirichlet(np.ones(k))
    before = competition_ranks(utilities @ (published / published.sum()))
    page.get_by_role("slider").nth(4).press("PageUp")
    found = settled(page)
    now = np.array([float(s.get_attribute("aria-valuenow") or "nan") for s in page.get_by_role("slider").all()])
    scores = rounded(utilities @ now)
    ranks = competition_ranks(scores)
    assert len(found) == n
    for row in found:
        i = row["id"]
        step = before[i] - ranks[i]
        assert row["uqs"] == pytest.approx(scores[i], abs=1e-12)
        assert row["shown"] == f"{row['uqs']:.3f}"
        assert row["rank"] == ranks[i]
        assert row["sign"] == (f"▲{step}" if step > 0 else f"▼{-step}" if step < 0 else "=")
    # the order of the page, the places announced and what is seen are the same order
    assert [r["place"] for r in found] == list(range(2, n + 2))
    assert [r["top"] for r in found] == sorted(r["top"] for r in found)


def test_bars_are_made_of_the_contributions_and_every_segment_says_which(page, open_board):
    open_board(page)
    found = settled(page)
    drawn = page.evaluate(
        """() => {
          const root = document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot;
          const canvas = root.querySelector('.bars'), ink = canvas.getContext('2d');
          return [...root.querySelectorAll('.row')].map((row) => {
            const y = row.getBoundingClientRect().top - canvas.getBoundingClientRect().top + row.clientHeight / 2;
            const line = ink.getImageData(0, Math.round(y), canvas.width, 1).data;
            let end = 0;
            for (let x = 0; x < canvas.width; x++) if (line[4 * x + 3]) end = x + 1;
            return {share: end / canvas.width, width: canvas.width};
          });
        }"""
    )
    for row, bar in zip(found, drawn, strict=True):
        assert bar["share"] == pytest.approx(row["uqs"], abs=3 / bar["width"])
    box, tip = page.locator(".row", has_text="SalUn").locator(".bar").bounding_box(), page.locator(".tip")
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 8)
    for text in ("SalUn", "Retain Accuracy", "weight 0.656 × utility 0.600 = 0.394", "utility = \u2068RA"):
        expect(tip).to_contain_text(text)
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 8)
    expect(tip).to_be_hidden()
    # the arrow keys walk over all segments from one tab stop
    assert page.locator(".segment[tabindex='0']").count() == 1
    page.locator(".lock").last.focus()
    page.keyboard.press("Tab")
    for place in range(4):
        row = page.locator(".row:has(.segment:focus)")
        expect(row).to_have_attribute("aria-rowindex", str(place + 2))
        expect(tip).to_contain_text(row.locator(".method bdi").first.inner_text())
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert "RA" in page.locator(".segment:focus").get_attribute("aria-label")


def test_slope_lines_appear_where_rankings_differ_and_can_be_put_away(page, open_board):
    open_board(page)
    lines, button = page.locator(".lines"), page.get_by_role("button", name="Slope lines")
    expect(lines).to_be_hidden()
    page.get_by_role("slider").nth(4).press("End")
    settled(page)
    rose, fell, same = (lines.locator(f".{kind}").get_attribute("d") or "" for kind in ("rose", "fell", "same"))
    assert [d.count("C") for d in (rose, fell, same)] == [2, 1, 1]
    button.click()
    expect(lines).to_be_hidden()
    button.click()
    expect(lines).to_be_visible()
    page.get_by_role("button", name="Reset the weights to").click()
    settled(page)
    expect(lines).to_be_hidden()
    expect(button).to_be_hidden()


def test_a_method_without_a_value_is_listed_with_its_reason_until_the_metric_has_no_weight(page, open_board):
    open_board(page, query={"case": "missing"})
    assert [r["id"] for r in settled(page)] == [0, 1]
    out = page.locator(".unranked li")
    assert [text.split("\n")[-1] for text in out.all_inner_texts()] == ["no MIA on UnLOK-VQA", "run withdrawn"]
    page.get_by_role("slider").nth(2).press("Home")
    found = settled(page)
    assert sorted(r["id"] for r in found) == [0, 1, 2]
    assert next(r for r in found if r["id"] == 2)["sign"] == "new"
    expect(out).to_contain_text(["run withdrawn"])
    open_board(page, query={"case": "none"})
    expect(page.locator(".lead .live")).to_contain_text("MIA and JS")
    expect(out).to_have_count(4)
    page.get_by_role("button", name="Weigh only what was measured").click()
    assert len(settled(page)) == 4
    assert [w > 0 for w in weights(page).values()] == [True, True, False, True, False]
    open_board(page, query={"case": "seeds"})
    expect(page.locator(".row .interval")).to_have_text(["seeds only"] * 4)


def test_a_floor_ranks_anew_under_the_hand_and_comes_to_python_on_release(page, open_board):
    open_board(page, query={"case": "floors"})
    assert [r["id"] for r in settled(page)] == [1, 2]
    below, effect = page.locator(".below li"), page.locator(".effect")
    assert [t.split("\n")[-1] for t in below.all_inner_texts()] == ["has 0.378 in FA on News"] * 2
    expect(effect).to_have_text("2 of 4 methods fall out; \u2068Random Labels\u2069 leads.")
    floor = page.get_by_role("slider", name="Floor on \u2068FA\u2069")
    floor.press("ArrowRight")
    expect(below).to_have_count(4)
    expect(page.locator(".lead .live")).to_contain_text("every method is below the floor")
    assert held(page, 1)["commits"] == ["floors FA::0.39"], "keys are sent when they rest"
    floor.press("Home")
    expect(below).to_have_count(0)
    assert len(settled(page)) == 4
    expect(page.locator(".lead .live")).to_contain_text("but is near zero in utility.")
    assert held(page, 2)["commits"][-1] == "floors"
    page.get_by_role("button", name="Reset the floors").click()
    assert len(settled(page)) == 2
    page.get_by_label("Add a floor").select_option("RA::")
    expect(page.get_by_role("slider", name="Floor on")).to_have_count(2)
    assert held(page, 4)["commits"][2:4] == ["floors FA::0.38", "floors FA::0.38 RA::0.5"]
    slider(page, "RA").press("End")
    assert [r["id"] for r in settled(page)] == [1, 2], "weights move under the same floors"
    assert held(page, 5)["commits"][-1] == "only-RA"


@pytest.mark.parametrize(
    ("scheme", "width", "queries"),
    [
        ("light", 1440, ("", "case=hostile&size=7x7", "case=floors")),
        ("dark", 375, ("case=missing", "case=none", "size=150x26")),
    ],
)
def test_the_board_is_accessible_and_fits(page, open_board, assert_axe_clean, assert_fits, scheme, width, queries):
    for query in queries:
        open_board(page, query=query, width=width, scheme=scheme)
        page.get_by_role("slider").nth(4).press("PageUp")
        settled(page)
        if query != "case=none":
            page.locator(".segment[tabindex='0']").focus()
        assert page.locator(".board img, .board b").count() == 0
        assert_axe_clean(page)
        assert_fits(page)
    setting, ranking = (page.locator(f".board .{pane}").bounding_box() for pane in ("weights", "ranking"))
    if width == 375:
        assert setting["y"] >= ranking["y"] + ranking["height"], "the answer first"
    else:
        assert ranking["x"] >= setting["x"] + setting["width"]


def test_a_finger_sets_a_weight_and_a_swipe_down_the_page_does_not(browser: Browser, base_url):
    context = browser.new_context(viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(base_url)
    weight = page.get_by_role("slider").nth(4)
    weight.wait_for()
    conftest.settled(page)
    weight.scroll_into_view_if_needed()
    box = weight.bounding_box()
    assert box["height"] >= 36
    x, y = box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)
    moves = [("touchStart", y), *(("touchMove", y - 10 * i) for i in range(1, 12)), ("touchEnd", None)]
    for kind, at in moves:
        points = [] if at is None else [{"x": x, "y": at}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    conftest.settled(page)
    assert float(weight.get_attribute("aria-valuenow")) == pytest.approx(0.01377441)
    weight.scroll_into_view_if_needed()
    box = weight.bounding_box()
    page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    conftest.settled(page)
    assert float(weight.get_attribute("aria-valuenow")) == pytest.approx(0.5, abs=0.01)
    context.close()
