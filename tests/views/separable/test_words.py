"""What is said of separable ranks: each sentence, once."""

from __future__ import annotations

from dataclasses import replace

from components.labels import Labels
from components.views.separable import words
from components.views.separable.compared import Lettering
from components.views.separable.result import (
    IDENTICAL,
    NO_LIMIT,
    ONE_BENCHMARK,
    TOO_MANY,
    PowerCurve,
    SeparablePair,
    SeparableResult,
)

LABELS = Labels(
    suite="S",
    panel="P",
    methods={"a": "Ay", "b": "Bee", "c": "Cee <b>"},
    metrics={},
    benchmarks={"small": "Small", "large": "Large"},
    panels={},
)
PAIR = SeparablePair(
    a="a",
    b="b",
    rank_a=1,
    rank_b=2,
    difference=0.1,
    low=-0.1,
    high=0.3,
    p=0.25,
    p_min=0.25,
    p_holm=0.75,
    benchmarks_needed=18,
    benchmarks_low=7,
    benchmarks_high=None,
    reason=NO_LIMIT,
    variance_benchmarks=0.1,
    variance_seeds=0.1,
    variance_negative=False,
    seeds_paired=True,
    with_endless_seeds=17,
    seeds_alone=False,
)


def result(*pairs: SeparablePair, **more: object) -> SeparableResult:
    told = SeparableResult(
        pairs=pairs,
        letters=None,
        letters_reason="",
        benchmarks=3,
        benchmarks_could=7,
        pairs_in_all=3,
        exact=True,
        averaging_differs=False,
        nested=(),
        methods=("a", "b", "c"),
        labels=LABELS,
    )
    return replace(told, **more)  # type: ignore[arg-type]


SECOND = replace(PAIR, a="b", b="c", rank_a=2, rank_b=3)
THIRD = replace(PAIR, a="a", b="c", rank_b=3)
TESTED = tuple(replace(p, p_min=2 / 2**10) for p in (PAIR, SECOND, THIRD))


def test_too_few_benchmarks_for_anything() -> None:
    assert words.lead(result(PAIR, SECOND, THIRD)) == [
        "3 benchmarks cannot separate any two of the 3 methods, whatever the data; at least 7 could.",
        "More seeds will not separate ranks 1 and 2 (Ay and Bee); more benchmarks might. It would take about 18 like "
        "these, were they the only two compared (7 or more, without limit: the difference may be 0).",
    ]
    assert (
        words.hopeless(1, 2, 6) == "1 benchmark cannot separate the two methods, whatever the data; at least 6 could."
    )


def test_which_neighbours_are_separable() -> None:
    first = replace(TESTED[0], p_holm=0.01)
    told = words.verdict(result(first, *TESTED[1:], benchmarks=10))
    assert told == "These 10 benchmarks separate 1 of 2 pairs of neighbouring ranks: Ay from Bee."
    assert words.verdict(result(*TESTED, benchmarks=10)) == "These 10 benchmarks separate no two neighbouring ranks."
    assert words.takes(result(first, *TESTED[1:])) == "The benchmarks separate ranks 1 and 2 (Ay and Bee)."
    nobody = result(methods=("a",), pairs_in_all=0)
    assert words.lead(nobody) == ["There is nothing to separate: fewer than two methods are ranked."]


