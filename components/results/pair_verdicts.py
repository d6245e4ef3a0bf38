"""What the tests between methods say in words: the first line of the board, its scope, and pair by
pair."""

from dataclasses import replace

from components.format import counted, joined, number, thousands, verb
from components.resolved import sharing
from components.results.pair_tests import SPREADS_DIFFER, PairTests
from components.stats.separation.inference import (
    AHEAD,
    CANNOT_TELL,
    CHOSEN,
    EQUAL,
    FEW_SEEDS,
    ONE_RUN,
    ComparedRows,
    Inference,
    PairTest,
    Scope,
    one_run_each,
)
from components.stats.separation.planning import MAX_CASES
from components.words import MAX_NAMED, Labels, for_new_seeds, one_value_each
from data.registry import PanelInfo

EQUAL_SCORES = 1e-9
"""Scores that differ by less are equal."""
MAX_TOGETHER = 3
"""A first line names up to so many methods that cannot be told apart."""
MAX_DIGITS = 6
SYMMETRIC = "Assumed: differences vary symmetrically around their mean, and no seed collapses."
CHOSEN_BEFORE = "Weights, floors and filters were chosen before the numbers were seen."
CHOSEN_AT_HAND = (
    "Weights and floors count as fixed, though they were chosen with these numbers at hand."
)
OVER = {"seeds": "new seeds", "benchmarks": "similar benchmarks"}
"""What a scope is about, in two words."""
REASONS = {
    FEW_SEEDS: "fewer than 3 seeds",
    CHOSEN: "the same runs chose its checkpoint",
}
"""Why nothing was tested, as a sentence says it, but for runs without a second one."""


def first_line(pair_tests: PairTests, labels: Labels) -> str:
    """Return how surely the leader leads; "" with fewer than two rows."""
    rows = pair_tests.rows
    if len(rows.names) < 2:
        return ""
    if pair_tests.board is not None and _is_tested(pair_tests.board, 0):
        return scope_line(pair_tests.board, labels)
    n_highest = int((rows.board >= rows.board[0] - EQUAL_SCORES).sum())
    highest = labels.listed_methods(rows.names[:n_highest])
    score_verb = verb(n_highest, "scores", "score")
    return f"{highest} {score_verb} highest; {_untested(pair_tests)}, so nobody can say how surely."


def scope_line(tested_scope: Inference, labels: Labels) -> str:
    """Return whom the leader is ahead of in one scope, and who cannot be told apart for first."""
    n_rows = len(tested_scope.names)
    n_others = n_rows - 1
    n_behind = int(tested_scope.ahead[0].sum())
    leader = labels.method(tested_scope.names[0])
    mark = _mark_of_leader(tested_scope)
    if n_behind == n_others:
        if n_others == 1:
            return f"{leader} is ahead of {labels.method(tested_scope.names[1])}{mark}."
        return f"{leader} is ahead of all others{mark}."
    maybe_first = []
    for row_index, row_name in enumerate(tested_scope.names):
        if _is_tested(tested_scope, row_index) and not tested_scope.ahead[:, row_index].any():
            maybe_first.append(row_name)
    if len(maybe_first) == 1:
        return (
            f"{leader} is ahead of {n_behind} of {n_others} others; no other tested method can be"
            f" first{mark}."
        )
    if len(maybe_first) == n_rows and n_rows > 2:
        return "No two methods can be told apart."
    if len(maybe_first) <= MAX_TOGETHER:
        lowest = n_rows - n_behind
        sentence = f"{labels.listed_methods(maybe_first)} cannot be told apart for first"
        if lowest > len(maybe_first):
            sentence += f"; {leader} may rank as low as {lowest}"
        return f"{sentence}."
    return (
        f"No method is ahead of all others: {n_others - n_behind} of {n_others} others cannot be"
        f" told apart from {leader}."
    )


def _mark_of_leader(tested_scope: Inference) -> str:
    """Return that spreads differ, and for how many of the rows that the leader is ahead of; "" if
    for none."""
    scope_tests = tested_scope.tests
    assert scope_tests is not None
    n_marked = int(scope_tests.spreads_differ[scope_tests.higher == 0].sum())
    return mark_of_spreads(n_marked, int(tested_scope.ahead[0].sum()))


def mark_of_spreads(n_marked: int, n_decided: int) -> str:
    """Return that spreads differ, and in how many of the verdicts of a sentence; "" if in none."""
    if not n_marked:
        return ""
    where_text = f"against {n_marked} of {n_decided}, " if n_marked < n_decided else ""
    return f"; {where_text}{SPREADS_DIFFER}"


