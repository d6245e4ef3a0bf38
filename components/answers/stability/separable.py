"""Which ranks can these benchmarks separate, pair by pair, and how many benchmarks would settle the others?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Answer, Part, Said
from components.answers.stability.compared import NAMED, Lettering, compared, hopeless, lettering, nested_sentence
from components.labels import Labels
from components.resolved import Resolved, reads
from components.sentences import short
from components.stats.separation.compared import Compared, tested
from components.stats.separation.pairs import SeparablePair, separable_pairs
from components.table import Column, Table, table
from components.text import counted, joined, thousands

MOST_METHODS = 20
"""Up to so many methods every pair is listed; of more the adjacent ones and those with the leader."""


@dataclass(frozen=True, eq=False)
class Separable:
    """The pairs by rank, and the letters. Of more than 20 methods the adjacent pairs and the ones with the leader."""

    rows: Compared
    lettering: Lettering
    pairs: tuple[SeparablePair, ...]
    exact: bool

    @property
    def adjacent(self) -> tuple[SeparablePair, ...]:
        """The pairs of neighbours in the ranking, from the top."""
        by_names = {(p.a, p.b): p for p in self.pairs}
        return tuple(by_names[pair] for pair in zip(self.rows.names, self.rows.names[1:], strict=False))


@reads(rows=True)
def compute(view: Resolved) -> Separable:
    """What the benchmarks shown can separate."""
    rows = compared(view)
    a, b = rows.pairs
    listed = np.arange(len(a))
    if len(rows.names) > MOST_METHODS:
        listed = np.flatnonzero((a == 0) | (b == a + 1))
    if not len(a):
        return Separable(rows, view.of(lettering), (), True)
    flips, adjusted = tested(rows, view.selection.rng)
    pairs = separable_pairs(rows, listed, flips.p, flips.p_min, adjusted)
    return Separable(rows, view.of(lettering), pairs, flips.exact)


def say(result: Separable, names: Labels) -> Said:
    """Which neighbours are separable, what it would take to separate the first two, and what the numbers rest on."""
    if len(result.rows.names) < 2:
        return Said(["There is nothing to separate: fewer than two methods are ranked."])
    first = takes(result.adjacent[0], short(names), result.lettering)
    nested = nested_sentence(result.lettering.nested, names)
    return Said([verdict(result, short(names)), first, nested], notes(result))


def verdict(result: Separable, labels: Labels) -> str:
    """Which neighbours in the ranking are separable."""
    benchmarks, neighbours = result.lettering.benchmarks, result.adjacent
    if result.lettering.hopeless:
        return hopeless(result.lettering)
    apart = [p for p in neighbours if p.separated]
    if not apart:
        return f"These {benchmarks} benchmarks separate no two neighbouring ranks."
    named = joined([f"{labels.method(p.a)} from {labels.method(p.b)}" for p in apart])
    return (
        f"These {benchmarks} benchmarks separate {len(apart)} of {counted(len(neighbours), 'pair')} of neighbouring "
        f"ranks{'' if len(apart) > NAMED else f': {named}'}."
    )


def takes(pair: SeparablePair, labels: Labels, present: Lettering) -> str:
    """What it would take to separate a pair, beside the benchmarks that are there."""
    both = f"{labels.method(pair.a)} and {labels.method(pair.b)}"
    if pair.rank_a != pair.rank_b:
        both = f"ranks {pair.rank_a} and {pair.rank_b} ({both})"
    if pair.separated:
        return f"The benchmarks separate {both}."
    if pair.benchmarks_needed is None:
        return _unplanned(pair, both)
    alone = ", were they the only two compared" if present.pairs > 1 else ""
    plan = f"about {pair.benchmarks_needed} like these{alone} ({_span(pair)})"
    if pair.benchmarks_needed <= present.benchmarks:
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


def notes(result: Separable) -> list[str]:
    """What the numbers rest on, and what limits them."""
    negative = sum(bool(p.variance_negative) for p in result.pairs)
    unpaired = sum(p.seeds_paired is False for p in result.pairs if p.variance_benchmarks is not None)
    in_all, own = result.lettering.pairs, ""
    every = "one pair" if in_all == 1 else f"all {thousands(in_all)} pairs"
    if result.rows.differs:
        own = "Scores are computed on each benchmark and averaged here, so differences are not those of the board."
    some = [
        own,
        f"p is of {'all' if result.exact else 'drawn'} sign flips of the differences on the benchmarks; Holm's "
        f"correction is over {every}.",
        "Each interval is a t interval of one pair, for normally distributed differences.",
        "Benchmarks needed: for 80 % power of a t test at 5 %, two-sided, for one pair without correction, six at "
        "least; from and to are the ends of the 95 % interval of the effect.",
    ]
    if len(result.pairs) < in_all:
        some.append(f"Only neighbouring ranks and pairs with the leader are listed: {len(result.pairs)} of {every}.")
    if negative:
        of = counted(negative, "pair")
        some.append(f"For {of} the variance between benchmarks came out below 0 and is set to 0.")
    if unpaired:
        some.append(f"For {counted(unpaired, 'pair')} the methods share no seeds, so that their seeds are not paired.")
    return [s for s in some if s]


def pairs_table(result: Separable, names: Labels) -> Table[SeparablePair]:
    """One row per pair listed, the higher rank first."""
    column = Column[SeparablePair]
    columns = (
        column("rank_a", lambda p: p.rank_a, kind="count", place="file"),
        column("rank_b", lambda p: p.rank_b, kind="count", place="file"),
        column("ranks", lambda p: f"{p.rank_a}, {p.rank_b}", place="screen only"),
        column("a", lambda p: p.a, "method", kind="method", place="print"),
        column("b", lambda p: p.b, "against", kind="method", place="print"),
        column("difference", lambda p: p.difference, kind="number", place="print"),
        column("low", lambda p: p.low, "from", kind="number", place="print", why="reason"),
        column("high", lambda p: p.high, "to", kind="number", place="print", why="reason"),
        column("p", lambda p: p.p, kind="p", place="print"),
        column("p_min", lambda p: p.p_min, "smallest p", kind="p"),
        column("p_holm", lambda p: p.p_holm, "p after Holm", kind="p", place="print"),
        column(
            "benchmarks_needed",
            lambda p: p.benchmarks_needed,
            "benchmarks needed",
            kind="count",
            place="print",
            why="reason",
        ),
        column("benchmarks_low", lambda p: p.benchmarks_low, "at least", kind="count", why="reason"),
        column("benchmarks_high", lambda p: p.benchmarks_high, "at most", kind="count", why="reason"),
        column("with_endless_seeds", lambda p: p.with_endless_seeds, "with endless seeds", kind="count", why="reason"),
        column("variance_benchmarks", lambda p: p.variance_benchmarks, kind="number", place="file"),
        column("variance_seeds", lambda p: p.variance_seeds, kind="number", place="file"),
        column("variance_negative", lambda p: p.variance_negative, kind="flag", place="file"),
        column("seeds_paired", lambda p: p.seeds_paired, kind="flag", place="file"),
        column("seeds_alone", lambda p: p.seeds_alone, kind="flag", place="file"),
        column("reason", lambda p: p.reason, "what is not given"),
    )
    return table(columns, result.pairs)


def facts(result: Separable) -> Mapping[str, object]:
    """The letters, and what the pairs are out of."""
    drawn = result.lettering
    return {
        "letters": drawn.found.letters,
        "letters_reason": drawn.found.reason,
        "benchmarks": drawn.benchmarks,
        "benchmarks_could": drawn.found.could,
        "pairs_in_all": drawn.pairs,
        "exact": result.exact,
        "averaging_differs": result.rows.differs,
        "nested": drawn.nested,
    }


SEPARABLE = Answer(
    "separable",
    compute,
    say,
    [
        Part(
            "pairs",
            "Pairs of methods, and what would separate them",
            pairs_table,
            when=lambda result: bool(result.pairs),
            open=True,
        )
    ],
    facts=facts,
    alone=True,
    terms=("sign_flips", "holm"),
)
