"""Your results in a browser: from paste to rank in few clicks or keys; private; accessible."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import answer, assert_sound, box_of, bring, idle, reach
from tests.cases import text

Go = Callable[..., None]
SECRET = "Zebrafinch Unlearning"
PAPER, STUDENT, TWENTY = map(
    text, ("browser/paper.tex", "browser/student.csv", "browser/twenty.csv")
)
TOFU = "\n".join(
    [
        "method,seed,split,forget_quality,model_utility,extraction_strength",
        *(f"{SECRET},{s},forget10,0.5,0.58,0.1" for s in (1, 2, 3)),
        *(f"NPO,{s},forget10,0.0001,0.1,0.9" for s in (1, 2)),
    ]
)


@pytest.fixture(params=[1440, 375])
def opened(page: Page, goto: Go, request: pytest.FixtureRequest) -> Page:
    goto(page, "your-results", width=request.param)
    return page


def read(page: Page, table: str) -> str:
    """Paste a table and read it, two clicks; what is answered."""
    page.get_by_role("textbox", name=re.compile("^Your table")).click()
    page.keyboard.insert_text(table)
    page.get_by_role("button", name="Read the table").click()
    expect(page.locator(".st-key-answer")).not_to_contain_text("Add a table")
    idle(page)
    return answer(page)[0]


def test_a_paper_and_twenty_unknown_metrics_in_two_clicks_each(opened):
    assert read(opened, PAPER) == "Ours ranks 1 of 3; one run each, so nobody can say how surely."
    assert_sound(opened)
    opened.get_by_role("button", name="Remove it").click()
    expect(opened.locator(".st-key-answer")).to_contain_text("Add a table")
    idle(opened)
    opened.get_by_role("textbox", name=re.compile("^Your table")).fill(TWENTY)
    opened.get_by_role("button", name="Read the table").click()
    idle(opened)
    expect(opened.get_by_text("20 to decide").first).to_be_visible()
    opened.get_by_role("button", name="Higher", exact=True).click()
    expect(opened.get_by_role("heading", name="Your columns", exact=True)).to_be_visible()
    idle(opened)
    assert re.search(r"ranks? \d of 4", answer(opened)[0])
    assert "On 20 metrics" in answer(opened)[1]


def choose(page: Page, row: int, end: str) -> None:
    """Set which end of a metric is better in its row of the grid."""
    box = box_of(page.get_by_test_id("stDataFrame").locator("canvas").first)
    page.mouse.click(box["x"] + 540, box["y"] + 35 * row + 17)
    page.keyboard.press("Enter")
    page.locator("#portal").get_by_role("combobox").fill(end, timeout=4_000)
    page.locator("#portal").get_by_role("option", name=end, exact=True).click(timeout=4_000)


def test_unknown_metrics_are_set_in_the_grid_one_by_one(page, goto):
    goto(page, "your-results")
    assert read(page, STUDENT) == "Nothing can be ranked yet."
    box = box_of(page.get_by_test_id("stDataFrame").locator("canvas").first)
    assert box["y"] + box["height"] < 900, "the grid is on the first screen"
    for row, end in enumerate(("higher", "lower", "higher", "lower"), 4):
        left = f"Your columns · {7 - row} to decide" if row < 7 else "Your columns"
        heading = page.get_by_role("heading", name=left, exact=True)
        for _ in range(8):  # after each choice the grid is drawn anew, and is deaf until it is
            with suppress(TimeoutError):
                choose(page, row, end)
                heading.wait_for(timeout=8_000)
                break
            page.keyboard.press("Escape")
        expect(heading).to_be_visible()
        idle(page)
    assert answer(page)[0].startswith("Ours ranks 3 of 3; ")
    assert "On 4 metrics and 3 benchmarks" in answer(page)[1]


def test_beside_a_suite_in_three_clicks_with_its_warning(opened):
    read(opened, TOFU)
    opened.get_by_role("combobox", name=re.compile("Compared in")).click()
    opened.keyboard.type("TOFU with seeds · Llama-3.2-1B")
    opened.get_by_role("option", name=re.compile("^TOFU with seeds · Llama-3.2-1B")).click()
    expect(opened.locator(".st-key-answer")).to_contain_text("Your NPO scores")
    idle(opened)
    assert answer(opened)[0].startswith("Your NPO scores 0.0")
    assert "would rank 1 of" in answer(opened)[1]
    assert_sound(opened)
    opened.locator(".linked a").first.click()
    reach(opened, "**/check?metric=forget_quality&method=npo&model=Llama-3.2-1B-Instruct&*")
    opened.go_back()
    idle(opened)
    assert answer(opened)[0].startswith("Your NPO scores 0.0"), "the table is still there"
    opened.get_by_role("button", name="Rank together anyway").click()
    expect(opened.locator(".st-key-answer")).not_to_contain_text("Your NPO scores")
    idle(opened)
    assert answer(opened)[0].startswith(f"{SECRET} ranks 1 of ")
    opened.get_by_role("button", name="Open on the Leaderboard").click()
    idle(opened)
    expect(opened.locator(".rows [role=row]", has_text=f"{SECRET} • yours")).to_be_visible()
    assert "suite=tofu_seeds_with_yours" in opened.url


def test_nobody_else_sees_it(page, goto, browser, server):
    goto(page, "your-results")
    bring(page, "mine.csv", TOFU.encode())
    idle(page)
    page.get_by_role("button", name="Open on the Leaderboard").click()
    idle(page)
    expect(page.get_by_text(SECRET).filter(visible=True).first).to_be_visible()
    link = page.url
    other = browser.new_context().new_page()
    for path in ("leaderboard", "data", "brief", "your-results"):
        other.goto(link.replace("/leaderboard", f"/{path}"))
        idle(other)
        assert SECRET.split()[0] not in other.content()
    expect(other.get_by_text("is not here")).to_be_visible()
    base = link.split("/leaderboard")[0]
    for path in ("/api/v1/report", "/api/v1/suites", "/share/leaderboard", "/leaderboard.csv"):
        told = other.request.get(f"{base}{path}?suite=mine_yours")
        assert SECRET.split()[0].encode() not in told.body()
    other.context.close()
    page.reload()
    idle(page)
    assert SECRET.split()[0] not in page.locator("body").inner_text(), "gone with the session"
    assert SECRET.split()[0] not in server.log.read_text(encoding="utf-8"), (
        "nothing of it is logged"
    )
    places = [server.log.parent, Path(__file__).parents[2] / "build"]
    stored = [p for place in places if place.exists() for p in place.rglob("*") if p.is_file()]
    assert not [p for p in stored if SECRET.split()[0].encode() in p.read_bytes()], (
        "nothing of it is stored"
    )


def test_it_opens_while_share_is_left_open(page, goto):
    goto(page, "your-results")
    bring(page, "mine.csv", TOFU.encode())
    idle(page)
    page.get_by_role("button", name="Open on the Leaderboard").click()
    idle(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()
    idle(page)
    page.get_by_test_id("stTopNav").get_by_role("link", name="Your results").click()
    reach(page, "**/your-results?*")
    expect(page.get_by_role("textbox", name=re.compile("^Your table"))).to_be_visible()


def test_keyboard_alone_and_accessible_at_every_step(page, goto):
    goto(page, "your-results", scheme="dark", width=375)
    assert_sound(page)
    page.get_by_role("button", name="Try an example").press("Enter")
    idle(page)
    assert_sound(page)
    page.get_by_role("combobox", name="NPO").press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    idle(page)
    assert "ranks" in answer(page)[0] or "only method" in answer(page)[0]
