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
from components.stats.panel import Floats, Ints, ratio
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

MIN_CASES = 3
"""Seeds, or groups of benchmarks, that a range of needed ones rests on at least."""
PRACTICALLY = 0.001
"""A difference of scores that is smaller counts as none."""
EQUAL_ENOUGH = "practically equal"
RANGE = 0.8


def planned_pair(tests: Tests, pair_index: int) -> PairTest:
    """Return one pair with the seeds or benchmarks that would decide it.

    It is computed once for all sentences."""
    (pair,) = memoised(tests, pair_index, lambda: planned(tests, np.array([pair_index])))
    return pair


def planned(tests: Tests, listed: Ints) -> tuple[PairTest, ...]:
    """Return the pairs listed by number, with the range of cases that would decide them.

    Only undecided pairs have one. The range is what the effects of `observed` need for power .8 at
    the level of one pair. Nothing is said with fewer than 3 cases, or if two ways of averaging
    disagree. There is no upper end if the weakest effect is 0."""
    pairs = tests.pairs(listed)
    cases = _cases(tests, listed)
    present = _present(tests, listed)
    is_near = np.abs(tests.difference[listed]) < PRACTICALLY
    is_undecided = np.array([_is_undecided(pair) for pair in pairs], dtype=bool)
    can_be_planned = is_undecided & ~is_near & (present >= MIN_CASES) & np.isfinite(cases)
    low = np.full(len(pairs), np.nan)
    high = np.full(len(pairs), np.nan)
    places = np.flatnonzero(can_be_planned)
    if places.size:
        chosen = listed[places]
        statistics = tests.difference[chosen] / tests.se[chosen]
        weakest, strongest = observed(statistics, tests.df[chosen], cases[places])
        power = partial(_power, tests.over, level=tests.rows.level, share=tests.share[chosen])
        least = present[places] + 1
        low[places] = fewest(partial(power, strongest), least)
        high[places] = fewest(partial(power, weakest), least)
        high[places[weakest == 0]] = np.nan
    plans = []
    for place, pair in enumerate(pairs):
        reason = pair.reason
        if is_near[place] and is_undecided[place]:
            reason = EQUAL_ENOUGH
        plan = replace(
            pair,
            reason=reason,
            needed_low=whole_number(low[place]),
            needed_high=whole_number(high[place]),
        )
        plans.append(plan)
    return tuple(plans)


def _is_undecided(pair: PairTest) -> bool:
    return pair.verdict == CANNOT_TELL and pair.reason != DISAGREE


def observed(statistics: Floats, freedom: Floats, cases: Floats) -> Floats:
    """Return (2, P) the weakest and the strongest effect in one case that t (P,) allows.

    Of an observed t with `freedom` (P,) degrees of freedom that rests on `cases` (P,). They are the
    ends of the 80 % interval of the noncentrality over √cases: 0 and the farther one if it contains
    0, that is if p ≥ .2. With infinite degrees of freedom t is normal."""
    half_width = lazy_scipy.special.ndtri((1 + RANGE) / 2)
    ends = np.array([statistics - half_width, statistics + half_width])
    finite_df = np.flatnonzero(np.isfinite(freedom))
    if finite_df.size:
        ends[:, finite_df] = noncentrality_interval(
            statistics[finite_df], freedom[finite_df], RANGE
        )
    effects = np.sort(np.abs(ends), axis=0)
    effects[0, (ends[0] <= 0) & (ends[1] >= 0)] = 0.0
    return np.asarray(effects / np.sqrt(cases))


@dataclass(frozen=True, kw_only=True)
class RunsOfPair:
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


