"""What stands beside the ranking: models that are never ranked, the other aim, and methods with several checkpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from components.plain import aside, by_id, number, whole
from components.resolved import Resolved, reads
from components.stats.panel import in_units
from components.stats.ranking.grids import expected_best, expected_best_curve, optimism
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_means, method_utilities
from data.registry import REFERENCE


@dataclass(frozen=True, kw_only=True)
class ReferenceRow:
    """One reference or original; `means` are by metric id.

    `uqs` is its score under the current weights, `would_rank` the place it would take among the candidates, both None
    where a weighted metric is missing. It is part of no rank, τ, weight or p.
    """

    method: str
    label: str = aside()
    role: str
    uqs: float | None
    means: Mapping[str, float | None]
    would_rank: int | None


@dataclass(frozen=True, kw_only=True)
class References:
    """The references and originals of the panel, in row order; none where the suite has none.

    `candidates` is how many candidates are ranked, `metrics` are the heads of the metrics by their id.
    """

    rows: tuple[ReferenceRow, ...] = whole()
    candidates: int = aside()
    metrics: Mapping[str, str] = aside()

    @property
    def ahead(self) -> int:
        """How many candidates score above every model trained without the forgotten data; 0 without such a model."""
        places = [r.would_rank for r in self.rows if r.role == "reference" and r.would_rank is not None]
        return min(places, default=1) - 1


def references(resolved: Resolved) -> References:
    """What the models that are never ranked would score, and where they would stand."""
    panel, labels = resolved.references, resolved.labels
    if not panel.methods:
        return References(rows=(), candidates=0, metrics={})
    roles = {m.id: m.role for m in resolved.tables.methods}
    utilities = method_utilities(panel, resolved.selection.transform, resolved.aggregate)
    scores = rounded(np.where(resolved.w > 0, resolved.w * utilities, 0.0).sum(axis=1))
    means, candidates = in_units(method_means(panel), panel.metrics), resolved.scores[resolved.ranked]
    return References(
        rows=tuple(
            ReferenceRow(
                method=method,
                label=labels.method(method),
                role=roles[method],
                uqs=number(scores[i]),
                means=by_id(panel.metric_ids, means[i]),
                would_rank=None if np.isnan(scores[i]) else int((candidates > scores[i]).sum()) + 1,
            )
            for i, method in enumerate(panel.methods)
        ),
        candidates=len(candidates),
        metrics={m.id: f"{m.label} {m.arrow}" for m in resolved.listed_metrics},
    )


@dataclass(frozen=True, kw_only=True)
class Aims:
    """`offered` are the metrics that have both aims, by id; `aim` is the one chosen.

    `changed` counts the rows of the leaderboard whose rank differs between the two aims under the current weights, of
    `ranked`; both are None where no metric offers the choice.
    """

    aim: str
    offered: tuple[str, ...]
    changed: int | None
    ranked: int | None


@reads(rows=True)
def aims(resolved: Resolved) -> Aims:
    """The ranks under both aims, at the same weights. Raises LeaderboardError (weights that cannot be carried)."""
    chosen = resolved.selection
    offered = tuple(m.id for m in resolved.tables.scores if REFERENCE in m.aims and not m.targeted)
    if not offered:
        return Aims(aim=chosen.aim, offered=(), changed=None, ranked=None)
    weights = tuple(zip(resolved.panel.metric_ids, resolved.w.tolist(), strict=True))
    one, other = (
        Resolved(resolved.tables, replace(chosen, aim=aim, weights=weights)).row_ranks for aim in ("printed", REFERENCE)
    )
    rows = one.keys() | other.keys()
    changed = sum(one.get(row) != other.get(row) for row in rows)
    return Aims(aim=chosen.aim, offered=offered, changed=changed, ranked=len(rows))


ONE_RUN = "one run per checkpoint: the runs that select the best also report it"
NO_COMMON_SEEDS = "fewer than two seeds are common to all checkpoints on every benchmark"


@dataclass(frozen=True)
class ExpectedBest:
    """The expected score of the best of `k` checkpoints drawn at random; None where the grid is smaller."""

    k: int
    value: float | None


@dataclass(frozen=True, kw_only=True)
class FamilyRow:
    """One method and its grid under the current weights.

    `best` is the score of `best_checkpoint`, the first of equal ones; the same runs select it and report it.
    `expected_best` compares all methods at the same number of tries, so that a larger grid has no advantage; `curve`
    has it for 1, 2, … tries. `optimism` is by how much `best` flatters: the gap to what a seed left out gives the
    checkpoint chosen on the others (`stats.ranking.grids.optimism`), None with the reason.
    """

    family: str
    label: str = aside()
    checkpoints: int
    best: float | None
    best_checkpoint: str | None
    best_label: str = aside()
    median: float | None
    expected_best: ExpectedBest
    optimism: float | None
    optimism_reason: str
    curve: tuple[float, ...] = aside()


@dataclass(frozen=True, kw_only=True)
class Families:
    """The families of the suite with ranked checkpoints among the runs selected, best first.

    `tries` is the number of tries compared, `single_runs` says that every checkpoint is one run on each benchmark.
    """

    rows: tuple[FamilyRow, ...] = whole()
    tries: int = aside()
    single_runs: bool = aside()

    @property
    def at_equal_tries(self) -> tuple[FamilyRow, ...]:
        """The rows whose grid has as many checkpoints as are compared, by their expected best."""
        known = [(r.expected_best.value, r) for r in self.rows if r.expected_best.value is not None]
        return tuple(r for _, r in sorted(known, key=lambda pair: -pair[0]))


def families(resolved: Resolved) -> Families:
    """Each grid under the current weights.

    The number of tries is the reader's, or that of the smallest grid. Checkpoints without a rank are left out.
    """
    grids = {name: own[resolved.eligible[own]].tolist() for name, own in resolved.families.items()}
    known = {name: members for name, members in grids.items() if members}
    wanted = resolved.selection.tries
    tries = min((len(m) for m in known.values()), default=1) if isinstance(wanted, str) else wanted
    labels = {f.id: f.label for f in resolved.tables.families}
    rows = [_row(resolved, name, labels[name], members, tries) for name, members in known.items()]
    return Families(
        rows=tuple(sorted(rows, key=lambda r: -(r.best or 0.0))),
        tries=tries,
        single_runs=bool((resolved.panel.present.sum(axis=1) <= 1).all()),
    )


def _row(resolved: Resolved, name: str, label: str, members: list[int], tries: int) -> FamilyRow:
    scores = resolved.scores[members]
    best = resolved.panel.methods[members[int(np.argmax(scores))]]
    single = bool((resolved.panel.present[:, :, members].sum(axis=1) <= 1).all())
    gap = None if single else optimism_of(resolved, members)
    return FamilyRow(
        family=name,
        label=label,
        checkpoints=len(members),
        best=number(scores.max()),
        best_checkpoint=best,
        best_label=resolved.labels.method(best),
        median=number(np.median(scores)),
        expected_best=ExpectedBest(tries, expected_best(scores, tries) if tries <= len(members) else None),
        optimism=gap,
        optimism_reason="" if gap is not None else ONE_RUN if single else NO_COMMON_SEEDS,
        curve=tuple(expected_best_curve(scores).tolist()),
    )


def optimism_of(resolved: Resolved, members: Sequence[int] | npt.NDArray[np.intp]) -> float | None:
    """By how much the best of these checkpoints flatters; None where it cannot be told."""
    return optimism(
        resolved.panel, resolved.w, members, transform=resolved.selection.transform, aggregate=resolved.aggregate
    )
