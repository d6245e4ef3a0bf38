"""One metric in every suite: what each calls it, and what supports and what contradicts trust in it."""

from __future__ import annotations

from dataclasses import dataclass

from components import names
from components.served import Served
from components.views.trust.findings import Finding, Side, gathered
from data.names import Name
from data.registry import Metric, Tables


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """The metric as one suite has it. `relation` says what it is of the metric at the address, `note` how it differs.

    `pool` says that it is a metric of the suite's models with known knowledge, which bounds and target are not given
    for. `better` says which values are better, in words.
    """

    suite: str
    suite_label: str
    id: str
    label: str
    name: str
    pool: bool
    role: str
    direction: str
    better: str
    target: str
    lower_bound: float | None
    upper_bound: float | None
    scale: str
    group: str
    parts: tuple[str, ...]
    measures: str
    reference: str
    relation: str
    note: str
    paper: str
    paper_url: str
    licence: str


@dataclass(frozen=True, kw_only=True)
class SidedFinding:
    """A finding, and what it says about trust."""

    side: Side
    finding: Finding


@dataclass(frozen=True, kw_only=True)
class MetricResult:
    """One metric; suites in the order served, findings question by question."""

    id: str
    label: str
    meanings: tuple[Meaning, ...]
    findings: tuple[SidedFinding, ...]

    @property
    def unsided(self) -> tuple[Finding, ...]:
        """The findings without their side."""
        return tuple(f.finding for f in self.findings)


def metric(served: Served, wanted: str) -> MetricResult:
    """What stands at an address. Raises UnknownName, with the names that are near."""
    label = names.require("metrics", wanted, served.suites)
    return MetricResult(
        id=wanted,
        label=label,
        meanings=tuple(
            m
            for tables in served.suites
            for own_id, name in names.entries("metrics", tables).items()
            if name.address == wanted
            for m in _meanings(tables, own_id, name)
        ),
        findings=tuple(SidedFinding(side=f.side, finding=f) for f in gathered(served, (wanted,))[wanted]),
    )


def _meanings(tables: Tables, own_id: str, name: Name) -> list[Meaning]:
    own = [m for m in tables.metrics if m.id == own_id]
    return [*(_of_runs(tables, m, name) for m in own), *_of_pools(tables, own_id, name)]


def _of_runs(tables: Tables, metric: Metric, name: Name) -> Meaning:
    return Meaning(
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        id=metric.id,
        label=metric.label,
        name=metric.name,
        pool=False,
        role=metric.role,
        direction=metric.direction,
        better=metric.better,
        target=metric.target,
        lower_bound=metric.lower_bound,
        upper_bound=metric.upper_bound,
        scale=metric.scale,
        group=metric.group,
        parts=metric.parts,
        measures=metric.measures,
        reference=metric.reference,
        relation=name.relation,
        note=name.note,
        paper=tables.suite.paper,
        paper_url=tables.suite.url,
        licence=tables.suite.licence,
    )


def _of_pools(tables: Tables, own_id: str, name: Name) -> list[Meaning]:
    table = tables.extras.get("pool_metrics")
    rows = [] if table is None else [r for r in table.to_dict("records") if str(r["id"]) == own_id]
    return [
        Meaning(
            suite=tables.suite.id,
            suite_label=tables.suite.title,
            id=own_id,
            label=str(r["label"]),
            name=str(r["name"]),
            pool=True,
            role="pool",
            direction=str(r["direction"]),
            better=f"{r['direction']} says that the knowledge is gone",
            target="",
            lower_bound=None,
            upper_bound=None,
            scale="linear",
            group="",
            parts=(),
            measures=str(r["measures"]),
            reference=str(r["reference"]),
            relation=name.relation,
            note=name.note,
            paper=tables.suite.paper,
            paper_url=tables.suite.url,
            licence=tables.suite.licence,
        )
        for r in rows
    ]