def runs_of_pair(tests: Tests, pair_index: int) -> RunsOfPair:
    """Return what the runs show of pair k."""
    listed = np.array([pair_index])
    (pair,) = tests.pairs(listed)
    difference = abs(float(tests.difference[pair_index]))
    if pair.reason == DISAGREE or not difference >= PRACTICALLY:
        difference = math.nan
    (present,) = _present(tests, listed).tolist()
    runs = RunsOfPair(
        difference=difference,
        df=float(tests.df[pair_index]),
        cases=float(present),
        present=present,
        undecided=pair.verdict == CANNOT_TELL,
    )
    if not tests.se[pair_index] > 0:
        return runs
    deviation = float(tests.sd[pair_index])
    runs = replace(
        runs,
        sd=deviation,
        cases=float(_cases(tests, listed)[0]),
        share=float(tests.share[pair_index]),
        noise=deviation,
    )
    if tests.over == "seeds":
        return runs
    parts = _split(tests, pair_index)
    if parts.benchmarks is None or parts.shared is None:
        return replace(runs, between=deviation, noise=math.nan)
    noise = math.sqrt(parts.shared * _n_seeds(tests, pair_index))
    return replace(runs, between=math.sqrt(parts.benchmarks), noise=noise)


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
        return _power(self.over, self.effects[:, None], cases, self.level, self.share)

    @cached_property
    def needed(self) -> tuple[int, int | None]:
        """The range of cases that give power .8.

        101 stands for more than 100, None for no upper end."""
        power = partial(_power, self.over, self.effects, level=self.level, share=self.share)
        weakest, strongest = fewest(power, [self.least] * 2)
        if self.effects[0] > 0:
            return int(strongest), int(weakest)
        return int(strongest), None


