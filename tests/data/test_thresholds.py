"""Limits that others ask for: the figures as their sources state them, and what is refused."""

import hashlib
import json
from pathlib import Path

import pandas as pd
import pytest

from data.check import main
from data.thresholds import FOLDER, TABLE, check_thresholds, thresholds
from tests.beside import beside
from tests.released import NAMES, built_in

LIMITS = beside(__file__)["limits"]
"""Typed from the sources: id, comparison, limit, unit."""
DIGEST = "8a0ebfa1b876e153ca9adecfd29c2fd6ba6d72cfd13eb493c7258545cc985065"
"""Of all cells, so that no word of a source is changed by accident."""


def test_every_figure_is_that_of_its_source() -> None:
    listed = [[limit.id, limit.comparison, limit.threshold, limit.unit] for limit in thresholds()]
    assert listed == LIMITS
    cells = pd.read_csv(FOLDER / "thresholds.csv", dtype=str, keep_default_na=False)
    assert list(cells) == [column.name for column in TABLE.columns]
    text = json.dumps(cells.to_numpy().tolist(), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == DIGEST
    assert main([str(FOLDER)]) == 0


def test_the_floor_of_this_board_is_what_its_row_says() -> None:
    floor = next(limit for limit in thresholds() if limit.id == "board_floor")
    floors = [built_in(name).floors for name in NAMES if built_in(name).floors]
    halves = []
    for floors_of_panel in floors:
        of_suite = [f for of_panel in floors_of_panel.values() for f in of_panel]
        halves.append(all((f.value, f.share_of) == (0.5, "original") for f in of_suite))
    assert (floor.threshold, floor.unit, floor.relative_to) == (
        "50",
        "percent",
        "the model before unlearning",
    )
    assert floor.note.startswith(f"a choice of the project, in {len(floors)} suites; three of them")
    assert halves.count(False) == 3


@pytest.mark.parametrize(
    ("column", "text", "expected"),
    [
        ("comparison", "=", ">, >=, <, <= or within"),
        ("threshold", "half", "a number, or two as -5 to 5"),
        ("threshold", "0 to 1", "a number, or two as -5 to 5"),
        ("status", "old", "in force or superseded"),
        ("url", "floors.csv", "an address that begins with"),
        ("source", "", "some text"),
    ],
)
def test_what_is_refused(tmp_path: Path, column: str, text: str, expected: str) -> None:
    frame = pd.read_csv(FOLDER / "thresholds.csv", dtype=str, keep_default_na=False)
    frame.loc[0, column] = text
    frame.to_csv(tmp_path / "thresholds.csv", index=False)
    limits, (problem,) = check_thresholds(tmp_path)
    assert (limits, problem.line) == ((), 2)
    assert problem.expected.startswith(expected)
