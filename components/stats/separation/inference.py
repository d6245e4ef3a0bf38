"""Is one method ahead of another? One family of paired comparisons, in two scopes.

"seeds": had these benchmarks been trained on with other seeds (Welch's t). "benchmarks": on other
benchmarks like these (paired t over groups of benchmarks that share no samples). In both,
Bonferroni's correction over all m pairs makes interval, p and verdict say the same; rank sets
(Mogstad et al. 2024) follow from the verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.format import finite
from components.stats import lazy_scipy
from components.stats.panel import Bools, Floats, Ints, nanmean, ratio
from components.stats.permutation import LEVEL

Scope = Literal["seeds", "benchmarks"]
AHEAD, CANNOT_TELL, EQUAL = "ahead", "cannot tell", "equal"
ALIKE, NO_SPREAD = "the same difference everywhere, no test", "no spread between seeds, no test"
"""Further verdicts, over benchmarks and over seeds."""
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
UNEVEN = "spreads differ more than tenfold: less sure than 95 %"
"""What marks a verdict by few seeds of a steady and an unsteady method."""
TENFOLD, FEW = 10.0, 5


@dataclass(frozen=True, eq=False)
class ComparedRows:
    """n ranked rows, best first.

    board       (n,) the scores that rank them
    runs        (B, S, n) the score of each run, NaN if there is none or a weighted metric is
                missing
    cells       (B, n) the score on each benchmark
    groups      (B,) benchmarks of one group share samples and count as one
    m           pairs that could be looked at: of all candidates, whatever is filtered
    chosen      whether rows were chosen by the numbers that would test them: the best of a grid
    """

    names: tuple[str, ...]
    board: Floats
    runs: Floats
    cells: Floats
    benchmarks: tuple[str, ...]
    groups: tuple[str, ...]
    m: int
    chosen: bool = False

    @property
    def level(self) -> float:
        """The level of one pair."""
        return LEVEL / max(self.m, 1)

    @property
    def membership(self) -> Floats:
        """(B, G) 1 if a benchmark belongs to a group, groups in the order of their first
        benchmark."""
        names = list(dict.fromkeys(self.groups))
        return np.array([[float(g == name) for name in names] for g in self.groups]).reshape(
            len(self.groups), -1
        )


@dataclass(frozen=True, kw_only=True)
class PairTest:
    """Row a against row b, which ranks below it; `reason` says why numbers are None.

    difference      mean score of a less that of b, over seeds and benchmarks, or over groups of
                    benchmarks
    low, high       its interval at 1 − .05/m; p, p_adjusted: two-sided, and times m
    groups          groups of benchmarks that both have; `compared` are these benchmarks if they are
                    not all
    needed_low, needed_high   seeds of each, or groups of benchmarks, that would decide
                              (`plans.planned`): 101 stands for more than 100, None for no limit, or
                              if nothing can be said
    """

    a: str
    b: str
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


@dataclass(frozen=True, eq=False)
class Tests:
    """The tests of P pairs of rows, a before b by rank: arrays (P,), NaN without a test.

    common              (B, P) whether both rows have a score on a benchmark
    difference, se, df  the standard error is 0 without spread
    one, share          standard deviation of the difference in one case (a group, a seed of each),
                        and the degrees of freedom over cases − 1
    uneven              whether the spreads of the two rows differ more than tenfold with at most 5
                        seeds
    """

    rows: ComparedRows
    over: Scope
    a: Ints
    b: Ints
    common: Bools
    difference: Floats
    se: Floats
    df: Floats
    one: Floats
    share: Floats
    uneven: Bools

    @cached_property
    def half(self) -> Floats:
        """(P,) half of the interval at 1 − .05/m."""
        return np.asarray(-lazy_scipy.special.stdtrit(self.df, self.rows.level / 2) * self.se)

    @cached_property
    def verdicts(self) -> tuple[npt.NDArray[np.str_], npt.NDArray[np.str_]]:
        """(P,) verdict and reason of each pair."""
        d, flat, seeds = self.difference, self.se == 0, self.over == "seeds"
        board = self.rows.board[self.a] - self.rows.board[self.b]
        cases = (
            (~self.common.any(axis=0), CANNOT_TELL, NONE_SHARED),
            (np.isnan(self.se), CANNOT_TELL, FEW_SEEDS if seeds else ONE_GROUP),
            (flat & (np.abs(d) < FLAT), EQUAL, ""),
            ((d < -FLAT) | ((board == 0) & (np.abs(d) > FLAT)), CANNOT_TELL, DISAGREE),
            (flat, NO_SPREAD if seeds else ALIKE, ""),
            ((d > self.half) & self.uneven, AHEAD, UNEVEN),
            (d > self.half, AHEAD, ""),
        )
        which, verdicts, reasons = zip(*cases, strict=True)
        first = np.select(which, range(len(cases)), len(cases))
        return np.array([*verdicts, CANNOT_TELL])[first], np.array([*reasons, ""])[first]

    def pairs(self, listed: Ints | None = None) -> tuple[PairTest, ...]:
        """Return all pairs, or those listed by number."""
        k = np.arange(len(self.a)) if listed is None else listed
        a, b, names, common = self.a[k], self.b[k], self.rows.names, self.common[:, k]
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * lazy_scipy.special.stdtr(self.df[k], -np.abs(self.difference[k]) / self.se[k])
        groups = ((common.T.astype(float) @ self.rows.membership) > 0).sum(axis=1)
        shared = [
            tuple(np.array(self.rows.benchmarks)[c].tolist()) if not c.all() else ()
            for c in common.T
        ]
        of = (
            a,
            b,
            self.difference[k],
            self.half[k],
            self.se[k],
            p,
            *(v[k] for v in self.verdicts),
            groups,
        )
        return tuple(
            PairTest(
                a=names[i],
                b=names[j],
                over=self.over,
                difference=finite(d),
                low=d - half if se > 0 else None,
                high=d + half if se > 0 else None,
                p=chance if se > 0 else None,
                p_adjusted=min(1.0, self.rows.m * chance) if se > 0 else None,
                verdict=verdict,
                groups=g,
                reason=reason,
                compared=compared,
            )
            for i, j, d, half, se, chance, verdict, reason, g, compared in zip(
                *(x.tolist() for x in of), shared, strict=True
            )
        )


@dataclass(frozen=True, eq=False)
class Inference:
    """All pairs of the rows in one scope, at the level .05/m each.

    `rank_sets` by row: from 1 + the rows surely ahead to n − the rows surely behind; None with the
    `reason`."""

    over: Scope
    names: tuple[str, ...]
    tests: Tests | None
    rank_sets: Mapping[str, tuple[int, int]] | None = None
    reason: str = ""

    @cached_property
    def ahead(self) -> Bools:
        """(n, n) whether row i is ahead of row j."""
        n = len(self.names)
        found: Bools = np.zeros((n, n), dtype=bool)
        if self.tests is not None:
            found[self.tests.a, self.tests.b] = self.tests.verdicts[0] == AHEAD
        return found

    @property
    def has_tests(self) -> bool:
        """Whether anything was tested."""
        return self.rank_sets is not None


def inference(rows: ComparedRows, over: Scope) -> Inference:
    """Test every pair of the rows in one scope."""
    names, n = rows.names, len(rows.names)
    untested = Inference(over, names, None)
    if rows.chosen:
        return replace(untested, reason=CHOSEN)
    if n < 2:
        return replace(untested, reason=FEW_ROWS)
    tests = pair_tests(rows, over)
    if np.isnan(tests.se).all():
        few = ONE_RUN if one_run_each(rows) else FEW_SEEDS
        return replace(untested, tests=tests, reason=ONE_GROUP if over == "benchmarks" else few)
    found = replace(untested, tests=tests)
    first, last = (1 + found.ahead.sum(axis=0)).tolist(), (n - found.ahead.sum(axis=1)).tolist()
    return replace(found, rank_sets=dict(zip(names, zip(first, last, strict=True), strict=True)))


def one_run_each(rows: ComparedRows) -> bool:
    """Return whether no row has two runs on any benchmark."""
    return int((~np.isnan(rows.runs)).sum(axis=1).max(initial=0)) < 2


def pair_tests(rows: ComparedRows, over: Scope, pairs: tuple[Ints, Ints] | None = None) -> Tests:
    """Return the tests of all pairs of rows, or of those given, each with the higher rank first."""
    a, b = np.triu_indices(len(rows.names), 1) if pairs is None else pairs
    has = ~np.isnan(rows.cells)
    common: Bools = has[:, a] & has[:, b]
    found = (
        _over_benchmarks(rows, a, b, common)
        if over == "benchmarks"
        else _over_seeds(rows, a, b, common)
    )
    difference, se, df, one, share, uneven = found
    return Tests(rows, over, a, b, common, difference, se, df, one, share, uneven == 1)


def _over_benchmarks(rows: ComparedRows, a: Ints, b: Ints, common: Bools) -> tuple[Floats, ...]:
    """Paired t over groups: the mean of the differences on the benchmarks of a group is one
    case."""
    inside = rows.membership
    apart = np.where(common, rows.cells[:, a] - rows.cells[:, b], 0.0)
    counts = common.T.astype(float) @ inside  # pairs, groups
    d, known = ratio(apart.T @ inside, counts), counts > 0
    groups = known.sum(axis=1)
    mean = nanmean(d, axis=1)
    squares = np.where(known, d - mean[:, None], 0.0) ** 2
    df = np.where(groups > 1, groups - 1.0, np.nan)
    sd = np.sqrt(squares.sum(axis=1) / df)
    sd[sd < FLAT] = 0.0
    return mean, sd / np.sqrt(groups), df, sd, np.ones(len(a)), np.zeros(len(a))


def _over_seeds(rows: ComparedRows, a: Ints, b: Ints, common: Bools) -> tuple[Floats, ...]:
    """Welch's t, never paired by seed; Satterthwaite's degrees of freedom. Pairs with the same
    benchmarks together."""
    mean, se, df, one, share, uneven = np.full((6, len(a)), np.nan)
    few = int((~np.isnan(rows.runs)).sum(axis=1).max(initial=0)) <= FEW
    masks, which = common[:, :1].T, np.zeros(len(a), dtype=np.intp)
    if not common.all():
        masks, which = np.unique(common.T, axis=0, return_inverse=True)
    for k, mask in enumerate(masks):
        if not mask.any():
            continue
        own = np.flatnonzero(which.ravel() == k)
        i, j = a[own], b[own]
        means, *parts = _seeds_of_rows(rows.runs[mask])
        mean[own] = means[i] - means[j]
        variance, squares, once, each = (part[i] + part[j] for part in parts)
        se[own] = np.sqrt(variance)
        flat = np.where(
            np.isnan(variance), np.nan, np.inf
        )  # without spread there is no test, whatever the freedom
        df[own] = np.divide(variance**2, squares, out=flat, where=squares > 0)
        one[own] = np.sqrt(once)
        share[own] = ratio(once**2, each)
        least, most = np.sort(np.sqrt([parts[2][i], parts[2][j]]), axis=0)
        uneven[own] = few & (most > TENFOLD * least)
    return mean, se, df, one, share, uneven


def _seeds_of_rows(runs: Floats) -> list[Floats]:
    """`_moments` of the rows of runs (B, S, n); all but the mean are NaN if seeds are too few.

    If three seeds or more have a run on every benchmark, each is a case: a seed may move all
    benchmarks alike, and runs of other seeds are left out. Else, if seed ids differ, the variances
    of the benchmarks are added up."""
    known = ~np.isnan(runs)
    every = known.all(axis=0)
    joint = every.sum(axis=0) >= SEEDS_NEEDED
    # benchmarks (one if seeds are cases), seeds, rows
    parts = _moments(np.where(every & joint, runs.mean(axis=0), np.nan)[None])
    if joint.all():
        return [*parts]
    enough = joint | ((known.sum(axis=1) >= SEEDS_NEEDED).all(axis=0))
    mean, *others = (np.where(joint, x, y) for x, y in zip(parts, _moments(runs), strict=True))
    return [mean, *(np.where(enough, x, np.nan) for x in others)]


def _moments(runs: Floats) -> tuple[Floats, ...]:
    """Of runs (B, S, n), averaged over seeds, then benchmarks: five arrays (n,).

    The mean, its variance v, Σ v²/ν over benchmarks, the variance with one seed, Σ of the squares
    of its parts."""
    known = ~np.isnan(runs)
    n = known.sum(axis=1).astype(float)
    means = nanmean(runs, axis=1)
    centred = np.where(known, runs - means[:, None], 0.0)
    s2 = ratio((centred**2).sum(axis=1), n - 1)
    s2 = np.where(s2 < FLAT**2, 0.0, s2) / len(runs) ** 2
    v = ratio(s2, n)
    squares = ratio(v**2, n - 1)
    return (
        means.mean(axis=0),
        v.sum(axis=0),
        squares.sum(axis=0),
        s2.sum(axis=0),
        (s2**2).sum(axis=0),
    )
