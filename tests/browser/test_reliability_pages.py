"""Reliability, reproduction and About as readers use them: links, keyboard, themes, narrow screens."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.text import number
from components.views import RELIABILITY
from components.views.reliability import words
from components.views.reliability.result import reliability
from components.views.reliability.weight_rules import threshold
from components.views.reproduction.result import reproduction
from data.write import suite_files
from tests.released import TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))
PAGES = ("reliability", "reproduction", "about")
RESULT = reliability(VIEW)


def metric_text(metric: str) -> str:
    return words.metric_sentence(RESULT.row(metric), RESULT.labels)


def above(minimum: float) -> str:
    view = Resolved(TABLES, replace(VIEW.selection, minimum=minimum))
    return words.threshold_sentence(threshold(view, RESULT))


def query(page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(unquote(page.url)).query).items()}


def paragraph(page, text: str):
    return page.locator("[data-testid=stMarkdownContainer]").filter(has_text=text).first


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
@pytest.mark.parametrize("path", [*PAGES, "changes"])
def test_pages_fit_are_accessible_and_look_right(page, goto, assert_sound, path, width, scheme):
    goto(page, path, query={"term": "tau_b"} if path == "about" else "", width=width, scheme=scheme)
    assert_sound(page, f"{path}-{scheme}")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("reliability", {"panel": "resnet_unimodal"}),
        ("reliability", {"panel": "blip2_multimodal", "metric": "FA"}),
        ("reliability", {"methods": "salun", "benchmarks": "mmubench", "seeds": "42"}),
        ("reproduction", {"outcome": "mismatch"}),
        ("about", {"term": "nonsense"}),
    ],
)
def test_odd_selections_are_pages_too(page, goto, assert_axe_clean, assert_fits, path, asked):
    goto(page, path, query=asked, width=375)
    assert_fits(page)
    assert_axe_clean(page)
    assert page.get_by_text("Traceback").count() == 0


def test_the_forest_draws_every_metric_and_its_data_opens(page, goto, wait_idle):
    goto(page, "reliability")
    drawn = page.evaluate(
        """() => document.querySelector('.st-key-figure_forest .js-plotly-plot').data
                 .filter(t => t.name === 'no signal').map(t => Array.from(t.x))"""
    )
    expected = [r.rho_no_signal for r in RESULT.rows]
    assert drawn[0] == pytest.approx(expected, abs=1e-12)
    page.get_by_text("Data: Reliability of each metric").click()
    wait_idle(page)
    assert page.locator(".st-key-data_forest").get_by_role("button", name="Download").is_visible()
    assert page.locator(".st-key-figure_forest").get_by_role("button", name="SVG").is_visible()


def test_a_rule_goes_to_the_leaderboard_with_its_weights_and_back_again(page, goto, wait_idle):
    goto(page, "reliability")
    page.locator(".st-key-use_equal").get_by_role("button").click()
    page.wait_for_url(lambda url: "reliability" not in url and "weights=equal" in url)
    wait_idle(page)
    assert page.get_by_text("leads with UQS").first.inner_text().startswith("Random Labels")
    page.go_back()
    page.wait_for_url(lambda url: "reliability" in url)
    wait_idle(page)
    assert page.get_by_role("heading", name=RELIABILITY.title, exact=True).is_visible()


def test_the_keyboard_alone_moves_the_slider_and_the_link_shows_the_same_elsewhere(page, goto, wait_idle, browser):
    goto(page, "reliability", query={"minimum": "0.15"})
    slider = page.get_by_role("slider", name="Use only metrics whose ρ is at least")
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_url(lambda url: "minimum=0.2" in url)
    wait_idle(page)
    assert paragraph(page, above(0.2)).is_visible()
    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, "reliability", query=urlsplit(page.url).query)
    assert paragraph(fresh, above(0.2)).is_visible()
    other.close()
    button = page.locator(".st-key-use_minimum").get_by_role("button")
    button.focus()
    button.press("Enter")
    page.wait_for_url(lambda url: "weights=" in url and "reliability" not in url)
    assert query(page)["weights"] == "RA:0.683445,MIA:0.316555"


def test_a_metric_chosen_is_in_the_address(page, goto, wait_idle):
    goto(page, "reliability")
    choice = page.get_by_role("combobox", name="Metric", exact=True)
    choice.focus()
    choice.press("ArrowDown")
    choice.press_sequentially("Jensen")
    choice.press("Enter")
    page.wait_for_url(lambda url: "metric=JS" in url)
    wait_idle(page)
    assert paragraph(page, metric_text("JS")).is_visible()


def test_every_claim_is_a_row_with_its_verdict_and_a_link_that_opens_its_view(page, goto, wait_idle):
    goto(page, "reproduction")
    rows = page.locator("table.claims tbody tr")
    claims = reproduction(VIEW).filtered().rows  # those that matter stand first
    assert rows.count() == len(claims) == 40
    for row, claim in zip(rows.all(), claims, strict=True):
        cells = row.locator("td").all_inner_texts()
        assert cells[1].strip() == claim.printed_text
        assert cells[2].strip().startswith(claim.recomputed_text)
        assert claim.verdict in cells[3]
        assert cells[4].strip().startswith(number(claim.tie_aware))
    link = rows.nth([c.claim for c in claims].index("rho_fa")).get_by_role("link", name="trust")
    link.focus()
    link.press("Enter")
    page.wait_for_url(lambda url: "metric=FA" in url)
    wait_idle(page)
    assert paragraph(page, metric_text("FA")).is_visible()


def test_claims_are_filtered_by_outcome_and_the_link_keeps_the_filter(page, goto, wait_idle):
    goto(page, "reproduction")
    page.get_by_role("combobox", name="Outcome").click()
    page.get_by_role("option", name="superseded (3)").click()
    page.wait_for_url(lambda url: "outcome=superseded" in url)
    wait_idle(page)
    assert page.locator("table.claims tbody tr").count() == 3
    goto(page, "reproduction", query={"outcome": "superseded", "source": "abstract"})
    assert page.locator("table.claims").count() == 0


def test_a_term_links_to_its_explanation(page, goto, wait_idle):
    goto(page, "reliability")
    link = page.get_by_role("link", name="no-signal expectation")
    assert link.get_attribute("href") == "about?term=no_signal"
    goto(page, "about", query={"term": "no_signal"})
    assert page.locator(".st-key-term").get_by_text("no-signal expectation.").is_visible()


def test_a_citation_is_copied_with_the_keyboard(page, goto):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    goto(page, "about")
    copy = page.locator("[data-testid=stCode]").nth(1).get_by_label("Copy to clipboard")
    copy.focus()
    copy.press("Enter")
    page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
    assert page.evaluate("navigator.clipboard.readText()").startswith("@software{unlearning_leaderboard,")


def test_formulas_fit_a_narrow_screen(page, goto, wait_idle):
    goto(page, "about", width=375)
    for summary in page.locator("[data-testid=stExpander] summary").all():
        summary.click()
    wait_idle(page)
    page.wait_for_timeout(500)
    assert page.locator(".katex-error").count() == 0
    too_wide = page.evaluate(
        """() => [...document.querySelectorAll('.katex-display')].filter(box => {
          const edge = box.getBoundingClientRect().right + 1;
          return [...box.querySelectorAll('.base')].some(part => part.getBoundingClientRect().right > edge);
        }).map(box => box.textContent)"""
    )
    assert too_wide == []


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The released suite, every name in it long, marked up or turning the reading direction."""
    name = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) $x$ **b** \u202e" + "W" * 120
    tables = replace(
        TABLES,
        suite=replace(TABLES.suite, id="hostile", title=name, description=name, paper=name, authors=name),
        metrics=tuple(replace(m, label=f"{m.id} {name}", name=name, measures=name) for m in TABLES.metrics),
        methods=tuple(replace(m, label=f"{m.id} {name}", name=name, description=name) for m in TABLES.methods),
        benchmarks=tuple(replace(b, label=f"{b.id} {name}", name=name) for b in TABLES.benchmarks),
        panels=tuple(replace(p, label=f"{p.id} {name}") for p in TABLES.panels),
        published=TABLES.published.assign(where=name, sentence=name),
    )
    folder = tmp_path_factory.mktemp("hostile")
    for file, content in suite_files(tables).items():
        (folder / file).write_bytes(content)
    return folder


def test_hostile_names_are_text_on_every_page(
    page, goto, fresh_server, tmp_path, hostile, assert_axe_clean, assert_fits
):
    server = fresh_server(LEADERBOARD_TABLES=str(hostile), LEADERBOARD_DATABASE=str(tmp_path))
    opened: list[str] = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    for path in PAGES:
        goto(page, path, query={"suite": "hostile"}, width=375, url=server.url)
        assert page.locator("img[src='x']").count() == 0
        assert page.locator("a[href^='javascript']").count() == 0
        assert_fits(page)
        assert_axe_clean(page)
    assert opened == []
