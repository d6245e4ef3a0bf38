"""Which methods can these data tell apart, on other seeds and on other benchmarks, and what would settle the rest?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Answer, Part, Said, silent
from components.answers.stability.inferred import Inferred, inferred
from components.answers.stability.verdicts import ASSUMED, OVER, board_lines
from components.labels import Labels
from components.resolved import Resolved, reads, sharing
from components.sentences import short
from components.stats.separation.inference import AHEAD, Inference, PairTest
from components.stats.separation.plans import planned
from components.table import Column, Table, table
from components.text import counted, thousands

MOST_METHODS = 20
"""With at most this many methods every pair is listed; with more the adjacent ones and those with the leader."""


@dataclass(frozen=True, eq=False)
class Separable:
    """The pairs by rank in both scopes. Of more than 20 methods the adjacent pairs and the ones with the leader."""

    inferred: Inferred
    pairs: tuple[PairTest, ...]


@reads(rows=True)
def compute(view: Resolved) -> Separable:
    """What the runs shown can tell apart."""
    found = view.of(inferred)
    return Separable(found, tuple(p for scope in found.scopes for p in _listed(scope)))


def _listed(scope: Inference) -> tuple[PairTest, ...]:
    if scope.tests is None:
        return ()
    a, b = scope.tests.a, scope.tests.b
    every = len(scope.names) <= MOST_METHODS
    return planned(scope.tests, np.flatnonzero(every | (a == 0) | (b == a + 1)))


def say(result: Separable, names: Labels) -> Said:
    """How many pairs differ, in both scopes, then what it takes to separate the leader from the next."""
    found, labels = result.inferred, short(names)
    if len(found.rows.names) < 2:
        return Said(["There is nothing to tell apart: fewer than two methods are ranked."])
    board = found.board
    if board is None:
        return Said(board_lines(found, labels))
    lead, *other = board_lines(found, labels)
    return Said([verdict(board, found), lead, *other], notes(result))


def verdict(board: Inference, found: Inferred) -> str:
    """How many pairs the scope of the board tells apart."""
    assert board.tests is not None
    decided, n = int((board.tests.verdicts[0] == AHEAD).sum()), len(board.tests.a)
    many = len(found.rows.benchmarks)
    on = "this benchmark" if many == 1 else f"these {many} benchmarks"
    scope = f"on {on}, whatever the training seed" if board.over == "seeds" else "on other benchmarks like these"
    if n == 1:
        return f"The one pair {'can' if decided else 'cannot'} be told apart {scope}."
    return f"{thousands(decided)} of {counted(n, 'pair')} can be told apart {scope}."


def notes(result: Separable) -> list[str]:
    """What the numbers rest on, and what limits them."""
    rows = result.inferred.rows
    every = "one pair" if rows.m == 1 else f"all {thousands(rows.m)} pairs of methods of this panel, shown or not"
    seeds, benchmarks = "seeds: Welch's t, seeds not paired", "benchmarks: paired t over groups that share no samples"
    listed = len({(p.a, p.b) for p in result.pairs})
    of = len(rows.names) * (len(rows.names) - 1) // 2
    some = [
        f"Other {seeds}. Other {benchmarks}. Interval, p and verdict are corrected for {every} (Bonferroni, 5 %).",
        "Scores are those of runs, averaged; the board may average metrics first. Where the two orders disagree there "
        "is no verdict.",
        ASSUMED,
        "Seeds and benchmarks needed: for 80 % power at the same level.",
    ]
    if listed < of:
        some.append(f"Only neighbouring ranks and pairs with the leader are listed: {listed} of {thousands(of)} pairs.")
    return some


def pairs_table(result: Separable, names: Labels) -> Table[PairTest]:
    """One row per pair listed and scope, the higher rank first."""
    column = Column[PairTest]
    columns = (
        column("over", lambda p: p.over, place="file"),
        column("scope", lambda p: OVER[p.over], "over", place="screen only"),
        column("a", lambda p: p.a, "method", kind="method", place="print"),
        column("b", lambda p: p.b, "against", kind="method", place="print"),
        column("verdict", lambda p: p.verdict, place="print"),
        column("difference", lambda p: p.difference, kind="number", place="print", why="reason"),
        column("low", lambda p: p.low, "from", kind="number", place="print", why="reason"),
        column("high", lambda p: p.high, "to", kind="number", place="print", why="reason"),
        column("p", lambda p: p.p, kind="p", why="reason"),
        column("p_adjusted", lambda p: p.p_adjusted, "adjusted p", kind="p", place="print", why="reason"),
        column("seeds_needed", lambda p: p.seeds_needed, "seeds needed", kind="count", why="reason"),
        column("benchmarks_needed", lambda p: p.benchmarks_needed, "benchmarks needed", kind="count", why="reason"),
        column("benchmarks_low", lambda p: p.benchmarks_low, "at least", kind="count", why="reason"),
        column("benchmarks_high", lambda p: p.benchmarks_high, "at most", kind="count", why="reason"),
        column("with_endless_seeds", lambda p: p.with_endless_seeds, "with endless seeds", kind="count", why="reason"),
        column("needed_alone", lambda p: p.needed_alone, "needed for this pair alone", kind="count", why="reason"),
        column("groups", lambda p: p.groups, "groups of benchmarks", kind="count"),
        column("compared", lambda p: p.compared, place="file"),
        column("reason", lambda p: p.reason, "what is not given"),
    )
    return table(columns, result.pairs)


def facts(result: Separable) -> Mapping[str, object]:
    """The letters of the board's scope, and which benchmarks count as one."""
    board, rows = result.inferred.board, result.inferred.rows
    letters, why = (None, result.inferred.seeds.reason) if board is None else (board.letters, board.letters_reason)
    return {"letters": letters, "letters_reason": why, "sharing": sharing(rows.benchmarks, rows.groups)}


def inference_facts(result: Inferred) -> Mapping[str, object]:
    """What the board's intervals of ranks are about; `pairs` is how many share the level of 5 %."""
    board = result.board
    reason = result.seeds.reason if board is None else ""
    return {
        "over": None if board is None else board.over,
        "pairs": result.rows.m,
        "level": result.rows.level if result.rows.m else None,
        "reason": reason,
    }


INFERENCE = Answer("inference", inferred, silent, facts=inference_facts, alone=True)
SEPARABLE = Answer(
    "separable",
    compute,
    say,
    Part(
        "pairs",
        "Pairs of methods, and what would tell them apart",
        pairs_table,
        when=lambda result: bool(result.pairs),
        open=True,
    ),
    facts=facts,
    alone=True,
    mount="plan",
    terms=("inference", "letters"),
)
