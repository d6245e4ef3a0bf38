"""Your results in a browser: from a file to a believed rank in few clicks or keys; kept on this
computer alone; accessible."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import answer, assert_sound, box_of, bring, idle, reach, rows
from tests.cases import text

Go = Callable[..., None]
SECRET = "Zebrafinch Unlearning"
TOFU = "\n".join(
    [
        "method,seed,split,forget_quality,model_utility,extraction_strength",
        *(f"{SECRET},{s},forget10,0.5,0.58,0.1" for s in (1, 2, 3)),
        *(f"NPO,{s},forget10,0.0001,0.1,0.9" for s in (1, 2)),
    ]
)
STUDENT = {
    "seeds.csv": "MyUnlearn ranks 1 of 3",
    "mean.md": "Ours ranks 1 of 2",
    "saves.zip": "MyUnlearn ranks 1 of 2",
    "images.csv": "Ours ranks 1 of 3",
    "paper.tex": "Ours ranks 1 of 3",
    "mistakes.csv": "MyUnlearn ranks 1 of 2",
}
"""What a student has, and how the first line of its result begins."""


WEIGHTED = """() => {
  history.pushState({}, "", `${location.href}&weights=extraction_strength:1`);
  window.dispatchEvent(new PopStateEvent("popstate"));
}"""
"""Follows a link within the session to all weight on one metric."""


def content_of(name: str) -> bytes:
    return saves() if name == "saves.zip" else text(f"browser/student/{name}").encode()


def saves() -> bytes:
    """A zip of evaluation results, one folder a run."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for method, utility in (("NPO", 0.4), ("MyUnlearn", 0.6)):
            for seed in (1, 2):
                record = {"model_utility": utility, "extraction_strength": 0.3 - utility / 4}
                task = f"tofu_Llama-3.2-1B-Instruct_forget10_{method}_seed{seed}"
                name = f"saves/unlearn/{task}/evals/TOFU_SUMMARY.json"
                archive.writestr(name, json.dumps(record))
    return packed.getvalue()


@pytest.fixture(params=[1440, 375])
def opened(page: Page, goto: Go, request: pytest.FixtureRequest) -> Page:
    goto(page, "your-results", width=request.param)
    return page


def accept(page: Page) -> None:
    """Accept what is proposed, one press, and wait for the rank."""
    page.get_by_role("button", name="Accept all and rank").click()
    expect(page.locator(".st-key-answer")).not_to_contain_text("No rank yet")
    idle(page)


def give(page: Page, name: str, content: bytes) -> None:
    """Give the page a file, and wait until it is read."""
    bring(page, name, content)
    expect(page.get_by_text(re.compile(f"^{re.escape(name)}: .* were read")).first).to_be_visible()
    idle(page)


def read(page: Page, table: str) -> str:
    """Paste a table and read it, two clicks; what is answered."""
    page.get_by_role("textbox", name=re.compile("^Your table")).fill(table)
    page.get_by_role("button", name="Read the table").click()
    expect(page.locator(".st-key-answer")).not_to_contain_text("Add a table")
    idle(page)
    return answer(page)[0]


def test_six_files_as_a_student_has_them_are_ranked_in_one_press_each(opened):
    for name, verdict in STUDENT.items():
        give(opened, name, content_of(name))
        if opened.locator(".st-key-proposed").count():
            assert answer(opened)[0] == "No rank yet.", name
            accept(opened)
        assert answer(opened)[0].startswith(verdict), name
    assert_sound(opened)


def test_two_tables_after_one_another_share_nothing_and_the_board_ranks_as_the_page(page, goto):
    goto(page, "your-results")
    read(page, "method,model utility,extraction strength\nA,0.9,0.4\nB,0.3,0.2")
    assert answer(page)[0].startswith("A ranks 1 of 2")
    page.get_by_role("button", name="Open on the Leaderboard").click()
    reach(page, "**/leaderboard?*")
    page.go_back()
    reach(page, "**/your-results?*")
    page.evaluate(WEIGHTED)
    expect(page.get_by_text("Weights: all ES.")).to_be_visible()
    assert page.locator("ol.yours li").first.inner_text().split()[:2] == ["1", "B"]
    read(page, "method,model utility,extraction strength\nA,0.9,0.4\nB,0.3,0.1")
    scores = page.locator("ol.yours li > :last-child").all_inner_texts()
    assert "weights" not in page.url
    page.get_by_role("button", name="Open on the Leaderboard").click()
    reach(page, "**/leaderboard?*")
    assert [f"{float(row['score']):.2f}" for row in rows(page)] == scores
    page.go_back()
    reach(page, "**/your-results?*")
    assert page.locator("ol.yours li > :last-child").all_inner_texts() == scores


