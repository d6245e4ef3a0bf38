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
from components.results import data_sets, references
from components.results.absent import Absent
from components.results.data_sets import Where
from components.results.pair_tests import SPREADS_DIFFER, PairTests, all_pair_tests
from components.results.pair_verdicts import between, reason_of, takes, turned
from components.results.ranking_place import RankingPlace
from components.results.weightings import BALANCED, weights_in
from components.selection import Selection, default_selection, panel_tables
from components.served import Served
from components.stats.memo import memoised
from components.stats.separation.inference import (
    AHEAD,
    EQUAL,
    FEW_SEEDS,
    NO_SPREAD,
    ONE_RUN,
    PairTest,
    one_run_each,
)
from data.errors import NotEnoughData
from data.registry import PanelInfo, Tables

Verdict = Literal["ahead", "behind", "tie", "undecided", "untested"]
Cause = Literal[
    "",
    "below the floor",
    "without a weighted metric",
    "chosen on the same runs",
    "one run each",
    "printed means of seeds",
    "too few seeds",
    "no spread",
    "too close",
]
"""Why there is no verdict: the last one of a comparison that was tested, the others of one that was
not."""
MIN_COMPARED = 2


@dataclass(frozen=True, kw_only=True)
class Comparison(RankingPlace):
    """The claimed method against a rival in one panel, in the scope of its board.

    selection          of the panel: its weights are those in use
    rival              by the address of its page; `claim_id` and `rival_id` are the ids in the
                       suite
    benchmarks         the labels of those that its scores average
    difference         of their scores, the claim's less the rival's, with the interval low to high;
                       None if unranked
    over               the scope: seeds, benchmarks, or "" without a test
    cause, why         why there is no verdict, in a few words and with what would decide; the
                       interval where there is one
    similar            the verdict on similar benchmarks
    untouched_leads    whether no ranked method of the panel beats the model before unlearning
    spreads_differ     whether one is ahead by few seeds whose spreads differ
    """

    rival: str
    claim_id: str
    rival_id: str
    benchmarks: tuple[str, ...] = ()
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    over: str = ""
    verdict: Verdict = "untested"
    cause: Cause = ""
    why: str = ""
    similar: Verdict = "untested"
    untouched_leads: bool = False
    spreads_differ: bool = False


@dataclass(frozen=True, eq=False)
class TestedPanel:
    """What the comparisons of a panel rest on: the tests of its ranked rows, the rows that have no
    rank for a floor, and whether no ranked row beats the model before unlearning."""

    pair_tests: PairTests
    below_floor: frozenset[str]
    untouched_leads: bool


def tested_panel(view: Resolved) -> TestedPanel:
    """Return what the comparisons of a panel rest on."""
    contenders = view.contest.contenders
    return TestedPanel(
        view.of(all_pair_tests),
        frozenset(contender.method for contender in contenders if contender.is_below_floor),
        view.of(references.compute).untouched_leads,
    )


@dataclass(frozen=True, kw_only=True)
class ComparisonResult:
    """A method against others.

    methods    labels by address, the claimed method first
    weights    the weighting asked over all suites
    where      the part of the data asked
    data_sets  what could be asked: the splits of each data set that some panel with both has
    rows       its comparisons, panel by panel, panels that test one before the others
    n_dropped  panels that lack a weighted group
    unknown    methods that no suite has
    """

    methods: Mapping[str, str]
    weights: str
    where: Where
    data_sets: Mapping[str, Mapping[str, str]]
    rows: tuple[Comparison, ...]
    n_dropped: int
    unknown: tuple[str, ...]

    @property
    def claim(self) -> str:
        """The address of the method that is claimed to be better."""
        return next(iter(self.methods))

    @property
    def tested(self) -> tuple[Comparison, ...]:
        """The comparisons that were tested, decided or not."""
        return tuple(row for row in self.rows if row.verdict != "untested")

    def count(self, *verdicts: Verdict) -> int:
        """Return how many comparisons have one of these verdicts."""
        return sum(comparison.verdict in verdicts for comparison in self.rows)


def offered(served: Served) -> dict[str, str]:
    """Return the labels of the methods that some suite ranks, by address, in the order of their
    labels."""
    ranked: set[str] = set()
    for tables in served.suites:
        for panel in tables.panels:
            ranked.update(_measured(tables, panel.id, Where()))
    labels = name_pages.label_by_address("methods", served.suites)
    return {address: method_label for address, method_label in labels.items() if address in ranked}


def usual(served: Served) -> tuple[str, ...]:
    """Return the two methods that most panels rank; () if no panel ranks two."""
    n_panels_of_pair: Counter[tuple[str, ...]] = Counter()
    for tables in served.suites:
        for panel in tables.panels:
            of_panel = served.of_suite(tested_panel, selected(tables, panel.id, BALANCED))
            ranked = []
            for address, method in _measured(tables, panel.id, Where()).items():
                if method in of_panel.pair_tests.rows.names:
                    ranked.append(address)
            n_panels_of_pair.update(combinations(sorted(ranked), 2))
    return max(
        n_panels_of_pair,
        key=lambda method_pair: (n_panels_of_pair[method_pair], method_pair),
        default=(),
    )


