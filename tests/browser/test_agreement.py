"""The agreement page as a reader uses it: click a cell, use the keyboard, share the link, take the numbers away."""

from __future__ import annotations

import csv
from urllib.parse import urlsplit

import pytest

from components.views.agreement.words.figures import pooling, runs_title, slopes_title
from tests.browser.conftest import taken
from tests.views.agreement.cases import agreement_of, pair_of


def opened(page) -> list[str]:
    """The row τ of the open pair: as published, tie-aware."""
    row = page.locator("[data-testid=stTable] tr", has=page.get_by_role("rowheader", name="τ", exact=True))
    return row.locator("td").all_inner_texts()


def click_cell(page, figure: str, column: int, row: int) -> None:
    """Click the middle of a cell of a heat map."""
    box = page.evaluate(
        """([name, i, j]) => {
            const plot = document.querySelector(`.st-key-figure_${name} .js-plotly-plot`);
            plot.scrollIntoView({block: 'center'});
            const at = plot.getBoundingClientRect(), {xaxis, yaxis} = plot._fullLayout;
            return [at.x + xaxis._offset + xaxis.d2p(i), at.y + yaxis._offset + yaxis.d2p(j)];
        }""",
        [figure, column, row],
    )
    page.mouse.move(*box)
    page.wait_for_timeout(200)
    page.mouse.click(*box)


def test_a_click_on_a_cell_opens_its_pair_and_the_link_shows_the_same(page, goto, wait_idle, browser):
    goto(page, "agreement")
    assert opened(page) == ["0.556", "−0.496"]
    click_cell(page, "agreement_published", 3, 0)
    page.wait_for_url(lambda url: "pair=FA,AD" in url)
    wait_idle(page)
    assert opened(page) == ["−0.259", "−0.429"]
    click_cell(page, "agreement_tie_aware", 1, 0)
    page.wait_for_url(lambda url: "pair=FA,RA" in url)
    wait_idle(page)
    assert opened(page) == ["0.852", "0.471"]
    assert page.get_by_text(pooling(pair_of(pair="FA,RA"))).is_visible()

    other = browser.new_context()
    fresh = other.new_page()
    goto(fresh, "agreement", query=urlsplit(page.url).query)
    assert opened(fresh) == opened(page)
    other.close()
    page.go_back()
    page.wait_for_url(lambda url: "pair=FA,AD" in url)
    wait_idle(page)
    assert opened(page) == ["−0.259", "−0.429"]


def test_a_pair_by_keyboard(page, goto, wait_idle):
    goto(page, "agreement", query={"pair": "FA,AD"})
    page.get_by_role("combobox", name="Second metric").focus()
    page.keyboard.type("JS")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "pair=FA,JS" in url)
    wait_idle(page)
    assert opened(page) == ["−0.074", "0.021"]


def test_the_maps_draw_the_report(page, goto):
    goto(page, "agreement")
    for name, protocol in (("agreement_published", "published"), ("agreement_tie_aware", "tie-aware")):
        drawn = page.evaluate(
            """name => document.querySelector(`.st-key-figure_${name} .js-plotly-plot`).data
                         .find(t => t.type === 'heatmap').z.map(row => Array.from(row))""",
            name,
        )
        expected = agreement_of().protocols[protocol].tau
        for j in range(5):
            for i in range(5):
                if i != j:
                    assert drawn[j][i] == pytest.approx(expected[j][i], abs=1e-12)


def test_numbers_of_a_map_can_be_taken_away(page, goto, wait_idle):
    goto(page, "agreement")
    page.get_by_text("Data: τ between metrics, as published").click()
    wait_idle(page)
    path = taken(page, "CSV", ".st-key-data_agreement_published").path()
    rows = list(csv.DictReader(r for r in path.read_text(encoding="utf-8").splitlines() if not r.startswith("#")))
    pair = next(r for r in rows if (r["metric"], r["with"]) == ("FA", "AD"))
    assert float(pair["τ"]) == pytest.approx(-0.2592592592592593, abs=1e-12)
    assert float(pair["p"]) == pytest.approx(0.04311073418146568, abs=1e-12)
    assert float(pair["row order max"]) > 0 > float(pair["row order min"])


def test_every_figure_has_a_name(page, goto):
    goto(page, "agreement")
    assert page.locator("[data-testid=stPlotlyChart]").count() == 7
    for name in (
        "τ between metrics, as published",
        "τ between metrics, tie-aware",
        slopes_title(pair_of()),
        runs_title(pair_of()),
        "Mean rank of each method under each metric",
        "Kendall's W per benchmark",
        "Mean τ over pairs of metrics, per panel and counting rule",
    ):
        assert page.get_by_role("img", name=name).or_(page.get_by_label(name)).count() >= 1


@pytest.mark.parametrize("query", [{}, {"panel": "blip2_multimodal"}])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 375)])
def test_the_page_is_accessible_and_fits(page, goto, assert_sound, query, width, scheme):
    goto(page, "agreement", query=query, width=width, scheme=scheme)
    assert_sound(page, f"agreement-{'-'.join(query.values()) or 'default'}-{scheme}", both=not query)


@pytest.mark.parametrize("query", [{"methods": "salun"}, {"scope": "pooled"}, {"panel": "resnet_unimodal"}])
def test_odd_selections_are_pages_too(page, goto, assert_axe_clean, assert_fits, query):
    goto(page, "agreement", query=query, width=375)
    assert_fits(page)
    assert_axe_clean(page)
    assert page.get_by_text("Traceback").count() == 0
