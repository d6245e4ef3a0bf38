"""What can be separated, in words, from the result."""

from __future__ import annotations

from collections.abc import Sequence

from components.labels import Labels
from components.text import counted, joined, shortened, thousands
from components.views.separable.compared import Lettering, out_of_reach
from components.views.separable.result import PowerCurve, SeparablePair, SeparableResult

NAMED = 3
"""At most so many pairs or benchmarks are named in a sentence."""

SHARED = "Methods that share a letter are not shown to differ (p above 0.05 after Holm's correction)."

POWER_READING = (
    "Each line: the chance that a t test at 5 % tells the two apart with so many benchmarks like these. Dotted: 80 %. "
    "Shaded: too few benchmarks for any p of sign flips to reach 0.05."
)


def lead(result: SeparableResult) -> list[str]:
    """The verdict, then what it would take to separate the first two."""
    return [s for s in (verdict(result), takes(result), nested_sentence(result.nested, result.labels)) if s]


def verdict(result: SeparableResult) -> str:
    """Which neighbours in the ranking are separable."""
    if len(result.methods) < 2:
        return "There is nothing to separate: fewer than two methods are ranked."
    if out_of_reach(result.benchmarks, result.pairs_in_all):
        return hopeless(result.benchmarks, len(result.methods), result.benchmarks_could)
    neighbours = result.adjacent
    apart = [p for p in neighbours if p.separated]
    if not apart:
        return f"These {result.benchmarks} benchmarks separate no two neighbouring ranks."
    named = "" if len(apart) > NAMED else f": {joined([_from(p, result.labels) for p in apart])}"
    return (
        f"These {result.benchmarks} benchmarks separate {len(apart)} of {counted(len(neighbours), 'pair')} of "
        f"neighbouring ranks{named}."
    )


def hopeless(benchmarks: int, methods: int, could: int | None) -> str:
    """That so few benchmarks separate nobody, whatever the data, and how many could."""
    if could is None:
        return ""
    these = "the two methods" if methods == 2 else f"any two of the {methods} methods"
    return (
        f"{counted(benchmarks, 'benchmark').capitalize()} cannot separate {these}, whatever the data; at least {could} "
        "could."
    )


def takes(result: SeparableResult) -> str:
    """What it would take to separate the first two."""
    if len(result.methods) < 2:
        return ""
    return _takes(result.adjacent[0], result.labels, result.benchmarks, result.pairs_in_all > 1)


def pair_sentence(curve: PowerCurve) -> str:
    """The same for the pair whose power is drawn."""
    return _takes(curve.pair, curve.labels, curve.present, curve.others)


def letters_sentence(told: Lettering | None) -> str:
    """Beside the ranking: what its letters say, or why it has none."""
    if told is None or told.could is None:
        return ""
    beside = nested_sentence(told.nested, told.labels)
    if told.letters is not None:
        return f"{SHARED} {beside}".strip()
    if told.hopeless:
        return hopeless(told.benchmarks, told.methods, told.could)
    return f"No letters of separable groups are given: {told.reason}."


def nested_sentence(nested: Sequence[tuple[str, str]], labels: Labels) -> str:
    """Which benchmarks lie within others, and what that means."""
    if not nested:
        return ""
    labelled = [(labels.benchmark(a), labels.benchmark(b)) for a, b in nested[:NAMED]]
    pairs = [f"{a} {'lies ' if i == 0 else ''}within {b}" for i, (a, b) in enumerate(labelled)]
    more = [counted(len(nested) - NAMED, "other") + " likewise"] if len(nested) > NAMED else []
    return (
        f"{joined([*pairs, *more])}: these are no independent cases, so the p, intervals and plans of these benchmarks "
        "are too sure."
    )


def notes(result: SeparableResult) -> list[str]:
    """What the numbers rest on, and what limits them."""
    if not result.pairs:
        return []
    split = [p for p in result.pairs if p.variance_benchmarks is not None]
    negative = sum(bool(p.variance_negative) for p in split)
    unpaired = sum(p.seeds_paired is False for p in split)
    every = "one pair" if result.pairs_in_all == 1 else f"all {thousands(result.pairs_in_all)} pairs"
    told = [
        f"p is of {'all' if result.exact else 'drawn'} sign flips of the differences on the benchmarks; Holm's "
        f"correction is over {every}.",
        "Each interval is a t interval of one pair, for normally distributed differences.",
        "Benchmarks needed: for 80 % power of a t test at 5 %, two-sided, for one pair without correction, six at "
        "least; from and to are the ends of the 95 % interval of the effect.",
    ]
    if result.averaging_differs:
        own = "Scores are computed on each benchmark and averaged here, so differences are not those of the board."
        told.insert(0, own)
    if len(result.pairs) < result.pairs_in_all:
        told.append(f"Only neighbouring ranks and pairs with the leader are listed: {len(result.pairs)} of {every}.")
    if negative:
        of = counted(negative, "pair")
        told.append(f"For {of} the variance between benchmarks came out below 0 and is set to 0.")
    if unpaired:
        told.append(f"For {counted(unpaired, 'pair')} the methods share no seeds, so that their seeds are not paired.")
    return told


def _takes(pair: SeparablePair, labels: Labels, present: int, others: bool) -> str:
    """What it would take to separate a pair, `present` benchmarks being there; `others` are compared too."""
    both = f"{_name(labels, pair.a)} and {_name(labels, pair.b)}"
    if pair.rank_a != pair.rank_b:
        both = f"ranks {pair.rank_a} and {pair.rank_b} ({both})"
    if pair.separated:
        return f"The benchmarks separate {both}."
    if pair.benchmarks_needed is None:
        return _unplanned(pair, both)
    alone = ", were they the only two compared" if others else ""
    plan = f"about {pair.benchmarks_needed} like these{alone} ({_span(pair)})"
    if pair.benchmarks_needed <= present:
        return f"The benchmarks do not separate {both}. Enough would be {plan}."
    if pair.seeds_alone is None:
        return f"What more seeds would do to separate {both}, nobody can say. Benchmarks: {plan}."
    if pair.seeds_alone:
        return f"More seeds alone could separate {both}. At the present seeds it takes more benchmarks: {plan}."
    would = "might" if pair.benchmarks_high is None else "would"
    return f"More seeds will not separate {both}; more benchmarks {would}. It would take {plan}."


def _unplanned(pair: SeparablePair, both: str) -> str:
    why = pair.reason.removeprefix("cannot say: ").split(";")[0]
    unknown = f"how many benchmarks would, nobody can say: {why}"
    if pair.reason.startswith("more than"):
        unknown = f"it takes {why} like these"
    if pair.seeds_alone is False:
        return f"More seeds will not separate {both}; {unknown}."
    return f"Nothing is known to separate {both}; {unknown}."


def _span(pair: SeparablePair) -> str:
    if pair.benchmarks_high is not None:
        return f"{pair.benchmarks_low} to {thousands(pair.benchmarks_high)}"
    return f"{pair.benchmarks_low} or more, without limit: the difference may be 0"


def _from(pair: SeparablePair, labels: Labels) -> str:
    return f"{_name(labels, pair.a)} from {_name(labels, pair.b)}"


def _name(labels: Labels, method: str) -> str:
    return shortened(labels.method(method))
