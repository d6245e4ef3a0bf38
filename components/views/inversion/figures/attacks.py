"""Attacks under two evaluators: slopes between the accuracies, confusion as bars, rates with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.theme import Mode, ink_on, palette
from components.text import UNDEFINED, figure_text, number

Rows = Sequence[Mapping[str, Any]]
MOST_LABELS = 16
"""Lines that are still labelled at their end; beyond it the names are in the hover text and in the table."""
CELLS = (("tp", "TP", 0, ""), ("fp", "FP", 1, "/"), ("fn", "FN", 3, "x"), ("tn", "TN", 5, "."))
RATES = (
    ("fpr", "false positives", "circle", 4),
    ("fnr", "false negatives", "square", 0),
    ("fdr", "false discoveries", "x", 2),
)
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x")
_GAP = 0.055
_FIFTHS = {"tickvals": [i / 5 for i in range(6)], "ticktext": [f"{i / 5:.1f}" for i in range(6)]}


def accuracy_slopes(rows: Rows, labels: Sequence[str], judge: str, mode: Mode) -> go.Figure:
    """A line per row from its accuracy under the standard evaluator to that under the judge; private sets by dash."""
    colours = palette(mode)
    sets = list(dict.fromkeys(r["private_set"] for r in rows))
    known = [
        (r, label)
        for r, label in zip(rows, labels, strict=True)
        if r["accuracy_standard"] is not None and r["accuracy_judge"] is not None
    ]
    fig = go.Figure()
    for row, label in known:
        place = sets.index(row["private_set"])
        colour = colours.lines[place % len(colours.lines)]
        ends = [row["accuracy_standard"], row["accuracy_judge"]]
        fig.add_scatter(
            x=[0, 1],
            y=ends,
            mode="lines+markers",
            line={"color": colour, "width": 2, "dash": DASHES[place % len(DASHES)]},
            marker={"size": 9, "symbol": SYMBOLS[place % len(SYMBOLS)]},
            customdata=[["standard evaluator"], [figure_text(judge)]],
            hovertemplate=f"{figure_text(label)}<br>%{{customdata[0]}}: %{{y:.3f}}<extra></extra>",
            showlegend=False,
        )
    if len(known) <= MOST_LABELS:
        heights = spread([row["accuracy_judge"] for row, _ in known], _GAP)
        for (row, label), y in zip(known, heights, strict=True):
            fig.add_annotation(
                x=1.04,
                y=y,
                text=f"{figure_text(label)} {number(row['accuracy_judge'])}",
                showarrow=False,
                xanchor="left",
                font={"size": 12, "color": colours.ink},
            )
    fig.update_xaxes(
        range=[-0.12, 1.95 if len(known) <= MOST_LABELS else 1.12],
        tickvals=[0, 1],
        ticktext=["standard", figure_text(judge)],
        showgrid=False,
        zeroline=False,
    )
    top = max([1.0, *spread([row["accuracy_judge"] for row, _ in known], _GAP)])
    fig.update_yaxes(range=[-0.04, top + 0.04], title_text="share accepted", **_FIFTHS)
    return fig


def confusion_bars(rows: Rows, labels: Sequence[str], mode: Mode) -> go.Figure:
    """Shares of TP, FP, FN and TN of each row side by side, counts inside; told apart by pattern as well as colour."""
    colours = palette(mode)
    places = [len(rows) - 1 - i for i in range(len(rows))]
    fig = go.Figure()
    for key, name, hue, pattern in CELLS:
        colour = colours.areas[hue]
        fig.add_bar(
            x=[r[key] / r["answered"] if r["answered"] else None for r in rows],
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
            text=[str(r[key]) if r["answered"] and r[key] / r["answered"] >= 0.06 else "" for r in rows],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": ink_on(colour), "size": 13},
            customdata=[[figure_text(label), r[key], r["answered"]] for r, label in zip(rows, labels, strict=True)],
            hovertemplate=f"%{{customdata[0]}}<br>{name}: %{{customdata[1]}} of %{{customdata[2]}}<extra></extra>",
        )
    _rows_axis(fig, labels, places)
    fig.update_xaxes(range=[0, 1], title_text="share of reconstructions", tickformat=".1f")
    fig.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return fig


def rate_dots(rows: Rows, labels: Sequence[str], mode: Mode) -> go.Figure:
    """FPR, FNR and FDR of each row (by shape and colour) with their 95 % Wilson intervals."""
    colours = palette(mode)
    places = [len(rows) - 1 - i for i in range(len(rows))]
    fig = go.Figure()
    for lane, (key, name, symbol, hue) in enumerate(RATES):
        known = [
            (y + 0.24 * (1 - lane), r, label)
            for y, r, label in zip(places, rows, labels, strict=True)
            if r[key] is not None
        ]
        fig.add_scatter(
            x=[x for _, r, _ in known for x in (r[f"{key}_low"], r[f"{key}_high"], None)],
            y=[v for y, _, _ in known for v in (y, y, None)],
            mode="lines",
            line={"width": 3, "color": colours.lines[hue]},
            hoverinfo="skip",
            showlegend=False,
            name=f"{name} interval",
        )
        fig.add_scatter(
            x=[r[key] for _, r, _ in known],
            y=[y for y, _, _ in known],
            mode="markers",
            name=f"{key.upper()} ({name})",
            marker={"size": 10, "symbol": symbol, "color": colours.lines[hue]},
            customdata=[[figure_text(label), r[f"{key}_low"], r[f"{key}_high"]] for _, r, label in known],
            hovertemplate="%{customdata[0]}<br>%{x:.3f} (%{customdata[1]:.3f} to %{customdata[2]:.3f})<extra></extra>",
        )
        for y in (place for place, r in zip(places, rows, strict=True) if r[key] is None):
            fig.add_annotation(
                x=0,
                y=y + 0.24 * (1 - lane),
                text=f"{UNDEFINED} {key.upper()}",
                showarrow=False,
                xanchor="left",
                font={"size": 12, "color": colours.muted},
            )
    _rows_axis(fig, labels, places)
    fig.update_xaxes(range=[-0.02, 1.02], title_text="rate", tickformat=".1f")
    return fig


def bars_height(rows: int, each: int = 40) -> int:
    """Pixels for a number of rows with a legend above them."""
    return 130 + each * rows


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Places for labels near their values, in the same order and at least `gap` apart; the lowest stays in place."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    placed = [0.0] * len(values)
    last = float("-inf")
    for i in order:
        last = max(values[i], last + gap)
        placed[i] = last
    return placed


def _rows_axis(fig: go.Figure, labels: Sequence[str], places: Sequence[int]) -> None:
    fig.update_yaxes(
        tickvals=list(places),
        ticktext=[figure_text(label) for label in labels],
        range=[-0.6, len(labels) - 0.4],
        showgrid=False,
        zeroline=False,
    )
