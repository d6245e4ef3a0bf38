"""Is one method ahead of another? One family of paired comparisons, in two scopes.

"seeds": had these benchmarks been trained on with other seeds (Welch's t). "benchmarks": on other
benchmarks like these (paired t over groups of benchmarks that share no samples). In both,
Bonferroni's correction over all m pairs makes interval, p and verdict say the same; rank sets
(Mogstad et al. 2024) follow from the verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.format import finite
from components.stats import lazy_scipy
from components.stats.panel import (
    Bools,
    Floats,
    Ints,
    n_measured,
    nanmean,
    ratio,
    squared_deviations,
)
from components.stats.permutation import LEVEL

Texts = npt.NDArray[np.object_]
Scope = Literal["seeds", "benchmarks"]
AHEAD = "ahead"
CANNOT_TELL = "cannot tell"
EQUAL = "equal"
ALIKE = "the same difference everywhere, no test"
"""A further verdict, over benchmarks."""
NO_SPREAD = "no spread between seeds, no test"
"""A further verdict, over seeds."""
SEEDS_NEEDED = 3
FLAT = 1e-12
"""A standard deviation, or a difference, below this is 0."""
ONE_RUN = "one run each"
FEW_SEEDS = f"fewer than {SEEDS_NEEDED} complete seeds on a benchmark"
ONE_GROUP = "one group of benchmarks shows no spread between benchmarks"
NONE_SHARED = "no benchmark has both"
DISAGREE = "two ways of averaging disagree"
CHOSEN = "chosen by the same numbers"
FEW_ROWS = "fewer than two methods are ranked"
MAX_RATIO = 3.0
"""Spreads over seeds with a larger ratio differ: few seeds of a steady and an unsteady method."""
MAX_FEW = 5
"""Seeds at most with which a verdict is less sure where spreads differ."""


@dataclass(frozen=True, eq=False)
class ComparedRows:
    """n ranked rows, best first.

    board       (n,) the scores that rank them
    runs        (B, S, n) the score of each run, NaN if there is none or a weighted metric is
                missing
    cells       (B, n) the score on each benchmark
    groups      (B,) benchmarks of one group share samples and count as one
    n_pairs     pairs that could be looked at: of all candidates, whatever is filtered
    chosen      whether rows were chosen by the numbers that would test them: the best of a grid
    """

    names: tuple[str, ...]
    board: Floats
    runs: Floats
    cells: Floats
    benchmarks: tuple[str, ...]
    groups: tuple[str, ...]
    n_pairs: int
    chosen: bool = False

    @property
    def level(self) -> float:
        """The level of one pair."""
        return LEVEL / max(self.n_pairs, 1)

    @property
    def membership(self) -> Floats:
        """(B, G) 1 if a benchmark belongs to a group.

        Groups are in the order of their first benchmark."""
        groups = np.array(self.groups, dtype=object)
        distinct = np.array([*dict.fromkeys(self.groups)], dtype=object)
        return np.asarray(groups[:, None] == distinct, dtype=float)

    @property
    def n_seeds(self) -> Ints:
        """(B, n) the seeds that each row has on each benchmark."""
        return n_measured(self.runs, axis=1)


@dataclass(frozen=True, kw_only=True)
class PairTest:
    """Row `higher` against row `lower`, which ranks below it; `reason` says why numbers are None.

    difference      mean score of the higher less that of the lower, over seeds and benchmarks, or
                    over groups of benchmarks
    low, high       its interval at 1 − .05/`n_pairs`; p, p_adjusted: two-sided, and times it
    groups          groups of benchmarks that both have; `compared` are these benchmarks if they are
                    not all
    needed_low, needed_high   seeds of each, or groups of benchmarks, that would decide
                              (`plans.planned`): 101 stands for more than 100, None for no limit, or
                              if nothing can be said
    spreads_differ  whether the higher is ahead by few seeds whose spreads differ
    """

    higher: str
    lower: str
    over: Scope
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    verdict: str
    groups: int
    reason: str = ""
    compared: tuple[str, ...] = ()
    needed_low: int | None = None
    needed_high: int | None = None
    spreads_differ: bool = False


@dataclass(frozen=True, eq=False)
class Tests:
    """The tests of P pairs of rows, the higher one by rank first: arrays (P,), NaN without a test.

    common              (B, P) whether both rows have a score on a benchmark
    standard_error      of the difference, 0 without spread; with degrees of `freedom`
    deviation, share    standard deviation of the difference in one case (a group, a seed of each),
                        and the degrees of freedom over cases − 1
    has_uneven_spreads  whether the spreads of the two rows over at most 5 seeds differ more than
                        threefold, or one has none
    """

    rows: ComparedRows
    over: Scope
    higher: Ints
    lower: Ints
    common: Bools
    difference: Floats
    standard_error: Floats
    freedom: Floats
    deviation: Floats
    share: Floats
    has_uneven_spreads: Bools

    @cached_property
    def half_width(self) -> Floats:
        """(P,) half of the interval at 1 − .05/m."""
        tail = self.rows.level / 2
        quantile = lazy_scipy.special.stdtrit(self.freedom, tail)
        return np.asarray(-quantile * self.standard_error)

    @cached_property
    def p(self) -> Floats:
        """(P,) two-sided p."""
        with np.errstate(divide="ignore", invalid="ignore"):
            statistic = np.abs(self.difference) / self.standard_error
        return np.asarray(2 * lazy_scipy.special.stdtr(self.freedom, -statistic))

    @cached_property
    def n_groups(self) -> Ints:
        """(P,) the groups of benchmarks on which both rows have a score."""
        n_common = self.common.T.astype(float) @ self.rows.membership
        return np.asarray((n_common > 0).sum(axis=1))

    @cached_property
    def verdicts(self) -> tuple[Texts, Texts]:
        """(P,) verdict and reason of each pair."""
        is_over_seeds = self.over == "seeds"
        board = self.rows.board[self.higher] - self.rows.board[self.lower]
        is_flat = self.standard_error == 0
        is_level = np.abs(self.difference) < FLAT
        is_opposed = self.difference < -FLAT
        is_opposed |= (board == 0) & (np.abs(self.difference) > FLAT)
        is_ahead = self.difference > self.half_width
        cases = (
            (is_ahead, AHEAD, ""),
            (is_flat, NO_SPREAD if is_over_seeds else ALIKE, ""),
            (is_opposed, CANNOT_TELL, DISAGREE),
            (is_flat & is_level, EQUAL, ""),
            (np.isnan(self.standard_error), CANNOT_TELL, FEW_SEEDS if is_over_seeds else ONE_GROUP),
            (~self.common.any(axis=0), CANNOT_TELL, NONE_SHARED),
        )
        verdicts = np.full(len(self.higher), CANNOT_TELL, dtype=object)
        reasons = np.full(len(self.higher), "", dtype=object)
        for is_case, verdict, reason in cases:  # the later ones overrule
            verdicts[is_case] = verdict
            reasons[is_case] = reason
        return verdicts, reasons

    @cached_property
    def spreads_differ(self) -> Bools:
        """(P,) whether the higher row is ahead, by spreads that differ."""
        verdicts, _ = self.verdicts
        return np.asarray((verdicts == AHEAD) & self.has_uneven_spreads)

    def pairs(self, listed: Ints | None = None) -> tuple[PairTest, ...]:
        """Return all pairs, or those listed by number."""
        if listed is None:
            listed = np.arange(len(self.higher))
        return tuple(self._pair(int(pair_index)) for pair_index in listed)

    def _pair(self, pair_index: int) -> PairTest:
        verdicts, reasons = self.verdicts
        low = high = p = p_adjusted = None
        if self.standard_error[pair_index] > 0:
            difference = float(self.difference[pair_index])
            half_width = float(self.half_width[pair_index])
            low = difference - half_width
            high = difference + half_width
            p = float(self.p[pair_index])
            p_adjusted = min(1.0, self.rows.n_pairs * p)
        compared: tuple[str, ...] = ()
        is_common = self.common[:, pair_index]
        if not is_common.all():
            compared = tuple(
                self.rows.benchmarks[benchmark_index]
                for benchmark_index in np.flatnonzero(is_common)
            )
        return PairTest(
            higher=self.rows.names[self.higher[pair_index]],
            lower=self.rows.names[self.lower[pair_index]],
            over=self.over,
            difference=finite(self.difference[pair_index]),
            low=low,
            high=high,
            p=p,
            p_adjusted=p_adjusted,
            verdict=verdicts[pair_index],
            groups=int(self.n_groups[pair_index]),
            reason=reasons[pair_index],
            compared=compared,
            spreads_differ=bool(self.spreads_differ[pair_index]),
        )


@dataclass(frozen=True, eq=False)
class Inference:
    """All pairs of the rows in one scope, at the level .05/m each.

    `reason` says why nothing was tested."""

    over: Scope
    names: tuple[str, ...]
    tests: Tests | None
    reason: str = ""

    @property
    def has_tests(self) -> bool:
        """Whether anything was tested."""
        return not self.reason

    @cached_property
    def ahead(self) -> Bools:
        """(n, n) whether row i is ahead of row j."""
        n_rows = len(self.names)
        is_ahead: Bools = np.zeros((n_rows, n_rows), dtype=bool)
        if self.tests is not None:
            verdicts, _ = self.tests.verdicts
            is_ahead[self.tests.higher, self.tests.lower] = verdicts == AHEAD
        return is_ahead

    @cached_property
    def rank_sets(self) -> Mapping[str, tuple[int, int]] | None:
        """Each row's lowest and highest rank; None without tests.

        From 1 + the rows surely ahead to n − the rows surely behind."""
        if not self.has_tests:
            return None
        first = 1 + self.ahead.sum(axis=0)
        last = len(self.names) - self.ahead.sum(axis=1)
        rank_sets = zip(first.tolist(), last.tolist(), strict=True)
        return dict(zip(self.names, rank_sets, strict=True))


def inference(rows: ComparedRows, over: Scope) -> Inference:
    """Test every pair of the rows in one scope."""
    if rows.chosen:
        return Inference(over, rows.names, None, CHOSEN)
    if len(rows.names) < 2:
        return Inference(over, rows.names, None, FEW_ROWS)
    tests = pair_tests(rows, over)
    reason = ""
    if np.isnan(tests.standard_error).all():
        reason = ONE_GROUP
        if over == "seeds":
            reason = ONE_RUN if one_run_each(rows) else FEW_SEEDS
    return Inference(over, rows.names, tests, reason)


def one_run_each(rows: ComparedRows) -> bool:
    """Return whether no row has two runs on any benchmark."""
    return int(rows.n_seeds.max(initial=0)) < 2


def pair_tests(
    rows: ComparedRows,
    over: Scope,
    pairs: tuple[Ints, Ints] | None = None,
) -> Tests:
    """Return the tests of all pairs of rows, or of those given, each with the higher rank first."""
    if pairs is None:
        pairs = np.triu_indices(len(rows.names), 1)
    higher, lower = pairs
    has_cell = ~np.isnan(rows.cells)
    common: Bools = has_cell[:, higher] & has_cell[:, lower]
    if over == "benchmarks":
        statistics = _over_benchmarks(rows, higher, lower, common)
    else:
        statistics = _over_seeds(rows, higher, lower, common)
    difference, standard_error, freedom, deviation, share, is_uneven = statistics
    return Tests(
        rows,
        over,
        higher,
        lower,
        common,
        difference,
        standard_error,
        freedom,
        deviation,
        share,
        is_uneven == 1,
    )


def _over_benchmarks(
    rows: ComparedRows,
    higher: Ints,
    lower: Ints,
    common: Bools,
) -> Floats:
    """(6, P) the statistics of `Tests` by a paired t over groups.

    The mean of the differences on the benchmarks of a group is one case."""
    differences = rows.cells[:, higher] - rows.cells[:, lower]
    differences[~common] = 0.0
    n_common = common.T.astype(float) @ rows.membership
    by_group = ratio(differences.T @ rows.membership, n_common)
    n_groups = (n_common > 0).sum(axis=1)
    freedom = np.where(n_groups > 1, n_groups - 1.0, np.nan)
    deviation = np.sqrt(squared_deviations(by_group, axis=1) / freedom)
    deviation[deviation < FLAT] = 0.0
    return np.array(
        [
            nanmean(by_group, axis=1),
            deviation / np.sqrt(n_groups),
            freedom,
            deviation,
            np.ones(len(higher)),
            np.zeros(len(higher)),
        ]
    )


def _over_seeds(
    rows: ComparedRows,
    higher: Ints,
    lower: Ints,
    common: Bools,
) -> Floats:
    """(6, P) the statistics of `Tests` by Welch's t; pairs with the same benchmarks together."""
    statistics = np.full((6, len(higher)), np.nan)
    has_few_seeds = rows.n_seeds.max(axis=0) <= MAX_FEW
    masks = common[:, :1].T
    mask_of_pair = np.zeros(len(higher), dtype=np.intp)
    if not common.all():
        masks, mask_of_pair = np.unique(common.T, axis=0, return_inverse=True)
    for index, mask in enumerate(masks):
        if mask.any():
            pairs = np.flatnonzero(mask_of_pair.ravel() == index)
            moments = _moments_of_rows(rows.runs[mask])
            first = moments[:, higher[pairs]]
            second = moments[:, lower[pairs]]
            statistics[:, pairs] = _welch(first, second)
    statistics[-1, ~(has_few_seeds[higher] | has_few_seeds[lower])] = 0.0
    return statistics


