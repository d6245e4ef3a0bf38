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
Asked = str | tuple[Floor, ...]
"""What a reader can choose."""


@dataclass(frozen=True)
class Miss:
    """What a method below a floor misses: the floor, and what it keeps on its worst benchmark, None
    unmeasured.

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


def offered(view: Resolved) -> list[Asked]:
    """The floors to choose from: the suite's for the panel shown, none, and shares of utility
    kept."""
    own = [FLOORS[0]] if view.tables.floors.get(view.selection.panel) else []
    roles = {view.role(m) for m in view.references.methods}
    kept = [Floor("utility", share, of) for of in WHOSE if of in roles for share in SHARES]
    now = view.selection.floors
    mine = [] if isinstance(now, str) else [now]
    return [
        *own,
        FLOORS[1],
        *((f,) for f in kept if view.contest.serving(f.on) and (f,) not in mine),
        *mine,
    ]


def name(view: Resolved, chosen: Asked) -> str:
    """What a choice of floors asks for; none where it is nothing."""
    floors = view.tables.floors.get(view.selection.panel, ()) if chosen == FLOORS[0] else chosen
    return "none" if isinstance(floors, str) or not floors else listed(view.labels, floors)


def listed(labels: Labels, floors: Iterable[Floor]) -> str:
    """Return what some floors ask for, those that ask alike together: Model utility ≥ 0.3."""
    alike: dict[tuple[float, str, str], list[Floor]] = {}
    for floor in floors:
        alike.setdefault((floor.value, floor.share_of, floor.benchmark), []).append(floor)
    return joined([asked(labels, *own) for own in alike.values()])


def asked(labels: Labels, *alike: Floor) -> str:
    """Return what floors that differ only in their metric ask for: utility ≥ 50 % of the original
    model."""
    floor, on = alike[0], joined([labels.metric(f.on) for f in alike])
    of = f" of {WHOSE[floor.share_of]}" if floor.share_of else ""
    where = f" on {labels.benchmark(floor.benchmark)}" if floor.benchmark else ""
    return f"{on} ≥ {on_scale(floor, floor.value)}{of}{where}"


def subject(labels: Labels, floor: Floor) -> str:
    """Return what a floor is on: utility of the original model; Fluency on News."""
    of = (
        f"{labels.metric(floor.on)} of {WHOSE[floor.share_of]}"
        if floor.share_of
        else labels.metric(floor.on)
    )
    return f"{of} on {labels.benchmark(floor.benchmark)}" if floor.benchmark else of


def on_scale(floor: Floor, value: float) -> str:
    """A value as a floor is written: 64 %, or 0.276."""
    if not floor.share_of:
        return number(value) if 0 < value < 0.0005 else f"{value:.3f}".rstrip("0").rstrip(".")
    fine = (
        0 < value < 0.01 or floor.value - 0.005 <= value < floor.value
    )  # would round to 0, or to what is asked for
    return f"{100 * value:.{1 if fine else 0}f} %"


def kept(checks: Sequence[FloorCheck]) -> Floats:
    """(M,) what each method keeps of the floor that it is closest to missing; NaN without a floor
    or a value."""
    if not checks:
        return np.zeros(0)
    lowest = np.array([s.lowest for s in checks])
    share = np.where(np.isnan(lowest), -np.inf, lowest) / np.array(
        [[s.floor.value] for s in checks]
    )
    worst = np.take_along_axis(lowest, share.argmin(axis=0)[None], axis=0)[0]
    return np.where(np.isinf(worst), np.nan, worst)


def missed(view: Resolved) -> Mapping[str, tuple[Miss, ...]]:
    """Return what each method below a floor misses, in the order of the methods."""
    found: dict[str, list[Miss]] = {
        view.panel.methods[m]: [] for m in np.flatnonzero(view.contest.is_below_floor)
    }
    for check in view.contest.floor_checks:
        near = _nearness(view, check) if found else None
        for m in np.flatnonzero(check.missed):
            at = check.place[m]
            ends = (
                None
                if near is None or not near.near[m]
                else (float(near.low[at, m]), float(near.high[at, m]))
            )
            miss = Miss(
                check.floor,
                finite(check.lowest[m]),
                view.panel.benchmarks[at],
                int(check.passing[m]),
                int(check.seeds[m]),
                ends,
            )
            found[view.panel.methods[m]].append(miss)
    return {method: tuple(own) for method, own in found.items()}


def just_kept(view: Resolved) -> tuple[str, ...]:
    """Return the methods that keep every floor, one of them by less than its error over seeds."""
    near = np.zeros(len(view.panel.methods), dtype=bool)
    for check in view.contest.floor_checks:
        near |= _nearness(view, check).near
    return tuple(view.panel.methods[m] for m in np.flatnonzero(near & ~view.contest.is_below_floor))


def _nearness(view: Resolved, check: FloorCheck) -> Nearness:
    key = ("nearness", check.floor, view.selection.transform)
    members = view.contest.serving(check.floor.on)
    return memoised(
        view.panel, key, lambda: nearness(view.panel, check, members, view.selection.transform)
    )


def miss_words(labels: Labels, miss: Miss) -> str:
    """Return what a method misses: keeps 43 % of the utility of the original model on Books, needs
    50 %."""
    floor, where = (
        miss.floor,
        "" if miss.floor.benchmark else f" on {labels.benchmark(miss.benchmark)}",
    )
    if miss.kept is None:
        return f"lacks {labels.metric(floor.on)}{where}"
    verb, of = ("keeps", " of") if floor.share_of else ("has", " in")
    needs = f"needs {on_scale(floor, floor.value)}"
    if miss.nearly is not None:
        low, high = (on_scale(floor, end) for end in miss.nearly)
        needs = f"just misses {on_scale(floor, floor.value)} ({low} to {high})"
    some = (
        f"; {miss.passing} of {counted(miss.seeds, 'seed')}"
        f" {'passes' if miss.passing == 1 else 'pass'}"
    )
    kept = f"{verb} {on_scale(floor, miss.kept)}{of} {subject(labels, floor)}{where}"
    return f"{kept}, {needs}{some if miss.passing else ''}"


def refused(view: Resolved) -> list[str]:
    """Where a floor is not applied, and why."""
    labels, sentences = view.labels, []
    for s in view.contest.floor_checks:
        for benchmark, reason in s.refused.items():
            what = capital(asked(labels, s.floor))
            sentences.append(f"{what} is not asked for on {labels.benchmark(benchmark)}: {reason}.")
    return sentences
