"""What the page of a method says in words, from its result."""

from __future__ import annotations

from components.text import cleaned, counted, joined
from components.views.method.result import MOST_SETTINGS, Meaning, MethodResult, Standing

ROLES = {
    "reference": "never saw the forgotten data: it shows what unlearning should come to and is never ranked",
    "original": "has not unlearned anything: it is where unlearning starts and is never ranked",
}
PLACES_READING = (
    "Each suite is ranked under its own default weights. A method with several checkpoints ranks among methods by its "
    "best one, which flatters large grids; the median is not flattered."
)
METRICS_READING = (
    "The place by each metric alone; • marks the metrics that are part of the score. Of a method with several "
    "checkpoints it is the best place of any of them."
)


def lead(result: MethodResult) -> list[str]:
    """Where the method leads, and where it stands highest and lowest."""
    label, ranked = cleaned(result.label), result.ranked
    if not result.candidate:
        roles = [ROLES[m.role] for m in result.meanings if m.role in ROLES]
        return [f"{label} {roles[0]}."] if roles else []
    if not ranked:
        return [f"{label} has no rank in any panel."]
    if len(ranked) == 1:
        return [f"{label} ranks {place(ranked[0])} on {cleaned(ranked[0].where)}, the only panel where it is ranked."]
    leads = [s for s in ranked if s.rank == 1]
    many = f"{len(leads)}" if leads else "none"
    first = f"{label} leads in {many} of {len(ranked)} panels."
    best, worst = min(ranked, key=lambda s: s.share), max(ranked, key=lambda s: s.share)
    if best.share == worst.share:
        return [first]
    return [
        first,
        f"It stands highest on {cleaned(best.where)} ({place(best)}) and lowest on {cleaned(worst.where)} "
        f"({place(worst)}).",
    ]


def place(standing: Standing) -> str:
    """The rank in a cell or a sentence: "1 of 7", with a word where others share it."""
    if standing.rank is None:
        return "not ranked"
    shared = ", shared" if standing.tied else ""
    return f"{standing.rank} of {standing.of}{shared}"


def beside(standing: Standing) -> str:
    """What else is to be known of a place: the checkpoints behind it, or why there is none."""
    if standing.would_rank is not None:
        return f"would stand at {standing.would_rank} beside {counted(standing.of, 'candidate')}"
    if standing.rank is None:
        return f"without {joined([cleaned(m) for m in standing.missing])}" if standing.missing else "never ranked"
    if not standing.checkpoints:
        return ""
    return (
        f"best of {counted(standing.checkpoints, 'checkpoint')} ranks {standing.checkpoint_rank} of "
        f"{standing.checkpoint_of}; by its median the method is {standing.median_rank} of {standing.of}"
    )


def settings(meaning: Meaning) -> str:
    """The grid of hyper-parameters in one line; empty without one."""
    if not meaning.settings:
        return ""
    parts = [
        f"{cleaned(name)} {', '.join(cleaned(v) for v in values[:MOST_SETTINGS])}"
        for name, values in meaning.settings.items()
    ]
    return f"{counted(meaning.checkpoints, 'checkpoint')}: {'; '.join(parts)}."
