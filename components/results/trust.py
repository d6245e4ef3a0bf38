"""Which metrics of a suite can be trusted: the evidence of every suite on each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from components import words
from components.format import shortened
from components.resolved import Resolved, unweighted
from components.results.absent import Absent
from components.results.findings import Finding, gathered
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

    def count(self, side: str) -> int:
        """Return how many findings are on one side."""
        return sum(f.side == side for f in self.findings)

    @property
    def verdict(self) -> Verdict:
        """Return what all findings together say."""
        supports, contradicts = self.count("supports"), self.count("contradicts")
        if supports and contradicts:
            return "mixed"
        return "supported" if supports else "contradicted" if contradicts else "cannot tell"


@dataclass(frozen=True, kw_only=True)
class TrustResult:
    """The metrics of a `suite`, the worst and the best first."""

    rows: tuple[TrustRow, ...]
    suite: str

    def of(self, verdict: Verdict) -> list[str]:
        return [shortened(r.label) for r in self.rows if r.verdict == verdict]


@unweighted
def trust(view: Resolved) -> TrustResult | Absent:
    """Return the findings of all suites on the metrics of one suite.

    These are the metrics it ranks by and the metrics of its pools, without those of cost. A metric
    and one minus it are one row, under the name that is first in the suite."""
    tables = view.tables
    aside = {m.id for m in tables.metrics if m.role == "oracle" or m.by_hand}
    labels, own = words.own_labels("metrics", tables), dict[str, str]()
    for own_id, name in words.entries("metrics", tables).items():
        if own_id not in aside:
            own.setdefault(name.address, own_id)
    found = gathered(view.among or computed([tables]), own)
    rows = [
        TrustRow(metric=i, label=labels[i], address=a, findings=tuple(found[a]))
        for a, i in own.items()
    ]
    if all(r.verdict == "cannot tell" for r in rows):
        return Absent("This suite has no evidence for or against a metric.")
    return TrustResult(rows=tuple(sorted(rows, key=_order)), suite=tables.suite.id)


def _order(row: TrustRow) -> tuple[int, int]:
    strength = row.count("contradicts" if row.verdict == "contradicted" else "supports")
    return [*VERDICTS].index(row.verdict), -strength