def compute(
    served: Served,
    methods: tuple[str, ...] | None = None,
    weights: str | None = None,
    data_set: str | None = None,
    split: str | None = None,
) -> ComparisonResult | Absent:
    """Return the first of these methods, by address, against the others; unknown ones are left
    out."""
    label_of_address = name_pages.label_by_address("methods", served.suites)
    weighting = weights or BALANCED
    where = Where(data_set or "", split or "")
    chosen: list[str] = []
    unknown = []
    for wanted in methods or usual(served):
        address = name_pages.found("methods", wanted, served.suites)
        if not address:
            unknown.append(wanted)
        elif address not in chosen:
            chosen.append(address)
    if len(chosen) < MIN_COMPARED:
        return Absent("Choose two to six methods to compare.")
    labels = {method: label_of_address[method] for method in chosen}
    splits_of_data_set = data_sets_of(served, tuple(chosen))
    if not splits_of_data_set:
        return Absent(f"No suite ranks {_all_of(labels)}.")
    rows: list[Comparison] = []
    n_dropped = 0
    for tables, panel in _panels_with_both(served, chosen, where):
        try:
            selection = selected(tables, panel.id, weighting, where)
        except NotEnoughData:
            n_dropped += 1
            continue
        measured = _measured(tables, panel.id, where)
        ids = [measured[method] for method in chosen if method in measured]
        panel_tests = served.of_suite(tested_panel, selection)
        rows += _compared_in(panel_tests, tables, selection, ids)
    if not rows:
        part = data_sets.called(where, splits_of_data_set)
        reason = f"No ranking on {part} has {_all_of(labels)}."
        if n_dropped:
            reason = f"No ranking that has {_all_of(labels)} measures what is weighed."
        return Absent(reason)
    in_panels_with_tests = {(row.suite, row.panel) for row in rows if row.verdict != "untested"}
    rows.sort(key=lambda row: (row.suite, row.panel) not in in_panels_with_tests)
    return ComparisonResult(
        methods=labels,
        weights=weighting,
        where=where,
        data_sets=splits_of_data_set,
        rows=tuple(rows),
        n_dropped=n_dropped,
        unknown=tuple(unknown),
    )


def data_sets_of(served: Served, methods: tuple[str, ...]) -> Mapping[str, Mapping[str, str]]:
    """Return the splits of each data set on which some panel measured the first of these methods
    and another one, labels by id."""
    return data_sets.data_sets(_panels_with_both(served, methods, Where()))


def selected(tables: Tables, panel: str, weighting: str, where: Where | None = None) -> Selection:
    """Return the selection of a panel at these weights, on this part of the data. Raises
    NotEnoughData if the panel lacks a weighted group."""
    weights = weights_in(tables, panel, weighting)
    benchmarks = (where or Where()).filter(tables, panel)
    return replace(default_selection(tables), panel=panel, weights=weights, benchmarks=benchmarks)


def pair_to_state(compared: ComparisonResult, opened: str) -> tuple[Comparison, tuple[str, ...]]:
    """Return the comparison opened (suite:panel:rival) with its rival; if none is, the first one
    with all rivals in its panel."""
    for comparison in compared.rows:
        if opened == f"{comparison.suite}:{comparison.panel}:{comparison.rival}":
            return comparison, (comparison.rival_id,)
    first_row = compared.rows[0]
    rival_ids = []
    for comparison in compared.rows:
        if (comparison.suite, comparison.panel) == (first_row.suite, first_row.panel):
            rival_ids.append(comparison.rival_id)
    return first_row, tuple(rival_ids)


def in_panel(view: Resolved, claim_id: str, rivals: Sequence[str]) -> tuple[Comparison, ...]:
    """Return a method of a panel against others, all by their ids there."""
    panel = view.of(tested_panel)
    return _compared_in(panel, view.tables, view.selection, (claim_id, *rivals))


def _blank(tables: Tables, selection: Selection, claim_id: str, rival_id: str) -> Comparison:
    """Return a comparison without what tests say."""
    panel = next(panel for panel in tables.panels if panel.id == selection.panel)
    benchmarks = Where().benchmarks(tables, panel.id)
    shown = selection.benchmarks or tuple(benchmark.id for benchmark in benchmarks)
    return Comparison(
        selection=selection,
        study=tables.suite,
        panel_label=panel.label,
        rival=name_pages.address("methods", tables, rival_id),
        claim_id=claim_id,
        rival_id=rival_id,
        benchmarks=tuple(benchmark.label for benchmark in benchmarks if benchmark.id in shown),
    )


def _all_of(labels: Mapping[str, str]) -> str:
    both_text = "both " if len(labels) == MIN_COMPARED else ""
    return f"{both_text}{joined([*labels.values()])}"


