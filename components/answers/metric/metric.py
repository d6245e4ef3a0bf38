"""One metric in every suite: what each calls it, and what supports and what contradicts trust in
it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from components import name_pages
from components.answers.record import Answer, Part, Said, silent
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import UNDEFINED, cleaned, shortened
from components.results import finding_words, weight_shares
from components.results.findings import Finding, gathered, verdict_of
from components.served import Served
from components.table import Column, Link, Table, table
from components.words import Labels, in_full
from data.registry import Metric, Suite


@dataclass(frozen=True)
class SuiteMetric:
    """The metric as one suite has it.

    pool      whether it is a metric of the suite's models with known knowledge, whose bounds are
              not given
    relation  what it is of the metric at the address, such as one minus; `note` says how it differs
    """

    suite: Suite
    metric: Metric
    pool: bool
    relation: str
    note: str

    @property
    def better(self) -> str:
        """Which values are better, in words."""
        if self.pool:
            return f"{self.metric.direction} says that the knowledge is gone"
        return self.metric.better

    @property
    def bounds(self) -> str:
        """The range of values: "0 to 1", "0 and above", with the scale if it is not linear."""
        low = self.metric.lower_bound
        high = self.metric.upper_bound
        if low is not None and high is not None:
            interval = f"{low:g} to {high:g}"
        elif low is not None:
            interval = f"{low:g} and above"
        elif high is not None:
            interval = f"{high:g} and below"
        else:
            interval = UNDEFINED if self.pool else "unbounded"
        interval = interval.replace("-", "−")
        return f"{interval}, log scale" if self.metric.scale == "log" else interval


@dataclass(frozen=True, kw_only=True)
class MetricResult:
    """One metric; suites in the order served, findings by question.

    flat     sentences on where it hardly separates
    labels   of all metrics, by address
    """

    id: str
    label: str
    meanings: tuple[SuiteMetric, ...]
    findings: tuple[Finding, ...]
    flat: tuple[str, ...]
    labels: Mapping[str, str]


def compute(served: Served, address: str | None = None) -> MetricResult:
    """Return the metric at an address, or the first one. Raises UnknownName, with the names that
    are near."""
    labels = name_pages.label_by_address("metrics", served.suites)
    address = name_pages.require("metrics", address or next(iter(labels)), served.suites)
    findings = gathered(served, (address,))[address]
    is_supported = verdict_of(findings) == "supported"
    return MetricResult(
        id=address,
        label=labels[address],
        meanings=tuple(_meanings(served, address)),
        findings=tuple(sorted(findings, key=lambda finding: finding.side == "neither")),
        flat=tuple(weight_shares.everywhere(served, address, is_supported)),
        labels=labels,
    )


def _meanings(served: Served, address: str) -> Iterator[SuiteMetric]:
    for tables in served.suites:
        for metric_id, name_entry in name_pages.entries("metrics", tables).items():
            if name_entry.address != address:
                continue
            for metric in tables.metrics:
                if metric.id == metric_id:
                    yield SuiteMetric(
                        tables.suite, metric, False, name_entry.relation, name_entry.note
                    )
            for metric in tables.pool_metrics:
                if metric.id == metric_id:
                    unbounded = replace(metric, lower_bound=None, upper_bound=None)
                    yield SuiteMetric(
                        tables.suite, unbounded, True, name_entry.relation, name_entry.note
                    )


def say(metric_result: MetricResult, labels: Labels) -> Said:
    metric_label = shortened(metric_result.label)
    if all(meaning.metric.role == "oracle" for meaning in metric_result.meanings):
        return Said([f"{metric_label} judges the other metrics; nothing judges {metric_label}."])
    sentences = [
        finding_words.verdict(metric_label, metric_result.findings),
        finding_words.both_places(metric_result.findings),
        finding_words.counts(metric_label, metric_result.findings),
        *metric_result.flat,
    ]
    return Said(sentences, [finding_words.TRUST_READING] if metric_result.findings else ())


def findings_table(metric_result: MetricResult, labels: Labels) -> Table[Finding]:
    """Return one row per finding; those that are neither for nor against come last, behind a
    line."""
    columns = finding_words.finding_columns()
    n_decided = sum(finding.side != "neither" for finding in metric_result.findings)
    return replace(table(metric_result.findings, *columns), first=n_decided or None)


def meanings_table(metric_result: MetricResult, labels: Labels) -> Table[SuiteMetric]:
    """Return one row per suite and kind of models it judges."""
    return replace(
        table(
            metric_result.meanings,
            Column("suite", "suite.id", place="file"),
            Column("suite_label", "suite.title", "suite"),
            Column("id", "metric.id", place="file"),
            Column("called", lambda meaning: in_full(meaning.metric.label, meaning.metric.name)),
            Column(
                "role",
                lambda meaning: "pool" if meaning.pool else meaning.metric.role,
                place="file",
            ),
            Column("better"),
            Column("bounds", place="screen"),
            Column("measures", "metric.measures", "what it measures"),
            Column(
                "relation",
                lambda meaning: "" if meaning.relation == "same" else meaning.relation,
                f"of {cleaned(metric_result.label)}",
                place="screen",
            ),
            Column("note", head="differs"),
            Column("reference", "metric.reference", "source", place="screen"),
            Column(
                "paper",
                "suite.paper",
                "study",
                link=lambda meaning: Link(url=meaning.suite.url),
                place="screen",
            ),
            Column("licence", "suite.licence", place="file"),
        ),
        joins="suite_label",
    )


ID = Choice(
    "id",
    "the metric, by the address of its page",
    parsing.free,
    Boxes(
        ("Metric",),
        lambda metric_result, labels: metric_result.labels,
        chosen=lambda metric_result: (metric_result.id,),
    ),
    alias="metric",
)
EVIDENCE = Answer(
    "findings",
    compute,
    say,
    Part("findings", "What supports and what contradicts trust", findings_table, shown="open"),
    facts=lambda metric_result: {"id": metric_result.id, "label": metric_result.label},
    asks=(ID,),
    terms=("auc", "false_alarm", "rho_within", "permutation_p", "p_min", "constant", "resolution"),
)
MEANINGS = Answer(
    "meanings",
    compute,
    silent,
    Part("meanings", "What it is in every suite", meanings_table, shown="open"),
    heading="In every suite",
    asks=(ID,),
)
