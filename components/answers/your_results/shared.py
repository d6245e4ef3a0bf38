"""What a reader's methods and those of a suite have both: on that they are ranked."""

from __future__ import annotations

from dataclasses import replace

from components.answers.your_results.standing import yours
from components.intake.aims import Measured, common, measured
from components.intake.suites import RELEASED
from components.intake.uses import METRIC_USES
from components.intake.work import Work
from components.resolved import Resolved
from components.selection import Selection, to_text
from components.stats.ranking.weights import preset_weights, presets
from components.text import at_most, joined, shortened
from data.registry import Tables

SAME = 5e-7
"""Weights that differ by less are the same."""


def shared(made: Tables, view: Selection) -> dict[str, str]:
    """The choices under which methods of both sides are ranked: the suite's own weights on the metrics and benchmarks
    that both have. The weight of a derived metric that is not shared goes to its parts that are; where the suite weighs
    nothing that is shared, weights are equal.
    """
    resolved, named = Resolved(made, view), {p.name for p in presets(made)}
    usual = resolved.w
    if RELEASED in named:
        usual = preset_weights(RELEASED, made, resolved.panel, resolved.reference)
    choices = {"weights": RELEASED} if RELEASED in named and abs(usual - resolved.w).max() > SAME else {}
    released = {m.id: w for m, w in zip(resolved.panel.metrics, usual.tolist(), strict=True) if w}
    mine, theirs = sides(resolved)
    parts = {m.id: m.parts for m in made.scores}
    able = [m.id for m in made.scores if m.id in released or any(m.id in parts[whole] for whole in released)]
    both, here = common(mine, theirs, able)
    if not both:
        both, here = common(mine, theirs, [m.id for m in made.scores])
    weights = dict.fromkeys(both, 0.0)
    for metric, weight in released.items():
        takers = [metric] if metric in both else [p for p in parts[metric] if p in both]
        weights |= {m: weights[m] + weight / len(takers) for m in takers}
    total = sum(weights.values())
    if both and weights != released:
        weighed = {m: w / total if total else 1 / len(both) for m, w in weights.items() if w or not total}
        choices["weights"] = to_text(tuple(weighed.items()))
    if here and len(here) < len(resolved.panel.benchmarks):
        choices["benchmarks"] = to_text(tuple(b for b in resolved.panel.benchmarks if b in here))
    return choices


def sides(resolved: Resolved) -> tuple[Measured, Measured]:
    """What the reader's methods measured, and what the suite's own."""
    runs, candidates = resolved.selected_runs, {m.id for m in resolved.tables.candidates}
    added = runs["method"].isin(yours(resolved.tables))
    own = runs["method"].isin(list(candidates))
    ids = resolved.panel.metric_ids
    return measured(runs[added & own], ids), measured(runs[~added & own], ids)


def uncounted(work: Work, resolved: Resolved) -> str:
    """What only one side has, so that the ranking does without it."""
    everything = Resolved(resolved.tables, replace(resolved.selection, benchmarks=()))
    mine, theirs = sides(everything)
    labels = everything.labels
    metrics, benchmarks = (
        [{k for ks in side.values() for k in ks} for side in (mine, theirs)],
        [{b for b, _ in side} for side in (mine, theirs)],
    )
    own = [u.column for u in work.uses if u.use in METRIC_USES and not u.metric]
    own += [labels.benchmark(b) for b in sorted(benchmarks[0] - benchmarks[1])]
    lacks = [labels.metric(m) for m in everything.panel.metric_ids if m in metrics[1] - metrics[0]]
    lacks += [labels.benchmark(b) for b in everything.panel.benchmarks if b in benchmarks[1] - benchmarks[0]]
    parts = [
        f"{joined(at_most(6, [shortened(n, 30) for n in names]))} (only {who})"
        for names, who in ((own, "in your table"), (lacks, "in the suite"))
        if names
    ]
    return f"Not counted: {'; '.join(parts)}." if parts else ""
