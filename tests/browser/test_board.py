"""Hands on the live weights board: drag, keys, typing, locks, presets, and the exchange with Python."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

NAMES = ["FA", "RA", "MIA", "AD", "JS"]


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


def weights(page: Page) -> dict[str, float]:
    return {n: float(slider(page, n).get_attribute("aria-valuenow")) for n in NAMES}


def order(page: Page) -> list[str]:
    """Methods from top to bottom as they stand on the screen."""
    return page.evaluate(
        """() => [...document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot
          .querySelectorAll('.row:not([hidden])')]
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => [...row.querySelectorAll('.method bdi')].map((name) => name.textContent).join(''))"""
    )


def told(page: Page, commits: int) -> dict[str, Any]:
    """What Python holds once it has received that many commits; a line of the harness says so."""
    line = page.locator("[data-testid=stCode]")
    page.wait_for_function(
        """(n) => ((document.querySelector('[data-testid=stCode]').innerText
          .match(/'commits': \\[(.*?)\\]/) ?? ['', ''])[1].match(/'/g) ?? []).length === 2 * n""",
        arg=commits,
    )
    return ast.literal_eval(line.inner_text())


@contextmanager
def hand_on(page: Page, name: str, share: float, steps: int = 20) -> Iterator[None]:
    """Drag a weight to a share of its track and hold it there; it is let go at the end."""
    box = slider(page, name).bounding_box()
    thumb = slider(page, name).locator(".hold i").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 8 + share * (box["width"] - 16), y, steps=steps)
    page.wait_for_timeout(150)
    yield
    page.mouse.up()


@pytest.fixture
def frames(page: Page) -> list[str | bytes]:
    """Every websocket frame the page sends from here on."""
    sent: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    return sent


def test_a_drag_reranks_without_a_request_and_is_sent_once_on_release(page, frames, open_board):
    open_board(page)
    before = len(frames)
    assert before > 0
    fragile = page.locator(".row .fragile:visible")
    expect(fragile).to_have_text(["fragile lead"])
    assert order(page) == ["Gradient Ascent", "Random Labels", "SalUn", "FT-Retain"]
    with hand_on(page, "JS", 0.6):
        assert order(page) == ["Random Labels", "SalUn", "Gradient Ascent", "FT-Retain"]
        assert field(page, "JS").input_value() == "0.600"
        expect(page.get_by_text("3 of 4 ranks differ from")).to_be_visible()
        assert page.locator(".row .interval").all_inner_texts() == ["…"] * 4
        assert page.locator(".row .letters").all_inner_texts() == [""] * 4
        expect(fragile).to_have_count(0)
        assert len(frames) == before
    held = told(page, 1)
    assert held["commits"] == ["custom"]
    assert held["weights"] == pytest.approx(weights(page), abs=1e-12)
    assert held["weights"]["JS"] == 0.6
    assert sum(round(w * 1e6) for w in held["weights"].values()) == 1_000_000
    expect(page.locator(".row .interval").first).to_have_text("1–3")
    expect(page.locator(".row .letters").first).to_have_text("ab")
    expect(page.get_by_role("combobox", name="Preset")).to_have_value("custom:")


def test_rows_that_are_methods_move_by_their_best_checkpoint_and_name_it_without_a_request(page, frames, open_board):
    open_board(page, query={"case": "best"})
    assert order(page) == ["AGradient Ascent", "BSalUn"]
    bar = page.locator(".row .bar").first
    expect(page.get_by_role("img", name="\u2068A\u2069: \u2068Gradient Ascent\u2069, \u2068FA\u2069")).to_have_count(1)
    before = len(frames)
    with hand_on(page, "JS", 0.6):
        assert order(page) == ["ARandom Labels", "BSalUn"]
        assert len(frames) == before
    open_board(page, query={"case": "median"})
    assert order(page) == ["A", "B"]
    expect(bar).to_have_attribute("aria-label", "median of its checkpoints")
    expect(page.locator(".segment")).to_have_count(0)


