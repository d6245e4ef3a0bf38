"""Two evaluators of the same reconstructions: the standard one measured against an independent
judge, the reference.

TP: both say yes. FP: the standard evaluator says yes, the judge no. FN: the reverse. TN: both say
no. A refusal (no answer) is counted and never turned into a yes or a no."""

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.bootstrap import DRAWS, Interval, percentile_interval
from components.stats.panel import Floats, ratio
from components.stats.proportions import Share, wilson
from data.errors import LeaderboardError

Verdicts = npt.NDArray[np.int8]
"""(N,) YES, NO or REFUSED per reconstruction."""
YES = 1
NO = 0
REFUSED = -1
ALIKE = "all identities give the same"
"""Why drawing identities anew gives no interval of a measure."""


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
    """Return the counts of two rows of verdicts, both (N,).

    Raises LeaderboardError if their lengths differ.
    """
    if standard.shape != judge.shape:
        raise LeaderboardError(
            f"found {standard.size} and {judge.size} verdicts, expected one of each evaluator"
            " per row"
        )
    by_standard = standard == REFUSED
    by_judge = judge == REFUSED
    tp, fp, fn, tn = _cells(standard, judge).sum(axis=0).tolist()
    return Confusion(
        tp=tp,
        fp=fp,
        fn=fn,
        tn=tn,
        refused_standard=int(by_standard.sum()),
        refused_judge=int(by_judge.sum()),
        refused_both=int((by_standard & by_judge).sum()),
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
    accuracy_standard = ratio(tp + fp, n)
    accuracy_judge = ratio(tp + fn, n)
    agreed = ratio(tp + tn, n)
    # from counts: chance agreement of exactly 1 must be seen as such
    chance_pairs = (tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)
    chance = ratio(chance_pairs, n * n)
    share_yes = (accuracy_standard + accuracy_judge) / 2
    gwet = 2 * share_yes * (1 - share_yes)
    return {
        "accuracy_standard": accuracy_standard,
        "accuracy_judge": accuracy_judge,
        "fpr": ratio(fp, fp + tn),
        "fnr": ratio(fn, fn + tp),
        "fdr": ratio(fp, fp + tp),
        "difference": ratio(fp - fn, n),
        "kappa": ratio(agreed - chance, 1 - chance),
        "ac1": ratio(agreed - gwet, 1 - gwet),
    }


def shares(table: Confusion) -> dict[str, Share]:
    """Return the five shares by name with their 95 % Wilson intervals.

    NaN for shares of nothing.
    """
    tp, fp, fn, tn = table.counts
    return {
        "accuracy_standard": wilson(tp + fp, table.answered),
        "accuracy_judge": wilson(tp + fn, table.answered),
        "fpr": wilson(fp, fp + tn),
        "fnr": wilson(fn, fn + tp),
        "fdr": wilson(fp, fp + tp),
    }


def paired_difference(table: Confusion) -> Share:
    """Return accuracy under the standard evaluator minus that under the judge.

    With its 95 % interval. Square-and-add of the two Wilson intervals with the correlation of the
    pairs, corrected for continuity (Newcombe 1998, Statistics in Medicine 17:2635, method 10). NaN
    without a reconstruction that both answered.
    """
    tp, fp, fn, tn = table.counts
    n = table.answered
    if not n:
        return Share(math.nan, math.nan, math.nan)
    standard = wilson(tp + fp, n)
    judge = wilson(tp + fn, n)
    margins = (tp + fp) * (fn + tn) * (tp + fn) * (fp + tn)
    surplus = float(tp * tn - fp * fn)
    if surplus > 0:
        surplus = max(surplus - n / 2, 0.0)
    phi = surplus / math.sqrt(margins) if margins else 0.0
    difference = (fp - fn) / n
    down = _added(standard.share - standard.low, judge.high - judge.share, phi)
    up = _added(standard.high - standard.share, judge.share - judge.low, phi)
    return Share(difference, difference - down, difference + up)


def _added(first: float, second: float, phi: float) -> float:
    """The square root of the sum of two squared distances that correlate by φ."""
    square = first * first - 2 * phi * first * second + second * second
    return math.sqrt(max(square, 0.0))  # rounding may take 0 on paper below 0


def mcnemar(table: Confusion) -> McNemar:
    """Return McNemar's test on the FP and FN of a table."""
    n_pairs = table.fp + table.fn
    if not n_pairs:
        return McNemar(1.0, 1.0)
    fewer = min(table.fp, table.fn)
    tail = float(lazy_scipy.stats.binom.cdf(fewer, n_pairs, 0.5))
    p_min = 2.0 ** (1 - n_pairs)
    return McNemar(min(2 * tail, 1.0), min(p_min, 1.0))


def cluster_intervals(
    standard: Verdicts,
    judge: Verdicts,
    clusters: npt.NDArray[np.intp],
    n_draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, Interval]:
    """Return the 95 % percentile interval of every measure by name.

    Whole clusters (identities) are resampled. `clusters` (N,) numbers the cluster of each
    reconstruction. Refused ones do not count. A measure that is the same in every draw has none:
    that identities are alike says nothing of further ones.
    """
    identities, number = np.unique(clusters, return_inverse=True)
    n_identities = len(identities)
    if n_identities < 2:
        plural = "identity" if n_identities == 1 else "identities"
        no_interval = Interval(reason=f"{n_identities} {plural} only")
        return dict.fromkeys(measures(np.zeros(4)), no_interval)
    counts = np.zeros((n_identities, 4))
    np.add.at(counts, number, _cells(standard, judge))
    # clusters with equal counts are interchangeable: only how many of each kind are drawn matters
    kinds, n_of_kind = np.unique(counts, axis=0, return_counts=True)
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(n_identities, n_of_kind / n_identities, size=n_draws)
    intervals = {}
    for name, values in measures(drawn @ kinds).items():
        interval = percentile_interval(values, [n_identities])
        if interval.low is not None and interval.low == interval.high:
            interval = replace(interval, low=None, high=None, reason=ALIKE)
        intervals[name] = interval
    return intervals


def _cells(standard: Verdicts, judge: Verdicts) -> npt.NDArray[np.int64]:
    """(N, 4) one 1 per answered row, in the column of its cell: TP, FP, FN, TN."""
    cells = np.zeros((len(standard), 4), dtype=np.int64)
    cells[:, 0] = (standard == YES) & (judge == YES)
    cells[:, 1] = (standard == YES) & (judge == NO)
    cells[:, 2] = (standard == NO) & (judge == YES)
    cells[:, 3] = (standard == NO) & (judge == NO)
    return cells