def test_what_it_would_take() -> None:
    def takes(**more: object) -> str:
        return words.takes(result(replace(PAIR, **more), SECOND, THIRD))  # type: ignore[arg-type]

    assert takes(benchmarks_high=1200, reason="") == (
        "More seeds will not separate ranks 1 and 2 (Ay and Bee); more benchmarks would. It would take about 18 like "
        "these, were they the only two compared (7 to 1\u202f200)."
    )
    plan = "about 18 like these, were they the only two compared (7 or more, without limit: the difference may be 0)."
    assert takes(seeds_alone=None) == (
        f"What more seeds would do to separate ranks 1 and 2 (Ay and Bee), nobody can say. Benchmarks: {plan}"
    )
    assert takes(seeds_alone=True) == (
        "More seeds alone could separate ranks 1 and 2 (Ay and Bee). At the present seeds it takes more benchmarks: "
        f"{plan}"
    )
    assert takes(benchmarks_needed=3) == (
        f"The benchmarks do not separate ranks 1 and 2 (Ay and Bee). Enough would be {plan.replace('18', '3')}"
    )
    assert takes(benchmarks_needed=None, reason=ONE_BENCHMARK) == (
        "More seeds will not separate ranks 1 and 2 (Ay and Bee); how many benchmarks would, nobody can say: one "
        "benchmark shows no spread over benchmarks."
    )
    assert takes(benchmarks_needed=None, reason=IDENTICAL, seeds_alone=None, rank_b=1) == (
        "Nothing is known to separate Ay and Bee; how many benchmarks would, nobody can say: both score the same on "
        "every benchmark."
    )
    assert takes(benchmarks_needed=None, reason=f"{TOO_MANY}; {NO_LIMIT}") == (
        "More seeds will not separate ranks 1 and 2 (Ay and Bee); it takes more than 100\u202f000 benchmarks like "
        "these."
    )


def test_the_only_pair_needs_no_such_caveat_and_a_pair_is_told_alike_beside_its_curve() -> None:
    known = replace(PAIR, benchmarks_high=40)
    alone = words.takes(result(known, methods=("a", "b"), pairs_in_all=1))
    assert alone.endswith("; more benchmarks would. It would take about 18 like these (7 to 40).")
    curve = PowerCurve(pair=known, reason="", benchmarks=(), lines=(), present=3, others=False, labels=LABELS)
    assert words.pair_sentence(curve) == alone


def test_benchmarks_within_one_another() -> None:
    assert words.nested_sentence((), LABELS) == ""
    assert words.nested_sentence((("small", "large"),), LABELS) == (
        "Small lies within Large: these are no independent cases, so the p, intervals and plans of these benchmarks "
        "are too sure."
    )
    three = words.nested_sentence((("small", "large"), ("large", "x")), LABELS)
    assert three.startswith("Small lies within Large and Large within x: ")
    assert ", z within z and 1 other likewise: " in words.nested_sentence((("z", "z"),) * 4, LABELS)


def test_beside_the_ranking() -> None:
    told = Lettering(
        letters=None,
        reason="with 3 benchmarks …",
        benchmarks=3,
        methods=3,
        pairs=3,
        could=7,
        nested=(("small", "large"),),
        labels=LABELS,
    )
    assert words.letters_sentence(told) == words.hopeless(3, 3, 7)
    lettered = replace(told, letters={"a": "a", "b": "a", "c": "b"}, benchmarks=9)
    assert words.letters_sentence(lettered) == f"{words.SHARED} {words.nested_sentence(told.nested, LABELS)}"
    refused = replace(told, benchmarks=20, reason="more than 52 methods: there are not as many letters")
    assert words.letters_sentence(refused) == (
        "No letters of separable groups are given: more than 52 methods: there are not as many letters."
    )
    assert words.letters_sentence(replace(told, could=None, pairs=0)) == ""


def test_what_the_numbers_rest_on() -> None:
    usual = words.notes(result(PAIR, SECOND, THIRD))
    assert usual == [
        "p is of all sign flips of the differences on the benchmarks; Holm's correction is over all 3 pairs.",
        "Each interval is a t interval of one pair, for normally distributed differences.",
        "Benchmarks needed: for 80 % power of a t test at 5 %, two-sided, for one pair without correction, six at "
        "least; from and to are the ends of the 95 % interval of the effect.",
    ]
    odd = replace(PAIR, variance_negative=True, seeds_paired=False)
    more = words.notes(result(odd, SECOND, averaging_differs=True, exact=False, pairs_in_all=3))
    assert set(more) - set(usual) == {
        "Scores are computed on each benchmark and averaged here, so differences are not those of the board.",
        "p is of drawn sign flips of the differences on the benchmarks; Holm's correction is over all 3 pairs.",
        "Only neighbouring ranks and pairs with the leader are listed: 2 of all 3 pairs.",
        "For 1 pair the variance between benchmarks came out below 0 and is set to 0.",
        "For 1 pair the methods share no seeds, so that their seeds are not paired.",
    }
    assert words.notes(result()) == []
