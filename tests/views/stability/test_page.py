"""The stability page without a browser: what it says for each selection, and what its controls write."""

from __future__ import annotations

import pytest

from components.resolved import Resolved
from components.selection import parse
from components.text import cleaned
from components.views.separable import words as separable_words
from components.views.separable.result import pair_planned, separable
from components.views.stability.result.choices import choices, rules
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import leaders, ternary
from components.views.stability.result.nearby import nearby
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import weightings
from components.views.stability.words import weightings as words
from components.views.stability.words.pair import duel_sentences
from components.views.stability.words.subjects import (
    CHECKPOINTS_ONLY,
    choices_sentences,
    leaders_sentences,
    rules_sentences,
    seeds_sentences,
    ternary_sentences,
)
from components.views.stability.words.weightings import nearby_sentence
from tests.released import TABLES

SECTIONS = [
    "Agreement with random weightings",
    "Ranks under random weightings",
    "Near your weights",
    "Looking closer",
]


def view_of(**query) -> Resolved:
    return Resolved(TABLES, parse(query, TABLES)[0])


def text_of(app) -> str:
    """What the page says, with one space between words: paragraphs of an answer are one element."""
    said = " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info])
    return " ".join(said.replace("\\", "").split())


def says(app, *sentences: str) -> bool:
    """Whether the page has these sentences, one after the other."""
    return cleaned(" ".join(sentences)) in text_of(app)


def headings(app) -> list[str]:
    return [h.value.replace("\\", "") for h in app.header]


def test_the_first_view_sets_the_figure_beside_its_baseline(app_test):
    app = app_test("stability")
    result = weightings(view_of())
    assert says(app, *words.lead(result))
    assert all(says(app, note) for note in words.notes(result))
    assert says(app, *leaders_sentences(leaders(view_of()), result))
    assert headings(app) == SECTIONS


def test_the_published_figure_is_one_choice_away(app_test):
    app = app_test("stability", {"protocol": "published"})
    assert says(app, words.taus_sentence(weightings(view_of(protocol="published"))))


@pytest.mark.parametrize(
    ("show", "sentences"),
    [
        ("leaders", lambda r: leaders_sentences(leaders(r), weightings(r))),
        ("ranks", lambda r: [words.ranks_sentence(weightings(r))]),
        ("separable", lambda r: separable_words.lead(separable(r))),
        ("map", lambda r: ternary_sentences(ternary(r))),
        ("pair", lambda r: duel_sentences(duel(r))),
        ("choices", lambda r: choices_sentences(choices(r))),
        ("seeds", lambda r: seeds_sentences(seeds(r))),
        ("rules", lambda r: rules_sentences(rules(r))),
    ],
)
def test_every_subject_opens_by_its_link(app_test, show, sentences):
    app = app_test("stability", {"show": show})
    assert says(app, *sentences(view_of()))


def test_the_pair_whose_power_is_drawn_is_chosen_in_the_address(app_test):
    app = app_test("stability", {"show": "separable", "versus": "salun,random_labels"})
    pair = pair_planned(view_of(versus="salun,random_labels"))
    assert pair == ("random_labels", "salun")
    assert (app.selectbox(key="choice_versus_0").value, app.selectbox(key="choice_versus_1").value) == pair
    assert len(app.get("plotly_chart")) == 4


def test_rows_that_are_methods_keep_to_what_methods_have(app_test):
    """Subjects of single checkpoints are not drawn beside figures of methods."""
    leading, mapped = (app_test("stability", {"suite": "tofu", "rows": "best", "show": s}) for s in ("", "map"))
    assert not says(leading, CHECKPOINTS_ONLY)
    assert any(len(d.value) == 8 for d in leading.dataframe)
    assert says(mapped, CHECKPOINTS_ONLY)
    median = app_test("stability", {"suite": "tofu", "rows": "median"})
    assert says(median, "There is no such list here: who can lead is not computed for medians.")


