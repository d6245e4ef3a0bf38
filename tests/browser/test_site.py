"""The static site, opened from the file system: the numbers of the report, working weights, nothing asked for."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from components.web.site.__main__ import main
from playwright.sync_api import Browser, Page, expect

from components.format import number
from components.report import report
from components.selection import default_selection, parse
from components.words import labels_of
from data import store
from tests.browser.conftest import hearing
from tests.released import TABLES

LABELS = labels_of(TABLES, "")
SVG = "{http://www.w3.org/2000/svg}"


SUITES = ("unified_unlearning", "wmdp")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, some = tmp_path_factory.mktemp("site") / "deep" / "site", [s for s in store.suites() if s.id in SUITES]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "suites", lambda: some)  # the other suites have the same parts
        assert main([str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return report(TABLES, default_selection(TABLES), ("leaderboard", "agreement", "reliability", "reproduction"))


@pytest.fixture
def opened(page: Page, site: Path) -> Page:
    asked: list[str] = []
    with hearing(page, request=lambda request: asked.append(request.url)):
        page.goto((site / "unified_unlearning.html").as_uri())
        expect(page.locator("#section-llava_multimodal").get_by_role("row").nth(1)).to_be_visible()
        page.wait_for_timeout(300)
    assert [a for a in asked if not a.startswith("file:")] == []
    assert len(asked) == 1
    return page


def cells(page: Page, title: str) -> list[list[str]]:
    table = page.get_by_role("table", name=re.compile("^" + re.escape(title)))
    found: list[list[str]] = table.evaluate(
        "(table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText.split('\\n')[0]))"
    )
    return found


def test_the_files_hold_the_report_to_the_bit(site: Path, found: dict[str, Any]) -> None:
    for panel in TABLES.panels:
        told = json.loads((site / f"unified_unlearning-{panel.id}.json").read_text(encoding="utf-8"))
        wanted = report(TABLES, parse({"panel": panel.id}, TABLES)[0], ("leaderboard", "agreement", "reliability"))
        for part in ("leaderboard", "agreement", "reliability", "weights", "sentences"):
            assert told[part] == json.loads(json.dumps(wanted[part]))
    assert (site / f"unified_unlearning-{TABLES.data_version}.zip").read_bytes()[:2] == b"PK"


def test_the_tables_show_the_numbers_of_the_report(opened: Page, found: dict[str, Any]) -> None:
    page = opened
    _, *rows = cells(page, "LLaVA-1.5-7B: methods by UQS")
    for row, r in zip(rows, found["leaderboard"], strict=True):
        wanted = {
            LABELS.method(r["method"]),
            number(r["uqs"]),
            *(number(x) for x in r["means"].values()),
            str(r["runs"]),
        }
        assert wanted <= set(row)
    for protocol, told in (("tie-aware", "tie-aware"), ("published", "as published")):
        heads, *lines = cells(page, f"LLaVA-1.5-7B: τ between metrics, {told}")
        for pair in found["agreement"][f"agreement_{protocol.replace('-', '_')}"]:
            x, y = heads.index(pair["x"]), heads.index(pair["y"])
            assert lines[x - 1][y] == lines[y - 1][x] == number(pair["tau"])
    _, *rows = cells(page, "LLaVA-1.5-7B: ρ with closeness")
    assert [r[2] for r in rows] == [number(r["rho"]) for r in found["reliability"]]
    _, *rows = cells(page, "What is printed")
    assert [r[4] for r in rows] == [r["outcome"] for r in found["reproduction"]]
    assert [r[3] for r in rows] == [number(r["recomputed"], min(r["decimals"], 6)) for r in found["reproduction"]]


def test_weights_work_travel_in_the_address_and_are_saved_as_a_picture(
    opened: Page, page: Page, browser: Browser, tmp_path: Path
) -> None:
    section = page.locator("#section-llava_multimodal")
    board = section.locator(".board-place")
    ra = board.get_by_role("slider", name=re.compile("Weight of .RA"))
    ra.focus()
    ra.press("Home")
    page.wait_for_url(re.compile("#llava_multimodal="))
    weights = re.search(r"llava_multimodal=([^&]+)", page.url)[1]  # type: ignore[index]
    assert "RA" not in weights
    expected = report(TABLES, parse({"weights": weights}, TABLES)[0], ("leaderboard",))["leaderboard"]

    def ranking(at: Page) -> list[tuple[str, str]]:
        rows = at.locator("#section-llava_multimodal .board-place .rows [role=row]")
        expect(rows).to_have_count(len(expected))
        shown = [(r.bounding_box(), r) for r in rows.all()]
        shown.sort(key=lambda found: found[0]["y"])
        return [(r.locator(".method").inner_text().strip(), r.locator(".score").inner_text().strip()) for _, r in shown]

    page.wait_for_timeout(800)
    wanted = [(LABELS.method(r["method"]), f"{r['uqs']:.3f}") for r in expected]
    assert ranking(page) == wanted
    fresh = browser.new_page()
    fresh.goto(page.url)
    fresh.wait_for_timeout(800)
    assert ranking(fresh) == wanted
    fresh.close()
    files = {}
    for kind in ("PNG", "SVG"):
        with page.expect_download() as waiting:
            page.locator("#section-llava_multimodal").get_by_role(
                "button", name=f"Download {kind} of the ranking"
            ).click()
        files[kind] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(files[kind])
    root = ET.parse(files["SVG"]).getroot()
    words = ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]
    for row in expected:
        at = words.index(LABELS.method(row["method"]))
        assert words[at - 1 : at + 2] == [str(row["rank"]), LABELS.method(row["method"]), f"{row['uqs']:.3f}"]
    assert f"MIA {float(dict(w.split(':') for w in weights.split(','))['MIA']):.3f}" in words
    assert not [w for w in words if w.startswith("RA ")], "what has no weight is not in the picture"
    assert TABLES.data_version in " ".join(words)
    bars = [float(node.attrib["width"]) for node in root.iter(f"{SVG}rect") if node.attrib["height"] == "16"]
    assert sum(bars) == pytest.approx(430 * sum(row["uqs"] for row in expected), rel=1e-6)
    image = files["PNG"].read_bytes()
    size = [int.from_bytes(image[i : i + 4], "big") for i in (16, 20)]
    assert size == [2 * round(float(root.attrib[side])) for side in ("width", "height")]
    # an address that cannot be read starts from the weights of the page
    page.goto(page.url.split("#")[0] + "#llava_multimodal=FA:x,<b>:1")
    page.reload()
    expect(board.get_by_role("slider", name=re.compile("Weight of .RA"))).to_have_attribute(
        "aria-valuenow", re.compile("0.65")
    )


def test_it_reads_without_scripts(browser: Browser, site: Path, found: dict[str, Any]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("link", name="Unified Unlearning").click()
    expect(page.get_by_text(found["sentences"][0], exact=True)).to_be_visible()
    expect(page.get_by_text("Without scripts the weights cannot be moved").first).to_be_visible()
    context.close()


def test_accessible_and_not_too_wide(page: Page, site: Path, assert_axe_clean) -> None:
    for found in sorted(site.glob("*.html")):
        page.goto(found.as_uri())
        for scheme, width in (("light", 1440), ("dark", 375)):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            if found.stem in ("index", "changes", "unified_unlearning"):
                assert_axe_clean(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
