"""What a reader's methods share with those of a suite: on that they are ranked."""

from dataclasses import replace

import numpy as np

from components.answers.your_results.standing import yours
from components.format import at_most, joined, shortened
from components.intake.aims import Measured, common, measured
from components.intake.suites import RELEASED
from components.intake.uses import METRIC_USES
from components.intake.work import Work
from components.resolved import Resolved
from components.selection import Selection, to_text
from components.stats.ranking.weights import preset_weights, presets
from data.registry import Floor, Tables

SAME = 5e-7
"""Weights that differ by less are the same."""


def shared(made: Tables, view: Selection) -> dict[str, str]:
    """The choices under which methods of both sides are ranked: the suite's own weights and floors, on the metrics and
    benchmarks that both have. What a metric that is not shared weighs goes to the shared ones of its group, in
    proportion; where the suite weighs nothing that is shared, weights are equal. Floors that were not measured are off,
    and all of them where none of the reader's methods would have a rank.
    """
    resolved, named = Resolved(made, view), {p.name for p in presets(made)}
    usual = resolved.w
    if RELEASED in named:
        usual = preset_weights(RELEASED, made, resolved.panel, resolved.reference)
    choices = {"weights": RELEASED} if RELEASED in named and abs(usual - resolved.w).max() > SAME else {}
    ids, groups = resolved.panel.metric_ids, {m.id: m.group or m.id for m in made.scores}
    released = {m: w for m, w in zip(ids, usual.tolist(), strict=True) if w}
    mine, theirs = sides(resolved)
    both, here = common(mine, theirs, list(released))
    if not both:
        both, here = common(mine, theirs, list(ids))
    weights = {m: released.get(m, 0.0) for m in both}
    for group in {groups[m] for m in both if weights[m]}:
        whole, remaining = (sum(w for m, w in ws.items() if groups[m] == group) for ws in (released, weights))
        weights |= {m: w * whole / remaining for m, w in weights.items() if groups[m] == group}
    if both and weights != released:
        total = sum(weights.values())
        choices["weights"] = to_text(tuple((m, w / total if total else 1 / len(both)) for m, w in weights.items()))
    if here and len(here) < len(resolved.panel.benchmarks):
        choices["benchmarks"] = to_text(tuple(b for b in resolved.panel.benchmarks if b in here))
    floors = [f for f in resolved.floors if _measured(resolved, f)]
    shown = Resolved(made, replace(view, benchmarks=tuple(here)))
    added = [m in yours(made) for m in shown.panel.methods]
    if floors and np.any([shown.floor_check(f).missed for f in floors], axis=0)[added].all():
        floors = []
    if len(floors) < len(resolved.floors):
        choices["floors"] = to_text(tuple(floors)) or "none"
    return choices


def _measured(resolved: Resolved, floor: Floor) -> bool:
    """Whether both sides measured what a floor is on."""
    return bool(common(*sides(resolved), [resolved.panel.metric_ids[i] for i in resolved.serving(floor.on)])[0])


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
    usual = Resolved(resolved.tables, replace(resolved.selection, floors="suite"))
    mine, theirs = sides(everything)
    labels = everything.labels
    metrics, benchmarks = (
        [{k for ks in side.values() for k in ks} for side in (mine, theirs)],
        [{b for b, _ in side} for side in (mine, theirs)],
    )
    own = [u.column for u in work.uses if u.use in METRIC_USES and not u.metric]
    own += [labels.benchmark(b) for b in sorted(benchmarks[0] - benchmarks[1])]
    lacks = [labels.metric(m) for m in everything.panel.metric_ids if m in metrics[1] - metrics[0]]
    off = {f"the floor on {labels.metric(f.on)}": _measured(usual, f) for f in usual.floors if f not in resolved.floors}
    lacks += [name for name, both in off.items() if not both]
    lacks += [labels.benchmark(b) for b in everything.panel.benchmarks if b in benchmarks[1] - benchmarks[0]]
    parts = [
        f"{joined(at_most(6, [shortened(n, 30) for n in names]))} ({who})"
        for names, who in (
            (own, "only in your table"),
            (lacks, "only in the suite"),
            ([name for name, both in off.items() if both], "no method of yours reaches it"),
        )
        if names
    ]
    return f"Not counted: {'; '.join(parts)}." if parts else ""
