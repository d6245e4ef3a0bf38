"""What would separate two rows, or detect a difference that matters: how many seeds, or groups of benchmarks."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from components.plain import number, whole_number
from components.stats.memo import memoised
from components.stats.panel import Floats
from components.stats.separation.inference import SEEDS_NEEDED, Ints, PairTest, Tests
from components.stats.separation.planning import MOST, POWER, Split, needed, noncentrality_interval, power, split
from components.stats.separation.sign_flips import LEVEL
from components.text import thousands

NO_LIMIT = "no upper limit: the difference may be 0"
MOST_SEEDS = 1_000
"""More seeds of each are no plan."""


@dataclass(frozen=True, kw_only=True)
class PowerLine:
    """Power over numbers of seeds or of benchmarks, these with `seeds` on each; None means endlessly many."""

    seeds: int | None
    power: tuple[float, ...]


def planned_pair(tests: Tests, k: int) -> PairTest:
    """One pair with how many seeds or benchmarks would separate it, computed once: many sentences ask for it."""
    return memoised(tests, k, lambda: _enough(tests, np.array([k]))[0])


def planned(tests: Tests, listed: Ints) -> tuple[PairTest, ...]:
    """The pairs listed by number, with all that they need: at the ends of the interval, and if alone, at .05, too."""
    effect, endless = _effects(tests, listed)
    alone = needed(effect, LEVEL, tests.share[listed], _fewest(tests))
    weakest = strongest = np.full(len(listed), np.nan)
    if tests.over == "benchmarks":
        with np.errstate(divide="ignore", invalid="ignore"):
            weakest, strongest = _ends(tests.difference[listed] / tests.one[listed], tests.df[listed])
    low, high, without = needed(np.stack([strongest, weakest, endless]), tests.rows.level)
    found = []
    for k, p in enumerate(_enough(tests, listed)):
        limit = ""
        if math.isinf(high[k]):
            limit = NO_LIMIT if weakest[k] == 0 else f"upper limit: more than {thousands(MOST)}"
        plan = replace(
            p,
            benchmarks_low=whole_number(low[k]),
            benchmarks_high=whole_number(high[k]),
            needed_alone=whole_number(alone[k]),
            with_endless_seeds=whole_number(without[k]),
            reason="; ".join(filter(None, (p.reason, limit))),
        )
        found.append(plan)
    return tuple(found)


def _enough(tests: Tests, listed: Ints) -> list[PairTest]:
    """The pairs with the fewest cases that have power .8 at level .05/m."""
    seeds, found = tests.over == "seeds", []
    counts = needed(_effects(tests, listed)[0], tests.rows.level, tests.share[listed], _fewest(tests))
    for count, p in zip(counts.tolist(), tests.pairs(listed), strict=True):
        too_many = f"more than {thousands(MOST)} {tests.over}" if math.isinf(count) else ""
        enough, reason = whole_number(count), "; ".join(filter(None, (p.reason, too_many)))
        found.append(
            replace(
                p, reason=reason, seeds_needed=enough if seeds else None, benchmarks_needed=None if seeds else enough
            )
        )
    return found


def _fewest(tests: Tests) -> int:
    return SEEDS_NEEDED if tests.over == "seeds" else 2


@dataclass(frozen=True, kw_only=True)
class Design:
    """An experiment to separate two methods, with what makes the difference of their scores vary.

    difference  of the scores, as large as matters; `methods` that are compared at once
    benchmarks  that share no samples, and `seeds` of each method on each
    between     standard deviation of the difference from benchmark to benchmark, beyond what seeds do
    noise       of the difference on one benchmark from seed to seed; None where not known, or part of `between`
    on_mean     the same of the mean over the benchmarks, with `share` · (seeds − 1) degrees of freedom by Welch

    Fields that are None are not known; what needs them is NaN. Counts above MOST are infinite.
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
        """(…) benchmarks like these for power .8 with so many seeds; NaN for endless ones if nothing else varies."""
        each = np.asarray(seeds, dtype=float)
        effect = np.where(np.isinf(each) & (self.between == 0), np.nan, self.effect(each))
        return needed(effect, self.level)

    @cached_property
    def seeds_needed(self) -> float:
        """Seeds of each for power .8 on these benchmarks alone."""
        return float(needed(self._on_these, self.level, self.share, SEEDS_NEEDED))

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
        return float(power(self._on_these, self.seeds, self.level, self.share))

    def over_seeds(self) -> tuple[tuple[int, ...], tuple[PowerLine, ...]]:
        """Numbers of seeds, past those needed, and the power with each on these benchmarks; empty where not known."""
        if math.isnan(self._on_these):
            return (), ()
        cases = _cases(SEEDS_NEEDED, self.seeds_needed, self.seeds)
        reached = power(self._on_these, cases, self.level, self.share)
        return tuple(cases.tolist()), (PowerLine(seeds=None, power=tuple(reached.tolist())),)

    def over_benchmarks(self) -> tuple[tuple[int, ...], tuple[PowerLine, ...]]:
        """The same for benchmarks like these, with one seed on each, the present ones and endless ones."""
        lines, enough = [], float(self.benchmarks_needed(self.seeds))
        cases = _cases(2, enough, self.benchmarks)
        for count in dict.fromkeys((1, self.seeds, None)):
            effect = float(self.effect(math.inf if count is None else count))
            if math.isfinite(effect):
                reached = power(effect, cases, self.level)
                lines.append(PowerLine(seeds=count, power=tuple(reached.tolist())))
        return (tuple(cases.tolist()), tuple(lines)) if lines else ((), ())

    @property
    def _on_these(self) -> float:
        return math.nan if self.difference is None or not self.on_mean else self.difference / self.on_mean

    def _reached(self, effect: Floats) -> Floats:
        return power(effect, self.benchmarks, self.level) if self.benchmarks > 1 else np.full(effect.shape, np.nan)


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
        difference=number(abs(float(found.difference[k]))) or None,
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


def _effects(tests: Tests, listed: Ints) -> tuple[Floats, Floats]:
    """(P,) the effects on one case, on groups of benchmarks also with endless seeds; NaN where not known."""
    now, endless = np.full((2, len(listed)), np.nan)
    for n, k in enumerate(listed.tolist()):
        if not tests.se[k] > 0:
            continue
        d, parts = float(tests.difference[k]), None if tests.over == "seeds" else _split(tests, k)
        now[n] = d / math.sqrt((parts and parts.variance()) or tests.one[k] ** 2)
        endless[n] = d / math.sqrt(parts.benchmarks) if parts and parts.benchmarks else np.nan
    return now, endless


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


def _ends(effect: Floats, df: Floats) -> tuple[Floats, Floats]:
    """(P,) absolute ends of the 95 % interval of an effect on one group, the smaller first; 0 where it contains 0."""
    weakest, strongest = np.full((2, len(effect)), np.nan)
    for freedom in np.unique(df[~np.isnan(df) & np.isfinite(effect)]):
        own, root = (df == freedom) & np.isfinite(effect), math.sqrt(freedom + 1)
        low, high = (end / root for end in noncentrality_interval(effect[own] * root, int(freedom)))
        strongest[own] = np.maximum(np.abs(low), np.abs(high))
        weakest[own] = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(np.abs(low), np.abs(high)))
    return weakest, strongest
