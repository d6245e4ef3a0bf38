"""What a suite holds, and its tables with the place of every row."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.answers.data.suite_tables import (
    FILE,
    SOURCE,
    SuiteTable,
    columns_table,
    matching,
    suite_lines,
    suite_table,
    table_sentences,
)
from components.suite_ids import table_names
from data.columns import TABLES as SCHEMA
from tests.made import made_tables
from tests.released import FOLDER, TABLES, built_in


@pytest.mark.parametrize("name", table_names(TABLES))
def test_every_row_names_its_line_and_its_source(name: str) -> None:
    table = suite_table(TABLES, name)
    frame = table.frame
    lines = list(
        csv.reader((FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines(keepends=True))
    )
    assert len(frame) == len(lines) - 1
    for place, first in zip(frame[FILE], frame[frame.columns[0]], strict=True):
        file, line = place.split(", line ")
        assert Path(file).stem == name
        assert lines[int(line) - 1][0] == str(first)
    assert frame[SOURCE].str.startswith("https://").all()
    assert table.holds == (SCHEMA[name].help if name in SCHEMA else "")
    assert set(columns_table(table)["column"]) == set(lines[0])


def test_rows_are_found_by_any_cell() -> None:
    runs = suite_table(TABLES, "runs")
    assert len(matching(runs, "")) == len(matching(runs, "  ")) == 50
    assert set(matching(runs, "SALUN")["method"]) == {"salun"}
    assert matching(suite_table(TABLES, "methods"), "ft-retain")["id"].tolist() == [
        "finetune_retain"
    ], "in any case"
    assert len(matching(runs, "187.75")) == 1
    assert len(matching(runs, "line 14")) == 1
    assert len(matching(runs, "no such text")) == 0
    assert len(matching(runs, "nan")) == 0


def test_what_was_measured_is_counted() -> None:
    # 50 runs × 6 metrics less: 12 oracle distances, 2 JS of CIFAR-10, 2 MIA and 2 JS of BLIP-2
    assert suite_lines(TABLES) == [
        "50 runs of 4 methods; each row names its source.",
        (
            "282 measured values of 6 metrics, 3 panels and 4 benchmarks; data version"
            f" {TABLES.data_version}."
        ),
    ]
    counts = suite_lines(made_tables(np.array([[[[0.5, np.nan]]]])))[1]
    assert counts.startswith("1 measured value of ")
    # so the suite says of itself: checkpoints of a grid, the model before unlearning and the one
    # without the data
    first, second = suite_lines(built_in("tofu"))
    assert first.startswith("152 runs of 8 methods and 2 models that are never ranked; ")
    assert " and 150 checkpoints; " in second


def test_a_table_says_what_it_holds() -> None:
    table = SuiteTable(
        name="t", holds="one row per thing", columns={"a": ""}, frame=pd.DataFrame({"a": [1, 2]})
    )
    assert table_sentences(table) == ["one row per thing.", "2 rows."]
    assert table_sentences(table, 0) == ["one row per thing.", "0 of 2 rows shown."]
    further = SuiteTable(name="t", holds="", columns={"a": ""}, frame=pd.DataFrame({"a": [1]}))
    assert table_sentences(further, 1) == ["A further table of the suite.", "1 of 1 row shown."]
