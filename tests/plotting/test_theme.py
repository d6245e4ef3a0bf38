"""The palette is legible by formula, tells metrics apart, and is the one that the pages use."""

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from components.plotting import theme
from components.plotting.theme import DARK, LIGHT, Mode, Palette, luminance
from tests.beside import beside

ROOT = Path(__file__).resolve().parents[2]
BOTH: list[tuple[Mode, Palette]] = [("light", LIGHT), ("dark", DARK)]
MANY = [f"M{i}" for i in range(26)]
OKABE_ITO = {"#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"}


SIGHTS = {name: np.array(matrix) for name, matrix in beside(__file__, "sights.json").items()}
"""Machado, Oliveira & Fernandes 2009, severity 1, on linear RGB; and RGB to CIE XYZ."""
TO_XYZ = SIGHTS.pop("to XYZ")


def lab(colour: str, sight: Any) -> Any:
    """CIE L*a*b* (D65) of a colour as somebody sees it."""
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(sight @ linear, 0, 1) / np.array([0.95047, 1, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(first: str, second: str, sight: Any) -> float:
    """ΔE*ab (CIE 1976); 2.3 is about a just noticeable difference."""
    return float(np.linalg.norm(lab(first, sight) - lab(second, sight)))


def contrast(first: str, second: str) -> float:
    """Of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_and_areas() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(
        4.48, abs=0.005
    )  # the well-known grey that just fails
    assert contrast("#FF0000", "#FFFFFF") == pytest.approx(3.998, abs=0.005)
    assert luminance(DARK.accent) > luminance(LIGHT.accent)
    assert set(LIGHT.areas) == OKABE_ITO
    assert LIGHT.areas[:7] == DARK.areas[:7]


@pytest.mark.parametrize(("mode", "palette"), BOTH)
def test_text_and_marks_stand_out_and_pages_use_the_same_colours(
    mode: Mode, palette: Palette
) -> None:
    for behind in (palette.background, palette.surface):
        assert contrast(palette.ink, behind) >= 7
        assert contrast(palette.muted, behind) >= 4.5
        assert contrast(palette.accent, behind) >= 4.5
        assert contrast(palette.missing, behind) >= 3
    for colour in theme.metric_lines(MANY, mode).values():
        assert contrast(colour, palette.background) >= 3
    written = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))[
        "theme"
    ][mode]
    assert written["primaryColor"] == palette.accent
    assert written["backgroundColor"] == palette.background
    assert written["secondaryBackgroundColor"] == palette.surface
    assert written["textColor"] == palette.ink
    assert written["borderColor"] == palette.grid


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_metric_has_its_colour_and_numbers_on_any_tau_can_be_read(mode: Mode) -> None:
    for colours in (theme.metric_colours(MANY, mode), theme.metric_lines(MANY, mode)):
        assert len(set(colours.values())) == 26
    for step in range(-100, 101):
        colour = theme.tau_colour(step / 100, mode)
        assert contrast(theme.ink_on(colour), colour) >= 4.5
        if mode == "light" and step >= 60:
            assert theme.ink_on(colour) == "#FFFFFF", "white figures on blue"


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_eight_metrics_are_told_apart_by_every_kind_of_sight(mode: Mode, sight: str) -> None:
    areas, lines = (
        theme.metric_colours(MANY[:8], mode).values(),
        theme.metric_lines(MANY[:8], mode).values(),
    )
    assert min(difference(a, b, SIGHTS[sight]) for a, b in combinations(areas, 2)) > 14
    assert min(difference(a, b, SIGHTS[sight]) for a, b in combinations(lines, 2)) > 9


def test_a_metric_keeps_its_colour_when_later_ones_join() -> None:
    few, many = theme.metric_colours(MANY[:5], "light"), theme.metric_colours(MANY, "light")
    assert all(few[m] == many[m] for m in few)


@pytest.mark.parametrize(("mode", "palette"), BOTH)
def test_tau_is_near_the_ground_of_the_page_at_zero_and_farthest_from_it_at_its_ends(
    mode: Mode, palette: Palette
) -> None:
    assert [stop for stop, _ in theme.tau_scale(mode)] == [0, 0.25, 0.5, 0.75, 1]
    assert [theme.tau_colour(t, mode) for t in (-2, -1, -0.5, 0, 0.5, 1)] == [
        palette.tau[0],
        *palette.tau,
    ]
    assert theme.share_scale(mode) == [
        [0, palette.tau[2]],
        [0.5, palette.tau[3]],
        [1, palette.tau[4]],
    ]
    away = [contrast(theme.tau_colour(t / 10, mode), palette.background) for t in range(-10, 11)]
    assert away[:11] == sorted(away[:11], reverse=True)
    assert away[10:] == sorted(away[10:])
    assert away[10] < 1.5, "a cell that says nothing does not glare"


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_undefined_cells_are_hatched_and_figures_carry_the_template(mode: Mode) -> None:
    trace = theme.hatched([(0, 1), (2, 3)], mode)
    assert trace.fillpattern.shape == "/"
    assert trace.fillpattern.fgcolor == theme.palette(mode).missing
    assert list(trace.x)[:5] == [-0.5, 0.5, 0.5, -0.5, -0.5]
    assert list(trace.x).count(None) == 2
    assert trace.hoverinfo == "skip"
    figure = theme.themed(go.Figure(go.Bar(y=[1])), mode)
    assert figure.layout.template.layout.paper_bgcolor == theme.palette(mode).background
    assert figure.layout.template.layout.yaxis.hoverformat == ".3f"
