"""What the tests between methods say in words: the first line of the board, its scope, and pair by
pair."""

from collections.abc import Sequence

from components.format import counted, joined, number, thousands
from components.resolved import sharing
from components.results.pair_tests import PairTests
from components.stats.separation.inference import (
    AHEAD,
    CANNOT_TELL,
    CHOSEN,
    EQUAL,
    FEW_SEEDS,
    ONE_RUN,
    Inference,
    PairTest,
    Rows,
    one_run_each,
)
from components.stats.separation.planning import MOST
from components.words import NAMED, Labels

SAME = 1e-9
"""Scores that differ by less are equal."""
FEW = 3
"""A first line names up to so many methods that cannot be told apart."""
ASSUMED = (
    "Assumed: differences vary symmetrically around their mean. Weights and floors count as fixed,"
    " though they were chosen with these numbers at hand."
)
OVER = {"seeds": "new seeds", "benchmarks": "similar benchmarks"}
"""What a scope is about, in two words."""
REASONS = {
    ONE_RUN: "one run each",
    FEW_SEEDS: "fewer than 3 seeds",
    CHOSEN: "the same runs chose its checkpoint",
}
"""Why nothing was tested, as a sentence says it."""
FIRST = "cannot be told apart for first"


def first_line(result: PairTests, names: Labels) -> str:
    """Return how surely the leader leads; "" with fewer than two rows."""
    rows = result.rows
    if len(rows.names) < 2:
        return ""
    if result.board is None or not _tested(result.board, 0):
        first = [
            names.method(m)
            for m, u in zip(rows.names, rows.board, strict=True)
            if u >= rows.board[0] - SAME
        ]
        highest = f"{first[0]} scores" if len(first) == 1 else f"{joined(first)} score"
        return f"{highest} highest; {_untested(result)}, so nobody can say how surely."
    return scope_line(result.board, names)


def scope_line(scope: Inference, names: Labels) -> str:
    """Return whom the leader is ahead of in one scope, and who cannot be told apart for first."""
    ahead, leader = scope.ahead, names.method(scope.names[0])
    n = len(scope.names)
    first = [i for i in range(n) if _tested(scope, i) and not ahead[:, i].any()]
    behind = int(ahead[0].sum())
    if behind == n - 1:
        return f"{leader} is ahead of {'all others' if n > 2 else names.method(scope.names[1])}."
    if len(first) == 1:
        return (
            f"{leader} is ahead of {behind} of {n - 1} others; no other tested method can be first."
        )
    if len(first) == n and n > 2:
        return "No two methods can be told apart."
    if len(first) <= FEW:
        lowest = n - behind
        rank = f"; {leader} may rank as low as {lowest}" if lowest > len(first) else ""
        return f"{joined([names.method(scope.names[i]) for i in first])} {FIRST}{rank}."
    together = n - 1 - behind
    return (
        f"No method is ahead of all others: {together} of {n - 1} others cannot be told apart from"
        f" {leader}."
    )


def scope_notes(result: PairTests, names: Labels) -> list[str]:
    """Return what the first line holds for, what is known of similar benchmarks, and which rows are
    not tested."""
    board, rows = result.board, result.rows
    if board is None:
        return []
    if board is result.benchmarks:
        reason = REASONS[result.seeds.reason or FEW_SEEDS]
        return [f"Holds on similar benchmarks; {reason} says nothing about new seeds."]
    lines = [
        f"Holds on {where(rows, (), names)} for new training seeds;"
        f" {other_benchmarks(result, names)}"
    ]
    untested = [names.method(m) for i, m in enumerate(rows.names) if not _tested(board, i)]
    if untested:
        verb = "is" if len(untested) == 1 else "are"
        lines.append(f"{joined(untested[:NAMED])} {verb} not tested: {REASONS[FEW_SEEDS]}.")
    return lines


def other_benchmarks(result: PairTests, names: Labels) -> str:
    """Return what is known on similar benchmarks: a first line, or why nothing is."""
    rows = result.rows
    if result.benchmarks.has_tests:
        return f"on similar benchmarks {_lower(scope_line(result.benchmarks, names))}"
    if len(rows.benchmarks) == 1:
        return "one benchmark says nothing about others."
    return f"{_sharing(rows, names)} and say nothing about others."


def pair_lines(result: PairTests, a: str, b: str, names: Labels) -> list[str]:
    """Return the verdict on two rows in each scope, a tested one first; [] if either has no
    rank."""
    if not {a, b} <= {*result.rows.names}:
        return []
    tests = sorted(result.tested(a, b), key=lambda t: t.low is None)
    return [f"{OVER[t.over].capitalize()}: {pair_sentence(t, result.rows, names)}" for t in tests]


