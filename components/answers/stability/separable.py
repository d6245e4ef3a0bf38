"""Which methods can these data tell apart, for new seeds and on similar benchmarks, and what would
decide the rest?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Absent, Answer, Part, Said, silent
from components.format import counted, thousands
from components.resolved import Resolved, sharing
from components.results.pair_tests import PairTests, all_pair_tests
from components.results.pair_verdicts import (
    ASSUMED,
    OVER,
    interval,
    pairs_together,
    takes,
    where,
)
from components.results.ranked_names import too_few
from components.stats.separation.inference import AHEAD, CANNOT_TELL, Inference, PairTest
from components.stats.separation.plans import planned
from components.table import Column, Link, Table, table
from components.words import Labels, short

MOST_METHODS = 20
"""With at most this many methods every pair is listed; with more the adjacent ones and those with
the leader."""


@dataclass(frozen=True, eq=False)
class Separable:
    """The pairs by rank in both scopes. Of more than 20 methods the adjacent pairs and the ones
    with the leader."""

    inferred: PairTests
    pairs: tuple[PairTest, ...]


def compute(view: Resolved) -> Separable | Absent:
    """Return what the runs shown can tell apart."""
    found = view.of(all_pair_tests)
    names = found.rows.names
    if len(names) < 2:
        return Absent(too_few(view.labels, names))
    return Separable(found, tuple(p for scope in found.scopes for p in _listed(scope)))


def _listed(scope: Inference) -> tuple[PairTest, ...]:
    if scope.tests is None:
        return ()
    a, b = scope.tests.a, scope.tests.b
    every = len(scope.names) <= MOST_METHODS
    return planned(scope.tests, np.flatnonzero(every | (a == 0) | (b == a + 1)))


def say(result: Separable, names: Labels) -> Said:
    found, board = result.inferred, result.inferred.board
    if board is None or board.tests is None:
        return Said([f"No pair can be tested: {found.seeds.reason}."], [ASSUMED])
    decided, n = int((board.tests.verdicts[0] == AHEAD).sum()), len(board.tests.a)
    on = where(found.rows) if board.over == "seeds" else OVER["benchmarks"]
    every = f"All {thousands(n)} pairs" if n > 1 else "The one pair"
    count = every if decided == n else f"{thousands(decided)} of {counted(n, 'pair')}"
    undecided = next((p for p in result.pairs if p.over == board.over and takes(p)), None)
    lines = [f"{count} can be told apart on {on}."]
    if undecided is not None:
        a, b = (short(names).method(m) for m in (undecided.a, undecided.b))
        lines.append(
            f"{a} and {b} differ by {interval(undecided)}; {takes(undecided)} would decide."
        )
    return Said(lines, notes(result))


def notes(result: Separable) -> list[str]:
    """Return what the numbers rest on, and what limits them."""
    rows = result.inferred.rows
    listed = len({(p.a, p.b) for p in result.pairs})
    of = len(rows.names) * (len(rows.names) - 1) // 2
    some = (
        f"Neighbouring ranks and pairs with the leader are listed: {listed} of {thousands(of)}"
        " pairs."
    )
    return [
        (
            "New seeds: Welch's t, seeds not paired. Similar benchmarks: paired t over groups that"
            " share no samples."
        ),
        f"Interval, p and verdict are corrected for {pairs_together(rows)} (Bonferroni, 5 %).",
        "Needed: the 80 % range of what gives power 0.8 at the same level.",
        ASSUMED,
        some if listed < of else "",
    ]


def pairs_table(result: Separable, names: Labels) -> Table[PairTest]:
    """One row per pair listed and scope, the higher rank first."""
    column = Column[PairTest]
    columns = (
        column("over", lambda p: p.over, place="file"),
        column("scope", lambda p: OVER[p.over], "for", place="screen only"),
        column("a", lambda p: p.a, "method", kind="method", place="print"),
        column("b", lambda p: p.b, "against", kind="method", place="print"),
        column("verdict", lambda p: p.verdict, place="print", link=_planned),
        column("difference", lambda p: p.difference, kind="number", place="print", why="reason"),
        column("low", lambda p: p.low, "from", kind="number", place="print", why="reason"),
        column("high", lambda p: p.high, "to", kind="number", place="print", why="reason"),
        column("p", lambda p: p.p, kind="p", place="file", why="reason"),
        column(
            "p_adjusted",
            lambda p: p.p_adjusted,
            "adjusted p",
            kind="p",
            place="print",
            why="reason",
        ),
        column("needed", takes, "would decide", place="screen only"),
        column("needed_low", lambda p: p.needed_low, kind="count", place="file", why="reason"),
        column("needed_high", lambda p: p.needed_high, kind="count", place="file", why="reason"),
        column("groups", lambda p: p.groups, "groups of benchmarks", kind="count", place="file"),
        column("compared", lambda p: p.compared, place="file"),
        column("reason", lambda p: p.reason),
    )
    return table(columns, result.pairs)


def _planned(test: PairTest) -> Link | None:
    """Where an undecided pair leads: what would tell the two apart."""
    return Link("plan", {"versus": (test.a, test.b)}) if test.verdict == CANNOT_TELL else None


def inference_facts(result: PairTests) -> Mapping[str, object]:
    """Return what the board's intervals of ranks are about; `pairs` share the level of 5 %."""
    board = result.board
    return {
        "over": None if board is None else board.over,
        "pairs": result.rows.m,
        "level": result.rows.level if result.rows.m else None,
        "reason": result.seeds.reason if board is None else "",
    }


INFERENCE = Answer("inference", all_pair_tests, silent, facts=inference_facts, key="inference")
SEPARABLE = Answer(
    "separable",
    compute,
    say,
    Part("pairs", "Pairs of methods, and what would decide them", pairs_table, shown="open"),
    facts=lambda result: {
        "sharing": sharing(result.inferred.rows.benchmarks, result.inferred.rows.groups)
    },
    key="separable",
    terms=("inference",),
)
