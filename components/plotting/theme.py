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
    """The colours of one theme, as #RRGGBB; `tau` has the colours of −1, −½, 0, ½ and 1.

    On the light page white figures can be read on the blue of a τ from .6.
    """

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
    tau=("#C55A00", "#F0A860", "#FFFFFF", "#3F84C2", "#0A4F8C"),
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

ColourScale = list[list[float | str]]
EQUAL_CONTRAST = 0.1791
"""The luminance on which black and white read equally well."""


def palette(mode: Mode) -> Palette:
    """Return the colours of a theme."""
    return DARK if mode == "dark" else LIGHT


def tau_scale(mode: Mode) -> ColourScale:
    """Return the colour scale of τ, with zmin=−1 and zmax=+1: orange −1, 0 near the ground of the
    page, blue +1."""
    return _scale(palette(mode).tau)


def share_scale(mode: Mode) -> ColourScale:
    """Return the colour scale of shares, from never to always: the agreeing half of that of τ,
    since none can be negative."""
    return _scale(palette(mode).tau[2:])


def _scale(colours: Sequence[str]) -> ColourScale:
    return [[index / (len(colours) - 1), colour] for index, colour in enumerate(colours)]


def metric_colours(metric_ids: Sequence[str], mode: Mode) -> dict[str, str]:
    """Return the colour of each metric for areas: bars, cells, bands, with an outline in its
    `metric_lines` colour.

    `metric_ids` are all score metrics of the suite in registry order, never a filtered list.
    """
    return _shades(metric_ids, palette(mode).areas, palette(mode).deepen)


def metric_lines(metric_ids: Sequence[str], mode: Mode) -> dict[str, str]:
    """Return the colour of each metric for lines, outlines and small marks: the same hue at 3:1 or
    more against the page."""
    return _shades(metric_ids, palette(mode).lines, palette(mode).deepen)


def tau_colour(value: float, mode: Mode) -> str:
    """Return the colour of one τ on its scale, for drawings that are not a heat map."""
    position = (min(max(value, -1.0), 1.0) + 1) * 2
    colour_index = min(int(position), 3)
    lower_colour, upper_colour = palette(mode).tau[colour_index : colour_index + 2]
    return mixed(lower_colour, upper_colour, position - colour_index)


def ink_on(colour: str) -> str:
    """Return black or white, whichever reads better on a colour."""
    return "#000000" if luminance(colour) > EQUAL_CONTRAST else "#FFFFFF"


def hatched(cells: Iterable[tuple[float, float]], mode: Mode, size: float = 1.0) -> go.Scatter:
    """Return grey hatching over undefined cells, centred at (x, y), as one trace without hover or
    legend."""
    across: list[float | None] = []
    upward: list[float | None] = []
    for column, row in cells:
        left = column - size / 2
        right = column + size / 2
        low = row - size / 2
        high = row + size / 2
        across += [left, right, right, left, left, None]
        upward += [low, low, high, high, low, None]
    colours = palette(mode)
    return go.Scatter(
        x=across,
        y=upward,
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
    """Return axes, type and margins of every figure. Numbers in hover texts have 3 decimals unless
    a figure says more."""
    colours = palette(mode)
    axis_look = {
        "gridcolor": colours.grid,
        "linecolor": colours.grid,
        "zerolinecolor": colours.grid,
        "tickcolor": colours.grid,
        "hoverformat": ".3f",
        "automargin": True,
        "title": {"font": {"size": SIZE, "color": colours.muted}, "standoff": 8},
        "tickfont": {"size": SIZE, "color": colours.ink},
    }
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 14, "color": colours.ink},
            "paper_bgcolor": colours.background,
            "plot_bgcolor": colours.background,
            "colorway": list(colours.lines),
            "xaxis": axis_look,
            "yaxis": axis_look,
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
                "bgcolor": colours.surface,
                "bordercolor": colours.muted,
                "font": {"family": FONT, "size": 13, "color": colours.ink},
                "align": "left",
            },
            "modebar": {
                "bgcolor": "rgba(0,0,0,0)",
                "color": colours.muted,
                "activecolor": colours.accent,
            },
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
    """Return the relative luminance of #RRGGBB (WCAG 2)."""
    luminance = 0.0
    for channel, weight in zip(bytes.fromhex(colour[1:]), (0.2126, 0.7152, 0.0722), strict=True):
        channel_level = channel / 255
        linear = channel_level / 12.92
        if channel_level > 0.04045:
            linear = ((channel_level + 0.055) / 1.055) ** 2.4
        luminance += weight * linear
    return luminance


@cache
def mixed(first_colour: str, second_colour: str, share_of_second: float) -> str:
    """Return a colour between two of the form #RRGGBB; a `share_of_second` of 1 is the second."""
    mixture = "#"
    for first_part, second_part in zip(
        bytes.fromhex(first_colour[1:]), bytes.fromhex(second_colour[1:]), strict=True
    ):
        mixture += f"{round(first_part + (second_part - first_part) * share_of_second):02X}"
    return mixture


def _shades(metric_ids: Sequence[str], hues: tuple[str, ...], deepen: str) -> dict[str, str]:
    shades = {}
    for metric_index, metric_id in enumerate(metric_ids):
        turn, hue_index = divmod(metric_index, len(hues))
        hue = hues[hue_index]
        # black has nothing deeper: it is lightened
        towards = "#FFFFFF" if hue == deepen else deepen
        shades[metric_id] = mixed(hue, towards, DEEPER[turn % len(DEEPER)])
    return shades
