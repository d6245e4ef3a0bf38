"""How many clusters? Silhouette and gap statistic over the number of clusters."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.clusters.clustered import Clusters, compute
from components.answers.clusters.published import rand_columns
from components.answers.record import Answer, Look, Part, Said
from components.format import counted
from components.plotting.theme import Mode, palette
from components.stats.clusters.cuts import Cut
from components.table import Column, Table, table
from components.words import Labels


def say(result: Clusters, names: Labels) -> Said:
    """Say what both statistics pick, and what the gap rests on."""
    if len(result.got.metrics) < 3:
        return Said()
    picked = result.gap
    start = f"Silhouette gives {result.silhouette_k} clusters, gap "
    if picked.gap_k is None:
        return Said([f"{start}none: {picked.gap_reason}."])
    left_out = f", {picked.gap_left_out} more left out for an undefined τ" if picked.gap_left_out else ""
    zeros = max((cut.references_at_zero for cut in picked.by_k if cut.gap is not None), default=0)
    notes = [
        "The silhouette cannot pick one cluster. The gap picks the smallest k within one standard error of the next.",
        f"The gap compares with {counted(picked.gap_draws, 'random reference')}{left_out}.",
        f"In up to {zeros} of these the metrics of each cluster agree exactly: half the smallest other spread is used."
        if zeros
        else "",
    ]
    return Said([f"{start}{'none: it rises to its end' if result.gap_rises else picked.gap_k}."], notes)


def number_reading(result: Clusters, names: Labels) -> str:
    """Return how to read silhouette and gap."""
    end = " Dotted line and diamond: the published clusters." if result.published else ""
    return (
        "Silhouette: how much nearer a metric is to its own cluster than to the next. Gap: how much tighter the "
        f"clusters are than of shuffled values. Filled: what each picks. Grey bar: the number shown.{end}"
    )


def draw(result: Clusters, look: Look) -> go.Figure:
    """Draw two panels over k: mean silhouette above, gap with one standard error below.

    The k that each picks is filled, the k shown has a vertical line, and the published partition its own mark (its
    silhouette) and a dotted line. A gap that rises to its end has no filled mark.
    """
    mode, by_k = look.mode, result.gap.by_k
    colours, first = palette(mode), next(iter(result.published), None)
    fig = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.1)
    silhouettes = [(cut.k, cut.silhouette) for cut in by_k if cut.silhouette is not None]
    gaps = [(cut.k, cut.gap) for cut in by_k if cut.gap is not None]
    errors = [cut.gap_se for cut in by_k if cut.gap is not None]
    _line(fig, 1, silhouettes, None, "silhouette", result.silhouette_k, mode)
    _line(fig, 2, gaps, errors, "gap", None if result.gap_rises else result.gap.gap_k, mode)
    if first and first.silhouette is not None:
        fig.add_scatter(
            x=[first.k],
            y=[first.silhouette],
            mode="markers",
            marker={"symbol": "diamond-open", "size": 15, "color": colours.accent, "line": {"width": 2.5}},
            hovertemplate="published clusters: silhouette %{y:.3f}<extra></extra>",
            row=1,
            col=1,
        )
    for row in (1, 2):
        fig.add_vline(x=result.k, line={"width": 16, "color": colours.grid}, layer="below", row=row, col=1)
        if first and first.same.n:
            fig.add_vline(
                x=first.k, line={"width": 2, "color": colours.accent, "dash": "dot"}, layer="below", row=row, col=1
            )
    last = max((cut.k for cut in by_k), default=1)
    fig.update_xaxes(range=[0.5, last + 0.5], dtick=1 if last < 15 else 5, tick0=0, showgrid=False)
    fig.update_xaxes(title_text="number of clusters k", row=2)
    fig.update_yaxes(title_text="silhouette", row=1)
    fig.update_yaxes(title_text="gap, ± one standard error", row=2)
    return fig.update_layout(height=440, showlegend=False)


def _line(
    fig: go.Figure,
    row: int,
    points: Sequence[tuple[int, float]],
    errors: Sequence[float | None] | None,
    name: str,
    best: int | None,
    mode: Mode,
) -> None:
    """Draw a statistic over k, with error bars if there are some."""
    colours = palette(mode)
    fig.add_scatter(
        x=[k for k, _ in points],
        y=[value for _, value in points],
        mode="lines+markers",
        line={"color": colours.muted, "width": 2},
        marker={
            "size": [13 if k == best else 9 for k, _ in points],
            "color": [colours.ink if k == best else colours.background for k, _ in points],
            "line": {"width": 2, "color": colours.ink},
        },
        error_y={"type": "data", "array": errors, "color": colours.muted, "thickness": 1.5, "width": 4}
        if errors
        else None,
        name=name,
        hovertemplate=f"k = %{{x}}: {name} %{{y:.3f}}<extra></extra>",
        row=row,
        col=1,
    )


def _partition(result: Clusters, names: Labels, labels: Mapping[str, int]) -> str:
    """Return a partition as {FA, RA} | {AD}, clusters by their first metric in registry order."""
    groups: dict[int, list[str]] = {}
    for m in result.panel.metric_ids:
        if m in labels:
            groups.setdefault(labels[m], []).append(names.metric(m))
    return " | ".join(f"{{{', '.join(group)}}}" for group in groups.values())


def by_k_table(result: Clusters, names: Labels) -> Table[Cut]:
    """Return one row per number of clusters."""
    column = Column[Cut]
    columns = (
        column("k", lambda c: c.k, kind="count", place="print"),
        column("silhouette", lambda c: c.silhouette, kind="number", place="print"),
        column("gap", lambda c: c.gap, kind="number", place="print"),
        column("gap_se", lambda c: c.gap_se, "standard error", kind="number"),
        column("references_at_zero", lambda c: c.references_at_zero, kind="count", place="file"),
        column("tied_cut", lambda c: c.tied_cut, "another cut is as good", kind="flag", place="file"),
        *rand_columns(result.published, lambda c: c.rand),
        column("clusters", lambda c: _partition(result, names, c.labels)),
    )
    return table(columns, result.gap.by_k)


NUMBER = Answer(
    "number",
    compute,
    say,
    Part(
        "by_k",
        "Silhouette and gap over the number of clusters",
        by_k_table,
        draw,
        reading=number_reading,
        when=lambda result: len(result.got.metrics) > 2,
    ),
    heading="How many clusters?",
    terms=("silhouette", "gap"),
)
