"""Where does each metric place each method? Mean ranks over blocks, as one line per method."""

from dataclasses import dataclass
from itertools import product

import numpy as np
import plotly.graph_objects as go

from components.answers.agreement import taus
from components.answers.agreement.taus import Taus, tie_rule
from components.answers.record import Answer, Look, Part, Said
from components.format import at_most, figure_text, finite, shortened
from components.plotting.marks import entries, matrix_axis, segments, write
from components.plotting.room import spread
from components.plotting.theme import palette
from components.resolved import Resolved, unweighted
from components.stats.agreement.rank_profile import RankProfile, rank_profile
from components.table import Column, Table, table
from components.words import Labels

FEW_LINES = 12
"""Up to this many methods each line has its name and its spread."""
NAME = 18
"""Letters of a name beside its line."""
SYMBOLS = {
    "circle": "●",
    "square": "■",
    "diamond": "◆",
    "triangle-up": "▲",
    "x": "✖",
    "star": "★",
    "triangle-down": "▼",
    "hexagon": "⬢",
    "cross": "✚",
}
"""Marks of the lines, and how they are written beside a name."""
DASHES = ("solid", "dash", "dot", "dashdot")


@dataclass(frozen=True, eq=False)
class Profile:
    """The rank of each method by each metric, beside the agreement of the metrics."""

    taus: Taus
    ranks: RankProfile


@unweighted
def compute(view: Resolved) -> Profile:
    """Where each metric places each method, under the protocol and in the scope selected."""
    return Profile(view.of(taus.compute), rank_profile(view.panel, view.selection.protocol, view.selection.scope))


def say(result: Profile, names: Labels) -> Said:
    """Which methods change places most between metrics."""
    return Said([profile(result, names)] if result.taus.comparable else [])


def profile(result: Profile, names: Labels) -> str:
    """Which methods change places most between metrics."""
    panel, means = result.taus.panel, result.ranks.mean
    spans = []
    for method, own in zip(panel.methods, means, strict=True):
        ranked = [(float(r), m) for r, m in zip(own, panel.metric_ids, strict=True) if not np.isnan(r)]
        if len(ranked) > 1:
            low, high = min(ranked, key=lambda k: k[0]), max(ranked, key=lambda k: k[0])
            spans.append((round(high[0] - low[0], 12), method, low, high))
    if not spans:
        return "No method is ranked by two metrics."
    _, method, low, high = max(spans, key=lambda s: s[0])
    if high[0] == low[0]:
        return "Every method has one and the same mean rank under all metrics that rank it."
    return (
        f"{names.method(method)} moves most: mean rank {low[0]:.2f} by {names.metric(low[1])}, "
        f"{high[0]:.2f} by {names.metric(high[1])}."
    )


def profile_reading(result: Profile, names: Labels) -> str:
    """How to read the bump chart, with the blocks that entered."""
    ranks, panel = result.ranks, result.taus.panel
    short = [
        f"{names.metric(m)} {n}" for m, n in zip(panel.metric_ids, ranks.blocks, strict=True) if n < ranks.blocks_in_all
    ]
    named = f"{', '.join(at_most(6, short))}{',' if len(short) > 1 else ''} of {ranks.blocks_in_all}"
    fewer = f" Blocks that rank: {named}." if short else ""
    spread = "" if len(panel.methods) > FEW_LINES else " Thin lines: from the best to the worst rank over blocks."
    return (
        f"Mean rank of each method by each metric, 1 is best; {tie_rule(result.taus.chosen.protocol)}.{spread}{fewer}"
    )


def draw(result: Profile, look: Look) -> go.Figure:
    """One line per method over the metrics in the order of the heat maps, rank 1 on top.

    Thin vertical lines run from the best to the worst rank over blocks.
    """
    methods, names = result.taus.panel.methods, look.names
    fig = go.Figure()
    (_many if len(methods) > FEW_LINES else _few)(fig, result, look)
    axis = matrix_axis([names.metric(m) for m in result.taus.order])
    fig.update_xaxes(**axis, range=[-0.4, len(result.taus.order) - 0.6])
    n = max(1, len(methods))
    fig.update_yaxes(range=[n + 0.5, 0.5], title_text="mean rank", zeroline=False, dtick=1 if n <= FEW_LINES else None)
    written = [len(shortened(names.method(m), NAME)) for m in methods] if n <= FEW_LINES else []
    right = 36 + 7 * max(written, default=-4)
    height = min(900, 180 + 56 * min(len(methods), FEW_LINES))
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": right, "t": 12, "b": 8}, height=height)


