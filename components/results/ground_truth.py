"""Does a metric tell models that have the knowledge from those that never had it, where that is
known?"""

from dataclasses import dataclass

from components.format import finite
from components.resolved import Resolved, unweighted
from components.stats.audits.claims import claims
from components.stats.audits.ground_truth import Auc, Pools, auc_interval, ground_truth_pools
from components.stats.panel import nanmean
from data.registry import Metric

BLIND = 0.5
"""The AUC of a metric without information."""
KNOWN, UNKNOWN, REFERENCE = "known", "unknown", "reference"
"""The pools: models that have the knowledge, models that never had it, and the model trained
without it."""


@dataclass(frozen=True, kw_only=True)
class GroundTruthRow(Auc):
    """The AUC of one metric between the pools.

    printed          what the study prints
    reference_value  mean of the models trained without the knowledge, None without such a model
    """

    metric: str
    label: str
    name: str
    printed: float | None
    reference_value: float | None


@unweighted
def compute(view: Resolved) -> tuple[GroundTruthRow, ...]:
    """Return the AUC of each metric between the suite's pools, the highest first; () without
    pools."""
    pools = ground_truth_pools(view.tables)
    printed = {
        c.subject[0]: c.printed for c in claims(view.tables) if c.statistic == "ground_truth_auc"
    }
    rows = [_row(pools, m, printed.get(m.id), view.selection.rng) for m in pools.metrics]
    return tuple(sorted(rows, key=lambda r: -r.auc))


def _row(pools: Pools, metric: Metric, printed: float | None, rng: int) -> GroundTruthRow:
    values = [pools.values(pool, metric.id) for pool in (KNOWN, UNKNOWN)]
    variants = [pools.variants(pool, metric.id) for pool in (KNOWN, UNKNOWN)]
    return GroundTruthRow(
        **vars(auc_interval(values[0], values[1], variants[0], variants[1], metric.sign, rng)),
        metric=metric.id,
        label=metric.label,
        name=metric.name,
        printed=printed,
        reference_value=finite(nanmean(pools.values(REFERENCE, metric.id)[:, None], axis=0)[0]),
    )
