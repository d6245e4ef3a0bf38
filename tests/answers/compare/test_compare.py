"""Methods compared over suites: the verdicts of each panel's own board, counted, drawn, and asked
for by programs."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from components import name_pages
from components.answers.compare.comparisons import VERDICTS
from components.answers.compare.head_to_head import HEAD_TO_HEAD
from components.answers.record import Absent, Look
from components.exports.provenance import provenance
from components.formats.exact import csv_text
from components.pages import COMPARE
from components.resolved import Resolved
from components.results.comparisons import ComparisonResult, compute, offered, selected
from components.results.data_sets import data_sets
from components.results.head_to_head import HeadToHead
from components.results.pair_tests import SPREADS_DIFFER, all_pair_tests
from components.results.weightings import as_shares, read
from components.served import Served, computed
from components.web.api import answers, request
from components.web.api.reply import Failed
from data.errors import LeaderboardError, NotEnoughData
from data.registry import Tables
from tests.answered import view_of
from tests.beside import beside
from tests.made import made_tables
from tests.narrowed import narrowed
from tests.released import NAMES, built_in

CASES = beside(__file__)

NOISE = np.array([-0.01, 0.0, 0.01])
"""Of three seeds; its sample deviation is .01."""
BUILT_IN = tuple(built_in(name) for name in NAMES)
THREE = {"methods": ("pdu", "npo", "rmu"), "weights": "utility_first"}


def suite(name: str, means: dict[str, list[float]], noise: np.ndarray = NOISE) -> Tables:
    """A suite of one metric (lower is better): the mean of each method on each benchmark, and what
    seeds add."""
    values = np.array(list(means.values())).T[:, None, :] + noise[None, :, None]
    tables = made_tables(values[..., None], methods=list(means))
    return replace(tables, suite=replace(tables.suite, id=name, title=name.title()))


AHEAD = suite("ahead", {"npo": [0.5], "rmu": [0.2]})
BEHIND = suite("behind", {"npo": [0.2], "rmu": [0.5], "pdu": [0.9]})
CLOSE = suite("close", {"npo": [0.31], "rmu": [0.30]})
ONCE = suite("once", {"npo": [0.5], "rmu": [0.2]}, NOISE[:1])
NEAR = suite("near", {"npo": [0.31], "rmu": [0.30], "pdu": [0.305]})
OTHER = suite("other", {"npo": [0.5], "salun": [0.2]})
SUITES = {tables.suite.id: tables for tables in (AHEAD, BEHIND, CLOSE, ONCE, NEAR, OTHER)}


def both(*suites: Tables, methods: tuple[str, ...] = ("rmu", "npo")) -> Served:
    return computed(suites or (AHEAD, BEHIND, CLOSE, ONCE, OTHER), {"methods": methods})


def compared(served: Served) -> ComparisonResult:
    result = VERDICTS.result(served)
    assert isinstance(result, ComparisonResult)
    return result


@pytest.mark.parametrize(
    "weighed", ["balanced", "utility_first", "forgetting:0.5,privacy:0.2,utility:0.3"]
)
def test_every_verdict_is_that_of_the_panels_own_board(weighed: str) -> None:
    checked = 0
    for tables in BUILT_IN:
        results = cache(lambda compute, chosen, tables=tables: compute(Resolved(tables, chosen)))
        for panel in tables.panels:
            try:
                view = Resolved(tables, selected(tables, panel.id, weighed))
            except NotEnoughData:
                continue
            tests = view.of(all_pair_tests)
            for a, b in combinations(tests.rows.names, 2):
                ids = tuple(name_pages.address("methods", tables, m) for m in (a, b))
                result = compared(Served((tables,), results, {"methods": ids, "weights": weighed}))
                (row,) = [r for r in result.rows if r.panel == panel.id]
                assert row.verdict == _of_board(view, a, b), (tables.suite.id, panel.id, a, b)
                checked += 1
    assert checked >= 200


def _of_board(view: Resolved, a: str, b: str) -> str:
    board = view.of(all_pair_tests).board
    if board is None:
        return "untested"
    i, j = board.names.index(a), board.names.index(b)
    return "ahead" if board.ahead[i, j] else "behind" if board.ahead[j, i] else _tie(view, a, b)


def _tie(view: Resolved, a: str, b: str) -> str:
    board = view.of(all_pair_tests).board
    (test,) = [t for t in view.of(all_pair_tests).tested(a, b) if board and t.over == board.over]
    if test.verdict == "equal":
        return "tie"
    return "untested" if test.low is None else "undecided"


def test_counts_add_up_and_reasons_are_named() -> None:
    lines = VERDICTS.said(both()).lines
    assert lines == CASES["counts"]
    result = compared(both())
    assert [row.verdict for row in result.rows] == ["ahead", "behind", "undecided", "untested"]
    turned = compared(both(methods=("npo", "rmu")))
    assert [row.verdict for row in turned.rows] == ["behind", "ahead", "undecided", "untested"]
    assert [row.difference for row in turned.rows] == pytest.approx(
        [-(row.difference or 0) for row in result.rows]
    )


@pytest.mark.parametrize(("suites", "methods", "sentence"), CASES["sentences"])
def test_the_sentence(suites: list[str], methods: list[str], sentence: str) -> None:
    served = both(*(SUITES[name] for name in suites), methods=tuple(methods))
    assert VERDICTS.said(served).lines[0] == sentence


def test_a_difference_has_welchs_interval_for_all_pairs_of_the_panel() -> None:
    (close,) = compared(both(CLOSE)).rows
    half = stats.t.isf(0.025, 4) * np.sqrt(
        2 * 0.01**2 / 3
    )  # equal spreads of three seeds: 4 degrees of freedom
    assert (close.difference, close.low, close.high) == pytest.approx(
        (0.01, 0.01 - half, 0.01 + half)
    )
    (behind,) = compared(both(BEHIND)).rows
    half = stats.t.isf(0.025 / 3, 4) * np.sqrt(
        2 * 0.01**2 / 3
    )  # three methods: three pairs share the level
    assert (behind.difference, behind.low, behind.high) == pytest.approx(
        (-0.3, -0.3 - half, -0.3 + half)
    )


def test_the_claim_of_the_issue_on_the_released_runs() -> None:
    names = ("openunlearning", "tofu_seeds", "muse_seeds")
    served = computed([narrowed(name) for name in names], THREE)
    assert VERDICTS.said(served).lines[:2] == [
        "PDU is ahead of NPO and RMU in 5 of the 7 tested comparisons.",
        "Decided in 5 of 7.",
    ]
    widened = VERDICTS.said(computed([built_in(name) for name in names], THREE)).lines
    assert widened[:2] == [
        "PDU is ahead of NPO and RMU in 4 of the 8 tested comparisons, behind in 1.",
        "Decided in 5 of 8.",
    ]
    assert widened[-1] == "4 rankings from one source."
    rows = compared(computed(BUILT_IN, {"methods": ("npo", "rmu")})).rows
    (muse,) = (row for row in rows if row.panel == "muse_llama2_7b")
    assert (muse.verdict, muse.low is not None) == ("undecided", True), (
        "the board gives ranks 1–3 there"
    )


def test_best_checkpoints_are_compared_and_get_no_verdict() -> None:
    (row,) = compared(computed([built_in("tofu")], {"methods": ("altpo", "npo")})).rows
    assert (row.verdict, row.cause, row.low) == ("untested", "chosen on the same runs", None)
    assert row.difference == pytest.approx(0.786 - 0.739, abs=1e-3), "as the board has them"


def test_weights_travel_as_a_name_or_as_shares_of_the_groups() -> None:
    shares = "forgetting:0.5,privacy:0.25,utility:0.25"
    assert read("forgetting:.5,utility:0.25,privacy:0.25") == shares
    assert (read("own"), read("equal")) == ("balanced", "equal")
    for text in ("equalish", "forgetting:2", "looks:1", "forgetting:0", "forgetting"):
        with pytest.raises(LeaderboardError):
            read(text)
    view = view_of(built_in("tofu_seeds"), weights="model_utility:0.5,forget_quality:0.5")
    assert as_shares(view) == "forgetting:0.5,utility:0.5"
    privacy = computed(BUILT_IN, {"methods": ("npo", "rmu"), "weights": "privacy:1"})
    assert compared(privacy).n_dropped > 0
    assert f"{compared(privacy).n_dropped} rankings left out" in " ".join(
        VERDICTS.said(privacy).lines
    )


def test_unknown_methods_are_left_out_and_named() -> None:
    served = both(methods=("npo", "<b>npoo", "rmu"))
    assert [*compared(served).methods] == ["npo", "rmu"]
    assert VERDICTS.said(served).notices == ["No suite has a method called <b>npoo."]
    assert list(offered(both())) == ["npo", "pdu", "rmu", "salun"]


def test_a_part_of_the_data_is_compared_alone() -> None:
    asked = {"methods": ("npo", "graddiff"), "data_set": "tofu", "split": "forget10"}
    result = compared(computed(BUILT_IN, asked))
    assert {row.benchmarks for row in result.rows} == {("forget10",)}
    assert result.count("undecided") == len(result.tested) == 2
    assert VERDICTS.said(computed(BUILT_IN, asked)).lines[0] == (
        "NPO and GradDiff cannot be told apart in any of the 2 rankings that test it on TOFU"
        " forget10."
    )
    (row,) = [
        row for row in result.rows if (row.suite, row.panel) == ("tofu_seeds", "tofu_llama32_3b")
    ]
    alone = view_of(
        built_in("tofu_seeds"), panel=row.panel, weights="balanced", benchmarks="forget10"
    )
    tests = {test.over: test for test in alone.of(all_pair_tests).tested("npo", "graddiff")}
    assert abs(row.difference or 0) == pytest.approx(abs(tests["seeds"].difference or 0))
    assert list(result.data_sets["MUSE"]) == ["books", "news"]
    nowhere = computed(BUILT_IN, {**asked, "data_set": "WMDP"})
    assert VERDICTS.said(nowhere).lines == [
        "No ranking on WMDP forget10 has both NPO and GradDiff."
    ]


def test_every_benchmark_is_a_split_of_its_data_set() -> None:
    panels = [(tables, panel) for tables in BUILT_IN for panel in tables.panels]
    assert {name: len(splits) for name, splits in data_sets(panels).items()} == CASES["data sets"]


def test_a_preset_that_a_panel_lacks_gives_way_to_balanced_and_is_named() -> None:
    asked = {"methods": ("BLADE", "pdu"), "weights": "privacy_first"}
    served = computed([built_in("knowundo_seeds")], asked)
    (row,) = compared(served).rows
    assert (row.suite, row.weights, row.verdict) == ("knowundo_seeds", "balanced", "ahead")
    assert VERDICTS.said(served).lines[-1] == (
        "The one ranking cannot be weighed “Privacy first”: “Balanced” is used there."
    )
    plain = COMPARE.content(served)["compare"]
    assert [row["weights"] for row in plain["comparisons"]] == ["balanced"]


def test_interval_and_lead_have_one_sign() -> None:
    for methods in combinations(("pdu", "npo", "rmu", "simnpo", "graddiff"), 2):
        for row in compared(computed(BUILT_IN, {"methods": methods})).rows:
            if row.low is None or row.high is None or row.difference is None:
                continue
            assert row.low < row.difference < row.high
            assert (row.verdict == "behind") == (row.high < 0)
            marked = row.why.endswith(SPREADS_DIFFER)
            assert marked == (row.spreads_differ and row.verdict in ("ahead", "behind"))


def test_a_comparison_opened_adds_up_and_says_what_would_swap_the_two() -> None:
    opened = {**THREE, "open": "tofu_seeds:tofu_llama32_1b:npo"}
    result = HEAD_TO_HEAD.result(computed(BUILT_IN, opened))
    assert isinstance(result, HeadToHead)
    assert (result.a, result.b, result.n_ways) == ("pdu", "npo", 32)
    assert result.weighted.sum() == pytest.approx(result.row.difference)
    view = Resolved(
        built_in("tofu_seeds"), selected(built_in("tofu_seeds"), "tofu_llama32_1b", "utility_first")
    )
    utilities = {m: view.contest.utilities[view.panel.method(m)] for m in ("pdu", "npo")}
    moved = view.contest.weights + np.array(
        [result.moved.get(m, 0.0) for m in view.panel.metric_ids]
    )
    assert moved.sum() == pytest.approx(1)
    difference = np.nan_to_num(utilities["pdu"] - utilities["npo"])
    assert moved @ difference == pytest.approx(0, abs=1e-9), "the two meet there"
    verdict, *_ = HEAD_TO_HEAD.said(computed(BUILT_IN, opened)).lines
    assert "this one trained model: PDU is ahead of NPO by 0.081" in verdict


def test_the_drawing_has_a_mark_per_comparison_hollow_where_nothing_is_told() -> None:
    draw = VERDICTS.parts[0].draw
    assert draw is not None
    served = both()
    fig = draw(compared(served), Look(served.labels, "light"))
    dots = next(t for t in fig.data if t.mode == "markers")
    assert [x for x in dots.x if x is not None] == pytest.approx([0.3, -0.3, 0.01, 0.3])
    assert [c == "#FFFFFF" for c in dots.marker.color] == [False, False, True, True]


def test_the_interface_gives_what_the_page_does() -> None:
    pairs = [("methods", "pdu,npo,rmu"), ("weights", "utility_first")]
    asked = request.read("compare.csv", pairs)
    listed = COMPARE.table(asked.view, "comparisons")
    assert answers.answer(asked) == csv_text(listed, provenance(asked.view))
    for wanted in ("npo,npo", "a,b,c,d,e,f,g", "x" * 5000, "<script>"):
        with pytest.raises(Failed) as refused:
            request.read("compare", [("methods", wanted)])
        assert [p.name for p in refused.value.problems] == ["methods"]


def test_without_methods_the_pair_opens_that_most_panels_have() -> None:
    result = compute(computed(BUILT_IN))
    assert not isinstance(result, Absent)
    assert len(result.rows) >= 7
