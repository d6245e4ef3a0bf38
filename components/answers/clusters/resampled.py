"""Do the clusters hold on other benchmarks? How often two metrics share a cluster when benchmarks are drawn again."""

import plotly.graph_objects as go

from components.answers.clusters.clustered import Clusters, compute
from components.answers.clusters.marks import WRITTEN, frames, label_axes
from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, percent
from components.plotting.marks import entries
from components.plotting.matrices import scale_below, write_cells
from components.plotting.theme import hatched, share_scale, tau_colour
from components.stats.clusters.cuts import Coassociation, NoResampling
from components.table import Column, Table, table
from components.words import Labels, sharing


def say(result: Clusters, names: Labels) -> Said:
    """Say which pair is least certain, and what the shares rest on."""
    stable = result.stable
    if isinstance(stable, NoResampling) or stable.reason:
        return Said()
    unsure = min(
        (p for p in result.pairs if p.share is not None), key=lambda p: abs((p.share or 0.0) - 0.5), default=None
    )
    certain = unsure is None or unsure.share in (0, 1)
    drawn = f"all {stable.resamples} resamples" if stable.exact else f"{stable.resamples} random resamples"
    few = f", in {percent(stable.unusable)} too few for a clustering" if stable.unusable > 0 else ""
    return Said(
        [
            "Every pair is certain."
            if certain or unsure is None
            else f"Least certain: {names.metric(unsure.x)} and {names.metric(unsure.y)} share a cluster in "
            f"{percent(unsure.share)} of draws."
        ],
        [
            f"The shares are over {drawn} of {counted(stable.benchmarks, 'benchmark')}.",
            f"In {percent(stable.undefined)} of draws some metrics cannot be compared{few}."
            if stable.undefined > 0
            else "",
            sharing(names, result.sharing),
        ],
    )


def coassociation_reading(result: Clusters, names: Labels) -> str:
    """Return how to read the co-association matrix."""
    theirs = ", dotted ones the published clusters" if result.theirs else ""
    return (
        "Share of draws in which two metrics fall into one cluster, if both can be clustered; hatched: never both. "
        f"Solid frames are the clusters{theirs}."
    )


def draw(result: Clusters, look: Look) -> go.Figure:
    """Draw the shares as a matrix in leaf order, framed like the map; hatched if two metrics never meet."""
    names, order = look.names, result.order
    pairs = {places: p for p in result.pairs for places in ((p.x, p.y), (p.y, p.x))}
    value = [[1.0 if a == b else pairs[a, b].share for b in order] for a in order]
    hover = [
        [
            ""
            if a == b
            else f"{figure_text(names.listed_metrics((a, b)))}: together in {percent(pairs[a, b].share)} of draws "
            f"in which both are clustered ({percent(pairs[a, b].defined)} of all)"
            for b in order
        ]
        for a in order
    ]
    fig = go.Figure(
        go.Heatmap(
            z=entries(value),
            zmin=0,
            zmax=1,
            colorscale=share_scale(look.mode),
            xgap=1,
            ygap=1,
            customdata=entries(hover),
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
            showscale=len(order) > WRITTEN,
            colorbar=scale_below("share"),
        )
    )
    known = [(i, j, v) for j, row in enumerate(value) for i, v in enumerate(row) if v is not None]
    if len(order) <= WRITTEN:
        write_cells(fig, [(i, j, f"{v:.0%}", tau_colour(v, look.mode)) for i, j, v in known])
    never = [(i, j) for j, row in enumerate(value) for i, v in enumerate(row) if v is None]
    if never:
        fig.add_trace(hatched(never, look.mode))
    fig.update_layout(shapes=frames(result))
    label_axes(fig, result, names)
    return fig.update_layout(showlegend=False, height=440, margin={"l": 8, "r": 8, "t": 12, "b": 8})


def pairs_table(result: Clusters, names: Labels) -> Table[Coassociation]:
    """Return one row per pair: share of resamples together, and share in which both can be clustered."""
    column = Column[Coassociation]
    columns = (
        column("x", lambda p: p.x, "metric", kind="metric", place="print"),
        column("y", lambda p: p.y, "with", kind="metric", place="print"),
        column("share", lambda p: p.share, "share together", kind="number", place="print"),
        column("defined", lambda p: p.defined, "share comparable", kind="number"),
    )
    return table(columns, result.pairs)


RESAMPLED = Answer(
    "resampled",
    compute,
    say,
    Part(
        "coassociation",
        "How often two metrics share a cluster over resampled benchmarks",
        pairs_table,
        draw,
        reading=coassociation_reading,
        when=lambda result: bool(result.pairs) and not result.stable.reason,
    ),
    heading="Do they hold on other benchmarks?",
    facts=lambda result: {"resampling": result.stable},
    terms=("coassociation",),
)
