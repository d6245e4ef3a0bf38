"""Hands on the live board: drag, keys, locks, rows opened, sorted and found; what Python holds."""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import assert_axe_clean, assert_fits, box_of, idle, rows, settled


@pytest.fixture(scope="session")
def base_url(board_url: str) -> str:
    return board_url


@pytest.fixture
def open_board(goto: Callable[..., None]) -> Callable[..., None]:
    def go(page: Page, **options: Any) -> None:
        goto(page, "", **options)
        page.locator(".board .rows").wait_for(state="attached")
        settled(page)

    return go


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=re.compile(f"^Weight of {name}( |$)"))


def lock(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Lock the weight of {name}")


def names(page: Page) -> list[str]:
    return [row["name"].split(" (")[0] for row in rows(page)]


def held(page: Page, commits: int) -> dict[str, Any]:
    """What Python holds once it has received that many commits, and the board has its answer."""
    page.wait_for_function(
        "n => document.querySelector('[data-testid=stCode]').innerText.includes(`'commits':"
        " ${n},`)",
        arg=commits,
    )
    settled(page)
    state: dict[str, Any] = ast.literal_eval(page.locator("[data-testid=stCode]").inner_text())
    assert state["commits"] == commits
    return state


@contextmanager
def hand_on(page: Page, name: str, share: float) -> Iterator[None]:
    """Drag a weight to a share of its track and hold it there; it is let go at the end."""
    box, now = box_of(slider(page, name)), float(slider(page, name).input_value()) / 100
    place, y = lambda x: box["x"] + 8 + x * (box["width"] - 16), box["y"] + box["height"] / 2
    page.mouse.move(place(now), y)
    page.mouse.down()
    page.mouse.move(place(share), y, steps=20)
    idle(page)
    yield
    page.mouse.up()


def test_a_drag_reranks_without_a_request_and_is_sent_once_on_release(page, frames, open_board):
    open_board(page)
    verdict, say = page.locator(".verdict"), page.locator(".board")
    expect(verdict).to_have_text(
        "Gradient Ascent, Random Labels and SalUn cannot be told apart for first."
    )
    assert names(page) == [
        "Gradient Ascent",
        "Random Labels",
        "Saliency Unlearning",
        "Fine-tuning on the retain set",
    ]
    before = len(frames)
    assert before > 0
    shown = rows(page)
    assert [row["whisker"] for row in shown] == [False, True, True, True], "the leader is the line"
    with hand_on(page, "JS", 0.6):
        assert names(page)[0] == "Random Labels"
        assert [row["whisker"] for row in rows(page)] == [False] * 4, (
            "nothing shows that was tested under other weights"
        )
        expect(say).to_have_class(re.compile("moving"))
        assert len(frames) == before, "nothing is sent while the hand moves"
        here = [(row["name"], row["score"]) for row in rows(page)]
    state = held(page, 1)
    assert state["weights"]["JS"] == pytest.approx(0.6, abs=0.01)
    assert sum(round(w * 1e6) for w in state["weights"].values()) == 1_000_000
    assert [(row["name"], row["score"]) for row in rows(page)] == here, "Python says the same"
    assert [row["score"] for row in rows(page)] == [f"{score:.3f}" for _, _, score in state["rows"]]
    expect(say).not_to_have_class(re.compile("moving|waiting"))
    expect(verdict).to_contain_text("Random Labels")
    assert rows(page)[1]["whisker"]


def test_keys_alone_set_a_weight_and_come_together(page, frames, open_board):
    open_board(page)
    js, before = slider(page, "JS"), len(frames)
    js.focus()
    start = float(js.input_value())
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert float(js.input_value()) == pytest.approx(start + 2, abs=0.3)
    assert len(frames) == before, "keys are sent when they rest"
    state = held(page, 1)
    assert state["weights"]["JS"] == pytest.approx((start + 2) / 100, abs=0.003)
    page.keyboard.press("End")
    assert held(page, 2)["weights"] == {"JS": 1.0}
    page.keyboard.press("PageDown")
    after = held(page, 3)["weights"]
    others = {m: w for m, w in state["weights"].items() if m != "JS"}
    left = 1 - after["JS"]
    assert {m: w for m, w in after.items() if m != "JS"} == pytest.approx(
        {m: left * w / sum(others.values()) for m, w in others.items()}, abs=2e-4
    ), "the way back from one alone keeps the ratios of the rest"
    page.keyboard.press("Home")
    page.keyboard.press("Tab")  # who leaves is done
    assert "JS" not in held(page, 4)["weights"]


def test_locked_weights_stay_and_bound_the_others(page, open_board):
    open_board(page)
    kept = ast.literal_eval(page.locator("[data-testid=stCode]").inner_text())["weights"]["RA"]
    slider(page, "RA").hover()
    lock(page, "RA").click()
    expect(lock(page, "RA")).to_have_attribute("aria-pressed", "true")
    expect(slider(page, "RA")).to_be_disabled()
    slider(page, "JS").press("End")
    weights = held(page, 1)["weights"]
    assert weights == pytest.approx({"RA": kept, "JS": 1 - kept}, abs=1e-6)
    lock(page, "RA").press("Enter")
    slider(page, "JS").press("End")
    assert held(page, 2)["weights"] == {"JS": 1.0}
    page.get_by_role("button", name="Equal from outside").click()
    settled(page)
    expect(slider(page, "AD")).to_have_value("20")


def test_weights_that_follow_chance_have_equal_ones_a_click_away(page, open_board):
    open_board(page)
    chance = page.locator(".chance")
    expect(chance).to_contain_text(
        "These weights come from reliabilities that are no better than chance"
    )
    chance.get_by_role("button", name="Equal weights").click()
    assert set(held(page, 1)["weights"].values()) == {0.2}
    expect(chance).to_be_hidden()


def test_a_row_opens_in_place_by_a_click_and_by_enter_with_its_numbers_and_links(page, open_board):
    open_board(page)
    row = page.locator(".rows > .row", has_text="Random Labels")
    row.locator(".who").click()
    expect(row.get_by_role("button")).to_have_attribute("aria-expanded", "true")
    cells = row.locator(".detail table tr").all_inner_texts()
    assert len(cells) == 5
    parts = [float(text.split()[-1]) for text in cells]
    assert sum(parts) == pytest.approx(float(rows(page)[1]["score"]), abs=2e-3), (
        "what each metric adds"
    )
    assert row.locator(".strip").count() == 3
    assert row.locator(".strip div").first.locator("i").count() == 3, "a dot for each seed"
    links = row.locator(".go a")
    assert [a.get_attribute("href") for a in links.all()] == [
        "data?find=random_labels",
        "method?id=random_labels",
    ]
    slider(page, "JS").press("ArrowRight")
    held(page, 1)
    expect(row.locator(".detail")).to_be_visible()
    button = page.locator(".rows > .row", has_text="Saliency").get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "false")