def test_a_reload_brings_the_table_back_until_it_is_forgotten(opened):
    read(opened, "method,model utility,zing\nA,0.9,0.4\nB,0.3,0.2")
    accept(opened)
    before = answer(opened)
    for _ in range(2):
        opened.reload()
        idle(opened)
        assert answer(opened)[0] == "Add a table, one row per run."
        opened.get_by_role("button", name="Open it again").click()
        expect(opened.locator("ol.yours")).to_be_visible()
        idle(opened)
        assert answer(opened) == before, "accepted as before"
    box = opened.get_by_role("textbox", name=re.compile("^Your table"))
    expect(box).to_have_value(re.compile("^method,model utility"))
    assert_sound(opened)
    opened.get_by_role("button", name="Forget this table").click()
    expect(opened.locator(".st-key-answer")).to_contain_text("Add a table")
    idle(opened)
    opened.reload()
    idle(opened)
    expect(opened.get_by_role("button", name="Open it again")).to_have_count(0)
    assert opened.evaluate("localStorage.getItem('your-results')") is None


def choose(page: Page, row: int, end: str) -> None:
    """Set which end of a metric is better in its row of the grid."""
    box = box_of(page.get_by_test_id("stDataFrame").locator("canvas").first)
    page.mouse.click(box["x"] + 540, box["y"] + 35 * row + 17)
    page.keyboard.press("Enter")
    page.locator("#portal").get_by_role("combobox").fill(end, timeout=4_000)
    page.locator("#portal").get_by_role("option", name=end, exact=True).click(timeout=4_000)


def test_a_proposed_cell_is_changed_in_the_grid(page, goto):
    goto(page, "your-results")
    assert read(page, text("browser/student/names.csv")) == "No rank yet."
    box = box_of(page.get_by_test_id("stDataFrame").locator("canvas").first)
    assert box["y"] + box["height"] < 1000, "the grid is on the first screen"
    for _ in range(8):  # after each choice the grid is drawn anew, and is deaf until it is
        with suppress(TimeoutError):
            choose(page, 4, "lower")
            page.get_by_text("3 proposals wait for you.").wait_for(timeout=8_000)
            break
        page.keyboard.press("Escape")
    expect(page.get_by_text("3 proposals wait for you.")).to_be_visible()


def test_a_published_suite_is_offered_with_what_it_needs_and_chosen_by_the_reader(opened):
    read(opened, TOFU)
    accept(opened)
    assert answer(opened)[0].startswith(f"{SECRET} ranks 1 of 2")
    opened.get_by_text("Compare with published methods").click()
    expect(opened.get_by_text(re.compile("same data set .*same model")).first).to_be_visible()
    opened.get_by_text("TOFU with seeds · Llama-3.2-1B").first.click()
    expect(opened.locator(".st-key-answer")).to_contain_text("Your NPO scores")
    idle(opened)
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
    opened.get_by_role("button", name="Open on the Leaderboard").click()
    idle(opened)
    expect(opened.locator(".rows [role=row]", has_text=f"{SECRET} • yours")).to_be_visible()
    assert "suite=tofu_seeds_with_yours" in opened.url


def test_nobody_else_sees_it(page, goto, browser, server):
    goto(page, "your-results")
    give(page, "mine.csv", TOFU.encode())
    accept(page)
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
    give(page, "mine.csv", TOFU.encode())
    accept(page)
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
    expect(page.locator(".st-key-proposed")).to_be_visible()
    idle(page)
    assert_sound(page)
    page.get_by_role("combobox", name=re.compile("spread rate")).press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    idle(page)
    page.get_by_role("button", name="Accept all and rank").press("Enter")
    expect(page.locator("ol.yours")).to_be_visible()
    idle(page)
    assert_sound(page)
    assert answer(page)[0].startswith("MyMethod ranks 1 of 2")
