"""Suites that tie, lack something or are large, for the tests of agreement."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from components.answers.agreement import maps, pair
from components.answers.record import Absent
from components.results import taus
from components.stats.agreement.pair_taus import PairTau
from data.registry import Tables
from tests.answered import look, view_of
from tests.made import made_metric, made_tables
from tests.released import TABLES


def taus_of(tables: Tables = TABLES, **query: str) -> taus.Taus:
    return view_of(tables, **query).of(taus.compute)


def pair_of(tables: Tables = TABLES, *opened: str, **query: str) -> pair.OpenPair:
    result = view_of(tables, **query).of(pair.compute, opened or None)
    assert not isinstance(result, Absent)
    return result


def drawn(shown: str, tables: Tables = TABLES, *opened: str, **query: str) -> Any:
    """The figure of a map."""
    view = view_of(tables, **query)
    return maps.draw(view.of(maps.compute, shown, opened or None), look(view))


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
    return made_tables(
        np.repeat(np.random.default_rng(0).random((benchmarks, 1, methods, 1)), 2, axis=3)
    )


@cache
def computed() -> Tables:
    """Four metrics: C is computed from B, B from A; D stands alone."""
    parts_of_metric = {"A": (), "B": ("A",), "C": ("B",), "D": ()}
    metrics = [replace(made_metric(m, "higher"), parts=p) for m, p in parts_of_metric.items()]
    return made_tables(np.random.default_rng(1).random((2, 1, 5, 4)), metrics=metrics)


@cache
def without_runs() -> tuple[Tables, dict[str, str]]:
    """A suite and a selection that no run matches."""
    tables = made(2, 1, 4, 3)
    runs = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    return replace(tables, runs=runs), {"benchmarks": "b2", "methods": "m2,m3"}
