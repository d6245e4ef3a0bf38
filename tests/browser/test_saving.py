"""Drawings saved from a page, of a suite with names like markup; quick choices are all kept."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from data.write import suite_files
from tests.browser.conftest import idle
from tests.released import TABLES
from tests.serving import ROOT, Server

HOSTILE = "<b>x</b> [a](javascript:1) **z** =1+1 :red[r] $e$"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with such a suite, called own."""
    tables = replace(
        TABLES,
        suite=replace(TABLES.suite, id="own", title=HOSTILE, paper=HOSTILE),
        methods=tuple(replace(m, label=f"{m.id} <b>x</b>") for m in TABLES.methods),
        panels=tuple(replace(p, label=f"{p.id} {HOSTILE}") for p in TABLES.panels),
    )
    folder = tmp_path_factory.mktemp("tables") / "own"
    folder.mkdir()
    for name, content in suite_files(tables).items():
        (folder / name).write_bytes(content)
    with Server(ROOT, database=folder.parent, LEADERBOARD_TABLES=str(folder)) as running:
        yield running.url


def download(page: Page, ending: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=re.compile(f"Download {ending} of How often")).first.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_drawings_are_made_in_the_browser(page, goto, hostile, tmp_path):
    goto(page, "stability", query={"suite": "own", "weights": "equal"}, url=hostile)
    root = ET.parse(download(page, "SVG", tmp_path)).getroot()
    assert root.tag == f"{SVG}svg"
    words = " ".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))
    assert words.startswith("How often each method takes each rank")
    assert "Segments: shares of random weights" in words
    assert "salun <b>x</b>" in words
    assert "equal" in words
    assert "data version" in words
    assert not [n for n in root.iter() if n.tag.endswith(("}script", "}a", "}foreignObject"))]
    image = download(page, "PNG", tmp_path).read_bytes()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(image[i : i + 4], "big") for i in (16, 20))
    assert (width, height) == tuple(
        2 * round(float(root.attrib[side])) for side in ("width", "height")
    )
    # no name became markup on the page either
    assert page.locator(".stApp b, .stApp .katex, a[href^=javascript]").count() == 0


def test_a_saved_matrix_has_no_frame_around_what_is_open(page, goto, base_url, tmp_path):
    goto(page, "agreement", query={"suite": "unified_unlearning"}, url=base_url)
    shapes = page.locator(".js-plotly-plot .shapelayer path")
    expect(shapes).to_have_count(3)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download SVG of τ between metrics").first.click()
    waiting.value.save_as(tmp_path / "matrix.svg")
    root = ET.parse(tmp_path / "matrix.svg").getroot()
    layers = [node for node in root.iter(f"{SVG}g") if node.get("class") == "shapelayer"]
    assert sum(len([*layer.iter(f"{SVG}path")]) for layer in layers) == 1, "the diagonal alone"


def test_quick_choices_are_all_kept(page, goto, base_url):
    goto(page, "agreement", query={"suite": "unified_unlearning"}, url=base_url)
    page.get_by_role("button", name="Filters").click()
    page.get_by_role("combobox", name="Benchmarks").click()
    page.get_by_role("option", name="MMUBench").click()
    page.get_by_role("option", name="MLLMU-Bench").click()
    page.keyboard.press("Escape")
    idle(page)
    page.wait_for_url(lambda url: "benchmarks=mllmu_bench,mmubench" in unquote(url))


def test_the_ranking_is_shared_as_a_picture(page, goto, hostile, tmp_path):
    goto(page, "leaderboard", query={"suite": "own"}, url=hostile)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download SVG of the ranking").click()
    waiting.value.save_as(tmp_path / "ranking.svg")
    root = ET.parse(tmp_path / "ranking.svg").getroot()
    words = [" ".join("".join(node.itertext()).split()) for node in root.iter(f"{SVG}text")]
    verdict = page.locator(".verdict").inner_text()
    assert verdict in " ".join(words)
    assert [w for w in words if re.fullmatch(r"0\.\d{3}", w)] == page.locator(
        ".rows .score"
    ).all_inner_texts()
    assert "data version" in " ".join(words)
