"""All runs of one pair of metrics by benchmark: what pooling makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from components.plotting.benchmarks import benchmark_marks
from components.plotting.theme import Mode, palette
from components.text import counted, figure_text, number, shortened
from data.registry import Metric

Part = Mapping[str, Any]


def agreement_scatter(
    detail: Part, metrics: tuple[Metric, Metric], benchmarks: Mapping[str, str], methods: Mapping[str, str], mode: Mode
) -> go.Figure:
    """The runs of the part `agreement_pair`; both axes run from worse to better, so that agreement rises.

    Runs with the same two values are one larger mark. The legend has the τ_b of each benchmark
    (mean over its blocks) and of all runs pooled.
    """
    colours = palette(mode)
    fig = go.Figure()
    own = {b["benchmark"]: b["within_blocks"] for b in detail["by_benchmark"]}
    for benchmark, mark in benchmark_marks(list(benchmarks), mode).items():
        runs = [r for r in detail["runs"] if r["benchmark"] == benchmark]
        if not runs:
            continue
        places: dict[tuple[float, float], list[Part]] = {}
        for run in runs:
            places.setdefault((run["x"], run["y"]), []).append(run)
        name = figure_text(shortened(benchmarks[benchmark], 20))
        fig.add_scatter(
            x=[x for x, _ in places],
            y=[y for _, y in places],
            mode="markers",
            marker={
                **mark,
                "size": [min(26, 9 + 4 * (len(r) - 1) ** 0.5) for r in places.values()],
                "opacity": 0.85,
                "line": {"width": 1, "color": colours.background},
            },
            name=f"{name}: {_tau(own[benchmark])}",
            customdata=[f"{counted(len(r), 'run')}: {_who(r, methods)}" for r in places.values()],
            hovertemplate=f"<b>{name}</b><br>%{{customdata}}<br>{figure_text(metrics[0].label)} %{{x:.3f}}, "
            f"{figure_text(metrics[1].label)} %{{y:.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        marker={"symbol": "circle-open", "size": 10, "color": colours.ink},
        name=f"all runs pooled: {number(detail['pooled']['tau'])}",
        hoverinfo="skip",
    )
    x, y = (figure_text(shortened(m.label, 30)) for m in metrics)
    fig.update_xaxes(title_text=f"{x}: better →", autorange="reversed" if metrics[0].sign < 0 else True, nticks=6)
    fig.update_yaxes(title_text=f"{y}: better ↑", autorange="reversed" if metrics[1].sign < 0 else True, nticks=6)
    return fig.update_layout(
        showlegend=True,
        legend={"title": {"text": "τ_b (blocks with a τ)", "font": {"size": 12}}, "orientation": "v", "y": 1.02},
        margin={"l": 8, "r": 24, "t": 14 + 20 * (len(fig.data) + 1), "b": 8},
    )


def _tau(found: Part) -> str:
    return f"{number(found['tau'])} ({found['blocks_defined']} of {found['blocks']})"


def _who(runs: list[Part], methods: Mapping[str, str]) -> str:
    seeds: dict[str, list[str]] = {}
    for run in runs:
        seeds.setdefault(run["method"], []).append(str(run["seed"]))
    lines = [f"{figure_text(shortened(methods[m], 24))} seed {', '.join(s)}" for m, s in list(seeds.items())[:8]]
    return "<br>".join(lines + ([f"and {len(seeds) - 8} more methods"] if len(seeds) > 8 else []))