@dataclass(frozen=True, kw_only=True)
class Design:
    """An experiment to tell two methods apart.

    What is entered, else what their runs show; None if not known.

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


def design(
    seeds: RunsOfPair,
    benchmarks: RunsOfPair,
    given: Mapping[str, float],
    methods: int,
) -> Design:
    """Return the design of an experiment from what the runs show and what is `given`.

    `given` is by field of `Design`. Over benchmarks the variance in one case is σ_b² + σ_e²/j with
    j seeds, over seeds σ_e²/n on n benchmarks if one of these is given. A forecast needs 3 groups
    or seeds, or given spreads. If the difference is not given, its range is that of `observed`; if
    it is, the range is that of the spread: the 80 % interval of a variance s² with ν degrees of
    freedom, from νs²/χ²(.9, ν) to νs²/χ²(.1, ν). A spread that is given has none."""
    n_benchmarks = int(given.get("benchmarks", benchmarks.present))
    n_seeds = int(given.get("seeds", seeds.present))
    n_methods = int(given.get("methods", methods))
    level = LEVEL / max(1, n_methods * (n_methods - 1) // 2)
    noise_seen = seeds.noise if benchmarks.present == 1 else benchmarks.noise
    noise = given.get("noise", noise_seen)
    between = _between(seeds, benchmarks, given)
    deviation = benchmarks.sd
    if {"between", "noise", "seeds"} & {*given}:
        deviation = math.hypot(between, np.nan_to_num(noise) / math.sqrt(n_seeds))
    freedom = math.nan
    if "between" in given:
        freedom = math.inf
    elif benchmarks.present >= MIN_CASES:
        freedom = benchmarks.df
    runs = replace(benchmarks, sd=deviation, df=freedom)
    over_benchmarks = _forecast("benchmarks", runs, given, n_benchmarks, level)
    runs = replace(seeds, sd=seeds.sd * math.sqrt(benchmarks.present / n_benchmarks))
    if "noise" in given:
        runs = replace(seeds, sd=noise / math.sqrt(n_benchmarks), df=math.inf, share=2.0)
    over_seeds = _forecast("seeds", runs, given, n_seeds, level)
    power_with_endless_seeds = math.nan
    if over_benchmarks is not None and noise > 0 and between > 0 and n_benchmarks > 1:
        effect = over_benchmarks.effects[1] * deviation / between
        power_with_endless_seeds = float(power_benchmarks(effect, n_benchmarks, level))
    shown = seeds if over_benchmarks is None else benchmarks
    return Design(
        difference=finite(given.get("difference", shown.difference)),
        between=finite(between),
        noise=finite(noise),
        methods=n_methods,
        benchmarks=n_benchmarks,
        seeds=n_seeds,
        level=level,
        over_benchmarks=over_benchmarks,
        over_seeds=over_seeds,
        short=power_with_endless_seeds < POWER,
    )


def _between(seeds: RunsOfPair, benchmarks: RunsOfPair, given: Mapping[str, float]) -> float:
    """The standard deviation from benchmark to benchmark, given or as the runs show it."""
    if "between" in given:
        return given["between"]
    if not math.isnan(benchmarks.noise):
        return benchmarks.between
    # what is measured is both, with the seeds there are
    variance_of_seeds = 0.0
    if "noise" in given:
        variance_of_seeds = given["noise"] ** 2 / seeds.present
    elif "seeds" in given:
        return math.nan
    return float(np.sqrt(np.maximum(benchmarks.between**2 - variance_of_seeds, 0.0)))


def _forecast(
    over: Scope,
    runs: RunsOfPair,
    given: Mapping[str, float],
    present: int,
    level: float,
) -> Forecast | None:
    """What the difference takes if the runs show, or are given, these spreads; None without one."""
    difference = given.get("difference", runs.difference)
    if not (difference > 0 and runs.sd > 0 and runs.df > 0):
        return None
    effect = difference / runs.sd
    effects = np.full(2, effect)
    if "difference" not in given:
        statistic = effect * math.sqrt(runs.cases)
        test = np.array([[statistic], [runs.df], [runs.cases]])
        effects = observed(*test)[:, 0]
    elif math.isfinite(runs.df):
        tails = [(1 - RANGE) / 2, (1 + RANGE) / 2]
        chi2 = lazy_scipy.stats.chi2.ppf(tails, runs.df)
        effects = effect * np.sqrt(chi2 / runs.df)
    least = SEEDS_NEEDED if over == "seeds" else 2
    if runs.undecided and not given:
        least = present + 1
    return Forecast(over, difference, effects, present, least, level, runs.share)


def _power(
    over: Scope,
    effect: npt.ArrayLike,
    n_cases: npt.ArrayLike,
    level: float,
    share: npt.ArrayLike,
) -> Floats:
    if over == "benchmarks":
        return power_benchmarks(effect, n_cases, level)
    return power_seeds(effect, n_cases, level, share)


def _cases(tests: Tests, listed: Ints) -> Floats:
    """(P,) the cases that a test rests on: seeds of each, or groups; NaN without a test."""
    standard_errors = tests.se[listed]
    return ratio(tests.sd[listed], standard_errors) ** 2


def _present(tests: Tests, listed: Ints) -> Ints:
    """(P,) the seeds, or groups of benchmarks, that there are of each pair."""
    if tests.over == "benchmarks":
        return tests.n_groups[listed]
    n_seeds = [_n_seeds(tests, int(pair_index)) for pair_index in listed]
    return np.array(n_seeds, dtype=np.intp)


def _n_seeds(tests: Tests, pair_index: int) -> int:
    """The most seeds that either row of pair k has on a benchmark."""
    both = [tests.higher[pair_index], tests.lower[pair_index]]
    return int(tests.rows.n_seeds[:, both].max())


def _split(tests: Tests, pair_index: int) -> Split:
    """The variance of a pair over groups.

    By cells alone if a group has no seed on all its benchmarks."""
    both = [tests.higher[pair_index], tests.lower[pair_index]]
    is_common = tests.common[:, pair_index]
    membership = tests.rows.membership[is_common] > 0
    groups = membership[:, membership.any(axis=0)].T
    runs = tests.rows.runs[is_common][:, :, both]
    scores = np.stack([runs[group].mean(axis=0) for group in groups])
    if np.isnan(scores).all(axis=1).any():
        cells = tests.rows.cells[is_common][:, None, both]
        scores = np.stack([cells[group].mean(axis=0) for group in groups])
    return split(scores[:, :, 0], scores[:, :, 1])
