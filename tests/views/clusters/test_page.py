"""The clusters page without a browser: what it says for each selection."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.clusters.result.clusters import clusters
from components.views.clusters.words import figures as words
from components.views.clusters.words import head
from tests.made import made_metric, made_tables
from tests.released import TABLES


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


def result_of(tables=TABLES, **query):
    return clusters(Resolved(tables, parse(query, tables)[0]))


def assert_head(app, result):
    """The page says of a result what the words say of it."""
    texts = text_of(app)
    for sentence in (*head.lead(result), *head.remarks(result), *head.replaced(result)):
        assert sentence in texts


def test_every_figure_stands_under_its_sentence(app_test):
    app, result = app_test("clusters"), result_of()
    assert_head(app, result)
    for sentence in (
        words.tree_sentence,
        words.map_sentence,
        words.number_sentence,
        words.resampling_sentence,
        words.choices_sentence,
        words.tree_caption,
        words.map_caption,
        words.number_caption,
        words.coassociation_caption,
    ):
        assert sentence(result).strip() in text_of(app)
    assert headers(app) == [
        "Tree and agreement",
        "Map",
        "How many clusters?",
        "Do they hold on other benchmarks?",
        "Other choices",
    ]
    assert figures(app) == 4


def test_as_published(app_test):
    assert_head(app_test("clusters", {"protocol": "published"}), result_of(protocol="published"))


def test_linkage_and_number_come_from_the_link_and_go_back_to_it(app_test):
    app = app_test("clusters", {"linkage": "complete", "k": "3"})
    assert_head(app, result_of(linkage="complete", k="3"))
    (k,) = [s for s in app.selectbox if s.label == "Clusters"]
    assert k.value == 3
    k.set_value("auto").run()
    assert not app.exception
    assert "k" not in app.query_params
    assert app.query_params["linkage"] in ("complete", ["complete"])
    assert_head(app, result_of(linkage="complete"))


def test_wrong_choices_are_told_and_replaced(app_test):
    app = app_test("clusters", {"linkage": "centroid", "k": "zero", "protocol": "both"})
    warned = " ".join(w.value for w in app.warning).replace("\\", "")
    assert "linkage: found 'centroid'" in warned
    assert "k: found 'zero'" in warned
    assert "protocol: found 'both'" in warned
    assert_head(app, result_of())


@pytest.mark.parametrize(
    ("query", "drawn"),
    [
        ({"methods": "salun"}, 0),
        ({"panel": "resnet_unimodal"}, 3),
        ({"panel": "blip2_multimodal"}, 2),
        ({"panel": "blip2_multimodal", "protocol": "published", "k": "5"}, 3),
        ({"benchmarks": "unlok_vqa"}, 2),
        ({"benchmarks": "mllmu_bench", "seeds": "42", "methods": "salun,random_labels"}, 3),
    ],
)
def test_small_selections(app_test, query, drawn):
    app, result = app_test("clusters", query), result_of(**query)
    assert_head(app, result)
    if len(result.metrics) > 2:
        assert words.resampling_sentence(result) in text_of(app)
    assert figures(app) == drawn


def test_selection_without_runs(app_test):
    values = np.random.default_rng(0).normal(size=(2, 1, 4, 3))
    tables = made_tables(values)
    only_first = tables.runs[(tables.runs["benchmark"] == "b1") | (tables.runs["method"] == "m1")]
    lacking = replace(tables, runs=only_first)
    query = {"benchmarks": "b2", "methods": "m2,m3"}
    app, result = private(app_test, lacking, query), result_of(lacking, **query)
    assert result.reason
    assert_head(app, result)
    assert figures(app) == 0


@pytest.mark.parametrize(("count", "drawn"), [(1, 0), (2, 2)])
def test_one_and_two_metrics(app_test, count, drawn):
    tables = made_tables(np.random.default_rng(0).normal(size=(2, 2, 4, count)))
    app = private(app_test, tables)
    assert_head(app, result_of(tables))
    assert figures(app) == drawn


def test_all_values_tied(app_test):
    tables = made_tables(np.ones((2, 2, 4, 3)))
    assert_head(private(app_test, tables), result_of(tables))
    app = private(app_test, tables, {"protocol": "published"})
    assert_head(app, result_of(tables, protocol="published"))
    assert figures(app) == 4


def test_suite_without_a_publication_never_mentions_one(app_test):
    app = private(app_test, made_tables(np.random.default_rng(1).normal(size=(3, 1, 6, 4))))
    assert "published clusters" not in text_of(app)
    assert "published partition" not in text_of(app)
    assert figures(app) == 4


def test_twenty_six_metrics_are_counted_not_listed(app_test):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 1, 20, 2))[..., [i % 2 for i in range(26)]] + 0.3 * rng.normal(size=(2, 1, 20, 26))
    tables = made_tables(values, metrics=[made_metric(f"X{i}", "higher") for i in range(26)])
    app = private(app_test, tables)
    assert_head(app, result_of(tables))
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
