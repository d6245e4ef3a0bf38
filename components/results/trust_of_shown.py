"""Which of the weighted metrics of a view can be trusted."""

from dataclasses import replace

from components.resolved import Resolved
from components.results.absent import Absent
from components.results.trust import TrustResult
from components.results.trusted import trusted


def trust_of_shown(view: Resolved) -> TrustResult | Absent:
    """Return the findings on the metrics that have weight, the worst and the best first."""
    result = view.of(trusted)
    if isinstance(result, Absent):
        return result
    weights = dict(zip(view.panel.metric_ids, view.contest.weights.tolist(), strict=True))
    rows = [row for row in result.rows if weights.get(row.metric, 0.0) > 0]
    return replace(result, rows=tuple(rows))
