"""The stability page as a reader uses it: move the radius, open views, share links, take numbers, cancel long work."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import numpy as np
import pandas as pd
import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.stability.result.choices import choices
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import ternary
from components.views.stability.result.nearby import nearby
from components.views.stability.result.weightings import weightings
from components.views.stability.words.pair import duel_sentences
from components.views.stability.words.subjects import choices_sentences
from components.views.stability.words.weightings import nearby_sentence
from tests.browser.conftest import taken, unfold
from tests.released import FOLDER, TABLES

EXTRA_TABLES = {"published.csv", "partitions.csv", "recoverability.csv", "samples.csv", "weights.csv"}
VIEWS = ("leaders", "ranks", "map", "pair", "choices", "seeds", "rules")


def resolved(**query) -> Resolved:
    return Resolved(TABLES, parse(query, TABLES)[0])


def asked(page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(unquote(page.url)).query).items()}


def paragraph(page, text: str):
    return page.locator("[data-testid=stMarkdownContainer] p").filter(has_text=text).first


def traces(page, name: str) -> list[dict]:
    """Name and heights or lengths of every trace of a figure, as the browser drew them."""
    return page.evaluate(
        """name => document.querySelector(`.st-key-figure_${name} .js-plotly-plot`).data
             .map(t => ({name: t.name, x: Array.from(t.x ?? []), y: Array.from(t.y ?? [])}))""",
        name,
    )


def test_the_radius_moves_by_keyboard_and_the_link_shows_the_same_elsewhere(page, goto, wait_idle, browser):
    goto(page, "stability")
    slider = page.get_by_role("slider", name=re.compile("Radius"))
    for _ in range(5):  # at a pace at which an answer arrives between two keys
        slider.press("ArrowRight")
        page.wait_for_timeout(100)
    page.wait_for_url(lambda url: "radius=0.25" in url)
    wait_idle(page)
    said = nearby_sentence(nearby(resolved(radius="0.25")), weightings(resolved()))
    assert paragraph(page, said).is_visible()

    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, "stability", query=urlsplit(page.url).query)
    assert paragraph(fresh, said).is_visible()
    assert traces(fresh, "taus") == traces(page, "taus")
    other.close()


def test_the_histogram_and_the_bars_draw_the_report(page, goto):
    goto(page, "stability")
    result = weightings(resolved())
    ours, baseline = traces(page, "taus")[:2]
    assert ours["y"] == pytest.approx([b.current for b in result.histogram])
    assert baseline["y"] == pytest.approx([b.baseline for b in result.histogram])
    bars = np.array([t["x"] for t in traces(page, "acceptability")])
    np.testing.assert_allclose(bars.T, list(result.rank_acceptability.values()))


def test_views_open_by_click_and_by_keyboard_and_stand_in_the_address(page, goto, wait_idle):
    goto(page, "stability")
    page.get_by_role("tab", name="Head to head").click()
    page.wait_for_url(lambda url: "show=pair" in url)
    wait_idle(page)
    assert paragraph(page, duel_sentences(duel(resolved()))[0]).is_visible()
    page.get_by_role("tab", name="Head to head").press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "show=choices" in url)
    wait_idle(page)
    assert paragraph(page, choices_sentences(choices(resolved()))[0]).is_visible()
    page.get_by_role("tab", name="Who can lead").click()
    page.wait_for_url(lambda url: "show=" not in url)


def test_any_pair_is_chosen_and_linked(page, goto, wait_idle):
    goto(page, "stability", query={"show": "pair"})
    page.get_by_role("combobox", name=re.compile("^against|against$|against")).focus()
    page.keyboard.type("SalUn")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "versus=" in url)
    wait_idle(page)
    assert asked(page)["versus"] == "gradient_ascent,salun"
    assert paragraph(page, duel_sentences(duel(resolved(versus="gradient_ascent,salun")))[0]).is_visible()


def test_the_map_draws_the_way_to_the_nearest_border(page, goto):
    goto(page, "stability", query={"show": "map", "corners": "RA,MIA,JS"})
    found = ternary(resolved(corners="RA,MIA,JS"))
    drawn = {t["name"]: t for t in traces(page, "weight_map")}
    height = np.sqrt(3) / 2
    assert drawn["your weights"]["y"][0] == pytest.approx(found.current["RA"] * height)
    assert drawn["nearest border"]["y"][0] == pytest.approx(found.border["RA"] * height)


def test_the_published_figure_is_one_click_away(page, goto, wait_idle):
    goto(page, "stability")
    unfold(page)
    page.get_by_role("radio", name="as published").or_(page.get_by_role("button", name="as published")).click()
    page.wait_for_url(lambda url: "protocol=published" in url)
    wait_idle(page)
    assert paragraph(page, "0.647 ± 0.262").is_visible()


def test_numbers_of_a_view_can_be_taken_away(page, goto, wait_idle):
    goto(page, "stability")
    page.get_by_text("Data: How often each method takes each rank").click()
    wait_idle(page)
    path = taken(page, "CSV", ".st-key-downloads_acceptability").path()
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    assert [r["method"] for r in rows] == ["Gradient Ascent", "Random Labels", "SalUn", "FT-Retain"]
    assert [sum(float(r[f"rank {k}"]) for k in range(1, 5)) for r in rows] == pytest.approx([1.0] * 4)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
@pytest.mark.parametrize("show", VIEWS)
def test_every_view_fits_is_accessible_and_looks_right(page, goto, assert_sound, show, width, scheme):
    goto(page, "stability", query={"show": show}, width=width, scheme=scheme)
    assert_sound(page, f"stability-{show}-{scheme}", both=show == VIEWS[0])


@pytest.mark.parametrize(
    "query",
    [
        {"panel": "blip2_multimodal"},
        {"panel": "resnet_unimodal", "show": "choices"},
        {"methods": "salun"},
        {"weights": "only-FA", "benchmarks": "mllmu_bench"},
        {"benchmarks": "unlok_vqa", "seeds": "42", "show": "seeds"},
    ],
)
def test_odd_selections_are_pages_too(page, goto, assert_axe_clean, assert_fits, query):
    goto(page, "stability", query=query, width=375)
    assert_fits(page)
    assert_axe_clean(page)
    assert page.get_by_text("Traceback").count() == 0


@pytest.fixture
def many_methods(tmp_path: Path) -> Path:
    """A suite folder with 160 methods: the released LLaVA runs forty times over, moved a little."""
    folder = tmp_path / "many"
    shutil.copytree(FOLDER, folder, ignore=lambda *_: EXTRA_TABLES)
    suite = folder / "suite.toml"
    suite.write_text(suite.read_text(encoding="utf-8").replace('"unified_unlearning"', '"many"'), encoding="utf-8")
    rng = np.random.default_rng(0)
    methods, runs = pd.read_csv(folder / "methods.csv"), pd.read_csv(folder / "runs.csv")
    runs = runs[runs["panel"] == "llava_multimodal"]
    copies, rows = [], []
    for i in range(40):
        copies.append(methods.assign(id=methods["id"] + f"_{i}", label=methods["label"] + f" {i}"))
        near = runs.assign(method=runs["method"] + f"_{i}")
        for metric in ("FA", "RA", "MIA"):
            near[metric] = np.clip(near[metric] + rng.normal(0, 0.2, len(near)), 0, 1)
        rows.append(near)
    pd.concat(copies).to_csv(folder / "methods.csv", index=False)
    pd.concat(rows).to_csv(folder / "runs.csv", index=False)
    panels = pd.read_csv(folder / "panels.csv")
    panels[panels["id"] == "llava_multimodal"].to_csv(folder / "panels.csv", index=False)
    return folder


def test_long_work_shows_its_progress_and_can_be_cancelled(page, goto, wait_idle, fresh_server, many_methods, tmp_path):
    place = tmp_path / "database"
    place.mkdir()
    server = fresh_server(LEADERBOARD_TABLES=str(many_methods), LEADERBOARD_DATABASE=str(place))
    goto(page, "stability", query={"suite": "many"}, url=server.url)
    unfold(page)
    page.get_by_role("combobox", name=re.compile("Random weightings")).focus()
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    assert page.get_by_role("progressbar").is_visible()
    cancel.click()
    page.wait_for_url(lambda url: "draws=" not in url)
    wait_idle(page)
    assert cancel.count() == 0
    told = " ".join(" ".join(page.locator("details").all_text_contents()).split())  # narrow gaps become plain ones
    assert "10 000 random weightings" in told
