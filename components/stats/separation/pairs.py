"""What benchmarks separate, pair by pair: the difference, its p, and how many benchmarks would settle it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from components.plain import number, whole_number
from components.stats import scipy
from components.stats.panel import Floats
from components.stats.separation.compared import Compared
from components.stats.separation.planning import (
    MOST,
    Split,
    needed,
    noncentrality_interval,
    power,
    split,
)
from components.stats.separation.sign_flips import LEVEL
from components.text import thousands

ONE_BENCHMARK = "cannot say: one benchmark shows no spread over benchmarks"
IDENTICAL = "cannot say: both score the same on every benchmark"
CONSTANT = "cannot say: the difference is the same on every benchmark, which shows no spread"
NO_LIMIT = "no upper limit: the effect may be 0"
TOO_MANY = f"more than {thousands(MOST)} benchmarks"
FEWEST = 6
"""With fewer benchmarks no p of sign flips reaches .05."""
FLAT = 1e-11
"""A standard deviation below this is 0 in other rounding: scores have 12 decimals."""


@dataclass(frozen=True, kw_only=True)
class SeparablePair:
    """Two methods, `a` ranked first; `difference` is the mean over benchmarks of the score of a less that of b.

    low, high             its 95 % t interval, of this pair alone and for normal differences; None with one benchmark
    p, p_min, p_holm      of sign flips, two-sided; the smallest this many benchmarks can give; after Holm's correction
                          over all pairs, listed or not
    benchmarks_needed     benchmarks like these, at the present seeds, for 80 % power at 5 %, two-sided, unadjusted
    benchmarks_low, …high the same at the ends of the 95 % interval of the effect; None (`reason`) where there is no end
    reason                why something of these is None; empty where nothing is
    variance_benchmarks   σ_b² of the difference, 0 where it came out below (`variance_negative`); None with one seed
    variance_seeds        σ_e² of one seed, of pairs of runs where `seeds_paired`; None with one seed
    with_endless_seeds    benchmarks needed if each had endless seeds; None where σ_b² is 0 or unknown
    seeds_alone           whether more seeds on these benchmarks could ever do; None where nobody can say
    """

    a: str
    b: str
    rank_a: int
    rank_b: int
    difference: float
    low: float | None
    high: float | None
    p: float
    p_min: float
    p_holm: float
    benchmarks_needed: int | None
    benchmarks_low: int | None
    benchmarks_high: int | None
    reason: str
    variance_benchmarks: float | None
    variance_seeds: float | None
    variance_negative: bool | None
    seeds_paired: bool | None
    with_endless_seeds: int | None
    seeds_alone: bool | None

    @property
    def separated(self) -> bool:
        """Whether the two differ significantly after Holm's correction."""
        return self.p_holm <= LEVEL


@dataclass(frozen=True, kw_only=True)
class PowerLine:
    """Power over benchmarks with so many seeds on each; None are endless ones."""

    seeds: int | None
    power: tuple[float, ...]


def separable_pairs(
    rows: Compared, listed: np.ndarray, p: Floats, p_min: float, adjusted: Floats
) -> tuple[SeparablePair, ...]:
    """The pairs `listed`, by number among all P; `p` (P,) and `adjusted` (P,) are those of all pairs."""
    a, b = (side[listed] for side in rows.pairs)
    differences, benchmarks = rows.differences[listed], len(rows.places)
    half = np.full(len(listed), np.nan)
    if benchmarks > 1:
        half = scipy.stats.t.ppf(0.975, benchmarks - 1) * differences.std(axis=1, ddof=1) / math.sqrt(benchmarks)
    splits = [_split(rows, i, j) for i, j in zip(a, b, strict=True)]
    plans = _plans(splits, benchmarks)
    found = []
    for n, (i, j, parts) in enumerate(zip(a, b, splits, strict=True)):
        mean = float(differences[n].mean())
        plan = plans[n]
        found.append(
            SeparablePair(
                a=rows.names[i],
                b=rows.names[j],
                rank_a=rows.ranks[i],
                rank_b=rows.ranks[j],
                difference=mean,
                low=number(mean - half[n]),
                high=number(mean + half[n]),
                p=float(p[listed[n]]),
                p_min=p_min,
                p_holm=float(adjusted[listed[n]]),
                benchmarks_needed=whole_number(plan.needed),
                benchmarks_low=whole_number(plan.low),
                benchmarks_high=whole_number(plan.high),
                reason=plan.reason,
                variance_benchmarks=None if parts is None else parts.benchmarks,
                variance_seeds=None if parts is None else parts.seeds,
                variance_negative=None if parts is None or parts.benchmarks is None else parts.negative,
                seeds_paired=None if parts is None or parts.benchmarks is None else parts.paired,
                with_endless_seeds=whole_number(plan.endless),
                seeds_alone=_seeds_alone(parts, plan.endless, benchmarks),
            )
        )
    return tuple(found)


