"""Pairs, letters and plans of whole selections, beside SciPy, and under everything that must not move a number."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from components.answers.record import Absent
from components.answers.stability import power, separable
from components.answers.stability.compared import lettering, nested
from components.answers.stability.power import Power, pair_planned
from components.answers.stability.separable import SEPARABLE, Separable
from components.report import report
from components.selection import default_selection
from components.stats.separation.pairs import CONSTANT, IDENTICAL, NO_LIMIT, ONE_BENCHMARK, SeparablePair
from data.registry import Tables
from tests.answered import view_of
from tests.gridded import gridded
from tests.made import made_tables


def of(tables: Tables, **query: str) -> Separable:
    return view_of(tables, **query).of(separable.compute)


def power_of(tables: Tables, **query: str) -> Power:
    found = view_of(tables, **query).of(power.compute)
    assert isinstance(found, Power)
    return found


def spread(methods: int, benchmarks: int, seeds: int = 2, step: float = 0.1, noise: float = 0.01) -> Tables:
    """Methods in order, the first best (lower values are better)."""
    rng = np.random.default_rng(benchmarks * 100 + methods)
    values = 0.1 + step * np.arange(methods)[None, None, :, None]
    return made_tables(values + rng.normal(0, noise, (benchmarks, seeds, methods, 1)))


def pair(result: Separable, a: str, b: str) -> SeparablePair:
    return next(p for p in result.pairs if (p.a, p.b) == (a, b))


def test_a_pair_is_the_paired_t_interval_and_the_exact_p_of_the_cells() -> None:
    tables = spread(3, 7, noise=0.05)
    result = of(tables)
    cells = 1 - tables.runs.pivot_table("X1", "benchmark", "method")
    for p in result.pairs:
        test = stats.ttest_rel(cells[p.a], cells[p.b])
        interval = test.confidence_interval(0.95)
        assert p.difference == pytest.approx(cells[p.a].mean() - cells[p.b].mean())
        assert (p.low, p.high) == (pytest.approx(interval.low), pytest.approx(interval.high))
        d = (cells[p.a] - cells[p.b]).to_numpy()
        exact = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf)
        assert p.p == pytest.approx(exact.pvalue)
        assert p.p_min == 2 / 2**7
    assert [p.p_holm for p in result.pairs] == pytest.approx(
        stats_holm([p.p for p in result.pairs]),
    )


def stats_holm(p: list[float]) -> list[float]:
    """Holm 1979 as its paper says it: the k-th smallest of m times m − k + 1, never falling."""
    order, held, out = sorted(range(len(p)), key=lambda i: p[i]), 0.0, [0.0] * len(p)
    for k, i in enumerate(order):
        held = max(held, min(1.0, p[i] * (len(p) - k)))
        out[i] = held
    return out


@pytest.mark.parametrize(("benchmarks", "letters"), [(7, None), (8, {"m1": "a", "m2": "b", "m3": "c", "m4": "d"})])
def test_letters_stand_where_the_design_could_find_something(benchmarks: int, letters: dict[str, str] | None) -> None:
    found = of(spread(4, benchmarks)).lettering.found
    assert found.letters == letters
    assert found.could == 8
    assert ("at least 8 benchmarks could" in found.reason) == (letters is None)


def test_methods_that_do_not_differ_share_a_letter() -> None:
    rng = np.random.default_rng(3)
    values = np.tile([0.1, 0.1, 0.6, 0.6], (9, 1)) + rng.normal(0, 0.02, (9, 4))
    letters = of(made_tables(values[:, None, :, None])).lettering.found.letters
    assert letters is not None
    assert letters["m1"] == letters["m2"] == "a"
    assert letters["m3"] == letters["m4"] == "b"


def test_one_benchmark_says_that_it_cannot_say() -> None:
    result = of(spread(3, 1))
    assert result.lettering.found.letters is None
    for p in result.pairs:
        assert (p.p, p.p_min, p.p_holm) == (1.0, 1.0, 1.0)
        assert {p.low, p.high, p.benchmarks_needed, p.benchmarks_low, p.benchmarks_high, p.variance_seeds} == {None}
        assert (p.reason, p.seeds_alone) == (ONE_BENCHMARK, False)
    curve = power_of(spread(3, 1))
    assert (curve.lines, curve.pair.reason) == ((), ONE_BENCHMARK)


def test_two_benchmarks_bound_what_they_can() -> None:
    result = of(spread(2, 2, noise=0.05))
    only = result.pairs[0]
    assert (only.p_min, only.p) == (0.5, 0.5)
    assert only.low is not None
    assert only.benchmarks_needed is not None
    assert only.benchmarks_needed >= 6


def test_one_seed_leaves_open_what_seeds_would_do() -> None:
    only = of(spread(2, 6, seeds=1, noise=0.1)).pairs[0]
    assert (only.variance_benchmarks, only.variance_seeds, only.with_endless_seeds, only.seeds_alone) == (None,) * 4
    assert only.benchmarks_needed is not None
    assert [line.seeds for line in power_of(spread(2, 6, seeds=1, noise=0.1)).lines] == [1]


def test_what_endless_seeds_would_do() -> None:
    rng = np.random.default_rng(0)
    own = np.array([0.5, 0.51])[None, None, :, None] + rng.normal(0, 0.015, (8, 1, 2, 1))
    seeds_vary = of(made_tables(own + rng.normal(0, 0.04, (8, 3, 2, 1)))).pairs[0]
    assert seeds_vary.with_endless_seeds is not None
    assert seeds_vary.benchmarks_needed is not None
    assert seeds_vary.with_endless_seeds <= 8 < seeds_vary.benchmarks_needed
    assert seeds_vary.seeds_alone is True
    benchmarks_vary = of(made_tables(own + rng.normal(0, 0.0001, (8, 3, 2, 1)))).pairs[0]
    assert benchmarks_vary.with_endless_seeds == benchmarks_vary.benchmarks_needed
    flat = np.array([0.5, 0.52])[None, None, :, None] + np.tile([0.05, -0.05], (6, 1))[:, :, None, None] * [[[1], [-1]]]
    nothing_between = of(made_tables(flat + rng.normal(0, 0.0001, (6, 1, 2, 1)))).pairs[0]
    assert nothing_between.variance_negative is True
    assert (nothing_between.variance_benchmarks, nothing_between.with_endless_seeds) == (0.0, None)
    assert nothing_between.seeds_alone is None


def test_identical_rows_and_a_constant_difference_have_no_plan() -> None:
    rng = np.random.default_rng(1)
    base = rng.random((6, 1, 1, 1)) * 0.5
    result = of(made_tables(np.concatenate([base, base, base + 0.2], axis=2)))
    same, constant = pair(result, "m1", "m2"), pair(result, "m1", "m3")
    assert (same.difference, same.p, same.low, same.high, same.reason) == (0.0, 1.0, 0.0, 0.0, IDENTICAL)
    assert (constant.p, constant.reason, constant.benchmarks_needed) == (2 / 2**6, CONSTANT, None)
    assert (constant.low, constant.high) == (pytest.approx(0.2), pytest.approx(0.2))


def test_an_effect_that_may_be_0_needs_benchmarks_without_limit() -> None:
    d = np.array([0.3, -0.2, 0.1, 0.05, -0.1, 0.2])
    values = np.stack([0.4 - d / 2, 0.4 + d / 2], axis=1)[:, None, :, None]
    only = of(made_tables(values)).pairs[0]
    assert only.benchmarks_high is None
    assert only.benchmarks_low is not None
    assert only.reason == NO_LIMIT


def test_a_missing_cell_leaves_its_method_out_and_unequal_seeds_do_not() -> None:
    values = np.random.default_rng(2).random((4, 3, 3, 1))
    values[1, :, 0, 0] = np.nan  # a whole cell
    values[2, 1:, 1, 0] = np.nan  # two of three seeds
    result = of(made_tables(values))
    assert set(result.rows.names) == {"m2", "m3"}
    only = result.pairs[0]
    assert only.seeds_paired
    assert only.variance_seeds is not None


def test_seeds_that_methods_do_not_share_are_not_paired() -> None:
    tables = spread(2, 4, seeds=4, noise=0.05)
    runs = tables.runs
    keep = (runs["method"] == "m1") == (runs["seed"] <= 2)
    only = of(replace(tables, runs=runs[keep].reset_index(drop=True))).pairs[0]
    assert only.seeds_paired is False
    y = (1 - runs[keep].set_index(["method", "benchmark", "seed"])["X1"]).groupby(["method", "benchmark"])
    within = y.var(ddof=1).groupby("method").mean()
    assert only.variance_seeds == pytest.approx(within.sum())


def test_many_methods_list_neighbours_and_the_leader_and_correct_over_all() -> None:
    tables = spread(24, 3, step=0.03)
    result = of(tables)
    names = result.rows.names
    assert result.lettering.pairs == 24 * 23 // 2
    listed = {(p.a, p.b) for p in result.pairs}
    assert listed == {*pairwise(names), *((names[0], m) for m in names[1:])}
    assert len(result.adjacent) == 23
    few = of(tables, methods=",".join(names[:20]))
    assert len(few.pairs) == few.lettering.pairs == 190


def test_permuted_rows_and_new_names_move_nothing() -> None:
    tables = spread(5, 9, seeds=3, step=0.01, noise=0.03)
    before = SEPARABLE.whole(view_of(tables))
    shuffled = tables.runs.sample(frac=1, random_state=4).reset_index(drop=True)
    assert SEPARABLE.whole(view_of(replace(tables, runs=shuffled))) == before
    names = {m.id: f"z{i}" for i, m in zip((3, 1, 5, 2, 4), tables.methods, strict=True)}
    renamed = replace(
        tables,
        methods=tuple(replace(m, id=names[m.id]) for m in tables.methods),
        runs=tables.runs.assign(method=tables.runs["method"].map(names)),
    )
    after = of(renamed)
    back = {new: old for old, new in names.items()}
    assert [(back[p.a], back[p.b], p.p, p.p_holm, p.benchmarks_needed) for p in after.pairs] == [
        (p.a, p.b, p.p, p.p_holm, p.benchmarks_needed) for p in of(tables).pairs
    ]
    letters = after.lettering.found.letters
    assert letters is not None
    assert {back[m]: text for m, text in letters.items()} == of(tables).lettering.found.letters


def test_methods_of_several_checkpoints_are_compared_as_methods() -> None:
    tables = gridded()
    assert of(tables, rows="best").rows.names == ("wide", "safe")
    assert of(tables, rows="median").rows.names == ("safe", "wide")
    assert len(of(tables).rows.names) == 7


def test_the_pair_whose_power_is_drawn() -> None:
    tables = spread(3, 8, noise=0.1)
    names = of(tables).rows.names
    assert pair_planned(view_of(tables)) == names[:2]
    last = names[1:]
    curve = power_of(tables, versus=",".join(reversed(last)))
    assert (curve.pair.a, curve.pair.b) == last
    assert [line.seeds for line in curve.lines] == [1, 2, None] or curve.pair.variance_negative
    needed = curve.pair.benchmarks_needed
    assert needed is not None
    now = next(line for line in curve.lines if line.seeds == 2)
    reached = [n for n, power in zip(curve.benchmarks, now.power, strict=True) if power >= 0.8]
    assert min(reached) >= needed or needed == 6
    assert (np.diff(now.power) >= -1e-12).all()


def test_nested_benchmarks_are_named_past_those_that_are_not_shown() -> None:
    tables = spread(3, 3)
    first, second, third = tables.benchmarks
    tables = replace(tables, benchmarks=(replace(first, within="b2"), replace(second, within="b3"), third))
    assert nested(view_of(tables)) == (("b1", "b2"), ("b2", "b3"))
    assert nested(view_of(tables, benchmarks="b1,b3")) == (("b1", "b3"),)
    assert nested(view_of(tables, benchmarks="b1")) == ()


def test_the_report_has_the_pairs_and_the_letters() -> None:
    tables = spread(4, 8)
    found = report(tables, default_selection(tables), ["stability"])["separable"]
    assert isinstance(found, dict)
    assert found["letters"] == {"m1": "a", "m2": "b", "m3": "c", "m4": "d"}
    pairs = found["pairs"]
    assert isinstance(pairs, list)
    wanted = "a b difference low high p p_min p_holm benchmarks_needed benchmarks_low benchmarks_high reason"
    assert set(wanted.split()) <= set(pd.DataFrame(pairs).columns)


def test_nobody_and_one_method() -> None:
    one = of(spread(1, 3))
    view = view_of(spread(1, 3))
    assert (one.pairs, one.lettering.found.letters, one.lettering.found.could) == ((), None, None)
    assert view.of(lettering).found.reason == "fewer than two methods are ranked"
    assert isinstance(view.of(power.compute), Absent)
