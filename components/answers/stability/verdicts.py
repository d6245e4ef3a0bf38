"""What the tests between methods say in words: on the board, head to head, and pair by pair."""

from collections.abc import Sequence

import numpy as np

from components.answers.stability.inferred import Inferred
from components.labels import Labels
from components.resolved import sharing
from components.stats.separation.inference import (
    AHEAD,
    ALIKE,
    CANNOT_TELL,
    CHOSEN,
    DISAGREE,
    EQUAL,
    FEW_ROWS,
    FEW_SEEDS,
    NO_SPREAD,
    ONE_GROUP,
    ONE_RUN,
    Inference,
    PairTest,
    Rows,
    one_run_each,
)
from components.stats.separation.plans import planned_pair
from components.text import counted, joined, number, thousands

NAMED = 3
"""The most groups of benchmarks that a sentence names."""
SHARED = "Methods that share a letter are not shown to differ."
ASSUMED = (
    "Assumed: differences vary symmetrically around their mean, and weights, floors and filters were chosen before "
    "the numbers were seen. Between a steady method and one that varies to one side only, 6 to 20 % of "
    "verdicts err, more among many methods."
)
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
OVER = {"seeds": "other seeds", "benchmarks": "other benchmarks"}
"""What a scope is about, in two words."""


def board_lines(result: Inferred, names: Labels) -> list[str]:
    """Under the board: what its scope says of the leader, and what the other one adds."""
    if result.seeds.reason == FEW_ROWS:
        return []
    if result.seeds.reason == CHOSEN:
        return ["No verdict between these rows: they were chosen by the same numbers."]
    board, rows = result.board, result.rows
    if board is None:
        why = {ONE_RUN: "One run each: no verdict.", FEW_SEEDS: f"No verdict: {FEW_SEEDS}."}[result.seeds.reason]
        return [f"{why} {other_benchmarks(rows, names)}"]
    lead = leader_sentence(board, rows, names)
    if board is result.seeds:
        return [lead, benchmarks_sentence(result, names)]
    return [lead, f"Other training seeds: cannot tell, {result.seeds.reason}.", shared_sentence(rows, names)]


def lines_of(result: Inferred, a: str, b: str, names: Labels) -> list[str]:
    """The verdict on two rows in both scopes, a known one first; nothing where one of them has no rank."""
    if not {a, b} <= {*result.rows.names}:
        return []
    if result.seeds.reason == CHOSEN:
        return board_lines(result, names)
    return pair_lines(result.tested(a, b), result.rows, names)


def pair_lines(tests: Sequence[PairTest], rows: Rows, names: Labels) -> list[str]:
    """The verdict on two rows in each scope, a known one first."""
    return [pair_sentence(t, rows, names) for t in sorted(tests, key=lambda t: t.low is None)]


def benchmarks_sentence(result: Inferred, names: Labels) -> str:
    """What is known of the leader on other benchmarks, beside a verdict over seeds."""
    scope, rows = result.benchmarks, result.rows
    if not scope.has_tests:
        return other_benchmarks(rows, names)
    test, shared = _closest(scope), shared_sentence(rows, names)
    if test is None or test.verdict != CANNOT_TELL or test.reason.startswith(DISAGREE):
        return f"{leader_sentence(scope, rows, names)} {shared}".strip()
    a, b = names.method(test.a), names.method(test.b)
    needed = takes(test)
    return f"Other benchmarks: cannot tell {a} from {b}{f'; {needed}' if needed else ''}. {shared}".strip()


def undecided(result: Inferred) -> tuple[str, str] | None:
    """The two rows that the lines under the board leave undecided; None where they decide, or rows are not tested."""
    if result.seeds.tests is None:
        return None
    tests = [_closest(s) if s.has_tests else None for s in result.scopes]
    open_tests = [t for t in tests if t is not None and t.verdict == CANNOT_TELL]
    if open_tests:
        return open_tests[0].a, open_tests[0].b
    return None if all(s.has_tests for s in result.scopes) else (result.rows.names[0], result.rows.names[1])


def _closest(scope: Inference) -> PairTest | None:
    """The leader and the first row that it is not ahead of, or the only other row; None where it is ahead of all."""
    assert scope.tests is not None
    own = scope.tests.verdicts[0][: len(scope.names) - 1]  # the pairs of the first row come first
    others = np.flatnonzero(own != AHEAD)
    if not others.size and len(own) > 1:
        return None
    return planned_pair(scope.tests, int(others[0]) if others.size else 0)


def leader_sentence(scope: Inference, rows: Rows, names: Labels) -> str:
    """Whether the leader is ahead of all others, or which row it does not differ from."""
    test, leader = _closest(scope), names.method(rows.names[0])
    if test is not None:
        return pair_sentence(test, rows, names)
    if scope.over == "benchmarks":
        return f"Other benchmarks like these: {leader} is ahead of all others ({sure(rows)})."
    return (
        f"{leader} is ahead of all others on {where(rows, (), names)}, on average over training seeds ({sure(rows)})."
    )