def assumed(*, is_registered: bool) -> str:
    """Return what the tests assume of differences, weights and floors."""
    chosen = CHOSEN_BEFORE if is_registered else CHOSEN_AT_HAND
    return f"{SYMMETRIC} {chosen}"


def scope_notes(pair_tests: PairTests, labels: Labels) -> list[str]:
    """Return what the first line holds for, what is known of similar benchmarks, and which rows are
    not tested."""
    tested_scope = pair_tests.board
    if tested_scope is None:
        return []
    if tested_scope is pair_tests.benchmarks:
        reason = untested_reason(pair_tests)
        says = verb(pair_tests.info.seeds_averaged, "says", "say")
        return [f"Holds on similar benchmarks; {reason} {says} nothing about new seeds."]
    seeds_text = for_new_seeds(pair_tests.info)
    benchmarks_text = other_benchmarks(pair_tests, labels)
    note_lines = [f"Holds {seeds_text} on {where(pair_tests.rows)}{benchmarks_text}"]
    untested = []
    for row_index, row_name in enumerate(pair_tests.rows.names):
        if not _is_tested(tested_scope, row_index):
            untested.append(row_name)
    if untested:
        untested_labels = labels.listed_methods(untested[:MAX_NAMED])
        verb_form = verb(len(untested), "is", "are")
        note_lines.append(f"{untested_labels} {verb_form} not tested: {REASONS[FEW_SEEDS]}.")
    return note_lines


def other_benchmarks(pair_tests: PairTests, labels: Labels) -> str:
    """Return how a scope over seeds goes on: with what is known on similar benchmarks, or why
    nothing is."""
    if pair_tests.benchmarks.has_tests:
        benchmark_line = scope_line(pair_tests.benchmarks, labels)
        if benchmark_line.startswith("No "):
            benchmark_line = f"no {benchmark_line.removeprefix('No ')}"
        return f"; on similar benchmarks {benchmark_line}"
    if len(pair_tests.rows.benchmarks) == 1:
        return ". One benchmark says nothing about others."
    return f". {_sharing(pair_tests.rows, labels)}, so they say nothing about others."


def pair_lines(pair_tests: PairTests, method_a: str, method_b: str, labels: Labels) -> list[str]:
    """Return the verdict on two rows in each scope, a tested one first, undecided ones in the order
    of the two; [] if either has no rank."""
    if not {method_a, method_b} <= {*pair_tests.rows.names}:
        return []
    scope_tests = sorted(
        pair_tests.tested(method_a, method_b), key=lambda pair_test: pair_test.low is None
    )
    lines = []
    for pair_test in scope_tests:
        if pair_test.verdict != AHEAD and pair_test.higher != method_a:
            pair_test = turned(pair_test)
        sentence = pair_sentence(pair_test, pair_tests, labels)
        lines.append(f"{_holds_for(pair_test.over, pair_tests.info)}: {sentence}")
    return lines


def turned(pair_test: PairTest) -> PairTest:
    """Return a test seen from its other row: numbers with the other sign."""
    low = None if pair_test.high is None else -pair_test.high
    high = None if pair_test.low is None else -pair_test.low
    difference = None if pair_test.difference is None else -pair_test.difference
    return replace(
        pair_test,
        higher=pair_test.lower,
        lower=pair_test.higher,
        difference=difference,
        low=low,
        high=high,
    )


def _holds_for(over: Scope, info: PanelInfo) -> str:
    """Return for what a verdict in a scope holds, as a sentence begins with it."""
    if over == "benchmarks":
        return "On similar benchmarks"
    seeds_text = for_new_seeds(info)
    return seeds_text[:1].upper() + seeds_text[1:]


def pair_sentence(pair_test: PairTest, pair_tests: PairTests, labels: Labels) -> str:
    """Return the verdict on two methods in one scope, and what would decide it if there is none."""
    higher = labels.method(pair_test.higher)
    lower_label = labels.method(pair_test.lower)
    if pair_test.verdict == AHEAD:
        sentence = f"{higher} is ahead of {lower_label} by {interval(pair_test)}"
        if pair_test.spreads_differ:
            sentence += f"; {SPREADS_DIFFER}"
        return f"{sentence}."
    if pair_test.verdict == EQUAL:
        return f"{higher} and {lower_label} tie in every case."
    reason = reason_of(pair_test, pair_tests)
    if pair_test.low is None:
        return f"{higher} and {lower_label} are not tested: {reason.removesuffix(', no test')}."
    if reason:
        return f"{higher} and {lower_label} cannot be told apart: {reason}."
    sentence = (
        f"{higher} and {lower_label} cannot be told apart: they differ by {interval(pair_test)}"
    )
    if takes(pair_test):
        sentence += f"; {takes(pair_test)} would decide"
    return f"{sentence}."


