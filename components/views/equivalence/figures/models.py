"""J of each model between its floor and its ceiling, and prompt by prompt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.plotting.theme import Mode, hatched, palette
from components.plotting.ticks import log_ticks
from components.text import figure_text, number, shortened

Row = Mapping[str, Any]
ROW = 46
FARTHER = "square"


def equivalence_forest(rows: Sequence[Row], floor: Row | None, ceiling: Row | None, mode: Mode) -> go.Figure:
    """Rows of the part `equivalence` under one another, the first on top; J in nats, log scale where all is above 0.

    Models whose J is undefined or infinite are hatched.
    """
    colours = palette(mode)
    place = {r["method"]: len(rows) - 1 - i for i, r in enumerate(rows)}
    known = [r for r in rows if r["j"] is not None]
    fig = go.Figure()
    shown = [
        v
        for r in known
        for k in ("j", "j_whole", "low", "high", "low_runs", "high_runs", "forward", "backward")
        if (v := r.get(k)) is not None
    ]
    ends = [(r, name) for r, name in ((floor, "floor"), (ceiling, "ceiling")) if r is not None and r["j"] is not None]
    shown += [r["j"] for r, _ in ends]
    log = bool(shown) and min(shown) > 0
    for row, name in ends:
        fig.add_vline(x=row["j"], line={"width": 1.5, "color": colours.muted, "dash": "dash"})
        fig.add_annotation(
            text=name,
            x=math.log10(row["j"]) if log else row["j"],  # plotly takes annotations, not shapes, in powers of ten
            y=1,
            yref="paper",
            yanchor="bottom",
            showarrow=False,
            font={"size": 12, "color": colours.muted},
        )
    left, right = (min(shown), max(shown)) if shown else (0.0, 1.0)
    fig.add_trace(hatched([((left + right) / 2, place[r["method"]]) for r in rows if r["j"] is None], mode, 0.5))
    for low, high, width, name in (
        ("low_runs", "high_runs", 1.5, "95 %, runs drawn"),
        ("low", "high", 4, "95 % interval"),
    ):
        spans = [r for r in known if r.get(low) is not None]
        if spans:
            fig.add_scatter(
                x=[x for r in spans for x in (r[low], r[high], None)],
                y=[y for r in spans for y in (place[r["method"]], place[r["method"]], None)],
                mode="lines",
                line={"width": width, "color": colours.muted},
                name=name,
                hoverinfo="skip",
            )
    for key, symbol, name in (
        ("forward", "triangle-right", "answers of the unlearned model"),
        ("backward", "triangle-left", "answers of the reference"),
    ):
        fig.add_scatter(
            x=[r[key] for r in known],
            y=[place[r["method"]] - 0.3 for r in known],
            mode="markers",
            marker={"symbol": symbol, "size": 8, "color": colours.muted},
            name=name,
            hovertemplate=f"{name}: %{{x:.3f}}<extra></extra>",
        )
    whole = [r for r in known if r.get("j_whole") is not None]
    if whole:
        fig.add_scatter(
            x=[r["j_whole"] for r in whole],
            y=[place[r["method"]] for r in whole],
            mode="markers",
            marker={"symbol": "circle-open", "size": 16, "color": colours.ink, "line": {"width": 2}},
            name="whole forget set",
            hovertemplate="whole forget set: %{x:.3f}<extra></extra>",
        )
    fig.add_scatter(
        x=[r["j"] for r in known],
        y=[place[r["method"]] for r in known],
        mode="markers",
        marker={
            "symbol": [FARTHER if r.get("farther") else "circle" for r in known],
            "size": 10,
            "color": colours.accent,
        },
        name="J of the drawn answers",
        customdata=[[figure_text(label(r)), number(r["half"]), number(r["per_token"]), r["prompts"]] for r in known],
        hovertemplate="%{customdata[0]}: J %{x:.3f}<br>half %{customdata[1]}, per token %{customdata[2]}"
        "<br>%{customdata[3]} prompts<extra></extra>",
    )
    if log:
        ticks = log_ticks(min(shown), max(shown))
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
    fig.update_xaxes(title_text=f"J in nats per prompt{' (log scale)' if log else ''}: ← more alike")
    fig.update_yaxes(
        range=[-0.7, len(rows) - 0.3],
        tickvals=list(place.values()),
        ticktext=[figure_text(shortened(label(r), 18)) for r in rows],
        showgrid=False,
        zeroline=False,
    )
    return fig.update_layout(legend={"y": 1.0, "yref": "container", "yanchor": "top"}, margin={"t": 128})


def forest_height(count: int) -> int:
    """Pixels for a number of models, legend and axis included."""
    return 198 + ROW * max(count, 1)


def prompt_dots(row: Row, others: Sequence[Row], mode: Mode) -> go.Figure:
    """J of every prompt of a model, sorted, beside the same prompts of other models (at most two)."""
    colours = palette(mode)
    fig = go.Figure()
    known = sorted((p for p in row["by_prompt"] if p["j"] is not None), key=lambda p: float(p["j"]))
    at = {(p["benchmark"], p["seed"], p["prompt"]): i for i, p in enumerate(known, start=1)}
    for other, symbol in zip(others, ("triangle-up-open", "circle-open"), strict=False):
        own = [(at[k], p) for p in other["by_prompt"] if (k := (p["benchmark"], p["seed"], p["prompt"])) in at]
        fig.add_scatter(
            x=[i for i, _ in own],
            y=[p["j"] for _, p in own],
            mode="markers",
            marker={"symbol": symbol, "size": 6, "color": colours.muted},
            name=figure_text(shortened(label(other), 24)),
            hovertemplate=f"{figure_text(label(other))}: %{{y:.3f}}<extra></extra>",
        )
    fig.add_scatter(
        x=list(range(1, len(known) + 1)),
        y=[p["j"] for p in known],
        mode="markers",
        marker={"symbol": "circle", "size": 7, "color": colours.accent},
        name=figure_text(shortened(label(row), 24)),
        customdata=[[figure_text(" ".join((p["benchmark"], p["prompt"]))), figure_text(p["seed"])] for p in known],
        hovertemplate="%{customdata[0]}, seed %{customdata[1]}: %{y:.3f}<extra></extra>",
    )
    fig.update_xaxes(title_text="Prompts, sorted by J", nticks=6)
    fig.update_yaxes(title_text="J in nats: ↓ more alike", zeroline=True, zerolinecolor=colours.muted)
    return fig


def label(row: Row) -> str:
    """What a model is called."""
    return str(row.get("label", row["method"]))
