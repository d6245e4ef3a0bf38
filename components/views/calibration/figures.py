"""How metrics judge models whose right answer is known: places, areas under the curve, ρ with the oracle, modality."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.plotting.marks import benchmark_marks, name_rows, places, segments, write_notes
from components.plotting.theme import Mode, hatched, metric_lines, palette
from components.sentences import correlation_label
from components.text import figure_text, joined, shortened
from components.views.calibration.ground_truth import KNOWN, UNKNOWN, GroundTruthResult, GroundTruthRow
from components.views.calibration.result import CalibrationResult, MetricRow
from components.views.calibration.words import BLIND, alarm_label, area_label, place_label, pool_label

ROW = 54


def retrain_places(result: CalibrationResult, mode: Mode) -> go.Figure:
    """The place of every genuine retrain per metric, 1 = best; dots grow with the number of retrains at a place."""
    rows, colours, hues = result.metrics, palette(mode), metric_lines([r.metric for r in result.metrics], mode)
    fig, place = go.Figure(), places(rows)
    most = max((r.candidates for r in rows), default=1)
    known = [r for r in rows if r.retrains]
    fig.add_trace(hatched([((most + 1) / 2, place[r.metric]) for r in rows if not r.retrains], mode, 0.5))
    dots: list[tuple[MetricRow, float, int]] = []
    for r in known:
        dots += [(r, x, r.places.count(x)) for x in sorted(set(r.places))]
    fig.add_scatter(
        x=[x for _, x, _ in dots],
        y=[place[r.metric] for r, _, _ in dots],
        mode="markers",
        marker={
            "size": [6 + 2.2 * min(n, 12) ** 0.8 for _, _, n in dots],
            "color": [hues[r.metric] for r, _, _ in dots],
            "opacity": 0.75,
        },
        customdata=[[figure_text(r.label), n] for r, _, n in dots],
        hovertemplate="%{customdata[0]}: %{customdata[1]} at place %{x:g}<extra></extra>",
        showlegend=False,
        name="places",
    )
    means = [(r.mean_place, place[r.metric] - 0.25, r.mean_place, place[r.metric] + 0.25) for r in known]
    segments(fig, means, colours.ink, showlegend=False, name="mean")
    write_notes(fig, rows, [place_label(r) for r in rows], 0.6, mode)
    fig.update_xaxes(
        range=[0.4, most + 0.6], title_text=f"Place of the genuine retrain: ← best of {most}", dtick=2, tick0=1
    )
    return _rows(fig, rows)


def separation_dots(result: CalibrationResult, mode: Mode) -> go.Figure:
    """Area under the curve on canaries (filled) and on the other benchmarks (open), one row per metric."""
    rows, colours, hues = result.metrics, palette(mode), metric_lines([r.metric for r in result.metrics], mode)
    fig, place = go.Figure(), places(rows)
    fig.add_vline(x=0.5, line={"width": 1, "color": colours.muted, "dash": "dash"})
    unknown = [r for r in rows if r.all.auc is None]
    fig.add_trace(hatched([(0.5, place[r.metric] - 0.1) for r in unknown], mode, 0.5))
    for canary, symbol, name in ((False, "circle-open", "random forget set"), (True, "circle", "canaries")):
        dots = [(r, b) for r in rows for b in r.by_benchmark if b.canary == canary and b.auc is not None]
        if dots:
            fig.add_scatter(
                x=[b.auc for _, b in dots],
                y=[place[r.metric] - (0.12 if canary else 0.28) for r, _ in dots],
                mode="markers",
                marker={
                    "symbol": symbol,
                    "size": 10,
                    "color": [hues[r.metric] for r, _ in dots],
                    "line": {"width": 2},
                },
                customdata=[[figure_text(r.label), figure_text(b.benchmark)] for r, b in dots],
                hovertemplate="%{customdata[0]} on %{customdata[1]}: %{x:.3f}<extra></extra>",
                name=name,
            )
    write_notes(fig, rows, [alarm_label(r) for r in rows], 0, mode)
    fig.update_xaxes(range=[-0.03, 1.03], dtick=0.25, title_text="AUC between original and retrained models")
    return _rows(fig, rows)


def rho_dots(result: CalibrationResult, mode: Mode) -> go.Figure:
    """Mean within-benchmark ρ per metric, and the ρ of each benchmark as small marks."""
    rows, colours, hues = result.metrics, palette(mode), metric_lines([r.metric for r in result.metrics], mode)
    fig, place = go.Figure(), places(rows)
    benchmarks = [b.benchmark for b in rows[0].by_benchmark] if rows else []
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    fig.add_trace(hatched([(0.0, place[r.metric] - 0.1) for r in rows if r.rho is None], mode, 0.5))
    for benchmark, mark in benchmark_marks(benchmarks, mode).items():
        own = [(r, b) for r in rows for b in r.by_benchmark if b.benchmark == benchmark and b.rho is not None]
        label = figure_text(shortened(result.labels.benchmark(benchmark), 24))
        fig.add_scatter(
            x=[b.rho for _, b in own],
            y=[place[r.metric] - 0.3 for r, _ in own],
            mode="markers",
            marker={**mark, "size": 8},
            name=label,
            hovertemplate=f"{label}: %{{x:+.3f}}<extra></extra>",
        )
    known = [r for r in rows if r.rho is not None]
    fig.add_scatter(
        x=[r.rho for r in known],
        y=[place[r.metric] - 0.05 for r in known],
        mode="markers",
        marker={"size": 11, "color": [hues[r.metric] for r in known]},
        name="mean",
        showlegend=False,
        customdata=[[figure_text(r.label)] for r in known],
        hovertemplate="%{customdata[0]}: mean ρ %{x:+.3f}<extra></extra>",
    )
    write_notes(fig, rows, [correlation_label("ρ", r.rho, r.p, r.p_min) for r in rows], -1, mode)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="Spearman's ρ with closeness to the oracle")
    return _rows(fig, rows)


def modality_lines(result: CalibrationResult, mode: Mode) -> go.Figure:
    """Mean τ of each seed on the unimodal (left) and the multimodal benchmark (right), one colour and mark per pair."""
    fig, label = go.Figure(), result.labels.benchmark
    marks = benchmark_marks([r.multimodal for r in result.modality], mode)
    for row in result.modality:
        own = [s for s in row.by_seed if s.unimodal is not None and s.multimodal is not None]
        mark = marks[row.multimodal]
        name = f"{shortened(label(row.unimodal), 16)} → {shortened(label(row.multimodal), 18)}"
        fig.add_scatter(
            x=[x for _ in own for x in (0, 1, None)],
            y=[y for s in own for y in (s.unimodal, s.multimodal, None)],
            mode="lines+markers",
            line={"width": 1.5, "color": mark["color"]},
            marker={**mark, "size": 9},
            name=figure_text(name),
            hovertemplate="mean τ %{y:.3f}<extra></extra>",
        )
    fig.update_xaxes(tickvals=[0, 1], ticktext=["images alone", "with questions"], range=[-0.3, 1.3], showgrid=False)
    fig.update_yaxes(title_text="Mean τ between metrics", zeroline=True)
    return fig.update_layout(height=420)


def truth_areas(result: GroundTruthResult, mode: Mode) -> go.Figure:
    """The area under the curve of each metric between the pools, with its bounds, the best on top."""
    rows, colours = result.best_first, palette(mode)
    fig, place = go.Figure(), places(rows)
    fig.add_vline(x=BLIND, line={"width": 1, "color": colours.muted, "dash": "dash"})
    bounds = [(r.low, place[r.metric] - 0.15, r.high, place[r.metric] - 0.15) for r in rows]
    name = "range over training variants" if any(r.is_range for r in rows) else "95 % interval"
    segments(fig, bounds, colours.accent, 2, name=name)
    fig.add_scatter(
        x=[r.auc for r in rows],
        y=[place[r.metric] - 0.15 for r in rows],
        mode="markers",
        marker={"size": 11, "color": colours.accent},
        customdata=[[figure_text(r.name), r.low, r.high] for r in rows],
        hovertemplate="%{customdata[0]}: AUC %{x:.3f}, %{customdata[1]:.3f} to %{customdata[2]:.3f}<extra></extra>",
        name="AUC",
    )
    write_notes(fig, rows, [area_label(r) for r in rows], 0, mode, 0.25)
    fig.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 0.25, BLIND, 0.75, 1],
        ticktext=["0", "0.25", "0.5 blind", "0.75", "1"],
        title_text="AUC between models that know and models that never did",
    )
    return _rows(fig, rows)


def pool_strips(result: GroundTruthResult, mode: Mode) -> go.Figure:
    """The values of both pools under each metric, each row from the least to the most knowledge, the reference a line.

    The rows stand as in `truth_areas`.
    """
    rows, colours = result.best_first, palette(mode)
    fig, place = go.Figure(), places(rows)
    ends = {r.metric: _ends([m.values[r.metric] for m in result.models]) for r in rows}
    for pool, name, symbol, colour, down in (
        (KNOWN, "knows", "circle", colours.accent, 0.08),
        (UNKNOWN, "never knew", "circle-open", colours.ink, 0.28),
    ):
        models = [m for m in result.models if m.pool == pool]
        values = [(r, m.model, m.values[r.metric]) for r in rows for m in models]
        strip = [(r, model, value) for r, model, value in values if value is not None]
        fig.add_scatter(
            x=[_share(v, *ends[r.metric], r.sign) for r, _, v in strip],
            y=[place[r.metric] - down for r, _, _ in strip],
            mode="markers",
            marker={"symbol": symbol, "size": 8, "color": colour, "opacity": 0.55},
            customdata=[[figure_text(r.label), figure_text(model), v] for r, model, v in strip],
            hovertemplate="%{customdata[1]}: %{customdata[0]} %{customdata[2]:.4f}<extra></extra>",
            name=name,
        )
    at = [
        (_share(r.reference_value, *ends[r.metric], r.sign), place[r.metric])
        for r in rows
        if r.reference_value is not None
    ]
    if at:
        name = figure_text(shortened(joined(result.references), 24))
        segments(fig, [(x, y - 0.42, x, y + 0.06) for x, y in at], colours.ink, name=name)
    write_notes(fig, rows, [pool_label(r, *ends[r.metric]) for r in rows], 0, mode, 0.28)
    fig.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 1],
        ticktext=["least", "most"],
        title_text="Knowledge left, as the metric sees it",
    )
    return _rows(fig, rows)


def _rows(fig: go.Figure, rows: Sequence[MetricRow] | Sequence[GroundTruthRow]) -> go.Figure:
    """The metrics named, with room for each, legend and axis included."""
    return name_rows(fig, [r.label for r in rows]).update_layout(height=120 + ROW * max(len(rows), 1))


def _ends(values: Sequence[float | None]) -> tuple[float, float]:
    known = [v for v in values if v is not None]
    return min(known, default=0.0), max(known, default=0.0)


def _share(value: float, lowest: float, highest: float, sign: int) -> float:
    """Where a value lies between the one that says least knowledge is left (0) and the one that says most (1)."""
    if highest == lowest:
        return 0.5
    share = (value - lowest) / (highest - lowest)
    return share if sign < 0 else 1 - share
