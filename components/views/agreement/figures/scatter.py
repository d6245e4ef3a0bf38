"""All runs of one pair of metrics by benchmark: what pooling makes of them."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import benchmark_marks
from components.plotting.theme import Mode, palette
from components.text import counted, figure_text, number, shortened
from components.thinned import thinned
from components.views.agreement.pair import PairResult, PairRun, ScopeTau


def agreement_scatter(pair: PairResult, mode: Mode) -> go.Figure:
    """The runs of a pair; both axes run from worse to better, so that agreement rises.

    Runs with the same two values are one larger mark. The legend has the τ_b of each benchmark
    (mean over its blocks) and of all runs pooled.
    """
    colours, labels = palette(mode), pair.labels
    x_label, y_label = labels.metric(pair.x), labels.metric(pair.y)
    fig = go.Figure()
    shown = thinned(pair.runs)
    own = {b.benchmark: b.within_blocks for b in pair.by_benchmark}
    for benchmark, mark in benchmark_marks(list(own), mode).items():
        places: dict[tuple[float, float], list[PairRun]] = {}
        for run in shown:
            if run.benchmark == benchmark:
                places.setdefault((run.x, run.y), []).append(run)
        if not places:
            continue
        name = figure_text(shortened(labels.benchmark(benchmark), 20))
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
            customdata=[f"{counted(len(r), 'run')}: {_who(pair, r)}" for r in places.values()],
            hovertemplate=f"<b>{name}</b><br>%{{customdata}}<br>{figure_text(x_label)} %{{x:.3f}}, "
            f"{figure_text(y_label)} %{{y:.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        marker={"symbol": "circle-open", "size": 10, "color": colours.ink},
        name=f"all runs pooled: {number(pair.pooled.tau)}",
        hoverinfo="skip",
    )
    x, y = (figure_text(shortened(label, 30)) for label in (x_label, y_label))
    x_range, y_range = ("reversed" if sign < 0 else True for sign in pair.signs)
    fig.update_xaxes(title_text=f"{x}: better →", autorange=x_range, nticks=6)
    fig.update_yaxes(title_text=f"{y}: better ↑", autorange=y_range, nticks=6)
    return fig.update_layout(
        height=520,
        showlegend=True,
        legend={"title": {"text": "τ_b (blocks with a τ)", "font": {"size": 12}}, "orientation": "v", "y": 1.02},
        margin={"l": 8, "r": 24, "t": 14 + 20 * (len(fig.data) + 1), "b": 8},
    )


def _tau(tau: ScopeTau) -> str:
    return f"{number(tau.tau)} ({tau.blocks_defined} of {tau.blocks})"


def _who(pair: PairResult, runs: list[PairRun]) -> str:
    seeds: dict[str, list[str]] = {}
    for run in runs:
        seeds.setdefault(run.method, []).append(str(run.seed))
    lines = [
        f"{figure_text(shortened(pair.labels.method(m), 24))} seed {', '.join(s)}" for m, s in list(seeds.items())[:8]
    ]
    return "<br>".join(lines + ([f"and {len(seeds) - 8} more methods"] if len(seeds) > 8 else []))
