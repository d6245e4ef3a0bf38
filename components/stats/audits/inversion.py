"""Two evaluators of the same reconstructions: the standard one measured against an independent
judge, the reference.

TP: both say yes. FP: the standard evaluator says yes, the judge no. FN: the reverse. TN: both say
no. A refusal (no answer) is counted and never turned into a yes or a no."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.bootstrap import DRAWS, Interval, percentile_interval
from components.stats.panel import Floats, ratio
from components.stats.proportions import Share, wilson
from data.errors import LeaderboardError

Verdicts = npt.NDArray[np.int8]
"""(N,) YES, NO or REFUSED per reconstruction."""
YES, NO, REFUSED = 1, 0, -1
SHARES = ("accuracy_standard", "accuracy_judge", "fpr", "fnr", "fdr")
WITH_INTERVAL = (*SHARES, "difference")
MEASURES = (*WITH_INTERVAL, "kappa", "ac1")


@dataclass(frozen=True)
class Confusion:
    """Counts of the reconstructions that both evaluators answered, and of refusals.

    `refused_both` is part of either evaluator's refusals.
    """

    tp: int
    fp: int
    fn: int
    tn: int
    refused_standard: int = 0
    refused_judge: int = 0
    refused_both: int = 0

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """TP, FP, FN and TN, as `measures` takes them."""
        return self.tp, self.fp, self.fn, self.tn

    @property
    def answered(self) -> int:
        """Reconstructions that both evaluators answered: the n of every rate."""
        return sum(self.counts)

    @property
    def total(self) -> int:
        """All reconstructions."""
        return self.answered + self.refused_standard + self.refused_judge - self.refused_both


@dataclass(frozen=True)
class McNemar:
    """McNemar's exact test of equal accuracy on the pairs that disagree (McNemar 1947), two-sided,
    binomial.

    `p_min` is the smallest p that so many pairs can give. Without such a pair both are 1.
    """

    exact: float
    p_min: float


def confusion(standard: Verdicts, judge: Verdicts) -> Confusion:
    """Return the counts of two rows of verdicts, both (N,). Raises LeaderboardError if their
    lengths differ."""
    if standard.shape != judge.shape:
        raise LeaderboardError(
            f"found {standard.size} and {judge.size} verdicts, expected one of each evaluator"
            " per row"
        )
    tp, fp, fn, tn = (int(x) for x in _cells(standard, judge).sum(axis=0))
    no_standard, no_judge = standard == REFUSED, judge == REFUSED
    return Confusion(
        tp,
        fp,
        fn,
        tn,
        int(no_standard.sum()),
        int(no_judge.sum()),
        int((no_standard & no_judge).sum()),
    )


def measures(counts: npt.ArrayLike) -> dict[str, Floats]:
    """Return every measure of tables (…, 4) of TP, FP, FN, TN by name, each (…), NaN if undefined.

    accuracy_standard, accuracy_judge  share accepted by each
    difference                         standard minus judge
    fpr, fnr, fdr                      FP/(FP+TN), FN/(FN+TP), FP/(FP+TP)
    kappa                              Cohen 1960; undefined if chance alone agrees always
    ac1                                Gwet 2008, for two categories
    """
    tp, fp, fn, tn = np.moveaxis(np.asarray(counts, dtype=float), -1, 0)
    n = tp + fp + fn + tn
    yes_standard, yes_judge = ratio(tp + fp, n), ratio(tp + fn, n)
    agreed = ratio(tp + tn, n)
    # from counts: chance agreement of exactly 1 must be seen as such
    chance = ratio((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn), n * n)
    share = (yes_standard + yes_judge) / 2
    gwet = 2 * share * (1 - share)
    return {
        "accuracy_standard": yes_standard,
        "accuracy_judge": yes_judge,
        "fpr": ratio(fp, fp + tn),
        "fnr": ratio(fn, fn + tp),
        "fdr": ratio(fp, fp + tp),
        "difference": ratio(fp - fn, n),
        "kappa": ratio(agreed - chance, 1 - chance),
        "ac1": ratio(agreed - gwet, 1 - gwet),
    }


def shares(table: Confusion) -> dict[str, Share]:
    """Return the five SHARES by name with their 95 % Wilson intervals; NaN for shares of
    nothing."""
    tp, fp, fn, tn = table.counts
    parts = (
        (tp + fp, table.answered),
        (tp + fn, table.answered),
        (fp, fp + tn),
        (fn, fn + tp),
        (fp, fp + tp),
    )
    return {name: wilson(k, n) for name, (k, n) in zip(SHARES, parts, strict=True)}


def paired_difference(table: Confusion) -> Share:
    """Return accuracy under the standard evaluator minus that under the judge, with its 95 %
    interval.

    Square-and-add of the two Wilson intervals with the correlation of the pairs, corrected for
    continuity (Newcombe 1998, Statistics in Medicine 17:2635, method 10). NaN without a
    reconstruction that both answered."""
    n = table.answered
    if not n:
        return Share(math.nan, math.nan, math.nan)
    first, second = wilson(table.tp + table.fp, n), wilson(table.tp + table.fn, n)
    margins = (table.tp + table.fp, table.fn + table.tn, table.tp + table.fn, table.fp + table.tn)
    surplus = float(table.tp * table.tn - table.fp * table.fn)
    if surplus > 0:
        surplus = max(surplus - n / 2, 0.0)
    phi = surplus / math.sqrt(math.prod(margins)) if all(margins) else 0.0

    def reach(a: float, b: float) -> float:
        # rounding may take a sum of squares that is 0 on paper below 0
        return math.sqrt(max(a * a - 2 * phi * a * b + b * b, 0.0))

    difference = (table.fp - table.fn) / n
    down = reach(first.share - first.low, second.high - second.share)
    up = reach(first.high - first.share, second.share - second.low)
    return Share(difference, difference - down, difference + up)


def mcnemar(table: Confusion) -> McNemar:
    """Return McNemar's test on the FP and FN of a table."""
    m = table.fp + table.fn
    if not m:
        return McNemar(1.0, 1.0)
    below = 2 * float(lazy_scipy.stats.binom.cdf(min(table.fp, table.fn), m, 0.5))
    return McNemar(min(below, 1.0), min(2.0 ** (1 - m), 1.0))


