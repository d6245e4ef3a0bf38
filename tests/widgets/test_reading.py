"""The computing of a page ends with its reader."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.widgets import cached
from tests import endless
from tests.endless import Endless

APP = Path(__file__).parent / "apps" / "endless.py"


def test_a_reader_who_leaves_ends_the_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Endless()
    monkeypatch.setattr(endless, "PAGE", page)
    monkeypatch.setattr(cached, "GRACE", 0.0)
    with pytest.raises(RuntimeError, match="timed out"):  # the tester waits for a second, then stops the script
        AppTest.from_file(APP).run(timeout=1)
    assert type(page.reason).__name__ == "StopException"
