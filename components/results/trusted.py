"""The evidence on the metrics of a panel, and which of them are flat on it."""

from dataclasses import replace

from components import name_pages
from components.resolved import Resolved, unweighted
from components.results.absent import Absent
from components.results.trust import TrustResult, trust
from components.results.weight_shares import weight_shares
from components.selection import default_selection
from components.served import computed


@unweighted
def trusted(view: Resolved) -> TrustResult | Absent:
    """Return the evidence with the metrics that hardly separate under the suite's usual weights."""
    result = view.of(trust)
    if isinstance(result, Absent):
        return result
    usual_selection = replace(
        default_selection(view.tables),
        panel=result.panel,
        benchmarks=view.selection.benchmarks,
    )
    served = view.among or computed([view.tables])
    name_of_metric = name_pages.entries("metrics", view.tables)
    flat = {}
    for row in served.of_suite(weight_shares, usual_selection).flat:
        flat[name_of_metric[row.metric.id].address] = row.reason()
    return replace(result, flat=flat)


def trust_of_shown(view: Resolved) -> TrustResult | Absent:
    """Return the findings on the metrics that have weight, the worst and the best first."""
    result = view.of(trusted)
    if isinstance(result, Absent):
        return result
    weights = dict(zip(view.panel.metric_ids, view.contest.weights.tolist(), strict=True))
    rows = [row for row in result.rows if weights.get(row.metric, 0.0) > 0]
    return replace(result, rows=tuple(rows))
