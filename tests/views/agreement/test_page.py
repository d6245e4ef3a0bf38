"""The agreement page without a browser: what it says for each selection, and how a pair is opened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.views.agreement.tables import statements_table
from components.views.agreement.words import figures as words
from components.views.agreement.words.lead import lead, qualifications
from tests.views.agreement.cases import agreement_of, made, named, pair_of, tied, without_runs

SETTINGS = "Multimodal against unimodal"
WHOLE = [
    "As published",
    "Tie-aware",
    "One pair of metrics",
    "Block by block",
    "All runs, pooled and apart",
    "Where each metric places each method",
    "All metrics of a benchmark at once",
    SETTINGS,
    "How fine each metric is",
]


def says(app, *sentences: str) -> bool:
    text = " ".join(e.value for e in [*app.markdown, *app.caption]).replace("\\", "")
    return [s for s in sentences if s not in text] == []


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
    result, pair = agreement_of(), pair_of()
    assert says(
        app,
        *lead(result),
        *qualifications(result),
        *(words.map_reading(result, p) for p in result.protocols),
        words.opened(result, pair),
        words.slopes_reading(result, pair),
        words.pooling(pair),
        words.SCATTER_READING,
        words.profile(result),
        words.profile_reading(result),
        words.concordance(result),
        words.CONCORDANCE_READING,
        words.modality(result),
        words.MODALITY_READING,
        words.resolution(result),
    )
    assert headers(app) == WHOLE
    assert figures(app) == 7


def test_a_pair_by_link(app_test):
    app = app_test("agreement", {"pair": "FA,AD"})
    assert [app.selectbox(key=k).value for k in ("choice_pair_0", "choice_pair_1")] == ["FA", "AD"]
    result, pair = agreement_of(pair="FA,AD"), pair_of(pair="FA,AD")
    table = {s: [theirs, ours] for s, theirs, ours in statements_table(result, pair).itertuples(index=False)}
    assert statements(app) == table


def test_a_pair_by_the_boxes_goes_into_the_link(app_test):
    app = app_test("agreement", {"pair": "FA,AD"})
    app.selectbox(key="choice_pair_1").set_value("RA").run()
    assert not app.exception
    assert app.query_params["pair"] in ("FA,RA", ["FA,RA"])
    assert says(app, words.pooling(pair_of(pair="FA,RA")))
    app.selectbox(key="choice_pair_1").set_value("FA").run()  # the metric of the other box: the two change places
    assert app.query_params["pair"] in ("RA,FA", ["RA,FA"])
    assert [app.selectbox(key=k).value for k in ("choice_pair_0", "choice_pair_1")] == ["RA", "FA"]


def test_without_a_choice_the_most_telling_pair_is_open(app_test):
    app = app_test("agreement")
    assert [app.selectbox(key=k).value for k in ("choice_pair_0", "choice_pair_1")] == ["FA", "MIA"]
    assert "pair" not in app.query_params


@pytest.mark.parametrize(
    "query",
    [
        {"protocol": "published"},
        {"scope": "pooled"},
        {"scope": "runs:mmubench"},
        {"scope": "benchmark:mmubench"},
        {"panel": "resnet_unimodal"},
        {"panel": "blip2_multimodal"},
        {"benchmarks": "unlok_vqa"},
        {"methods": "salun,random_labels"},
    ],
)
def test_selections(app_test, query):
    app = app_test("agreement", query)
    result, pair = agreement_of(**query), pair_of(**query)
    assert says(app, *lead(result), *qualifications(result), words.opened(result, pair), words.pooling(pair))
    assert says(app, words.slopes_reading(result, pair), words.profile_reading(result))
    assert headers(app) == WHOLE


def test_one_method(app_test):
    app = app_test("agreement", {"methods": "salun"})
    result = agreement_of(methods="salun")
    assert says(app, *lead(result), words.concordance(result))
    assert headers(app) == WHOLE[-3:]


def test_one_metric(app_test):
    tables = made(2, 2, 4, 1)
    app = private(app_test, tables)
    assert says(app, *lead(agreement_of(tables)))
    assert headers(app) == [h for h in WHOLE[-3:] if h != SETTINGS]
    assert figures(app) == 1  # Kendall's W, undefined with its reason


def test_no_run(app_test):
    tables, query = without_runs()
    app = private(app_test, tables, query)
    assert says(app, *lead(agreement_of(tables, **query)))
    assert headers(app) == []


def test_all_values_tied(app_test):
    app, result = private(app_test, tied()), agreement_of(tied())
    assert says(app, *lead(result), *qualifications(result))
    assert statements(app)["τ"] == ["1.000", "– X1 and X2 have one value for all methods compared"]
    assert headers(app) == [h for h in WHOLE if h != SETTINGS]  # one panel: there is nothing to compare


def test_wrong_pairs_and_scopes_are_told_and_replaced(app_test):
    app = app_test("agreement", {"pair": "FA,FA", "scope": "benchmark:nowhere"})
    warned = " ".join(w.value for w in app.warning).replace("\\", "")
    assert "pair: found 'FA,FA'" in warned
    assert "scope: found 'benchmark:nowhere'" in warned
    assert headers(app) == WHOLE


def test_hostile_names_are_text(app_test):
    app = private(app_test, named(made(1, 2, 4, 3), "<script>alert(1)</script> $x$ [a](b)"))
    raw = " ".join(m.value for m in [*app.markdown, *app.caption])
    assert "<script>" not in raw
    assert "\\<script\\>" in raw
    assert figures(app) == 6
