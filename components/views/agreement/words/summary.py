"""What the agreement page says about ranks, concordance, panels and resolution."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from components.text import at_most, counted, joined, number
from components.views.agreement.figures.profile import WRITTEN
from components.views.agreement.result import AgreementResult
from components.views.agreement.summary import PanelMeanTau
from components.views.agreement.words.phrases import tie_rule

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
    spread = "" if len(ranks.methods) > WRITTEN else " Thin lines: from the best to the worst rank over blocks."
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
