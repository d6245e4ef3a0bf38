"""Which metrics of a panel can be trusted: the evidence of every suite on each, and where it was
shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from components import name_pages
from components.resolved import Resolved, unweighted
from components.results import nearest_evidence
from components.results.absent import Absent
from components.results.findings import Finding, Side, Verdict, gathered, parted, verdict_of
from components.results.findings import findings as findings_of_suite
from components.results.listed_metrics import ListedMetric, listed_metrics
from components.selection import Selection
from components.served import Served, computed
from data.registry import Tables

R = TypeVar("R")
VERDICTS: Mapping[Verdict, str] = {
    "contradicted": "✗ contradicted",
    "supported": "✓ supported",
    "mixed": "✓✗ mixed",
    "cannot tell": "– undecided",
}
"""The verdicts as a table shows them, in the order of the page: the worst and the best first."""
NOTHING = "No suite has evidence for or against a metric of this panel."


@dataclass(frozen=True, kw_only=True)
class TrustRow:
    """One metric and the findings on it over all suites; `address` is that of its page."""

    metric: str
    label: str
    address: str
    findings: tuple[Finding, ...]

    def count(self, side: Side) -> int:
        """Return how many findings are on one side."""
        return sum(finding.side == side for finding in self.findings)

    @property
    def verdict(self) -> Verdict:
        """What all findings together say."""
        return verdict_of(self.findings)


@dataclass(frozen=True, kw_only=True)
class TrustResult:
    """The metrics of a panel, the worst and the best first.

    flat    by address of a metric why it hardly separates here, where that was asked
    listed  the metrics that are only listed, against the distance to the retrained model
    """

    rows: tuple[TrustRow, ...]
    suite: str
    panel: str
    panel_label: str
    flat: Mapping[str, str] = field(default_factory=dict)
    listed: tuple[ListedMetric, ...] = ()

    def with_verdict(self, verdict: Verdict) -> list[TrustRow]:
        """Return the metrics with a verdict."""
        return [row for row in self.rows if row.verdict == verdict]

    def here(self, row: TrustRow) -> list[Finding]:
        """Return what was found on this panel, or on the pools of its suite."""
        return parted(row.findings, self.suite, self.panel)[0]

    def elsewhere(self, row: TrustRow) -> list[Finding]:
        """Return what was found on other panels."""
        return parted(row.findings, self.suite, self.panel)[1]


@unweighted
def trust(view: Resolved) -> TrustResult | Absent:
    """Return the findings of all suites on the metrics of a panel.

    These are the metrics that it measures and the metrics of its suite's pools, without those of
    cost. A metric and one minus it are one row, under the name that is first in the suite. If
    benchmarks are chosen, the findings of the suite shown are those of its panel on these alone."""
    tables = view.tables
    asked = {metric.id for metric in tables.pool_metrics}
    asked.update(nearest_evidence.measured_metrics(tables, view.info))
    for metric in tables.metrics:
        if metric.role == "oracle" or metric.by_hand:
            asked.discard(metric.id)
    metric_by_address: dict[str, str] = {}
    for metric_id, name_entry in name_pages.entries("metrics", tables).items():
        if metric_id in asked:
            metric_by_address.setdefault(name_entry.address, metric_id)
    labels = name_pages.labels_in_suite("metrics", tables)
    findings = gathered(_served(view), metric_by_address)
    rows = []
    for address, metric_id in metric_by_address.items():
        rows.append(
            TrustRow(
                metric=metric_id,
                label=labels[metric_id],
                address=address,
                findings=tuple(_of_chosen(view, findings[address])),
            )
        )
    if all(row.verdict == "cannot tell" for row in rows):
        return Absent(NOTHING)
    return TrustResult(
        rows=tuple(sorted(rows, key=_order)),
        suite=tables.suite.id,
        panel=view.selection.panel,
        panel_label=view.labels.panel,
        listed=listed_metrics(view),
    )


def _served(view: Resolved) -> Served:
    """Return all suites, of which the panel shown is asked about the benchmarks chosen."""
    served = view.among or computed([view.tables])
    chosen = view.selection

    def result_of(compute: Callable[..., R], selection: Selection) -> R:
        if (selection.suite, selection.panel) == (chosen.suite, chosen.panel):
            selection = replace(selection, benchmarks=chosen.benchmarks)
        return served.of_suite(compute, selection)

    return replace(served, of_suite=result_of) if chosen.benchmarks else served


def _of_chosen(view: Resolved, findings: Sequence[Finding]) -> list[Finding]:
    """Return findings without those of other panels of the suite shown, if benchmarks are
    chosen."""
    if not view.selection.benchmarks:
        return list(findings)
    here, elsewhere = parted(findings, view.tables.suite.id, view.selection.panel)
    return [*here, *(finding for finding in elsewhere if finding.suite != view.tables.suite.id)]


def metrics_with_evidence(tables: Tables, served: Served) -> dict[str, list[str]]:
    """Return by panel the metrics of a suite that its own runs and pools support or contradict."""
    metrics = list(name_pages.entries("metrics", tables))
    findings_of_metric = findings_of_suite(tables, metrics, served.of_suite)
    metrics_of_panel: dict[str, list[str]] = {panel.id: [] for panel in tables.panels}
    for metric, findings in findings_of_metric.items():
        for panel_id, metrics_here in metrics_of_panel.items():
            here, _ = parted(findings, tables.suite.id, panel_id)
            if verdict_of(here) != "cannot tell":
                metrics_here.append(metric)
    return metrics_of_panel


def _order(trust_row: TrustRow) -> tuple[int, int]:
    strength = trust_row.count("contradicts" if trust_row.verdict == "contradicted" else "supports")
    return list(VERDICTS).index(trust_row.verdict), -strength
