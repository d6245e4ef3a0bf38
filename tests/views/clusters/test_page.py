"""The clusters page without a browser: what it says for each selection."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.made import made_metric, made_tables


def text_of(app) -> str:
    elements = [*app.markdown, *app.caption, *app.warning, *app.info]
    return " ".join(e.value for e in elements).replace("\\", "")


def headers(app) -> list[str]:
    return [h.value.replace("\\", "") for h in app.header]


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def private(app_test, tables, query=None):
    """The page on a suite that only this session has."""
    app = app_test("clusters")
    own = replace(tables, suite=replace(tables.suite, private=True))
    app.session_state["_private_tables"] = {own.suite.id: own}
    app.query_params.update({"suite": tables.suite.id, **(query or {})})
    app.run()
    assert not app.exception
    return app


def test_tie_aware_by_default(app_test):
    app = app_test("clusters")
    said = text_of(app)
    assert "Tie-aware: 2 clusters (chosen by silhouette, mean silhouette 0.183" in said
    assert "{FA, RA, AD, JS} | {MIA}" in said
    assert "The gap statistic picks one cluster" in said
    assert "This is not the published partition {FA, RA, MIA} | {AD, JS} (adjusted Rand index −0.154" in said
    assert "some τ rest on 3 of 9 blocks" in said
    assert headers(app) == [
        "Tree and agreement",
        "Map",
        "How many clusters?",
        "Do they hold on other benchmarks?",
        "Other choices",
    ]
    assert figures(app) == 4


def test_as_published(app_test):
    said = text_of(app_test("clusters", {"protocol": "published"}))
    assert "As published: 2 clusters" in said
    assert "This is the published partition" in said
    assert "exact p 0.100, smallest in reach 0.100" in said


def test_linkage_and_number_come_from_the_link_and_go_back_to_it(app_test):
    app = app_test("clusters", {"linkage": "complete", "k": "3"})
    assert "3 clusters (as asked, mean silhouette 0.116; complete linkage" in text_of(app)
    (k,) = [s for s in app.selectbox if s.label == "Clusters"]
    assert k.value == 3
    k.set_value("auto").run()
    assert not app.exception
    assert "k" not in app.query_params
    assert app.query_params["linkage"] in ("complete", ["complete"])
    assert "chosen by silhouette" in text_of(app)


def test_wrong_choices_are_told_and_replaced(app_test):
    app = app_test("clusters", {"linkage": "centroid", "k": "zero", "protocol": "both"})
    warned = " ".join(w.value for w in app.warning).replace("\\", "")
    assert "linkage: found 'centroid'" in warned
    assert "k: found 'zero'" in warned
    assert "protocol: found 'both'" in warned
    assert "Tie-aware: 2 clusters" in text_of(app)


@pytest.mark.parametrize(
    ("query", "said", "drawn"),
    [
        ({"methods": "salun"}, "One method is selected", 0),
        ({"panel": "resnet_unimodal"}, "One benchmark: every resample is the same", 4),
        ({"panel": "blip2_multimodal"}, "two metrics cannot be grouped", 2),
        ({"panel": "blip2_multimodal"}, "Two methods are compared: every τ of a block is +1 or −1", 2),
        ({"panel": "blip2_multimodal"}, "MIA (not measured in these runs)", 2),
        ({"panel": "blip2_multimodal", "protocol": "published", "k": "5"}, "only 3 metrics can be clustered", 4),
        (
            {"benchmarks": "unlok_vqa"},
            "FA (one value for all methods in every block where it was measured (3 of 3))",
            2,
        ),
        ({"benchmarks": "mllmu_bench", "seeds": "42", "methods": "salun,random_labels"}, "Two methods are compared", 4),
    ],
)
def test_small_selections(app_test, query, said, drawn):
    app = app_test("clusters", query)
    assert said in text_of(app)
    assert figures(app) == drawn


def test_selection_without_runs(app_test):
    values = np.random.default_rng(0).normal(size=(2, 1, 4, 3))
    tables = made_tables(values)
    only_first = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    lacking = replace(tables, runs=only_first)
    app = private(app_test, lacking, {"benchmarks": "b2", "methods": "m2,m3"})
    assert "No run matches these filters." in text_of(app)
    assert figures(app) == 0


def test_one_metric(app_test):
    app = private(app_test, made_tables(np.random.default_rng(0).normal(size=(2, 2, 4, 1))))
    assert "The suite has one metric: clusters need at least two." in text_of(app)
    assert figures(app) == 0


def test_two_metrics(app_test):
    app = private(app_test, made_tables(np.random.default_rng(0).normal(size=(2, 2, 4, 2))))
    assert "two metrics cannot be grouped" in text_of(app)
    assert figures(app) == 2


def test_all_values_tied(app_test):
    tables = made_tables(np.ones((2, 2, 4, 3)))
    assert "No two metrics have a τ with each other on these runs." in text_of(private(app_test, tables))
    app = private(app_test, tables, {"protocol": "published"})
    assert "The gap statistic is undefined: all metrics give the same order." in text_of(app)
    assert figures(app) == 4


def test_suite_without_a_publication_never_mentions_one(app_test):
    app = private(app_test, made_tables(np.random.default_rng(1).normal(size=(3, 1, 6, 4))))
    said = text_of(app)
    assert "published clusters" not in said
    assert "published partition" not in said
    assert figures(app) == 4


def test_twenty_six_metrics_are_counted_not_listed(app_test):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 1, 20, 2))[..., [i % 2 for i in range(26)]] + 0.3 * rng.normal(size=(2, 1, 20, 26))
    app = private(app_test, made_tables(values, metrics=[made_metric(f"X{i}", "higher") for i in range(26)]))
    assert "clusters of 13 and 13 metrics" in text_of(app)
    assert figures(app) == 4


def test_names_are_shown_as_text(app_test):
    values = np.random.default_rng(1).normal(size=(2, 1, 5, 3))
    metrics = [made_metric(f"X{i}") for i in range(3)]
    named = [replace(m, label=f"<b>{m.id}</b> :red[x] $y$") for m in metrics]
    app = private(app_test, made_tables(values, metrics=named))
    raw = " ".join(m.value for m in app.markdown)
    assert "<b>" not in raw
    assert ":red[" not in raw
    assert "\\<b\\>X0" in raw
