"""The agreement page without a browser: how a pair is opened, and what is left where there is nothing to compare."""

from __future__ import annotations

import pytest

from tests.released import TABLES

SELECT = ("choice_pair_0", "choice_pair_1")


def headers(app) -> list[str]:
    return [h.value.replace("\\", "") for h in app.header]


def opened(app) -> list[str]:
    return [app.selectbox(key=k).value for k in SELECT]


def test_a_pair_by_the_boxes_goes_into_the_link(app_test):
    app = app_test("agreement", {"pair": "FA,AD"})
    assert opened(app) == ["FA", "AD"]
    assert len(app.get("plotly_chart")) == 7
    app.selectbox(key="choice_pair_1").set_value("RA").run()
    assert not app.exception
    assert app.query_params["pair"] in ("FA,RA", ["FA,RA"])
    assert "Pooling reverses the sign" in " ".join(m.value for m in app.markdown)
    app.selectbox(key="choice_pair_1").set_value("FA").run()  # the metric of the other box: the two change places
    assert app.query_params["pair"] in ("RA,FA", ["RA,FA"])
    assert opened(app) == ["RA", "FA"]


def test_wrong_pairs_and_scopes_are_named_and_replaced_by_the_most_telling_pair(app_test):
    app = app_test("agreement", {"pair": "FA,FA", "scope": "benchmark:nowhere"})
    warned = " ".join(w.value for w in app.warning).replace("\\", "")
    assert "pair: found 'FA,FA'" in warned
    assert "scope: found 'benchmark:nowhere'" in warned
    assert opened(app) == ["FA", "MIA"]


@pytest.mark.parametrize("methods", [TABLES.methods[0].id])
def test_one_method_leaves_what_needs_no_pair(app_test, methods):
    assert headers(app_test("agreement", {"methods": methods})) == [
        "All metrics of a benchmark at once",
        "Multimodal against unimodal",
        "How fine each metric is",
    ]
