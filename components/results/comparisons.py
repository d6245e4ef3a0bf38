"""A method against others in every panel that has both, by the tests of the panel's own board at
the same weights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from components import name_pages
from components.format import joined
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.pair_tests import PairTests, all_pair_tests
from components.results.pair_verdicts import interval, reason_of, takes
from components.results.weightings import OWN, weights_in
from components.selection import Selection, default_selection, panel_tables
from components.served import Served
from components.stats.separation.inference import (
    AHEAD,
    EQUAL,
    FEW_SEEDS,
    ONE_RUN,
    PairTest,
    one_run_each,
)
from data.errors import NotEnoughData
from data.registry import PanelInfo, Tables

Verdict = Literal["ahead", "behind", "tie", "undecided"]
Cause = Literal[
    "", "one run each", "too few seeds", "chosen on the same runs", "below the floor", "too close"
]
MIN_COMPARED = 2


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The claimed method against a rival in one panel, in the scope of its board.

    rival              by the address of its page; `claim_id` and `rival_id` are the ids in the
                       suite
    difference         of their scores, the claim's less the rival's, with the interval low to high;
                       None if unranked
    over               the scope: seeds, benchmarks, or "" without a test
    cause, why         why there is no verdict, in a few words and with what would decide
    similar            the verdict on similar benchmarks
    """

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    rival: str
    claim_id: str
    rival_id: str
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    over: str = ""
    verdict: Verdict = "undecided"
    cause: Cause = ""
    why: str = ""
    similar: Verdict = "undecided"


@dataclass(frozen=True, kw_only=True)
class ComparisonResult:
    """A method against others.

    methods    labels by address, the claimed method first
    weights    the weighting over all suites
    rows       its comparisons, panel by panel
    n_dropped  panels that lack a weighted group
    unknown    methods that no suite has
    """

    methods: Mapping[str, str]
    weights: str
    rows: tuple[Comparison, ...]
    n_dropped: int
    unknown: tuple[str, ...]

    @property
    def claim(self) -> str:
        """The address of the method that is claimed to be better."""
        return next(iter(self.methods))

    def count(self, verdict: Verdict) -> int:
        """Return how many comparisons have a verdict."""
        return sum(comparison.verdict == verdict for comparison in self.rows)


def offered(served: Served) -> dict[str, str]:
    """Return the labels of the methods that some suite ranks, by address, in the order of their
    labels."""
    ranked: set[str] = set()
    for tables in served.suites:
        for panel in tables.panels:
            ranked.update(_ranked(tables, panel.id))
    labels = name_pages.label_by_address("methods", served.suites)
    return {address: method_label for address, method_label in labels.items() if address in ranked}


def usual(served: Served) -> tuple[str, ...]:
    """Return the two methods that most panels rank; () if no panel ranks two."""
    n_panels_of_pair: Counter[tuple[str, ...]] = Counter()
    for tables in served.suites:
        for panel in tables.panels:
            pair_tests = served.of_suite(all_pair_tests, selected(tables, panel.id, OWN))
            ranked = []
            for address, method in _ranked(tables, panel.id).items():
                if method in pair_tests.rows.names:
                    ranked.append(address)
            n_panels_of_pair.update(combinations(sorted(ranked), 2))
    return max(
        n_panels_of_pair,
        key=lambda method_pair: (n_panels_of_pair[method_pair], method_pair),
        default=(),
    )


def compute(
    served: Served, methods: tuple[str, ...] | None = None, weights: str | None = None
) -> ComparisonResult | Absent:
    """Return the first of these methods, by address, against the others; unknown ones are left
    out."""
    label_of_address = name_pages.label_by_address("methods", served.suites)
    weighting = weights or OWN
    chosen = [method for method in methods or usual(served) if method in label_of_address]
    if len(chosen) < MIN_COMPARED:
        return Absent("Choose two to six methods to compare.")
    rows: list[Comparison] = []
    n_dropped = 0
    for tables in served.suites:
        for panel in tables.panels:
            method_of_address = _ranked(tables, panel.id)
            rivals = [
                rival_address for rival_address in chosen[1:] if rival_address in method_of_address
            ]
            if chosen[0] not in method_of_address or not rivals:
                continue
            try:
                selection = selected(tables, panel.id, weighting)
            except NotEnoughData:
                n_dropped += 1
                continue
            pair_tests = served.of_suite(all_pair_tests, selection)
            below_floor = served.of_suite(rows_below_floor, selection)
            claim = method_of_address[chosen[0]]
            for rival_address in rivals:
                blank = _start(
                    tables, panel, claim, rival_address, method_of_address[rival_address]
                )
                rows.append(_compared(blank, pair_tests, below_floor))
    labels = {method: label_of_address[method] for method in chosen}
    if not rows:
        both_text = "both " if len(chosen) == MIN_COMPARED else ""
        return Absent(f"No suite ranks {both_text}{joined([*labels.values()])}.")
    return ComparisonResult(
        methods=labels,
        weights=weighting,
        rows=tuple(rows),
        n_dropped=n_dropped,
        unknown=tuple(method for method in methods or () if method not in label_of_address),
    )