def _places(result: Profile) -> list[int]:
    """The column of each metric in the rank profile, in the order shown."""
    return [result.taus.metrics.index(m) for m in result.taus.order]


def _few(fig: go.Figure, result: Profile, look: Look) -> None:
    profile, names, order, place = result.ranks, look.names, result.taus.order, _places(result)
    methods, colours = result.taus.panel.methods, palette(look.mode)
    count = len(methods)
    hues = colours.lines[::-1]
    ends: list[tuple[float, str]] = []
    for m, method in enumerate(methods):
        shift = (m - (count - 1) / 2) * min(0.08, 0.5 / count)
        mean, best, worst = ([finite(of[m, k]) for k in place] for of in (profile.mean, profile.best, profile.worst))
        name, hue = figure_text(shortened(names.method(method), NAME)), hues[m % len(hues)]
        symbol = list(SYMBOLS)[m % len(SYMBOLS)]
        spans = [(k + shift, b, k + shift, w) for k, (b, w) in enumerate(zip(best, worst, strict=True))]
        segments(fig, spans, hue, 1.5, opacity=0.7)
        fig.add_scatter(
            x=[k + shift for k in range(len(order))],
            y=mean,
            mode="lines+markers",
            line={"width": 2.5, "color": hue, "dash": DASHES[m % len(DASHES)]},
            connectgaps=True,
            marker={"size": 9, "symbol": symbol, "line": {"width": 1, "color": colours.background}},
            text=[
                ""
                if r is None
                else f"<b>{name}</b><br>{figure_text(names.metric(i))}: mean rank {r:.2f}, {b:g} to {w:g}"
                for i, r, b, w in zip(order, mean, best, worst, strict=True)
            ],
            hovertemplate="%{text}<extra></extra>",
            name=name,
        )
        last = next((r for r in reversed(mean) if r is not None), None)
        if last is not None:
            ends.append((last, f'<span style="color:{hue}">{SYMBOLS[symbol]}</span> {name}'))
    ends.sort()
    for y, (_, text) in zip(spread([e[0] for e in ends], 0.055 * max(count, 4)), ends, strict=True):
        write(fig, 1, y, text, colours.ink, 13, xref="paper")


def _many(fig: go.Figure, result: Profile, look: Look) -> None:
    """All lines as one trace with gaps, which is what the browser draws fast; hover names the method."""
    profile, names, order, place = result.ranks, look.names, result.taus.order, _places(result)
    x: list[float | None] = []
    y: list[float | None] = []
    text: list[str] = []
    for m, method in enumerate(result.taus.panel.methods):
        name = figure_text(shortened(names.method(method), 24))
        for k, metric in zip(place, order, strict=True):
            rank = finite(profile.mean[m, k])
            x.append(order.index(metric))
            y.append(rank)
            text.append(
                "" if rank is None else f"<b>{name}</b><br>{figure_text(names.metric(metric))}: mean rank {rank:.2f}"
            )
        x.append(None)
        y.append(None)
        text.append("")
    fig.add_scatter(
        x=entries(x),
        y=entries(y),
        mode="lines+markers",
        line={"width": 1, "color": palette(look.mode).accent},
        marker={"size": 4},
        opacity=0.55,
        text=entries(text),
        hovertemplate="%{text}<extra></extra>",
    )


def profile_table(result: Profile, names: Labels) -> Table[tuple[int, int]]:
    """One row per method and metric: mean, best and worst rank over blocks."""
    panel, ranks, column = result.taus.panel, result.ranks, Column[tuple[int, int]]
    columns = (
        column("method", lambda at: panel.methods[at[0]], kind="method", place="print"),
        column("metric", lambda at: panel.metric_ids[at[1]], kind="metric", place="print"),
        column("mean", lambda at: ranks.mean[at], "mean rank", kind="number", place="print"),
        column("best", lambda at: ranks.best[at], kind="number", place="print"),
        column("worst", lambda at: ranks.worst[at], kind="number", place="print"),
        column("blocks_ranked", lambda at: int(ranks.blocks[at[1]]), "blocks that rank", kind="count"),
        column("blocks", lambda at: ranks.blocks_in_all, kind="count"),
    )
    return table(columns, product(range(len(panel.methods)), range(len(panel.metric_ids))))


PROFILE = Answer(
    "profile",
    compute,
    say,
    Part(
        "rank_profile",
        "Mean rank of each method under each metric",
        profile_table,
        draw,
        reading=profile_reading,
        when=lambda result: result.taus.comparable,
        zoom=lambda result: len(result.taus.panel.methods) > FEW_LINES,
    ),
    heading="Where each metric places each method",
)
