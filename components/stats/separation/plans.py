"""What would separate two rows, or detect a difference that matters: how many seeds, or groups of benchmarks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from components.format import finite, whole_number
from components.stats.memo import memoised
from components.stats.panel import Floats
from components.stats.permutation import LEVEL
from components.stats.separation.inference import CANNOT_TELL, DISAGREE, SEEDS_NEEDED, Ints, PairTest, Tests
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
"""Seeds, or groups of benchmarks, below which nothing is said of how many would do."""
PRACTICALLY = 0.001
"""A difference of scores that is smaller counts as none."""
EQUAL_ENOUGH = "practically equal"
RANGE = 0.8
MOST_SEEDS = 1_000
"""More seeds of each are no plan."""


@dataclass(frozen=True, kw_only=True)
class PowerLine:
    """Power over numbers of seeds or of benchmarks, these with `seeds` on each; None means endlessly many."""

    seeds: int | None
    power: tuple[float, ...]


def planned_pair(tests: Tests, k: int) -> PairTest:
    """Return one pair with the seeds or benchmarks that would decide it, computed once: many sentences ask for it."""
    return memoised(tests, k, lambda: planned(tests, np.array([k]))[0])


def planned(tests: Tests, listed: Ints) -> tuple[PairTest, ...]:
    """Return the pairs listed by number, the undecided ones with the range of cases that would decide them.

    The ends of the 80 % interval of the noncentrality of t, over √n, are the effects per case; the range is what these
    need for power .8 at the level of one pair. Nothing is said with fewer than 3 cases, nor where two ways of averaging
    disagree. There is no upper end where the interval of the effect contains 0, that is where p ≥ .2.
    """
    pairs = tests.pairs(listed)
    cases = (tests.one[listed] / np.where(tests.se[listed] > 0, tests.se[listed], np.nan)) ** 2
    there = np.array([_seeds(tests, k) if tests.over == "seeds" else pairs[n].groups for n, k in enumerate(listed)])
    near = np.abs(tests.difference[listed]) < PRACTICALLY
    undecided = np.array([p.verdict == CANNOT_TELL and p.reason != DISAGREE for p in pairs], dtype=bool)
    known = np.flatnonzero(undecided & ~near & (there >= FEWEST) & np.isfinite(cases))
    low, high = np.full((2, len(pairs)), np.nan)
    if known.size:
        own = listed[known]
        weakest, strongest = _effects(tests.difference[own] / tests.se[own], tests.df[own], np.sqrt(cases[known]))
        low[known], high[known] = (
            fewest(_power(tests, own, effect), there[known] + 1) for effect in (strongest, weakest)
        )
        high[known[weakest == 0]] = np.nan
    return tuple(
        replace(
            p,
            reason=EQUAL_ENOUGH if near[n] and undecided[n] else p.reason,
            needed_low=whole_number(low[n]),
            needed_high=whole_number(high[n]),
        )
        for n, p in enumerate(pairs)
    )


def _power(tests: Tests, listed: Ints, effect: Floats) -> Callable[[Floats], Floats]:
    level, share = tests.rows.level, tests.share[listed]
    if tests.over == "benchmarks":
        return lambda n: power_benchmarks(effect, n, level)
    return lambda n: power_seeds(effect, n, level, share)


def _effects(t: Floats, df: Floats, root: Floats) -> tuple[Floats, Floats]:
    """(P,) absolute ends of the interval of the effect on one case, the smaller first; 0 where it contains 0."""
    weakest, strongest = np.empty((2, len(t)))
    for n, (observed, freedom) in enumerate(zip(t.tolist(), df.tolist(), strict=True)):
        low, high = (float(end) for end in noncentrality_interval(observed, freedom, RANGE))
        strongest[n] = max(abs(low), abs(high))
        weakest[n] = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return weakest / root, strongest / root


@dataclass(frozen=True, kw_only=True)
class Design:
    """An experiment to separate two methods, with what makes the difference of their scores vary.

    difference  of the scores, as large as matters; `methods` that are compared at once
    benchmarks  that share no samples, and `seeds` of each method on each
    between     standard deviation of the difference from benchmark to benchmark, beyond what seeds do
    noise       of the difference on one benchmark from seed to seed; None where not known, or part of `between`
    on_mean     the same of the mean over the benchmarks, with `share` · (seeds − 1) degrees of freedom by Welch

    Fields that are None are not known; what needs them is NaN. Counts above MOST are MOST + 1.
    """

    difference: float | None
    methods: int
    benchmarks: int
    seeds: int
    between: float | None
    noise: float | None
    on_mean: float | None
    share: float = 2.0

    @property
    def enough(self) -> bool:
        """Whether enough is known to say what some difference takes, in either scope."""
        return self.between is not None or self.on_mean is not None

    @property
    def level(self) -> float:
        """The level of one pair."""
        return LEVEL / max(1, self.methods * (self.methods - 1) // 2)

    def effect(self, seeds: npt.ArrayLike) -> Floats:
        """(…) the difference over its standard deviation on one benchmark with so many seeds, endless ones too."""
        each = np.asarray(seeds, dtype=float)
        if self.difference is None or self.between is None:
            return np.full(each.shape, np.nan)
        if self.noise is None:
            return np.where(each == self.seeds, self.difference / self.between, np.nan)
        with np.errstate(divide="ignore"):
            found: Floats = self.difference / np.sqrt(self.between**2 + self.noise**2 / each)
        return found

    def benchmarks_needed(self, seeds: npt.ArrayLike) -> Floats:
        """(P,) benchmarks like these for power .8 with so many seeds; NaN for endless ones if nothing else varies."""
        each = np.atleast_1d(np.asarray(seeds, dtype=float))
        effect = np.where(np.isinf(each) & (self.between == 0), np.nan, self.effect(each))
        found = fewest(lambda n: power_benchmarks(effect, n, self.level), np.full(each.shape, 2))
        return np.where(np.isnan(effect), np.nan, found)

    @cached_property
    def seeds_needed(self) -> float:
        """Seeds of each for power .8 on these benchmarks alone."""
        if math.isnan(self._on_these):
            return math.nan
        found = fewest(lambda n: power_seeds(self._on_these, n, self.level, self.share), np.array([SEEDS_NEEDED]))
        return float(found[0])

    @cached_property
    def seeds_that_would_do(self) -> int | None:
        """The fewest seeds with which the present benchmarks would do for others; None where no number does."""
        each = np.arange(1, MOST_SEEDS + 1)
        enough = np.flatnonzero(self._reached(self.effect(each)) >= POWER)
        return int(each[enough[0]]) if enough.size else None

    @property
    def power_benchmarks(self) -> float:
        """The power on other benchmarks, with the present numbers of benchmarks and seeds."""
        return float(self._reached(self.effect(self.seeds)))

    @property
    def power_seeds(self) -> float:
        """The same on these benchmarks, whatever the training seed; NaN with too few seeds for a test."""
        if self.seeds < SEEDS_NEEDED:
            return math.nan
        return float(power_seeds(self._on_these, self.seeds, self.level, self.share))

    def over_seeds(self) -> tuple[tuple[int, ...], tuple[PowerLine, ...]]:
        """Numbers of seeds, past those needed, and the power with each on these benchmarks; empty where not known."""
        if math.isnan(self._on_these):
            return (), ()
        cases = _cases(SEEDS_NEEDED, self.seeds_needed, self.seeds)
        reached = power_seeds(self._on_these, cases, self.level, self.share)
        return tuple(cases.tolist()), (PowerLine(seeds=None, power=tuple(reached.tolist())),)

    def over_benchmarks(self) -> tuple[tuple[int, ...], tuple[PowerLine, ...]]:
        """The same for benchmarks like these, with one seed on each, the present ones and endless ones."""
        lines, enough = [], float(self.benchmarks_needed(self.seeds)[0])
        cases = _cases(2, enough, self.benchmarks)
        for count in dict.fromkeys((1, self.seeds, None)):
            effect = float(self.effect(math.inf if count is None else count))
            if math.isfinite(effect):
                reached = power_benchmarks(effect, cases, self.level)
                lines.append(PowerLine(seeds=count, power=tuple(reached.tolist())))
        return (tuple(cases.tolist()), tuple(lines)) if lines else ((), ())

    @property
    def _on_these(self) -> float:
        return math.nan if self.difference is None or not self.on_mean else self.difference / self.on_mean

    def _reached(self, effect: Floats) -> Floats:
        return (
            power_benchmarks(effect, self.benchmarks, self.level)
            if self.benchmarks > 1
            else np.full(effect.shape, np.nan)
        )


def design_of(seeds: Tests, benchmarks: Tests, k: int) -> Design:
    """What the runs show of pair k: its observed difference, and how it varies."""
    each, groups = _seeds(benchmarks, k), int((benchmarks.rows.membership[benchmarks.common[:, k]].any(axis=0)).sum())
    between = noise = None
    if benchmarks.se[k] > 0:
        parts = _split(benchmarks, k)
        between = parts.sd if parts.benchmarks is None else math.sqrt(parts.benchmarks)
        noise = None if parts.shared is None else math.sqrt(parts.shared * each)
    on_mean = float(seeds.one[k]) if seeds.se[k] > 0 else None if noise is None else noise / math.sqrt(groups)
    found = benchmarks if groups > 1 else seeds
    return Design(
        difference=finite(abs(float(found.difference[k]))) or None,
        methods=round((1 + math.sqrt(1 + 8 * seeds.rows.m)) / 2),
        benchmarks=groups,
        seeds=each,
        between=between,
        noise=on_mean if noise is None and groups == 1 else noise,
        on_mean=on_mean,
        share=float(seeds.share[k]) if seeds.se[k] > 0 else 2.0,
    )


def _cases(fewest: int, enough: float, present: int) -> Ints:
    last = max(20.0, 1.5 * enough if math.isfinite(enough) else 0.0, float(present))
    return np.unique(np.linspace(fewest, min(400, math.ceil(last)), 60).round().astype(int))


def _split(tests: Tests, k: int) -> Split:
    """The difference of a pair over groups split up; where a group has no seed on all its benchmarks, cells alone."""
    inside = tests.rows.membership[tests.common[:, k]] > 0
    own, both = inside[:, inside.any(axis=0)].T, [tests.a[k], tests.b[k]]
    runs = tests.rows.runs[tests.common[:, k]][:, :, both]
    seeds = np.stack([runs[group].mean(axis=0) for group in own])
    if np.isnan(seeds).all(axis=1).any():
        cells = tests.rows.cells[tests.common[:, k]][:, both]
        seeds = np.stack([cells[group].mean(axis=0)[None] for group in own])
    return split(seeds[:, :, 0], seeds[:, :, 1])


def _seeds(tests: Tests, k: int) -> int:
    """The most seeds that a benchmark has of the two rows: the present ones."""
    return int((~np.isnan(tests.rows.runs[:, :, [tests.a[k], tests.b[k]]])).sum(axis=1).max())
