"""What the stability page says of seeds."""

from __future__ import annotations

from components.stats.ranking.rank_intervals import SEEDS_ONLY, UNPAIRED
from components.text import counted, joined, percent, thousands
from components.views.stability.result.ranked import Absent
from components.views.stability.result.seeds import SeedsResult
from components.views.stability.words.phrases import NAMED, short, some

SEEDS_READING = (
    "Circle: the rank now. Thick: 95 % of the ranks when every cell shows one of its seeds. Thin: 95 % of the ranks "
    "when benchmarks and seeds are resampled."
)
ALONE = {
    SEEDS_ONLY: "That is noise of training on one benchmark: how ranks vary over benchmarks cannot be told from it.",
    UNPAIRED: "Ranks over benchmarks are not drawn: some methods have no benchmark and seed in common.",
}
"""What seeds cannot tell, by the reason why there are no rank intervals."""
CONFIDENCE = "first under its own central weights, whatever the seeds"


def seeds_sentences(result: SeedsResult | Absent) -> list[str]:
    """What seeds alone can change, and how sure each method's own weights make its lead."""
    if isinstance(result, Absent):
        return [f"There is no seed noise to show: {result.reason}."]
    labels = short(result.labels)
    moving = [r.method for r in result.methods if r.low != r.high]
    effect = f"moves the rank of {some(labels, moving)}" if moving else "moves no rank"
    each = counted(result.most_seeds, "seed")
    if result.fewest_seeds != result.most_seeds:
        each = f"{result.fewest_seeds} to {result.most_seeds} seeds"
    sentence = (
        f"Every cell has {each}. Showing one of them at a time, {thousands(result.draws)} times, {effect} (95 % of the "
        "draws)."
    )
    if result.interval_reason in ALONE:
        sentence = f"{sentence} {ALONE[result.interval_reason]}"
    known = {r.method: r.confidence for r in result.methods if r.confidence is not None}
    if len(known) > NAMED:
        least = min(known, key=lambda m: known[m])
        return [
            sentence,
            f"The lowest of {len(known)} confidence factors ({CONFIDENCE}) is {labels.method(least)}'s, "
            f"{percent(known[least])}.",
        ]
    factors = joined([f"{labels.method(m)} {percent(c)}" for m, c in known.items()]) if known else ""
    return [sentence, f"Confidence factor ({CONFIDENCE}): {factors}."] if factors else [sentence]
