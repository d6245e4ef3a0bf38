"""How many benchmarks, or seeds, would tell two methods apart?

What is not entered is taken from two methods of the suite: how far apart they are, and how that
varies."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from components import suite_ids
from components.answers.record import Answer, Said
from components.choices import parsing
from components.choices.controls import Boxes, TextBox
from components.choices.record import Choice
from components.format import counted, number, percent, shortened
from components.resolved import Resolved, sample_groups
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import needed_range
from components.stats.separation.inference import SEEDS_NEEDED
from components.stats.separation.plans import FEWEST, Design, Forecast, Seen, design, seen
from components.words import Labels
from data.registry import Tables

USUAL = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Differences that are listed next to the one entered."""
GIVEN: Mapping[str, str] = {
    "difference": "difference",
    "noise": "noise",
    "deviation": "between",
    "planned_methods": "methods",
    "planned_benchmarks": "benchmarks",
    "planned_seeds": "seeds",
}
"""What a user may enter, and the field of a design that it sets."""
HERE, EACH = "these benchmarks", "seeds each"


@dataclass(frozen=True, eq=False)
class Experiment:
    """A plan. `pair` are the methods whose runs it starts from, None if no two are tested; `given`
    is what is entered.

    `usual` are the designs with each difference that is listed, `choosable` the methods to choose
    two from. `sharing` says that benchmarks share data and count as one."""

    pair: tuple[str, str] | None
    given: tuple[str, ...]
    design: Design
    usual: tuple[Design, ...]
    choosable: tuple[str, ...]
    sharing: bool


def _usual(name: str, result: Experiment) -> str:
    """Return what an empty box stands for."""
    value = getattr(result.design, GIVEN[name])
    return "not known" if value is None else number(value)


def _asked(name: str, title: str, meaning: str) -> Choice:
    box = TextBox(title, usual=partial(_usual, name))
    return Choice(name, meaning, parsing.number(0.0001, 1), box)


ASKS = (
    Choice(
        "versus",
        "the two methods whose runs a plan starts from",
        parsing.exact_ids(suite_ids.ranked_methods, 2),
        Boxes(
            ("Runs of", "against"),
            lambda result, names: {m: shortened(names.method(m)) for m in result.choosable},
            chosen=lambda result: result.pair or (),
        ),
    ),
    _asked("difference", "Difference that matters", "the difference of two scores"),
    _asked("noise", "Spread between seeds", "how far it varies between seeds"),
    _asked("deviation", "Spread between benchmarks", "how far it varies between benchmarks"),
    Choice("planned_methods", "methods compared at once", parsing.whole(2, 1_000)),
    Choice("planned_benchmarks", "benchmarks that share no data", parsing.whole(1, 1_000)),
    Choice("planned_seeds", "seeds of each method on each benchmark", parsing.whole(1, 1_000)),
)


def can_plan(tables: Tables) -> str:
    """Return the first panel with three seeds of a method, or three benchmarks that share no data;
    else ""."""
    groups, candidates = sample_groups(tables), {m.id for m in tables.candidates}
    for panel in sorted(tables.panels, key=lambda p: p.id != tables.reference_panel.id):
        runs = tables.runs_of(panel.id)
        runs = runs[runs["method"].isin(candidates)]
        seeds = runs.groupby(["benchmark", "method"], observed=True)["seed"].nunique()
        if (
            seeds.max() >= SEEDS_NEEDED
            or len({groups[b] for b in runs["benchmark"].unique()}) >= FEWEST
        ):
            return panel.id
    return ""


def pair_planned(view: Resolved, pair: tuple[str, ...] | None = None) -> tuple[str, str] | None:
    """Return the pair that a plan starts from: the two asked for, else the two best; None if fewer
    are ranked."""
    names = view.of(all_pair_tests).rows.names
    chosen = [m for m in names if m in (pair or ())]
    both = chosen if len(chosen) == 2 else names[:2]
    return (both[0], both[1]) if len(both) == 2 else None


