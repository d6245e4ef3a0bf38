"""What the agreement page says of each figure and how to read it, and of the pair that is open."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.text import at_most, counted, joined, number, shortened
from components.thinned import told
from components.views.agreement.figures.heat_map import ROOMY, WRITTEN
from components.views.agreement.figures.pair import NUMBERED, most_lines
from components.views.agreement.figures.summary import FEW_LINES
from components.views.agreement.pair import PairResult
from components.views.agreement.pairs import SAME, PairTau
from components.views.agreement.result import AgreementResult
from components.views.agreement.summary import PanelMeanTau
from components.views.agreement.words.phrases import row_order_range, tie_rule

BY_ROW_ORDER = (
    "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed."
)
AS_THEY_ARE = (
    "The values as they are: directions are not aligned, so that τ of metrics of opposite direction swaps its sign."
)
TIES_AS_TIES = "Ties count as ties (τ-b), higher is better everywhere; hatched pairs have no τ."
BARS = (
    "The thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a "
    "line from −1 to +1; the long tick is the value, the short one 0."
)
SCALE = "Blue agrees, orange contradicts, on one scale from −1 to +1. Click a cell to open its pair."
CLUSTERED = "Neighbours agree: the metrics are ordered by cluster. Hover for the numbers."


def map_reading(result: AgreementResult, protocol: str) -> str:
    """How to read the heat map of a protocol in the scope selected."""
    count, rows = len(result.metrics), result.protocols[protocol].pairs
    published = BY_ROW_ORDER if result.ranks_methods else AS_THEY_ARE
    lines = [published if protocol == PUBLISHED else TIES_AS_TIES]
    if count <= WRITTEN and any(r.row_order_width for r in rows):
        lines.append(BARS)
    fewer = [r for r in rows if r.blocks_defined < r.blocks]
    if count <= ROOMY and fewer:
        example = max(fewer, key=lambda r: r.blocks_defined)
        lines.append(f"“{example.blocks_defined} of {example.blocks}”: in so many blocks the pair has a τ.")
    return " ".join([*lines, SCALE, *([CLUSTERED] if count > WRITTEN else [])])


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
    many = len(pair.numbered) > NUMBERED
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


CONCORDANCE_READING = (
    "W compares the orders that all metrics of a benchmark give to its methods, on means over seeds, with correction "
    "for ties. Its p is asymptotic (χ²) and rough for few methods."
)
MODALITY_READING = (
    "One mark per panel, hollow where two methods leave only −1 and +1. “published” pools all runs and leaves "
    "directions as they are; the other rules align them. All runs of each panel enter, whatever is filtered above."
)


def profile(result: AgreementResult) -> str:
    """Which methods change places most between metrics."""
    ranks, labels = result.rank_profile, result.labels
    spans = []
    for method, means in zip(ranks.methods, ranks.mean, strict=True):
        known = [(r, m) for r, m in zip(means, ranks.metrics, strict=True) if r is not None]
        if len(known) > 1:
            low, high = min(known, key=lambda k: k[0]), max(known, key=lambda k: k[0])
            spans.append((round(high[0] - low[0], 12), method, low, high))
    if not spans:
        return "No method is ranked by two metrics."
    _, method, low, high = max(spans, key=lambda s: s[0])
    if high[0] == low[0]:
        return "Every method has one and the same mean rank under all metrics that rank it."
    return (
        f"{labels.method(method)} moves most: mean rank {low[0]:.2f} by {labels.metric(low[1])}, "
        f"{high[0]:.2f} by {labels.metric(high[1])}."
    )


def profile_reading(result: AgreementResult) -> str:
    """How to read the bump chart, with the blocks that entered."""
    ranks = result.rank_profile
    short = [
        f"{result.labels.metric(m)} {n}"
        for m, n in zip(ranks.metrics, ranks.blocks_ranked, strict=True)
        if n < ranks.blocks
    ]
    fewer = f" Blocks that rank: {', '.join(at_most(6, short))}, of {ranks.blocks}." if short else ""
    spread = "" if len(ranks.methods) > FEW_LINES else " Thin lines: from the best to the worst rank over blocks."
    return f"Mean rank of each method by each metric, 1 is best; {tie_rule(result.protocol)}.{spread}{fewer}"


def concordance(result: AgreementResult) -> str:
    """The range of W, and where it is undefined."""
    named = [(result.labels.benchmark(r.benchmark), r.w) for r in result.concordance]
    known = [f"{number(w)} on {name}" for name, w in named if w is not None]
    lost = [name for name, w in named if w is None]
    start = f"Kendall's W is {joined(at_most(6, known))}." if known else ""
    rest = f"Kendall's W is undefined on {joined(at_most(4, lost))}." if lost else ""
    return f"{start} {rest}".strip()


def modality(result: AgreementResult) -> str:
    """Unimodal minus multimodal under each counting rule, over panels with at least three methods.

    Empty where no two panels differ in this.
    """
    rows = [r for r in result.modality if r.methods > 2 and r.mean_tau is not None]
    gaps = _gaps(rows)
    if not gaps:
        return ""
    labels, entered = result.labels, {r.panel for r in rows}
    told = joined([f"{number(g, sign=True)} ({rule})" for rule, g in gaps.items()])
    left_out = [label for panel, label in labels.panels.items() if panel not in entered]
    without = f" {joined(left_out)}, with fewer than three methods, left out." if left_out else ""
    missing = [
        f"{labels.metric(m)} in {n} of {r.runs} runs of {labels.panels[r.panel]}"
        for r in rows
        if r.rule == rows[0].rule
        for m, n in r.missing.items()
    ]
    absent = f" Missing: {joined(at_most(4, missing))}." if missing else ""
    whole = " It rests on all runs of each panel, whatever is filtered." if result.filtered else ""
    return f"Mean τ, unimodal minus multimodal: {told}.{without}{absent}{whole}"


def _gaps(rows: list[PanelMeanTau]) -> Mapping[str, float]:
    """Unimodal minus multimodal by counting rule, where both have a panel."""
    means: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row.mean_tau is not None:
            means.setdefault(row.rule, {}).setdefault(row.setting, []).append(row.mean_tau)
    return {
        rule: fmean(by["unimodal"]) - fmean(by["multimodal"])
        for rule, by in means.items()
        if {"unimodal", "multimodal"} <= set(by)
    }


def resolution(result: AgreementResult) -> str:
    """Where all methods lie within a few steps of each other."""
    told = [
        f"{result.labels.metric(r.metric)} on {result.labels.benchmark(r.benchmark)} "
        f"({counted(r.spread_in_steps, 'step')} of 1/{r.samples})"
        for r in result.resolution
        if r.spread_in_steps is not None and 0 < r.spread_in_steps <= 2
    ]
    return f"All runs lie within two samples of each other for {joined(at_most(4, told))}." if told else ""
