"""One metric in every suite: what each calls it, and what supports and what contradicts trust in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from components import names
from components.plain import aside
from components.selection import default_selection
from components.served import Served
from components.views.noise.result import MetricNoise, noise
from components.views.trust.findings import Finding, Side, gathered
from data.names import Name
from data.registry import Tables


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
        findings=tuple(SidedFinding(side=f.side, finding=f) for f in gathered(served, (wanted,))[wanted]),
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
    meaning = partial(
        Meaning,
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        id=own_id,
        relation=name.relation,
        note=name.note,
        paper=tables.suite.paper,
        paper_url=tables.suite.url,
        licence=tables.suite.licence,
    )
    pools = tables.extras.get("pool_metrics")
    of_runs = [
        meaning(
            label=m.label,
            name=m.name,
            pool=False,
            role=m.role,
            direction=m.direction,
            better=m.better,
            target=m.target,
            lower_bound=m.lower_bound,
            upper_bound=m.upper_bound,
            scale=m.scale,
            group=m.group,
            parts=m.parts,
            measures=m.measures,
            reference=m.reference,
        )
        for m in tables.metrics
        if m.id == own_id
    ]
    of_pools = [
        meaning(
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
        )
        for r in ([] if pools is None else pools.to_dict("records"))
        if str(r["id"]) == own_id
    ]
    return [*of_runs, *of_pools]
