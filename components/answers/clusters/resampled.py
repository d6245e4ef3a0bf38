"""Do the clusters hold on other benchmarks? How often two metrics share a cluster when benchmarks
are drawn again."""

from components.answers.clusters.clustered import Clusters, compute
from components.answers.record import Answer, Part, Said
from components.format import counted, percent
from components.stats.clusters.coassociation import Coassociation, NoResampling
from components.table import Column, Table, table
from components.words import Labels, sharing


def say(result: Clusters, names: Labels) -> Said:
    stable = result.stable
    if isinstance(stable, NoResampling) or stable.reason:
        return Said()
    drawn = (
        f"all {stable.resamples} resamples"
        if stable.exact
        else f"{stable.resamples} random resamples"
    )
    shares = f"The shares are over {drawn} of {counted(stable.benchmarks, 'benchmark')}."
    gone = (
        f"In {percent(stable.undefined)} of draws some metrics cannot be compared."
        if stable.undefined > 0
        else ""
    )
    return Said([], [shares, gone, sharing(names, result.sharing)])


def pairs_table(result: Clusters, names: Labels) -> Table[Coassociation]:
    """Return one row per pair: share of resamples together, and share in which both can be
    clustered."""
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
        shown="open",
        when=lambda result: bool(result.pairs) and not result.stable.reason,
    ),
    heading="Do they hold on other benchmarks?",
    facts=lambda result: {"resampling": result.stable},
    terms=("coassociation",),
)
