"""Agreement of every pair: printed figures, counts, reasons, budgets, and what the page says of
them."""

import pytest

from components.answers.agreement import taus
from components.pages import AGREEMENT
from components.resolved import Resolved
from components.stats.agreement.tau import LATER
from tests.answered import content, view_of
from tests.answers.agreement.cases import alike, computed, made, row, taus_of, tied, without_runs
from tests.beside import beside
from tests.released import TABLES, built_in


@pytest.mark.parametrize(
    ("panel", "printed"), [("llava_multimodal", 0.086), ("resnet_unimodal", 0.158)]
)
@pytest.mark.parametrize("scope", ["blocks", "pooled"])
def test_the_printed_mean_tau_is_reproduced(panel, printed, scope):
    result = content(AGREEMENT, panel=panel, protocol="published", scope=scope)
    assert result["mean_tau"] == pytest.approx(printed, abs=5e-4)
    assert result["mean_tau_rule"] == "all runs pooled, directions not aligned"


def test_the_later_revision_and_the_seed_of_the_report():
    pooled = taus_of(scope="pooled").pairs["tie-aware"]
    assert row(pooled, "FA", "RA").tau == pytest.approx(-0.869, abs=5e-4)
    runs = row(taus_of(scope="runs:mmubench").pairs["tie-aware"], "FA", "RA")
    assert runs.tau == pytest.approx(0.421, abs=5e-4)
    assert runs.test.p == pytest.approx(0.1184, abs=5e-5)
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
    of_one_method = content(AGREEMENT, methods="salun")["pairs"]
    assert {r["tau_reason"] for r in of_one_method} == {"fewer than two methods to compare"}
    assert {r.test.p for r in taus_of(tied()).pairs["tie-aware"]} == {None}


def test_large_suites_leave_p_interval_and_row_order_to_the_open_pair():
    result = taus_of(made(2, 1, 70, 26, digits=1))
    assert {(r.test.p, r.test.reason, r.interval.reason) for r in result.pairs["tie-aware"]} == {
        (None, LATER, LATER)
    }
    assert {r.row_order_min for r in result.pairs["published"]} == {None}
    assert sorted(result.order) == sorted(result.metrics)
    assert result.order != result.metrics


def test_pairs_are_marked_if_one_metric_is_computed_from_the_other():
    rows = content(AGREEMENT, computed())["pairs"]
    assert {r["x"] + r["y"] for r in rows if r["derived"]} == {"AB", "BC", "AC"}
    # the suite says so: mem of four metrics, model_utility of nine
    assert sum(r["derived"] for r in content(AGREEMENT, built_in("tofu"))["pairs"]) == 13


SUITES = {
    "alike": alike(),
    "alike 3 6": alike(3, 6),
    "computed": computed(),
    "tied": tied(),
    "without runs": without_runs()[0],
    **{f"made 1 1 {m} {k}": made(1, 1, m, k) for m, k in ((6, 3), (4, 1), (4, 2))},
}
CASES = beside(__file__, "sentences.json")
"""The counts of the built-in suites are those of SciPy's tau-b; 0.083 is 2 of 4! orders, 0.50 one
of two on each of two benchmarks. """


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["suite"])
def test_what_the_page_says(case):
    tables = SUITES.get(case["suite"]) or built_in(case["suite"])
    view = view_of(tables, **case["query"])
    assert taus.say(view.of(taus.compute), view.labels).lines == case["lines"]


def test_row_orders_that_were_sampled_are_at_least_so_many():
    tables = made(1, 2, 30, 12, digits=1)
    sentences = taus.say(taus_of(tables), view_of(tables).labels)
    assert sentences.lines[1].startswith(
        "By the published rule all 66 τ depend on the row order of the file, at least "
    )
