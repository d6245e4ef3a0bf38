"""Figures of the reliability page: the ρ of every metric, the runs behind one, and weights as small bars."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from components.labels import Labels
from components.plotting.marks import benchmark_marks, log_ticks, name_rows, places, segments, write_notes
from components.plotting.theme import Mode, hatched, metric_colours, palette
from components.text import cleaned, counted, figure_text, number, p_value, shortened
from components.thinned import thinned
from components.views.reliability.result import MetricRuns, ReliabilityResult
from components.views.reliability.words import p_label

ROW = 70
"""Height of a metric in pixels: its marks and a line of text above them."""


def forest(result: ReliabilityResult, mode: Mode) -> go.Figure:
    """The metrics under one another, the first on top, each with its p above, or why it has none.

    ρ runs from −1 to 1, 0 is marked.
    """
    rows, known = result.rows, result.defined
    colours, hues, place = palette(mode), metric_colours([r.metric for r in rows], mode), places(rows)
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    unknown = [place[r.metric] - 0.1 for r in rows if r.rho is None]
    fig.add_trace(hatched([(x, y) for y in unknown for x in (-0.75, -0.25, 0.25, 0.75)], mode, 0.5))
    estimable = [r for r in known if r.low is not None]
    bounds = [(r.low, place[r.metric], r.high, place[r.metric]) for r in estimable]
    segments(fig, bounds, colours.muted, name="95 % interval", legendrank=3)
    for benchmark, mark in benchmark_marks(result.benchmarks, mode).items():
        label = result.labels.benchmark(benchmark)
        drawn = [r for r in known if r.rho_by_benchmark[benchmark] is not None]
        fig.add_scatter(
            x=[r.rho_by_benchmark[benchmark] for r in drawn],
            y=[place[r.metric] - 0.24 for r in drawn],
            mode="markers",
            marker={**mark, "size": 8},
            name=f"within {figure_text(shortened(label, 24))}",
            hovertemplate=f"within {figure_text(label)}: %{{x:+.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=[r.rho_no_signal for r in known],
        y=[place[r.metric] for r in known],
        mode="markers",
        marker={"symbol": "circle-open", "size": 17, "color": colours.ink, "line": {"width": 2}},
        name="no signal",
        legendrank=2,
        hovertemplate="methods shuffled within benchmarks: %{x:+.3f}<extra></extra>",
    )
    fig.add_scatter(
        x=[r.rho for r in known],
        y=[place[r.metric] for r in known],
        mode="markers",
        marker={"symbol": "circle", "size": 10, "color": [hues[r.metric] for r in known]},
        name="ρ over all runs",
        legendrank=1,
        customdata=[[figure_text(r.label), r.n, p_value(r.p)] for r in known],
        hovertemplate="%{customdata[0]}: ρ %{x:+.3f} over %{customdata[1]} runs"
        "<br>asymptotic p %{customdata[2]} (takes runs for independent)<extra></extra>",
    )
    write_notes(fig, rows, [p_label(r) for r in rows], -1, mode, up=0.36)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="Spearman's ρ with closeness to the oracle")
    return name_rows(fig, [r.label for r in rows], most=18).update_layout(height=150 + ROW * max(len(rows), 1))


def reliability_scatter(result: MetricRuns, mode: Mode) -> go.Figure:
    """The runs of a metric, better to the top and closer to the oracle to the right.

    The distance is on a log scale when every distance is above 0.
    """
    colours, labels, metric = palette(mode), result.labels, result.metric
    fig, runs = go.Figure(), thinned(result.runs)
    for benchmark, mark in benchmark_marks(result.benchmarks, mode).items():
        own = [r for r in runs if r.benchmark == benchmark]
        if not own:
            continue
        label = figure_text(shortened(labels.benchmark(benchmark), 24))
        fig.add_scatter(
            x=[r.distance for r in own],
            y=[r.value for r in own],
            mode="markers",
            marker={**mark, "size": 10, "opacity": 0.85, "line": {"width": 1, "color": colours.background}},
            name=label,
            customdata=[[figure_text(labels.method(r.method)), r.seed] for r in own],
            hovertemplate=f"{label} · %{{customdata[0]}} · seed %{{customdata[1]}}"
            f"<br>{figure_text(metric.label)} %{{y:.3f}}, distance %{{x:.3f}}<extra></extra>",
        )
    distances = [r.distance for r in result.runs]
    if distances and min(distances) > 0:
        ticks = log_ticks(min(distances), max(distances))
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
        fig.update_xaxes(title_text="Oracle distance (log scale): closer →", autorange="reversed")
    else:
        fig.update_xaxes(title_text="Oracle distance: closer →", autorange="reversed", nticks=6)
    fig.update_yaxes(
        title_text=f"{figure_text(shortened(metric.label, 30))}: better ↑",
        autorange="reversed" if metric.direction == "lower" else True,
    )
    return fig.update_layout(height=440)


MOST_BARS = 10


def bars_html(weights: Mapping[str, float], labels: Labels, title: str, mode: Mode) -> str:
    """A table of one bar per metric with its weight, names as text; of many metrics the heaviest and the rest's sum."""
    hues = metric_colours(list(weights), mode)
    drawn = weights
    if len(weights) > MOST_BARS:
        heaviest = sorted((m for m, w in weights.items() if w > 0), key=lambda m: -weights[m])[:MOST_BARS]
        drawn = {m: w for m, w in weights.items() if m in heaviest}
    rows = [_bar(labels.metric(m), w, hues[m]) for m, w in drawn.items()]
    if len(drawn) < len(weights):
        rest = sum(w for m, w in weights.items() if m not in drawn)
        rows.append(_bar(counted(len(weights) - len(drawn), "other"), rest, ""))
    return (
        f'<table aria-label="{escape(cleaned(title), quote=True)}" style="width:100%;border-collapse:collapse;'
        f'font-size:.875rem;font-variant-numeric:tabular-nums">{"".join(rows)}</table>'
    )


def _bar(name: str, w: float, colour: str) -> str:
    """One row; a sum over several metrics has no colour and no bar."""
    bar = f'<div style="height:.7rem;width:{100 * w:.2f}%;background:{colour}"></div>' if colour else ""
    return (
        '<tr><th scope="row" style="text-align:left;font-weight:400;padding:0 .5rem 0 0;white-space:nowrap">'
        f"{escape(shortened(name, 14))}</th>"
        f'<td style="width:100%;padding:0">{bar}</td>'
        f'<td style="text-align:right;padding:0 0 0 .5rem">{number(w)}</td></tr>'
    )
