"""Agreement of every pair: printed figures, counts, reasons, budgets, and what the page says of them."""

import numpy as np
import pytest

from components.answers.agreement import taus
from components.pages import AGREEMENT
from components.resolved import Resolved
from components.stats.agreement.pair_taus import LATER
from tests.answered import content, view_of
from tests.answers.agreement.cases import alike, made, mixed, row, taus_of, tied, without_runs
from tests.made import made_tables
from tests.released import TABLES, built_in

CLAIMS = TABLES.published[TABLES.published["status"] != "superseded"]


def said(tables=TABLES, **query):
    answer = taus.say(taus_of(tables, **query), view_of(tables, **query).labels)
    return " ".join(s for s in (*answer.lines, *answer.notes) if s)


@pytest.mark.parametrize(
    "claim",
    [c for c in CLAIMS.to_dict("records") if c["statistic"] in ("kendall_tau_published", "kendall_p_published")],
    ids=lambda c: c["claim"],
)
def test_every_printed_tau_and_p_is_reproduced(claim):
    rows = taus_of(panel=claim["panel"], protocol="published").pairs["published"]
    pair = row(rows, *claim["subject"].split("|"))
    value = pair.tau if claim["statistic"] == "kendall_tau_published" else pair.test.p
    assert abs(value - float(claim["printed"])) <= 0.5 * 10.0 ** -min(claim["decimals"], 12) + 1e-12


@pytest.mark.parametrize(("panel", "printed"), [("llava_multimodal", 0.086), ("resnet_unimodal", 0.158)])
@pytest.mark.parametrize("scope", ["blocks", "pooled"])
def test_the_printed_mean_tau_is_reproduced(panel, printed, scope):
    result = content(AGREEMENT, panel=panel, protocol="published", scope=scope)
    assert result["mean_tau"] == pytest.approx(printed, abs=5e-4)
    assert result["mean_tau_rule"] == "all runs pooled, directions not aligned"


def test_the_later_revision_and_the_seed_of_the_report():
    pooled = taus_of(scope="pooled").pairs["tie-aware"]
    assert row(pooled, "FA", "RA").tau == pytest.approx(-0.869, abs=5e-4)
    runs = row(taus_of(scope="runs:mmubench").pairs["tie-aware"], "FA", "RA")
    assert (runs.tau, runs.test.p) == (pytest.approx(0.421, abs=5e-4), pytest.approx(0.1184, abs=5e-5))
    assert (runs.test.kind, runs.test.p_min) == ("asymptotic", None)
    first, other = (taus_of(rng=rng).pairs["tie-aware"] for rng in ("1", "2"))
    again = Resolved(TABLES, view_of(rng="1").selection).of(taus.compute).pairs["tie-aware"]
    assert first == again
    assert [r.interval.reason for r in first] != [r.interval.reason for r in other]


@pytest.mark.parametrize("query", [{}, {"benchmarks": "mllmu_bench"}])
def test_holm_is_over_all_pairs_of_the_panel_whatever_is_filtered(query):
    rows = [r for r in taus_of(**query).pairs["tie-aware"] if r.test.p is not None]
    assert len(rows) == (3 if query else 10), "FA and RA have one value on that benchmark"
    smallest = min(rows, key=lambda r: r.test.p)
    assert smallest.p_holm == pytest.approx(min(1.0, 10 * smallest.test.p))
    assert all(r.p_holm >= r.test.p >= r.test.p_min for r in rows)


def test_undefined_pairs_say_why():
    rows = {(r["x"], r["y"]): r for r in content(AGREEMENT, panel="blip2_multimodal")["pairs"]}
    assert rows["FA", "RA"]["tau"] is None
    assert rows["FA", "RA"]["tau_reason"] == "FA has one value for all methods compared"
    assert rows["FA", "RA"]["p_reason"] == "τ is undefined"
    assert rows["MIA", "JS"]["tau_reason"] == "MIA and JS not measured"
    one = content(AGREEMENT, methods="salun")["pairs"]
    assert {r["tau_reason"] for r in one} == {"fewer than two methods to compare"}
    assert {r.test.p for r in taus_of(tied()).pairs["tie-aware"]} == {None}


