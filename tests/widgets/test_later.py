"""Figures below the first screen wait; what belongs to them does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.widgets import later


@pytest.fixture
def opened(app_test: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(later, "EAGER", False)
    return app_test("agreement")


def places(app: AppTest) -> list[str]:
    """The components that keep the room of figures to come, by what they are called."""
    found = [e.proto for e in app.get("bidi_component")]
    return [p.component_name for p in found if p.component_name.endswith("figure_to_come")]


def test_the_first_figures_are_drawn_and_the_others_keep_their_room(opened: AppTest) -> None:
    figures, waiting = len(opened.get("plotly_chart")), len(places(opened))
    assert (figures, waiting > 2) == (2, True)
    data = [e for e in opened.expander if e.label.startswith("Data: ")]
    assert len(data) >= figures + waiting, "the numbers of a figure do not wait for it"


def test_what_was_drawn_stays_drawn_until_another_page_is_opened(opened: AppTest) -> None:
    waiting = len(places(opened))
    opened.session_state[later._DRAWN].add("profile")
    opened.run()
    names = {e.proto.id for e in opened.get("plotly_chart")}
    drawn = len(names)
    opened.switch_page("../pages/stability.py").run()
    opened.switch_page("../pages/agreement.py").run()
    assert (drawn, len(places(opened))) == (3, waiting)
