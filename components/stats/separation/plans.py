"""How many seeds, or groups of benchmarks, would separate two rows or detect a difference that
matters."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from components.format import finite, whole_number
from components.stats import lazy_scipy
from components.stats.memo import memoised
from components.stats.panel import Floats, Ints
from components.stats.permutation import LEVEL
from components.stats.separation.inference import (
    CANNOT_TELL,
    DISAGREE,
    SEEDS_NEEDED,
    PairTest,
    Scope,
    Tests,
)
from components.stats.separation.planning import (
    POWER,
    Split,
    fewest,
    noncentrality_interval,
    power_benchmarks,
    power_seeds,
    split,
)

FEWEST = 3
"""Seeds, or groups of benchmarks, that a range of needed ones rests on at least."""
PRACTICALLY = 0.001
"""A difference of scores that is smaller counts as none."""
EQUAL_ENOUGH = "practically equal"
RANGE = 0.8


def planned_pair(tests: Tests, k: int) -> PairTest:
    """Return one pair with the seeds or benchmarks that would decide it, computed once for all
    sentences."""
    return memoised(tests, k, lambda: planned(tests, np.array([k]))[0])


def planned(tests: Tests, listed: Ints) -> tuple[PairTest, ...]:
    """Return the pairs listed by number, the undecided ones with the range of cases that would
    decide them.

    The range is what the effects of `observed` need for power .8 at the level of one pair. Nothing
    is said with fewer than 3 cases, or if two ways of averaging disagree. There is no upper end if
    the weakest effect is 0."""
    pairs = tests.pairs(listed)
    cases = _cases(tests, listed)
    there = np.array(
        [
            _seeds(tests, k) if tests.over == "seeds" else pairs[n].groups
            for n, k in enumerate(listed)
        ]
    )
    near = np.abs(tests.difference[listed]) < PRACTICALLY
    undecided = np.array(
        [p.verdict == CANNOT_TELL and p.reason != DISAGREE for p in pairs], dtype=bool
    )
    known = np.flatnonzero(undecided & ~near & (there >= FEWEST) & np.isfinite(cases))
    low, high = np.full((2, len(pairs)), np.nan)
    if known.size:
        own = listed[known]
        effects = observed(tests.difference[own] / tests.se[own], tests.df[own], cases[known])
        high[known], low[known] = (
            fewest(
                partial(_power, tests.over, effect, level=tests.rows.level, share=tests.share[own]),
                there[known] + 1,
            )
            for effect in effects
        )
        high[known[effects[0] == 0]] = np.nan
    return tuple(
        replace(
            p,
            reason=EQUAL_ENOUGH if near[n] and undecided[n] else p.reason,
            needed_low=whole_number(low[n]),
            needed_high=whole_number(high[n]),
        )
        for n, p in enumerate(pairs)
    )


def observed(t: Floats, df: Floats, cases: Floats) -> Floats:
    """Return (2, P) the weakest and the strongest effect in one case that an observed t (P,)
    allows.

    They are the ends of the 80 % interval of the noncentrality over √cases: 0 and the farther one
    if it contains 0, that is if p ≥ .2. With infinite degrees of freedom t is normal."""
    far = lazy_scipy.special.ndtri((1 + RANGE) / 2)
    ends = np.array([t - far, t + far])
    some = np.isfinite(df)
    if some.any():
        ends[:, some] = noncentrality_interval(t[some], df[some], RANGE)
    effects = np.sort(np.abs(ends), axis=0)
    effects[0, (ends[0] <= 0) & (ends[1] >= 0)] = 0.0
    return np.asarray(effects / np.sqrt(cases))


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What the runs of two methods show in one scope; NaN if nothing.

    difference  of the scores, ≥ 0; NaN if it is below .001 or two ways of averaging disagree
    sd, df      standard deviation of the difference in one case (a group, a seed of each), its
                degrees of freedom
    cases       that an interval of the difference rests on, `present` that there are; `share` as in
                `power_seeds`
    between     of `sd`, what differs from group to group beyond what seeds do; `noise` what differs
                from seed to seed
    undecided   whether the two cannot be told apart
    """

    difference: float = math.nan
    sd: float = math.nan
    df: float = math.nan
    cases: float = 1.0
    present: int = 1
    share: float = 2.0
    between: float = math.nan
    noise: float = math.nan
    undecided: bool = False


