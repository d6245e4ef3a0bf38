"""J of each model between its floor and its ceiling, prompt by prompt, and beside the other metrics."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from components.plotting.marks import log_ticks, name_rows, places, segments, write_notes
from components.plotting.theme import GAP, Mode, hatched, metric_lines, palette
from components.sentences import correlation_label
from components.text import figure_text, number, shortened
from components.views.equivalence.metrics import MetricOrder
from components.views.equivalence.models import ModelRow, Models, ends
from components.views.equivalence.result import EquivalenceResult

ROW = 46


def equivalence_forest(result: Models, mode: Mode) -> go.Figure:
    """Models under one another, the first on top; J in nats, log scale where all is above 0.

    Models whose J is undefined or infinite are hatched.
    """
    colours, rows = palette(mode), result.models
    place = {r.method: len(rows) - 1 - i for i, r in enumerate(rows)}
    known = [r for r in rows if r.j is not None]
    numbers = _numbers(result, known)
    left, right = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    log = left > 0
    fig = go.Figure()
    for row, name in ((result.floor, "floor"), (result.ceiling, "ceiling")):
        if row is not None and row.j is not None:
            fig.add_vline(x=row.j, line={"width": 1.5, "color": colours.muted, "dash": "dash"})
            fig.add_annotation(
                text=name,
                x=math.log10(row.j) if log else row.j,  # plotly takes annotations, not shapes, in powers of ten
                y=1,
                yref="paper",
                yanchor="bottom",
                showarrow=False,
                font={"size": 12, "color": colours.muted},
            )
    fig.add_trace(hatched([((left + right) / 2, place[r.method]) for r in rows if r.j is None], mode, 0.5))
    for spans, width, name in (
        ([(r, r.low_runs, r.high_runs) for r in known], 1.5, "95 %, runs drawn"),
        ([(r, r.low, r.high) for r in known], 4, "95 % interval"),
    ):
        drawn = [(low, place[r.method], high, place[r.method]) for r, low, high in spans if low is not None]
        if drawn:
            segments(fig, drawn, colours.muted, width, name=name)
    for direction, symbol, name in (
        ([r.forward for r in known], "triangle-right", "answers of the unlearned model"),
        ([r.backward for r in known], "triangle-left", "answers of the reference"),
    ):
        fig.add_scatter(
            x=direction,
            y=[place[r.method] - 0.3 for r in known],
            mode="markers",
            marker={"symbol": symbol, "size": 8, "color": colours.muted},
            name=name,
            hovertemplate=f"{name}: %{{x:.3f}}<extra></extra>",
        )
    whole = [r for r in known if r.j_whole is not None]
    if whole:
        fig.add_scatter(
            x=[r.j_whole for r in whole],
            y=[place[r.method] for r in whole],
            mode="markers",
            marker={"symbol": "circle-open", "size": 16, "color": colours.ink, "line": {"width": 2}},
            name="whole forget set",
            hovertemplate="whole forget set: %{x:.3f}<extra></extra>",
        )
    fig.add_scatter(
        x=[r.j for r in known],
        y=[place[r.method] for r in known],
        mode="markers",
        marker={
            "symbol": ["square" if r.farther else "circle" for r in known],
            "size": 10,
            "color": colours.accent,
        },
        name="J of the drawn answers",
        customdata=[[figure_text(r.label), number(r.half), number(r.per_token), r.prompts] for r in known],
        hovertemplate="%{customdata[0]}: J %{x:.3f}<br>half %{customdata[1]}, per token %{customdata[2]}"
        "<br>%{customdata[3]} prompts<extra></extra>",
    )
    if log:
        ticks = log_ticks(left, right)
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
    fig.update_xaxes(title_text=f"J in nats per prompt{' (log scale)' if log else ''}: ← more alike")
    legend = {"y": 1.0, "yref": "container", "yanchor": "top"}
    name_rows(fig, [r.label for r in rows], most=18)
    return fig.update_layout(legend=legend, margin={"t": 128}, height=198 + ROW * max(len(rows), 1))


def _numbers(result: Models, known: Sequence[ModelRow]) -> list[float]:
    """Every number on the axis of the forest."""
    drawn = [
        value
        for r in known
        for value in (r.j, r.j_whole, r.low, r.high, r.low_runs, r.high_runs, r.forward, r.backward)
    ]
    return [value for value in (*drawn, *(r.j for r in ends(result))) if value is not None]


def prompt_dots(result: Models, row: ModelRow, mode: Mode) -> go.Figure:
    """J of every prompt of a model, sorted, beside the same prompts before unlearning and of a retrain."""
    colours = palette(mode)
    fig = go.Figure()
    known = sorted(((p.j, p) for p in row.by_prompt if p.j is not None), key=lambda x: x[0])
    at = {p.name: i for i, (_, p) in enumerate(known, start=1)}
    for other, symbol in zip(ends(result, row), ("triangle-up-open", "circle-open"), strict=False):
        own = [(at[p.name], p.j) for p in other.by_prompt if p.name in at]
        fig.add_scatter(
            x=[i for i, _ in own],
            y=[j for _, j in own],
            mode="markers",
            marker={"symbol": symbol, "size": 6, "color": colours.muted},
            name=figure_text(shortened(other.label, 24)),
            hovertemplate=f"{figure_text(other.label)}: %{{y:.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=list(range(1, len(known) + 1)),
        y=[j for j, _ in known],
        mode="markers",
        marker={"symbol": "circle", "size": 7, "color": colours.accent},
        name=figure_text(shortened(row.label, 24)),
        customdata=[[figure_text(f"{p.benchmark} {p.prompt}"), figure_text(p.seed)] for _, p in known],
        hovertemplate="%{customdata[0]}, seed %{customdata[1]}: %{y:.3f}<extra></extra>",
    )
    fig.update_xaxes(title_text="Prompts, sorted by J", nticks=6)
    fig.update_yaxes(title_text="J in nats: ↓ more alike", zeroline=True, zerolinecolor=colours.muted)
    return fig.update_layout(height=420)


def j_slopes(result: EquivalenceResult, row: MetricOrder, mode: Mode) -> go.Figure:
    """One line per method from its rank by J (left) to its rank by the metric of `row`, best on top.

    Methods farther from the reference than before unlearning are squares on dotted lines. Methods without both ranks
    are not drawn.
    """
    colours, farther = palette(mode), {r.method for r in result.models if r.farther}
    ranks = [(r, r.j_rank, r.metric_rank) for r in row.ranks if r.j_rank is not None and r.metric_rank is not None]
    fig = go.Figure()
    for moved, dash, symbol, name in (
        (False, "solid", "circle", "methods"),
        (True, "dot", "square", "farther than before unlearning"),
    ):
        own = [(r, left, right) for r, left, right in ranks if (r.method in farther) == moved]
        if own:
            texts = [f"{figure_text(r.label)}: {left} by J, {right} by the metric" for r, left, right in own]
            fig.add_scatter(
                x=[x for _ in own for x in (0, 1, None)],
                y=[y for _, left, right in own for y in (left, right, None)],
                mode="lines+markers",
                line={"width": 2, "dash": dash, "color": colours.muted if moved else colours.accent},
                marker={"symbol": symbol, "size": 9},
                name=name,
                text=[t for text in texts for t in (text, text, "")],
                hovertemplate="%{text}<extra></extra>",
            )
    for side, position in ((0, "middle left"), (1, "middle right")):
        shared: dict[int, list[str]] = {}
        for r, *both in ranks:
            shared.setdefault(both[side], []).append(figure_text(shortened(r.label, 16)))
        names = [n[0] if len(n) == 1 else f"{n[0]} and {len(n) - 1} more" for n in shared.values()]
        fig.add_scatter(
            x=[side] * len(shared),
            y=list(shared),
            mode="text",
            text=[f"{GAP}{n}{GAP}" for n in names],
            textposition=position,
            textfont={"size": 12, "color": colours.ink},
            cliponaxis=False,
            hoverinfo="skip",
            showlegend=False,
        )
    most = max((max(left, right) for _, left, right in ranks), default=1)
    name = figure_text(shortened(row.label, 18))
    fig.update_xaxes(tickvals=[0, 1], ticktext=["J", name], range=[-1.0, 2.0], showgrid=False, zeroline=False)
    fig.update_yaxes(range=[most + 0.6, 0.4], visible=False)
    return fig.update_layout(height=110 + 30 * max(1, len(row.ranks)))


def j_taus(result: EquivalenceResult, mode: Mode) -> go.Figure:
    """τ-b of each metric with J on [−1, 1], its note (the p) above the mark; undefined ones are hatched."""
    rows, colours, hues = result.metrics, palette(mode), metric_lines(result.score_ids, mode)
    place = places(rows)
    known = [r for r in rows if r.tau is not None]
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    fig.add_trace(hatched([(0.0, place[r.metric] - 0.1) for r in rows if r.tau is None], mode, 0.5))
    fig.add_scatter(
        x=[r.tau for r in known],
        y=[place[r.metric] - 0.1 for r in known],
        mode="markers",
        marker={"size": 11, "color": [hues[r.metric] for r in known]},
        showlegend=False,
        customdata=[[figure_text(r.label)] for r in known],
        hovertemplate="%{customdata[0]}: τ-b %{x:+.3f}<extra></extra>",
    )
    write_notes(fig, rows, [correlation_label("τ", r.tau, r.p, r.p_min) for r in rows], -1, mode, up=0.3)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="τ-b with J")
    return name_rows(fig, [r.label for r in rows]).update_layout(height=90 + 48 * max(len(rows), 1))
