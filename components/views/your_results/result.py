"""What a table of results can support, put together from what other pages compute. It has no rule of its own."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.plain import aside
from components.resolved import Resolved
from components.stats.reliability.spearman import spearman_pooled
from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult
from components.views.leaderboard.result import LeaderboardResult, LeaderboardRow
from components.views.stability.result.weightings import WeightingsResult

ALIKE = 0.9
"""Metrics whose τ is at least this order the methods nearly alike: two of them count one opinion twice."""
AGAINST, FEWEST = -0.5, 8
"""A metric whose ρ with closeness to the oracle is at most this, over so many runs, may be declared turned round."""
SIGNIFICANT = 0.05
LEAST_P = 1e-300
"""Smaller ones are not told apart."""
EXTREMES = 3
"""Pairs named at either end."""


@dataclass(frozen=True, kw_only=True)
class Reach:
    """What the design can show about pairs of metrics at all.

    `p_min` is the smallest p that is possible over the pairs (tie-aware), `p_min_holm` the same as the first step of
    Holm's correction leaves it, None without a pair that has a τ; `p_min_rule` says where it comes from.
    `significant` counts pairs with p ≤ .05 after Holm, of the `p_known` whose p was computed.
    """

    pairs: int
    pairs_defined: int
    p_min: float | None
    p_min_holm: float | None
    p_min_rule: str
    significant: int
    p_known: int


@dataclass(frozen=True, kw_only=True)
class Turned:
    """A metric that runs against closeness to the oracle: Spearman's ρ over n runs."""

    metric: str
    rho: float
    n: int


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where a method stands; `share_first` is the share of random weightings under which it leads, ties split.

    `apart`: it is one of yours and has no block (benchmark and seed) with any other method, so nothing compares them.
    """

    row: LeaderboardRow
    yours: bool
    share_first: float | None
    apart: bool = False

    @property
    def rank(self) -> int | None:
        """The rank among methods that it is compared with; None where there are none."""
        return None if self.apart else self.row.rank


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """The audit of a view. Counts say how much there is; pairs are tie-aware, `agree` and `against` at most three.

    `constant_on` maps metrics to the benchmarks where all methods have one value, `dominated` methods to those that
    dominate them. `other_seeds` are those of the methods that are not yours.
    """

    labels: Labels = aside()
    runs: int
    methods: int
    benchmarks: int
    seeds: int
    blocks: int
    cells: int
    metrics: int
    oracle_runs: int
    missing_values: int
    values: int
    holes: int
    reach: Reach
    constant_on: Mapping[str, tuple[str, ...]]
    agree: tuple[PairTau, ...]
    against: tuple[PairTau, ...]
    alike: tuple[PairTau, ...]
    dominated: Mapping[str, tuple[str, ...]]
    turned: tuple[Turned, ...]
    standings: tuple[Standing, ...]
    other_seeds: tuple[int, ...]
    weightings: int
    largest_se: float | None


def audit(
    resolved: Resolved,
    leaderboard: LeaderboardResult,
    agreement: AgreementResult,
    weightings: WeightingsResult,
    yours: Collection[str] = (),
) -> AuditResult:
    """The audit of a view from the results of three pages and the pooled ρ; `yours` are ids of methods to mark."""
    panel, pairs = resolved.panel, agreement.tie_aware.pairs
    ran = np.asarray(panel.present.any(axis=1))
    measured = np.asarray(~np.isnan(panel.values).all(axis=1))[ran]
    pooled = spearman_pooled(panel)
    shares = weightings.rank_acceptability
    apart, other_seeds = _apart(resolved, yours)
    return AuditResult(
        labels=resolved.labels,
        runs=panel.n_runs,
        methods=len(panel.methods),
        benchmarks=len(panel.benchmarks),
        seeds=len(panel.seeds),
        blocks=len(panel.blocks),
        cells=panel.n_cells,
        metrics=len(panel.metrics),
        oracle_runs=0 if panel.oracle is None else int((~np.isnan(panel.oracle)).sum()),
        missing_values=int(measured.size - measured.sum()),
        values=int(measured.size),
        holes=int(ran.size - ran.sum()),
        reach=_reach(resolved, pairs),
        constant_on=leaderboard.summary.constant_on,
        agree=_extremes(pairs, 1),
        against=_extremes(pairs, -1),
        alike=tuple(p for p in pairs if p.tau is not None and p.tau >= ALIKE),
        dominated={r.method: r.dominated_by for r in leaderboard.rows if r.dominated_by},
        turned=tuple(
            Turned(metric=m, rho=float(rho), n=int(n))
            for m, rho, n in zip(panel.metric_ids, pooled.rho, pooled.n, strict=True)
            if rho <= AGAINST and n >= FEWEST
        ),
        standings=tuple(
            Standing(
                row=r,
                yours=r.method in yours,
                share_first=shares[r.method][0] if r.method in shares and r.method not in apart else None,
                apart=r.method in apart,
            )
            for r in leaderboard.rows
        ),
        other_seeds=other_seeds,
        weightings=weightings.weightings,
        largest_se=weightings.largest_se,
    )


def _apart(resolved: Resolved, yours: Collection[str]) -> tuple[set[str], tuple[int, ...]]:
    """Those of yours that share no block with another method, and the seeds that the others have."""
    panel = resolved.panel
    mine = np.array([m in yours for m in panel.methods], dtype=bool)
    if mine.all() or not mine.any():
        return set(), ()
    blocks = {p.tobytes() for p in np.argwhere(panel.present[:, :, ~mine].any(axis=2))}
    apart = {
        panel.methods[m]
        for m in np.flatnonzero(mine)
        if not blocks & {p.tobytes() for p in np.argwhere(panel.present[:, :, m])}
    }
    return apart, tuple(panel.seeds[s] for s in np.unique(np.argwhere(panel.present[:, :, ~mine])[:, 1]))


def _reach(resolved: Resolved, pairs: Sequence[PairTau]) -> Reach:
    tested = [p for p in pairs if p.tau is not None]
    rule = "the permutations of these values"
    smallest = min((p.p_min for p in tested if p.p_min is not None), default=None)
    if smallest is None and tested:
        # where every p is left for later: without ties, all methods of each benchmark relabelled
        orders = sum(math.lgamma(n + 1) for n in resolved.panel.present.any(axis=1).sum(axis=1) if n > 1)
        smallest = max(2.0 * math.exp(-orders), LEAST_P)
        rule = "the number of methods, without ties"
    return Reach(
        pairs=len(pairs),
        pairs_defined=len(tested),
        p_min=smallest,
        p_min_holm=None if smallest is None else min(1.0, smallest * len(tested)),
        p_min_rule=rule,
        significant=sum(p.p_holm is not None and p.p_holm <= SIGNIFICANT for p in tested),
        p_known=sum(p.p_holm is not None for p in tested),
    )


def _extremes(pairs: Sequence[PairTau], sign: int) -> tuple[PairTau, ...]:
    """The pairs that agree (sign 1) or contradict each other (sign −1) most, none of the other sign."""
    known = [(sign * p.tau, p) for p in pairs if p.tau is not None and sign * p.tau > 0]
    return tuple(p for _, p in sorted(known, key=lambda entry: -entry[0])[:EXTREMES])
