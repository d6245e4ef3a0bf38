"""Who is below a floor, and where is a method weak that no floor asks about?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components import floors
from components.format import counted, joined, verb
from components.resolved import Resolved
from components.stats.memo import memoised
from components.stats.panel import Floats, Ints
from components.stats.ranking.floors import FloorCheck
from components.words import Labels
from data.registry import GROUP_WORDS, GROUPS, Floor, Group

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
    floor_checks = view.contest.floor_checks
    return Below(
        methods=view.panel.methods,
        floor_checks=floor_checks,
        kept=floors.kept(floor_checks),
        missed=floors.missed(view),
        refused=tuple(floors.refused(view)),
        just_kept=floors.just_kept(view),
        noun="checkpoint" if view.tables.families else "method",
    )


def note(result: Below, labels: Labels) -> str:
    """Return how many are below the floor; "" if none is."""
    n_missing = len(result.missed)
    n_methods = len(result.methods)
    if not n_missing:
        return ""
    subject = f"{n_missing} of {counted(n_methods, result.noun)}"
    if n_methods == 1:
        subject = f"The only {result.noun}"
    elif n_missing == n_methods:
        subject = f"All of {counted(n_methods, result.noun)}"
    are = verb(n_missing, "is", "are")
    listed = floors.listed(labels, [check.floor for check in result.floor_checks])
    return f"{subject} {are} below the floor ({listed})."


def stated(result: Below, labels: Labels) -> str:
    """Return which floors are in use and who is below them, or that there is none."""
    if not result.floor_checks:
        return "No floor is set: every method that was measured is ranked."
    asked = floors.listed(labels, [check.floor for check in result.floor_checks])
    return note(result, labels) or f"Every {result.noun} keeps the floor ({asked})."


def misses(result: Below, labels: Labels, method: str) -> str:
    """Return what a method below a floor misses; "" for the others."""
    return "; ".join(floors.miss_words(labels, miss) for miss in result.missed.get(method, ()))


def weaknesses(view: Resolved) -> tuple[str, ...]:
    """Return in which groups of metrics each of M methods is last or near zero, in words; "" for
    the others, and for incomplete ones.

    A group is the mean utility of its metrics over the benchmarks shown; of utility the share that
    is kept, if the original model was measured. Weights play no part, but for methods with several
    checkpoints, of which the shown ones are compared.
    """
    compared = np.flatnonzero(view.contest.is_complete)
    if view.contest.ranks_best_checkpoints:
        compared = view.contest.shown
    cache_key = ("weaknesses", view.selection.transform, compared.tobytes())
    return memoised(view.panel, cache_key, lambda: _weaknesses(view, compared))


def _weaknesses(view: Resolved, compared: Ints) -> tuple[str, ...]:
    weak_groups: list[list[str]] = [[] for _ in view.panel.methods]
    for metric_group in GROUPS:
        values = _group_values(view, metric_group)
        ascending = np.sort(values[compared])
        for index in compared:
            if values[index] < NEAR_ZERO:
                weak_groups[index].append(f"near zero in {GROUP_WORDS[metric_group]}")
            elif len(compared) > 2 and values[index] == ascending[0] < ascending[1]:
                weak_groups[index].append(f"last in {GROUP_WORDS[metric_group]}")
    return tuple(f"is {joined(groups)}" if groups else "" for groups in weak_groups)


def _group_values(view: Resolved, metric_group: Group) -> Floats:
    """(M,) what each method has in a group of metrics; NaN if nothing was measured."""
    check = view.contest.floor_check(
        Floor(metric_group, NEAR_ZERO, "original" if metric_group == "utility" else "")
    )
    if not check.holds.any():
        check = view.contest.floor_check(Floor(metric_group, NEAR_ZERO))
    if not check.holds.any():
        return np.full(len(view.panel.methods), np.nan)
    return np.asarray(check.kept[check.holds].mean(axis=0))
