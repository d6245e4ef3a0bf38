"""Selections of the agreement view, resolved for its tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from components.resolved import Resolved
from components.selection import parse
from components.views.agreement.pair import PairResult, agreement_pair
from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult, agreement
from data.registry import Tables
from tests.made import made_metric, made_tables
from tests.released import TABLES


def view_of(tables: Tables = TABLES, **query: str) -> Resolved:
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


@cache
def agreement_of(tables: Tables = TABLES, **query: str) -> AgreementResult:
    return agreement(view_of(tables, **query))


@cache
def pair_of(tables: Tables = TABLES, **query: str) -> PairResult:
    return agreement_pair(view_of(tables, **query))


def row(rows: tuple[PairTau, ...], x: str, y: str) -> PairTau:
    return next(r for r in rows if {r.x, r.y} == {x, y})


@cache
def made(*shape: int, digits: int = 16, seed: int = 0) -> Tables:
    """Random values by benchmark, seed, method and metric; few digits make ties."""
    return made_tables(np.round(np.random.default_rng(seed).random(shape), digits))


@cache
def tied() -> Tables:
    return made_tables(np.ones((2, 2, 4, 3)))


@cache
def tied_and_missing() -> Tables:
    """Four methods, three metrics: B ties all, C is measured for no method."""
    values = np.random.default_rng(0).random((2, 2, 4, 3))
    values[..., 1], values[..., 2] = 0.5, np.nan
    return made_tables(values, metrics=[made_metric(i) for i in "ABC"])


def without_runs() -> tuple[Tables, dict[str, str]]:
    """A suite and a selection that no run matches."""
    tables = made(2, 1, 4, 3)
    runs = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    return replace(tables, runs=runs), {"benchmarks": "b2", "methods": "m2,m3"}


def named(tables: Tables, label: str) -> Tables:
    """The same suite with everything in it called the same; {} in a label is the place of a metric."""
    return replace(
        tables,
        metrics=tuple(replace(m, label=label.format(i)) for i, m in enumerate(tables.metrics)),
        methods=tuple(replace(m, label=label) for m in tables.methods),
        benchmarks=tuple(replace(b, label=label) for b in tables.benchmarks),
        panels=tuple(replace(p, label=label) for p in tables.panels),
    )
