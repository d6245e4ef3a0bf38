"""Do metrics contradict each other? The τ of a suite's metrics, in a small map for the start
page."""

from dataclasses import dataclass

from components.format import finite
from components.resolved import Resolved
from components.results.taus import compute as taus
from components.stats.agreement.tau import TIE_AWARE


@dataclass(frozen=True)
class Contradictions:
    """Metrics by label and name, and for each the τ-b (mean over blocks) with those before it, None
    if undefined."""

    labels: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[float | None, ...], ...]


def compute(view: Resolved) -> Contradictions:
    """Return the τ of the metrics that are not computed from others, under the tie-aware
    protocol."""
    tie_aware_tau = view.of(taus).agreements[TIE_AWARE].tau
    metrics = view.panel.compared.metrics
    shown_indices = [
        metric_index for metric_index, metric in enumerate(metrics) if not metric.parts
    ]
    rows = []
    for place, metric_index in enumerate(shown_indices):
        rows.append(
            tuple(
                finite(tie_aware_tau[metric_index, other_index])
                for other_index in shown_indices[:place]
            )
        )
    return Contradictions(
        tuple(metrics[metric_index].label for metric_index in shown_indices),
        tuple(metrics[metric_index].name for metric_index in shown_indices),
        tuple(rows),
    )