def compute(
    view: Resolved, versus: tuple[str, ...] | None = None, *asked: float | None
) -> Experiment:
    """Return the plan with what the user entered, in the order of GIVEN."""
    rows, pair = view.of(all_pair_tests), pair_planned(view, versus)
    given = {f: v for f, v in zip(GIVEN.values(), asked, strict=False) if v is not None}
    if pair is None or rows.seeds.tests is None or rows.benchmarks.tests is None:
        pair, groups = None, len(set(rows.rows.groups))
        runs = Seen(present=max(1, len(view.panel.seeds))), Seen(present=max(1, groups))
    else:
        k = rows.pair_index(*pair)
        runs = seen(rows.seeds.tests, k), seen(rows.benchmarks.tests, k)
    plan = partial(design, *runs, methods=max(2, round((1 + math.sqrt(1 + 8 * rows.rows.m)) / 2)))
    listed = sorted({*USUAL, *([given["difference"]] if "difference" in given else [])})
    choosable = rows.rows.names if pair is not None and len(rows.rows.names) > 2 else ()
    usual = tuple(plan(given={**given, "difference": x}) for x in listed)
    return Experiment(pair, tuple(given), plan(given=given), usual, choosable, bool(view.sharing))


def say(result: Experiment, names: Labels) -> Said:
    d = result.design
    others, these = d.over_benchmarks, d.over_seeds
    shown = others or these
    if shown is None:
        return Said([missing(result)])
    wanted = takes(
        shown,
        (
            f"similar benchmarks with {counted(d.seeds, 'seed')} each"
            if others
            else f"{EACH} on {HERE}"
        ),
    )
    lines = [f"Differences of {number(shown.difference)} take {wanted}."]
    if these is None:
        lines.append(f"On {HERE} alone: enter the spread between seeds.")
    elif others is None:
        lines += [chance(these, "With"), f"For similar benchmarks e{missing(result)[1:]}"]
    else:
        lines.append(f"On {HERE} alone it takes {takes(these, EACH)}; {chance(these, 'with')}")
    lines.append("More seeds alone are not enough." if d.short else "")
    lines.append(
        ""
        if "difference" in result.given
        else "Observed differences can be far from the true ones."
    )
    return Said(lines)


def missing(result: Experiment) -> str:
    """Return what has to be entered to plan for similar benchmarks."""
    n = result.design.benchmarks
    if result.design.difference is None:
        return "Enter the difference that matters."
    few = "these benchmarks show too little" if n > 1 else "one benchmark shows none"
    return (
        "Enter a spread:"
        f" {'benchmarks that share data show none' if n == 1 and result.sharing else few}."
    )


def takes(forecast: Forecast, noun: str) -> str:
    """Return how many cases a difference takes; without a range if difference and spread are
    entered."""
    text = needed_range(*forecast.needed, noun)
    return (
        text.removesuffix(" (80 % range)") if forecast.effects[0] == forecast.effects[1] else text
    )


def chance(forecast: Forecast, with_: str) -> str:
    if forecast.present < SEEDS_NEEDED:
        return f"{with_} {forecast.present} there is no test."
    ends = dict.fromkeys(percent(float(x)) for x in forecast.chance([forecast.present])[:, 0])
    return f"{with_} {forecast.present} the chance is {' to '.join(ends)}."


def facts(result: Experiment) -> Mapping[str, object]:
    """Return the assumptions of the plan, and its ranges."""
    d = result.design
    scopes = {"benchmarks": d.over_benchmarks, "seeds": d.over_seeds}
    return {
        "pair": result.pair,
        "given": result.given,
        **{field: getattr(d, field) for field in (*GIVEN.values(), "level")},
        **{f"{name}_low": f and f.needed[0] for name, f in scopes.items()},
        **{f"{name}_high": f and f.needed[1] for name, f in scopes.items()},
        **{f"chance_{name}": f and f.chance([f.present])[:, 0] for name, f in scopes.items()},
    }


EXPERIMENT = Answer(
    "experiment",
    compute,
    say,
    asks=tuple(replace(ask, control=None) for ask in ASKS),
    key="plan",
    facts=facts,
    terms=("power", "inference"),
)
"""The verdict; the boxes stand above the figure, in the next answer."""
