"""Which metrics of a panel can be trusted: the evidence of every suite on each, and where it was
shown."""

from collections.abc import Sequence
from dataclasses import replace

from components.answers.record import Absent, Answer, Part, Said, silent
from components.format import counted, few, shortened
from components.resolved import Resolved, unweighted
from components.results import nearest_evidence
from components.results.finding_words import (
    NOT_TESTED,
    TRUST_READING,
    finding_columns,
    here,
    in_short,
    places,
    verdict_mark,
)
from components.results.findings import Finding, Side
from components.results.listed_metrics import listed_lines
from components.results.trust import VERDICTS, TrustResult, TrustRow, metrics_with_evidence
from components.results.trusted import trusted
from components.table import Column, Table, count_column, table
from components.words import Labels


@unweighted
def compute(view: Resolved) -> TrustResult | Absent:
    """Return the evidence on the metrics of a panel; without any, which panel is nearest."""
    result = view.of(trusted)
    if not isinstance(result, Absent):
        return result
    lacking = f"No evidence for {view.labels.panel}"
    if view.selection.benchmarks:
        lacking += " on these benchmarks"
    return nearest_evidence.absent(view, metrics_with_evidence, result.reason, lacking)


def say(result: TrustResult, names: Labels) -> Said:
    lines = [*_verdicts(result), _counts(result)]
    for listed in result.listed:
        lines += listed_lines(listed)
    return Said(lines, [TRUST_READING])


def _verdicts(result: TrustResult) -> list[str]:
    """Return which metrics are supported and where, and which are contradicted."""
    supported_here: list[TrustRow] = []
    supported_elsewhere: list[TrustRow] = []
    for row in result.with_verdict("supported"):
        is_shown_here = any(finding.side == "supports" for finding in result.here(row))
        (supported_here if is_shown_here else supported_elsewhere).append(row)
    lines = []
    if supported_here:
        lines.append(f"On {result.panel_label} the evidence supports {_few(supported_here)}.")
    if supported_elsewhere:
        lines.append(_supported_elsewhere(result, supported_elsewhere))
    contradicted = result.with_verdict("contradicted")
    if contradicted:
        where = places(_on_side(contradicted, "contradicts"))
        lines.append(f"Do not rely on {_few(contradicted)} alone: contradicted on {where}.")
    return lines or ["The evidence on every metric is mixed or missing."]


def _supported_elsewhere(result: TrustResult, rows: Sequence[TrustRow]) -> str:
    where = places(_on_side(rows, "supports"))
    if len(rows) == 1:
        finding = here(result, rows[0]) or NOT_TESTED
        return f"{_few(rows)}: supported on {where}; on {result.panel_label} {finding}."
    return f"{_few(rows)}: supported on {where}; none is on {result.panel_label}."


def _few(rows: Sequence[TrustRow]) -> str:
    return few([shortened(row.label) for row in rows], "metric")


def _on_side(rows: Sequence[TrustRow], side: Side) -> list[Finding]:
    return [finding for row in rows for finding in row.findings if finding.side == side]


def _counts(result: TrustResult) -> str:
    n_metrics = {verdict: len(result.with_verdict(verdict)) or "none" for verdict in VERDICTS}
    verb = "is" if n_metrics["supported"] == 1 else "are"
    return (
        f"Of {counted(len(result.rows), 'metric')}, {n_metrics['supported']} {verb}"
        f" supported, {n_metrics['contradicted']} contradicted, {n_metrics['mixed']} mixed,"
        f" {n_metrics['cannot tell']} undecided."
    )


def trust_table(result: TrustResult, labels: Labels) -> Table[TrustRow]:
    """Return one row per metric; undecided ones come last, behind a line."""
    n_decided = len(result.rows) - len(result.with_verdict("cannot tell"))
    return replace(
        table(
            result.rows,
            Column("metric", kind="metric"),
            Column("verdict", place="file"),
            Column("in_short", lambda metric_row: verdict_mark(result, metric_row), "verdict"),
            Column("here", lambda metric_row: here(result, metric_row), f"on {result.panel_label}"),
            Column(
                "elsewhere", lambda metric_row: in_short(result.elsewhere(metric_row)), "elsewhere"
            ),
            count_column("supports", lambda metric_row: metric_row.count("supports")),
            count_column("contradicts", lambda metric_row: metric_row.count("contradicts")),
        ),
        first=n_decided,
    )


def findings_table(trust_result: TrustResult, labels: Labels) -> Table[Finding]:
    """Return one row per metric and finding, metrics as in the table of verdicts."""
    findings = []
    for row in trust_result.rows:
        findings += [replace(finding, metric=row.metric) for finding in row.findings]
    return table(findings, Column("metric", kind="metric"), *finding_columns())


TRUST = Answer(
    "trust",
    compute,
    say,
    Part("evidence", "Which metrics can be trusted", trust_table, shown="open"),
    key="evidence",
)
FINDINGS = Answer(
    "findings_of_suite",
    compute,
    silent,
    Part("findings", "Every finding with its numbers", findings_table),
    key=None,
    terms=("auc", "false_alarm", "canary", "constant", "resolution"),
)
