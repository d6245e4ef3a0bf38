"""Parts of the report as flat tables."""

from __future__ import annotations

from typing import Any

import pytest

from components import views
from components.exports.flat import VALUES, cell, frame, printed, tables_of
from components.report import report
from components.selection import default_selection
from tests.released import TABLES


@pytest.fixture(scope="module")
def released() -> dict[str, Any]:
    return report(TABLES, default_selection(TABLES))


def test_nested_values_become_columns() -> None:
    table = frame([{"a": 1, "m": {"X": 0.5, "Y": None}, "by": ["p", "q"], "none": {}}, {"a": 2, "z": [[1], [2]]}])
    assert list(table.columns) == ["a", "m.X", "m.Y", "by", "z"]
    assert table.iloc[0].tolist() == [1, 0.5, None, "p|q", None]
    assert table.iloc[1].tolist() == [2, None, None, None, "[[1], [2]]"]
    assert type(table.iloc[0]["a"]) is int


def test_tables_of_every_shape_a_part_may_have() -> None:
    part = {
        "k": 2,
        "order": ["X", "Y"],
        "labels": {"X": 1, "Y": 2},
        "rows": [{"x": 1.0}],
        "matrix": [[1.0, None], [0.5, 1.0]],
        "acceptability": {"m1": [0.25, 0.75], "m2": [0.75, 0.25]},
        "winning": {"m1": {"m2": 0.5}, "m2": {"m1": 0.5}},
        "central": {"m1": {"X": 1.0}, "m2": None},
        "nothing": {},
    }
    found = tables_of("stability", part)
    assert next(iter(found)) == VALUES
    assert found[VALUES].to_numpy().tolist() == [["k", 2], ["order", "X|Y"], ["nothing", "{}"]]
    assert found["labels"].to_numpy().tolist() == [["X", 1], ["Y", 2]]
    assert found["matrix"].to_numpy().tolist() == [[1.0, None], [0.5, 1.0]]
    assert found["acceptability"].to_numpy().tolist() == [["m1", 0.25, 0.75], ["m2", 0.75, 0.25]]
    assert list(found["winning"].columns) == ["id", "m2", "m1"]
    assert found["central"].to_numpy().tolist() == [["m1", 1.0], ["m2", None]]
    assert cell({"a": 1}) == '{"a": 1}'


@pytest.mark.parametrize("name", views.numbers())
def test_each_part_has_a_main_table_with_rows(name: str, released: dict[str, Any]) -> None:
    numbers = views.numbers()[name]
    found = tables_of(name, released[name], numbers.main)
    main = next(iter(found))
    assert main in (numbers.main or name, VALUES)
    assert len(found[main]) > 0
    assert len(found[main].columns) > 1
    cut, best = printed(found[main], numbers.printed, TABLES)
    assert len(cut) == len(found[main])
    assert set(best) <= set(cut.columns)


def test_the_first_table_of_agreement_is_its_pairs() -> None:
    part = {"mean_tau": 0.1, "concordance": [{"benchmark": "b", "w": 1.0}], "pairs": [{"x": "FA", "tau": 0.5}]}
    assert list(tables_of("agreement", part, "pairs")) == ["pairs", "concordance", VALUES]


def test_numbers_are_the_report_s_to_the_bit(released: dict[str, Any]) -> None:
    table = tables_of("leaderboard", released["leaderboard"])["leaderboard"]
    for i, row in enumerate(released["leaderboard"]):
        assert table.iloc[i]["uqs"] == row["uqs"]
        assert [table.iloc[i][f"means.{m}"] for m in row["means"]] == list(row["means"].values())
