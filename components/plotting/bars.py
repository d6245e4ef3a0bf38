"""Bars row by row, the first row on top; of several calls each bar is the next segment of its row."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from components.plotting.theme import ink_on


def bars(
    fig: go.Figure,
    values: Sequence[float | None],
    marker: Mapping[str, object],
    *,
    hover: str,
    data: Sequence[object] | None = None,
    texts: Sequence[str] | None = None,
    inside: str = "",
    **more: object,
) -> None:
    """A bar in each row; a row without a value has none. `hover` is a template over the `data` of a row.

    `texts` are written inside the bars where `inside` names their colour.
    """
    written: dict[str, object] = {} if texts is None else {"text": texts, "textposition": "outside"}
    if inside:
        written |= {"textposition": "inside", "insidetextanchor": "middle", "textangle": 0}
        written |= {"textfont": {"color": ink_on(inside), "size": 13}}
    fig.add_bar(
        x=list(values),
        y=list(range(len(values) - 1, -1, -1)),
        orientation="h",
        marker=marker,
        customdata=data,
        hovertemplate=f"{hover}<extra></extra>",
        **written | more,
    )
