"""Methods compared over suites whose verdicts are known: counted, drawn, listed, asked for by programs and by hand."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from streamlit.testing.v1 import AppTest

from components.answers.compare.metrics import METRICS
from components.answers.compare.pairs import BELOW, UNRANKED, Pair, compute, offered, turned
from components.answers.compare.verdicts import VERDICTS, differ_most, pairs_table, several_sentence, side_text
from components.answers.record import Absent, Look
from components.errors import UnknownName
from components.exports.provenance import provenance
from components.pages import COMPARE
from components.served import Served, computed
from components.table import csv_text, markdown_table
from components.web.api import answers, request
from components.web.api.request import Failed
from data.registry import Tables, UtilityMap
from tests.answered import text_of as told
from tests.made import made_tables

NOISE = np.array([-0.01, 0.0, 0.01])
"""Of three seeds; its sample deviation is .01."""


def suite(name: str, means: dict[str, list[float]], noise: np.ndarray = NOISE, **changes: Any) -> Tables:
    """A suite of one metric (lower is better): the mean of each method on each benchmark, and what seeds add."""
    values = np.array(list(means.values())).T[:, None, :] + noise[None, :, None]
    tables = made_tables(values[..., None], methods=list(means))
    return replace(tables, suite=replace(tables.suite, id=name, title=name.title()), **changes)


def grid(name: str) -> Tables:
    """Two checkpoints of NPO and of RMU."""
    tables = suite(name, {"npo_1": [0.2], "npo_2": [0.4], "rmu_1": [0.3], "rmu_2": [0.1]})
    families = pd.DataFrame([(f, f.upper(), f, "", "", "") for f in ("npo", "rmu")])
    families.columns = pd.Index(["id", "label", "name", "description", "reference", "url"])
    own = tuple(replace(m, family=m.id.split("_")[0]) for m in tables.methods)
    return replace(tables, methods=own, extras={"families": families})


AHEAD = suite("ahead", {"npo": [0.5], "rmu": [0.2]})
WIDELY = suite("widely", {"npo": [0.50, 0.51, 0.52, 0.53], "rmu": [0.20, 0.22, 0.21, 0.24]})
BEHIND = suite("behind", {"npo": [0.2], "rmu": [0.5], "pdu": [0.9]})
CLOSE = suite("close", {"npo": [0.31], "rmu": [0.30]})
ONCE = suite("once", {"npo": [0.5], "rmu": [0.2]}, NOISE[:1])
OTHER = suite("other", {"npo": [0.5], "salun": [0.2]})
SUITES = [AHEAD, WIDELY, BEHIND, CLOSE, ONCE, grid("grid"), OTHER]


def both(*suites: Tables, methods: tuple[str, ...] = ("npo", "rmu")) -> Served:
    return computed(suites or SUITES).choosing(methods=methods)


def pair(served: Served) -> Pair:
    (found,) = served.of(compute).pairs
    return found


def lines(served: Served) -> list[str]:
    return list(VERDICTS.said(served).lines)


def test_verdicts_are_counted_over_the_panels_that_have_both() -> None:
    assert lines(both()) == [
        "RMU is ahead of NPO in 2 of 6 panels, behind in 1; 3 cannot tell; 1 decided on other benchmarks.",
        "Undecided: 1 too close for the seeds there are, 1 with one run each and 1 chosen by the same numbers.",
    ]
    verdicts = [p.seeds.verdict for p in both().of(compute).pairs]
    assert verdicts == ["ahead", "ahead", "behind", "cannot tell", "cannot tell", "cannot tell"]
    assert lines(both(methods=("rmu", "npo"))) == lines(both()), "the order in which they are named turns nothing"


@pytest.mark.parametrize(
    ("suites", "sentence"),
    [
        ([AHEAD], "RMU is ahead of NPO in the one panel that has both; none decided on other benchmarks."),
        ([AHEAD, WIDELY], "RMU is ahead of NPO in all 2 panels; 1 decided on other benchmarks."),
        ([CLOSE, ONCE], "Cannot tell RMU from NPO in any of 2 panels, nor on other benchmarks."),
        ([CLOSE], "Cannot tell RMU from NPO in the one panel that has both, nor on other benchmarks."),
    ],
)
def test_the_sentence(suites: list[Tables], sentence: str) -> None:
    assert lines(both(*suites))[0] == sentence


def test_of_several_methods_the_one_that_is_ahead_most_often_leads() -> None:
    three = both(BEHIND, CLOSE, methods=("pdu", "rmu", "npo"))
    assert lines(three)[0] == (
        "NPO has the best balance: ahead in 2 of 3 comparisons; 1 cannot tell; none decided on other benchmarks."
    )
    assert [(p.a, p.b) for p in three.of(compute).pairs] == [
        ("rmu", "pdu"), ("npo", "pdu"), ("npo", "rmu"), ("npo", "rmu"),
    ]  # fmt: skip
    assert lines(three)[1] == "Of all 4 comparisons, undecided: 1 too close for the seeds there are."
    assert lines(both(ONCE, suite("more", {"npo": [0.1], "pdu": [0.1]}, NOISE[:1]), methods=("npo", "rmu", "pdu")))[
        0
    ].startswith("Cannot tell any of these 3 methods from another in 2 comparisons")


def test_methods_that_are_ahead_as_often_as_behind_are_not_called_undecided() -> None:
    won = pair(both(AHEAD))
    lost = replace(won, seeds=replace(won.seeds, verdict="behind"))
    names = {"pdu": "PDU", "rmu": "RMU", "npo": "NPO"}
    assert several_sentence(names, [won, lost]) == (
        "RMU and NPO have the best balance: RMU is ahead in 1 of 2 comparisons, behind in 1; none decided on other "
        "benchmarks."
    )


def test_a_difference_has_welchs_interval_in_the_direction_of_the_pair() -> None:
    found = pair(both(CLOSE))
    half = stats.t.isf(0.025, 4) * np.sqrt(2 * 0.01**2 / 3)  # equal spreads of three seeds: 4 degrees of freedom
    assert found.seeds.difference == pytest.approx(0.01)
    assert (found.seeds.low, found.seeds.high) == pytest.approx((0.01 - half, 0.01 + half))
    behind = next(p for p in both().of(compute).pairs if p.suite == "behind").seeds
    half = stats.t.isf(0.025 / 3, 4) * np.sqrt(2 * 0.01**2 / 3)  # three methods: three pairs share the level
    assert (behind.difference, behind.low, behind.high) == pytest.approx((-0.3, -0.3 - half, -0.3 + half))
    back = turned(turned(found))
    assert back == found
    assert turned(found).seeds.low == -found.seeds.high


def test_best_checkpoints_are_compared_and_get_no_verdict() -> None:
    found = pair(both(grid("grid")))
    assert (found.side_a.score, found.side_b.score) == pytest.approx((0.9, 0.8))
    assert (found.seeds.difference, found.seeds.low, found.seeds.cause) == (
        pytest.approx(0.1), None, "chosen by the same numbers",
    )  # fmt: skip


def test_what_has_no_rank_is_told() -> None:
    runs = AHEAD.runs.copy()
    runs.loc[runs["method"] == "npo", "X1"] = np.nan
    found = pair(both(replace(AHEAD, runs=runs)))
    assert found.seeds.cause == UNRANKED
    assert (found.side_b.score, found.seeds.difference) == (None, None)
    assert differ_most(found) == ""


def test_where_they_differ_most() -> None:
    values = np.array([[[0.5, 0.3, 0.4], [0.2, 0.31, 0.9]]])[:, None]
    tables = made_tables(values, methods=["npo", "rmu"])
    found = pair(both(tables))
    assert differ_most(found) == "X3 −0.50, X1 +0.30, X2 −0.01"
    rows = METRICS.table(both(tables), "metrics")
    ids = [c.id for c in rows.columns]
    assert [row[ids.index("difference")] for row in rows.cells()] == pytest.approx([-0.5, 0.3, -0.01])


def test_the_drawing_has_a_row_per_panel_and_hollow_marks_where_nothing_is_told() -> None:
    drawn = COMPARE.answers[0].parts[0].draw
    assert drawn is not None
    served = both()
    fig = drawn(served.of(compute), Look(served.labels, "light", served.selection))
    dots = next(t for t in fig.data if t.mode == "markers")
    assert dots.x == pytest.approx((0.3, 0.2975, -0.3, 0.01, 0.3, 0.1))
    hollow = [c == "#FFFFFF" for c in dots.marker.color]
    assert hollow == [False, False, False, True, True, True]
    assert len(fig.layout.yaxis.ticktext) == 6


def test_too_few_and_unknown_names() -> None:
    assert list(offered(both())) == ["npo", "pdu", "rmu", "salun"]
    assert both(methods=("npo",)).of(compute) == Absent("Choose 2 to 6 methods to compare.")
    assert both(methods=("pdu", "salun")).of(compute) == Absent("No suite ranks both PDU and SalUn.")
    with pytest.raises(UnknownName, match="near it: npo"):
        both(methods=("npo", "npoo")).of(compute)
    assert COMPARE.content(both(methods=("npo",)))["compare"]["comparisons_reason"].startswith("Choose 2 to 6")


def test_the_interface_gives_what_the_page_does_to_the_byte() -> None:
    pairs = [("methods", "npo,rmu")]
    view = request.read("compare", pairs).view
    listed = COMPARE.table(view, "comparisons")
    assert answers.answer(request.read("compare.csv", pairs)) == csv_text(listed, provenance(view)).encode()
    assert answers.answer(request.read("compare/comparisons.md", pairs)).decode() == markdown_table(
        listed, view.labels, provenance(view)
    )
    found = json.loads(answers.answer(request.read("compare", pairs)))
    assert [r["verdict"] for r in found["compare"]["comparisons"]] == [p.seeds.verdict for p in view.of(compute).pairs]
    assert len(pairs_table(view.of(compute), view.labels)) == len(found["compare"]["comparisons"])


def test_what_is_no_list_of_names_is_refused(app_test: Any) -> None:
    for wanted in ("npo,npo", "a,b,c,d,e,f,g", "x" * 5000, "<script>"):
        with pytest.raises(Failed) as refused:
            request.read("compare", [("methods", wanted)])
        assert [p.name for p in refused.value.problems] == ["methods"]
    app = app_test("compare", {"methods": wanted})
    assert len(app.warning) == 1
    assert app.multiselect(key="compared").value == []


def said(methods: str) -> str:
    return COMPARE.leads(request.read("compare", [("methods", methods)]).view)[0]


def test_the_page_says_links_and_turns_to_other_methods(app_test: Any) -> None:
    app = app_test("compare", {"methods": "npo,npoo,rmu"})
    assert "npoo" in app.warning[0].value
    assert said("npo,rmu") in told(app)
    body = " ".join(e.proto.body for e in app.get("html"))
    assert 'href="leaderboard?suite=tofu_seeds&amp;rows=checkpoints&amp;panel=tofu_llama32_3b"' in body
    assert "versus=rmu,npo" in body
    app.multiselect(key="compared").set_value(["npo", "graddiff"]).run()
    assert app.query_params["methods"] == "npo,graddiff"
    assert said("npo,graddiff") in told(app)


@pytest.mark.parametrize(
    ("ticked", "href"),
    [
        (("npo", "pdu"), "compare?methods=npo,pdu"),
        (("npo", "npo"), ""),
        (("npo", "pdu", "rmu", "graddiff", "simnpo", "blurnpo", "gradient_ascent"), ""),
    ],
)
def test_rows_that_are_ticked_are_compared(ticked: tuple[str, ...], href: str) -> None:
    def script(ticked: tuple[str, ...]) -> None:
        from components.labels import labels_of

        from components.widgets import cached
        from components.widgets.names import comparison

        tables = cached.tables("tofu_seeds")
        comparison(tables, labels_of(tables, "tofu_llama32_1b"), ticked)

    app = AppTest.from_function(script, args=(ticked,), default_timeout=60).run()
    assert not app.exception
    assert [e.proto.body for e in app.get("html")] == (
        [f'<p class="names"><a href="{href}" data-inside>Compare NPO and PDU</a></p>'] if href else []
    )
    assert len(app.caption) == (not href)


def test_who_is_below_the_floor_has_no_verdict_and_what_it_keeps_is_told() -> None:
    means = {"npo": [0.5], "rmu": [0.1], "before": [0.9]}
    asked = {"panel": "main", "on": "utility", "value": 0.5, "of": "original", "benchmark": "", "source": ""}
    tables = suite("floored", means)
    tables = replace(
        tables,
        metrics=tuple(
            replace(m, direction="higher", utilities=(UtilityMap("identity"),), group="utility") for m in tables.metrics
        ),
        methods=tuple(replace(m, role="original") if m.id == "before" else m for m in tables.methods),
        extras={"floors": pd.DataFrame([asked])},
    )
    served = both(tables)
    found = pair(served)
    assert (found.seeds.cause, found.seeds.why) == (BELOW, "RMU below the floor")
    assert (found.side_a.kept, found.side_b.kept) == pytest.approx((0.1 / 0.9, 0.5 / 0.9))
    assert side_text("RMU", found.side_a) == "RMU, no rank, keeps 11 % of utility"
    assert lines(served)[1] == "Undecided: 1 with one or both below the floor."
