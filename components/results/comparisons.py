"""A method against others in every panel that has both, by the tests of the panel's own board at
the same weights."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from components import words
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
FEWEST = 2


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
class Compared:
    """The methods by address with their labels, the claim first, and its comparisons, panel by
    panel.

    `weights` is how they are weighed, `dropped` how many panels these do not fit, `unknown` what no
    suite knows."""

    methods: Mapping[str, str]
    weights: str
    rows: tuple[Comparison, ...]
    dropped: int
    unknown: tuple[str, ...]

    @property
    def claim(self) -> str:
        """The address of the method that is claimed to be better."""
        return next(iter(self.methods))

    def count(self, verdict: Verdict) -> int:
        """Return how many comparisons have a verdict."""
        return sum(row.verdict == verdict for row in self.rows)


def offered(served: Served) -> dict[str, str]:
    """Return the labels of the methods that some suite ranks, by address, in the order of their
    labels."""
    ranked = {
        address
        for tables in served.suites
        for panel in tables.panels
        for address in _ranked(tables, panel.id)
    }
    return {a: label for a, label in words.known("methods", served.suites).items() if a in ranked}


def usual(served: Served) -> tuple[str, ...]:
    """Return the two methods that most panels rank; () if no panel ranks two."""
    pairs: Counter[tuple[str, ...]] = Counter()
    for tables in served.suites:
        for panel in tables.panels:
            found, _ = served.one(_tested, selected(tables, panel.id, OWN))
            ranked = [a for a, own in _ranked(tables, panel.id).items() if own in found.rows.names]
            pairs.update(combinations(sorted(ranked), 2))
    return max(pairs, key=lambda pair: (pairs[pair], pair), default=())


def compute(
    served: Served, methods: tuple[str, ...] | None = None, weights: str | None = None
) -> Compared | Absent:
    """Return the first of these methods, by address, against the others; unknown ones are left
    out."""
    known, weighed = words.known("methods", served.suites), weights or OWN
    chosen = [m for m in methods or usual(served) if m in known]
    if len(chosen) < FEWEST:
        return Absent("Choose two to six methods to compare.")
    labels = {m: known[m] for m in chosen}
    unknown = tuple(m for m in methods or () if m not in known)
    rows, dropped = [], 0
    for tables in served.suites:
        for panel in tables.panels:
            here = _ranked(tables, panel.id)
            rivals = [m for m in chosen[1:] if m in here] if chosen[0] in here else []
            if not rivals:
                continue
            try:
                selection = selected(tables, panel.id, weighed)
            except NotEnoughData:
                dropped += 1
                continue
            found, below = served.one(_tested, selection)
            own = [_start(tables, panel, here[chosen[0]], m, here[m]) for m in rivals]
            rows += [_compared(one, found, below) for one in own]
    if not rows:
        return Absent(
            "No suite ranks"
            f" {'both ' if len(chosen) == FEWEST else ''}{joined([*labels.values()])}."
        )
    return Compared(
        methods=labels, weights=weighed, rows=tuple(rows), dropped=dropped, unknown=unknown
    )


def selected(tables: Tables, panel: str, weighed: str) -> Selection:
    """Return the selection of a panel at these weights. Raises NotEnoughData if the panel lacks a
    weighted group."""
    return replace(
        default_selection(tables), panel=panel, weights=weights_in(tables, panel, weighed)
    )


def in_panel(view: Resolved, claim: str, rivals: Sequence[str]) -> tuple[Comparison, ...]:
    """Return a method of a panel against others, all by their ids there."""
    tables = view.tables
    panel = next(p for p in tables.panels if p.id == view.selection.panel)
    found, below = _tested(view)
    starts = [_start(tables, panel, claim, words.address("methods", tables, r), r) for r in rivals]
    return tuple(_compared(start, found, below) for start in starts)


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
    """The methods of a panel by address, with what the suite calls them; checkpoints by their
    family."""
    at: dict[str, str] = {}
    for candidate in panel_tables(tables, panel).candidates:
        own = words.family_of(tables, candidate.id)
        at.setdefault(words.address("methods", tables, own), own)
    return at


def _tested(view: Resolved) -> tuple[PairTests, frozenset[str]]:
    """The tests of a panel, and the rows that have no rank for a floor."""
    members = {m: [i] for i, m in enumerate(view.panel.methods)}
    if view.grids is not None:
        members = {f: own.tolist() for f, own in view.families.items()}
    return view.of(all_pair_tests), frozenset(
        m for m, own in members.items() if view.below[own].all()
    )


def _compared(start: Comparison, found: PairTests, below: frozenset[str]) -> Comparison:
    rows = found.rows
    if {start.claim_id, start.rival_id} - {*rows.names}:
        low = {start.claim_id, start.rival_id} & below
        return replace(
            start, cause="below the floor", why="below the floor" if low else "not ranked"
        )
    scores = dict(zip(rows.names, rows.board.tolist(), strict=True))
    plain = replace(start, difference=scores[start.claim_id] - scores[start.rival_id])
    by_scope = {test.over: test for test in found.tested(start.claim_id, start.rival_id)}
    if found.board is None or found.board.over not in by_scope:
        cause = _untested(found)
        return replace(plain, cause=cause, why=cause)
    test = by_scope[found.board.over]
    sign = 1 if test.a == start.claim_id else -1
    low_, high = (None if x is None else sign * x for x in (test.low, test.high)[::sign])
    cause, why = _why(test, found)
    return replace(
        plain,
        difference=plain.difference if test.difference is None else sign * test.difference,
        low=low_,
        high=high,
        over=test.over,
        verdict=_verdict(test, sign),
        cause=cause,
        why=why,
        similar=_verdict(by_scope["benchmarks"], sign) if "benchmarks" in by_scope else "undecided",
    )


def _verdict(test: PairTest, sign: int) -> Verdict:
    if test.verdict == AHEAD:
        return "ahead" if sign > 0 else "behind"
    return "tie" if test.verdict == EQUAL else "undecided"


def _untested(found: PairTests) -> Cause:
    if found.rows.chosen:
        return "chosen on the same runs"
    return "one run each" if found.seeds.reason == ONE_RUN else "too few seeds"


def _why(test: PairTest, found: PairTests) -> tuple[Cause, str]:
    """Why a test gives no verdict; empty texts if it gives one."""
    if test.verdict in (AHEAD, EQUAL):
        return "", "" if test.low is None else f"by {interval(test)}"
    if test.low is None:
        few: Cause = (
            "one run each"
            if test.reason == FEW_SEEDS and one_run_each(found.rows)
            else "too few seeds"
        )
        return (
            (few, few) if test.reason == FEW_SEEDS else ("too close", reason_of(test, found.rows))
        )
    needed = takes(test)
    why = (
        reason_of(test, found.rows)
        or f"too close ({interval(test)}){f'; {needed} would decide' if needed else ''}"
    )
    return "too close", why
