"""Forest plot: every metric's ρ with closeness to the oracle, its interval and what shuffling alone would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.benchmarks import benchmark_marks
from components.plotting.metric_rows import name_rows
from components.plotting.theme import Mode, hatched, metric_colours, palette
from components.text import figure_text, p_value, shortened

ROW = 70
"""Height of a metric in pixels: its marks and a line of text above them."""


def forest(
    rows: Sequence[Mapping[str, Any]],
    notes: Sequence[str],
    benchmarks: Mapping[str, str],
    metric_ids: Sequence[str],
    mode: Mode,
) -> go.Figure:
    """Rows of the reliability part under one another, the first on top.

    `notes` is one line of text per row (its p, or why it has none), `benchmarks` maps the ids shown to labels,
    `metric_ids` are all score metrics of the suite, for the colours. ρ runs from −1 to 1, 0 is marked.
    """
    colours, hues = palette(mode), metric_colours(metric_ids, mode)
    place = {r["metric"]: len(rows) - 1 - i for i, r in enumerate(rows)}
    known = [r for r in rows if r["rho"] is not None]
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    unknown = [r for r in rows if r["rho"] is None]
    fig.add_trace(
        hatched([(x, place[r["metric"]] - 0.1) for r in unknown for x in (-0.75, -0.25, 0.25, 0.75)], mode, 0.5)
    )
    _intervals(fig, [r for r in known if r["low"] is not None], place, colours.muted)
    for benchmark, mark in benchmark_marks(tuple(benchmarks), mode).items():
        shown = [r for r in known if r["rho_by_benchmark"].get(benchmark) is not None]
        fig.add_scatter(
            x=[r["rho_by_benchmark"][benchmark] for r in shown],
            y=[place[r["metric"]] - 0.24 for r in shown],
            mode="markers",
            marker={**mark, "size": 8},
            name=f"within {figure_text(shortened(benchmarks[benchmark], 24))}",
            hovertemplate=f"within {figure_text(benchmarks[benchmark])}: %{{x:+.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=[r["rho_no_signal"] for r in known],
        y=[place[r["metric"]] for r in known],
        mode="markers",
        marker={"symbol": "circle-open", "size": 17, "color": colours.ink, "line": {"width": 2}},
        name="no signal",
        legendrank=2,
        hovertemplate="methods shuffled within benchmarks: %{x:+.3f}<extra></extra>",
    )
    fig.add_scatter(
        x=[r["rho"] for r in known],
        y=[place[r["metric"]] for r in known],
        mode="markers",
        marker={"symbol": "circle", "size": 10, "color": [hues[r["metric"]] for r in known]},
        name="ρ over all runs",
        legendrank=1,
        customdata=[[figure_text(r["label"]), r["n"], p_value(r["p"])] for r in known],
        hovertemplate="%{customdata[0]}: ρ %{x:+.3f} over %{customdata[1]} runs"
        "<br>asymptotic p %{customdata[2]} (takes runs for independent)<extra></extra>",
    )
    for row, note in zip(rows, notes, strict=True):
        fig.add_annotation(
            x=-1,
            y=place[row["metric"]] + 0.36,
            text=figure_text(note),
            showarrow=False,
            xanchor="left",
            yanchor="middle",
            font={"size": 12, "color": colours.muted},
            bgcolor=colours.background,
            borderpad=1,
        )
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="Spearman's ρ with closeness to the oracle")
    return name_rows(fig, rows, most=18)


def forest_height(count: int) -> int:
    """Pixels for a number of metrics, legend and axis included."""
    return 150 + ROW * max(count, 1)


def _intervals(fig: go.Figure, rows: Sequence[Mapping[str, Any]], place: Mapping[str, int], colour: str) -> None:
    """One trace of line segments, and the legend entry for them."""
    fig.add_scatter(
        x=[x for r in rows for x in (r["low"], r["high"], None)],
        y=[y for r in rows for y in (place[r["metric"]], place[r["metric"]], None)],
        mode="lines",
        line={"width": 3, "color": colour},
        name="95 % interval",
        legendrank=3,
        hoverinfo="skip",
    )