def reason_of(pair_test: PairTest, pair_tests: PairTests) -> str:
    """Return why a pair has no verdict, in a few words; "" if the interval alone is why."""
    if pair_test.reason == FEW_SEEDS:
        if one_run_each(pair_tests.rows):
            return one_value_each(pair_tests.info)
        return REASONS[FEW_SEEDS]
    if pair_test.verdict not in (AHEAD, CANNOT_TELL, EQUAL):
        return pair_test.verdict
    return pair_test.reason


def takes(pair_test: PairTest) -> str:
    """Return how many seeds or similar benchmarks would decide, as a range; "" if nothing can be
    said."""
    noun = {"seeds": "seeds each", "benchmarks": "similar benchmarks"}[pair_test.over]
    return needed_range(pair_test.needed_low, pair_test.needed_high, noun)


def needed_range(lowest: int | None, highest: int | None, noun: str) -> str:
    """Return a range of numbers in words: "4 to 10 seeds each (80 % range)", "at least 15 seeds
    each"."""
    if lowest is None:
        return ""
    if lowest > MAX_CASES:
        return f"more than {MAX_CASES} {noun}"
    if highest is None:
        return f"at least {lowest} {noun}"
    if highest > MAX_CASES:
        return f"{lowest} to more than {MAX_CASES} {noun}"
    if highest == lowest:
        return f"{lowest} {noun} (80 % range)"
    return f"{lowest} to {highest} {noun} (80 % range)"


def where(rows: ComparedRows) -> str:
    """Return on which benchmarks the tests are, in a few words."""
    if len(rows.benchmarks) == 1:
        return "this benchmark"
    return f"these {len(rows.benchmarks)} benchmarks"


def interval(pair_test: PairTest) -> str:
    """Return between which values a difference of scores lies, at most −1 to 1: "−0.020 to
    0.091"."""
    assert pair_test.low is not None
    assert pair_test.high is not None
    return between(pair_test.low, pair_test.high)


def between(low: float, high: float) -> str:
    """Return the two ends of an interval of a difference of scores, with the same decimals if both
    signs are turned."""
    digits = _digits(low, high) if low + high >= 0 else _digits(-high, -low)
    end_texts = []
    for interval_end in (low, high):
        end_texts.append(number(min(max(interval_end, -1.0), 1.0), digits))
    return " to ".join(end_texts)


def pairs_together(rows: ComparedRows) -> str:
    """Return over how many pairs a level holds."""
    if rows.n_pairs == 1:
        return "one pair"
    return f"all {thousands(rows.n_pairs)} pairs of methods of this panel, shown or not"


def _digits(low: float, high: float) -> int:
    """As many decimals as show two digits of the width, and a lower end that is not 0."""
    for digits in range(2, MAX_DIGITS):
        is_wide = high - low >= 10.0 ** (1 - digits)
        if is_wide and (low == 0 or abs(low) >= 0.5 * 10.0**-digits):
            return digits
    return MAX_DIGITS


def _is_tested(tested_scope: Inference, row_index: int) -> bool:
    """Whether a row has at least one test in a scope."""
    scope_tests = tested_scope.tests
    assert scope_tests is not None
    has_row = (scope_tests.higher == row_index) | (scope_tests.lower == row_index)
    return bool((scope_tests.standard_error[has_row] > 0).any())


def _untested(pair_tests: PairTests) -> str:
    """Why the leader has no test."""
    seed_tests = pair_tests.seeds.tests
    n_others = len(pair_tests.rows.names) - 1
    if seed_tests is not None and (seed_tests.standard_error[:n_others] == 0).any():
        return "no spread between seeds"
    return untested_reason(pair_tests)


def untested_reason(pair_tests: PairTests) -> str:
    """Return why nothing was tested over seeds, as a sentence says it."""
    if pair_tests.seeds.reason == ONE_RUN:
        return one_value_each(pair_tests.info)
    return REASONS.get(pair_tests.seeds.reason, REASONS[FEW_SEEDS])


def _sharing(rows: ComparedRows, labels: Labels) -> str:
    """Which benchmarks share data: these 3 share data."""
    groups = sharing(rows.benchmarks, rows.groups)
    if len(groups) == 1 and len(groups[0]) == len(rows.benchmarks):
        return "They share data"
    group_texts = [
        labels.listed_benchmarks(benchmarks_of_group) for benchmarks_of_group in groups[:MAX_NAMED]
    ]
    if len(groups) > MAX_NAMED:
        group_texts.append(counted(len(groups) - MAX_NAMED, "other group"))
    return f"{joined(group_texts)} share data"
