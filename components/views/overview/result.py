"""The overview: the answers behind three doors, every suite, and what changed last.

It spans suites, so it is no part of a suite's report: each of its numbers stands there under the page it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from components.views.calibration.ground_truth import GroundTruthResult
from components.views.leaderboard.result import LeaderboardResult
from components.views.reproduction.result import ReproductionResult
from data.manifest import Manifest, Stored
from data.registry import Size, Suite

BARS = 5
"""Most methods in the picture of the first door."""
CHANGES = 6
"""Most changes listed."""
State = Literal["holds", "changes sign", "differs"]
"""What becomes of a printed number: it reproduces; so it does, and has the other sign where no tie is broken; no."""


@dataclass(frozen=True, kw_only=True)
class Win:
    """Who leads, in labels. `bars` are the first by rank of `methods` ranked ones, each with its score.

    `ahead` is the lead over the next, None with one method or a shared lead. `share` is the least weight that has to
    move for the lead to fall (None: no weights do it).
    """

    suite: str
    methods: int
    bars: tuple[tuple[str, float], ...]
    leaders: tuple[str, ...]
    ahead: float | None
    share: float | None
    fragile: bool


@dataclass(frozen=True, kw_only=True)
class Trust:
    """The metrics of a suite that knows the right answer, best first, each with its AUC (.5 is blind)."""

    suite: str
    dots: tuple[tuple[str, float], ...]


@dataclass(frozen=True, kw_only=True)
class Paper:
    """The printed numbers of a suite that can be recomputed, in their order.

    `others` are the further suites with such numbers, and how many.
    """

    suite: str
    states: tuple[State, ...]
    others: Mapping[str, int]

    def count(self, state: State) -> int:
        """How many numbers are in a state."""
        return self.states.count(state)


@dataclass(frozen=True, kw_only=True)
class Card:
    """A suite in short; `changed` is the day of its newest data version, or of its retrieval, empty for neither."""

    id: str
    title: str
    what: str
    size: Size
    changed: str
    private: bool


@dataclass(frozen=True, kw_only=True)
class Change:
    """A data version and what it brought: a new suite with so many runs, or tables with other rows or contents.

    `runs` are rows before (None for a new suite) and after; `tables` counts the other tables that differ.
    """

    date: str
    suite: str
    runs: tuple[int | None, int]
    tables: int


def win(result: LeaderboardResult) -> Win | None:
    """The first door, from a leaderboard; None where nothing is ranked."""
    ranked = [(r, r.uqs) for r in result.ranked if r.uqs is not None]
    first = [(r, uqs) for r, uqs in ranked if r.rank == 1]
    second = [uqs for r, uqs in ranked if r.rank == 2]
    if not first:
        return None
    return Win(
        suite=result.labels.suite,
        methods=len(ranked),
        bars=tuple((r.label, uqs) for r, uqs in ranked[:BARS]),
        leaders=tuple(r.label for r, _ in first),
        ahead=first[0][1] - second[0] if second else None,
        share=result.dethrone.share,
        fragile=result.dethrone.fragile,
    )


def trust(suite: str, result: GroundTruthResult) -> Trust | None:
    """The second door, from metrics judged on models whose knowledge is known; None where there are none."""
    rows = result.best_first
    if not rows:
        return None
    return Trust(suite=suite, dots=tuple((r.name, r.auc) for r in rows))


def paper(suite: str, result: ReproductionResult, others: Mapping[str, int]) -> Paper | None:
    """The third door, from printed numbers recomputed; None where none can be."""
    rows = [r for r in result.rows if r.outcome in ("match", "mismatch")]
    if not rows:
        return None
    states: list[State] = [
        "differs" if r.outcome == "mismatch" else "changes sign" if r.changes_sign else "holds" for r in rows
    ]
    return Paper(suite=suite, states=tuple(states), others=others)


def cards(
    suites: Sequence[Suite], sizes: Mapping[str, Size], versions: Mapping[str, Sequence[Stored]]
) -> tuple[Card, ...]:
    """Every suite in the order in which they are offered."""
    return tuple(
        Card(
            id=s.id,
            title=s.title,
            what=re.split(r"[.,:;](?:\s|$)", s.description, maxsplit=1)[0],
            size=sizes[s.id],
            changed=versions[s.id][-1].date if versions.get(s.id) else s.retrieved,
            private=s.private,
        )
        for s in suites
    )


def changes(suites: Sequence[Suite], versions: Mapping[str, Sequence[Stored]]) -> tuple[Change, ...]:
    """The newest changes of the public suites, newest first; of one day, in the order of the suites."""
    dated: list[Change] = []
    for suite in suites:
        stored = versions.get(suite.id, ())
        told = [_changed(suite.title, None, first) for first in stored[:1]]
        told += [_changed(suite.title, before.manifest, after) for before, after in pairwise(stored)]
        dated += reversed(told)
    return tuple(sorted(dated, key=lambda c: c.date, reverse=True)[:CHANGES])


def _changed(suite: str, before: Manifest | None, after: Stored) -> Change:
    runs = after.manifest["runs"]["rows"]
    if before is None:
        return Change(date=after.date, suite=suite, runs=(None, runs), tables=0)
    differ = {n for n in {*before, *after.manifest} if before.get(n) != after.manifest.get(n)}
    return Change(date=after.date, suite=suite, runs=(before["runs"]["rows"], runs), tables=len(differ - {"runs"}))
