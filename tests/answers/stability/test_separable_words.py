"""What separable ranks and the power of a pair say and draw, from a result made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from components.answers.record import Look
from components.answers.stability import power, separable
from components.answers.stability.compared import SHARED, Lettering, hopeless, letters_sentence, nested_sentence
from components.answers.stability.power import Power
from components.answers.stability.separable import Separable, takes, verdict
from components.formats import screen_frame
from components.labels import Labels
from components.selection import Selection
from components.stats.separation.compared import Compared, Letters
from components.stats.separation.pairs import (
    IDENTICAL,
    NO_LIMIT,
    ONE_BENCHMARK,
    TOO_MANY,
    PowerLine,
    SeparablePair,
)
from components.stats.separation.scores import Scores

NAMES = Labels(
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
SECOND = replace(PAIR, a="b", b="c", rank_a=2, rank_b=3)
THIRD = replace(PAIR, a="a", b="c", rank_b=3)
TESTED = tuple(replace(p, p_min=2 / 2**10) for p in (PAIR, SECOND, THIRD))
NESTED = (("small", "large"),)


def present(benchmarks: int = 3, methods: int = 3, pairs: int = 3, could: int | None = 7, **more: Any) -> Lettering:
    found = Letters(more.pop("letters", None), more.pop("reason", ""), could)
    return Lettering(found, benchmarks, methods, pairs, more.pop("nested", ()))


def result(*pairs: SeparablePair, names: str = "abc", differs: bool = False, **more: Any) -> Separable:
    ranks = tuple(range(1, len(names) + 1))
    rows = Compared(tuple(names), ranks, Scores(np.empty((3, 3)), np.empty((3, 1, 3))), differs, (0, 1, 2))
    exact = more.pop("exact", True)
    return Separable(rows, present(**more), pairs, exact)


def test_too_few_benchmarks_for_anything() -> None:
    assert list(separable.say(result(PAIR, SECOND, THIRD), NAMES).lines) == [
        "3 benchmarks cannot separate any two of the 3 methods, whatever the data; at least 7 could.",
        "More seeds will not separate ranks 1 and 2 (Ay and Bee); more benchmarks might. It would take about 18 like "
        "these, were they the only two compared (7 or more, without limit: the difference may be 0).",
        "",
    ]
    assert hopeless(present(1, 2, 1, 6)) == (
        "1 benchmark cannot separate the two methods, whatever the data; at least 6 could."
    )


def test_which_neighbours_are_separable() -> None:
    first = replace(TESTED[0], p_holm=0.01)
    assert verdict(result(first, *TESTED[1:], benchmarks=10), NAMES) == (
        "These 10 benchmarks separate 1 of 2 pairs of neighbouring ranks: Ay from Bee."
    )
    assert verdict(result(*TESTED, benchmarks=10), NAMES) == "These 10 benchmarks separate no two neighbouring ranks."
    assert takes(first, NAMES, present(10)) == "The benchmarks separate ranks 1 and 2 (Ay and Bee)."
    nobody = separable.say(result(names="a", pairs=0), NAMES)
    assert nobody.lines == ["There is nothing to separate: fewer than two methods are ranked."]


def test_what_it_would_take() -> None:
    def takes(**more: object) -> str:
        return separable.takes(replace(PAIR, **more), NAMES, present())  # type: ignore[arg-type]

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


def test_the_only_pair_needs_no_caveat_and_is_said_alike_beside_its_curve() -> None:
    known = replace(PAIR, benchmarks_high=40)
    alone = takes(known, NAMES, present(methods=2, pairs=1))
    assert alone.endswith("; more benchmarks would. It would take about 18 like these (7 to 40).")
    last = Power(result(SECOND).rows, present(), SECOND, (), (), ())
    assert list(power.say(last, NAMES).lines) == [takes(SECOND, NAMES, present())]
    assert power.say(replace(last, pair=PAIR), NAMES).lines == ()


def test_benchmarks_within_one_another() -> None:
    assert nested_sentence((), NAMES) == ""
    assert nested_sentence(NESTED, NAMES) == (
        "Small lies within Large: these are no independent cases, so the p, intervals and plans of these benchmarks "
        "are too sure."
    )
    three = nested_sentence((*NESTED, ("large", "x")), NAMES)
    assert three.startswith("Small lies within Large and Large within x: ")
    assert ", z within z and 1 other likewise: " in nested_sentence((("z", "z"),) * 4, NAMES)


def test_beside_the_ranking() -> None:
    assert letters_sentence(present(nested=NESTED), NAMES) == hopeless(present())
    lettered = present(9, letters={"a": "a", "b": "a", "c": "b"}, nested=NESTED)
    assert letters_sentence(lettered, NAMES) == f"{SHARED} {nested_sentence(NESTED, NAMES)}"
    refused = present(20, reason="more than 52 methods: there are not as many letters")
    assert letters_sentence(refused, NAMES) == (
        "No letters of separable groups are given: more than 52 methods: there are not as many letters."
    )
    assert letters_sentence(present(could=None, pairs=0), NAMES) == ""


def test_what_the_numbers_rest_on() -> None:
    usual = separable.notes(result(PAIR, SECOND, THIRD))
    assert len(usual) == 3
    odd = replace(PAIR, variance_negative=True, seeds_paired=False)
    more = separable.notes(result(odd, SECOND, differs=True, exact=False))
    assert set(more) - set(usual) == {
        "Scores are computed on each benchmark and averaged here, so differences are not those of the board.",
        "p is of drawn sign flips of the differences on the benchmarks; Holm's correction is over all 3 pairs.",
        "Only neighbouring ranks and pairs with the leader are listed: 2 of all 3 pairs.",
        "For 1 pair the variance between benchmarks came out below 0 and is set to 0.",
        "For 1 pair the methods share no seeds, so that their seeds are not paired.",
    }


def test_a_line_for_each_number_of_seeds() -> None:
    lines = (PowerLine(seeds=1, power=(0.1, 0.3, 0.8)), PowerLine(seeds=None, power=(0.2, 0.4, 0.9)))
    curve = Power(result(PAIR).rows, present(), PAIR, (2, 6, 20), lines, ())
    fig = power.draw(curve, Look(NAMES, "light", Selection("s", "p")))
    assert [(trace.name, tuple(trace.y)) for trace in fig.data] == [
        ("1 seed", (0.1, 0.3, 0.8)),
        ("endless seeds", (0.2, 0.4, 0.9)),
    ]
    shaded, wanted = fig.layout.shapes
    assert (shaded.x0, shaded.x1, wanted.y0) == (2, 6, 0.8)
    assert screen_frame(power.power_table(curve, NAMES), NAMES).to_dict("list") == {
        "benchmarks": [2, 6, 20],
        "1 seed": [0.1, 0.3, 0.8],
        "endless seeds": [0.2, 0.4, 0.9],
    }


def test_a_row_for_each_pair() -> None:
    frame = screen_frame(separable.pairs_table(result(PAIR, SECOND), NAMES), NAMES)
    assert frame[["ranks", "method", "against"]].to_numpy().tolist() == [
        ["1, 2", "Ay", "Bee"],
        ["2, 3", "Bee", "Cee <b>"],
    ]
    assert frame["benchmarks needed"].tolist() == [18, 18]
    assert frame["at most"].isna().all()
