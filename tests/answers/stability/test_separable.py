"""Pairs, letters and plans of whole selections beside SciPy, and under everything that must not move a number."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from components.answers.record import Absent
from components.answers.stability import seeds, separable
from components.answers.stability.inferred import inferred
from components.answers.stability.separable import SEPARABLE, Separable
from components.report import report
from components.selection import default_selection
from components.stats.separation.inference import CHOSEN, PairTest
from data.registry import Tables
from tests.answered import view_of
from tests.gridded import gridded
from tests.made import made_tables


def of(tables: Tables, **query: str) -> Separable:
    return view_of(tables, **query).of(separable.compute)


def spread(methods: int, benchmarks: int, seeds: int = 3, step: float = 0.1, noise: float = 0.01) -> Tables:
    """Methods in order, the first best (lower values are better)."""
    rng = np.random.default_rng(benchmarks * 100 + methods)
    values = 0.1 + step * np.arange(methods)[None, None, :, None]
    return made_tables(values + rng.normal(0, noise, (benchmarks, seeds, methods, 1)))


def pairs(result: Separable, over: str) -> list[PairTest]:
    return [p for p in result.pairs if p.over == over]


def test_both_scopes_are_scipys_tests_of_the_runs() -> None:
    tables = spread(3, 7, noise=0.05)
    result = of(tables)
    scores = 1 - tables.runs.pivot_table("X1", ["benchmark", "seed"], "method")
    z, cells = scores.groupby("seed").mean(), scores.groupby("benchmark").mean()
    for p in pairs(result, "seeds"):
        assert p.p == pytest.approx(stats.ttest_ind(z[p.a], z[p.b], equal_var=False).pvalue)
    for p in pairs(result, "benchmarks"):
        test = stats.ttest_rel(cells[p.a], cells[p.b])
        interval = test.confidence_interval(1 - 0.05 / 3)
        assert (p.p, p.low, p.high) == (pytest.approx(test.pvalue), *map(pytest.approx, interval))
        assert p.p_adjusted == pytest.approx(min(1, 3 * test.pvalue))


def test_what_endless_seeds_would_do() -> None:
    rng = np.random.default_rng(0)
    own = np.array([0.5, 0.51])[None, None, :, None] + rng.normal(0, 0.015, (8, 1, 2, 1))
    noisy = pairs(of(made_tables(own + rng.normal(0, 0.04, (8, 3, 2, 1)))), "benchmarks")[0]
    assert noisy.with_endless_seeds is not None
    assert noisy.benchmarks_needed is not None
    assert noisy.with_endless_seeds <= 8 < noisy.benchmarks_needed
    steady = pairs(of(made_tables(own + rng.normal(0, 0.0001, (8, 3, 2, 1)))), "benchmarks")[0]
    assert steady.with_endless_seeds == steady.benchmarks_needed
    single = pairs(of(spread(2, 6, seeds=1, noise=0.1)), "benchmarks")[0]
    assert single.with_endless_seeds is None
    assert single.benchmarks_needed is not None


def test_permuted_rows_and_new_names_move_nothing() -> None:
    tables = spread(5, 9, seeds=3, step=0.01, noise=0.03)
    before = SEPARABLE.whole(view_of(tables))
    shuffled = tables.runs.sample(frac=1, random_state=4).reset_index(drop=True)
    assert SEPARABLE.whole(view_of(replace(tables, runs=shuffled))) == before
    names = {m.id: f"z{i}" for i, m in zip((3, 1, 5, 2, 4), tables.methods, strict=True)}
    renamed = replace(
        tables,
        methods=tuple(replace(m, id=names[m.id]) for m in reversed(tables.methods)),
        runs=tables.runs.assign(method=tables.runs["method"].map(names)),
    )
    back = {new: old for old, new in names.items()}
    after = [replace(p, a=back[p.a], b=back[p.b]) for p in of(renamed).pairs]
    assert after == list(of(tables).pairs)


def test_one_method_the_best_of_a_grid_and_many() -> None:
    result = of(gridded(), rows="best")
    assert (result.inferred.rows.names, result.pairs) == (("wide", "safe"), ())
    assert result.inferred.seeds.reason == result.inferred.benchmarks.reason == CHOSEN
    assert isinstance(view_of(gridded(), rows="best").of(seeds.compute), Absent)
    view = view_of(spread(1, 3))
    assert (of(spread(1, 3)).pairs, view.of(inferred).board) == ((), None)
    result = of(spread(24, 3, step=0.03))
    names = result.inferred.rows.names
    assert result.inferred.rows.m == 24 * 23 // 2
    assert {(p.a, p.b) for p in result.pairs} == {*pairwise(names), *((names[0], m) for m in names[1:])}


def test_the_report_has_the_scope_the_pairs_and_the_letters() -> None:
    tables = spread(4, 8)
    told = report(tables, default_selection(tables), ["stability"])
    found = told["separable"]
    assert told["inference"] == {"over": "seeds", "pairs": 6, "level": pytest.approx(0.05 / 6), "reason": ""}
    assert isinstance(found, dict)
    assert found["letters"] == {"m1": "a", "m2": "b", "m3": "c", "m4": "d"}
    wanted = "a b over difference low high p p_adjusted verdict groups benchmarks_needed benchmarks_low benchmarks_high"
    assert set(wanted.split()) <= set(pd.DataFrame(found["pairs"]).columns)