def test_where_no_interval_can_be_given_the_word_stands_whatever_the_weights(page, open_board):
    open_board(page, query={"case": "seeds"})
    cells = page.locator(".row .interval")
    assert cells.all_inner_texts() == ["seeds only"] * 4
    with hand_on(page, "JS", 0.6):
        assert cells.all_inner_texts() == ["seeds only"] * 4
    style = cells.first.evaluate("cell => getComputedStyle(cell).backgroundImage")
    assert "repeating-linear-gradient" in style, "hatched, as everything undefined is"


def test_escape_takes_a_drag_back(page, frames, open_board):
    open_board(page)
    before, start = len(frames), weights(page)
    with hand_on(page, "JS", 0.6):
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
        assert weights(page) == start
    page.wait_for_timeout(500)
    assert len(frames) == before
    assert order(page)[0] == "Gradient Ascent"
    expect(page.locator(".row .interval").first).to_have_text("1–2")


def test_taking_hold_without_moving_changes_nothing(page, frames, open_board):
    open_board(page)
    before, start = len(frames), weights(page)
    slider(page, "RA").locator(".hold i").click(force=True)
    page.wait_for_timeout(500)
    assert (weights(page), len(frames)) == (start, before)


def test_keys_step_the_first_is_sent_at_once_and_several_after_it_together(page, open_board):
    open_board(page)
    ra = slider(page, "RA")
    begun = weights(page)
    start = begun["RA"]
    for key, change in [("ArrowRight", 0.01), ("Shift+ArrowLeft", -0.001), ("PageDown", -0.1), ("ArrowUp", 0.01)]:
        ra.press(key)
        start += change
        page.wait_for_timeout(60)
        assert float(ra.get_attribute("aria-valuenow")) == pytest.approx(start, abs=2e-6)
    assert told(page, 2)["weights"]["RA"] == pytest.approx(start, abs=2e-6)
    ra.press("End")
    assert told(page, 3)["commits"][-1] == "only-RA"
    expect(slider(page, "FA")).to_have_attribute("aria-valuenow", "0")  # told once the keys have rested
    assert weights(page) == {"FA": 0, "RA": 1, "MIA": 0, "AD": 0, "JS": 0}
    ra.press("PageDown")
    # the way back from one weight alone keeps the ratios of the rest
    rest = pytest.approx({n: 0.1 * w / (1 - begun["RA"]) for n, w in begun.items() if n != "RA"}, abs=1e-6)
    assert {n: w for n, w in told(page, 4)["weights"].items() if n != "RA"} == rest
    ra.press("Home")
    assert told(page, 5)["weights"]["RA"] == 0


@pytest.mark.parametrize(("typed", "shown"), [("0.3", "0.300"), ("0,25", "0.250"), ("70%", "0.700"), ("1e-1", "0.100")])
def test_a_typed_number_is_taken(page, open_board, typed, shown):
    open_board(page)
    field(page, "FA").fill(typed)
    field(page, "FA").press("Enter")
    expect(field(page, "FA")).to_have_value(shown)
    assert told(page, 1)["weights"]["FA"] == pytest.approx(float(shown))


def test_what_cannot_be_a_weight_is_put_back_and_told_why(page, frames, open_board):
    open_board(page)
    before = len(frames)
    for nonsense in ("-1", "abc", "25", ""):
        field(page, "FA").fill(nonsense)
        field(page, "FA").blur()
        expect(field(page, "FA")).to_have_value("0.014")
        expect(page.get_by_role("alert").filter(has_text=f"“{nonsense}”")).to_be_visible()
    assert len(frames) == before
    slider(page, "FA").press("ArrowRight")
    expect(page.get_by_role("alert").filter(has_text="“")).to_have_count(0)


