"""One metric in every suite: what each calls it, and what supports and what contradicts trust in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from components import names
from components.plain import aside
from components.selection import default_selection
from components.served import Served
from components.views.noise.result import MetricNoise, noise
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
class PlacedNoise:
    """How much of the metric is noise in one panel of a suite, over all its runs."""

    suite: str
    suite_label: str = aside()
    panel: str
    panel_label: str = aside()
    noise: MetricNoise


@dataclass(frozen=True, kw_only=True)
class MetricResult:
    """One metric; suites in the order served, findings question by question, noise panel by panel."""

    id: str
    label: str
    meanings: tuple[Meaning, ...]
    findings: tuple[SidedFinding, ...]
    noise_floor: tuple[PlacedNoise, ...]

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
        noise_floor=tuple(
            placed
            for tables in served.suites
            for own_id, name in names.entries("metrics", tables).items()
            if name.address == wanted
            for placed in _noise(tables, own_id, served)
        ),
    )


def _noise(tables: Tables, own_id: str, served: Served) -> list[PlacedNoise]:
    """The metric in every panel of a suite in which it was measured."""
    if own_id not in {m.id for m in tables.scores}:
        return []
    runs = tables.runs[tables.runs[own_id].notna()]
    placed = []
    for panel in tables.panels:
        if panel.id in set(runs["panel"]):
            rows = served.of(noise, replace(default_selection(tables), panel=panel.id)).rows
            placed.append(
                PlacedNoise(
                    suite=tables.suite.id,
                    suite_label=tables.suite.title,
                    panel=panel.id,
                    panel_label=panel.label,
                    noise=next(r for r in rows if r.metric == own_id),
                )
            )
    return placed


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