def test_a_link_opens_a_pair_and_a_map(app_test):
    app = app_test("stability", {"versus": "salun,random_labels"})
    assert says(app, duel_sentences(duel(view_of(versus="salun,random_labels")))[0])
    assert [s.value for s in app.selectbox if s.key.startswith("choice_versus")] == ["salun", "random_labels"]
    app = app_test("stability", {"corners": "JS,FA,RA"})
    assert says(app, ternary_sentences(ternary(view_of(corners="JS,FA,RA")))[0])


def test_choosing_what_the_other_box_has_swaps_the_two(app_test):
    app = app_test("stability", {"versus": "salun,random_labels"})
    box = next(s for s in app.selectbox if s.key == "choice_versus_0")
    box.set_value("random_labels").run()
    assert not app.exception
    assert app.query_params["versus"] == "random_labels,salun"


@pytest.mark.parametrize("radius", ["0.6", "1.4"])
def test_the_radius_moves_the_local_figures_alone(app_test, radius):
    app = app_test("stability", {"radius": radius})
    here = view_of(radius=radius)
    assert says(app, nearby_sentence(nearby(here), weightings(here)))
    assert says(app, words.taus_sentence(weightings(view_of())))


@pytest.mark.parametrize(
    ("query", "sections"),
    [
        ({"weights": "only-FA"}, SECTIONS),
        ({"panel": "resnet_unimodal"}, SECTIONS),
        ({"panel": "blip2_multimodal", "weights": "FA:1,RA:1,AD:1"}, SECTIONS),
        ({"benchmarks": "unlok_vqa", "seeds": "42", "show": "seeds"}, SECTIONS),
        ({"weights": "only-FA", "benchmarks": "mllmu_bench"}, SECTIONS[1:]),
    ],
)
def test_odd_selections_are_explained(app_test, query, sections):
    app = app_test("stability", query)
    resolved = view_of(**query)
    result = weightings(resolved)
    assert says(app, *words.lead(result))
    assert says(app, nearby_sentence(nearby(resolved), result))
    assert "show" not in query or says(app, *seeds_sentences(seeds(resolved)))
    assert headings(app) == sections


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"panel": "blip2_multimodal"}, "MIA and JS are weighted but were not measured for any method shown."),
        ({"methods": "salun"}, "SalUn is the only method ranked"),
    ],
)
def test_the_leaderboard_says_why_there_is_nothing_to_compare(app_test, query, said):
    app = app_test("stability", query)
    assert said in text_of(app)
    assert headings(app) == []


def test_the_published_figure_stands_where_nobody_is_ranked(app_test):
    query = {"panel": "blip2_multimodal", "protocol": "published"}
    assert says(app_test("stability", query), words.taus_sentence(weightings(view_of(**query))))


@pytest.mark.parametrize("query", [{"show": "nothing"}, {"corners": "FA,FA,RA"}, {"versus": "salun"}, {"draws": "1"}])
def test_a_choice_that_does_not_fit_is_told(app_test, query):
    app = app_test("stability", query)
    assert any(next(iter(query)) in w.value for w in app.warning)


def test_long_work_shows_its_progress_once_and_gives_the_same(app_test, monkeypatch):
    shown = []
    monkeypatch.setattr("components.views.stability.screen.weightings.LONG", 1)
    monkeypatch.setattr("streamlit.progress", lambda *_: shown.append(1) or Bar())
    for radius in ("0.2", "0.3"):
        app = app_test("stability", {"rng": "4711", "radius": radius})
        assert says(app, *words.lead(weightings(view_of(rng="4711"))))
        assert not [b for b in app.button if b.key == "stability_cancel"]
    assert shown == [1]


class Bar:
    """Stands for a progress bar."""

    def progress(self, share: float, text: str) -> None:
        assert 0 <= share <= 1
        assert text.endswith("random weightings of 4 methods")
