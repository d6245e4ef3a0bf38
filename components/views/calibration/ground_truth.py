"""Metrics against models whose knowledge is known: does a metric tell those that have it from those that do not?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.plain import aside, by_id, number, whole
from components.resolved import Resolved, reads
from components.stats.audits.claims import claims
from components.stats.audits.ground_truth import Auc, PoolMetric, Pools, auc_interval, ground_truth_pools
from components.stats.panel import Floats, nanmean
from data.registry import Tables

KNOWN, UNKNOWN, REFERENCE = "known", "unknown", "reference"
"""The pools: models that have the knowledge, models that never had it, and the model trained without it."""


@dataclass(frozen=True, kw_only=True)
class _OfMetric:
    metric: str
    label: str = aside()
    name: str = aside()
    sign: int = aside()


@dataclass(frozen=True, kw_only=True)
class GroundTruthRow(Auc, _OfMetric):
    """One metric of the pools: its area, and where its values lie.

    `printed` is what the study prints, `reference_value` the mean of the reference models. `known_within` counts the
    models that know and show no more knowledge than that, `unknown_beyond` those that never knew and show more; None
    without a reference. `sign` is −1 where higher values say that more knowledge is left, else +1.
    """

    printed: float | None
    reference_value: float | None
    known_within: int | None
    unknown_beyond: int | None


@dataclass(frozen=True, kw_only=True)
class PoolModel:
    """One model of a pool and the training variant it is of; `values` are by metric id, as measured."""

    model: str
    pool: str
    variant: str
    values: Mapping[str, float | None]


@dataclass(frozen=True, kw_only=True)
class GroundTruthResult:
    """The metrics of the pools in registry order, none where the suite has no pools, and the models behind them."""

    rows: tuple[GroundTruthRow, ...] = whole()
    models: tuple[PoolModel, ...] = aside()

    @property
    def best_first(self) -> tuple[GroundTruthRow, ...]:
        """The rows by AUC, equal ones in registry order."""
        return tuple(sorted(self.rows, key=lambda r: -r.auc))

    @property
    def references(self) -> tuple[str, ...]:
        """The names of the models trained without the knowledge."""
        return tuple(m.model for m in self.models if m.pool == REFERENCE)


@reads(weights=False)
def ground_truth(resolved: Resolved) -> GroundTruthResult:
    """How well each metric of the suite's pools tells models that know from models that never did."""
    pools = ground_truth_pools(resolved.tables)
    if not pools.metrics:
        return GroundTruthResult(rows=(), models=())
    printed = {c.subject[0]: c.printed for c in claims(resolved.tables) if c.statistic == "ground_truth_auc"}
    ids = [m.id for m in pools.metrics]
    return GroundTruthResult(
        rows=tuple(_row(pools, m, printed.get(m.id), resolved.selection.rng) for m in pools.metrics),
        models=tuple(
            PoolModel(
                model=str(r["model"]),
                pool=str(r["pool"]),
                variant=str(r["variant"]),
                values=by_id(ids, [r[i] for i in ids]),
            )
            for r in pools.frame.to_dict("records")
        ),
    )


def panel_with_pools(tables: Tables) -> str:
    """The reference panel of a suite that has pools; empty without them."""
    return tables.reference_panel.id if ground_truth_pools(tables).metrics else ""


def _row(pools: Pools, metric: PoolMetric, printed: float | None, rng: int) -> GroundTruthRow:
    known, unknown = pools.values(KNOWN, metric.id), pools.values(UNKNOWN, metric.id)
    variants = [pools.variants(pool, metric.id) for pool in (KNOWN, UNKNOWN)]
    estimate = auc_interval(known, unknown, variants[0], variants[1], metric.sign, rng)
    reference = number(nanmean(pools.values(REFERENCE, metric.id)[:, None], axis=0)[0])
    return GroundTruthRow(
        metric=metric.id,
        label=metric.label,
        name=metric.name,
        sign=metric.sign,
        **vars(estimate),
        printed=printed,
        reference_value=reference,
        known_within=None if reference is None else estimate.known - _beyond(known, reference, metric.sign),
        unknown_beyond=None if reference is None else _beyond(unknown, reference, metric.sign),
    )


def _beyond(values: Floats, reference: float, sign: int) -> int:
    """How many values show more knowledge than the reference."""
    return int(np.count_nonzero(-sign * values > -sign * reference))