def pair_sentence(test: PairTest, rows: Rows, names: Labels) -> str:
    """Return the verdict on two methods in one scope, and what would decide it if there is none."""
    a, b = names.method(test.a), names.method(test.b)
    if test.verdict == AHEAD:
        mark = f" ({test.reason})" if test.reason else ""
        return f"{a} is ahead of {b} by {interval(test)}{mark}."
    if test.verdict == EQUAL:
        return f"{a} and {b} tie in every case."
    why = reason_of(test, rows)
    apart = f"{a} and {b} cannot be told apart"
    if test.low is None or why:
        return f"{apart}: {why}."
    needed = takes(test)
    return (
        f"{apart}: they differ by {interval(test)}{f'; {needed} would decide' if needed else ''}."
    )


def reason_of(test: PairTest, rows: Rows) -> str:
    """Return why a pair has no verdict, in a few words; "" if the interval alone is why."""
    if test.reason == FEW_SEEDS:
        return REASONS[ONE_RUN if one_run_each(rows) else FEW_SEEDS]
    if test.verdict not in (AHEAD, CANNOT_TELL, EQUAL):
        return str(test.verdict)
    return test.reason


def takes(test: PairTest) -> str:
    """Return how many seeds or similar benchmarks would decide, as a range; "" if nothing can be
    said."""
    return needed_range(
        test.needed_low, test.needed_high, "seeds each" if test.over == "seeds" else OVER[test.over]
    )


def needed_range(low: int | None, high: int | None, noun: str) -> str:
    """Return a range of numbers in words: "4 to 10 seeds each (80 % range)", "at least 15 seeds
    each"."""
    if low is None:
        return ""
    if low > MOST:
        return f"more than {MOST} {noun}"
    if high is None:
        return f"at least {low} {noun}"
    if high > MOST:
        return f"{low} to more than {MOST} {noun}"
    return f"{low if low == high else f'{low} to {high}'} {noun} (80 % range)"


def where(rows: Rows, compared: Sequence[str], names: Labels) -> str:
    """Return on which benchmarks: those that both rows have if these are not all."""
    if compared:
        return joined([names.benchmark(b) for b in compared])
    return (
        "this benchmark"
        if len(rows.benchmarks) == 1
        else f"these {len(rows.benchmarks)} benchmarks"
    )


def interval(test: PairTest) -> str:
    """Return between which values a difference of scores lies, at most −1 to 1: "−0.020 to
    0.091"."""
    assert test.low is not None
    assert test.high is not None
    low, high = (number(min(max(end, -1.0), 1.0), _digits(test)) for end in (test.low, test.high))
    return f"{low} to {high}"


def pairs_together(rows: Rows) -> str:
    """Return over how many pairs a level holds."""
    return (
        "one pair"
        if rows.m == 1
        else f"all {thousands(rows.m)} pairs of methods of this panel, shown or not"
    )


def _digits(test: PairTest) -> int:
    """As many decimals as show two digits of the interval's width, and a lower end that is not
    0."""
    assert test.low is not None
    assert test.high is not None
    digits = 2
    while digits < 6 and (
        test.high - test.low < 10.0 ** (1 - digits) or 0 < abs(test.low) < 0.5 * 10.0**-digits
    ):
        digits += 1
    return digits


def _tested(scope: Inference, i: int) -> bool:
    """Whether a row has at least one test in a scope."""
    tests = scope.tests
    assert tests is not None
    own = (tests.a == i) | (tests.b == i)
    return bool((tests.se[own] > 0).any())


def _untested(result: PairTests) -> str:
    """Why the leader has no test."""
    tests = result.seeds.tests
    if tests is not None and bool((tests.se[: len(result.rows.names) - 1] == 0).any()):
        return "no spread between seeds"
    return REASONS[result.seeds.reason or FEW_SEEDS]


def _sharing(rows: Rows, names: Labels) -> str:
    """Which benchmarks share data: these 3 share data."""
    groups = sharing(rows.benchmarks, rows.groups)
    if len(groups) == 1 and len(groups[0]) == len(rows.benchmarks):
        return f"these {len(rows.benchmarks)} share data"
    named = [joined([names.benchmark(b) for b in group]) for group in groups[:NAMED]]
    more = [counted(len(groups) - NAMED, "other group")] if len(groups) > NAMED else []
    return f"{joined([*named, *more])} share data"


def _lower(sentence: str) -> str:
    """The sentence with a small first letter if it begins with "No"."""
    return sentence[:1].lower() + sentence[1:] if sentence.startswith("No ") else sentence
