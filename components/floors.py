"""The floors of a selection: which are offered, what each asks for, and what the methods keep."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.format import capital, counted, finite, joined, number
from components.resolved import Resolved
from components.selection import FLOORS
from components.stats.memo import memoised
from components.stats.panel import Floats
from components.stats.ranking.floor_errors import Nearness, nearness
from components.stats.ranking.floors import WHOSE, FloorCheck
from components.words import Labels
from data.registry import Floor

SHARES = (0.5, 0.8, 0.9)
"""The shares of utility that are offered."""
FloorChoice = str | tuple[Floor, ...]
"""What a user can choose."""


@dataclass(frozen=True)
class Miss:
    """What a method below a floor misses: the floor, and what it keeps on its worst benchmark, None
    if it was not measured.

    passing  how many of `seeds` pass it everywhere
    nearly   the 95 % interval of `kept` over seeds if that of every missed benchmark holds the
             floor
    """

    floor: Floor
    kept: float | None
    benchmark: str
    passing: int
    seeds: int
    nearly: tuple[float, float] | None


def offered(view: Resolved) -> list[FloorChoice]:
    """Return the floors to choose from: the suite's for the panel shown, none, shares of utility
    kept, and those in use if they are others."""
    choices: list[FloorChoice] = []
    if view.tables.floors.get(view.selection.panel):
        choices.append(FLOORS[0])
    choices.append(FLOORS[1])
    in_use = view.selection.floors
    roles_of_methods = {view.role(method) for method in view.unranked.methods}
    for share_of in WHOSE:
        if share_of in roles_of_methods and view.contest.serving("utility"):
            floors = [
                (Floor("utility", share_of_reference, share_of),) for share_of_reference in SHARES
            ]
            choices += [choice for choice in floors if choice != in_use]
    if not isinstance(in_use, str):
        choices.append(in_use)
    return choices


def name(view: Resolved, choice: FloorChoice) -> str:
    """Return what a choice of floors asks for, "none" if it asks for nothing."""
    if choice == FLOORS[0]:
        choice = view.tables.floors.get(view.selection.panel, ())
    return "none" if isinstance(choice, str) or not choice else listed(view.labels, choice)


def listed(labels: Labels, floors: Iterable[Floor]) -> str:
    """Return what some floors ask for, those that ask alike together: Model utility ≥ 0.3."""
    groups: dict[tuple[float, str, str], list[Floor]] = {}
    for floor in floors:
        groups.setdefault((floor.value, floor.share_of, floor.benchmark), []).append(floor)
    return joined([asked(labels, *group) for group in groups.values()])


def asked(labels: Labels, *floors: Floor) -> str:
    """Return what floors that differ only in their metric ask for: utility ≥ 50 % of the original
    model."""
    metrics = joined([labels.metric(same_floor.subject) for same_floor in floors])
    floor_text = f"{metrics} ≥ {on_scale(floors[0], floors[0].value)}"
    if floors[0].share_of:
        floor_text += f" of {WHOSE[floors[0].share_of]}"
    return floor_text + _on(labels, floors[0].benchmark)


def _on(labels: Labels, benchmark: str) -> str:
    return f" on {labels.benchmark(benchmark)}" if benchmark else ""


def on_scale(floor: Floor, value: float) -> str:
    """Return a value as a floor is written: 64 %, or 0.276."""
    if not floor.share_of:
        return number(value) if 0 < value < 0.0005 else f"{value:.3f}".rstrip("0").rstrip(".")
    # would round to 0, or to what is asked for
    needs_decimal = 0 < value < 0.01 or floor.value - 0.005 <= value < floor.value
    return f"{100 * value:.{int(needs_decimal)}f} %"


def kept(checks: Sequence[FloorCheck]) -> Floats:
    """(M,) what each method keeps of the floor that it is closest to missing; NaN without a floor
    or a value."""
    if not checks:
        return np.zeros(0)
    lowest = np.array([floor_check.lowest for floor_check in checks])
    asked_values = np.array([[floor_check.floor.value] for floor_check in checks])
    shares = np.where(np.isnan(lowest), -np.inf, lowest) / asked_values
    worst_share = np.take_along_axis(lowest, shares.argmin(axis=0)[None], axis=0)[0]
    return np.where(np.isinf(worst_share), np.nan, worst_share)


def missed(view: Resolved) -> Mapping[str, tuple[Miss, ...]]:
    """Return what each method below a floor misses, in the order of the methods."""
    misses: dict[str, tuple[Miss, ...]] = {}
    for method_index in np.flatnonzero(view.contest.is_below_floor):
        checks = [
            floor_check
            for floor_check in view.contest.floor_checks
            if floor_check.missed[method_index]
        ]
        method = view.panel.methods[method_index]
        misses[method] = tuple(_miss(view, floor_check, method_index) for floor_check in checks)
    return misses


def _miss(view: Resolved, floor_check: FloorCheck, method_index: np.intp) -> Miss:
    benchmark_index = floor_check.lowest_benchmark[method_index]
    errors = _nearness(view, floor_check)
    interval = None
    if errors.near[method_index]:
        cell_index = (benchmark_index, method_index)
        interval = (float(errors.low[cell_index]), float(errors.high[cell_index]))
    return Miss(
        floor=floor_check.floor,
        kept=finite(floor_check.lowest[method_index]),
        benchmark=view.panel.benchmarks[benchmark_index],
        passing=int(floor_check.passing[method_index]),
        seeds=int(floor_check.seeds[method_index]),
        nearly=interval,
    )


def just_kept(view: Resolved) -> tuple[str, ...]:
    """Return the methods that keep every floor, one of them by less than its error over seeds."""
    is_near = np.zeros(len(view.panel.methods), dtype=bool)
    for floor_check in view.contest.floor_checks:
        is_near |= _nearness(view, floor_check).near
    is_near &= ~view.contest.is_below_floor
    return tuple(view.panel.methods[method_index] for method_index in np.flatnonzero(is_near))


def _nearness(view: Resolved, floor_check: FloorCheck) -> Nearness:
    transform = view.selection.transform
    metrics = view.contest.serving(floor_check.floor.subject)
    cache_key = ("nearness", floor_check.floor, transform)
    return memoised(
        view.panel, cache_key, lambda: nearness(view.panel, floor_check, metrics, transform)
    )


def miss_words(labels: Labels, miss: Miss) -> str:
    """Return what a method misses: keeps 43 % of the utility of the original model on Books, needs
    50 %."""
    floor = miss.floor
    metric = labels.metric(floor.subject)
    if miss.kept is None:
        where_text = "" if floor.benchmark else _on(labels, miss.benchmark)
        return f"lacks {metric}{where_text}"
    where_text = _on(labels, floor.benchmark or miss.benchmark)
    kept_text = on_scale(floor, miss.kept)
    if floor.share_of:
        miss_text = f"keeps {kept_text} of {metric} of {WHOSE[floor.share_of]}{where_text}"
    else:
        miss_text = f"has {kept_text} in {metric}{where_text}"
    limit_text = on_scale(floor, floor.value)
    if miss.nearly is None:
        miss_text += f", needs {limit_text}"
    else:
        low, high = miss.nearly
        miss_text += (
            f", just misses {limit_text} ({on_scale(floor, low)} to {on_scale(floor, high)})"
        )
    if miss.passing:
        verb = "passes" if miss.passing == 1 else "pass"
        miss_text += f"; {miss.passing} of {counted(miss.seeds, 'seed')} {verb}"
    return miss_text


def refused(view: Resolved) -> list[str]:
    """Return where a floor is not applied, and why."""
    sentences = []
    for floor_check in view.contest.floor_checks:
        for benchmark, reason in floor_check.refused.items():
            floor_text = capital(asked(view.labels, floor_check.floor))
            benchmark_label = view.labels.benchmark(benchmark)
            sentences.append(f"{floor_text} is not asked for on {benchmark_label}: {reason}.")
    return sentences
