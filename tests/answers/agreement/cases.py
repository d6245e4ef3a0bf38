"""Suites that tie, lack something or are large, for the tests of agreement."""

from dataclasses import replace
from functools import cache

import numpy as np

from components.answers.agreement import pair, taus
from components.answers.record import Absent
from components.stats.agreement.pair_taus import PairTau
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_metric, made_tables
from tests.released import TABLES


def taus_of(tables: Tables = TABLES, **query: str) -> taus.Taus:
    found = view_of(tables, **query).of(taus.compute)
    assert not isinstance(found, Absent)
    return found


def pair_of(tables: Tables = TABLES, **query: str) -> pair.OpenPair:
    found = view_of(tables, **query).of(pair.compute)
    assert not isinstance(found, Absent)
    return found


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
def alike(benchmarks: int = 1, methods: int = 4) -> Tables:
    """Two metrics with the same values."""
    return made_tables(np.repeat(np.random.default_rng(0).random((benchmarks, 1, methods, 1)), 2, axis=3))


@cache
def mixed() -> Tables:
    """Metrics in both directions, with ties, constant blocks, a missing value and values of p below .05."""
    values = np.random.default_rng(3).random((5, 2, 6, 4))
    values[..., 1] = np.round(values[..., 1], 1)
    values[0, :, :, 2], values[1, 0, 2, 3], values[3, :, :, 3], values[4, ..., 0] = 0.5, np.nan, 0.2, 0.3
    directions = {"A": "lower", "B": "higher", "C": "lower", "D": "higher"}
    return made_tables(values, metrics=[made_metric(m, d) for m, d in directions.items()])


@cache
def without_runs() -> tuple[Tables, dict[str, str]]:
    """A suite and a selection that no run matches."""
    tables = made(2, 1, 4, 3)
    runs = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    return replace(tables, runs=runs), {"benchmarks": "b2", "methods": "m2,m3"}


def named(tables: Tables, label: str) -> Tables:
    """The same suite with every metric called the same; {} in a label is its place."""
    return replace(tables, metrics=tuple(replace(m, label=label.format(i)) for i, m in enumerate(tables.metrics)))