def test_large_suites_leave_p_interval_and_row_order_to_the_open_pair():
    tables = made(2, 1, 70, 26, digits=1)
    result = taus_of(tables)
    assert {(r.test.p, r.test.reason, r.interval.reason) for r in result.pairs["tie-aware"]} == {(None, LATER, LATER)}
    assert {r.row_order_min for r in result.pairs["published"]} == {None}
    assert sorted(result.order) == sorted(result.metrics)
    assert result.order != result.metrics
    assert "325 pairs of 70 methods are too many to test at once" in said(tables)


def test_the_head_of_the_page():
    text = said()
    assert text.startswith(
        "The metrics may contradict each other: 4 of 10 pairs agree less often than they disagree, none of "
    )
    for part in (
        "As published, reordering the file's rows alone changes 9 of 10 correlations, 7 in sign.",
        "FA and RA have one value for all methods in 6 of 9 blocks, MIA in 3",
        "RA–AD is −0.111 as listed; reordering the rows moves it anywhere from −0.333 to 0.556.",
        "Tie-aware, the highest τ is RA–JS 0.667 (3 of 9 blocks), the lowest FA–MIA −0.496 (3 of 9 blocks).",
        "disagree, none of them beyond chance.",
        "With so few methods only 3 of 10 pairs could reach p ≤ 0.05 at all.",
        "Mean τ over pairs: 0.086 as published (all runs pooled, directions not aligned), 0.067 tie-aware",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("tables", "query", "part"),
    [
        (*without_runs(), "No run matches these filters."),
        (made(1, 1, 4, 1), {}, "One metric only: there is nothing to compare."),
        (made(1, 1, 4, 2), {"methods": "m1"}, "One method only: there is no order to agree on."),
    ],
)
def test_nothing_to_compare(tables, query, part):
    assert said(tables, **query) == part
    assert not taus_of(tables, **query).comparable


@pytest.mark.parametrize(
    ("tables", "query", "part"),
    [
        (
            alike(),
            {},
            "The metrics do not contradict each other in the one pair that can be compared; "
            "it does not agree beyond chance.",
        ),
        (tied(), {}, "No two metrics can be compared: none tells the methods apart where another does."),
        (tied(), {}, "no pair of metrics has a τ; row order alone gives 3 of them a published value."),
        # forget quality and truth ratio alone: p < .001 of 720 orders on each of three forget sets
        (built_in("openunlearning"), {}, "in any of 3 pairs that can be compared; one agrees beyond chance."),
        (TABLES, {"panel": "blip2_multimodal"}, "no evidence, the smallest possible p is 1.000."),
        (TABLES, {"panel": "blip2_multimodal"}, "9 of 10 pairs have no τ; row order alone gives 2 "),
        (TABLES, {"panel": "blip2_multimodal"}, "no pair could reach p ≤ 0.05."),
        # nine benchmarks, two orders each: 2/512
        (made(9, 1, 2, 2), {}, "τ can only be −1 or +1 in a block; the smallest possible p is 0.004."),
        (made(1, 2, 30, 12, digits=1), {}, " changes at least 66 of 66 correlations"),
        (TABLES, {"scope": "pooled"}, "6 of 10 pairs agree less often than they disagree."),
        (built_in("muse_original"), {}, "less often than they disagree, one of them beyond chance."),
        (TABLES, {"scope": "pooled"}, "Pooled runs mix benchmarks: no valid p."),
        (TABLES, {"scope": "pooled"}, "the lowest FA–RA −0.869 (630 pairs of runs)."),
        (TABLES, {"scope": "runs:mmubench"}, "; these p are asymptotic and take seeds as independent."),
        (mixed(), {}, "(B–C) and no pair stays at or below 0.05 after Holm's correction over the panel's 6 pairs."),
        (alike(3, 6), {}, "and 1 of 1 pair stays at or below 0.05 after Holm's correction"),
        (made_tables(np.ones((1, 1, 3, 6))), {}, "X1, X2, X3, X4 and 2 more have one value for all methods in 1 of 1"),
    ],
)
def test_what_qualifies_the_agreement(tables, query, part):
    assert part in said(tables, **query)
