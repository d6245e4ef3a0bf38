"""Methods with several checkpoints: the best of each grid, its median, and what equal tries of it would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.plain import aside, number, whole
from components.resolved import Resolved
from components.stats.ranking.grids import expected_best, expected_best_curve
from components.stats.ranking.left_out import optimism

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
    checkpoint chosen on the others (`stats.ranking.left_out`), None with the reason.
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
    grids = {name: own[resolved.complete[own]].tolist() for name, own in resolved.families.items()}
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
