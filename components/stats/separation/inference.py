"""Is one method ahead of another? One family of paired comparisons, in two scopes.

"seeds": had these benchmarks been trained on with other seeds (Welch's t). "benchmarks": on other benchmarks like these
(paired t over groups of benchmarks that share no samples). In both, Bonferroni's correction over all m pairs makes
interval, p and verdict say the same; letters and rank sets (Mogstad et al. 2024) follow from the verdicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.errors import NotEnoughData
from components.plain import number
from components.stats import scipy
from components.stats.panel import Bools, Floats, nanmean, ratio
from components.stats.separation.letters import MOST_GROUPS, compact_letters
from components.stats.separation.sign_flips import LEVEL

Ints = npt.NDArray[np.intp]
Scope = Literal["seeds", "benchmarks"]
Verdict = Literal[
    "ahead",
    "cannot tell",
    "equal",
    "the same difference everywhere, no test",
    "no spread between seeds, no test",
]
AHEAD: Verdict = "ahead"
CANNOT_TELL: Verdict = "cannot tell"
EQUAL: Verdict = "equal"
ALIKE: Verdict = "the same difference everywhere, no test"
NO_SPREAD: Verdict = "no spread between seeds, no test"

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


@dataclass(frozen=True, eq=False)
class Rows:
    """n ranked rows, best first.

    board       (n,) the scores that rank them
    runs        (B, S, n) the score of each run, NaN where there is none or a weighted metric is missing
    cells       (B, n) the score on each benchmark
    groups      (B,) benchmarks of one group share samples and count as one
    m           pairs that a reader could look at: of all candidates, whatever is filtered
    chosen      whether rows were chosen by the numbers that would test them: the best or median of a grid
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
        """(B, G) 1 where a benchmark belongs to a group, groups in the order of their first benchmark."""
        names = list(dict.fromkeys(self.groups))
        return np.array([[float(g == name) for name in names] for g in self.groups]).reshape(len(self.groups), -1)


@dataclass(frozen=True, kw_only=True)
class PairTest:
    """Row a against row b, the one that ranks first first; what is None has its reason.

    difference      mean score of a less that of b, over seeds and benchmarks, or over groups of benchmarks
    low, high       its interval at 1 − .05/m; p, p_adjusted: two-sided, and times m
    groups          groups of benchmarks that both have; `compared` are these benchmarks where they are not all
    seeds_needed, benchmarks_needed   seeds of each, or groups of benchmarks like these at the present seeds, for power
                    .8 at level .05/m; `needed_alone` at .05, were they the only two; `benchmarks_low`, `…_high` at the
                    ends of the 95 % interval of the effect; `with_endless_seeds` benchmarks if each had endless seeds
    """

    a: str
    b: str
    over: Scope
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    verdict: Verdict
    groups: int
    reason: str = ""
    compared: tuple[str, ...] = ()
    seeds_needed: int | None = None
    benchmarks_needed: int | None = None
    benchmarks_low: int | None = None
    benchmarks_high: int | None = None
    needed_alone: int | None = None
    with_endless_seeds: int | None = None


