"""The difference between two Tables: suites made by hand whose ranks can be counted on one hand, τ from SciPy."""

from dataclasses import replace

import numpy as np
import pytest
from components.answers.changes.command import extended
from components.answers.changes.difference import ALL_TIED, FEW, difference
from components.answers.changes.snapshot import boards, claims
from components.answers.changes.versions import changes_of
from data.versions import kept
from scipy.stats import kendalltau

from data.registry import Tables
from tests.made import made_metric, made_tables
from tests.released import NAMES, TABLES, built_in

CLAIM = "kendall_tau_published"
FEW_RUNS = ("unified_unlearning", "muse_seeds")


def suite(*means: float, names: str = "", seeds: int = 1) -> Tables:
    """One metric where less is better, so that methods rank by it; two benchmarks with the same values."""
    methods = list(names or "abcdefgh"[: len(means)])
    return made_tables(np.tile(np.array(means)[:, None], (2, seeds, 1, 1)), methods=methods)


def ranks(found) -> dict[str, tuple[int | None, int | None]]:
    (panel,) = found.panels
    return {r.method: (r.rank_before, r.rank_after) for r in panel.ranks}


def came(found) -> dict[str, tuple[int, int, int]]:
    return {c.kind: (len(c.added), len(c.removed), len(c.altered)) for c in found.came}


def test_a_method_that_enters_first_moves_the_others_and_swaps_none() -> None:
    found = difference(suite(0.2, 0.3, 0.4), suite(0.2, 0.3, 0.4, 0.1))
    assert ranks(found) == {"d": (None, 1), "a": (1, 2), "b": (2, 3), "c": (3, 4)}
    (panel,) = found.panels
    assert (panel.leaders_before, panel.leaders_after) == (("a",), ("d",))
    assert (panel.common, panel.tau, panel.swapped) == (3, 1.0, ())
    assert [r.method for r in panel.changed] == ["a", "b", "c"]
    assert (found.ranks_changed, found.pairs_swapped) == (3, 0)
    assert came(found) == {"method": (1, 0, 0), "run": (2, 0, 0)}
    assert next(c.added for c in found.came if c.kind == "run") == ("main, b1, d, 1", "main, b2, d, 1")
    back = difference(suite(0.2, 0.3, 0.4, 0.1), suite(0.2, 0.3, 0.4))
    assert ranks(back)["d"] == (1, None)
    assert came(back) == {"method": (0, 1, 0), "run": (0, 2, 0)}


def test_one_value_that_flips_a_rank() -> None:
    found = difference(suite(0.2, 0.3, 0.4), suite(0.2, 0.15, 0.4))
    assert ranks(found) == {"b": (2, 1), "a": (1, 2), "c": (3, 3)}
    (panel,) = found.panels
    assert [(p.a, p.b) for p in panel.swapped] == [("a", "b")]
    assert panel.tau == pytest.approx(kendalltau([1, 2, 3], [2, 1, 3]).statistic)
    assert came(found) == {"run": (0, 0, 2)}


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ((0.2, 0.2, 0.4), (0.2, 0.3, 0.4), [1, 1, 3], [1, 2, 3]),
        ((0.1, 0.2, 0.3, 0.4, 0.5), (0.3, 0.2, 0.5, 0.1, 0.2), [1, 2, 3, 4, 5], [4, 2, 5, 1, 2]),
    ],
)
def test_tau_is_scipy_s_on_competition_ranks(before, after, old, new) -> None:
    found = difference(suite(*before), suite(*after))
    assert [ranks(found)[m] for m in sorted(ranks(found))] == list(zip(old, new, strict=True))
    (panel,) = found.panels
    assert panel.tau == pytest.approx(kendalltau(old, new).statistic)
    swaps = [
        (i, j) for i in range(len(old)) for j in range(i) if np.sign(old[i] - old[j]) * np.sign(new[i] - new[j]) == -1
    ]
    assert len(panel.swapped) == len(swaps)


