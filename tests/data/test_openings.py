"""The suites that pages show when nobody named one exist, and a damaged file is told."""

import pytest

from data import openings
from data.openings import FILE
from data.problems import SuiteProblems
from tests.released import built_in


@pytest.mark.parametrize("use", ["first", "metrics", "rankings"])
def test_every_suite_and_panel_exists(use):
    assert openings.openings(use)
    for opening in openings.openings(use):
        panels = [panel.id for panel in built_in(opening.suite).panels]
        assert opening.panel in ("", *panels)
        assert (opening.rows != "") is (use == "rankings")


def test_a_damaged_file_is_told(tmp_path, monkeypatch):
    damaged = tmp_path / FILE.name
    damaged.write_text(FILE.read_text(encoding="utf-8").replace("metrics,", "metric,"), "utf-8")
    monkeypatch.setattr(openings, "FILE", damaged)
    openings.openings.cache_clear()
    with pytest.raises(SuiteProblems, match=r"openings\.csv, line 3, column use: found 'metric'"):
        openings.openings("first")
    openings.openings.cache_clear()
