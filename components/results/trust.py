"""Which metrics of a suite can be trusted: the evidence of every suite on each."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from components import name_pages
from components.format import shortened
from components.resolved import Resolved, unweighted
from components.results.absent import Absent
from components.results.findings import Finding, Side, gathered
from components.served import computed

Verdict = Literal["contradicted", "supported", "mixed", "cannot tell"]
VERDICTS: Mapping[Verdict, str] = {
    "contradicted": "✗ contradicted",
    "supported": "✓ supported",
    "mixed": "✓✗ mixed",
    "cannot tell": "– undecided",
}
"""The verdicts as a table shows them, in the order of the page: the worst and the best first."""


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


def verdict_of(findings: Collection[Finding]) -> Verdict:
    """Return what findings on one metric say together."""
    sides = {finding.side for finding in findings}
    if {"supports", "contradicts"} <= sides:
        return "mixed"
    if "supports" in sides:
        return "supported"
    return "contradicted" if "contradicts" in sides else "cannot tell"


@dataclass(frozen=True, kw_only=True)
class TrustResult:
    """The metrics of a `suite`, the worst and the best first."""

    rows: tuple[TrustRow, ...]
    suite: str

    def labels(self, verdict: Verdict) -> list[str]:
        """Return the labels of the metrics with a verdict."""
        return [shortened(row.label) for row in self.rows if row.verdict == verdict]


@unweighted
def trust(view: Resolved) -> TrustResult | Absent:
    """Return the findings of all suites on the metrics of one suite.

    These are the metrics it ranks by and the metrics of its pools, without those of cost. A metric
    and one minus it are one row, under the name that is first in the suite."""
    tables = view.tables
    left_out = {metric.id for metric in tables.metrics if metric.role == "oracle" or metric.by_hand}
    metric_by_address: dict[str, str] = {}
    for metric, name_entry in name_pages.entries("metrics", tables).items():
        if metric not in left_out:
            metric_by_address.setdefault(name_entry.address, metric)
    labels = name_pages.labels_in_suite("metrics", tables)
    findings = gathered(view.among or computed([tables]), metric_by_address)
    rows = []
    for address, metric in metric_by_address.items():
        rows.append(
            TrustRow(
                metric=metric,
                label=labels[metric],
                address=address,
                findings=tuple(findings[address]),
            )
        )
    if all(row.verdict == "cannot tell" for row in rows):
        return Absent("This suite has no evidence for or against a metric.")
    return TrustResult(rows=tuple(sorted(rows, key=_order)), suite=tables.suite.id)


def _order(trust_row: TrustRow) -> tuple[int, int]:
    strength = trust_row.count("contradicts" if trust_row.verdict == "contradicted" else "supports")
    return list(VERDICTS).index(trust_row.verdict), -strength