@dataclass(frozen=True, eq=False)
class Tests:
    """(P,) each of P pairs, a before b by rank. What there is no test of is NaN.

    difference, se, df  its standard error is 0 without spread; `half` is that of the interval at .05/m
    one, share          standard deviation of the difference in one case (a group, a seed of each), and the degrees of
                        freedom over cases − 1
    """

    rows: Rows
    over: Scope
    a: Ints
    b: Ints
    common: Bools
    difference: Floats
    se: Floats
    df: Floats
    one: Floats
    share: Floats

    @cached_property
    def half(self) -> Floats:
        """(P,) half of the interval at 1 − .05/m."""
        return np.asarray(-scipy.special.stdtrit(self.df, self.rows.level / 2) * self.se)

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
            (d > self.half, AHEAD, ""),
        )
        which, verdicts, reasons = zip(*cases, strict=True)
        first = np.select(which, range(len(cases)), len(cases))
        return np.array([*verdicts, CANNOT_TELL])[first], np.array([*reasons, ""])[first]

    def pairs(self, listed: Ints | None = None) -> tuple[PairTest, ...]:
        """All pairs, or those listed by number."""
        k = np.arange(len(self.a)) if listed is None else listed
        a, b, names, common = self.a[k], self.b[k], self.rows.names, self.common[:, k]
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * scipy.special.stdtr(self.df[k], -np.abs(self.difference[k]) / self.se[k])
        groups = ((common.T.astype(float) @ self.rows.membership) > 0).sum(axis=1)
        shared = [tuple(np.array(self.rows.benchmarks)[c].tolist()) if not c.all() else () for c in common.T]
        of = (a, b, self.difference[k], self.half[k], self.se[k], p, *(v[k] for v in self.verdicts), groups)
        return tuple(
            PairTest(
                a=names[i],
                b=names[j],
                over=self.over,
                difference=number(d),
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

    `letters`: rows that share one are not shown to differ. `rank_sets`: from 1 + the rows surely ahead to n − the rows
    surely behind. Both are None with the `reason`, the letters also with `letters_reason`.
    """

    over: Scope
    names: tuple[str, ...]
    level: float
    m: int
    tests: Tests | None
    letters: Mapping[str, str] | None = None
    rank_sets: Mapping[str, tuple[int, int]] | None = None
    reason: str = ""
    letters_reason: str = ""

    @property
    def has_tests(self) -> bool:
        """Whether anything was tested."""
        return self.rank_sets is not None

    @cached_property
    def pairs(self) -> tuple[PairTest, ...]:
        """Every pair, the higher rank first."""
        return () if self.tests is None else self.tests.pairs()


def inference(rows: Rows, over: Scope) -> Inference:
    """Test every pair of the rows in one scope."""
    names, n = rows.names, len(rows.names)
    untested = Inference(over, names, rows.level, rows.m, None)
    if rows.chosen:
        return replace(untested, reason=CHOSEN)
    if n < 2:
        return replace(untested, reason=FEW_ROWS)
    tests = pair_tests(rows, over)
    if np.isnan(tests.se).all():
        few = ONE_RUN if one_run_each(rows) else FEW_SEEDS
        return replace(untested, tests=tests, reason=ONE_GROUP if over == "benchmarks" else few)
    ahead: Bools = np.zeros((n, n), dtype=bool)
    ahead[tests.a, tests.b] = tests.verdicts[0] == AHEAD
    first, last = (1 + ahead.sum(axis=0)).tolist(), (n - ahead.sum(axis=1)).tolist()
    sets = dict(zip(names, zip(first, last, strict=True), strict=True))
    letters, why = None, f"more than {MOST_GROUPS} methods: there are not as many letters"
    if n <= MOST_GROUPS:
        try:
            letters, why = dict(zip(names, compact_letters(ahead | ahead.T), strict=True)), ""
        except NotEnoughData as error:
            why = str(error)
    return replace(untested, tests=tests, letters=letters, rank_sets=sets, letters_reason=why)


def one_run_each(rows: Rows) -> bool:
    """Whether no row has two runs on any benchmark."""
    return int((~np.isnan(rows.runs)).sum(axis=1).max(initial=0)) < 2


def pair_tests(rows: Rows, over: Scope, pairs: tuple[Ints, Ints] | None = None) -> Tests:
    """The tests of all pairs, or of those given, each with the higher rank first."""
    a, b = np.triu_indices(len(rows.names), 1) if pairs is None else pairs
    has = ~np.isnan(rows.cells)
    common: Bools = has[:, a] & has[:, b]
    found = _over_benchmarks(rows, a, b, common) if over == "benchmarks" else _over_seeds(rows, a, b, common)
    return Tests(rows, over, a, b, common, *found)


def _over_benchmarks(rows: Rows, a: Ints, b: Ints, common: Bools) -> tuple[Floats, ...]:
    """Paired t over groups: the mean of the differences on the benchmarks of a group is one case."""
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
    return mean, sd / np.sqrt(groups), df, sd, np.ones(len(a))


def _over_seeds(rows: Rows, a: Ints, b: Ints, common: Bools) -> tuple[Floats, ...]:
    """Welch's t, never paired by seed; Satterthwaite's degrees of freedom. Pairs with the same benchmarks together."""
    mean, se, df, one, share = np.full((5, len(a)), np.nan)
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
        flat = np.where(np.isnan(variance), np.nan, np.inf)  # without spread there is no test, whatever the freedom
        df[own] = np.divide(variance**2, squares, out=flat, where=squares > 0)
        one[own] = np.sqrt(once)
        share[own] = ratio(once**2, each)
    return mean, se, df, one, share


def _seeds_of_rows(runs: Floats) -> list[Floats]:
    """`_moments` of the rows of runs (B, S, n); all but the mean are NaN where seeds are too few.

    Where three seeds or more have a run on every benchmark, each is a case: a seed may move all benchmarks alike, and
    runs of other seeds are left out. Else, where seed ids differ, the variances of the benchmarks are added up.
    """
    known = ~np.isnan(runs)
    every = known.all(axis=0)
    joint = every.sum(axis=0) >= SEEDS_NEEDED
    # benchmarks (one where seeds are cases), seeds, rows
    parts = _moments(np.where(every & joint, runs.mean(axis=0), np.nan)[None])
    if joint.all():
        return [*parts]
    enough = joint | ((known.sum(axis=1) >= SEEDS_NEEDED).all(axis=0))
    mean, *others = (np.where(joint, x, y) for x, y in zip(parts, _moments(runs), strict=True))
    return [mean, *(np.where(enough, x, np.nan) for x in others)]


def _moments(runs: Floats) -> tuple[Floats, ...]:
    """(n,) of runs (B, S, n), means over seeds, then benchmarks: mean, its variance v, Σ v²/ν of the benchmarks, the
    variance with one seed, Σ of the squares of its parts.
    """
    known = ~np.isnan(runs)
    n = known.sum(axis=1).astype(float)
    means = nanmean(runs, axis=1)
    centred = np.where(known, runs - means[:, None], 0.0)
    s2 = ratio((centred**2).sum(axis=1), n - 1)
    s2 = np.where(s2 < FLAT**2, 0.0, s2) / len(runs) ** 2
    v = ratio(s2, n)
    squares = ratio(v**2, n - 1)
    return means.mean(axis=0), v.sum(axis=0), squares.sum(axis=0), s2.sum(axis=0), (s2**2).sum(axis=0)
