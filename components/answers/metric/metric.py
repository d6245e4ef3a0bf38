"""One metric in every suite: what each calls it, and what supports and what contradicts trust in it."""

from dataclasses import dataclass, replace
from operator import attrgetter

from components import names
from components.answers.record import Answer, Part, Said, silent
from components.answers.reliability.noise import NOISE_READING, MetricNoise, noise_columns
from components.answers.reliability.noise import compute as noise
from components.answers.trust import words
from components.answers.trust.findings import Finding, gathered
from components.answers.trust.words import QUESTION_TEXTS, TRUST_READING, rests_on
from components.labels import Labels
from components.selection import default_selection
from components.served import Served
from components.table import Column, Table, placed, table
from components.text import UNDEFINED, cleaned
from data.names import Name
from data.registry import Metric, Suite, Tables


@dataclass(frozen=True)
class Meaning:
    """The metric as one suite has it. `relation` says what it is of the metric at the address, `note` how it differs.

    `pool` says that it is a metric of the suite's models with known knowledge, which bounds are not given for.
    """

    suite: Suite
    metric: Metric
    pool: bool
    relation: str
    note: str

    @property
    def role(self) -> str:
        """What it is for."""
        return "pool" if self.pool else self.metric.role

    @property
    def better(self) -> str:
        """Which values are better, in words."""
        return f"{self.metric.direction} says that the knowledge is gone" if self.pool else self.metric.better


COLUMNS = {
    "suite": "suite.id",
    "suite_label": "suite.title",
    "id": "metric.id",
    "label": "metric.label",
    "name": "metric.name",
    "pool": "pool",
    "role": "role",
    "direction": "metric.direction",
    "better": "better",
    "target": "metric.target",
    "lower_bound": "metric.lower_bound",
    "upper_bound": "metric.upper_bound",
    "scale": "metric.scale",
    "group": "metric.group",
    "parts": "metric.parts",
    "measures": "metric.measures",
    "reference": "metric.reference",
    "relation": "relation",
    "note": "note",
    "paper": "suite.paper",
    "paper_url": "suite.url",
    "licence": "suite.licence",
}
"""The columns of a meaning, and where it has them."""


@dataclass(frozen=True, kw_only=True)
class PlacedNoise:
    """How much of the metric is noise in one panel of a suite, over all its runs."""

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    noise: MetricNoise


@dataclass(frozen=True, kw_only=True)
class MetricResult:
    """One metric; suites in the order served, findings question by question, noise panel by panel."""

    id: str
    label: str
    meanings: tuple[Meaning, ...]
    findings: tuple[Finding, ...]
    noise_floor: tuple[PlacedNoise, ...]


def compute(served: Served) -> MetricResult:
    """The metric at the address. Raises UnknownName, with the names that are near."""
    wanted = served.selection.id
    label = names.require("metrics", wanted, served.suites)
    entries = [
        (tables, own_id, name)
        for tables in served.suites
        for own_id, name in names.entries("metrics", tables).items()
        if name.address == wanted
    ]
    return MetricResult(
        id=wanted,
        label=label,
        meanings=tuple(m for tables, own_id, name in entries for m in _meanings(tables, own_id, name)),
        findings=tuple(gathered(served, (wanted,))[wanted]),
        noise_floor=tuple(placed for tables, own_id, _ in entries for placed in _noise(tables, own_id, served)),
    )


def _noise(tables: Tables, own_id: str, served: Served) -> list[PlacedNoise]:
    """The metric in every panel of a suite in which it was measured."""
    if own_id not in {m.id for m in tables.scores}:
        return []
    runs = tables.runs[tables.runs[own_id].notna()]
    placed = []
    for panel in tables.panels:
        if panel.id in set(runs["panel"]):
            rows = served.one(noise, replace(default_selection(tables), panel=panel.id))
            placed.append(
                PlacedNoise(
                    suite=tables.suite.id,
                    suite_label=tables.suite.title,
                    panel=panel.id,
                    panel_label=panel.label,
                    noise=next(r for r in rows if r.metric.id == own_id),
                )
            )
    return placed


def _meanings(tables: Tables, own_id: str, name: Name) -> list[Meaning]:
    pools = [replace(m, lower_bound=None, upper_bound=None) for m in tables.pool_metrics]
    return [
        Meaning(tables.suite, metric, pool, name.relation, name.note)
        for pool, metrics in ((False, tables.metrics), (True, pools))
        for metric in metrics
        if metric.id == own_id
    ]


