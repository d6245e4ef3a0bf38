"""What the agreement page says about the pair of metrics that is open."""

from __future__ import annotations

from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.text import at_most, counted, joined, number, shortened
from components.thinned import told
from components.views.agreement.figures.slopes import WRITTEN, most_lines
from components.views.agreement.pair import PairResult
from components.views.agreement.pairs import SAME, PairTau
from components.views.agreement.result import AgreementResult
from components.views.agreement.words.phrases import row_order_range, tie_rule

SCATTER_READING = (
    "Both axes run from worse to better, so that agreement rises to the right; a larger mark is several runs with the "
    "same values. τ_b in the legend: each benchmark alone (mean over its blocks), and all runs pooled, "
    "which also compares runs of different benchmarks."
)


def opened(result: AgreementResult, pair: PairResult) -> str:
    """Both values of the pair that is open, and why it is open when nobody chose it."""
    ours, theirs = pair.protocols[TIE_AWARE], pair.protocols[PUBLISHED]
    differ = ours.tau is not None and theirs.tau is not None and abs(ours.tau - theirs.tau) > SAME
    why = "The two protocols differ most on this pair. " if differ and not pair.chosen else ""
    if not result.ranks_methods:
        return f"{why}Over {counted(result.n_runs, 'run')}, aligned: {_pooled(ours, theirs)}."
    aware = (
        f"no τ ({ours.tau_reason})"
        if ours.tau is None
        else f"{number(ours.tau)}, from {ours.blocks_defined} of {counted(ours.blocks, 'block')}"
    )
    return f"{why}As published: {_published(theirs)}; tie-aware: {aware}."


def _pooled(ours: PairTau, theirs: PairTau) -> str:
    raw = f" (directions as they are: {number(theirs.tau)})" if theirs.tau is not None else ""
    return f"τ_b {number(ours.tau)}{raw}" if ours.tau is not None else f"no τ: {ours.tau_reason}"


def _published(row: PairTau) -> str:
    if row.tau is None:
        return f"no τ ({row.tau_reason})"
    order = f", {row_order_range(row, 'from ')} with the order of rows" if row.row_order_width else ""
    return f"{number(row.tau)}{order}"


def slopes_title(pair: PairResult) -> str:
    """The name of the slope lines."""
    return f"Ranks by {pair.labels.metric(pair.x)} and by {pair.labels.metric(pair.y)}, block by block"


def slopes_reading(result: AgreementResult, pair: PairResult) -> str:
    """How to read the slope lines, with the methods behind the numbers."""
    names = ", ".join(f"{n} {shortened(pair.labels.method(m))}" for m, n in pair.numbered.items())
    many = len(pair.numbered) > WRITTEN
    legend = "Hover over a line for its method." if many else f"Numbers are methods: {names}."
    return (
        "Each line is a method, from its rank by the first metric to its rank by the second, 1 on top; "
        f"{tie_rule(result.protocol)}. Crossing lines are discordant pairs; grey panels have no τ. {legend}"
        + told(len(pair.numbered), "method", most_lines(pair))
    )


def scatter_reading(pair: PairResult) -> str:
    """How to read the scatter."""
    return SCATTER_READING + told(len(pair.runs), "run")


def runs_title(pair: PairResult) -> str:
    """The name of the scatter."""
    return f"{pair.labels.metric(pair.y)} against {pair.labels.metric(pair.x)}, all runs"


def pooling(pair: PairResult) -> str:
    """What pooling does to the sign of the pair that is open."""
    pooled, count = pair.pooled.tau, len(pair.by_benchmark)
    own = {b.benchmark: b.within_blocks.tau for b in pair.by_benchmark if b.within_blocks.tau is not None}
    if pooled is None:
        return "No τ over the pooled runs."
    if count < 2:
        within = joined([number(tau) for tau in own.values()])
        return f"One benchmark only: nothing is pooled across benchmarks ({within} within)." if own else ""
    start = f"Pooled over {counted(count, 'benchmark')} τ_b is {number(pooled)}"
    if not own:
        return f"{start}, but within no single benchmark is there any τ: all of it comes from differences between them."
    told = [f"{number(tau)} within {pair.labels.benchmark(b)}" for b, tau in own.items()]
    silent = [pair.labels.benchmark(b.benchmark) for b in pair.by_benchmark if b.benchmark not in own]
    rest = f"; {joined(at_most(4, silent))} {'has' if len(silent) == 1 else 'have'} none" if silent else ""
    against = sum(tau * pooled < 0 for tau in own.values())
    turn = ""
    if against == len(own):
        turn = " Pooling reverses the sign."
    elif against:
        turn = f" Pooling has the opposite sign of {against} of {len(own)}."
    return f"{start}; it is {joined(at_most(4, told))}{rest}.{turn}"
