"""Which metrics of a suite can be trusted: the evidence of every suite on each."""

from dataclasses import replace

from components.answers.record import Answer, Part, Said
from components.format import capital, counted, few
from components.results.finding_words import TRUST_READING, in_short
from components.results.trust import VERDICTS, TrustResult, TrustRow, trust
from components.table import Column, Table, table
from components.words import Labels


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