def power_lines(rows: Compared, i: int, j: int, needed: int | None) -> tuple[tuple[int, ...], tuple[PowerLine, ...]]:
    """Numbers of benchmarks, past the `needed` ones, and the power to separate rows i and j with so many.

    Empty where their difference shows no spread over benchmarks.
    """
    parts, seeds = _split(rows, i, j), _seeds(rows, i, j)
    if parts is None or parts.sd <= FLAT:
        return (), ()
    most = min(400, max(20, math.ceil(1.5 * (needed or 0)), 2 * len(rows.places)))
    benchmarks = np.unique(np.linspace(2, most, 60).round().astype(int))
    lines = []
    for count in dict.fromkeys((1, seeds, None) if parts.seeds is not None else (seeds,)):
        variance = parts.variance(None if count == seeds else math.inf if count is None else float(count))
        if variance > FLAT**2:
            reached = power(parts.delta / math.sqrt(variance), benchmarks)
            lines.append(PowerLine(seeds=count, power=tuple(reached.tolist())))
    return tuple(benchmarks.tolist()), tuple(lines)


@dataclass(frozen=True)
class _Plan:
    """Numbers of benchmarks, NaN or infinite where there is none."""

    needed: float = math.nan
    low: float = math.nan
    high: float = math.nan
    endless: float = math.nan
    reason: str = ""


def _plans(splits: list[Split | None], benchmarks: int) -> list[_Plan]:
    """The plan of each pair, all at once: the noncentral t is slow."""
    plans = [_Plan(reason=_unplanned(s)) for s in splits]
    open_ = [n for n, plan in enumerate(plans) if not plan.reason]
    parts = [s for s in splits if s is not None and not _unplanned(s)]
    if not parts:
        return plans
    delta, sd = np.array([s.delta for s in parts]), np.array([s.sd for s in parts])
    low, high = noncentrality_interval(delta / sd * math.sqrt(benchmarks), benchmarks - 1)
    may_be_0 = (low <= 0.0) & (high >= 0.0)
    weakest = np.where(may_be_0, 0.0, np.minimum(np.abs(low), np.abs(high))) / math.sqrt(benchmarks)
    strongest = np.maximum(np.abs(low), np.abs(high)) / math.sqrt(benchmarks)
    now = delta / np.sqrt([s.variance() for s in parts])
    between = np.array([s.benchmarks or np.nan for s in parts])
    counts = needed(np.stack([now, strongest, weakest, delta / np.sqrt(between)]), fewest=FEWEST)
    for n, count, zero in zip(open_, counts.T, may_be_0, strict=True):
        reason = TOO_MANY if math.isinf(count[0]) else ""
        if math.isinf(count[2]):
            reason = "; ".join(filter(None, (reason, NO_LIMIT if zero else f"upper limit: {TOO_MANY}")))
        enough, fewest, most, endless = count.tolist()
        plans[n] = _Plan(enough, fewest, most, endless, reason)
    return plans


def _unplanned(parts: Split | None) -> str:
    """Why a pair has no plan; empty where it has one."""
    if parts is None:
        return ONE_BENCHMARK
    if parts.sd <= FLAT:
        return IDENTICAL if abs(parts.delta) <= FLAT else CONSTANT
    return ""


def _seeds_alone(parts: Split | None, endless: float, benchmarks: int) -> bool | None:
    """Whether endless seeds on these benchmarks would do: never where no p of so few benchmarks can reach .05."""
    if benchmarks < FEWEST:
        return False
    if parts is None or not parts.benchmarks or math.isnan(endless):
        return None
    return endless <= benchmarks


def _split(rows: Compared, i: int, j: int) -> Split | None:
    """The difference of two rows split up; None with one benchmark.

    Where no run of a benchmark has all weighted metrics, its cells stand for one run each.
    """
    cells, runs = rows.scores.cells, rows.scores.runs
    if len(cells) < 2:
        return None
    whole = not np.isnan(runs[:, :, [i, j]]).all(axis=1).any()
    return split(runs[:, :, i], runs[:, :, j]) if whole else split(cells[:, [i]], cells[:, [j]])


def _seeds(rows: Compared, i: int, j: int) -> int:
    """The most seeds that a benchmark has of the two rows: the present ones."""
    return int((~np.isnan(rows.scores.runs[:, :, [i, j]])).sum(axis=1).max())
