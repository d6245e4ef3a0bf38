"""Agreement of every pair: printed figures, counts, reasons, budgets, and what the page says of them."""

import pytest

from components.answers.agreement import taus
from components.pages import AGREEMENT
from components.resolved import Resolved
from components.stats.agreement.pair_taus import LATER
from tests.answered import content, view_of
from tests.answers.agreement.cases import alike, computed, made, row, taus_of, tied, without_runs
from tests.released import TABLES, built_in

CLAIMS = TABLES.published[TABLES.published["status"] != "superseded"]


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
    result = taus_of(made(2, 1, 70, 26, digits=1))
    assert {(r.test.p, r.test.reason, r.interval.reason) for r in result.pairs["tie-aware"]} == {(None, LATER, LATER)}
    assert {r.row_order_min for r in result.pairs["published"]} == {None}
    assert sorted(result.order) == sorted(result.metrics)
    assert result.order != result.metrics


def test_pairs_are_marked_if_one_metric_is_computed_from_the_other():
    rows = content(AGREEMENT, computed())["pairs"]
    assert {r["x"] + r["y"] for r in rows if r["derived"]} == {"AB", "BC", "AC"}
    # the suite says so: mem of four metrics, model_utility of nine
    assert sum(r["derived"] for r in content(AGREEMENT, built_in("tofu"))["pairs"]) == 13


@pytest.mark.parametrize(
    ("tables", "query", "lines"),
    [
        (
            TABLES,
            {},
            [
                "4 of 10 pairs of metrics disagree more than they agree, none significantly.",
                "By the published rule 9 of 10 τ depend on the row order of the file, 7 in sign.",
            ],
        ),
        (TABLES, {"scope": "pooled"}, ["6 of 10 pairs of metrics disagree more than they agree."]),
        (
            made(1, 1, 6, 3),
            {},
            ["All 3 pairs of metrics disagree more than they agree, none significantly."],
        ),
        (
            alike(),
            {},
            [
                "No pair disagrees more than it agrees; it does not agree significantly.",
                "With 4 methods no p can be below 0.083.",  # 2 of 4! orders
            ],
        ),
        (alike(3, 6), {}, ["No pair disagrees more than it agrees; it agrees significantly."]),
        (
            computed(),
            {"methods": "m1,m2"},
            [
                "1 of 6 pairs of metrics disagrees more than it agrees, not significantly.",
                "In 3 pairs (◇) one metric is computed from the other.",
                "With 2 methods no p can be below 0.50.",  # two orders on each of two benchmarks
            ],
        ),
        (
            # forget quality and truth ratio alone: p < .001 of 720 orders on each of three forget sets
            built_in("openunlearning"),
            {},
            [
                "No pair disagrees more than it agrees; 1 of 3 agrees significantly.",
                "By the published rule all 3 τ depend on the row order of the file, 1 in sign.",
            ],
        ),
        (
            built_in("muse_original"),
            {},
            [
                "4 of 10 pairs of metrics disagree more than they agree, 1 significantly.",
                "In 1 pair (◇) one metric is computed from the other.",
            ],
        ),
        (
            built_in("tofu_original"),
            {},
            [
                "35 of 91 pairs of metrics disagree more than they agree.",  # so counted by SciPy's tau-b
                "By the published rule at least 63 of 91 τ depend on the row order of the file, 5 in sign.",
                "In 9 pairs (◇) one metric is computed from the other.",
                "Checkpoints of one method are not independent, so there is no p.",
            ],
        ),
        (tied(), {}, ["No pair of metrics has a τ."]),
        (made(1, 1, 4, 1), {}, ["No pair of metrics has a τ.", "Only one metric is shown."]),
        (made(1, 1, 4, 2), {"methods": "m1"}, ["No pair of metrics has a τ.", "Only one method is shown."]),
        (*without_runs(), ["No run matches these filters."]),
    ],
)
def test_what_the_page_says(tables, query, lines):
    said = taus.say(taus_of(tables, **query), view_of(tables, **query).labels)
    assert said.lines == lines


def test_row_orders_that_were_sampled_are_at_least_so_many():
    tables = made(1, 2, 30, 12, digits=1)
    said = taus.say(taus_of(tables), view_of(tables).labels)
    assert said.lines[1].startswith("By the published rule all 66 τ depend on the row order of the file, at least ")
