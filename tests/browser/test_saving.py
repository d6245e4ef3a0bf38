"""Files that are saved from a page: tables, and drawings made in the browser; names stay text in all of them."""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import unfold
from tests.serving import alone

SCRIPT = Path(__file__).parents[1] / "widgets" / "apps" / "scaffold.py"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def scaffold() -> Iterator[str]:
    with alone(SCRIPT) as running:
        yield running.url


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
    # no name became markup on the page either
    assert opened.locator(".stApp b, .stApp .katex, a[href^=javascript]").count() == 0
    expect(opened.locator(".js-plotly-plot .ytick text").first).to_contain_text("<b>x</b>")
    expect(opened.get_by_role("heading", level=1)).to_contain_text("**z** =1+1 :red[r] $e$")


def test_quick_choices_are_all_kept(page: Page, goto, scaffold: str, wait_idle) -> None:
    goto(page, "", url=scaffold)
    unfold(page)
    page.get_by_role("combobox", name="Benchmarks").click()
    page.get_by_role("option", name="MMUBench").click()
    page.get_by_role("option", name="MLLMU-Bench").click()
    page.keyboard.press("Escape")
    wait_idle(page)
    page.wait_for_url(lambda url: "benchmarks=mllmu_bench,mmubench" in unquote(url))