def test_the_order_of_rows_makes_no_difference() -> None:
    tables, start = suite(0.2, 0.3, 0.4, 0.1, seeds=3), suite(0.5, 0.3, 0.1, 0.2, seeds=3)
    turned = replace(
        tables,
        methods=tuple(reversed(tables.methods)),
        runs=tables.runs.sample(frac=1, random_state=3).reset_index(drop=True),
    )
    found = difference(tables, turned)
    assert came(found) == {}
    assert (found.ranks_changed, found.pairs_swapped) == (0, 0)
    assert all(p.swapped == p.separated == p.merged == () for p in found.panels)
    (other,), (same,) = difference(start, turned).panels, difference(start, tables).panels
    assert (other.tau, set(other.swapped)) == (same.tau, set(same.swapped))


def test_a_method_without_a_value_loses_its_rank() -> None:
    values = np.tile(np.array([0.2, 0.3, 0.4])[:, None], (2, 1, 1, 1))
    whole, values[1, 0, 0, 0] = made_tables(values.copy(), methods=list("abc")), np.nan
    found = difference(whole, made_tables(values, methods=list("abc")))
    assert ranks(found) == {"b": (2, 1), "c": (3, 2), "a": (1, None)}
    assert found.panels[0].common == 2
    assert came(found) == {"run": (0, 0, 1)}


def test_a_metric_that_turns_is_told_and_turns_the_ranks() -> None:
    before = suite(0.2, 0.3)
    after = replace(before, metrics=(made_metric("X1", "higher"),))
    found = difference(before, after)
    assert came(found) == {"metric": (0, 0, 1)}
    assert ranks(found) == {"b": (2, 1), "a": (1, 2)}


def test_methods_that_come_to_differ_significantly() -> None:
    def many(gap: float) -> Tables:
        noise = np.random.default_rng(1).normal(0, 0.01, (9, 1, 2, 1))
        return made_tables(0.3 + noise + np.array([0, gap]).reshape(1, 1, 2, 1), methods=["a", "b"])

    found = difference(many(0.0), many(0.3)).panels[0]
    assert [(p.a, p.b) for p in found.separated] == [("a", "b")]
    assert found.merged == ()
    assert [(p.a, p.b) for p in difference(many(0.3), many(0.0)).panels[0].merged] == [("a", "b")]


def test_a_printed_number_that_no_longer_matches() -> None:
    rows = TABLES.published
    row = rows.index[(rows["status"] == "released") & (rows["statistic"] == CLAIM)][0]
    wrong = rows.copy()
    wrong.loc[row, "value"] = -rows.loc[row, "value"]
    wrong.loc[row, "printed"] = str(-rows.loc[row, "value"])
    found = difference(TABLES, replace(TABLES, published=wrong))
    assert [c.claim for c in found.claims] == [rows.loc[row, "claim"]]
    assert found.claims[0].before.startswith("match")
    assert found.claims[0].after == "mismatch"
    assert came(found) == {"printed number": (0, 0, 1)}


@pytest.mark.parametrize("name", [n if n in FEW_RUNS else pytest.param(n, marks=pytest.mark.long) for n in NAMES])
def test_what_is_kept_gives_the_ranks_and_verdicts_of_the_whole_suite(name) -> None:
    tables = built_in(name)
    again = kept(name, tables.data_version)
    assert (boards(again), claims(again)) == (boards(tables), claims(tables))
    versions = changes_of(tables).versions
    assert versions[0].version == tables.data_version
    assert all(v.difference is not None for v in versions)
    assert [v.moment for v in versions] == sorted((v.moment for v in versions), reverse=True)


def test_tau_and_the_extended_suite_of_too_little() -> None:
    one = difference(suite(0.2), suite(0.2, 0.3)).panels[0]
    assert (one.common, one.tau, one.tau_reason) == (1, None, FEW)
    tied = difference(suite(0.2, 0.2), suite(0.2, 0.3)).panels[0]
    assert (tied.tau, tied.tau_reason) == (None, ALL_TIED)
    small, large = suite(0.2, 0.3), suite(0.2, 0.3, 0.4)
    assert extended(large, [small, large]) is small
    renamed = replace(large, suite=replace(large.suite, id="other"))
    assert extended(renamed, [small, TABLES]) is small
    assert extended(TABLES, [small, large]) is None
