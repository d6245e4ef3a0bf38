"""Which metrics of a suite can be trusted: the evidence of every suite on each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from components import words
from components.answers.record import Absent, Answer, Part, Said
from components.answers.trust.findings import Finding, gathered
from components.answers.trust.words import TRUST_READING, in_short
from components.format import capital, counted, few, shortened
from components.resolved import Resolved, unweighted
from components.served import computed
from components.table import Column, Table, table
from components.words import Labels

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


def say(result: TrustResult, names: Labels) -> Said:
    favour, against = result.of("supported"), result.of("contradicted")
    clauses = [
        f"the evidence supports {few(favour, 'metric')}" if favour else "",
        f"do not rely on {few(against, 'metric')} alone" if against else "",
    ]
    verdict = "; ".join(filter(None, clauses)) or "the evidence on every metric is mixed or missing"
    supported, contradicted, mixed, undecided = (
        len(result.of(v)) or "none" for v in ("supported", "contradicted", "mixed", "cannot tell")
    )
    support = (
        f"Of {counted(len(result.rows), 'metric')}, {supported} {'is' if supported == 1 else 'are'}"
        f" supported, {contradicted} contradicted, {mixed} mixed, {undecided} undecided."
    )
    return Said([f"{capital(verdict)}.", support], [TRUST_READING])


def trust_table(result: TrustResult, names: Labels) -> Table[TrustRow]:
    """Return one row per metric; undecided ones come last, behind a line."""
    column = Column[TrustRow]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("verdict", lambda r: r.verdict, place="file"),
        column("in_short", lambda r: VERDICTS[r.verdict], "verdict", place="print"),
        column(
            "why", lambda r: in_short(r.findings, result.suite), "strongest evidence", place="print"
        ),
        column("supports", lambda r: r.count("supports"), kind="count", place="print"),
        column("contradicts", lambda r: r.count("contradicts"), kind="count", place="print"),
    )
    return replace(
        table(columns, result.rows), first=len(result.rows) - len(result.of("cannot tell"))
    )


TRUST = Answer(
    "trust",
    trust,
    say,
    Part("evidence", "Which metrics can be trusted", trust_table, shown="open"),
    key="evidence",
)
