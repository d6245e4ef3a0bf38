"""The floors of a selection: which are offered, what each asks for, and what the methods keep."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.choice_text import FLOORS
from components.format import capital, counted, finite, joined, number
from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.floors import WHOSE, FloorCheck
from components.words import Labels
from data.registry import GROUPS, Floor, Kept

SHARES = (0.5, 0.8, 0.9)
"""The shares of utility that are offered; the first one is shown where no floor is in use."""
Asked = str | tuple[Floor, ...]
"""What a reader can choose."""


@dataclass(frozen=True)
class Miss:
    """What a method below a floor misses: the floor, and what it keeps on its worst benchmark, None unmeasured.

    `passing` of `seeds` pass it everywhere.
    """

    floor: Floor
    kept: float | None
    benchmark: str
    passing: int
    seeds: int


def offered(view: Resolved) -> list[Asked]:
    """The floors to choose from: the suite's for the panel shown, none, and shares of utility kept."""
    own = [FLOORS[0]] if view.tables.floors.get(view.selection.panel) else []
    roles = {view.role(m) for m in view.references.methods}
    kept = [Floor("utility", share, of) for of in WHOSE if of in roles for share in SHARES]
    now = view.selection.floors
    mine = [] if isinstance(now, str) else [now]
    return [*own, FLOORS[1], *((f,) for f in kept if view.serving(f.on) and (f,) not in mine), *mine]


def usual(view: Resolved) -> tuple[Floor, ...]:
    """The floor shown where none is in use: on the utility of the model before unlearning, or on utility itself."""
    share = Floor("utility", SHARES[0], "original")
    if not view.serving("utility"):
        return ()
    return (share if view.floor_check(share).holds.all() else Floor("utility", SHARES[0]),)


def scales(view: Resolved) -> dict[Floor, float]:
    """The floors that can be moved, with their values now, 0 where one is lifted: those in use and of the suite."""
    own = view.tables.floors.get(view.selection.panel, ())
    there = {_place(f): f for f in (*view.floors, *own)} or {_place(f): f for f in usual(view)}
    now = {_place(f): f.value for f in view.floors}
    return {f: now.get(place, 0.0) for place, f in there.items()}


def addable(view: Resolved) -> tuple[Floor, ...]:
    """The floors on other groups and metrics: of utility what is kept, where it can be, of others their utility."""
    of: Kept = "original" if "original" in {view.role(m) for m in view.references.methods} else ""
    groups = [(g, g) for g in GROUPS if view.serving(g)]
    wanted = [*groups, *((m.id, m.group) for m in view.listed_metrics)]
    every = [Floor(on, SHARES[0], of if group == "utility" else "") for on, group in wanted]
    there = {_place(f) for f in scales(view)}
    return tuple(f for f in every if _place(f) not in there)


def chosen(view: Resolved, values: Mapping[str, float]) -> Asked:
    """The choice that asks for these values by the names of scales and of what can be added; 0 asks for nothing."""
    every = {key(f): f for f in (*scales(view), *addable(view))}
    asked = tuple(replace(every[k], value=v) for k, v in values.items() if v > 0)
    if set(asked) == set(view.tables.floors.get(view.selection.panel, ())):
        return FLOORS[0] if asked else FLOORS[1]
    return asked or FLOORS[1]


def key(floor: Floor) -> str:
    """The name of a floor, the same for all its values."""
    return ":".join(_place(floor))


def _place(floor: Floor) -> tuple[str, str, str]:
    return floor.on, floor.of, floor.benchmark


def name(view: Resolved, chosen: Asked) -> str:
    """What a choice of floors asks for; none where it is nothing."""
    floors = view.tables.floors.get(view.selection.panel, ()) if chosen == FLOORS[0] else chosen
    return "none" if isinstance(floors, str) or not floors else listed(view.labels, floors)


def listed(labels: Labels, floors: Iterable[Floor]) -> str:
    """What some floors ask for, those that ask alike together."""
    alike: dict[tuple[float, str, str], list[Floor]] = {}
    for floor in floors:
        alike.setdefault((floor.value, floor.of, floor.benchmark), []).append(floor)
    return joined([_asked(labels, own) for own in alike.values()])


def asked(labels: Labels, floor: Floor) -> str:
    """What a floor asks for: at least 50 % of the utility of the model before unlearning."""
    return _asked(labels, [floor])


def _asked(labels: Labels, alike: Sequence[Floor]) -> str:
    return f"at least {on_scale(alike[0], alike[0].value)}{' of' if alike[0].of else ' in'} {subject(labels, *alike)}"


def subject(labels: Labels, *alike: Floor) -> str:
    """What floors that differ only in their metric are on: utility of the model before unlearning; Fluency on News."""
    floor, on = alike[0], joined([labels.metric(f.on) for f in alike])
    of = f"{on} of {WHOSE[floor.of]}" if floor.of else on
    return f"{of} on {labels.benchmark(floor.benchmark)}" if floor.benchmark else of


def on_scale(floor: Floor, value: float) -> str:
    """A value as a floor is written: 64 %, or 0.276."""
    if not floor.of:
        text = number(value)
        return text if "e" in text else text.rstrip("0").rstrip(".")
    fine = 0 < value < 0.01 or floor.value - 0.005 <= value < floor.value  # would round to 0, or to what is asked for
    return f"{100 * value:.{1 if fine else 0}f} %"


def kept(checks: Sequence[FloorCheck]) -> Floats:
    """(M,) what each method keeps of the floor that it is closest to missing; NaN without a floor or a value."""
    if not checks:
        return np.zeros(0)
    lowest = np.array([s.lowest for s in checks])
    share = np.where(np.isnan(lowest), -np.inf, lowest) / np.array([[s.floor.value] for s in checks])
    worst = np.take_along_axis(lowest, share.argmin(axis=0)[None], axis=0)[0]
    return np.where(np.isinf(worst), np.nan, worst)


def missed(view: Resolved) -> Mapping[str, tuple[Miss, ...]]:
    """What each method below a floor misses, in the order of the methods."""
    panel = view.panel
    return {
        panel.methods[m]: tuple(
            Miss(
                s.floor,
                finite(s.lowest[m]),
                panel.benchmarks[s.place[m]],
                int(s.passing[m]),
                int(s.seeds[m]),
            )
            for s in view.floor_checks
            if s.missed[m]
        )
        for m in np.flatnonzero(view.below)
    }


def miss_words(labels: Labels, miss: Miss) -> str:
    """What a method misses: keeps 43 % of the utility of the model before unlearning on Books."""
    what = subject(labels, miss.floor)
    where = "" if miss.floor.benchmark else f" on {labels.benchmark(miss.benchmark)}"
    if miss.kept is None:
        return f"floor not measured: no {labels.metric(miss.floor.on)}{where}"
    keeps = (
        f"keeps {on_scale(miss.floor, miss.kept)} of" if miss.floor.of else f"has {on_scale(miss.floor, miss.kept)} in"
    )
    some = f"; {miss.passing} of {counted(miss.seeds, 'seed')} {'passes' if miss.passing == 1 else 'pass'}"
    passing = some if miss.passing else ""
    return f"{keeps} {what}{where}{passing}"


def refused(view: Resolved) -> list[str]:
    """Where a floor is not applied, and why."""
    labels, sentences = view.labels, []
    for s in view.floor_checks:
        for benchmark, reason in s.refused.items():
            what = capital(asked(labels, s.floor))
            sentences.append(f"{what} is not asked for on {labels.benchmark(benchmark)}: {reason}.")
    return sentences
