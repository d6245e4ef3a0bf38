"""What would separate two rows: how many seeds, or how many groups of benchmarks like these."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from components.plain import whole_number
from components.stats.panel import Floats
from components.stats.separation.inference import SEEDS_NEEDED, Ints, PairTest, Tests
from components.stats.separation.planning import LEVEL, MOST, Split, needed, noncentrality_interval, power, split
from components.text import thousands

NO_LIMIT = "no upper limit: the difference may be 0"


@dataclass(frozen=True, kw_only=True)
class PowerLine:
    """Power over numbers of seeds or of benchmarks, these with so many `seeds` on each; None are endless ones."""

    seeds: int | None
    power: tuple[float, ...]


def planned(tests: Tests, listed: Ints, deviation: float | None = None) -> tuple[PairTest, ...]:
    """The pairs listed by number, with what they need for power .8 at level .05/m, and at .05 were they the only two.

    `deviation` is that of the difference between benchmarks as a reader expects it, used where one group shows none.
    """
    seeds, level, given = tests.over == "seeds", tests.rows.level, np.full(len(listed), False)
    with np.errstate(divide="ignore", invalid="ignore"):
        effect, share = tests.difference[listed] / tests.one[listed], tests.share[listed]
    endless = low = high = np.full(len(listed), np.nan)
    if not seeds:
        between, endless = _effects(tests, listed)
        weakest, strongest = _ends(effect, tests.df[listed])
        low, high = needed(strongest, level), needed(weakest, level)
        effect = between
        if deviation is not None:
            given = np.isnan(tests.se[listed])
            effect = np.where(given, tests.difference[listed] / deviation, effect)
    effect = np.where((tests.se[listed] > 0) | given, effect, np.nan)
    fewest = SEEDS_NEEDED if seeds else 2
    counts, alone = needed(effect, level, share, fewest), needed(effect, LEVEL, share, fewest)
    without = needed(endless, level)
    found = []
    for k, p in enumerate(tests.pairs(listed)):
        enough, limit = whole_number(counts[k]), ""
        if math.isinf(high[k]):
            limit = NO_LIMIT if weakest[k] == 0 else f"upper limit: more than {thousands(MOST)}"
        too_many = f"more than {thousands(MOST)} {tests.over}" if math.isinf(counts[k]) else ""
        plan = replace(
            p,
            seeds_needed=enough if seeds else None,
            benchmarks_needed=None if seeds else enough,
            benchmarks_low=whole_number(low[k]),
            benchmarks_high=whole_number(high[k]),
            needed_alone=whole_number(alone[k]),
            with_endless_seeds=whole_number(without[k]),
            reason="; ".join(filter(None, (p.reason, too_many, limit))),
        )
        found.append(plan)
    return tuple(found)


def power_lines(tests: Tests, k: int, most: int | None) -> tuple[tuple[int, ...], tuple[PowerLine, ...]]:
    """Numbers of cases, past the `most` that are needed, and the power to separate pair k with so many.

    Over benchmarks with one seed on each, the present ones and endless ones. Empty where there is no test.
    """
    if not tests.se[k] > 0:
        return (), ()
    fewest = SEEDS_NEEDED if tests.over == "seeds" else 2
    cases = np.unique(np.linspace(fewest, min(400, max(20, math.ceil(1.5 * (most or 0)))), 60).round().astype(int))
    difference, level = float(tests.difference[k]), tests.rows.level
    if tests.over == "seeds":
        reached = power(difference / tests.one[k], cases, level, tests.share[k])
        return tuple(cases.tolist()), (PowerLine(seeds=None, power=tuple(reached.tolist())),)
    parts, seeds, lines = _split(tests, k), _seeds(tests, k), []
    for count in dict.fromkeys((1, seeds, None) if parts.seeds is not None else (seeds,)):
        variance = parts.variance(None if count == seeds else math.inf if count is None else float(count))
        if variance > 0:
            reached = power(difference / math.sqrt(variance), cases, level)
            lines.append(PowerLine(seeds=count, power=tuple(reached.tolist())))
    return tuple(cases.tolist()), tuple(lines)


def _effects(tests: Tests, listed: Ints) -> tuple[Floats, Floats]:
    """(P,) the effects on one group of benchmarks at the present seeds and with endless ones; NaN where not known."""
    now, endless = np.full((2, len(listed)), np.nan)
    for n, k in enumerate(listed.tolist()):
        if tests.se[k] > 0:
            parts, d = _split(tests, k), float(tests.difference[k])
            now[n] = d / math.sqrt(parts.variance() or tests.one[k] ** 2)
            endless[n] = d / math.sqrt(parts.benchmarks) if parts.benchmarks else np.nan
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
