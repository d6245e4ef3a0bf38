"""The suites that pages show when nobody named one exist, and a damaged file is told."""

import pytest

from data import openings
from data.openings import FILE, opening_suite
from data.problems import SuiteProblems
from tests.released import NAMES


@pytest.mark.parametrize("use", ["first", "contradiction"])
def test_the_suite_of_every_use_exists(use):
    assert opening_suite(use) in NAMES


def test_a_damaged_file_is_told(tmp_path, monkeypatch):
    damaged = tmp_path / FILE.name
    damaged.write_text(FILE.read_text(encoding="utf-8").replace("first,", "last,"), "utf-8")
    monkeypatch.setattr(openings, "FILE", damaged)
    opening_suite.cache_clear()
    with pytest.raises(SuiteProblems, match=r"openings\.csv, line 2, column use: found 'last'"):
        opening_suite("first")
    opening_suite.cache_clear()
