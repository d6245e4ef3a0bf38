"""Which metrics of a suite can be trusted: the evidence of every suite on each."""

from dataclasses import replace

from components.answers.record import Answer, Part, Said, silent
from components.format import capital, counted, few
from components.results.finding_words import TRUST_READING, finding_columns, in_short
from components.results.findings import MetricFinding
from components.results.trust import VERDICTS, TrustResult, TrustRow, trust
from components.table import Column, Table, table
from components.words import Labels


def say(trust_result: TrustResult, names: Labels) -> Said:
    labels = {verdict: trust_result.labels(verdict) for verdict in VERDICTS}
    clauses = []
    if labels["supported"]:
        clauses.append(f"the evidence supports {few(labels['supported'], 'metric')}")
    if labels["contradicted"]:
        clauses.append(f"do not rely on {few(labels['contradicted'], 'metric')} alone")
    verdict = "; ".join(clauses) or "the evidence on every metric is mixed or missing"
    n_metrics = {verdict: len(listed) or "none" for verdict, listed in labels.items()}
    verb = "is" if n_metrics["supported"] == 1 else "are"
    support = (
        f"Of {counted(len(trust_result.rows), 'metric')}, {n_metrics['supported']} {verb}"
        f" supported, {n_metrics['contradicted']} contradicted, {n_metrics['mixed']} mixed,"
        f" {n_metrics['cannot tell']} undecided."
    )
    return Said([f"{capital(verdict)}.", support], [TRUST_READING])


def trust_table(trust_result: TrustResult, labels: Labels) -> Table[TrustRow]:
    """Return one row per metric; undecided ones come last, behind a line."""
    column = Column[TrustRow]
    columns = (
        column("metric", lambda metric_row: metric_row.metric, kind="metric", place="print"),
        column("verdict", lambda metric_row: metric_row.verdict, place="file"),
        column(
            "in_short", lambda metric_row: VERDICTS[metric_row.verdict], "verdict", place="print"
        ),
        column(
            "why",
            lambda metric_row: in_short(metric_row.findings, trust_result.suite),
            "strongest evidence",
            place="print",
        ),
        column(
            "supports", lambda metric_row: metric_row.count("supports"), kind="count", place="print"
        ),
        column(
            "contradicts",
            lambda metric_row: metric_row.count("contradicts"),
            kind="count",
            place="print",
        ),
    )
    n_decided = len(trust_result.rows) - len(trust_result.labels("cannot tell"))
    return replace(table(columns, trust_result.rows), first=n_decided)


def findings_table(trust_result: TrustResult, labels: Labels) -> Table[MetricFinding]:
    """Return one row per metric and finding, metrics as in the table of verdicts."""
    rows = [(row.metric, finding) for row in trust_result.rows for finding in row.findings]
    metric = Column[MetricFinding]("metric", lambda row: row[0], kind="metric", place="print")
    return table([metric, *finding_columns(lambda row: row[1])], rows)


TRUST = Answer(
    "trust",
    trust,
    say,
    Part("evidence", "Which metrics can be trusted", trust_table, shown="open"),
    key="evidence",
)
FINDINGS = Answer(
    "findings_of_suite",
    trust,
    silent,
    Part("findings", "Every finding with its numbers", findings_table),
    key=None,
    terms=("auc", "false_alarm", "canary", "constant", "resolution"),
)
