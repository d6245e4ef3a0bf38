"""Which of the weighted metrics can be trusted, by evidence that a view may show: of its own suite
that on the benchmarks chosen alone."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

from components.resolved import Resolved
from components.results.absent import Absent
from components.results.findings import Finding, findings
from components.results.trust import TrustResult, TrustRow, trust
from components.selection import Selection
from components.served import computed

R = TypeVar("R")


def trust_of_shown(view: Resolved) -> TrustResult | Absent:
    """Return the findings on the metrics that have weight, the worst and the best first; if
    benchmarks are chosen, those of the suite shown rest on these alone."""
    result = view.of(trust)
    if isinstance(result, Absent):
        return result
    weights = dict(zip(view.panel.metric_ids, view.contest.weights.tolist(), strict=True))
    rows = [row for row in result.rows if weights.get(row.metric, 0.0) > 0]
    if view.selection.benchmarks:
        shown_findings = _findings_on_benchmarks(view, [row.metric for row in rows])
        rows = [_with_shown(row, result.suite, shown_findings[row.metric]) for row in rows]
    return replace(result, rows=tuple(rows))


def _with_shown(row: TrustRow, suite: str, shown_findings: list[Finding]) -> TrustRow:
    """Return a row with these findings in place of those of the suite."""
    elsewhere = [finding for finding in row.findings if finding.suite != suite]
    return replace(row, findings=(*shown_findings, *elsewhere))


def _findings_on_benchmarks(view: Resolved, metrics: Collection[str]) -> dict[str, list[Finding]]:
    """Return what the panel shown says of metrics on the benchmarks chosen, and what the pools of
    the suite say."""
    served = view.among or computed([view.tables])
    panel = view.selection.panel

    def result_of(compute: Callable[..., R], selection: Selection) -> R:
        if selection.panel == panel:
            selection = replace(selection, benchmarks=view.selection.benchmarks)
        return served.of_suite(compute, selection)

    findings_by_metric = {}
    for metric, all_findings in findings(view.tables, metrics, result_of).items():
        findings_by_metric[metric] = [
            finding for finding in all_findings if finding.panel in ("", panel)
        ]
    return findings_by_metric