def pair_sentence(test: PairTest, rows: Rows, names: Labels) -> str:
    """The verdict on two methods in one scope, and what it would take where there is none."""
    a, b = names.method(test.a), names.method(test.b)
    seeds = test.over == "seeds"
    if test.verdict == AHEAD:
        if seeds:
            on = where(rows, test.compared, names)
            return f"{a} is ahead of {b} by {_interval(test)} on {on}, on average over training seeds ({sure(rows)})."
        return f"Other benchmarks like these: {a} is ahead of {b} by {_interval(test)} ({sure(rows)})."
    if test.verdict == EQUAL:
        return f"{a} and {b} are equal {'with every seed' if seeds else 'on every benchmark'}."
    if test.verdict in (NO_SPREAD, ALIKE):
        always = "with every seed: no spread between seeds" if seeds else "on every benchmark: no spread between them"
        return f"{a} scores {number(test.difference)} higher than {b} {always}, no test."
    if test.low is None and not seeds and test.reason.startswith(ONE_GROUP):
        return other_benchmarks(rows, names)
    cannot = f"Cannot tell {a} from {b}" if seeds else f"Other benchmarks: cannot tell {a} from {b}"
    if test.low is None or test.reason.startswith(DISAGREE):
        one_run = test.reason == FEW_SEEDS and one_run_each(rows)
        return f"{cannot}: {ONE_RUN if one_run else test.reason.split(';')[0]}."
    needed = takes(test)
    may_be = f"the difference may be from {_interval(test)}"
    return f"{cannot}{':' if seeds else ','} {may_be}{f'; {needed}' if needed else ''}."


def takes(test: PairTest) -> str:
    """How many seeds, or benchmarks like these, would separate two methods."""
    needed, what = (
        (test.seeds_needed, "seeds") if test.over == "seeds" else (test.benchmarks_needed, "benchmarks like these")
    )
    if needed is not None:
        return f"about {thousands(needed)} {what} would do"
    return f"it takes {why}" if (why := test.reason.split(";")[0]).startswith("more than") else ""


def other_benchmarks(rows: Rows, names: Labels) -> str:
    """That one benchmark, or several that count as one, say nothing of others."""
    if len(rows.benchmarks) == 1:
        return "Other benchmarks: cannot tell from one."
    return f"Other benchmarks: cannot tell; {_shared(rows, names)}."


def shared_sentence(rows: Rows, names: Labels) -> str:
    """Which benchmarks share samples and count as one; empty where none do."""
    shared = _shared(rows, names)
    return f"{shared.replace('these', 'These', 1)}." if shared else ""


def _shared(rows: Rows, names: Labels) -> str:
    groups = sharing(rows.benchmarks, rows.groups)
    if len(groups) == 1 and len(groups[0]) == len(rows.benchmarks):
        n = len(rows.benchmarks)
        return f"these {WORDS[n - 2] if n - 2 < len(WORDS) else n} share data and count as one"
    named = [joined([names.benchmark(b) for b in group]) for group in groups[:NAMED]]
    more = [counted(len(groups) - NAMED, "other group")] if len(groups) > NAMED else []
    first = [f"{name} share data and count as one" for name in named[:1]]
    return "; ".join([*first, *(f"so do {name}" for name in (*named[1:], *more))])


def where(rows: Rows, compared: Sequence[str], names: Labels) -> str:
    """On which benchmarks: those that both have where these are not all."""
    if compared:
        return joined([names.benchmark(b) for b in compared])
    return (
        names.benchmark(rows.benchmarks[0]) if len(rows.benchmarks) == 1 else f"these {len(rows.benchmarks)} benchmarks"
    )


def sure(rows: Rows) -> str:
    """How sure a verdict is, and over how many pairs."""
    return "95 %" if rows.m == 1 else f"95 %, all {thousands(rows.m)} pairs together"


def apart(test: PairTest) -> str:
    """A difference with its interval: 0.036 apart, interval −0.020 to 0.091."""
    assert test.difference is not None
    return f"{number(abs(test.difference), _digits(test))} apart, interval {_interval(test)}"


def _interval(test: PairTest) -> str:
    """Between which values a difference lies: −0.020 to 0.091."""
    assert test.low is not None
    assert test.high is not None
    ends = _digits(test) if test.low > 0 else min(_digits(test), 3)
    low = number(test.low, ends) if test.low >= -1 else "below −1"
    high = number(test.high, ends) if test.high <= 1 else "above 1"
    return f"{low} to {high}"


def _digits(test: PairTest) -> int:
    """As many as show two of the difference, and a lower end that is not 0."""
    assert test.difference is not None
    assert test.low is not None
    size, digits = abs(test.difference), 2
    while digits < 6 and (0 < size < 10.0 ** (1 - digits) or 0 < test.low < 10.0**-digits):
        digits += 1
    return digits
