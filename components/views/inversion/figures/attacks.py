"""Attacks under two evaluators: slopes between the accuracies, confusion as bars, rates with their intervals."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import name_rows, segments
from components.plotting.room import spread
from components.plotting.theme import Mode, ink_on, palette
from components.text import UNDEFINED, figure_text, number
from components.views.inversion.comparison import called
from components.views.inversion.result import InversionResult

MOST_LABELS = 16
"""Lines that are still labelled at their end; beyond it the names are in the hover text and in the table."""
CELLS = (("TP", 0, ""), ("FP", 1, "/"), ("FN", 3, "x"), ("TN", 5, "."))
"""Each with its hue and its pattern."""
RATES = (
    ("FPR", "false positives", "circle", 4),
    ("FNR", "false negatives", "square", 0),
    ("FDR", "false discoveries", "x", 2),
)
"""The rates of a comparison in their order, each with its symbol and its hue."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x")
_GAP = 0.055
_FIFTHS = {"tickvals": [i / 5 for i in range(6)], "ticktext": [f"{i / 5:.1f}" for i in range(6)]}


def accuracy_slopes(result: InversionResult, mode: Mode) -> go.Figure:
    """A line per row from its accuracy under the standard evaluator to that under the judge; private sets by dash."""
    colours = palette(mode)
    judge = figure_text(called(result.judge))
    sets = list(dict.fromkeys(r.private_set for r in result.rows))
    known = [
        (figure_text(result.label(r)), sets.index(r.private_set), r.accuracy_standard, r.accuracy_judge)
        for r in result.rows
        if r.accuracy_standard is not None and r.accuracy_judge is not None
    ]
    fig = go.Figure()
    for label, place, by_standard, by_judge in known:
        fig.add_scatter(
            x=[0, 1],
            y=[by_standard, by_judge],
            mode="lines+markers",
            line={"color": colours.lines[place % len(colours.lines)], "width": 2, "dash": DASHES[place % len(DASHES)]},
            marker={"size": 9, "symbol": SYMBOLS[place % len(SYMBOLS)]},
            customdata=[["standard evaluator"], [judge]],
            hovertemplate=f"{label}<br>%{{customdata[0]}}: %{{y:.3f}}<extra></extra>",
            showlegend=False,
        )
    heights = spread([by_judge for *_, by_judge in known], _GAP)
    labelled = len(known) <= MOST_LABELS
    if labelled:
        for (label, _, _, by_judge), y in zip(known, heights, strict=True):
            fig.add_annotation(
                x=1.04,
                y=y,
                text=f"{label} {number(by_judge)}",
                showarrow=False,
                xanchor="left",
                font={"size": 12, "color": colours.ink},
            )
    fig.update_xaxes(
        range=[-0.12, 1.95 if labelled else 1.12],
        tickvals=[0, 1],
        ticktext=["standard", judge],
        showgrid=False,
        zeroline=False,
    )
    fig.update_yaxes(range=[-0.04, max([1.0, *heights]) + 0.04], title_text="share accepted", **_FIFTHS)
    return fig.update_layout(height=460)


def confusion_bars(result: InversionResult, mode: Mode) -> go.Figure:
    """Shares of TP, FP, FN and TN of each row side by side, counts inside; told apart by pattern as well as colour."""
    colours = palette(mode)
    labels, places = _rows_of(result)
    fig = go.Figure()
    for name, hue, pattern in CELLS:
        colour = colours.areas[hue]
        counts = [r.cells[name] for r in result.rows]
        shares = [r.cells[name] / r.answered if r.answered else None for r in result.rows]
        fig.add_bar(
            x=shares,
            y=places,
            orientation="h",
            name=name,
            marker={
                "color": colour,
                "line": {"color": colours.background, "width": 1},
                "pattern": {
                    "shape": pattern,
                    "fillmode": "overlay",
                    "fgcolor": ink_on(colour),
                    "fgopacity": 0.3,
                    "size": 8,
                },
            },
            text=[str(n) if (share or 0) >= 0.06 else "" for n, share in zip(counts, shares, strict=True)],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": ink_on(colour), "size": 13},
            customdata=[[label, n, r.answered] for r, label, n in zip(result.rows, labels, counts, strict=True)],
            hovertemplate=f"%{{customdata[0]}}<br>{name}: %{{customdata[1]}} of %{{customdata[2]}}<extra></extra>",
        )
    fig.update_xaxes(range=[0, 1], title_text="share of reconstructions", tickformat=".1f")
    fig.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return _named(fig, result, 40)


def rate_dots(result: InversionResult, mode: Mode) -> go.Figure:
    """FPR, FNR and FDR of each row (by shape and colour) with their 95 % Wilson intervals."""
    colours = palette(mode)
    labels, places = _rows_of(result)
    fig = go.Figure()
    for lane, (name, meaning, symbol, hue) in enumerate(RATES):
        rates = [
            (place + 0.24 * (1 - lane), label, row.rates[lane])
            for place, label, row in zip(places, labels, result.rows, strict=True)
        ]
        known = [(y, label, rate) for y, label, rate in rates if rate.share is not None]
        bounds = [(rate.low, y, rate.high, y) for y, _, rate in known]
        segments(fig, bounds, colours.lines[hue], showlegend=False, name=f"{meaning} interval")
        fig.add_scatter(
            x=[rate.share for _, _, rate in known],
            y=[y for y, _, _ in known],
            mode="markers",
            name=f"{name} ({meaning})",
            marker={"size": 10, "symbol": symbol, "color": colours.lines[hue]},
            customdata=[[label, rate.low, rate.high] for _, label, rate in known],
            hovertemplate="%{customdata[0]}<br>%{x:.3f} (%{customdata[1]:.3f} to %{customdata[2]:.3f})<extra></extra>",
        )
        for y in (y for y, _, rate in rates if rate.share is None):
            fig.add_annotation(
                x=0,
                y=y,
                text=f"{UNDEFINED} {name}",
                showarrow=False,
                xanchor="left",
                font={"size": 12, "color": colours.muted},
            )
    fig.update_xaxes(range=[-0.02, 1.02], title_text="rate", tickformat=".1f")
    return _named(fig, result, 52)


def _rows_of(result: InversionResult) -> tuple[list[str], list[int]]:
    """Labels and places of the rows, the first one on top."""
    return [figure_text(result.label(r)) for r in result.rows], list(range(len(result.rows)))[::-1]


def _named(fig: go.Figure, result: InversionResult, each: int) -> go.Figure:
    """The rows named, with `each` so many pixels and room for a legend above them."""
    labels = [result.label(r) for r in result.rows]
    return name_rows(fig, labels, most=34).update_layout(height=130 + each * len(labels))
