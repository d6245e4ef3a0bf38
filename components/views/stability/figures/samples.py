"""The differences of two methods over all samples, sorted."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened
from components.views.stability.result.samples import SamplesResult

HEIGHT = 320
FEW = 60
"""Up to so many samples each is marked."""
_OTHER = 4
"""The hue of the second method: it stays apart from the accent for the colour-blind, and says what below 0 says."""


def sorted_differences(result: SamplesResult, mode: Mode) -> go.Figure:
    """A curve from the sample on which the first method is ahead most to the one on which the second is."""
    c = palette(mode)
    ranks, values = np.array(result.ranks), np.array(result.values)
    names = [figure_text(shortened(result.labels.method(m), 24)) for m in (result.a, result.b)]
    fig = go.Figure()
    for name, own, colour in zip(names, (values > 0, values < 0), (c.accent, c.lines[_OTHER]), strict=True):
        if own.any():
            fig.add_scatter(
                x=ranks[own],
                y=values[own],
                mode="lines+markers" if result.n <= FEW else "lines",
                fill="tozeroy",
                line={"width": 2, "color": colour, "shape": "hvh"},
                marker={"size": 6, "color": colour},
                hovertemplate=f"sample %{{x}} of {result.n}: %{{y:+.4~g}}, for {name}<extra></extra>",
                name=f"for {name}",
            )
    fig.add_hline(y=0, line={"width": 1, "color": c.muted})
    fig.update_xaxes(title_text="samples, sorted", range=[0.5, result.n + 0.5], zeroline=False)
    fig.update_yaxes(title_text="difference", zeroline=False)
    fig.update_layout(showlegend=True)
    return fig
