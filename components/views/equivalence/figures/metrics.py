"""J beside the other metrics: slope lines of two orders, and τ of every metric with J."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import name_rows, places, write_notes
from components.plotting.theme import GAP, Mode, hatched, metric_lines, palette
from components.text import figure_text, shortened
from components.views.equivalence.metrics import MetricOrder
from components.views.equivalence.result import EquivalenceResult
from components.views.equivalence.words import tau_label


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
    write_notes(fig, rows, [tau_label(r) for r in rows], -1, mode, up=0.3)
    fig.update_xaxes(range=[-1.04, 1.04], dtick=0.5, title_text="τ-b with J")
    return name_rows(fig, [r.label for r in rows]).update_layout(height=90 + 48 * max(len(rows), 1))
