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
from components.format import capital, counted, number, percent_range, shortened, verb
from components.resolved import Resolved, sample_groups
from components.results.at_bound import at_bound
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import needed_range
from components.stats.separation.inference import SEEDS_NEEDED
from components.stats.separation.plans import (
    MIN_CASES,
    Design,
    Forecast,
    RunsOfPair,
    design,
    runs_of_pair,
)
from components.words import Labels, for_new_seeds, seeds_each
from data.registry import PanelInfo, Tables

LISTED_DIFFERENCES = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Differences that are listed next to the one entered."""
FIELD_OF_ASKED: Mapping[str, str] = {
    "difference": "difference",
    "noise": "noise",
    "deviation": "between",
    "planned_methods": "methods",
    "planned_benchmarks": "benchmarks",
    "planned_seeds": "seeds",
}
"""The field of a design that each number sets that a user may enter."""
HERE = "these benchmarks"
ASKED = "power 80 % at 5 %"
"""The chance that is wanted, and the level that all pairs share."""


@dataclass(frozen=True, eq=False)
class Experiment:
    """A plan.

    pair        the methods whose runs it starts from, None if no two are tested
    given       the fields of the design that are entered
    listed      the designs with each difference that is listed
    choosable   the methods to choose two from
    is_sharing  whether benchmarks share data and count as one
    info        of the panel, which says what a seed repeats
    at_bound    metrics whose spread over seeds is cut off at their bound
    """

    pair: tuple[str, str] | None
    given: tuple[str, ...]
    design: Design
    listed: tuple[Design, ...]
    choosable: tuple[str, ...]
    is_sharing: bool
    info: PanelInfo
    at_bound: Mapping[str, tuple[int, int]]


def _usual(asked_name: str, experiment: Experiment) -> str:
    """Return what an empty box stands for."""
    usual_value = getattr(experiment.design, FIELD_OF_ASKED[asked_name])
    return "not known" if usual_value is None else number(usual_value)


def _asked(asked_name: str, title: str, meaning: str) -> Choice:
    text_box = TextBox(title, usual=partial(_usual, asked_name))
    return Choice(asked_name, meaning, parsing.number(0.0001, 1), text_box)


ASKS = (
    Choice(
        "versus",
        "the two methods whose runs a plan starts from",
        parsing.exact_ids(suite_ids.ranked_methods, 2),
        Boxes(
            ("Runs of", "against"),
            lambda experiment, labels: {
                m: shortened(labels.method(m)) for m in experiment.choosable
            },
            chosen=lambda experiment: experiment.pair or (),
        ),
    ),
    _asked("difference", "Difference in score", "the difference of two scores that matters"),
    _asked("noise", "Spread between seeds", "how far it varies between seeds"),
    _asked("deviation", "Spread between benchmarks", "how far it varies between benchmarks"),
    Choice("planned_methods", "methods compared at once", parsing.whole(2, 1_000)),
    Choice("planned_benchmarks", "benchmarks that share no data", parsing.whole(1, 1_000)),
    Choice("planned_seeds", "seeds of each method on each benchmark", parsing.whole(1, 1_000)),
)


def can_plan(tables: Tables) -> str:
    """Return the first panel with three seeds of a method, or three benchmarks that share no data;
    else ""."""
    group_of_benchmark = sample_groups(tables)
    candidates = {method.id for method in tables.candidates}
    for panel in sorted(tables.panels, key=lambda panel: panel.id != tables.reference_panel.id):
        panel_runs = tables.runs_of(panel.id)
        panel_runs = panel_runs[panel_runs["method"].isin(candidates)]
        n_seeds = panel_runs.groupby(["benchmark", "method"], observed=True)["seed"].nunique().max()
        groups = {group_of_benchmark[benchmark] for benchmark in panel_runs["benchmark"].unique()}
        if n_seeds >= SEEDS_NEEDED or len(groups) >= MIN_CASES:
            return panel.id
    return ""


def compute(
    view: Resolved, versus: tuple[str, ...] | None = None, *asked: float | None
) -> Experiment:
    """Return the plan with what the user entered, in the order of FIELD_OF_ASKED.

    It starts from the two methods asked for, else from the two best."""
    pair_tests = view.of(all_pair_tests)
    rows = pair_tests.rows
    given_values: dict[str, float] = {}
    for design_field, given_value in zip(FIELD_OF_ASKED.values(), asked, strict=False):
        if given_value is not None:
            given_values[design_field] = given_value
    asked_rows = [row_name for row_name in rows.names if row_name in (versus or ())]
    both_methods = tuple(asked_rows) if len(asked_rows) == 2 else rows.names[:2]
    planned_pair = None
    seeds_seen = RunsOfPair(present=max(1, len(view.panel.seeds)))
    benchmarks = RunsOfPair(present=max(1, len(set(rows.groups))))
    if (
        len(both_methods) == 2
        and pair_tests.seeds.tests is not None
        and pair_tests.benchmarks.tests is not None
    ):
        planned_pair = (both_methods[0], both_methods[1])
        pair_index = pair_tests.pair_index(*planned_pair)
        seeds_seen = runs_of_pair(pair_tests.seeds.tests, pair_index)
        benchmarks = runs_of_pair(pair_tests.benchmarks.tests, pair_index)
    n_methods = max(2, round((1 + math.sqrt(1 + 8 * rows.n_pairs)) / 2))
    differences = set(LISTED_DIFFERENCES)
    if "difference" in given_values:
        differences.add(given_values["difference"])
    listed = []
    for difference in sorted(differences):
        listed.append(
            design(seeds_seen, benchmarks, {**given_values, "difference": difference}, n_methods)
        )
    return Experiment(
        pair=planned_pair,
        given=tuple(given_values),
        design=design(seeds_seen, benchmarks, given_values, n_methods),
        listed=tuple(listed),
        choosable=rows.names if planned_pair is not None and len(rows.names) > 2 else (),
        is_sharing=bool(view.sharing),
        info=view.info,
        at_bound=at_bound(view),
    )


def say(experiment: Experiment, labels: Labels) -> Said:
    experiment_design = experiment.design
    over_benchmarks = experiment_design.over_benchmarks
    over_seeds = experiment_design.over_seeds
    seeds_text = counted(experiment_design.seeds, "seed")
    if over_seeds is not None:
        sentences = [_to_find(experiment, over_seeds, seeds_each(experiment.info))]
        sentences.append(chance(over_seeds, seeds_each(experiment.info)))
        if over_benchmarks is None:
            sentences.append(f"For similar benchmarks e{missing(experiment)[1:]}")
        else:
            needed = takes(over_benchmarks, f"benchmarks with {seeds_text} each")
            sentences.append(f"For similar benchmarks: {needed}.")
    elif over_benchmarks is not None:
        similar = f"similar benchmarks with {seeds_text} each"
        sentences = [_to_find(experiment, over_benchmarks, similar)]
        noun = verb(over_benchmarks.present, "similar benchmark", "similar benchmarks")
        sentences.append(chance(over_benchmarks, noun))
        sentences.append(f"On {HERE} alone: enter the spread between seeds.")
    else:
        return Said([missing(experiment)])
    if experiment_design.short:
        sentences.append("For similar benchmarks more seeds alone are not enough.")
    if over_seeds is not None:
        sentences.append(f"The plan is {for_new_seeds(experiment.info)} on {HERE}.")
    if "difference" not in experiment.given:
        sentences.append("Observed differences can be far from the true ones.")
    return Said(sentences)


def _to_find(experiment: Experiment, forecast: Forecast, noun: str) -> str:
    corrected = ", corrected for all pairs" if experiment.design.methods > 2 else ""
    return (
        f"To find a difference of {number(forecast.difference)} in score: {takes(forecast, noun)}."
        f" {capital(ASKED)}{corrected}."
    )


def missing(experiment: Experiment) -> str:
    """Return what has to be entered to plan for similar benchmarks."""
    if experiment.design.difference is None:
        return "Enter the difference that matters."
    if experiment.design.benchmarks > 1:
        return "Enter a spread: these benchmarks show too little."
    if experiment.is_sharing:
        return "Enter a spread: benchmarks that share data show none."
    return "Enter a spread: one benchmark shows none."


def takes(forecast: Forecast, noun: str) -> str:
    """Return how many cases a difference takes; without a range if difference and spread are
    entered."""
    needed = needed_range(*forecast.needed, noun)
    if forecast.effects[0] == forecast.effects[1]:
        return needed.removesuffix(" (80 % range)")
    return needed


def chance(forecast: Forecast, noun: str) -> str:
    """Return the chance with as many cases, of which `noun` says what they are, as there are."""
    if forecast.present < SEEDS_NEEDED:
        return f"With {forecast.present} {noun} there is no test."
    low, high = forecast.chance([forecast.present])[:, 0].tolist()
    return f"With {forecast.present} {noun} the chance of finding it is {percent_range(low, high)}."


def facts(experiment: Experiment) -> Mapping[str, object]:
    """Return the assumptions of the plan, and its ranges."""
    experiment_design = experiment.design
    content: dict[str, object] = {"pair": experiment.pair, "given": experiment.given}
    for design_field in (*FIELD_OF_ASKED.values(), "level"):
        content[design_field] = getattr(experiment_design, design_field)
    for scope, forecast in {
        "benchmarks": experiment_design.over_benchmarks,
        "seeds": experiment_design.over_seeds,
    }.items():
        content[f"{scope}_low"] = forecast and forecast.needed[0]
        content[f"{scope}_high"] = forecast and forecast.needed[1]
        content[f"chance_{scope}"] = forecast and forecast.chance([forecast.present])[:, 0]
    return content


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
