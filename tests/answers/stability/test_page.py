"""The stability page without a browser: what it says for each selection, and what its controls write."""

import pytest
from components.answers.stability.basis import BASIS

from components.answers.stability import weightings
from components.answers.stability.leaders import LEADERS
from components.answers.stability.nearby import NEARBY
from components.answers.stability.ranked import CHECKPOINTS_ONLY
from components.answers.stability.weightings import WEIGHTINGS
from components.format import cleaned
from components.pages import STABILITY
from tests.answered import view_of
from tests.answers.stability.cases import lines, notes

SECTIONS = [
    "Agreement with random weightings",
    "Ranks under random weightings",
    "Near your weights",
    "Which floors change the leader",
    "Looking closer",
    "What would have to be true for another method to lead?",
]
TABS = STABILITY.below[-1].items


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
    app, view = app_test("stability"), view_of()
    assert says(app, *lines(WEIGHTINGS, view))
    assert all(says(app, note) for note in notes(BASIS, view))
    assert says(app, *lines(LEADERS, view))
    assert headings(app) == SECTIONS


def test_a_subject_opens_by_its_link(app_test):
    show = "pair"
    app = app_test("stability", {"show": show})
    first = TABS[show][1][0]
    assert lines(first, view_of())
    assert says(app, *lines(first, view_of()))


def test_rows_that_are_methods_keep_to_what_methods_have(app_test):
    """Subjects of single checkpoints are not drawn beside figures of methods."""
    assert says(app_test("stability", {"suite": "tofu", "rows": "best", "show": "map"}), CHECKPOINTS_ONLY)
    assert says(app_test("stability", {"suite": "tofu", "rows": "median"}), "Who can lead is not computed for medians.")


@pytest.mark.parametrize(
    ("query", "sections"),
    [
        ({"weights": "only-FA", "benchmarks": "mllmu_bench"}, SECTIONS[1:]),
        ({"panel": "blip2_multimodal", "protocol": "published"}, SECTIONS[:1]),
    ],
)
def test_odd_selections_are_explained(app_test, query, sections):
    app, view = app_test("stability", query), view_of(**query)
    assert lines(WEIGHTINGS, view)
    assert says(app, *lines(WEIGHTINGS, view))
    assert says(app, *lines(NEARBY, view))
    assert headings(app) == sections


def test_long_work_shows_its_progress_once_and_gives_the_same(app_test, monkeypatch):
    shown = []
    monkeypatch.setattr(weightings, "LONG", 1)
    monkeypatch.setattr("streamlit.progress", lambda *_: shown.append(1) or Bar())
    for radius in ("0.2", "0.3"):
        app = app_test("stability", {"rng": "4711", "radius": radius})
        assert says(app, *lines(WEIGHTINGS, view_of(rng="4711")))
        assert not [b for b in app.button if b.label == "Cancel"]
    assert shown == [1]


class Bar:
    """In place of a progress bar."""

    def progress(self, share: float, text: str) -> None:
        assert 0 <= share <= 1
        assert text.endswith("random weightings of 4 methods")
