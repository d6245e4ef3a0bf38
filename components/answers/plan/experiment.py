"""How many benchmarks, or seeds, would tell two methods apart?

What a reader does not give is taken from two methods of the suite: how far apart they are, and how that varies.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from components import choice_text as reading
from components.answers.plan.power import Lines, draw, power_table
from components.answers.record import Answer, Ask, Part, Said
from components.answers.stability.inferred import Inferred, inferred
from components.format import capital, counted, number, percent, shortened
from components.resolved import Resolved, sample_groups
from components.stats.separation.inference import SEEDS_NEEDED, Scope
from components.stats.separation.planning import MOST, POWER
from components.stats.separation.plans import Design, design_of
from components.words import Labels, short
from data.registry import Tables

GIVEN: Mapping[str, str] = {
    "difference": "difference",
    "deviation": "between",
    "noise": "noise",
    "planned_methods": "methods",
    "planned_benchmarks": "benchmarks",
    "planned_seeds": "seeds",
}
"""What a user may give, and the field of a design that it sets."""


def _given(name: str, result: Any) -> tuple[str]:
    """The value of an assumption, as an empty box shows it."""
    value = getattr(result.design, GIVEN[name])
    return ("not known" if value is None else number(value),)


ASKS = (
    Ask(
        "versus",
        "the two methods whose numbers a plan starts from",
        reading.ids(reading.methods, exactly=2),
        ("Numbers as of", "against"),
        lambda result, names: {m: shortened(names.method(m)) for m in result.choosable},
        lambda result: result.pair or (),
    ),
    *(
        Ask(name, help_, read, (title,), chosen=partial(_given, name))
        for name, title, help_, read in (
            ("difference", "Difference that matters", "the difference of two scores", reading.number(0.0001, 1)),
            (
                "deviation",
                "Spread between benchmarks",
                "how far it varies between benchmarks",
                reading.number(0.0001, 1),
            ),
            ("noise", "Spread between seeds", "how far it varies between seeds", reading.number(0.0001, 1)),
            ("planned_methods", "Methods", "methods compared at once", reading.whole(2, 1_000)),
            ("planned_benchmarks", "Benchmarks", "benchmarks that share no data", reading.whole(1, 1_000)),
            ("planned_seeds", "Seeds of each", "seeds of each method on each benchmark", reading.whole(1, 1_000)),
        )
    ),
)


@dataclass(frozen=True, eq=False)
class Experiment:
    """A plan in both scopes. `pair` are the methods whose numbers it starts from, None where no two are tested.

    `found` is what they show, `design` the same with what a reader gave instead (`given`). `choosable` are the methods
    to choose two from, `single` says that it is about one benchmark.
    """

    pair: tuple[str, str] | None
    found: Design
    design: Design
    given: tuple[str, ...]
    choosable: tuple[str, ...]
    single: bool


def several_groups(tables: Tables) -> str:
    """The reference panel where it has benchmarks that share no data, which show how far these differ; else empty."""
    groups, panel = sample_groups(tables), tables.reference_panel.id
    used = set(tables.runs_of(panel)["benchmark"])
    return panel if len({groups[b] for b in used}) > 1 else ""


def pair_planned(view: Resolved, pair: tuple[str, ...] | None = None) -> tuple[str, str] | None:
    """Return the pair that a plan starts from: the two asked for, else the two best; None if fewer are ranked."""
    names = view.of(inferred).rows.names
    chosen = [m for m in names if m in (pair or ())]
    both = chosen if len(chosen) == 2 else names[:2]
    return (both[0], both[1]) if len(both) == 2 else None


def found(view: Resolved, chosen: tuple[str, ...] | None = None) -> Design:
    """Return what the runs of a pair show; nothing is known of rows that are not tested."""
    rows, pair = view.of(inferred), pair_planned(view, chosen)
    if pair is None or rows.seeds.tests is None or rows.benchmarks.tests is None:
        groups = max(1, len(set(rows.rows.groups)))
        return Design(
            difference=None,
            methods=max(2, _methods(rows)),
            benchmarks=groups,
            seeds=max(1, len(view.panel.seeds)),
            between=None,
            noise=None,
            on_mean=None,
        )
    return design_of(rows.seeds.tests, rows.benchmarks.tests, rows.number(*pair))


def _methods(rows: Inferred) -> int:
    return round((1 + math.sqrt(1 + 8 * rows.rows.m)) / 2)


def compute(view: Resolved, chosen: tuple[str, ...] | None = None, *asked: float | None) -> Experiment:
    """Return the plan with what the user gave, in the order of GIVEN."""
    start, rows = view.of(found, chosen), view.of(inferred)
    values = dict(zip(GIVEN.values(), asked, strict=False))
    given: dict[str, Any] = {f: v for f, v in values.items() if v is not None}
    design = replace(start, **given)
    if start.noise is None and start.between is not None and "between" not in given:
        # what was measured is both together, with the seeds there are
        if design.noise is not None:
            design = replace(design, between=math.sqrt(max(0.0, start.between**2 - design.noise**2 / start.seeds)))
        elif design.seeds != start.seeds:
            design = replace(design, between=None)
    if design.noise is not None and {"noise", "benchmarks"} & {*given}:
        # noise of the mean over benchmarks: measured once seeds are compared here, else as if they differed apart
        scaled = "noise" not in given and start.on_mean is not None
        on_mean = (start.on_mean or 0.0) * math.sqrt(start.benchmarks) if scaled else design.noise
        share = start.share if scaled else 2.0
        design = replace(design, on_mean=on_mean / math.sqrt(design.benchmarks), share=share)
    pair = pair_planned(view, chosen) if rows.seeds.tests is not None else None
    choosable = rows.rows.names if pair is not None and len(rows.rows.names) > 2 else ()
    single = len(rows.rows.benchmarks) == 1 and "benchmarks" not in given
    return Experiment(pair, start, design, tuple(given), choosable, single)


def say(result: Experiment, names: Labels) -> Said:
    """What it takes on other benchmarks, what more seeds would bring, then what it takes on these."""
    d = result.design
    if d.difference is None:
        return Said(["Give the difference that matters: no two methods here show one."])
    others, here = [*elsewhere(d, result.single), more_seeds(d)], these(d, result.single)
    return Said([*others, *here] if d.between is not None else [*here, *others], notes(result, names))


def elsewhere(d: Design, single: bool) -> list[str]:
    """How many benchmarks the difference takes, and the chance with the present ones."""
    if d.between is None:
        why = ", these count as one" if d.benchmarks == 1 else f", these {d.benchmarks} show no spread"
        return [f"Other benchmarks: cannot tell{' from one' if single else why}. Give the spread between benchmarks."]
    enough = float(d.benchmarks_needed(d.seeds)[0])
    now = f"; {counted(d.benchmarks, 'benchmark')} give {percent(d.power_benchmarks)}" if d.benchmarks > 1 else ""
    return [
        f"It takes {about(enough)} benchmarks like these to tell a difference of {number(d.difference)}.",
        f"That is at {percent(POWER)} chance, with {counted(d.seeds, 'seed')} each{now}.",
    ]


def more_seeds(d: Design) -> str:
    """What more seeds would bring for a claim about other benchmarks; empty where that is unknown."""
    if d.between is None:
        return ""
    endless, would_do = float(d.benchmarks_needed(math.inf)[0]), d.seeds_that_would_do
    if d.noise is None:
        return "More seeds: cannot tell. Give the spread between seeds."
    if math.isnan(endless):
        return "More seeds: cannot tell, the benchmarks show no spread of their own."
    if would_do is not None and would_do <= d.seeds:
        return "More seeds or benchmarks are not needed."
    if would_do is not None:
        return f"More seeds would do as well: about {would_do} of each on {counted(d.benchmarks, 'benchmark')}."
    return f"More seeds alone will not do: with endless ones it still takes {about(endless)} benchmarks."


def these(d: Design, single: bool) -> list[str]:
    """What it takes on these benchmarks alone, for other training seeds."""
    here = "this benchmark" if single else "these benchmarks"
    if math.isnan(d.seeds_needed):
        return [f"{capital(here)} alone: cannot tell. Give the spread between seeds."]
    now = f"a test needs {SEEDS_NEEDED}" if d.seeds < SEEDS_NEEDED else f"{percent(d.power_seeds)} chance"
    return [
        f"On {here} alone, whatever the training seed, it takes {about(d.seeds_needed)} seeds of each.",
        f"With {d.seeds} of each: {now}.",
    ]


def about(count: float) -> str:
    """A number of seeds or benchmarks that a plan needs."""
    return f"more than {MOST}" if count > MOST else f"about {int(count)}"


def _tested(pairs: int, methods: int) -> str:
    if pairs == 1:
        return "The one pair of two methods is tested at 5 %."
    return f"Each of {counted(pairs, 'pair')} of {methods} methods is tested at 5 % over all pairs (Bonferroni)."


def notes(result: Experiment, names: Labels) -> list[str]:
    """Where the numbers come from, and what power means."""
    d, labels = result.design, short(names)
    taken = ""
    if result.pair is not None and len(result.given) < len(GIVEN):
        a, b = (labels.method(m) for m in result.pair)
        taken = f"What you do not give is as {a} and {b} show it on {labels.panel}, {labels.suite}."
    pairs = max(1, d.methods * (d.methods - 1) // 2)
    return [
        taken,
        f"{_tested(pairs, d.methods)} With more methods it takes more.",
        "Other benchmarks like these: a t test of the difference over benchmarks that share no data, each the mean of "
        "its seeds. These benchmarks alone: Welch's t test over seeds.",
        "Spread: the standard deviation of the difference of the two scores, from benchmark to benchmark beyond what "
        "seeds do, and from seed to seed on one benchmark.",
        "Differences and spreads are on the scale of scores, from 0 to 1. An observed difference may be far from the "
        "true one: plan for the smallest that matters.",
    ]


def facts(result: Experiment) -> Mapping[str, object]:
    """The assumptions of the plan, and its result."""
    d = result.design
    return {
        "pair": result.pair,
        "given": result.given,
        "difference": d.difference,
        "between": d.between,
        "noise": d.noise,
        "methods": d.methods,
        "benchmarks": d.benchmarks,
        "seeds": d.seeds,
        "level": d.level,
        "benchmarks_needed": d.benchmarks_needed(d.seeds)[0],
        "with_endless_seeds": d.benchmarks_needed(math.inf)[0],
        "seeds_that_would_do": d.seeds_that_would_do,
        "seeds_needed": d.seeds_needed,
        "power_benchmarks": d.power_benchmarks,
        "power_seeds": d.power_seeds,
    }


def _part(name: str, over: Scope, reading: str) -> Part[Experiment]:
    def lines(result: Experiment) -> Lines:
        return result.design.over_seeds() if over == "seeds" else result.design.over_benchmarks()

    present: Callable[[Experiment], int] = lambda r: r.design.seeds if over == "seeds" else r.design.benchmarks  # noqa: E731
    return Part(
        name,
        f"Chance to tell the two apart over the number of {over}",
        lambda result, names: power_table(lines(result), over),
        lambda result, look: draw(lines(result), look, over, present(result)),
        reading=reading,
        when=lambda result: bool(lines(result)[1]),
    )


EXPERIMENT = Answer(
    "experiment",
    compute,
    say,
    [
        _part(
            "power",
            "benchmarks",
            "Each line: the chance with so many benchmarks like these. Dotted: 80 %, and the number there is.",
        ),
        _part(
            "power_seeds",
            "seeds",
            "The chance on these benchmarks with so many seeds of each. Dotted: 80 %, and the number there is.",
        ),
    ],
    asks=ASKS,
    key="plan",
    facts=facts,
    terms=("power", "inference"),
)
