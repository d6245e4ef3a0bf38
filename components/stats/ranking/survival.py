"""Utilities, scores and ranks of unlearned models before and after a perturbation."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from components.stats.panel import Bools, Floats, Ints
from components.stats.ranking.floors import MIN_DIVISOR
from components.stats.ranking.ranks import competition_ranks, tau_between
from components.stats.ranking.utility import weighted_scores


def kept_share(utility: npt.ArrayLike, before: npt.ArrayLike) -> Floats:
    """Return `utility` / `before`, shapes that broadcast; it may exceed 1.

    NaN if one is missing or the divisor below .05."""
    after, divisor = np.broadcast_arrays(np.asarray(utility, dtype=float), before)
    shares = np.full(after.shape, np.nan)
    np.divide(after, divisor, out=shares, where=divisor >= MIN_DIVISOR)
    return shares


@dataclass(frozen=True, eq=False)
class Survival:
    """M rows (unlearned models) and K metrics before and after one perturbation.

    Higher is better everywhere.

    before, after  (M, K) utilities, NaN = not measured
    w              (K,) weights, summing to 1
    passes         (M,) whether a row may be ranked: a candidate above the floors, by what is known
                   before
    """

    before: Floats
    after: Floats
    w: Floats
    passes: Bools

    @cached_property
    def lacking(self) -> Bools:
        """(M, K) whether a row has no value of a weighted metric on one of the sides."""
        is_missing = np.isnan(self.before + self.after)
        return np.asarray(is_missing & (self.w > 0))

    @cached_property
    def measured(self) -> Bools:
        """(M,) whether a row has every weighted metric on both sides."""
        return np.asarray(~self.lacking.any(axis=1))

    @cached_property
    def compared(self) -> Ints:
        """(R,) indices of the rows that are ranked: measured, and passing."""
        return np.flatnonzero(self.measured & self.passes)

    @cached_property
    def scores(self) -> Floats:
        """(2, M) weighted mean of the utilities before and after.

        NaN for rows that are not measured."""
        sides = np.stack([self.before, self.after])
        scores = weighted_scores(sides, self.w)
        return np.where(self.measured, scores, np.nan)

    @cached_property
    def ranks(self) -> Floats:
        """(2, M) competition ranks by score before and after among the rows compared.

        Ties share the best rank."""
        ranks = np.full(self.scores.shape, np.nan)
        ranks[:, self.compared] = competition_ranks(self.scores[:, self.compared])
        return ranks

    @cached_property
    def kept(self) -> Floats:
        """(M, K) utility after / before of each metric."""
        return kept_share(self.after, self.before)

    @cached_property
    def score_kept(self) -> Floats:
        """(M,) score after / before."""
        return kept_share(self.scores[1], self.scores[0])

    @property
    def tau(self) -> float:
        """Kendall's τ-b between the two orders by score of the rows compared.

        NaN if a side is constant."""
        before, after = self.scores[:, self.compared]
        return float(tau_between(before, after)[0])

    @property
    def metric_n(self) -> Ints:
        """(K,) rows that pass and have the metric on both sides."""
        is_measured = ~np.isnan(self.before + self.after)
        return np.asarray(is_measured[self.passes].sum(axis=0))

    @property
    def metric_taus(self) -> Floats:
        """(K,) τ-b between the two orders by each metric alone.

        Over the rows that pass and have it on both sides."""
        taus = np.full(self.before.shape[1], np.nan)
        for k in range(len(taus)):
            before = self.before[self.passes, k]
            after = self.after[self.passes, k]
            is_measured = ~np.isnan(before + after)
            (taus[k],) = tau_between(before[is_measured], after[is_measured])
        return taus
