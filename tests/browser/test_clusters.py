"""The clusters page as a reader uses it: switch the protocol, share the link, take the numbers away."""

from __future__ import annotations

import csv
import re
from urllib.parse import urlsplit

import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.clusters.result.clusters import clusters
from components.views.clusters.words import head
from tests.browser.conftest import taken, unfold
from tests.released import TABLES


def result_of(**query):
    return clusters(Resolved(TABLES, parse(query, TABLES)[0]))


def lead(page) -> list[str]:
    """The computed sentences at the head of the page."""
    return [p.inner_text() for p in page.locator(".st-key-answer p").all()]


def leaves(page) -> list[str]:
    """The names under the heat map from left to right."""
    ticks = page.locator(".st-key-figure_dendrogram .x3tick text").all()
    return [t.text_content() for t in sorted(ticks, key=lambda tick: tick.bounding_box()["x"])]


def test_switching_the_protocol_changes_clusters_and_link_and_the_link_shows_the_same(page, goto, wait_idle, browser):
    goto(page, "clusters")
    assert lead(page) == head.lead(result_of())
    assert leaves(page) == list(result_of().order)
    unfold(page)
    page.get_by_role("radio", name="as published").or_(page.get_by_role("button", name="as published")).click()
    page.wait_for_url(lambda url: "protocol=published" in url)
    wait_idle(page)
    assert lead(page) == head.lead(result_of(protocol="published"))
    assert leaves(page) == ["MIA", "FA", "RA", "JS", "AD"]

    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, "clusters", query=urlsplit(page.url).query)
    assert lead(fresh) == lead(page)
    assert leaves(fresh) == leaves(page)
    other.close()


def test_linkage_and_number_of_clusters_by_keyboard(page, goto, wait_idle):
    goto(page, "clusters")
    unfold(page)
    page.get_by_role("radio", name="complete").or_(page.get_by_role("button", name="complete")).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "linkage=complete" in url)
    wait_idle(page)
    assert lead(page) == head.lead(result_of(linkage="complete"))
    page.get_by_role("combobox", name=re.compile("Clusters")).focus()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "k=4" in url)
    wait_idle(page)
    assert lead(page) == head.lead(result_of(linkage="complete", k="4"))


def test_numbers_of_a_view_can_be_taken_away(page, goto, wait_idle):
    goto(page, "clusters", query={"protocol": "published"})
    page.get_by_text("Data: Dendrogram of the metrics over their agreement").click()
    wait_idle(page)
    path = taken(page, "CSV").path()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("# protocol,published") for line in lines)
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    pair = next(r for r in rows if (r["metric"], r["with"]) == ("FA", "AD"))
    assert float(pair["τ"]) == pytest.approx(-0.2592592592592593)
    assert (pair["blocks"], pair["of"], pair["same cluster"]) == ("9", "9", "False")


def test_every_figure_has_a_name_and_its_frames(page, goto):
    goto(page, "clusters")
    figures = page.locator("[data-testid=stPlotlyChart]")
    assert figures.count() == 4
    for name in ("Dendrogram", "Metrics in the plane", "Silhouette and gap", "How often two metrics share a cluster"):
        assert page.get_by_role("img", name=re.compile(name)).or_(page.get_by_label(re.compile(name))).count() >= 1
    dotted = page.locator('.st-key-figure_dendrogram .shapelayer path[style*="stroke-dasharray"]')
    strokes = dotted.evaluate_all("shapes => shapes.map(s => s.getAttribute('d').split('M').length - 1)")
    assert sorted(strokes) == [1, 5], "the cut, and the stretches of the published clusters"


@pytest.mark.parametrize("query", [{}, {"panel": "blip2_multimodal"}, {"methods": "salun"}])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_the_page_is_accessible_and_fits(page, goto, assert_sound, query, width, scheme):
    goto(page, "clusters", query=query, width=width, scheme=scheme)
    assert_sound(page, f"clusters-{'-'.join(query.values()) or 'default'}-{scheme}", both=not query)
