"""The picture of known values: set-ups, what a new one could give, and the value asked about."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from components.answers.check.known_values import Scale
from components.answers.check.setups import SetUp
from components.answers.record import Look
from components.format import figure_text, shortened
from components.plotting.marks import MAX_ROWS, benchmark_marks, log_ticks, write
from components.plotting.theme import palette
from components.stats.audits.new_setup import Prediction

MARK_OF_OTHERS = "diamond-open"
"""The mark of models that are no method, as on the leaderboard."""
HEIGHT_OF_ROW = 44


def draw_setups(
    setups: Sequence[SetUp],
    others: Sequence[SetUp],
    scale: Scale,
    predicted: Prediction | None,
    value: float | None,
    look: Look,
) -> go.Figure:
    """Draw a row per set-up with its values, its name above them, then the models that are no
    method; a band for what is predicted, a line at the value asked about."""
    colours = palette(look.mode)
    first_setups = list(setups[:MAX_ROWS])
    drawn = [*first_setups, *others]
    low, high = _span(drawn, scale, predicted, value)
    axis_start = math.log10(low) if scale.log else low
    fig = go.Figure()
    mark_of_source = benchmark_marks(
        list(dict.fromkeys(setup.source for setup in first_setups)), look.mode
    )
    named_traces: set[str] = set()
    for height, setup in zip(reversed(range(len(drawn))), drawn, strict=True):
        is_other = setup.is_model and setup in others
        trace_name = setup.source
        row_name = setup.setup or setup.source
        mark = mark_of_source.get(setup.source, {})
        if is_other:
            trace_name = setup.method
            row_name = f"{setup.method}: {setup.source}"
            mark = {"symbol": MARK_OF_OTHERS, "color": colours.muted}
        seed_texts = ["" if math.isnan(seed) else f"<br>seed {seed:g}" for seed in setup.seeds]
        fig.add_scatter(
            x=setup.values,
            y=[height] * len(setup.values),
            mode="markers",
            marker={**mark, "size": 10, "opacity": 0.75},
            name=figure_text(shortened(trace_name, 32)),
            legendgroup=trace_name,
            showlegend=not is_other and trace_name not in named_traces,
            customdata=[[figure_text(row_name), seed_text] for seed_text in seed_texts],
            hovertemplate="%{x:.4g}<br>%{customdata[0]}%{customdata[1]}<extra></extra>",
        )
        named_traces.add(trace_name)
        row_text = figure_text(shortened(row_name, 60))
        write(fig, axis_start, height + 0.36, row_text, colours.muted, 12)
    _draw_band_and_line(fig, predicted, value, colours.accent)
    fig.update_yaxes(range=[-0.6, len(drawn) - 0.3], visible=False)
    _label_axis(fig, scale, low, high)
    return fig.update_layout(height=130 + HEIGHT_OF_ROW * max(len(drawn), 2), showlegend=True)


def _draw_band_and_line(
    fig: go.Figure, predicted: Prediction | None, value: float | None, colour: str
) -> None:
    if predicted is not None:
        style = {"opacity": 0.1, "line_width": 0, "layer": "below"}
        fig.add_vrect(x0=predicted.low, x1=predicted.high, fillcolor=colour, **style)
    if value is not None:
        fig.add_vline(x=value, line={"width": 2, "dash": "dash", "color": colour})


def _label_axis(fig: go.Figure, scale: Scale, low: float, high: float) -> None:
    axis_title = figure_text(shortened(scale.label))
    if not scale.log:
        fig.update_xaxes(range=[low, high], title_text=axis_title)
        return
    ticks = log_ticks(low, high)
    fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{tick:g}" for tick in ticks])
    log_range = [math.log10(low), math.log10(high)]
    fig.update_xaxes(range=log_range, title_text=f"{axis_title} (logarithmic)")


def _span(
    setups: Sequence[SetUp], scale: Scale, predicted: Prediction | None, value: float | None
) -> tuple[float, float]:
    """Return the lowest and the highest of what is drawn, with room around them."""
    drawn_values = [measured for setup in setups for measured in setup.values]
    if value is not None:
        drawn_values.append(value)
    if predicted is not None:
        band_ends = [predicted.low, predicted.high]
        drawn_values += [end for end in band_ends if end > 0 or not scale.log]
    low = min(drawn_values)
    high = max(drawn_values)
    if scale.log:
        margin = max(1.2, (high / low) ** 0.05)
        return low / margin, high * margin
    margin = 0.05 * (high - low) or max(0.05 * abs(high), 0.01)
    return low - margin, high + margin
