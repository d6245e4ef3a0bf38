"""The stability page without a browser: what it says for each selection, and what its controls write."""

from __future__ import annotations

import pytest


def text_of(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def headings(app) -> list[str]:
    return [h.value.replace("\\", "") for h in app.header]


def test_the_first_view_sets_the_figure_beside_its_baseline(app_test):
    app = app_test("stability")
    said = text_of(app)
    assert "two random weightings agree with each other at 0.639" in said
    assert "That is about the same" in said
    assert headings(app) == [
        "Agreement with random weightings",
        "Ranks under random weightings",
        "Near your weights",
        "Looking closer",
    ]
    assert "3 of 4 methods can lead alone under some weights" in said


def test_the_published_figure_is_one_choice_away(app_test):
    app = app_test("stability", {"protocol": "published"})
    assert "As published: 100 random weightings" in text_of(app)
    assert "τ = 0.647 ± 0.262" in text_of(app)


@pytest.mark.parametrize(
    ("show", "said"),
    [
        ("leaders", "FT-Retain never leads"),
        ("ranks", "The rank that depends least on the weights is FT-Retain's"),
        ("map", "The nearest border (in L2) is at RA 0.677, MIA 0.170 and JS 0.126"),
        ("pair", "Ahead: Gradient Ascent leads Random Labels by 0.014"),
        ("choices", "1 changes who leads and 1 reverses a pair"),
        ("seeds", "moves no rank (95 % of the draws)"),
        ("rules", "Kemeny's order: Random Labels › Gradient Ascent › SalUn › FT-Retain"),
    ],
)
def test_every_further_view_opens_by_its_link(app_test, show, said):
    app = app_test("stability", {"show": show})
    assert said in text_of(app)


def test_a_link_opens_a_pair_and_a_map(app_test):
    app = app_test("stability", {"versus": "salun,random_labels"})
    assert "Too little data to tell Random Labels from SalUn" in text_of(app)
    assert [s.value for s in app.selectbox if s.key.startswith("versus")] == ["salun", "random_labels"]
    app = app_test("stability", {"corners": "JS,FA,RA"})
    assert "of weight between JS, FA and RA" in text_of(app)


def test_choosing_what_the_other_box_has_swaps_the_two(app_test):
    app = app_test("stability", {"versus": "salun,random_labels"})
    box = next(s for s in app.selectbox if s.key == "versus_0")
    box.set_value("random_labels").run()
    assert not app.exception
    assert app.query_params["versus"] == "random_labels,salun"


def test_the_radius_moves_the_local_figures_alone(app_test):
    app = app_test("stability", {"radius": "0.6"})
    assert "change by 0.60 in all on average" in text_of(app)
    app = app_test("stability", {"radius": "1.4"})
    assert "weights like these change by less than 0.955 on average, found 1.400" in text_of(app)


@pytest.mark.parametrize(
    ("query", "said", "sections"),
    [
        ({"panel": "blip2_multimodal"}, "MIA and JS are weighted but were not measured for any method shown.", 0),
        ({"methods": "salun"}, "SalUn is the only method ranked", 0),
        ({"weights": "only-FA"}, "all weight lies on one metric", 4),
        ({"panel": "resnet_unimodal"}, "FT-Retain leads in", 4),
        ({"panel": "blip2_multimodal", "weights": "FA:1,RA:1,AD:1"}, "random weightings order the 2 methods", 4),
        ({"benchmarks": "unlok_vqa", "seeds": "42", "show": "seeds"}, "There is no seed noise to show", 4),
        ({"weights": "only-FA", "benchmarks": "mllmu_bench"}, "can be given: all methods are tied.", 3),
    ],
)
def test_odd_selections_are_explained(app_test, query, said, sections):
    app = app_test("stability", query)
    assert said in text_of(app)
    assert len(headings(app)) == sections


def test_nobody_ranked_offers_to_weigh_what_was_measured(app_test):
    app = app_test("stability", {"panel": "blip2_multimodal"})
    app.button(key="stability_offer").click().run()
    assert not app.exception
    assert app.query_params["weights"].startswith("FA:0.0")
    assert "random weightings order the 2 methods" in text_of(app)


def test_the_published_figure_stands_where_nobody_is_ranked(app_test):
    app = app_test("stability", {"panel": "blip2_multimodal", "protocol": "published"})
    assert "τ = 0.647 ± 0.262" in text_of(app)


@pytest.mark.parametrize("query", [{"show": "nothing"}, {"corners": "FA,FA,RA"}, {"versus": "salun"}, {"draws": "1"}])
def test_a_choice_that_does_not_fit_is_told(app_test, query):
    app = app_test("stability", query)
    assert any(next(iter(query)) in w.value for w in app.warning)


def test_long_work_is_held_and_gives_the_same(app_test, monkeypatch):
    usual = text_of(app_test("stability"))
    monkeypatch.setattr("components.views.stability.screen.LONG", 1)
    app = app_test("stability")
    assert text_of(app) == usual
    assert not [b for b in app.button if b.key == "stability_cancel"]
