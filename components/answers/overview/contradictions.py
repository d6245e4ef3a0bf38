"""Do metrics contradict each other? The τ of a suite's metrics, in a small map for the start
page."""

from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.resolved import Resolved
from components.results.taus import Taus
from components.results.taus import compute as taus
from components.stats.agreement.tau import TIE_AWARE


@dataclass(frozen=True)
class Contradictions:
    """Metrics by their full names, and for each the τ-b (mean over blocks) with those before it,
    None if undefined. `pairs` are the τ of all pairs that the page Agreement opens on."""

    names: tuple[str, ...]
    rows: tuple[tuple[float | None, ...], ...]
    pairs: Taus


def compute(view: Resolved) -> Contradictions:
    """Return the τ, ties as ties, of the metrics that have one and are not computed from others
    shown."""
    pair_taus = view.of(taus)
    tie_aware_tau = pair_taus.agreements[TIE_AWARE].tau
    metrics = view.panel.compared.metrics
    shown_ids = {metric.id for metric in metrics}
    shown_indices = []
    for metric_index, metric in enumerate(metrics):
        others = np.delete(tie_aware_tau[metric_index], metric_index)
        if np.isfinite(others).any() and shown_ids.isdisjoint(metric.parts):
            shown_indices.append(metric_index)
    rows = []
    for place, metric_index in enumerate(shown_indices):
        before = shown_indices[:place]
        rows.append(tuple(finite(tau) for tau in tie_aware_tau[metric_index, before]))
    names = tuple(metrics[metric_index].name for metric_index in shown_indices)
    return Contradictions(names, tuple(rows), pair_taus)
