"""The leaderboard page without a browser: what it says for each selection."""

from __future__ import annotations

import json

import pytest

# tests of the board and the table themselves stand in tests/widgets and tests/browser; here both are seen by their data


def components_of(app) -> dict[str, dict]:
    """The data that each mounted component got, by the component's name."""
    found = {}
    for element in app.get("bidi_component"):
        found[element.proto.component_name] = json.loads(element.proto.json) if element.proto.json else None
    return found


def text_of(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def test_the_real_runs_are_ranked_as_released(app_test):
    app = app_test()
    assert "Gradient Ascent leads with UQS 0.645, 0.014 ahead of Random Labels." in text_of(app)
    data = components_of(app)["standings"]
    assert [r["label"] for r in data["rows"]] == ["Gradient Ascent", "Random Labels", "SalUn", "FT-Retain"]
    uqs = [c["id"] for c in data["columns"]].index("uqs")
    assert [r["cells"][uqs]["text"] for r in data["rows"]] == ["0.645", "0.631", "0.617", "0.596"]


def test_a_link_shows_its_weights_columns_and_order(app_test):
    app = app_test("", {"weights": "FA:0.2,RA:0.8", "columns": "uqs,p_first", "sort": "method:desc"})
    data = components_of(app)
    assert data["weights_board"]["weights"] == pytest.approx([0.2, 0.8, 0, 0, 0])
    table = data["standings"]
    assert [c["id"] for c in table["columns"]] == ["rank", "method", "uqs", "p_first", "p_first_rederived"]
    assert [r["id"] for r in table["rows"]] == ["salun", "random_labels", "gradient_ascent", "finetune_retain"]


def test_an_opened_method_shows_its_runs(app_test):
    app = app_test("", {"method": "salun", "seeds": "42"})
    assert "Saliency Unlearning (SalUn)" in [h.value.replace("\\", "") for h in app.header]
    runs = app.dataframe[1].value
    assert len(runs) == 3
    assert set(runs["seed"]) == {"42"}
    ranks = app.dataframe[0].value
    assert ranks["rank of 4"].tolist()[0] == 2


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"panel": "blip2_multimodal"}, "MIA and JS are weighted but were not measured for any method shown."),
        ({"methods": "salun"}, "SalUn is the only method ranked"),
        ({"weights": "only-FA", "benchmarks": "mllmu_bench"}, "share the lead with UQS 1.000"),
        ({"panel": "resnet_unimodal"}, "FT-Retain leads"),
        ({"protocol": "published", "aggregate": "mean-of-scores"}, "Gradient Ascent leads with UQS 0.645"),
    ],
)
def test_odd_selections_are_explained(app_test, query, said):
    assert said in text_of(app_test("", query))


@pytest.mark.parametrize(
    "query",
    [
        {"weights": "FA:-1"},
        {"panel": "<script>alert(1)</script>"},
        {"benchmarks": "cifar10"},
        {"sort": "nothing"},
        {"suite": "elsewhere"},
        {"method": "x" * 5000},
        {"weights": "re-derived", "panel": "resnet_unimodal"},
    ],
)
def test_a_choice_that_does_not_fit_is_told_and_the_default_shown(app_test, query):
    app = app_test("", query)
    name = next(iter(query))
    assert any(name in w.value for w in app.warning)
    assert len(components_of(app)["standings"]["rows"]) == 4
