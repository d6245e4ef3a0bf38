"""Which metrics of a suite can be trusted: the evidence of every suite on each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from components import words
from components.answers.record import Absent, Answer, Part, Said
from components.answers.trust.findings import Finding, gathered
from components.answers.trust.words import TRUST_READING, in_short
from components.format import cleaned, counted, joined
from components.resolved import Resolved, unweighted
from components.served import computed
from components.table import Column, Table, table
from components.words import Labels
from data.registry import COST

Verdict = Literal["contradicted", "supported", "mixed", "cannot tell"]
VERDICTS: Mapping[Verdict, str] = {
    "contradicted": "✗ do not rely on it alone",
    "supported": "✓ supported",
    "mixed": "✓✗ mixed",
    "cannot tell": "– undecided",
}
"""The verdicts as a table shows them, in the order of the page: the worst and the best first."""
NAMED = 3


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
        """What all findings together say."""
        supports, contradicts = self.count("supports"), self.count("contradicts")
        if supports and contradicts:
            return "mixed"
        return "supported" if supports else "contradicted" if contradicts else "cannot tell"


@dataclass(frozen=True, kw_only=True)
class TrustResult:
    """The metrics of a `suite`, the worst and the best first."""

    rows: tuple[TrustRow, ...]
    suite: str = ""

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """Whether each metric can be trusted, by its id, as a table shows it."""
        return {r.metric: VERDICTS[r.verdict] for r in self.rows}

    def of(self, verdict: Verdict) -> list[TrustRow]:
        """Return the metrics with a verdict."""
        return [r for r in self.rows if r.verdict == verdict]


@unweighted
def trust(view: Resolved) -> TrustResult | Absent:
    """Return the findings of all suites on the metrics of one: those it ranks by and those of its pools, not of cost.

    A metric and one minus it are one row, under the name that is first in the suite.
    """
    tables = view.tables
    aside = {m.id for m in tables.metrics if m.role == "oracle" or m.group == COST}
    labels, own = words.own_labels("metrics", tables), dict[str, str]()
    for own_id, name in words.entries("metrics", tables).items():
        if own_id not in aside:
            own.setdefault(name.address, own_id)
    if not own:
        return Absent(f"{cleaned(tables.suite.title)} has no metric to judge.")
    found = gathered(view.among or computed([tables]), own)
    rows = [TrustRow(metric=i, label=labels[i], address=a, findings=tuple(found[a])) for a, i in own.items()]
    return TrustResult(rows=tuple(sorted(rows, key=_order)), suite=tables.suite.id)


def _order(row: TrustRow) -> tuple[int, int]:
    strength = row.count("contradicts" if row.verdict == "contradicted" else "supports")
    return [*VERDICTS].index(row.verdict), -strength


def say(result: TrustResult, names: Labels) -> Said:
    """Say which metrics the evidence supports, which not to rely on alone, and how many are mixed or undecided."""
    against, favour = result.of("contradicted"), result.of("supported")
    advice = f"do not rely on {_few(against)} alone" if against else ""
    if favour:
        first = f"The evidence supports {_few(favour)}{f'; {advice}' if advice else ''}."
    elif against:
        first = f"{advice[0].upper()}{advice[1:]}."
    else:
        first = "The evidence on every metric is mixed or missing."
    counts = {"supported": favour, "contradicted": against, "mixed": result.of("mixed")}
    undecided = len(result.of("cannot tell"))
    parts = [f"{len(rows) or 'none'} {'is' if len(rows) == 1 else 'are'} {word}" for word, rows in counts.items()]
    of = counted(len(result.rows), "metric")
    return Said([first, f"Of {of}, {', '.join(parts)}, {undecided or 'none'} undecided."], [TRUST_READING])


def _few(rows: Sequence[TrustRow]) -> str:
    """Up to three metrics by name, else their number."""
    return joined([cleaned(r.label) for r in rows]) if len(rows) <= NAMED else counted(len(rows), "metric")


def trust_table(result: TrustResult, names: Labels) -> Table[TrustRow]:
    """One row per metric: its verdict, and the strongest findings."""
    column = Column[TrustRow]
    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("verdict", lambda r: r.verdict, place="file"),
        column("in_short", lambda r: VERDICTS[r.verdict], "verdict", place="print"),
        column("why", lambda r: in_short(r.findings, result.suite), "strongest evidence", place="print"),
        column("supports", lambda r: r.count("supports"), kind="count", place="print"),
        column("contradicts", lambda r: r.count("contradicts"), kind="count", place="print"),
    )
    return table(columns, result.rows)


TRUST = Answer(
    "trust",
    trust,
    say,
    Part("trust", "Which metrics can be trusted", trust_table, shown="open"),
    key=None,
    terms=("auc", "false_alarm", "rho_within", "constant", "resolution"),
)
