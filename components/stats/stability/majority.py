"""One metric, one vote: who is preferred by more metrics, pair by pair.

A Condorcet winner is preferred to every other row. Where there is none, rows may remain that no row is preferred to;
else the Schwartz set does: the smallest sets of rows that no row outside is preferred to, each held by a cycle.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Bools, Floats

SAME = 1e-12
"""Utilities that differ by no more are level: their metric votes for neither."""


@dataclass(frozen=True, eq=False)
class Majority:
    """n rows and K metrics that vote.

    votes     (n, n) metrics by which the row is better than the column
    winner    the Condorcet winner; None where there is none
    unbeaten  the rows that no row is preferred to; without one, the Schwartz set
    cycle     rows each preferred to the next, the last to the first, as few as possible; empty where one is unbeaten
    """

    votes: npt.NDArray[np.int64]
    winner: int | None
    unbeaten: tuple[int, ...]
    cycle: tuple[int, ...]

    @property
    def preferred(self) -> Bools:
        """(n, n) whether the row is preferred to the column."""
        return np.asarray(self.votes > self.votes.T)


def majority(utilities: Floats) -> Majority:
    """The votes of the metrics on rows with utilities (n, K), and who is left."""
    votes: npt.NDArray[np.int64] = (utilities[:, None] - utilities[None] > SAME).sum(axis=2)
    preferred = votes > votes.T
    unbeaten = np.flatnonzero(~preferred.any(axis=0))
    won = np.flatnonzero(preferred.sum(axis=1) == len(votes) - 1)
    if unbeaten.size:
        return Majority(votes, int(won[0]) if won.size else None, tuple(unbeaten.tolist()), ())
    steps = _steps(preferred)
    schwartz = np.flatnonzero((np.isfinite(steps) | ~np.isfinite(steps.T)).all(axis=1))
    return Majority(votes, None, tuple(schwartz.tolist()), _cycle(preferred, steps, schwartz))


def _steps(preferred: Bools) -> Floats:
    """(n, n) fewest steps from each row to each column along preferences, infinite where none lead there."""
    steps = np.where(preferred, 1.0, np.inf)
    for middle in range(len(steps)):
        steps = np.minimum(steps, steps[:, [middle]] + steps[[middle]])
    return steps


def _cycle(preferred: Bools, steps: Floats, among: npt.NDArray[np.intp]) -> tuple[int, ...]:
    """A shortest way from one of some rows back to itself, the first of equal ones."""
    start = int(among[np.argmin(np.diag(steps)[among])])
    cycle, left = [start], float(steps[start, start])
    while left > 1:
        left -= 1
        cycle.append(int(np.flatnonzero(preferred[cycle[-1]] & (steps[:, start] == left))[0]))
    return tuple(cycle)