def _panels_with_both(
    served: Served, methods: Sequence[str], where: Where
) -> list[tuple[Tables, PanelInfo]]:
    """Return the panels that measured the first of these methods and another one on a part of the
    data."""
    panels = []
    for tables in served.suites:
        for panel in tables.panels:
            measured = _measured(tables, panel.id, where)
            if methods[0] in measured and not measured.keys().isdisjoint(methods[1:]):
                panels.append((tables, panel))
    return panels


def _compared_in(
    panel: TestedPanel, tables: Tables, selection: Selection, ids: Sequence[str]
) -> tuple[Comparison, ...]:
    """Return the first method of a panel against the others, all by their ids there."""
    claim_id, *rivals = ids
    return tuple(
        _compared(_blank(tables, selection, claim_id, rival_id), panel) for rival_id in rivals
    )


def _measured(tables: Tables, panel: str, where: Where) -> dict[str, str]:
    """Return what the suite calls the methods measured in a panel on a part of the data, by
    address; checkpoints by their family."""
    of_panel = panel_tables(tables, panel)

    def measured_methods() -> dict[str, str]:
        runs = of_panel.runs
        benchmarks = [benchmark.id for benchmark in where.benchmarks(tables, panel)]
        measured = set(runs["method"][runs["benchmark"].isin(benchmarks)])
        method_of_address: dict[str, str] = {}
        for candidate in of_panel.candidates:
            if candidate.id in measured:
                method = name_pages.family_of(tables, candidate.id)
                method_of_address.setdefault(name_pages.address("methods", tables, method), method)
        return method_of_address

    return memoised(of_panel, ("measured methods", where), measured_methods)


def _compared(blank: Comparison, panel: TestedPanel) -> Comparison:
    """Return a comparison with what the tests of its panel say."""
    pair_tests = panel.pair_tests
    blank = replace(blank, untouched_leads=panel.untouched_leads)
    method_pair = {blank.claim_id, blank.rival_id}
    ranked = pair_tests.rows.names
    if not method_pair <= {*ranked}:
        cause: Cause = "without a weighted metric"
        if method_pair & panel.below_floor:
            cause = "below the floor"
        return replace(blank, cause=cause, why=cause)
    scores = pair_tests.rows.board
    difference = float(scores[ranked.index(blank.claim_id)] - scores[ranked.index(blank.rival_id)])
    test_of_scope = {
        pair_test.over: pair_test for pair_test in pair_tests.tested(blank.claim_id, blank.rival_id)
    }
    if pair_tests.board is None or pair_tests.board.over not in test_of_scope:
        cause = _untested(pair_tests)
        return replace(blank, difference=difference, cause=cause, why=cause)
    similar: Verdict = "untested"
    if "benchmarks" in test_of_scope:
        similar = _verdict(test_of_scope["benchmarks"], blank.claim_id)
    pair_test = test_of_scope[pair_tests.board.over]
    verdict = _verdict(pair_test, blank.claim_id)
    seen = pair_test if pair_test.higher == blank.claim_id else turned(pair_test)
    if seen.difference is not None:
        difference = seen.difference
    comparison = replace(
        blank, difference=difference, over=pair_test.over, verdict=verdict, similar=similar
    )
    if verdict == "untested":
        cause = _cause(pair_test, pair_tests)
        return replace(comparison, cause=cause, why=cause)
    if seen.low is None or seen.high is None:
        return comparison
    why_parts = [f"interval {between(seen.low, seen.high)}"]
    if verdict == "undecided":
        needed = takes(pair_test)
        reason_text = reason_of(pair_test, pair_tests)
        why_parts.append(reason_text or (f"{needed} would decide" if needed else ""))
    if pair_test.spreads_differ:
        why_parts.append(SPREADS_DIFFER)
    return replace(
        comparison,
        low=seen.low,
        high=seen.high,
        cause="too close" if verdict == "undecided" else "",
        why="; ".join(part for part in why_parts if part),
        spreads_differ=pair_test.spreads_differ,
    )


def _verdict(pair_test: PairTest, claim_id: str) -> Verdict:
    if pair_test.verdict == AHEAD:
        return "ahead" if pair_test.higher == claim_id else "behind"
    if pair_test.verdict == EQUAL:
        return "tie"
    return "untested" if pair_test.low is None else "undecided"


def _untested(pair_tests: PairTests) -> Cause:
    """Return why a panel tests no pair."""
    if pair_tests.rows.chosen:
        return "chosen on the same runs"
    return _one_run(pair_tests) if pair_tests.seeds.reason == ONE_RUN else "too few seeds"


def _cause(pair_test: PairTest, pair_tests: PairTests) -> Cause:
    """Return why a pair has no test in a panel that tests others."""
    if pair_test.verdict == NO_SPREAD or pair_test.reason != FEW_SEEDS:
        return "no spread"
    return _one_run(pair_tests) if one_run_each(pair_tests.rows) else "too few seeds"


def _one_run(pair_tests: PairTests) -> Cause:
    """Return what the values of a panel are that has one of each method and benchmark."""
    return "printed means of seeds" if pair_tests.info.seeds_averaged > 1 else "one run each"
