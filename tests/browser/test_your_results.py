"""Your results in a browser: from a messy file through the fixes to every page and out again; private; accessible."""

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from components.report import report
from components.selection import parse
from components.words import labels_of
from data.load import examine, load_suite
from tests.browser.conftest import bring

Go = Callable[..., None]
SECRET = "Zebrafinch Unlearning"

MESSY = f"""Unlearning Method;Dataset;Seed;Forget Acc. (%);RA ↑;MIA recall;Act. Distance;JS divergence;Oracle Distance
{SECRET};MLLMU Bench;42;4 %;0,02;0,44;38,5;0,012;0,05
{SECRET};UnlokVQA;42;92 %;0,96;0,08;88;0,14;0,03
{SECRET};MMUBench;42;63 %;0,88;0,47;24;0,003;0,02
{SECRET};MMUBench;42;63 %;0,88;0,47;24;0,003;0,02
{SECRET};MMUBench;123;60 %;0,86;n/a;26,5;0,004;0,02
"""


def tofu_shaped(models: int = 150, metrics: int = 26) -> bytes:
    """A list of models of the shape of the depth-score results, with made-up numbers."""
    rng = np.random.default_rng(5)
    quality = rng.random(models)
    rows = []
    for i in range(models):
        noise = rng.random(metrics)
        names = ["xyz", *(f"retain_{k}_rouge" for k in range(1, metrics))]
        values = {m: round(float(0.5 * quality[i] + 0.5 * noise[k]), 6) for k, m in enumerate(names)}
        rows.append(
            {"model": f"npo_lr{i}e5_a1_ep5", "epoch": "ep5", "method": "npo", "alpha": 1, "lr": 1e-05, **values}
        )
    return json.dumps({"models": rows}).encode()


def fix(page: Page, wait_idle: Callable[[Page], None]) -> None:
    """What leaves no choice, at once."""
    page.get_by_role("button", name=re.compile("^Fix all")).click()
    wait_idle(page)


def navigate(page: Page, title: str) -> None:
    page.get_by_test_id("stPageLink").get_by_text(title, exact=True).click()


def test_from_a_messy_file_to_the_pages_and_out_again(page: Page, goto: Go, wait_idle, tmp_path: Path) -> None:
    goto(page, "your-results")
    bring(page, "mine.csv", MESSY.encode())
    wait_idle(page)
    expect(page.get_by_text("questions in")).to_be_visible()
    expect(page.get_by_text(re.compile("Percentages in Forget Acc"))).to_be_visible()
    assert page.get_by_role("button", name="Download as a folder").count() == 0, "nothing is used before it is mended"

    page.get_by_role("button", name=re.compile("^Read as shares")).click()
    wait_idle(page)
    expect(page.get_by_text(re.compile("4 of 4 cells changed"))).to_be_visible()
    fix(page, wait_idle)
    expect(page.get_by_text("4 rows can be used")).to_be_visible()
    expect(page.get_by_text(re.compile("rows before: 5, after: 4"))).to_be_visible()
    told = page.get_by_text(re.compile(f"{SECRET} • yours ranks")).inner_text()
    rank, score = re.search(r"ranks (\d) of 5.*UQS (\d\.\d{3})", told).groups()  # type: ignore[union-attr]

    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download as a folder").click()
    archive = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(archive)

    navigate(page, "Leaderboard")
    wait_idle(page)
    assert "suite=unified_unlearning_with_yours" in page.url
    row = page.locator(".rows [role=row]", has_text=f"{SECRET} • yours")
    expect(row).to_contain_text(score)
    assert row.inner_text().split()[0] == rank

    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path)
    (folder,) = [p for p in tmp_path.iterdir() if p.is_dir()]
    assert examine(folder)[1] == []
    tables = load_suite(folder)
    query = {"weights": "released"} if "weights=released" in page.url else {}
    rows = report(tables, parse(query, tables)[0], ("leaderboard",))["leaderboard"]
    labels = labels_of(tables, "")
    mine = next(r for r in rows if labels.method(r["method"]) == SECRET)
    assert (str(mine["rank"]), f"{mine['uqs']:.3f}") == (rank, score)

    goto(page, "your-results")
    bring(page, archive.name, archive.read_bytes())
    wait_idle(page)
    expect(page.get_by_text("the folder of a suite with")).to_be_visible()
    expect(page.get_by_text(re.compile(rf"{labels.method(rows[0]['method'])} ranks 1 of 5"))).to_be_visible()