def lead(result: MetricResult) -> list[str]:
    """Whether the metric can be trusted, and how much that rests on."""
    label = cleaned(result.label)
    if all(m.role == "oracle" for m in result.meanings):
        return [f"{label} judges the other metrics; nothing here judges it."]
    return [*words.verdict(label, result.findings), words.counts(result.findings)]


def bounds(meaning: Meaning) -> str:
    """The range of values: "0 to 1", "0 and above", with the scale where it is not linear."""
    low, high = meaning.metric.lower_bound, meaning.metric.upper_bound
    if low is None and high is None:
        interval = UNDEFINED if meaning.pool else "unbounded"
    elif high is None:
        interval = f"{low:g} and above"
    elif low is None:
        interval = f"{high:g} and below"
    else:
        interval = f"{low:g} to {high:g}"
    interval = interval.replace("-", "−")
    return f"{interval}, log scale" if meaning.metric.scale == "log" else interval


def relation(meaning: Meaning, label: str) -> str:
    """What a suite's metric is of the one at the address; empty where it is the same."""
    return "" if meaning.relation == "same" else f"{meaning.relation} of {cleaned(label)}"


def differs(meaning: Meaning, label: str) -> str:
    """How a suite's metric differs from the one at the address, in one cell."""
    return "; ".join(t for t in (relation(meaning, label), cleaned(meaning.note)) if t)


def findings_table(result: MetricResult, labels: Labels) -> Table[Finding]:
    """One row per finding."""
    column = Column[Finding]
    columns = (
        column("question", lambda f: f.question, place="file"),
        column("question_text", lambda f: QUESTION_TEXTS[f.question], "question", place="print"),
        column("state", lambda f: f.state, "answer", place="print"),
        column("side", lambda f: f.side, "trust", place="print"),
        *placed(lambda f: f),
        column("metric", lambda f: f.metric),
        column("basis", lambda f: f.basis, place="file"),
        column("value", lambda f: f.value, kind="number", place="print"),
        column("low", lambda f: f.low, kind="number"),
        column("high", lambda f: f.high, kind="number"),
        column("count", lambda f: f.count, kind="count"),
        column("of", lambda f: f.of, kind="count"),
        column("p", lambda f: f.p, kind="p"),
        column("p_min", lambda f: f.p_min, "smallest p", kind="p"),
        column("where", lambda f: f.where, place="file"),
        column("labels", lambda f: f.labels, place="file"),
        column("reason", lambda f: f.reason, place="file"),
        column("rests_on", rests_on, "rests on"),
    )
    return table(columns, result.findings)


def noise_table(result: MetricResult, labels: Labels) -> Table[PlacedNoise]:
    """One row per panel in which it was measured."""
    column = Column[PlacedNoise]
    columns = (
        column("where", lambda p: f"{p.suite_label} · {p.panel_label}", place="print"),
        column("suite", lambda p: p.suite, place="file"),
        column("suite_label", lambda p: p.suite_label, place="file"),
        column("panel", lambda p: p.panel, place="file"),
        column("panel_label", lambda p: p.panel_label, place="file"),
        column("metric", lambda p: p.noise.metric.id, place="file"),
        column("label", lambda p: p.noise.metric.label, place="file"),
        *noise_columns(lambda p: p.noise),
    )
    return table(columns, result.noise_floor)


def meanings_table(result: MetricResult, labels: Labels) -> Table[Meaning]:
    """One row per suite and kind of models it judges."""
    return table([Column[Meaning](i, attrgetter(place)) for i, place in COLUMNS.items()], result.meanings)


EVIDENCE = Answer(
    "findings",
    compute,
    lambda result, labels: Said(lead(result), [TRUST_READING] if result.findings else ()),
    Part("findings", "Findings about trust", findings_table, when=lambda result: bool(result.findings)),
    facts=lambda result: {"id": result.id, "label": result.label},
    mount="metric_findings",
    terms=("auc", "false_alarm", "rho_within", "permutation_p", "p_min", "constant", "resolution"),
)
MEANINGS = Answer(
    "meanings",
    compute,
    silent,
    Part("meanings", "What it is in every suite", meanings_table),
    heading="What it is in every suite",
    mount="metric_meanings",
)
NOISE_FLOOR = Answer(
    "noise_floor",
    compute,
    lambda result, labels: Said((), [NOISE_READING] if result.noise_floor else ()),
    Part(
        "noise_floor",
        lambda result, labels: f"Noise floor of {result.label}",
        noise_table,
        when=lambda result: bool(result.noise_floor),
        open=True,
    ),
    heading="Noise floor",
    terms=("noise_floor",),
)
