"""Tables with the place of every row."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import default_selection, table_names
from components.views.data.result import FILE, SOURCE, columns_told, matching, overview, table_frame, told
from tests.made import made_tables
from tests.released import FOLDER, TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))


@pytest.mark.parametrize("name", table_names(TABLES))
def test_every_row_names_its_line_and_its_source(name: str) -> None:
    frame = table_frame(TABLES, name)
    lines = list(csv.reader((FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines(keepends=True)))
    assert len(frame) == len(lines) - 1
    for place, first in zip(frame[FILE], frame[frame.columns[0]], strict=True):
        file, line = place.split(", line ")
        assert Path(file).stem == name
        assert lines[int(line) - 1][0] == str(first)
    assert frame[SOURCE].str.startswith("https://").all()
    assert told(name).endswith(".")
    assert set(columns_told(VIEW, name)["column"]) == set(lines[0])


def test_claims_name_their_own_source() -> None:
    frame = table_frame(TABLES, "published")
    assert frame[SOURCE].nunique() > 1
    assert table_frame(TABLES, "methods")[SOURCE].tolist() == ["https://github.com/neurips26/UnifiedUnl"] * 4


def test_rows_are_found_by_any_cell() -> None:
    runs = table_frame(TABLES, "runs")
    assert len(matching(runs, "")) == len(matching(runs, "  ")) == 50
    assert set(matching(runs, "SALUN")["method"]) == {"salun"}
    assert len(matching(runs, "187.75")) == 1
    assert len(matching(runs, "line 14")) == 1
    assert len(matching(runs, "no such text")) == 0
    assert len(matching(runs, "nan")) == 0


def test_the_overview_counts_what_was_measured() -> None:
    # 50 runs × 6 metrics less: 12 oracle distances, 2 JS of CIFAR-10, 2 MIA and 2 JS of BLIP-2
    assert "50 runs, 282 measured values of 6 metrics" in overview(VIEW)
    one = made_tables(np.array([[[[0.5]]]]))
    assert overview(Resolved(one, default_selection(one))).startswith(
        "Made holds 1 run, 1 measured values of 1 metric,"
    )