def test_nobody_else_sees_it(page: Page, goto: Go, wait_idle, browser: Browser, server) -> None:
    goto(page, "your-results")
    bring(page, "mine.csv", MESSY.encode())
    wait_idle(page)
    fix(page, wait_idle)
    navigate(page, "Leaderboard")
    wait_idle(page)
    expect(page.get_by_text(SECRET).filter(visible=True).first).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("for whoever has your file")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    page.keyboard.press("Escape")
    link = f"{page.url}&transform=exponential"

    other = browser.new_context().new_page()
    for path in ("", "data"):
        other.goto(link.replace("/leaderboard", f"/{path}"))
        wait_idle(other)
        assert SECRET not in other.content()
        assert SECRET.split()[0] not in other.locator("body").inner_text()
    other.goto(link)
    wait_idle(other)
    expect(other.get_by_text(re.compile("needs its file"))).to_be_visible()
    expect(other.get_by_text("exponential map")).to_be_visible()
    other.goto(link.replace("/leaderboard", "/your-results"))
    wait_idle(other)
    expect(other.get_by_text("is not here")).to_be_visible()
    bring(other, "mine.csv", MESSY.encode())
    wait_idle(other)
    fix(other, wait_idle)
    navigate(other, "Leaderboard")
    wait_idle(other)
    expect(other.get_by_text("exponential map")).to_be_visible()
    expect(other.get_by_text(SECRET).filter(visible=True).first).to_be_visible()
    other.context.close()

    page.reload()
    wait_idle(page)
    assert SECRET.split()[0] not in page.locator("body").inner_text(), "gone with the session"
    assert SECRET.split()[0] not in server.log.read_text(encoding="utf-8"), "nothing of it is logged"
    places = [server.log.parent, Path(__file__).parents[2] / "build"]
    stored = [p for place in places if place.exists() for p in place.rglob("*") if p.is_file()]
    assert not [p for p in stored if SECRET.split()[0].encode() in p.read_bytes()], "nothing of it is stored"


def test_keyboard_alone_and_accessible_at_every_step(page: Page, goto: Go, wait_idle, assert_sound) -> None:
    goto(page, "your-results", scheme="dark", width=375)
    page.get_by_role("button", name="Try an example").press("Enter")
    wait_idle(page)
    assert_sound(page)
    page.get_by_role("button", name=re.compile("^Fix all")).press("Enter")
    wait_idle(page)
    expect(page.get_by_text(re.compile("rows can be used"))).to_be_visible()
    assert_sound(page)
    page.get_by_role("button", name="Undo").first.press("Enter")
    wait_idle(page)
    expect(page.get_by_text("1 question in")).to_be_visible()


@pytest.mark.long
def test_150_models_and_26_metrics(page: Page, goto: Go, wait_idle) -> None:
    goto(page, "your-results")
    bring(page, "method_results.json", tofu_shaped())
    wait_idle(page)
    expect(page.get_by_text(re.compile("26 metrics.*1 not used until you say"))).to_be_visible()
    page.get_by_role("button", name="Higher").press("Enter")
    wait_idle(page)
    expect(page.get_by_text(re.compile("150 runs: 150 methods on 1 benchmark"))).to_be_visible(timeout=30_000)
    navigate(page, "Leaderboard")
    wait_idle(page)
    expect(page.get_by_text("26 metrics").or_(page.get_by_role("heading", level=1)).first).to_be_visible()
    assert "suite=method_results_yours" in page.url
