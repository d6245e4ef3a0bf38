"""Figures whose names and titles are known have their margins from the start: a browser draws them once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

_GREW = """() => Object.fromEntries([...document.querySelectorAll(".js-plotly-plot")].map((plot) => {
  const { margin, _size } = plot._fullLayout;
  const name = plot.closest("[class*=st-key-figure_]").className.match(/st-key-figure_(\\w+)/)[1];
  return [name, [..."lrtb"].filter((side) => Math.abs(_size[side] - margin[side]) > 1)];
}))"""


@pytest.mark.parametrize(
    ("path", "figures"),
    [
        ("agreement", {"agreement_published", "agreement_tie_aware", "concordance", "modality"}),
        ("stability", {"taus", "acceptability"}),
        ("calibration", {"separation", "places", "rho"}),
    ],
)
def test_no_margin_has_to_grow(page: Page, goto, path: str, figures: set[str]) -> None:
    goto(page, path)
    page.wait_for_function("() => !document.querySelector('[class*=st-key-later_]')")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stPlotlyChart')].every((plot) => plot.querySelector('.main-svg'))"
    )
    found = page.evaluate(_GREW)
    assert {name: found[name] for name in figures} == {name: [] for name in figures}
