"""One metric in every suite: what each calls it, and what supports and what contradicts trust in
it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from components import words
from components.answers.metric.ratings import RATED, of_metric
from components.answers.record import Answer, Part, Said, silent
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import UNDEFINED, cleaned, shortened
from components.results import finding_words as of_trust
from components.results import unmoved
from components.results.finding_words import MARKS, QUESTION_TEXTS, TRUST_READING, rests_on
from components.results.findings import Finding, gathered
from components.served import Served
from components.table import Column, Link, Table, placed, table
from components.words import Labels, in_full
from data.names import Name
from data.registry import Metric, Suite, Tables


@dataclass(frozen=True)
class Meaning:
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
        """Return which values are better, in words."""
        return (
            f"{self.metric.direction} says that the knowledge is gone"
            if self.pool
            else self.metric.better
        )

    @property
    def bounds(self) -> str:
        """Return the range of values: "0 to 1", "0 and above", with the scale if it is not
        linear."""
        low, high = self.metric.lower_bound, self.metric.upper_bound
        if low is None and high is None:
            interval = UNDEFINED if self.pool else "unbounded"
        elif high is None:
            interval = f"{low:g} and above"
        else:
            interval = f"{high:g} and below" if low is None else f"{low:g} to {high:g}"
        interval = interval.replace("-", "−")
        return f"{interval}, log scale" if self.metric.scale == "log" else interval


@dataclass(frozen=True, kw_only=True)
class MetricResult:
    """One metric; suites in the order served, findings by question.

    `unmoved` says where it hardly separates; `every` has all labels by address.
    """

    id: str
    label: str
    meanings: tuple[Meaning, ...]
    findings: tuple[Finding, ...]
    unmoved: tuple[str, ...]
    every: Mapping[str, str]


def compute(served: Served, address: str | None = None) -> MetricResult:
    """Return the metric at an address, or the first one. Raises UnknownName, with the names that
    are near."""
    address = address or next(iter(words.known("metrics", served.suites)))
    label = words.require("metrics", address, served.suites)
    return MetricResult(
        id=address,
        label=label,
        meanings=tuple(
            m
            for tables in served.suites
            for own_id, name in words.entries("metrics", tables).items()
            if name.address == address
            for m in _meanings(tables, own_id, name)
        ),
        findings=tuple(
            sorted(gathered(served, (address,))[address], key=lambda f: f.side == "neither")
        ),
        unmoved=tuple(unmoved.everywhere(served, address)),
        every=words.known("metrics", served.suites),
    )


def _meanings(tables: Tables, own_id: str, name: Name) -> list[Meaning]:
    pools = [replace(m, lower_bound=None, upper_bound=None) for m in tables.pool_metrics]
    return [
        Meaning(tables.suite, metric, pool, name.relation, name.note)
        for pool, metrics in ((False, tables.metrics), (True, pools))
        for metric in metrics
        if metric.id == own_id
    ]


def say(result: MetricResult, names: Labels) -> Said:
    label = shortened(result.label)
    if all(m.metric.role == "oracle" for m in result.meanings):
        return Said([f"{label} judges the other metrics; nothing judges {label}."])
    lines = [
        of_trust.verdict(label, result.findings),
        of_trust.counts(label, result.findings),
        *result.unmoved,
    ]
    return Said(lines, [TRUST_READING] if result.findings else ())


def _shown_on(finding: Finding) -> Link:
    page = "agreement" if finding.question in ("constant", "coarse") else "reliability"
    panel = {"panel": finding.panel} if finding.panel else {}
    return Link(page, {"suite": finding.suite, **panel})


def findings_table(result: MetricResult, names: Labels) -> Table[Finding]:
    """Return one row per finding; those that are neither for nor against come last, behind a
    line."""
    column = Column[Finding]
    columns = (
        column("side", lambda f: f.side, place="file"),
        column("mark", lambda f: MARKS[f.side], "trust", place="screen only"),
        column("question", lambda f: f.question, place="file"),
        column("question_text", lambda f: QUESTION_TEXTS[f.question], "question", place="print"),
        column("state", lambda f: f.state, "answer", place="print"),
        *placed(lambda f: f, _shown_on),
        column("value", lambda f: f.value, kind="number", place="file"),
        column("low", lambda f: f.low, kind="number", place="file"),
        column("high", lambda f: f.high, kind="number", place="file"),
        column("count", lambda f: f.count, kind="count", place="file"),
        column("of", lambda f: f.of, kind="count", place="file"),
        column("p", lambda f: f.p, kind="p", place="file"),
        column("p_min", lambda f: f.p_min, kind="p", place="file"),
        column("reason", lambda f: f.reason, place="file"),
        column("rests_on", rests_on, "rests on", place="print"),
    )
    decided = sum(f.side != "neither" for f in result.findings)
    return replace(table(columns, result.findings), first=decided or None)


def meanings_table(result: MetricResult, names: Labels) -> Table[Meaning]:
    """Return one row per suite and kind of models it judges."""
    column = Column[Meaning]
    columns = (
        column("suite", lambda m: m.suite.id, place="file"),
        column("suite_label", lambda m: m.suite.title, "suite", place="print"),
        column("id", lambda m: m.metric.id, place="file"),
        column("called", lambda m: in_full(m.metric.label, m.metric.name), place="print"),
        column("role", lambda m: "pool" if m.pool else m.metric.role, place="file"),
        column("better", lambda m: m.better, place="print"),
        column("bounds", lambda m: m.bounds),
        column("measures", lambda m: m.metric.measures, "what it measures", place="print"),
        column(
            "relation",
            lambda m: "" if m.relation == "same" else m.relation,
            f"of {cleaned(result.label)}",
        ),
        column("note", lambda m: m.note, "differs", place="print"),
        column("reference", lambda m: m.metric.reference, "source"),
        column("paper", lambda m: m.suite.paper, "study", link=lambda m: Link(url=m.suite.url)),
        column("licence", lambda m: m.suite.licence, place="file"),
    )
    return table(columns, result.meanings)


ID = Choice(
    "id",
    "the metric, by the address of its page",
    parsing.free,
    Boxes(("Metric",), lambda result, names: result.every, chosen=lambda result: (result.id,)),
)
EVIDENCE = Answer(
    "findings",
    compute,
    say,
    Part("findings", "What supports and what contradicts trust", findings_table, shown="open"),
    facts=lambda result: {"id": result.id, "label": result.label},
    asks=(ID,),
    terms=("auc", "false_alarm", "rho_within", "permutation_p", "p_min", "constant", "resolution"),
)
RATINGS = Answer(
    "ratings_of_metric", of_metric, silent, RATED, heading="Rated by studies", asks=(ID,)
)
MEANINGS = Answer(
    "meanings",
    compute,
    silent,
    Part("meanings", "What it is in every suite", meanings_table, shown="open"),
    heading="In every suite",
    asks=(ID,),
)