def test_locked_weights_stay_and_bound_the_others(page, open_board):
    open_board(page)
    kept = round(weights(page)["RA"], 6)
    lock(page, "RA").click()
    expect(lock(page, "RA")).to_have_attribute("aria-pressed", "true")
    expect(slider(page, "RA")).to_have_attribute("aria-readonly", "true")
    slider(page, "RA").press("PageUp")
    field(page, "JS").fill("0.9")
    field(page, "JS").press("Enter")
    expect(page.get_by_role("alert").filter(has_text=f"{1 - kept:.3f}")).to_be_visible()
    slider(page, "JS").press("End")
    held = told(page, 1)["weights"]
    assert (held["RA"], held["JS"]) == (kept, round(1 - kept, 6))
    for name in ("FA", "MIA", "AD"):
        lock(page, name).click()
    before = weights(page)
    expect(slider(page, "JS")).to_have_attribute("aria-valuemin", str(held["JS"]))
    expect(slider(page, "JS")).to_have_attribute("aria-valuemax", str(held["JS"]))
    slider(page, "JS").press("Home")
    page.wait_for_timeout(500)
    assert weights(page) == before
    lock(page, "FA").click()
    slider(page, "JS").press("Home")
    assert told(page, 2)["weights"] == pytest.approx({**before, "JS": 0, "FA": held["JS"]})


def test_presets_reset_and_weights_from_outside(page, open_board):
    open_board(page)
    preset = page.get_by_role("combobox", name="Preset")
    lock(page, "RA").click()
    rule = page.get_by_role("combobox", name="Rule")
    expect(rule).to_be_hidden()
    preset.select_option(label="More rules…")
    expect(rule).to_be_focused()
    assert page.locator(".row .interval").first.inner_text() == "1–2", "asking for the rules changes nothing"
    rule.select_option(label="\u2068Equal weights\u2069")
    assert told(page, 1)["commits"] == ["equal"]
    assert set(weights(page).values()) == {0.2}
    expect(lock(page, "RA")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Reset the weights to").click()
    assert told(page, 2)["commits"][-1] == "published"
    expect(preset).to_have_value("published")
    expect(rule).to_be_hidden()
    slider(page, "AD").press("End")
    assert told(page, 3)["commits"][-1] == "only-AD"
    page.get_by_role("button", name="Equal from outside").click()
    told(page, 4)
    expect(slider(page, "AD")).to_have_attribute("aria-valuenow", "0.2")
    expect(rule).to_have_value("equal")


def test_the_sum_is_one_after_every_action(page, open_board):
    open_board(page)
    rng = random.Random(3)
    for _ in range(25):
        name = rng.choice(NAMES)
        match rng.randrange(4):
            case 0:
                slider(page, name).press(rng.choice(["ArrowLeft", "PageUp", "PageDown", "Home", "Shift+ArrowRight"]))
            case 1:
                lock(page, name).click()
            case 2 if field(page, name).is_editable():
                field(page, name).fill(f"{rng.random():.4f}")
                field(page, name).press("Enter")
            case _:
                with hand_on(page, name, rng.random(), steps=3):
                    pass
        page.wait_for_timeout(450)
        assert sum(weights(page).values()) == pytest.approx(1, abs=1e-12)
        expect(page.get_by_label("Sum of the weights")).to_have_text("1.000")


def test_slow_answers_never_move_the_weights_back(page, open_board):
    """Three commits in quick succession while Python is still at work on the first."""
    open_board(page, query={"slow": "0.7"})
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
        field(page, "JS").fill(value)
        field(page, "JS").press("Enter")
        page.wait_for_timeout(250)
    page.wait_for_function("() => /'JS': 0\\.6[,}]/.test(document.querySelector('[data-testid=stCode]').innerText)")
    page.wait_for_timeout(1500)
    shown = page.evaluate("window.seen")
    assert [v for v in shown if len(v) == 5] == ["0.014", "0.200", "0.400", "0.600"]
    expect(page.locator(".row .interval").first).not_to_have_text("…")


@pytest.mark.parametrize("garbage", ["'x'", "{seq: 1, weights: {FA: -1, RA: 2}}"])
def test_garbage_from_a_browser_is_ignored_quietly(page, frames, open_board, garbage):
    page.add_init_script(
        f"""const honest = JSON.stringify;
        JSON.stringify = (value, ...rest) => honest(
          value?.[0]?.event === 'commit' ? [{{event: 'commit', value: {garbage}}}] : value, ...rest);"""
    )
    open_board(page)
    before = len(frames)
    slider(page, "RA").press("ArrowRight")
    page.wait_for_timeout(1200)
    assert len(frames) > before
    assert told(page, 0)["commits"] == []
    expect(page.locator("[data-testid=stException]")).to_have_count(0)
    expect(page.get_by_role("slider")).to_have_count(5)
