"""Do the clusters hold on other benchmarks? How often two metrics share a cluster when benchmarks are drawn again."""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.answers.clusters.grouping import Clusters, compute
from components.answers.clusters.marks import WRITTEN, frames, label_axes, scale_below, written
from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, number
from components.plotting.marks import entries
from components.plotting.theme import hatched, share_scale
from components.stats.clusters.cuts import Coassociation, NoResampling
from components.table import Column, Table, table
from components.words import Labels, sharing


def say(result: Clusters, names: Labels) -> Said:
    """What the shares rest on; how often all clusters come back is the page's own sentence."""
    few = len(result.got.metrics) <= 2
    return Said([] if few else [resampling_sentence(result, names)], [sharing(names, result.sharing)])


def resampling_sentence(result: Clusters, names: Labels) -> str:
    """What the shares are taken over, and which pair is least certain."""
    r = result.stable
    if isinstance(r, NoResampling):
        return "" if result.reason else f"No resampling: {r.reason}."
    if r.reason:
        return r.reason
    drawn = f"all {r.resamples} resamples" if r.exact else f"{r.resamples} random resamples"
    sentences = [f"From {drawn} of {r.benchmarks} benchmarks."]
    if r.undefined > 0:
        few = f", with {number(r.unusable)} too few can for a clustering" if r.unusable > 0 else ""
        sentences.append(f"With probability {number(r.undefined)} some metrics cannot be compared{few}.")
    shares = [(p.share, p) for p in result.pairs if p.share is not None]
    share, unsure = min(shares, key=lambda one: abs(one[0] - 0.5), default=(0.0, None))
    if unsure is not None and 0 < share < 1:
        both = names.listed_metrics((unsure.x, unsure.y))
        sentences.append(f"Least certain: {both} share a cluster in {number(share)}.")
    return " ".join(sentences)


def coassociation_caption(result: Clusters, names: Labels) -> str:
    """How to read the co-association matrix."""
    end = ", dotted ones the published clusters" if result.published else ""
    return (
        "Share of resamples in which two metrics fall into one cluster, among those in which both can be clustered: "
        f"1 always, 0 never, hatched where they never meet. Solid frames are the clusters here{end}."
    )


def draw(result: Clusters, look: Look) -> go.Figure:
    """The shares as a matrix in leaf order, framed like the heat map; hatched where two metrics never meet."""
    names, order = look.names, result.order
    pairs: dict[tuple[str, str], Coassociation] = {}
    for p in result.pairs:
        pairs[p.x, p.y] = pairs[p.y, p.x] = p
    value = [[1.0 if a == b else pairs[a, b].share for b in order] for a in order]
    labels = {m: figure_text(names.metric(m)) for m in order}
    hover = [
        [
            ""
            if a == b
            else f"{labels[a]} and {labels[b]}: together in {number(pairs[a, b].share)} of the resamples "
            f"in which both are clustered ({number(pairs[a, b].defined)} of all)"
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
    if len(order) <= WRITTEN:
        written(fig, value, [["" if v is None else number(v) for v in row] for row in value], look.mode)
    never = [(i, j) for j, row in enumerate(value) for i, v in enumerate(row) if v is None]
    if never:
        fig.add_trace(hatched(never, look.mode))
    fig.update_layout(shapes=frames(result))
    label_axes(fig, result, names)
    fig.update_layout(showlegend=False, height=460, margin={"l": 8, "r": 8, "t": 12, "b": 8})
    return fig


def pairs_table(result: Clusters, names: Labels) -> Table[Coassociation]:
    """One row per pair: share of resamples together, and share in which both can be clustered."""
    column = Column[Coassociation]
    columns = (
        column("x", lambda p: p.x, "metric", kind="metric", place="print"),
        column("y", lambda p: p.y, "with", kind="metric", place="print"),
        column("share", lambda p: p.share, "share together", kind="number", place="print"),
        column("defined", lambda p: p.defined, "share comparable", kind="number"),
    )
    return table(columns, result.pairs)


def facts(result: Clusters) -> Mapping[str, object]:
    """How often the clusters come back."""
    return {"resampling": result.stable}


RESAMPLED = Answer(
    "resampled",
    compute,
    say,
    Part(
        "coassociation",
        "How often two metrics share a cluster over resampled benchmarks",
        pairs_table,
        draw,
        reading=coassociation_caption,
        when=lambda result: bool(result.pairs) and not result.stable.reason,
    ),
    heading="Do they hold on other benchmarks?",
    facts=facts,
    terms=("coassociation",),
)
