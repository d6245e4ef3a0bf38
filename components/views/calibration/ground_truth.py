"""Metrics against models whose knowledge is known: does a metric tell those that have it from those that do not?"""

from __future__ import annotations

from dataclasses import dataclass

from components.plain import number
from components.resolved import Resolved, reads
from components.stats.audits.claims import claims
from components.stats.audits.ground_truth import auc_interval, ground_truth_pools
from components.stats.panel import nanmean


@dataclass(frozen=True, kw_only=True)
class GroundTruthRow:
    """One metric of the pools.

    `auc` is P(known above unknown) + ½ P(equal), turned so that 1 is a metric that always tells them apart as it
    should; `low` and `high` bound it (95 %, or the extremes over training variants where `is_range`). `printed` is
    what the study prints, `reference_value` the mean of the reference models.
    """

    metric: str
    auc: float
    low: float
    high: float
    is_range: bool
    variants_known: int
    variants_unknown: int
    known: int
    unknown: int
    printed: float | None
    reference_value: float | None


@reads(weights=False)
def ground_truth(resolved: Resolved) -> tuple[GroundTruthRow, ...]:
    """The metrics of the pools in registry order; none where the suite has no pools."""
    pools = ground_truth_pools(resolved.tables)
    printed = {c.subject[0]: c.printed for c in claims(resolved.tables) if c.statistic == "ground_truth_auc"}
    rows = []
    for metric in pools.metrics:
        known, unknown = pools.values("known", metric.id), pools.values("unknown", metric.id)
        variants = [pools.variants(pool, metric.id) for pool in ("known", "unknown")]
        found = auc_interval(known, unknown, variants[0], variants[1], metric.sign, resolved.selection.rng)
        rows.append(
            GroundTruthRow(
                metric=metric.id,
                auc=found.auc,
                low=found.low,
                high=found.high,
                is_range=found.is_range,
                variants_known=found.variants[0],
                variants_unknown=found.variants[1],
                known=found.n[0],
                unknown=found.n[1],
                printed=printed.get(metric.id),
                reference_value=number(nanmean(pools.values("reference", metric.id)[:, None], axis=0)[0]),
            )
        )
    return tuple(rows)
