"""Figures below the first screen wait; what belongs to them does not."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.widgets import later


@pytest.fixture
def opened(app_test: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(later, "EAGER", False)
    return app_test("stability", {"suite": "unified_unlearning"})


def places(app: AppTest) -> list[str]:
    """The components that keep the room of figures to come, by what they are called."""
    names = [element.proto.component_name for element in app.get("bidi_component")]
    return [name for name in names if name.endswith("figure_to_come")]


def test_a_first_screen_is_sent_and_figures_below_keep_their_room_but_not_what_belongs_to_them(
    opened: AppTest,
) -> None:
    assert (len(opened.get("plotly_chart")), len(places(opened))) == (1, 1), "what is below waits"
    opened.session_state[later._DRAWN].add("below")
    opened.run()
    figures, waiting = len(opened.get("plotly_chart")), len(places(opened))
    assert figures == 2
    assert waiting >= 1
    data = [e for e in opened.expander if e.label.startswith("Data: ")]
    assert len(data) >= figures + waiting, "the numbers of a figure do not wait for it"
    opened.slider(key="choice_radius").set_value(0.3).run()
    assert opened.query_params["radius"] == "0.3", "controls below are controls of the page"


def test_what_was_drawn_stays_drawn_until_another_page_is_opened(opened: AppTest) -> None:
    opened.session_state[later._DRAWN] |= {"below", "local"}
    opened.run()
    drawn = {e.proto.id for e in opened.get("plotly_chart")}
    opened.switch_page("../pages/overview.py").run()
    opened.switch_page("../pages/stability.py").run()
    assert (len(drawn), len(opened.get("plotly_chart")), len(places(opened))) == (2, 1, 1)
