"""How well do random weightings agree with the ranking, beside their agreement with each other?"""

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, silent
from components.answers.stability.ranks import HEAD_HEIGHT
from components.answers.stability.weightings import Weightings, compute
from components.format import number
from components.plotting.theme import palette
from components.stats.stability.perturbation import Bar
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "Filled: the order under random weights with yours (1 the same, −1 reversed). Outline: two"
    " random weightings. Vertical: means."
)


def draw(result: Weightings, look: Look) -> go.Figure:
    """Distribution of τ with the ranking, filled, and of τ between two random weightings, in
    outline."""
    c, bars = palette(look.mode), result.bars
    centres, widths = [b.tau for b in bars], [b.width for b in bars]
    ours = "100 published draws" if result.protocol == "published" else "with your ranking"
    fig = go.Figure()
    fig.add_bar(
        x=centres,
        y=[b.current for b in bars],
        width=widths,
        marker={"color": c.accent, "opacity": 0.75, "line": {"width": 0}},
        name=f"{ours}, mean {number(result.taus.mean)}",
        hovertemplate=f"{ours}<br>τ %{{x:.3f}}: %{{y:.1%}} of draws<extra></extra>",
    )
    fig.add_bar(
        x=centres,
        y=[b.baseline for b in bars],
        width=widths,
        marker={"color": "rgba(0,0,0,0)", "line": {"width": 2, "color": c.ink}},
        name=f"two random weightings, mean {number(result.baseline.mean)}",
        hovertemplate="two random weightings<br>τ %{x:.3f}: %{y:.1%} of pairs<extra></extra>",
    )
    for summary, line in (
        (result.taus, {"width": 3, "color": c.accent}),
        (result.baseline, {"width": 2, "color": c.ink, "dash": "dot"}),
    ):
        if summary.defined:
            fig.add_vline(x=summary.mean, line=line)
    fig.update_layout(height=HEAD_HEIGHT, barmode="overlay", bargap=0)
    fig.update_xaxes(
        range=[-1.06, 1.06], dtick=0.5, title_text="Kendall's τ-b between two rankings"
    )
    fig.update_yaxes(tickformat=".0%", rangemode="tozero", title_text="share of draws")
    return fig


def histogram_table(result: Weightings, names: Labels) -> Table[Bar]:
    column = Column[Bar]
    columns = (
        column("tau", lambda b: b.tau, "τ", kind="number"),
        column("width", lambda b: b.width, kind="number", place="file"),
        column("current", lambda b: b.current, "share with the ranking", kind="number"),
        column("baseline", lambda b: b.baseline, "share of the baseline", kind="number"),
    )
    return table(columns, result.bars)


TAUS = Answer(
    "weighting_taus",
    compute,
    silent,
    Part(
        "histogram",
        "Agreement with random weightings",
        histogram_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.bars),
    ),
    heading="Agreement with random weightings",
)
