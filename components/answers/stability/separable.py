"""Which methods can these data tell apart, over seeds and on similar benchmarks, and what would
decide the rest?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Answer, Part, Said, silent
from components.format import counted, thousands
from components.resolved import Resolved, sharing
from components.results.absent import Absent
from components.results.pair_tests import SPREADS_DIFFER, PairTests, all_pair_tests
from components.results.pair_verdicts import (
    OVER,
    assumed,
    interval,
    pairs_together,
    takes,
    where,
)
from components.results.ranked_names import too_few
from components.stats.separation.inference import AHEAD, CANNOT_TELL, CHOSEN, Inference, PairTest
from components.stats.separation.plans import planned
from components.table import (
    Column,
    Link,
    Table,
    count_column,
    flag_column,
    number_column,
    p_column,
    table,
)
from components.words import Labels, for_new_seeds, short

CHOSEN_ON_THE_RUNS = "the checkpoints were chosen on the runs that would test them"
MAX_METHODS = 20
"""With at most this many methods every pair is listed; with more the adjacent ones and those with
the leader."""


@dataclass(frozen=True, eq=False)
class Separable:
    """The tests of all pairs, and those that are `listed`, by rank in both scopes."""

    tests: PairTests
    listed: tuple[PairTest, ...]


def compute(view: Resolved) -> Separable | Absent:
    """Return what the runs shown can tell apart."""
    pair_tests = view.of(all_pair_tests)
    if len(pair_tests.rows.names) < 2:
        return Absent(too_few(view.labels, pair_tests.rows.names))
    return Separable(pair_tests, (*_listed(pair_tests.seeds), *_listed(pair_tests.benchmarks)))


def _listed(tested_scope: Inference) -> tuple[PairTest, ...]:
    """All pairs of few methods, else the adjacent ones and those with the leader."""
    scope_tests = tested_scope.tests
    if scope_tests is None:
        return ()
    is_listed = (scope_tests.higher == 0) | (scope_tests.lower == scope_tests.higher + 1)
    is_listed |= len(tested_scope.names) <= MAX_METHODS
    return planned(scope_tests, np.flatnonzero(is_listed))


def say(separable: Separable, labels: Labels) -> Said:
    tested_scope = separable.tests.board
    if tested_scope is None or tested_scope.tests is None:
        reason = separable.tests.seeds.reason
        if reason == CHOSEN:
            reason = CHOSEN_ON_THE_RUNS
        return Said([f"No pair can be tested: {reason}."])
    n_pairs = len(tested_scope.tests.higher)
    n_decided = int((tested_scope.tests.verdicts[0] == AHEAD).sum())
    how_many = f"{thousands(n_decided)} of {counted(n_pairs, 'pair')}"
    if n_decided == n_pairs:
        how_many = f"All {thousands(n_pairs)} pairs" if n_pairs > 1 else "The one pair"
    scope_text = f"on {OVER['benchmarks']}"
    if tested_scope.over == "seeds":
        seeds_text = for_new_seeds(separable.tests.info)
        scope_text = f"{seeds_text} on {where(separable.tests.rows)}"
    sentences = [f"{how_many} can be told apart {scope_text}."]
    for pair_test in separable.listed:
        if pair_test.over == tested_scope.over and takes(pair_test):
            pair_text = short(labels).listed_methods((pair_test.higher, pair_test.lower))
            needed = takes(pair_test)
            sentences.append(f"{pair_text} differ by {interval(pair_test)}; {needed} would decide.")
            break
    return Said(sentences, notes(separable))


def notes(separable: Separable) -> list[str]:
    """Return what the numbers rest on, and what limits them."""
    rows = separable.tests.rows
    n_listed = len({(pair_test.higher, pair_test.lower) for pair_test in separable.listed})
    n_pairs = len(rows.names) * (len(rows.names) - 1) // 2
    note_texts = [
        (
            f"{OVER['seeds'].capitalize()}: Welch's t {for_new_seeds(separable.tests.info)}, not"
            " paired. Similar benchmarks: paired t over groups that share no samples."
        ),
        f"Interval, p and verdict are corrected for {pairs_together(rows)} (Bonferroni, 5 %).",
        "Needed: the 80 % range of what gives power 0.8 at the same level.",
        assumed(is_registered=separable.tests.is_registered),
    ]
    if n_listed < n_pairs:
        note_texts.append(
            "Neighbouring ranks and pairs with the leader are listed:"
            f" {n_listed} of {thousands(n_pairs)} pairs."
        )
    return note_texts


def pairs_table(separable: Separable, labels: Labels) -> Table[PairTest]:
    """Return one row per pair listed and scope, the higher rank first."""
    is_some_marked = any(pair_test.spreads_differ for pair_test in separable.listed)
    return table(
        separable.listed,
        Column("over", place="file"),
        Column("scope", lambda pair_test: OVER[pair_test.over], "for", place="screen only"),
        Column("a", "higher", "method", kind="method"),
        Column("b", "lower", "against", kind="method"),
        Column("verdict", link=_planned),
        flag_column(
            "spreads_differ", head=SPREADS_DIFFER, place="print" if is_some_marked else "file"
        ),
        number_column("difference", why="reason"),
        number_column("low", head="from", why="reason"),
        number_column("high", head="to", why="reason"),
        p_column("p", place="file", why="reason"),
        p_column("p_adjusted", head="adjusted p", why="reason"),
        Column("needed", takes, "would decide", place="screen only"),
        count_column("needed_low", place="file", why="reason"),
        count_column("needed_high", place="file", why="reason"),
        count_column("groups", head="groups of benchmarks", place="file"),
        Column("compared", place="file"),
        Column("reason", place="screen"),
    )


def _planned(pair_test: PairTest) -> Link | None:
    """Where an undecided pair leads: what would tell the two apart."""
    if pair_test.verdict != CANNOT_TELL:
        return None
    return Link("plan", {"versus": (pair_test.higher, pair_test.lower)})


def inference_facts(pair_tests: PairTests) -> Mapping[str, object]:
    """Return what the board's intervals of ranks are about; `pairs` share the level of 5 %."""
    facts_of_scope: dict[str, object] = {
        "over": None,
        "pairs": pair_tests.rows.n_pairs,
        "level": None,
        "reason": pair_tests.seeds.reason,
        "seed_kind": pair_tests.info.seed_kind,
        "registered": pair_tests.is_registered,
    }
    if pair_tests.rows.n_pairs:
        facts_of_scope["level"] = pair_tests.rows.level
    if pair_tests.board is not None:
        facts_of_scope |= {"over": pair_tests.board.over, "reason": ""}
    return facts_of_scope


INFERENCE = Answer("inference", all_pair_tests, silent, facts=inference_facts, key="inference")
SEPARABLE = Answer(
    "separable",
    compute,
    say,
    Part("pairs", "Pairs of methods, and what would decide them", pairs_table, shown="open"),
    facts=lambda result: {
        "sharing": sharing(result.tests.rows.benchmarks, result.tests.rows.groups)
    },
    key="separable",
    terms=("inference",),
)
