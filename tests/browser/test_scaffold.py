"""The scaffold in a browser: hostile names, downloads made on the spot, both themes, a narrow screen."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import taken, unfold
from tests.serving import alone

SCRIPT = Path(__file__).parents[1] / "widgets" / "apps" / "scaffold.py"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def scaffold() -> Iterator[str]:
    running = alone(SCRIPT)
    yield running.url
    running.stop()


@pytest.fixture
def opened(page: Page, goto: Callable[..., None], scaffold: str, wait_idle) -> Page:
    goto(page, "", query={"suite": "own", "weights": "equal"}, url=scaffold)
    page.get_by_text("Data: Scores").click()
    wait_idle(page)
    return page


def download(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).first.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_files_name_what_they_show(opened: Page) -> None:
    table = taken(opened, "CSV")
    assert table.suggested_filename.startswith("own-llava_multimodal-bars-")
    assert Path(table.suggested_filename).stem.split("-")[-1] in opened.get_by_text("Data version").last.inner_text()
    lines = table.path().read_text(encoding="utf-8").splitlines()
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    assert rows[0] == ["method", "'=score", "minus"]
    assert [r[2] for r in rows[1:]] == ["-0.26", "-1.0", "", "2.0"]
    assert any("weights" in line and "equal" in line for line in lines)
    found = json.loads(taken(opened, "JSON").path().read_text(encoding="utf-8"))
    assert [r["minus"] for r in found["rows"]] == [-0.26, -1.0, None, 2.0]


def test_drawings_are_made_in_the_browser(opened: Page, tmp_path: Path) -> None:
    root = ET.parse(download(opened, "Download SVG of Scores", tmp_path)).getroot()
    assert root.tag == f"{SVG}svg"
    words = " ".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))
    assert "Gradient Ascent <b>x</b>" in words
    assert "equal" in words
    assert "data version" in words
    assert root.find(f"{SVG}title").text == "Scores"  # type: ignore[union-attr]
    assert not [n for n in root.iter() if n.tag.endswith(("}script", "}a", "}foreignObject"))]
    image = download(opened, "Download PNG of Scores", tmp_path).read_bytes()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(image[i : i + 4], "big") for i in (16, 20))
    assert width == 2 * round(float(root.attrib["width"]))
    assert height == 2 * round(float(root.attrib["height"]))


def test_no_name_becomes_markup(opened: Page) -> None:
    page = opened
    assert page.locator(".stApp b, .stApp strong, .stApp .katex").count() == 1
    expect(page.locator(".stApp strong")).to_have_text("change")  # of the line behind which the choices stand
    assert page.locator('a[href^="javascript"]').count() == 0
    labels = page.locator(".js-plotly-plot .ytick text")
    expect(labels.first).to_contain_text("<b>x</b>")
    expect(page.get_by_role("heading", level=1)).to_contain_text("**z** =1+1 :red[r] $e$")


def test_the_link_is_copied_with_its_data_version(page: Page, goto, scaffold: str, wait_idle) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    goto(page, "", query={"weights": "FA:0.2,RA:0.8"}, url=scaffold)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    begin, version = link.split("&data=")
    assert begin == f"{scaffold}/?suite=unified_unlearning&weights=FA:0.2,RA:0.8"
    assert len(version) == 12
    page.goto(link)
    wait_idle(page)
    expect(page.get_by_text("This link was made with")).to_have_count(0)
    page.goto(f"{begin}&data=0123456789ab")
    wait_idle(page)
    expect(page.get_by_text("This link was made with data version 0123456789ab")).to_be_visible()


def test_quick_choices_are_all_kept(page: Page, goto, scaffold: str, wait_idle) -> None:
    goto(page, "", url=scaffold)
    unfold(page)
    page.get_by_role("combobox", name="Benchmarks").click()
    page.get_by_role("option", name="MMUBench").click()
    page.get_by_role("option", name="MLLMU-Bench").click()
    page.keyboard.press("Escape")
    wait_idle(page)
    page.wait_for_url("**benchmarks=mllmu_bench,mmubench**")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_accessible_and_not_too_wide(
    page: Page, goto, scaffold: str, assert_sound, scheme: str, width: int, wait_idle
) -> None:
    goto(page, "", query={"suite": "own", "foo": "1"}, url=scaffold, scheme=scheme, width=width)
    page.get_by_text("Data: Scores").click()
    wait_idle(page)
    assert_sound(page, f"scaffold-{scheme}")
