"""The agreement page without a browser: what it says for each selection, and how a pair is opened."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.made import made_metric, made_tables

WHOLE = [
    "As published",
    "Tie-aware",
    "One pair of metrics",
    "Block by block",
    "All runs, pooled and apart",
    "Where each metric places each method",
    "All metrics of a benchmark at once",
    "Multimodal against unimodal",
    "How fine each metric is",
]


def text_of(app) -> str:
    elements = [*app.markdown, *app.caption, *app.warning, *app.info]
    return " ".join(e.value for e in elements).replace("\\", "")


def headers(app) -> list[str]:
    return [h.value.replace("\\", "") for h in app.header]


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def statements(app) -> dict[str, list[str]]:
    """The table of the open pair: as published, tie-aware."""
    frame = app.table[0].value
    return {str(name).replace("\\", ""): [str(v).replace("\\", "") for v in row] for name, row in frame.T.items()}


def private(app_test, tables, query=None):
    """The page on a suite that only this session has."""
    app = app_test("agreement")
    own = replace(tables, suite=replace(tables.suite, private=True))
    app.session_state["_private_tables"] = {own.suite.id: own}
    app.query_params.update({"suite": tables.suite.id, **(query or {})})
    app.run()
    assert not app.exception
    return app


def test_the_whole_page(app_test):
    app = app_test("agreement")
    said = text_of(app)
    assert "FA and RA give all methods one value in 6 of 9 blocks, MIA in 3: no ranking there." in said
    assert "9 of 10 pairs with a value depend on it, 7 of them change sign" in said
    assert "Mean τ over pairs: 0.086 as published" in said
    assert "Kendall's W is 0.172 on MLLMU-Bench, 0.800 on UnLOK-VQA and 0.322 on MMUBench." in said
    assert "Mean τ, unimodal minus multimodal: +0.072 (published)" in said
    assert headers(app) == WHOLE
    assert figures(app) == 7


def test_a_pair_by_link(app_test):
    app = app_test("agreement", {"pair": "FA,AD"})
    assert [app.selectbox(key=k).value for k in ("pair_first", "pair_second")] == ["FA", "AD"]
    said = statements(app)
    assert said["τ"] == ["−0.259", "−0.429"]
    assert said["p"] == ["0.043 (t-test over 9 blocks)", "0.667 (exact permutation, 24 arrangements)"]
    assert said["smallest p in reach"] == ["–", "0.167"]
    assert said["range over row orders"] == ["−0.519 to 0.296, 24 orders", "does not depend on it"]
    assert said["95 % interval"][1].startswith("not estimable: ")


def test_a_pair_by_the_boxes_goes_into_the_link(app_test):
    app = app_test("agreement", {"pair": "FA,AD"})
    app.selectbox(key="pair_second").set_value("RA").run()
    assert not app.exception
    assert app.query_params["pair"] in ("FA,RA", ["FA,RA"])
    assert "Pooling reverses the sign." in text_of(app)
    app.selectbox(key="pair_second").set_value("FA").run()  # the metric of the other box: the two change places
    assert app.query_params["pair"] in ("RA,FA", ["RA,FA"])
    assert [app.selectbox(key=k).value for k in ("pair_first", "pair_second")] == ["RA", "FA"]


def test_without_a_choice_the_most_telling_pair_is_open(app_test):
    app = app_test("agreement")
    assert [app.selectbox(key=k).value for k in ("pair_first", "pair_second")] == ["FA", "MIA"]
    assert "The two protocols differ most on this pair." in text_of(app)
    assert "pair" not in app.query_params


def test_the_protocol_of_ranks_can_be_switched(app_test):
    assert "ties share their mean rank" in text_of(app_test("agreement"))
    said = text_of(app_test("agreement", {"protocol": "published"}))
    assert "ties by row order" in said
    assert "Tie-aware, the highest τ is RA–JS 0.667" in said


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"scope": "pooled"}, "Pooled runs mix benchmarks: no valid p."),
        ({"scope": "runs:mmubench"}, "these p are asymptotic and take seeds as independent"),
        ({"scope": "benchmark:mmubench"}, "FA–RA is 0.556 in the order given and runs from −0.111 to 0.778"),
        ({"panel": "resnet_unimodal"}, "MIA–JS 0.638 (3 of 3 blocks)"),
        ({"panel": "blip2_multimodal"}, "it carries no evidence: the smallest p in reach is 1.000"),
        ({"benchmarks": "unlok_vqa"}, "row order alone gives 9 of them a published value"),
        ({"methods": "salun,random_labels"}, "With two methods τ can only be −1 or +1 in a block"),
    ],
)
def test_selections(app_test, query, said):
    app = app_test("agreement", query)
    assert said in text_of(app)
    assert headers(app) == WHOLE


def test_one_method(app_test):
    app = app_test("agreement", {"methods": "salun"})
    said = text_of(app)
    assert "One method only: there is no order to agree on." in said
    assert "Kendall's W is undefined on MLLMU-Bench, UnLOK-VQA and MMUBench." in said
    assert headers(app) == WHOLE[-3:]


def test_one_metric(app_test):
    app = private(app_test, made_tables(np.random.default_rng(0).random((2, 2, 4, 1))))
    assert "One metric only: there is nothing to compare." in text_of(app)
    assert headers(app) == WHOLE[-3:]
    assert figures(app) == 1  # Kendall's W, undefined with its reason


def test_no_run(app_test):
    tables = made_tables(np.random.default_rng(0).random((2, 1, 4, 3)))
    runs = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    app = private(app_test, replace(tables, runs=runs), {"benchmarks": "b2", "methods": "m2,m3"})
    assert "No run matches these filters." in text_of(app)
    assert "Multimodal against unimodal" in headers(app)
    assert "As published" not in headers(app)


def test_all_values_tied(app_test):
    app = private(app_test, made_tables(np.ones((2, 2, 4, 3))))
    said = text_of(app)
    assert "X1, X2 and X3 give all methods one value in 4 of 4 blocks: no ranking there." in said
    assert "Tie-aware, no pair of metrics has a τ; row order alone gives 3 of them a published value." in said
    assert statements(app)["τ"] == ["1.000", "– X1 and X2 have one value for all methods compared"]
    assert headers(app) == WHOLE


def test_wrong_pairs_and_scopes_are_told_and_replaced(app_test):
    app = app_test("agreement", {"pair": "FA,FA", "scope": "benchmark:nowhere"})
    warned = " ".join(w.value for w in app.warning).replace("\\", "")
    assert "pair: found 'FA,FA'" in warned
    assert "scope: found 'benchmark:nowhere'" in warned
    assert headers(app) == WHOLE


def test_hostile_names_are_text(app_test):
    tables = made_tables(np.random.default_rng(0).random((1, 2, 4, 3)), metrics=[made_metric(i) for i in "ABC"])
    hostile = "<script>alert(1)</script> $x$ [a](b)"
    named = replace(
        tables,
        metrics=tuple(replace(m, label=hostile) for m in tables.metrics),
        methods=tuple(replace(m, label=hostile) for m in tables.methods),
    )
    app = private(app_test, named)
    raw = " ".join(m.value for m in [*app.markdown, *app.caption])
    assert "<script>" not in raw
    assert "\\<script\\>" in raw
    assert figures(app) == 7
