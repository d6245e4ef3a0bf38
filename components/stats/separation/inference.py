"""Is one method ahead of another? One family of paired comparisons, in two scopes.

"seeds": had these benchmarks been trained on with other seeds (Welch's t). "benchmarks": on other benchmarks like these
(paired t over groups of benchmarks that share no samples). In both, Bonferroni's correction over all m pairs makes
interval, p and verdict say the same; letters and rank sets (Mogstad et al. 2024) follow from the verdicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.errors import NotEnoughData
from components.plain import number
from components.stats import scipy
from components.stats.panel import Bools, Floats, nanmean
from components.stats.separation.planning import LEVEL
from components.stats.separation.sign_flips import MOST_GROUPS, compact_letters

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
ONE_RUN = "one run each: no verdict"
FEW_SEEDS = f"fewer than {SEEDS_NEEDED} complete seeds on a benchmark"
ONE_GROUP = "one group of benchmarks shows no spread between benchmarks"
NONE_SHARED = "no benchmark has both"
DISAGREE = "two ways of averaging disagree"
CHOSEN = "chosen by the same numbers: no verdict"
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
    def pairs(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """(P,) first and second of every pair, by rank."""
        return np.triu_indices(len(self.names), 1)

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
    groups          groups of benchmarks that both have
    compared        the benchmarks that both have, where these are not all; else empty
    needed          seeds, or groups of benchmarks like these, for power .8 at level .05/m; `needed_alone` at level .05,
                    were they the only two. Of benchmarks `benchmarks_low` and `…_high` are the first at the ends of the
                    95 % interval of the effect
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


@dataclass(frozen=True)
class Inference:
    """All pairs of the rows in one scope, at the level .05/m each.

    `letters`: rows that share one are not shown to differ. `rank_sets`: from 1 + the rows surely ahead to n − the rows
    surely behind. Both are None with the `reason`.
    """

    over: Scope
    names: tuple[str, ...]
    pairs: tuple[PairTest, ...]
    level: float
    m: int
    letters: Mapping[str, str] | None
    rank_sets: Mapping[str, tuple[int, int]] | None
    reason: str = ""
    letters_reason: str = ""

    @property
    def tells(self) -> bool:
        """Whether anything was tested."""
        return self.rank_sets is not None

    def pair(self, a: str, b: str) -> PairTest | None:
        """The test of two rows, in either order."""
        return next((p for p in self.pairs if {p.a, p.b} == {a, b}), None)


def inference(rows: Rows, over: Scope) -> Inference:
    """Test every pair of the rows in one scope."""
    empty = Inference(over, rows.names, (), rows.level, rows.m, None, None)
    if rows.chosen:
        return replace(empty, reason=CHOSEN)
    if len(rows.names) < 2:
        return replace(empty, reason=FEW_ROWS)
    pairs = _pairs(rows, over, pair_tests(rows, over))
    if not any(p.low is not None or p.verdict != CANNOT_TELL for p in pairs):
        return replace(empty, pairs=pairs, reason=_untested(rows, over))
    n, place = len(rows.names), {name: i for i, name in enumerate(rows.names)}
    ahead: Bools = np.zeros((n, n), dtype=bool)
    for p in pairs:
        ahead[place[p.a], place[p.b]] = p.verdict == AHEAD
    first, last = 1 + ahead.sum(axis=0), n - ahead.sum(axis=1)
    sets = {name: (int(first[i]), int(last[i])) for i, name in enumerate(rows.names)}
    letters, why = None, f"more than {MOST_GROUPS} methods: there are not as many letters"
    if n <= MOST_GROUPS:
        try:
            letters, why = dict(zip(rows.names, compact_letters(ahead | ahead.T), strict=True)), ""
        except NotEnoughData as error:
            why = str(error)
    return replace(empty, pairs=pairs, letters=letters, rank_sets=sets, letters_reason=why)


@dataclass(frozen=True, eq=False)
class Tests:
    """(P,) each of P pairs, a before b by rank. What there is no test of is NaN.

    `one` is the standard deviation of the difference in one case (a group, a seed of each), `share` are the degrees of
    freedom over cases − 1.
    """

    a: npt.NDArray[np.intp]
    b: npt.NDArray[np.intp]
    common: Bools
    difference: Floats
    se: Floats
    df: Floats
    one: Floats
    share: Floats


def pair_tests(rows: Rows, over: Scope, listed: npt.NDArray[np.intp] | None = None) -> Tests:
    """The tests of all pairs, or of those listed by number."""
    a, b = rows.pairs if listed is None else (side[listed] for side in rows.pairs)
    has = ~np.isnan(rows.cells)
    common: Bools = has[:, a] & has[:, b]
    found = _over_benchmarks(rows, a, b, common) if over == "benchmarks" else _over_seeds(rows, a, b, common)
    return Tests(a, b, common, *found)


def _pairs(rows: Rows, over: Scope, tests: Tests) -> tuple[PairTest, ...]:
    t = scipy.stats.t
    half = t.isf(rows.level / 2, tests.df) * tests.se
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * t.sf(np.abs(tests.difference) / tests.se, tests.df)
    groups = ((tests.common.T.astype(float) @ rows.membership) > 0).sum(axis=1)
    found = []
    for k, (i, j) in enumerate(zip(tests.a, tests.b, strict=True)):
        d, tested = float(tests.difference[k]), bool(tests.se[k] > 0)
        verdict, reason = _verdict(d, float(half[k]), float(tests.se[k]), float(rows.board[i] - rows.board[j]), over)
        common = tests.common[:, k]
        found.append(
            PairTest(
                a=rows.names[i],
                b=rows.names[j],
                over=over,
                difference=number(d),
                low=float(d - half[k]) if tested else None,
                high=float(d + half[k]) if tested else None,
                p=float(p[k]) if tested else None,
                p_adjusted=min(1.0, rows.m * float(p[k])) if tested else None,
                verdict=verdict,
                groups=int(groups[k]),
                reason=reason if common.any() else NONE_SHARED,
                compared=() if common.all() else tuple(np.array(rows.benchmarks)[common].tolist()),
            )
        )
    return tuple(found)


def _verdict(d: float, half: float, se: float, board: float, over: Scope) -> tuple[Verdict, str]:
    """Of a difference d with this half of its interval; `board` is the difference that ranks, at least 0."""
    if se != se:
        return CANNOT_TELL, ONE_GROUP if over == "benchmarks" else FEW_SEEDS
    if se == 0 and abs(d) < FLAT:
        return EQUAL, ""
    if d < -FLAT or (board == 0 and abs(d) > FLAT):
        return CANNOT_TELL, DISAGREE
    if se == 0:
        return (ALIKE if over == "benchmarks" else NO_SPREAD), ""
    return (AHEAD if d > half else CANNOT_TELL), ""


def _untested(rows: Rows, over: Scope) -> str:
    """Why no pair could be tested."""
    if over == "benchmarks":
        return ONE_GROUP
    return ONE_RUN if (~np.isnan(rows.runs)).sum(axis=1).max(initial=0) < 2 else FEW_SEEDS


def _over_benchmarks(rows: Rows, a: npt.NDArray[np.intp], b: npt.NDArray[np.intp], common: Bools) -> tuple[Floats, ...]:
    """Paired t over groups: the mean of the differences on the benchmarks of a group is one case."""
    inside = rows.membership
    apart = np.where(common, rows.cells[:, a] - rows.cells[:, b], 0.0)
    counts = common.T.astype(float) @ inside  # pairs, groups
    d = np.divide(apart.T @ inside, counts, out=np.full(counts.shape, np.nan), where=counts > 0)
    known = counts > 0
    groups = known.sum(axis=1)
    mean = nanmean(d, axis=1)
    squares = np.where(known, d - mean[:, None], 0.0) ** 2
    df = np.where(groups > 1, groups - 1.0, np.nan)
    sd = np.sqrt(squares.sum(axis=1) / df)
    sd[sd < FLAT] = 0.0
    return mean, sd / np.sqrt(groups), df, sd, np.ones(len(a))


def _over_seeds(rows: Rows, a: npt.NDArray[np.intp], b: npt.NDArray[np.intp], common: Bools) -> tuple[Floats, ...]:
    """Welch's t, never paired by seed; Satterthwaite's degrees of freedom. Pairs with the same benchmarks together."""
    mean, se, df, one, share = np.full((5, len(a)), np.nan)
    masks, which = np.unique(common.T, axis=0, return_inverse=True)
    for k, mask in enumerate(masks):
        if not mask.any():
            continue
        own = np.flatnonzero(which.ravel() == k)
        row = _seeds_of_rows(rows.runs[mask])
        i, j = a[own], b[own]
        mean[own] = row.mean[i] - row.mean[j]
        variance, squares = row.variance[i] + row.variance[j], row.squares[i] + row.squares[j]
        se[own] = np.sqrt(variance)
        flat = np.where(np.isnan(variance), np.nan, np.inf)  # without spread there is no test, whatever the freedom
        df[own] = np.divide(variance**2, squares, out=flat, where=squares > 0)
        once, each = row.one[i] + row.one[j], row.fourth[i] + row.fourth[j]
        one[own] = np.sqrt(once)
        share[own] = np.divide(once**2, each, out=np.full(len(own), np.nan), where=each > 0)
    return mean, se, df, one, share


@dataclass(frozen=True, eq=False)
class _SeedsOfRows:
    """(n,) mean score, variance of that mean, and Σ v²/ν of its parts; NaN where seeds are too few, but for the mean.

    `one` is the variance with one seed, `fourth` the sum of the squares of its parts.
    """

    mean: Floats
    variance: Floats
    squares: Floats
    one: Floats
    fourth: Floats


def _seeds_of_rows(runs: Floats) -> _SeedsOfRows:
    """The rows of runs (B, S, n) over their seeds.

    Where three seeds or more have a run on every benchmark, each is a case: a seed may move all benchmarks alike, and
    runs of other seeds are left out. Else, where seed ids differ, the variances of the benchmarks are added up.
    """
    known = ~np.isnan(runs)
    every = known.all(axis=0)
    joint = every.sum(axis=0) >= SEEDS_NEEDED
    # benchmarks (one where seeds are cases), seeds, rows
    cases = np.where(every & joint, runs.mean(axis=0), np.nan)[None]
    mean, variance, squares, one, fourth = _moments(cases)
    apart = _moments(runs)
    enough = joint | ((known.sum(axis=1) >= SEEDS_NEEDED).all(axis=0))
    parts = [np.where(joint, x, y) for x, y in zip((mean, variance, squares, one, fourth), apart, strict=True)]
    return _SeedsOfRows(parts[0], *(np.where(enough, x, np.nan) for x in parts[1:]))


def _moments(runs: Floats) -> tuple[Floats, ...]:
    """Of runs (B, S, n), means over seeds, then benchmarks: mean, variance, Σ v²/ν, that of one seed, Σ of squares."""
    known = ~np.isnan(runs)
    n = known.sum(axis=1).astype(float)
    means = nanmean(runs, axis=1)
    centred = np.where(known, runs - means[:, None], 0.0)
    s2 = np.divide((centred**2).sum(axis=1), n - 1, out=np.full(n.shape, np.nan), where=n > 1)
    s2 = np.where(s2 < FLAT**2, 0.0, s2) / len(runs) ** 2
    v = np.divide(s2, n, out=np.full(n.shape, np.nan), where=n > 1)
    squares = np.divide(v**2, n - 1, out=np.full(n.shape, np.nan), where=n > 1)
    return means.mean(axis=0), v.sum(axis=0), squares.sum(axis=0), s2.sum(axis=0), (s2**2).sum(axis=0)
