"""What a reader brings is read here: the process that reads it elsewhere has tests of its own (test_reading.py)."""

import pytest

from components.intake import work
from tests.intake.real.cases import read_here


@pytest.fixture(autouse=True)
def no_reading_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read files in this process."""
    monkeypatch.setattr(work, "read", read_here)
