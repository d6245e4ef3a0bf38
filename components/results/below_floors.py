"""Who is below a floor, and where is a method weak that no floor asks about?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components import floors
from components.format import joined
from components.resolved import Resolved
from components.stats.memo import memoised
from components.stats.panel import Floats
from components.stats.ranking.floors import FloorCheck
from components.words import Labels
from data.registry import GROUPS, Floor

NEAR_ZERO = 0.1
"""A share kept, or a utility, below this is near zero."""


@dataclass(frozen=True, eq=False)
class Below:
    """Which of M methods or checkpoints keep the floors in use.

    kept       (M,) what each keeps of the floor that it is closest to missing; (0,) without a floor
    missed     what each one below a floor misses, by its id
    refused    sentences on floors that are not applied
    just_kept  those that keep every floor, one of them by less than its error over seeds
    noun       what the floors are checked on: a method, or a checkpoint of one
    """

    methods: tuple[str, ...]
    floor_checks: tuple[FloorCheck, ...]
    kept: Floats
    missed: Mapping[str, tuple[floors.Miss, ...]]
    refused: tuple[str, ...]
    just_kept: tuple[str, ...]
    noun: str


def compute(view: Resolved) -> Below:
    """Return which methods keep the floors in use."""
    return Below(
        view.panel.methods,
        view.floor_checks,
        floors.kept(view.floor_checks),
        floors.missed(view),
        tuple(floors.refused(view)),
        floors.just_kept(view),
        "checkpoint" if view.tables.families else "method",
    )


def note(result: Below, names: Labels) -> str:
    """Return how many are below the floor; "" if none is."""
    fallen, n = len(result.missed), len(result.methods)
    if not fallen:
        return ""
    many = "The only" if n == 1 else f"{'All' if fallen == n else fallen} of {n}"
    verb, noun = "is" if fallen == 1 else "are", result.noun if n == 1 else f"{result.noun}s"
    return (
        f"{many} {noun} {verb} below the floor"
        f" ({floors.listed(names, [c.floor for c in result.floor_checks])})."
    )


def misses(result: Below, names: Labels, method: str) -> str:
    """Return what a method below a floor misses; "" for the others."""
    return "; ".join(floors.miss_words(names, m) for m in result.missed.get(method, ()))


def weaknesses(view: Resolved) -> tuple[str, ...]:
    """(M,) where each complete method is last or near zero, by the groups of metrics; empty for the
    others.

    A group is the mean utility of its metrics over the benchmarks shown; of utility the share that
    is kept, where the model before unlearning was measured. Weights play no part."""
    key = ("weaknesses", view.selection.transform, view.complete.tobytes())
    return memoised(view.panel, key, lambda: _weaknesses(view))


def _weaknesses(view: Resolved) -> tuple[str, ...]:
    weak: list[list[str]] = [[] for _ in view.panel.methods]
    index = np.flatnonzero(view.complete)
    for group in GROUPS:
        check = view.floor_check(Floor(group, NEAR_ZERO, "original" if group == "utility" else ""))
        if not check.holds.any():
            check = view.floor_check(Floor(group, NEAR_ZERO))
        value = (
            check.kept[check.holds].mean(axis=0)
            if check.holds.any()
            else np.full(len(weak), np.nan)
        )
        others = np.sort(value[index])
        for m in index:
            if value[m] < NEAR_ZERO:
                weak[m].append(f"near zero in {group}")
            elif len(index) > 2 and value[m] == others[0] < others[1]:
                weak[m].append(f"last in {group}")
    return tuple(f"is {joined(own)}" if own else "" for own in weak)