def seen(tests: Tests, k: int) -> Seen:
    """Return what the runs show of pair k."""
    pair, each = tests.pairs(np.array([k]))[0], _seeds(tests, k)
    told = pair.reason != DISAGREE and abs(tests.difference[k]) >= PRACTICALLY
    spread = tests.se[k] > 0
    sd, present = (
        float(tests.one[k]) if spread else math.nan,
        each if tests.over == "seeds" else pair.groups,
    )
    between, noise = math.nan, sd
    if tests.over == "benchmarks":
        parts = _split(tests, k) if spread else Split(math.nan, None, None)
        between = sd if parts.benchmarks is None else math.sqrt(parts.benchmarks)
        noise = math.nan if parts.shared is None else math.sqrt(parts.shared * each)
    return Seen(
        difference=abs(float(tests.difference[k])) if told else math.nan,
        sd=sd,
        df=float(tests.df[k]),
        cases=float(_cases(tests, np.array([k]))[0]) if spread else float(present),
        present=present,
        share=float(tests.share[k]) if spread else 2.0,
        between=between,
        noise=noise,
        undecided=pair.verdict == CANNOT_TELL,
    )


@dataclass(frozen=True, eq=False)
class Forecast:
    """What a difference takes in one scope.

    effects  (2,) the difference over its standard deviation in one case: the ends of their 80 %
             range, weakest first
    present  cases there are, `least` the fewest that can be needed
    """

    over: Scope
    difference: float
    effects: Floats
    present: int
    least: int
    level: float
    share: float

    def chance(self, cases: npt.ArrayLike) -> Floats:
        """Return (2, N) the power at both ends with these numbers of cases (N,)."""
        return _power(
            self.over, self.effects[:, None], np.asarray(cases, float), self.level, self.share
        )

    @cached_property
    def needed(self) -> tuple[int, int | None]:
        """The range of cases that give power .8: 101 stands for more than 100, None for no upper
        end."""
        wanted = fewest(
            lambda n: _power(self.over, self.effects, n, self.level, self.share), [self.least] * 2
        )
        return int(wanted[1]), int(wanted[0]) if self.effects[0] > 0 else None


@dataclass(frozen=True, kw_only=True)
class Design:
    """An experiment to tell two methods apart: what is entered, else what their runs show; None if
    not known.

    difference  of the scores
    between     standard deviation of the difference from benchmark to benchmark, beyond what seeds
                do
    noise       standard deviation of the difference on one benchmark from seed to seed
    methods     that are compared at once; `benchmarks` that share no samples; `seeds` of each
                method on each
    short       whether the benchmarks would not do even with endless seeds
    """

    difference: float | None
    between: float | None
    noise: float | None
    methods: int
    benchmarks: int
    seeds: int
    level: float
    over_benchmarks: Forecast | None
    over_seeds: Forecast | None
    short: bool


