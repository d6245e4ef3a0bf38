"""Agreement in the report: printed figures, counts, reasons and budgets."""

from __future__ import annotations

import pytest

from components.report import report
from components.selection import parse
from components.views.agreement.pairs import LATER
from components.views.agreement.result import agreement
from tests.released import TABLES
from tests.views.agreement.cases import (
    agreement_of,
    made,
    row,
    tied,
    tied_and_missing,
    view_of,
    without_runs,
)

CLAIMS = TABLES.published[TABLES.published["status"] != "superseded"]


@pytest.mark.parametrize(
    "claim",
    [c for c in CLAIMS.to_dict("records") if c["statistic"] in ("kendall_tau_published", "kendall_p_published")],
    ids=lambda c: c["claim"],
)
def test_every_printed_tau_and_p_is_reproduced(claim):
    result = agreement_of(panel=claim["panel"], protocol="published")
    pair = row(result.pairs, *claim["subject"].split("|"))
    value = pair.tau if claim["statistic"] == "kendall_tau_published" else pair.p
    assert abs(value - float(claim["printed"])) <= 0.5 * 10.0 ** -min(claim["decimals"], 12) + 1e-12


@pytest.mark.parametrize(("panel", "printed"), [("llava_multimodal", 0.086), ("resnet_unimodal", 0.158)])
@pytest.mark.parametrize("scope", ["blocks", "pooled"])
def test_the_printed_mean_tau_is_reproduced(panel, printed, scope):
    result = agreement_of(panel=panel, protocol="published", scope=scope)
    assert result.mean_tau == pytest.approx(printed, abs=5e-4)
    assert result.mean_tau_rule == "all runs pooled, directions not aligned"


def test_the_later_revision():
    assert row(agreement_of(scope="pooled").pairs, "FA", "RA").tau == pytest.approx(-0.869, abs=5e-4)
    runs = row(agreement_of(scope="runs:mmubench").pairs, "FA", "RA")
    assert (runs.tau, runs.p) == (pytest.approx(0.421, abs=5e-4), pytest.approx(0.1184, abs=5e-5))
    assert (runs.p_kind, runs.p_min) == ("asymptotic", None)


def test_keys_of_the_report():
    found = report(TABLES, parse({}, TABLES)[0], ["agreement"])["agreement"]
    keys = (
        "scope protocol metrics order n_methods n_runs blocks blocks_constant mean_tau mean_tau_rule bootstrap_draws "
        "rng concordance modality modality_rule rank_profile resolution protocols opened pairs"
    )
    assert list(found) == keys.split()
    assert list(found["protocols"]) == ["published", "tie-aware"]
    assert len(found["pairs"]) == 10
    pair = (
        "x y tau tau_reason concordant discordant ties_x ties_y ties_both pairs blocks_defined blocks p p_min p_holm "
        "p_kind p_arrangements p_reason row_order_min row_order_max row_orders row_orders_exact low high "
        "interval_draws interval_reason"
    )
    assert list(found["pairs"][0]) == pair.split()
    assert {"benchmark", "w", "p", "constant"} <= set(found["concordance"][0])


def test_row_order_moves_the_published_value_only():
    result = agreement_of(protocol="published")
    theirs, ours = row(result.pairs, "FA", "AD"), row(result.tie_aware.pairs, "FA", "AD")
    assert theirs.row_order_min < theirs.tau < 0 < theirs.row_order_max
    assert theirs.row_order_width == theirs.row_order_max - theirs.row_order_min
    assert theirs.row_order_turns
    assert (theirs.row_orders, theirs.row_orders_exact) == (24, True)
    pooled = row(agreement_of(protocol="published", scope="pooled").pairs, "FA", "AD")
    for still in (ours, pooled):
        assert still.row_order_min == still.tau == still.row_order_max
        assert (still.row_order_width, still.row_order_turns) == (0, False)


@pytest.mark.parametrize("protocol", ["published", "tie-aware"])
def test_the_selected_protocol_decides_pairs_and_both_are_there(protocol):
    result = agreement_of(protocol=protocol)
    assert result.pairs == result.protocols[protocol].pairs
    assert result.published.tau[0][1] == pytest.approx(0.8518518518518519, abs=1e-12)
    assert result.tie_aware.blocks_defined[0][1] == 3
    assert result.blocks_constant == (6, 6, 3, 0, 0)


def test_holm_is_over_the_pairs_that_have_a_p():
    rows = agreement_of().pairs
    smallest = min(rows, key=lambda r: r.p)
    assert smallest.p_holm == pytest.approx(min(1.0, 10 * smallest.p))
    assert all(r.p_holm >= r.p >= r.p_min for r in rows)


def test_undefined_pairs_say_why():
    rows = {(r.x, r.y): r for r in agreement_of(panel="blip2_multimodal").pairs}
    assert rows["FA", "RA"].tau is None
    assert rows["FA", "RA"].tau_reason == "FA has one value for all methods compared"
    assert rows["MIA", "JS"].tau_reason == "MIA and JS not measured"
    assert rows["FA", "RA"].p_reason == "τ is undefined"
    assert {r.tau_reason for r in agreement_of(methods="salun").pairs} == {"fewer than two methods to compare"}
    assert agreement_of(tied_and_missing(), protocol="published").pairs[1].tau_reason == "C not measured"
    assert {r.p for r in agreement_of(tied()).pairs} == {None}


def test_what_can_be_compared():
    assert agreement_of().comparable
    assert not agreement_of(methods="salun").comparable
    one_metric = agreement_of(made(1, 1, 4, 1))
    assert (one_metric.comparable, one_metric.opened, one_metric.pairs) == (False, (), ())
    tables, query = without_runs()
    empty = agreement_of(tables, **query)
    assert (empty.comparable, empty.blocks, empty.concordance) == (False, (), ())


@pytest.mark.parametrize(
    ("scope", "methods"), [("blocks", True), ("benchmark:mmubench", True), ("runs:mmubench", False), ("pooled", False)]
)
def test_scopes_compare_methods_or_runs(scope, methods):
    assert agreement_of(scope=scope).ranks_methods is methods


def test_resolution_takes_the_suites_own_sample_sizes():
    found = {(r.metric, r.benchmark): r for r in agreement_of().resolution}
    assert (found["MIA", "mmubench"].samples, found["MIA", "mmubench"].spread_in_steps) == (30, 2)
    assert found["FA", "mmubench"].step == pytest.approx(1 / 30)
    assert found["AD", "mmubench"].samples is None


def test_large_suites_leave_p_interval_and_row_order_to_the_open_pair():
    result = agreement_of(made(2, 1, 70, 26, digits=1))
    assert {(r.p, r.p_reason, r.interval_reason) for r in result.pairs} == {(None, LATER, LATER)}
    assert {r.row_order_min for r in result.published.pairs} == {None}
    assert sorted(result.order) == sorted(result.metrics)
    assert result.order != result.metrics


def test_the_seed_of_the_report_decides_the_random_parts():
    first, again, other = (agreement(view_of(rng=rng)).pairs for rng in ("1", "1", "2"))
    assert first == again
    assert [r.interval_reason for r in first] != [r.interval_reason for r in other]