def _welch(first: Floats, second: Floats) -> Floats:
    """(6, P) the statistics of `Tests` from the moments (5, P) of both rows, never paired by seed.

    Satterthwaite's degrees of freedom. The last one is whether spreads differ."""
    variance, squares, variance_once, squares_once = first[1:] + second[1:]
    # without spread there is no test, whatever the freedom
    freedom = np.where(np.isnan(variance), np.nan, np.inf)
    np.divide(variance**2, squares, out=freedom, where=squares > 0)
    spreads = np.sqrt([first[3], second[3]])
    is_uneven = spreads.max(axis=0) > MAX_RATIO * spreads.min(axis=0)
    return np.array(
        [
            first[0] - second[0],
            np.sqrt(variance),
            freedom,
            np.sqrt(variance_once),
            ratio(variance_once**2, squares_once),
            is_uneven,
        ]
    )


def _moments_of_rows(runs: Floats) -> Floats:
    """(5, n) `_moments` of the rows of runs (B, S, n).

    All but the mean are NaN if seeds are too few. If three seeds or more have a run on every
    benchmark, each is a case: a seed may move all benchmarks alike, and runs of other seeds are
    left out. Else, if seed ids differ, the variances of the benchmarks are added up."""
    has_run = ~np.isnan(runs)
    is_complete_seed = has_run.all(axis=0)
    is_joint = is_complete_seed.sum(axis=0) >= SEEDS_NEEDED
    means_of_seeds = runs.mean(axis=0)
    means_of_seeds[~(is_complete_seed & is_joint)] = np.nan
    joint_moments = _moments(means_of_seeds[None])
    if is_joint.all():
        return joint_moments
    moments = np.where(is_joint, joint_moments, _moments(runs))
    has_enough_everywhere = (n_measured(runs, axis=1) >= SEEDS_NEEDED).all(axis=0)
    moments[1:, ~(is_joint | has_enough_everywhere)] = np.nan
    return moments


def _moments(runs: Floats) -> Floats:
    """(5, n) of runs (B, S, n), averaged over seeds, then benchmarks.

    The mean, its variance v, Σ v²/ν over benchmarks, the variance with one seed, Σ of the squares
    of its parts."""
    n_seeds = n_measured(runs, axis=1).astype(float)
    variance = ratio(squared_deviations(runs, axis=1), n_seeds - 1)
    variance[variance < FLAT**2] = 0.0
    variance /= len(runs) ** 2
    variance_of_mean = ratio(variance, n_seeds)
    return np.array(
        [
            nanmean(runs, axis=1).mean(axis=0),
            variance_of_mean.sum(axis=0),
            ratio(variance_of_mean**2, n_seeds - 1).sum(axis=0),
            variance.sum(axis=0),
            (variance**2).sum(axis=0),
        ]
    )