def test_heads_sort_a_box_finds_and_no_rank_moves(page, open_board):
    open_board(page)
    ranked, head, parts_head = (
        names(page),
        *(page.get_by_role("columnheader", name=n) for n in ("Method", "Made of")),
    )
    head.get_by_role("button").click()
    assert names(page) == sorted(ranked, key=str.lower)
    expect(head).to_have_attribute("aria-sort", "ascending")
    head.get_by_role("button").click()
    assert names(page) == sorted(ranked, key=str.lower, reverse=True)
    head.get_by_role("button").click()
    assert names(page) == ranked
    page.get_by_role("combobox", name="Sort").select_option("group forgetting")
    expect(head).to_have_attribute("aria-sort", "none")
    expect(parts_head).to_have_attribute("aria-sort", "descending")
    assert {row["name"]: row["rank"] for row in rows(page)} == dict(
        zip((r["name"] for r in sorted(rows(page), key=lambda r: r["rank"])), "1234", strict=True)
    )
    page.get_by_role("combobox", name="Sort").select_option("rank")
    assert names(page) == ranked
    page.get_by_role("searchbox", name="Find a method").fill("salun")
    assert names(page) == ["Saliency Unlearning"]
    page.get_by_role("searchbox", name="Find a method").fill("")
    assert names(page) == ranked


def test_slow_answers_never_move_the_weights_back(page, open_board):
    """Three commits in quick succession while Python is still at work on the first."""
    open_board(page, query={"slow": "0.7"})
    page.evaluate("""() => {
          const root = document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot;
          const seen = window.seen = [], input = root.querySelectorAll('input[type=range]')[4];
          const look = () => {
            if (seen.at(-1) !== Number(input.value)) seen.push(Number(input.value));
            requestAnimationFrame(look);
          };
          look();
        }""")
    for share in (0.2, 0.4, 0.6):
        with hand_on(page, "JS", share):
            pass
        page.wait_for_timeout(150)
    page.wait_for_function(
        "() => /'JS': 0\\.(59|6)/.test(document.querySelector('[data-testid=stCode]').innerText)"
    )
    settled(page)
    seen = page.evaluate("window.seen")
    assert seen == sorted(seen), "the hand went one way"
    assert seen[-1] == pytest.approx(60, abs=1)


