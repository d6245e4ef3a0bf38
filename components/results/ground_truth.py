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
KNOWN = "known"
"""The pool of models that have the knowledge."""
UNKNOWN = "unknown"
"""The pool of models that never had it."""
TRAINED_WITHOUT = "reference"
"""The pool of models that were trained without it."""


@dataclass(frozen=True, kw_only=True)
class PoolArea(Auc):
    """The AUC of one metric between the pools.

    printed          what the study prints
    trained_without  mean of the models trained without the knowledge, None without such a model
    """

    metric: str
    label: str
    name: str
    printed: float | None
    trained_without: float | None


@unweighted
def compute(view: Resolved) -> tuple[PoolArea, ...]:
    """Return the AUC of each metric between the suite's pools, the highest first; () without
    pools."""
    metric_pools = ground_truth_pools(view.tables)
    printed_by_metric = {}
    for printed_claim in claims(view.tables):
        if printed_claim.statistic == "ground_truth_auc":
            printed_by_metric[printed_claim.subject[0]] = printed_claim.printed
    rng = view.selection.rng
    rows = []
    for metric in metric_pools.metrics:
        rows.append(_row(metric_pools, metric, printed_by_metric.get(metric.id), rng))
    return tuple(sorted(rows, key=lambda row: -row.auc))


def _row(metric_pools: Pools, metric: Metric, printed: float | None, rng: int) -> PoolArea:
    interval = auc_interval(
        metric_pools.values(KNOWN, metric.id),
        metric_pools.values(UNKNOWN, metric.id),
        metric_pools.variants(KNOWN, metric.id),
        metric_pools.variants(UNKNOWN, metric.id),
        metric.sign,
        rng,
    )
    values_without = metric_pools.values(TRAINED_WITHOUT, metric.id)
    return PoolArea(
        **vars(interval),
        metric=metric.id,
        label=metric.label,
        name=metric.name,
        printed=printed,
        trained_without=finite(nanmean(values_without[:, None], axis=0)[0]),
    )
