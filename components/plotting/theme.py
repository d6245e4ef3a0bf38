"""The one plotly template and palette, for the light and the dark theme.

Metrics keep one colour each everywhere: areas in the Okabe–Ito colours (Okabe & Ito 2008) in
registry order; lines, outlines and small marks in the shade of the same hue that reaches 3:1
against the page. τ runs from orange (contradicting) over white, in the dark theme a dark grey
(none), to blue (agreeing). What is missing or undefined is grey hatching. `.streamlit/config.toml`
repeats background, ink and accent; a test compares them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import plotly.graph_objects as go

from components.plotting.room import SIZE

Mode = Literal["light", "dark"]

MARGIN = {"l": 8, "r": 8, "t": 32, "b": 8}
"""Pixels around a plot, without its labels."""

FONT = "'Source Sans', 'Source Sans 3', system-ui, -apple-system, 'Segoe UI', sans-serif"


_OKABE_ITO = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442")


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, as #RRGGBB; `tau` has the colours of −1, −½, 0, ½ and 1."""

    background: str
    surface: str
    ink: str
    muted: str
    grid: str
    accent: str
    missing: str
    areas: tuple[str, ...]
    lines: tuple[str, ...]
    deepen: str
    tau: tuple[str, str, str, str, str]


LIGHT = Palette(
    background="#FFFFFF",
    surface="#F3F5F7",
    ink="#1B2733",
    muted="#55616D",
    grid="#DCE1E6",
    accent="#0B66B2",
    missing="#7A848E",
    areas=(*_OKABE_ITO, "#000000"),
    lines=("#0072B2", "#C48700", "#009E73", "#B5618F", "#A63C00", "#4B9DCB", "#847D24", "#3D3D3D"),
    deepen="#000000",
    tau=("#C55A00", "#F0A860", "#FFFFFF", "#7DB3DE", "#0B5FA5"),
)
DARK = Palette(
    background="#0F1418",
    surface="#1A2127",
    ink="#E6EBEF",
    muted="#A7B1BA",
    grid="#2E3740",
    accent="#6CB8F0",
    missing="#8A949D",
    areas=(*_OKABE_ITO, "#C8C8C8"),
    lines=(*_OKABE_ITO, "#C8C8C8"),
    deepen="#FFFFFF",
    tau=("#F0A050", "#9A5A22", "#29323A", "#2C6AA3", "#6CB8F0"),
)

DEEPER = (0.0, 0.30, 0.52, 0.68)
"""How far each round through the eight hues is mixed towards black (light theme) or white (dark
theme)."""

Scale = list[list[float | str]]


def palette(mode: Mode) -> Palette:
    """The colours of a theme."""
    return DARK if mode == "dark" else LIGHT


def tau_scale(mode: Mode) -> Scale:
    """Colour scale of τ, with zmin=−1 and zmax=+1: orange −1, 0 near the ground of the page, blue
    +1."""
    return [[i / 4, colour] for i, colour in enumerate(palette(mode).tau)]


def share_scale(mode: Mode) -> Scale:
    """Colour scale of shares, from never to always: the agreeing half of that of τ, since none can
    be negative."""
    return [[i / 2, colour] for i, colour in enumerate(palette(mode).tau[2:])]


def metric_colours(metric_ids: Sequence[str], mode: Mode) -> dict[str, str]:
    """The colour of each metric for areas: bars, cells, bands, with an outline in its
    `metric_lines` colour.

    `metric_ids` are all score metrics of the suite in registry order, never a filtered list.
    """
    colours = palette(mode)
    return {m: _shade(i, colours.areas, colours.deepen) for i, m in enumerate(metric_ids)}


def metric_lines(metric_ids: Sequence[str], mode: Mode) -> dict[str, str]:
    """The colour of each metric for lines, outlines and small marks: the same hue at 3:1 or more
    against the page."""
    colours = palette(mode)
    return {m: _shade(i, colours.lines, colours.deepen) for i, m in enumerate(metric_ids)}


def tau_colour(value: float, mode: Mode) -> str:
    """The colour of one τ on its scale, for drawings that are not a heat map."""
    steps = (min(max(value, -1.0), 1.0) + 1) * 2
    low, colours = min(int(steps), 3), palette(mode).tau
    return mixed(colours[low], colours[low + 1], steps - low)


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return (
        "#000000" if luminance(colour) > 0.1791 else "#FFFFFF"
    )  # where both have the same contrast


def hatched(cells: Iterable[tuple[float, float]], mode: Mode, size: float = 1.0) -> go.Scatter:
    """Grey hatching over undefined cells, centred at (x, y), as one trace without hover or
    legend."""
    x: list[float | None] = []
    y: list[float | None] = []
    half = size / 2
    for cx, cy in cells:
        x += [cx - half, cx + half, cx + half, cx - half, cx - half, None]
        y += [cy - half, cy - half, cy + half, cy + half, cy - half, None]
    colours = palette(mode)
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=colours.surface,
        fillpattern={
            "shape": "/",
            "fgcolor": colours.missing,
            "bgcolor": colours.surface,
            "size": 7,
            "solidity": 0.25,
        },
        hoverinfo="skip",
        showlegend=False,
        name="undefined",
    )


@cache
def template(mode: Mode) -> go.layout.Template:
    """Axes, type and margins of every figure. Numbers in hover texts have 3 decimals unless a
    figure says more."""
    c = palette(mode)
    axis = {
        "gridcolor": c.grid,
        "linecolor": c.grid,
        "zerolinecolor": c.grid,
        "tickcolor": c.grid,
        "hoverformat": ".3f",
        "automargin": True,
        "title": {"font": {"size": SIZE, "color": c.muted}, "standoff": 8},
        "tickfont": {"size": SIZE, "color": c.ink},
    }
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 14, "color": c.ink},
            "paper_bgcolor": c.background,
            "plot_bgcolor": c.background,
            "colorway": list(c.lines),
            "xaxis": axis,
            "yaxis": axis,
            "margin": dict(MARGIN),
            "legend": {
                "orientation": "h",
                "x": 0,
                "xanchor": "left",
                "y": 1.0,
                "yanchor": "bottom",
                "font": {"size": 13},
            },
            "hoverlabel": {
                "bgcolor": c.surface,
                "bordercolor": c.muted,
                "font": {"family": FONT, "size": 13, "color": c.ink},
                "align": "left",
            },
            "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": c.muted, "activecolor": c.accent},
            "coloraxis": {"colorbar": {"outlinewidth": 0, "thickness": 12, "tickformat": ".1f"}},
            "separators": ". ",
            "dragmode": False,
            "hovermode": "closest",
        }
    )


def themed(figure: go.Figure, mode: Mode) -> go.Figure:
    """Put a figure under the template of a theme, in place, and return it."""
    return figure.update_layout(template=template(mode))


def luminance(colour: str) -> float:
    """Relative luminance of #RRGGBB (WCAG 2)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@cache
def mixed(first: str, second: str, share: float) -> str:
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _shade(index: int, hues: tuple[str, ...], deepen: str) -> str:
    turn, hue = divmod(index, len(hues))
    # black has nothing deeper: it is lightened
    return mixed(
        hues[hue], deepen if hues[hue] != deepen else "#FFFFFF", DEEPER[turn % len(DEEPER)]
    )