def test_a_large_board_ranks_as_python_and_moves_by_groups(page, open_board):
    open_board(page, query={"size": "150x26"})
    assert page.get_by_role("slider").count() == 3, "one for each group"
    first = page.get_by_role("slider", name="Weight of Forgetting")
    first.press("PageUp")
    state = held(page, 1)
    shown = rows(page)
    assert len(shown) == 150
    assert [(row["name"], row["rank"]) for row in shown] == [
        (m, str(r)) for m, r, _ in state["rows"]
    ]
    assert [float(row["score"]) for row in shown] == pytest.approx(
        [s for *_, s in state["rows"]], abs=5.1e-4
    )
    share = sum(w for m, w in state["weights"].items() if int(m[1:]) % 3 == 1)
    assert share == pytest.approx(float(first.input_value()) / 100, abs=0.003)
    page.locator("summary", has_text="Forgetting").click()
    expect(slider(page, "M1")).to_be_visible()
    slider(page, "M1").press("Home")
    assert "M1" not in held(page, 2)["weights"]


def test_metrics_that_are_only_listed_have_no_slider_before_a_reader_opens_them(page, open_board):
    open_board(page, query={"case": "listed"})
    assert page.get_by_role("slider").count() == 5, "three with weight, and those of cost"
    page.locator("summary", has_text="8 more metrics").click()
    slider(page, "Quality f").press("PageUp")
    assert held(page, 1)["weights"]["judge_forget_rq"] > 0


def test_rows_that_are_methods_move_by_their_best_checkpoint(page, open_board):
    open_board(page, query={"case": "grids", "rows": "best"})
    assert [(row["name"].split(" (")[0], row["rank"]) for row in rows(page)] == [
        ("wide", "1"),
        ("safe", "2"),
        ("Retrained model", ""),
        ("Original model", ""),
    ], "models that are never ranked stand in the order of scores"
    expect(page.locator(".rows small").first).to_contain_text("best: wide_2")
    expect(page.locator(".verdict")).to_contain_text("the same runs chose its checkpoint")


def test_models_that_are_never_ranked_follow_the_hand_and_weights_say_what_they_decide(
    page, open_board
):
    open_board(page, query={"case": "models", "weights": "balanced"})
    decides = page.locator(".weight", has=slider(page, "Forget metric")).locator(".decides")
    before = decides.inner_text()
    assert re.fullmatch(r"decides \d+ %", before)
    with hand_on(page, "Forget metric", 0.6):
        compared = [row for row in rows(page) if row["rank"] != "–"]
        scores = [float(row["score"]) for row in compared]
        assert scores == sorted(scores, reverse=True)
        models = [row for row in compared if not row["rank"]]
        assert [row["name"] for row in models] == ["Retrained model", "Original model"]
        ranks = [int(row["rank"]) for row in compared if row["rank"]]
        assert ranks == [*range(1, len(ranks) + 1)]
        assert decides.inner_text() != before, "also while the hand moves"


def test_no_axis_runs_past_what_scores_can_be_and_cut_intervals_have_arrows(page, open_board):
    open_board(page, query={"case": "wide", "panel": "muse_llama2_7b", "weights": "balanced"})
    ticks = [float(text) for text in page.locator(".ticks span").all_inner_texts()]
    assert (min(ticks), max(ticks)) == (0, 1)
    assert len(ticks) <= 7
    boxes = [box_of(tick) for tick in page.locator(".ticks span").all()]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"]
    assert page.locator(".whisker.cut-left.cut-right").count() == 2
    expect(page.locator(".legend")).to_contain_text("interval goes on")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_the_board_is_accessible_and_fits_and_hostile_names_are_text(
    page, open_board, scheme, width
):
    for query in ({}, {"case": "hostile"}, {"panel": "blip2_multimodal"}, {"size": "12x9"}):
        open_board(page, query=query, width=width, scheme=scheme)
        page.locator(".more button").first.press("Enter")
        if width == 375:
            page.locator(".sheet").press("Enter")
        settled(page)
        assert page.locator(".board img, a[href^='javascript']").count() == 0
        assert_axe_clean(page, "[data-testid=stBidiComponentIsolated]")
        assert_fits(page)


def test_a_phone_has_the_ranking_first_and_the_weights_in_a_sheet(browser, base_url):
    context = browser.new_context(
        viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(base_url)
    settled(page)
    weight = slider(page, "JS")
    expect(weight).to_be_hidden()
    sheet = page.locator(".sheet")
    expect(sheet).to_contain_text("% forgetting")
    sheet.tap()
    expect(weight).to_be_visible()
    box = box_of(weight)
    assert box["height"] >= 36
    page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    assert held(page, 1)["weights"]["JS"] == pytest.approx(0.5, abs=0.02)
    page.get_by_role("button", name="Done").tap()
    expect(weight).to_be_hidden()
    context.close()
