"""What only ranked rows have; and rows that are methods, each shown by the best of its checkpoints or their median."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats
from components.stats.ranking.best_of_grids import grid_dominance, grid_optimality
from components.stats.ranking.dominance import ALONE, PotentialOptimality
from components.stats.ranking.grids import BEST, MEDIAN, Grids
from components.stats.ranking.rank_intervals import RankIntervals
from components.views.leaderboard.beside import optimism_of

if TYPE_CHECKING:
    from components.views.leaderboard.result import LeaderboardRow

NO_CHECKPOINT = "a median stands for no single checkpoint"


@dataclass(frozen=True)
class Certainty:
    """What only ranked rows have, in their order; `beaten[a, b]`: a dominates b. Of medians only the intervals."""

    names: tuple[str, ...]
    intervals: RankIntervals
    beaten: Bools | None = None
    optimal: PotentialOptimality | None = None


def certainty(resolved: Resolved, intervals: RankIntervals) -> Certainty:
    """How sure the ranks are: `optimal` is the same whatever the weights are that give these rows."""
    grids, utilities = resolved.grids, resolved.utilities[resolved.ranked][:, resolved.in_play]
    rows, metrics = resolved.ranked.tobytes(), resolved.in_play.tobytes()
    key = ("optimality", grids and grids.rule, resolved.selection.transform, resolved.aggregate, rows, metrics)
    names = tuple(resolved.panel.methods[m] for m in resolved.ranked) if grids is None else grids.names
    if grids is not None and grids.rule == MEDIAN:
        return Certainty(names, intervals)
    optimal = memoised(resolved.panel, key, lambda: grid_optimality(utilities, grids))
    return Certainty(names, intervals, grid_dominance(utilities, grids), optimal)


def certain(row: LeaderboardRow, i: int, sure: Certainty) -> LeaderboardRow:
    """The row with what only ranked ones have; `i` is its place among them."""
    intervals, beaten, optimal = sure.intervals, sure.beaten, sure.optimal
    rederived = intervals.p_first_rederived
    return replace(
        row,
        rank_low=intervals.bounds(i)[0],
        rank_high=intervals.bounds(i)[1],
        rank_interval_reason=intervals.reason,
        p_first=number(intervals.p_first[i]),
        p_first_rederived=None if rederived is None else number(rederived[i]),
        dominated_by=None if beaten is None else tuple(sure.names[j] for j in np.flatnonzero(beaten[:, i])),
        potentially_optimal=None if optimal is None else optimal.verdict[i] == ALONE,
        epsilon=None if optimal is None else number(optimal.epsilon[i]),
    )


@dataclass(frozen=True, kw_only=True)
class Checkpoints:
    """What the rows are made of where they are methods: `rule` is best or median.

    `members` are the places of each method's checkpoints by its id, in row order, whether they have a rank now or
    not; `labels` and `utilities` (by metric id) are those of all checkpoints, `ranked` is how many have a rank.
    `optimism` is by how much the choice of the best flatters a method, None where nobody can say.
    """

    rule: str
    members: Mapping[str, tuple[int, ...]]
    labels: tuple[str, ...]
    utilities: tuple[Mapping[str, float | None], ...]
    ranked: int
    optimism: Mapping[str, float | None] = field(default_factory=dict)


def checkpoints(resolved: Resolved, rows: Sequence[LeaderboardRow]) -> Checkpoints | None:
    """The checkpoints behind the rows, given their own rows; None where rows are checkpoints."""
    grids = resolved.grids
    if grids is None:
        return None
    members = {f: resolved.ranked[own] for f, own in zip(grids.names, grids.members, strict=True)}
    chosen = grids.rule == BEST and len(resolved.panel.seeds) > 1
    return Checkpoints(
        rule=grids.rule,
        members={f: tuple(own.tolist()) for f, own in resolved.families.items()},
        labels=tuple(r.label for r in rows),
        utilities=tuple(r.utilities for r in rows),
        ranked=len(resolved.ranked),
        optimism={f: optimism_of(resolved, own) for f, own in members.items()} if chosen else {},
    )


def method_rows(
    resolved: Resolved, grids: Grids, rows: Sequence[LeaderboardRow], ranks: Floats, sure: Certainty | None
) -> list[LeaderboardRow]:
    """One row per method, given those of all checkpoints and the (F, K) ranks of the methods by single metrics.

    A row of `best` has the numbers of its best checkpoint, the first of equal ones; where none has a rank, those of
    the only one. What belongs to a single checkpoint is None in other rows.
    """
    reduced = []
    for f, (family, own) in enumerate(resolved.families.items()):
        members = [rows[m] for m in own]
        scored = [r for r in members if r.uqs is not None]
        best = bool(scored) and grids.rule == BEST
        nothing: dict[str, float | None] = dict.fromkeys(resolved.panel.metric_ids)
        if grids.rule == BEST and (scored or len(members) == 1):
            row = max(scored, key=lambda r: r.uqs or 0.0, default=members[0])
        else:
            empty = dict.fromkeys(("means", "sd", "sd_seeds", "utilities", "contributions"), nothing)
            missing: dict[str, tuple[str, ...]] = {}
            for r in members if not scored else ():
                missing |= {m: tuple(dict.fromkeys((*missing.get(m, ()), *b))) for m, b in r.missing.items()}
            row = replace(members[0], uqs=None, rank=None, sides={}, missing=missing, partial={}, **empty)
        row = replace(
            row,
            method=family,
            label=resolved.row_labels.method(family),
            metric_ranks=by_id(resolved.panel.metric_ids, ranks[f]),
            runs=sum(r.runs for r in members),
            checkpoints=len(scored),
            best_checkpoint=row.method if best else None,
            best_label=row.label if best else None,
            reason=NO_CHECKPOINT if grids.rule == MEDIAN else "",
        )
        reduced.append(row)
    if sure is None:
        return reduced
    scores, place = grids.scores(resolved.scores[resolved.ranked]), {f: i for i, f in enumerate(grids.names)}
    return [
        replace(certain(row, i, sure), uqs=number(scores[i]), rank=resolved.row_ranks[row.method])
        if (i := place.get(row.method)) is not None
        else row
        for row in reduced
    ]