def design(seeds: Seen, benchmarks: Seen, given: Mapping[str, float], methods: int) -> Design:
    """Return the design of an experiment from what the runs show and what is `given`, by field of
    `Design`.

    Over benchmarks the variance in one case is σ_b² + σ_e²/j with j seeds, over seeds σ_e²/n on n
    benchmarks if one of these is given. A forecast needs 3 groups or seeds, or given spreads. If
    the difference is not given, its range is that of `observed`; if it is, the range is that of the
    spread: the 80 % interval of a variance s² with ν degrees of freedom, from νs²/χ²(.9, ν) to
    νs²/χ²(.1, ν). A spread that is given has none."""
    groups, each = (
        int(given.get("benchmarks", benchmarks.present)),
        int(given.get("seeds", seeds.present)),
    )
    methods = int(given.get("methods", methods))
    level = LEVEL / max(1, methods * (methods - 1) // 2)
    noise = given.get("noise", seeds.noise if benchmarks.present == 1 else benchmarks.noise)
    between = given.get("between", benchmarks.between)
    if (
        math.isnan(benchmarks.noise) and "between" not in given
    ):  # what is measured is both, with the seeds there are
        part = (
            noise**2 / seeds.present if "noise" in given else math.nan if "seeds" in given else 0.0
        )
        between = float(np.sqrt(np.maximum(between**2 - part, 0.0)))
    on_one = math.hypot(between, np.nan_to_num(noise) / math.sqrt(each))
    if not {"between", "noise", "seeds"} & {*given}:
        on_one = benchmarks.sd
    free = (
        math.inf
        if "between" in given
        else benchmarks.df
        if benchmarks.present >= FEWEST
        else math.nan
    )
    others = _forecast("benchmarks", benchmarks, given, on_one, free, groups, level)
    on_mean, free, share = seeds.sd * math.sqrt(benchmarks.present / groups), seeds.df, seeds.share
    if "noise" in given:
        on_mean, free, share = noise / math.sqrt(groups), math.inf, 2.0
    these = _forecast("seeds", replace(seeds, share=share), given, on_mean, free, each, level)
    endless = math.nan
    if others is not None and noise > 0 and between > 0 and groups > 1:
        endless = float(power_benchmarks(others.effects[1] * on_one / between, groups, level))
    shown = seeds if others is None else benchmarks
    return Design(
        difference=finite(given.get("difference", shown.difference)),
        between=finite(between),
        noise=finite(noise),
        methods=methods,
        benchmarks=groups,
        seeds=each,
        level=level,
        over_benchmarks=others,
        over_seeds=these,
        short=endless < POWER,
    )


def _forecast(
    over: Scope,
    runs: Seen,
    given: Mapping[str, float],
    sd: float,
    df: float,
    present: int,
    level: float,
) -> Forecast | None:
    difference = given.get("difference", runs.difference)
    if not (difference > 0 and sd > 0 and df > 0):
        return None
    if "difference" not in given:
        effects = observed(
            *np.array([[difference / sd * math.sqrt(runs.cases)], [df], [runs.cases]])
        )[:, 0]
    else:
        tails = (1 - RANGE) / 2, (1 + RANGE) / 2
        effects = (
            difference
            / sd
            * (
                np.sqrt(lazy_scipy.stats.chi2.ppf(tails, df) / df)
                if math.isfinite(df)
                else np.ones(2)
            )
        )
    least = present + 1 if runs.undecided and not given else SEEDS_NEEDED if over == "seeds" else 2
    return Forecast(over, difference, effects, present, least, level, runs.share)


def _power(
    over: Scope, effect: npt.ArrayLike, n: npt.ArrayLike, level: float, share: npt.ArrayLike
) -> Floats:
    return (
        power_benchmarks(effect, n, level)
        if over == "benchmarks"
        else power_seeds(effect, n, level, share)
    )


def _cases(tests: Tests, listed: Ints) -> Floats:
    """(P,) the cases that a test rests on: seeds of each, or groups; NaN without a test."""
    return np.asarray(
        (tests.one[listed] / np.where(tests.se[listed] > 0, tests.se[listed], np.nan)) ** 2
    )


def _split(tests: Tests, k: int) -> Split:
    """The variance of a pair over groups; by cells alone if a group has no seed on all its
    benchmarks."""
    inside = tests.rows.membership[tests.common[:, k]] > 0
    own, both = inside[:, inside.any(axis=0)].T, [tests.a[k], tests.b[k]]
    runs = tests.rows.runs[tests.common[:, k]][:, :, both]
    seeds = np.stack([runs[group].mean(axis=0) for group in own])
    if np.isnan(seeds).all(axis=1).any():
        cells = tests.rows.cells[tests.common[:, k]][:, both]
        seeds = np.stack([cells[group].mean(axis=0)[None] for group in own])
    return split(seeds[:, :, 0], seeds[:, :, 1])


def _seeds(tests: Tests, k: int) -> int:
    """The most seeds that either row of pair k has on a benchmark."""
    return int((~np.isnan(tests.rows.runs[:, :, [tests.a[k], tests.b[k]]])).sum(axis=1).max())
