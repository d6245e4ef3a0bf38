"""The audit: known designs give known limits, and every sentence says what the numbers say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import default_selection, parse
from components.views.agreement.result import agreement
from components.views.leaderboard.result import leaderboard
from components.views.stability.result.weightings import weightings
from components.views.your_results import words
from components.views.your_results.result import AuditResult, audit
from components.views.your_results.tables import standings_table
from tests.made import made_metric, made_tables


def audited(tables, yours=(), **query) -> AuditResult:
    resolved = Resolved(tables, parse(query, tables)[0] if query else default_selection(tables))
    return audit(resolved, leaderboard(resolved), agreement(resolved), weightings(resolved), yours)


def column(*values: float) -> np.ndarray:
    return np.array(values, dtype=float)


def one_block(*metrics: np.ndarray) -> np.ndarray:
    return np.stack(metrics, axis=-1)[None, None]


def test_four_methods_in_one_block_cannot_show_agreement():
    values = one_block(column(0.1, 0.2, 0.3, 0.4), column(0.4, 0.1, 0.3, 0.2), column(0.9, 0.8, 0.7, 0.6))
    found = audited(made_tables(values))
    assert found.reach.p_min == pytest.approx(2 / 24), "2/4! (METHODS 4)"
    assert found.reach.p_min_holm == pytest.approx(3 * 2 / 24)
    said = words.reach_sentence(found)
    assert "Over 3 pairs of metrics" in said
    assert "0.083, 0.250 after Holm" in said
    assert "no agreement between two metrics can be shown at .05 here" in said
    assert words.size_sentence(found).startswith("4 runs: 4 methods on 1 benchmark, 1 seed in all; 1 block")


def test_six_methods_can():
    order = np.arange(6.0) / 10
    found = audited(made_tables(one_block(order, order**2, 1 - order)))
    assert found.reach.p_min == pytest.approx(2 / 720)
    assert found.reach.p_min_holm == pytest.approx(6 / 720)
    assert found.reach.significant == 3
    assert words.reach_sentence(found).endswith("3 of them reach .05.")
    assert [(p.x, p.y) for p in found.alike] == [("X1", "X2")]
    assert {(p.x, p.y) for p in found.against} == {("X1", "X3"), ("X2", "X3")}
    said = " ".join(words.agreement_sentences(found))
    assert "X1–X2 +1.000" in said
    assert "X1–X3 −1.000 and X2–X3 −1.000 (1 of 1 block each)" in said
    assert "counts one opinion twice" in said


def test_the_limit_without_permutations_is_that_of_the_design():
    rng = np.random.default_rng(0)
    found = audited(made_tables(rng.random((1, 1, 60, 30))))
    assert found.reach.p_known == 0, "so many pairs are left for the pair's own page"
    assert found.reach.p_min == pytest.approx(2.0 / float(np.prod(np.arange(1, 61, dtype=float))))
    assert "can reach is < 0.001" in words.reach_sentence(found)
    assert audited(made_tables(rng.random((8, 1, 40, 30)))).reach.p_min == 1e-300, "beyond what a float can tell"
    assert "without ties" in words.reach_sentence(found)


def test_one_method_one_metric_and_constants():
    found = audited(made_tables(one_block(column(0.5))))
    assert found.reach.p_min is None
    assert words.reach_sentence(found) == "With one metric there is no agreement to test."
    assert (
        "m1 ranks 1 of 1 (no interval, one run: with one benchmark and one seed nothing varies)"
        in words.standing_sentences(found)[0]
    )
    found = audited(made_tables(one_block(column(0.5, 0.5, 0.5), column(0.1, 0.2, 0.3))))
    assert {m: b for m, b in found.constant_on.items() if b} == {"X1": ("b1",)}
    assert "X1 has one value for all methods on B1, so it cannot tell" in " ".join(words.caution_sentences(found))
    assert "nothing can be said about agreement" in words.reach_sentence(found)


def test_missing_values_and_runs_are_counted():
    values = np.random.default_rng(1).random((2, 1, 3, 2))
    values[0, 0, 0, 1] = np.nan
    tables = made_tables(values)
    gone = (tables.runs["benchmark"] == "b2") & (tables.runs["method"] == "m3")

    found = audited(dataclasses.replace(tables, runs=tables.runs[~gone].reset_index(drop=True)))
    assert (found.missing_values, found.values, found.holes, found.cells) == (1, 10, 1, 5)
    assert words.missing_sentence(found) == (
        "1 of 10 cells of method, benchmark and metric has no value; 1 combination of method and benchmark has no run; "
        "2 methods are listed without a rank."
    )
    standings = {s.row.method: s for s in found.standings}
    assert standings["m1"].row.rank is None
    whole = made_tables(np.random.default_rng(1).random((2, 1, 3, 2)))
    assert words.missing_sentence(audited(whole)).startswith("Every method has a value")


def test_a_dominated_method_never_leads_and_is_named():
    values = one_block(column(0.1, 0.5, 0.6), column(0.2, 0.1, 0.3))
    found = audited(made_tables(values), yours={"m3"})
    assert found.dominated == {"m3": ("m1", "m2")}
    assert words.caution_sentences(found)[-1].startswith("m3 (by m1 and m2) is dominated")
    shares = {s.row.method: s.share_first for s in found.standings}
    assert shares["m3"] == 0.0
    assert sum(shares.values()) == pytest.approx(1.0)
    (said,) = words.standing_sentences(found)
    assert said.startswith("m3 ranks 3 of 3")
    assert "leads under 0.0 % of 10\u202f000 random weightings (SE at most 0.5 points)" in said


def test_the_share_of_weightings_is_the_known_area():
    """Two methods, two metrics: a leads while w1·(0.6−0.2) > w2·(0.3−0.2), that is for w1 > 0.2: four fifths."""
    found = audited(made_tables(one_block(column(0.2, 0.6), column(0.3, 0.2))), yours={"m1"})
    share = next(s.share_first for s in found.standings if s.yours)
    assert share == pytest.approx(0.8, abs=4 * 0.005)


def test_a_metric_declared_the_wrong_way_round_is_suspected():
    rng = np.random.default_rng(3)
    distance = rng.random((1, 1, 12))
    good, turned = distance[..., None] * 0.5, 1 - distance[..., None]
    tables = made_tables(np.concatenate([good, turned], axis=-1), distance)
    found = audited(tables)
    assert [(t.metric, t.n) for t in found.turned] == [("X2", 12)]
    assert found.turned[0].rho == pytest.approx(-1.0)
    assert "X2 runs against the oracle distance (ρ −1.000 over 12 runs)" in words.turned_sentences(found)[0]
    few = made_tables(np.concatenate([good, turned], axis=-1)[:, :, :5], distance[:, :, :5])
    assert audited(few).turned == ()


def test_seeds_of_one_benchmark_give_no_interval():
    found = audited(made_tables(np.random.default_rng(2).random((1, 3, 3, 2))))
    assert "ranks 1 of 3 (no interval, seeds only: one benchmark cannot" in words.standing_sentences(found)[0]
    several = audited(made_tables(np.random.default_rng(2).random((3, 1, 3, 2))))
    assert "ranks 1 of 3 (95 % interval 1 to " in words.standing_sentences(several)[0]


def test_methods_without_a_common_block_are_compared_on_nothing():
    tables = made_tables(np.random.default_rng(2).random((2, 1, 3, 2)))
    runs = tables.runs.assign(seed=np.where(tables.runs["method"] == "m3", 7, tables.runs["seed"]))
    found = audited(dataclasses.replace(tables, runs=runs), yours={"m3"})
    apart = next(s for s in found.standings if s.yours)
    assert (apart.rank, apart.share_first, apart.row.rank_low) == (None, None, None)
    assert words.standing_sentences(found) == [
        "m3 has no benchmark and seed in common with the other methods, so it is compared with none of them: its "
        f"UQS, {apart.row.uqs:.3f}, comes from other runs than theirs. They have seed 1."
    ]
    table = standings_table(found).set_index("method")
    assert table["rank"].isna()["m3"]
    assert table["leads under (share)"].isna()["m3"]
    paired = audited(tables, yours={"m3"})
    assert " of 3 (95 % interval " in words.standing_sentences(paired)[0]


def test_the_table_holds_every_method():
    tables = made_tables(one_block(column(0.2, 0.6), column(0.3, 0.2)), metrics=[made_metric("A"), made_metric("B")])
    found = audited(tables)
    table = standings_table(found)
    assert table["method"].tolist() == ["m1", "m2"]
    assert table["rank"].tolist() == [1, 2]
    assert table["95 % from"].isna().all(), "nothing to resample, no interval"
