"""Metrics measured in the same runs: they share the draws and arrangements of their methods."""

from dataclasses import dataclass

import numpy as np

from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Panel


@dataclass(frozen=True, eq=False)
class MetricGroup:
    """J metrics measured in the same runs, methods by alphabetical id.

    metrics    J indices into the score metrics of the panel
    values     (B, S, M, J) aligned, higher is better
    closeness  (B, S, M) to the retrained model
    has_both   (B, S, M) whether a run has these metrics and a closeness
    """

    metrics: list[int]
    values: Floats
    closeness: Floats
    has_both: Bools


def metric_groups(panel: Panel) -> list[MetricGroup]:
    """Return the metrics of a panel by the runs that measured them.

    [] without an oracle distance.
    """
    if panel.closeness is None:
        return []
    order = np.argsort(places_by_id(panel.methods))
    values = panel.aligned[:, :, order]
    closeness = panel.closeness[:, :, order]
    is_missing = np.isnan(values) | np.isnan(closeness)[..., None]
    has_both = np.asarray(~is_missing)
    metrics_of_runs: dict[bytes, list[int]] = {}
    for metric in range(len(panel.metrics)):
        runs = has_both[..., metric].tobytes()
        metrics_of_runs.setdefault(runs, []).append(metric)
    groups = []
    for metrics in metrics_of_runs.values():
        group = MetricGroup(
            metrics=metrics,
            values=values[..., metrics],
            closeness=closeness,
            has_both=has_both[..., metrics[0]],
        )
        groups.append(group)
    return groups