def selected(tables: Tables, panel: str, weighting: str) -> Selection:
    """Return the selection of a panel at these weights. Raises NotEnoughData if the panel lacks a
    weighted group."""
    weights = weights_in(tables, panel, weighting)
    return replace(default_selection(tables), panel=panel, weights=weights)


def in_panel(view: Resolved, claim_id: str, rivals: Sequence[str]) -> tuple[Comparison, ...]:
    """Return a method of a panel against others, all by their ids there."""
    rows = []
    for rival_id in rivals:
        address = name_pages.address("methods", view.tables, rival_id)
        blank = _start(view.tables, view.info, claim_id, address, rival_id)
        rows.append(_compared(blank, view.of(all_pair_tests), view.of(rows_below_floor)))
    return tuple(rows)


def _start(
    tables: Tables, panel: PanelInfo, claim_id: str, rival: str, rival_id: str
) -> Comparison:
    return Comparison(
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=panel.label,
        rival=rival,
        claim_id=claim_id,
        rival_id=rival_id,
    )


def _ranked(tables: Tables, panel: str) -> dict[str, str]:
    """Return what the suite calls the methods of a panel, by address; checkpoints by their
    family."""
    method_of_address: dict[str, str] = {}
    for candidate in panel_tables(tables, panel).candidates:
        method = name_pages.family_of(tables, candidate.id)
        method_of_address.setdefault(name_pages.address("methods", tables, method), method)
    return method_of_address


def rows_below_floor(view: Resolved) -> frozenset[str]:
    """Return the rows that have no rank for a floor."""
    contenders = view.contest.contenders
    return frozenset(contender.method for contender in contenders if contender.is_below_floor)


def _compared(blank: Comparison, pair_tests: PairTests, below_floor: frozenset[str]) -> Comparison:
    """Return a comparison with what the tests of its panel say."""
    method_pair = {blank.claim_id, blank.rival_id}
    ranked = pair_tests.rows.names
    if method_pair & below_floor and not method_pair <= {*ranked}:
        return replace(blank, cause="below the floor", why="below the floor")
    if not method_pair <= {*ranked}:
        return replace(blank, cause="below the floor", why="not ranked")
    scores = pair_tests.rows.board
    difference = float(scores[ranked.index(blank.claim_id)] - scores[ranked.index(blank.rival_id)])
    test_of_scope = {
        pair_test.over: pair_test for pair_test in pair_tests.tested(blank.claim_id, blank.rival_id)
    }
    if pair_tests.board is None or pair_tests.board.over not in test_of_scope:
        cause_of_doubt = _untested(pair_tests)
        return replace(blank, difference=difference, cause=cause_of_doubt, why=cause_of_doubt)
    pair_test = test_of_scope[pair_tests.board.over]
    is_claim_first = pair_test.higher == blank.claim_id
    claim_sign = 1 if is_claim_first else -1
    if pair_test.difference is not None:
        difference = claim_sign * pair_test.difference
    low = None
    high = None
    if pair_test.low is not None and pair_test.high is not None:
        low, high = sorted((claim_sign * pair_test.low, claim_sign * pair_test.high))
    similar: Verdict = "undecided"
    if "benchmarks" in test_of_scope:
        similar = _verdict(test_of_scope["benchmarks"], is_claim_first)
    cause_of_doubt, reason_text = _why(pair_test, pair_tests)
    return replace(
        blank,
        difference=difference,
        low=low,
        high=high,
        over=pair_test.over,
        verdict=_verdict(pair_test, is_claim_first),
        cause=cause_of_doubt,
        why=reason_text,
        similar=similar,
    )


def _verdict(pair_test: PairTest, is_claim_first: bool) -> Verdict:
    if pair_test.verdict == AHEAD:
        return "ahead" if is_claim_first else "behind"
    return "tie" if pair_test.verdict == EQUAL else "undecided"


def _untested(pair_tests: PairTests) -> Cause:
    if pair_tests.rows.chosen:
        return "chosen on the same runs"
    return "one run each" if pair_tests.seeds.reason == ONE_RUN else "too few seeds"


def _why(pair_test: PairTest, pair_tests: PairTests) -> tuple[Cause, str]:
    """Return why a test gives no verdict, in a few words and with what would decide; the interval
    if it gives one."""
    if pair_test.verdict in (AHEAD, EQUAL):
        return "", "" if pair_test.low is None else f"by {interval(pair_test)}"
    if pair_test.low is None and pair_test.reason == FEW_SEEDS:
        few_runs: Cause = "one run each" if one_run_each(pair_tests.rows) else "too few seeds"
        return few_runs, few_runs
    reason_text = reason_of(pair_test, pair_tests.rows)
    if not reason_text and pair_test.low is not None:
        needed = takes(pair_test)
        would_decide = f"; {needed} would decide" if needed else ""
        reason_text = f"too close ({interval(pair_test)}){would_decide}"
    return "too close", reason_text
