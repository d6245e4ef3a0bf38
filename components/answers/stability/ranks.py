"""Which ranks do the methods take over all weightings?"""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.answers.stability.weightings import Weightings, compute
from components.format import figure_text, percent
from components.plotting.intervals import bars
from components.plotting.marks import WRITTEN, entries, name_rows
from components.plotting.theme import mixed, palette, share_scale
from components.table import Column, Table, item, table
from components.words import Labels, short

MOST_BARS = 20
"""Bars of more methods than this are too thin to read; the heat map holds them all."""
MOST_NAMED = 30
"""Names of more methods find no room beside the matrix: they are read by pointing."""
HEAD_HEIGHT = 462
"""Pixels of the figure at the head of the page."""
BARS_READING = (
    "Segments: shares of random weights with rank 1 (strongest colour), 2, and so on; ties split"
    " equally."
)
METHODS_ON_ROWS = "methods, best score on top"
RANKS_READING = (
    "How often each method (row, best score on top) takes each rank (column); stronger is more"
    " often."
)


def say(result: Weightings, names: Labels) -> Said:
    labels, top, rank = (
        short(names),
        result.smaa.ranks.max(axis=1),
        result.smaa.ranks.argmax(axis=1) + 1,
    )
    least, most = int(top.argmax()), int(top.argmin())
    if top[least] == top[most]:
        return Said(["All ranks depend on the weights equally."])
    steady, loose = (labels.method(result.methods[i]) for i in (least, most))
    return Said(
        [
            f"The rank of {steady} depends least on the weights, that of {loose} most.",
            (
                f"{steady} ranks {rank[least]} under {percent(float(top[least]))} of random"
                f" weights; {loose} most often ranks {rank[most]}, under"
                f" {percent(float(top[most]))}."
            ),
        ]
    )


def draw_head(result: Weightings, look: Look) -> go.Figure:
    """Bars, or the matrix where there are too many."""
    if few(result):
        return draw_bars(result, look)
    return draw_map(result, look).update_layout(height=HEAD_HEIGHT)


def few(result: Weightings) -> bool:
    """Whether the methods have room for a bar each."""
    return len(result.methods) <= MOST_BARS


def draw_bars(result: Weightings, look: Look) -> go.Figure:
    """One bar per method, best score on top, divided by the share of weightings that give it each
    rank.

    The darker, the better the rank; segments of 5 % or more show it as a number.
    """
    c, methods = palette(look.mode), result.methods
    n, fig = len(methods), go.Figure()
    for r, column in enumerate(result.smaa.ranks.T.tolist()):
        colour = mixed(c.accent, c.surface, r / max(n - 1, 1))
        bars(
            fig,
            column,
            {"color": colour, "line": {"width": 1, "color": c.muted}},
            texts=[str(r + 1) if s >= 0.05 else "" for s in column],
            inside=colour,
            data=[figure_text(look.names.method(m)) for m in methods],
            hover=f"%{{customdata}}: rank {r + 1} in %{{x:.1%}}",
            name=f"rank {r + 1}",
            showlegend=False,
        )
    fig.update_layout(
        height=HEAD_HEIGHT, barmode="stack", bargap=0.25, margin={"l": 8, "r": 28, "t": 32, "b": 8}
    )
    fig.update_xaxes(range=[0, 1], tickformat=".0%", title_text="share of random weightings")
    return name_rows(fig, [look.names.method(m) for m in methods], most=18)


def draw_map(result: Weightings, look: Look) -> go.Figure:
    """The shares of the ranks as a matrix: methods by score from the top, ranks from the left.

    Beyond twelve methods the darkest colour is the largest share there is, as its scale says.
    """
    methods, values = result.methods, result.smaa.ranks
    written, named = len(methods) <= WRITTEN, len(methods) <= MOST_NAMED
    ranks, names = list(range(1, len(methods) + 1)), [look.names.method(m) for m in methods]
    fig = go.Figure(
        go.Heatmap(
            x=ranks,
            y=[len(methods) - r for r in ranks],
            z=values,
            zmin=0,
            zmax=1 if written else float(values.max()),
            colorscale=share_scale(look.mode),
            # cells of large matrices touch: a gap would take most of them
            xgap=int(len(methods) <= 40),
            ygap=int(len(methods) <= 40),
            texttemplate="%{z:.0%}" if written else None,
            showscale=not written,
            colorbar={"tickformat": ".0%", "len": 0.7, "thickness": 10},
            # a name in each of 22 500 cells takes most of the time of the figure
            customdata=entries([[figure_text(n)] * len(ranks) for n in names]) if named else None,
            hovertemplate=(
                f"%{{{'customdata' if named else 'y'}}}: rank %{{x}} in %{{z:.1%}}<extra></extra>"
            ),
        )
    )
    fig.update_xaxes(title_text="rank", side="top", showgrid=False, zeroline=False, tickformat="d")
    fig.update_yaxes(title_text="" if named else METHODS_ON_ROWS, showticklabels=named, ticks="")
    return name_rows(fig, names, most=18 if named else 60)


def ranks_table(result: Weightings, names: Labels) -> Table[int]:
    """One row per method: expected rank with its standard error, then the share of each rank."""
    column, smaa, values = Column[int], result.smaa, result.smaa.ranks
    columns = (
        column("method", lambda i: result.methods[i], kind="method"),
        column("expected_rank", lambda i: smaa.expected[i], "expected rank", kind="number"),
        column("expected_rank_se", lambda i: smaa.expected_se[i], "SE", kind="number"),
        *(
            column(f"ranks.{r + 1}", item(values.__getitem__, r), f"rank {r + 1}", kind="number")
            for r in range(len(result.methods))
        ),
    )
    return table(columns, range(len(result.methods)))


def facts(result: Weightings) -> Mapping[str, object]:
    """Return the shares by method, and the expected rank."""
    smaa = result.smaa
    values = (smaa.ranks, smaa.expected, smaa.expected_se)
    keys = ("rank_acceptability", "expected_rank", "expected_rank_se")
    return {
        key: dict(zip(result.methods, own, strict=True))
        for key, own in zip(keys, values, strict=True)
    }


ACCEPTABILITY = Answer(
    "acceptability",
    compute,
    say,
    Part(
        "rank_acceptability",
        "How often each method takes each rank",
        ranks_table,
        draw_head,
        reading=lambda result, names: BARS_READING if few(result) else RANKS_READING,
        zoom=lambda result: not few(result),
    ),
    heading="Ranks under random weights",
    facts=facts,
    terms=("acceptability", "expected_rank"),
)