def cluster_intervals(
    standard: Verdicts,
    judge: Verdicts,
    clusters: npt.NDArray[np.intp],
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, Interval]:
    """Return the 95 % percentile interval of every measure with whole clusters (identities)
    resampled, by name.

    `clusters` (N,) numbers the cluster of each reconstruction. Refused ones do not count.
    """
    names = np.unique(clusters)
    if len(names) < 2:
        reason = f"{len(names)} identit{'y' if len(names) == 1 else 'ies'} only"
        return dict.fromkeys(MEASURES, Interval(None, None, 0, 0, reason))
    counts = np.zeros((len(names), 4))
    np.add.at(counts, np.searchsorted(names, clusters), _cells(standard, judge))
    # clusters with equal counts are interchangeable: only how many of each kind are drawn matters
    kinds, number = np.unique(counts, axis=0, return_counts=True)
    drawn = np.random.default_rng(seed).multinomial(len(names), number / len(names), size=draws)
    resampled = measures(drawn @ kinds)
    return {name: percentile_interval(resampled[name], [len(names)]) for name in MEASURES}


def _cells(standard: Verdicts, judge: Verdicts) -> npt.NDArray[np.int64]:
    """(N, 4) one 1 per answered row, in the column of its cell: TP, FP, FN, TN."""
    pairs = ((YES, YES), (YES, NO), (NO, YES), (NO, NO))
    return np.stack([(standard == s) & (judge == j) for s, j in pairs], axis=1).astype(np.int64)
