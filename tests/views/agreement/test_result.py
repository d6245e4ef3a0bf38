"""Agreement in the report: printed figures, counts, reasons, budgets and words."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from components.plain import plain
from components.report import report
from components.resolved import Resolved
from components.selection import parse
from components.views.agreement import how as agreement_how
from components.views.agreement import summary_words as agreement_summary_words
from components.views.agreement import words as agreement_words
from components.views.agreement.pair import agreement_pair
from components.views.agreement.pair_words import opened_sentence, pooling_sentence
from components.views.agreement.pairs import LATER
from components.views.agreement.result import agreement
from components.views.agreement.tables import opened_table, pairs_table
from tests.made import made_metric, made_tables
from tests.released import TABLES

CLAIMS = TABLES.published[TABLES.published["status"] != "superseded"]


def view_of(tables=TABLES, **query):
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


def part_of(tables=TABLES, **query):
    return plain(agreement(view_of(tables, **query)))


def row(part, pair, protocol=None):
    rows = part["pairs"] if protocol is None else part["protocols"][protocol]["pairs"]
    return next(r for r in rows if {r["x"], r["y"]} == set(pair.split("|")))


def tied_and_missing():
    """Four methods, three metrics: B ties all, C is measured for no method."""
    values = np.random.default_rng(0).random((2, 2, 4, 3))
    values[..., 1], values[..., 2] = 0.5, np.nan
    return made_tables(values, metrics=[made_metric(i) for i in "ABC"])


@pytest.mark.parametrize(
    "claim",
    [c for c in CLAIMS.to_dict("records") if c["statistic"] in ("kendall_tau_published", "kendall_p_published")],
    ids=lambda c: c["claim"],
)
def test_the_report_reproduces_every_printed_tau_and_p(claim):
    selection, _ = parse({"panel": claim["panel"], "protocol": "published"}, TABLES)
    found = row(report(TABLES, selection, ["agreement"])["agreement"], claim["subject"])
    value = found["tau" if claim["statistic"] == "kendall_tau_published" else "p"]
    assert abs(value - float(claim["printed"])) <= 0.5 * 10.0 ** -min(claim["decimals"], 12) + 1e-12


@pytest.mark.parametrize(("panel", "printed"), [("llava_multimodal", 0.086), ("resnet_unimodal", 0.158)])
def test_the_report_reproduces_the_mean_tau(panel, printed):
    for scope in ("blocks", "pooled"):
        part = part_of(panel=panel, protocol="published", scope=scope)
        assert part["mean_tau"] == pytest.approx(printed, abs=5e-4)
        assert part["mean_tau_rule"] == "all runs pooled, directions not aligned"


def test_the_later_revision():
    assert row(part_of(scope="pooled"), "FA|RA")["tau"] == pytest.approx(-0.869, abs=5e-4)
    runs = row(part_of(scope="runs:mmubench"), "FA|RA")
    assert (runs["tau"], runs["p"]) == (pytest.approx(0.421, abs=5e-4), pytest.approx(0.1184, abs=5e-5))
    assert (runs["p_kind"], runs["p_min"]) == ("asymptotic", None)


def test_keys_of_the_report_are_there():
    part = part_of()
    assert {"scope", "mean_tau", "concordance", "pairs"} <= set(part)
    asked = (
        "x y tau concordant discordant ties_x ties_y blocks_defined blocks p p_min p_holm row_order_min row_order_max"
    )
    assert all({*asked.split(), "low", "high"} <= set(r) for r in part["pairs"])
    assert len(part["pairs"]) == 10
    assert {"benchmark", "w", "p", "constant"} <= set(part["concordance"][0])
    json.dumps(part, allow_nan=False)
    json.dumps(plain(agreement_pair(view_of())), allow_nan=False)


def test_row_order_moves_the_published_value_only():
    part = part_of(protocol="published")
    found, ours = row(part, "FA|AD"), row(part, "FA|AD", "tie-aware")
    assert found["row_order_min"] < found["tau"] < 0 < found["row_order_max"]
    assert (found["row_orders"], found["row_orders_exact"]) == (24, True)
    assert ours["row_order_min"] == ours["tau"] == ours["row_order_max"]
    pooled = row(part_of(protocol="published", scope="pooled"), "FA|AD")
    assert pooled["row_order_min"] == pooled["tau"] == pooled["row_order_max"]


def test_the_selected_protocol_decides_pairs_and_both_are_there():
    for protocol in ("published", "tie-aware"):
        part = part_of(protocol=protocol)
        assert part["pairs"] == part["protocols"][protocol]["pairs"]
        assert part["protocols"]["published"]["tau"][0][1] == pytest.approx(0.8518518518518519, abs=1e-12)
        assert part["protocols"]["tie-aware"]["blocks_defined"][0][1] == 3
    assert part["blocks_constant"] == [6, 6, 3, 0, 0]


def test_holm_is_over_the_pairs_that_have_a_p():
    rows = part_of()["pairs"]
    smallest = min(rows, key=lambda r: r["p"])
    assert smallest["p_holm"] == pytest.approx(min(1.0, 10 * smallest["p"]))
    assert all(r["p_holm"] >= r["p"] >= r["p_min"] for r in rows)


def test_undefined_pairs_say_why():
    rows = {(r["x"], r["y"]): r for r in part_of(panel="blip2_multimodal")["pairs"]}
    assert rows["FA", "RA"]["tau"] is None
    assert rows["FA", "RA"]["tau_reason"] == "FA has one value for all methods compared"
    assert rows["MIA", "JS"]["tau_reason"] == "MIA and JS not measured"
    assert rows["FA", "RA"]["p_reason"] == "τ is undefined"
    assert {r["tau_reason"] for r in part_of(methods="salun")["pairs"]} == {"fewer than two methods to compare"}
    published = part_of(tied_and_missing(), protocol="published")["pairs"]
    assert published[1]["tau_reason"] == "C not measured"


def test_resolution_takes_the_suites_own_sample_sizes():
    found = {(r["metric"], r["benchmark"]): r for r in part_of()["resolution"]}
    assert (found["MIA", "mmubench"]["samples"], found["MIA", "mmubench"]["spread_in_steps"]) == (30, 2)
    assert found["FA", "mmubench"]["step"] == pytest.approx(1 / 30)
    assert found["AD", "mmubench"]["samples"] is None


def test_large_suites_leave_p_interval_and_row_order_to_the_open_pair():
    rng = np.random.default_rng(0)
    tables = made_tables(np.round(rng.random((2, 1, 70, 26)), 1))
    part = part_of(tables)
    assert {(r["p"], r["p_reason"], r["interval_reason"]) for r in part["pairs"]} == {(None, LATER, LATER)}
    assert {r["row_order_min"] for r in part["protocols"]["published"]["pairs"]} == {None}
    assert sorted(part["order"]) == sorted(part["metrics"])
    assert part["order"] != part["metrics"]
    said = " ".join(agreement_words.qualifications(view_of(tables), part))
    assert "325 pairs of 70 methods are too many to test at once" in said
    detail = plain(agreement_pair(view_of(tables, pair="X3,X1")))
    ours, theirs = detail["protocols"]["tie-aware"], detail["protocols"]["published"]
    assert (ours["x"], ours["y"], ours["p_kind"]) == ("X3", "X1", "sampled permutation")
    assert 0 < ours["p"] <= 1
    assert ours["p_arrangements"] >= 999
    assert ours["low"] < ours["tau"] < ours["high"]
    assert theirs["row_order_min"] <= theirs["tau"] <= theirs["row_order_max"]
    assert theirs["row_orders_exact"] is False


def test_a_pair_opened_either_way_round():
    one, other = (plain(agreement_pair(view_of(pair=p))) for p in ("FA,AD", "AD,FA"))
    ours, theirs = one["protocols"]["tie-aware"], other["protocols"]["tie-aware"]
    assert (ours["tau"], ours["p"], ours["ties_x"]) == (theirs["tau"], theirs["p"], theirs["ties_y"])
    listed = row(part_of(), "FA|AD")
    for key in ("tau", "concordant", "discordant", "ties_x", "ties_y", "p", "p_min", "low", "high", "interval_reason"):
        assert ours[key] == listed[key], key


def test_without_a_choice_the_pair_on_which_the_protocols_differ_most_is_open():
    part = part_of()
    gaps = {
        (r["x"], r["y"]): abs(r["tau"] - row(part, f"{r['x']}|{r['y']}", "published")["tau"]) for r in part["pairs"]
    }
    assert tuple(part["opened"]) == max(gaps, key=gaps.get)
    detail = plain(agreement_pair(view_of()))
    assert [detail["x"], detail["y"]] == part["opened"]
    said = opened_sentence(view_of(), part, detail)
    assert said.startswith("The two protocols differ most on this pair. As published: 0.556, from −0.037 to 0.667")
    assert not opened_sentence(view_of(pair="FA,MIA"), part, detail).startswith("The two protocols differ")


def test_blocks_of_the_open_pair_average_to_its_value():
    detail = plain(agreement_pair(view_of(pair="AD,JS")))
    taus = [b["tie-aware"]["tau"] for b in detail["blocks"]]
    assert len(taus) == 9
    assert np.mean(taus) == pytest.approx(detail["protocols"]["tie-aware"]["tau"])
    block = detail["blocks"][-1]
    assert (block["benchmark"], block["seed"], len(block["rows"])) == ("mmubench", 5508, 4)
    assert sorted(block["tie-aware"]["x_ranks"]) == [1, 2, 3, 4]


@pytest.mark.parametrize(("scope", "count"), [("pooled", 9), ("runs:mmubench", 3), ("benchmark:mmubench", 3)])
def test_scopes_that_pool_still_show_their_blocks(scope, count):
    assert len(plain(agreement_pair(view_of(scope=scope)))["blocks"]) == count


def test_the_pooling_reversal_is_told():
    resolved = view_of(pair="FA,RA")
    detail = plain(agreement_pair(resolved))
    assert pooling_sentence(resolved, detail) == (
        "Pooled over 3 benchmarks τ_b is −0.869; it is 0.471 within MMUBench; MLLMU-Bench and UnLOK-VQA have none. "
        "Pooling reverses the sign."
    )
    assert len(detail["runs"]) == 36
    one = view_of(panel="resnet_unimodal", pair="FA,RA")
    assert pooling_sentence(one, plain(agreement_pair(one))).startswith("One benchmark only")


def test_the_head_of_the_page_counts_what_it_says():
    resolved = view_of()
    lead = agreement_words.lead(resolved, part_of())
    assert "FA and RA give all methods one value in 6 of 9 blocks, MIA in 3: no ranking there." in lead
    assert any("9 of 10 pairs with a value depend on it, 7 of them change sign" in s for s in lead)
    assert "Tie-aware, the highest τ is RA–JS 0.667 (3 of 9 blocks), the lowest FA–MIA −0.496 (3 of 9 blocks)." in lead
    said = " ".join(agreement_words.qualifications(resolved, part_of()))
    assert "the smallest p is 0.119 (AD–JS)" in said
    assert "3 of 10 could reach 0.05 at all" in said


def test_two_methods_are_said_to_carry_no_evidence():
    resolved = view_of(panel="blip2_multimodal")
    lead = " ".join(agreement_words.lead(resolved, part_of(panel="blip2_multimodal")))
    assert "With two methods τ can only be −1 or +1 in a block; it carries no evidence" in lead
    assert "the smallest p in reach is 1.000" in lead
    many = made_tables(np.random.default_rng(0).random((9, 1, 2, 2)))
    said = " ".join(agreement_words.lead(view_of(many), part_of(many)))
    assert "no evidence" not in said
    assert "the smallest p in reach is 0.004" in said  # nine benchmarks, two orders each: 2/512


def test_without_ties_nothing_is_said_about_row_order():
    tables = made_tables(np.random.default_rng(0).random((2, 2, 5, 3)))
    lead = " ".join(agreement_words.lead(view_of(tables), part_of(tables)))
    assert "order of the input rows" not in lead
    assert "one value" not in lead
    assert agreement_how.BARS not in agreement_how.how_map(part_of(tables), "published")


def test_all_values_tied():
    tables = made_tables(np.ones((2, 2, 4, 3)))
    resolved, part = view_of(tables), part_of(tables)
    assert "X1, X2 and X3 give all methods one value in 4 of 4 blocks: no ranking there." in agreement_words.lead(
        resolved, part
    )
    said = agreement_words.qualifications(resolved, part)
    assert "Tie-aware, no pair of metrics has a τ; row order alone gives 3 of them a published value." in said
    assert {r["p"] for r in part["pairs"]} == {None}
    assert agreement_summary_words.profile_sentence(resolved, part) == "No method is ranked by two metrics."
    assert agreement_summary_words.concordance_sentence(resolved, part) == "Kendall's W is undefined on B1 and B2."


@pytest.mark.parametrize(
    ("tables", "query", "said"),
    [
        (TABLES, {"methods": "salun"}, "One method only: there is no order to agree on."),
        (
            made_tables(np.random.default_rng(0).random((1, 1, 4, 1))),
            {},
            "One metric only: there is nothing to compare.",
        ),
    ],
)
def test_nothing_to_compare(tables, query, said):
    part = part_of(tables, **query)
    assert not agreement_words.comparable(part)
    assert agreement_words.lead(view_of(tables, **query), part) == [said]
    assert agreement_words.qualifications(view_of(tables, **query), part) == []


def test_no_run_at_all():
    tables = made_tables(np.random.default_rng(0).random((2, 1, 3, 2)))
    runs = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    empty = replace(tables, runs=runs)
    part = part_of(empty, benchmarks="b2", methods="m2,m3")
    assert part["blocks"] == part["concordance"] == []
    assert agreement_words.lead(view_of(empty), part) == ["No run matches these filters."]


def test_the_modality_gap_under_each_rule_and_what_was_missing():
    said = agreement_summary_words.modality_sentence(view_of(), part_of(panel="resnet_unimodal"))
    assert "+0.072 (published)" in said
    assert "+0.368 (aligned, pooled)" in said
    assert "+0.184 (aligned, blocks)" in said
    assert "BLIP-2 OPT-2.7B, with fewer than three methods, left out" in said
    assert "JS in 2 of 12 runs of ResNet-18" in said


def test_tables_carry_the_numbers():
    resolved, part = view_of(), part_of()
    table = pairs_table(resolved, part, "tie-aware")
    assert len(table) == 10
    assert table.loc[0, ["metric", "with", "blocks with a τ", "blocks", "C", "D"]].tolist() == ["FA", "RA", 3, 9, 8, 2]
    detail = plain(agreement_pair(view_of(pair="FA,AD")))
    words = opened_table(resolved, part, detail).set_index("statement")
    assert words.loc["τ", "as published"] == "−0.259"
    assert words.loc["p", "as published"] == "0.043 (t-test over 9 blocks)"
    assert words.loc["range over row orders", "as published"] == "−0.519 to 0.296, 24 orders"
    assert words.loc["smallest p in reach", "tie-aware"] == "0.167"
    assert words.loc["95 % interval", "tie-aware"].startswith("not estimable: ")
    assert words.loc["p after Holm", "tie-aware"] == "1.000 (over 10 pairs)"
    assert words.loc["tied by FA, by AD"].tolist() == ["44, 0 (decided by row order)", "44, 0"]


def test_holm_counts_the_pairs_that_have_a_p_and_only_ties_are_decided_by_row_order():
    resolved, part = view_of(panel="blip2_multimodal"), part_of(panel="blip2_multimodal")
    detail = plain(agreement_pair(view_of(panel="blip2_multimodal", pair="RA,AD")))
    words = opened_table(resolved, part, detail).set_index("statement")
    assert words.loc["p after Holm"].tolist() == ["–", "1.000 (over 1 pair)"]
    assert words.loc["tied by RA, by AD"].tolist() == ["0, 0", "0, 0"]


def test_the_seed_of_the_report_decides_the_random_parts():
    assert part_of(rng="1")["pairs"] == part_of(rng="1")["pairs"]
    draws = {rng: [r["interval_reason"] for r in part_of(rng=rng)["pairs"]] for rng in ("1", "2")}
    assert draws["1"] != draws["2"]
