"""CSV, JSON and Parquet, read back by other readers."""

from __future__ import annotations

import csv
import io
import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from components.exports.files import csv_text, json_text, neutral, parquet_bytes
from components.exports.flat import frame
from components.exports.provenance import provenance
from components.resolved import Resolved
from components.selection import default_selection, parse
from tests.released import TABLES

ABOUT = {"source": "a\nb", "data version": "0123456789ab"}


def body(text: str) -> list[list[str]]:
    return list(csv.reader(line for line in io.StringIO(text, newline="") if not line.startswith("#")))


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        ("＝1+1", "'＝1+1"),
        ("＋1", "'＋1"),
        ("－2", "'－2"),
        ("＠A1", "'＠A1"),
        (" \t=1+1", "' \t=1+1"),
        ("\u00a0@A1", "'\u00a0@A1"),
        ("-1.5", "-1.5"),
        ("+1e3", "+1e3"),
        ("1_0", "1_0"),
        ("-1_0", "'-1_0"),
        (-1.5, -1.5),
        ("a=b", "a=b"),
        (None, ""),
        (float("nan"), ""),
        (pd.NA, ""),
    ],
)
def test_no_cell_is_a_formula(cell: object, shown: object) -> None:
    assert neutral(cell) == shown


def test_csv_carries_its_source_and_every_bit() -> None:
    table = frame([{"=name": "=x", "value": 0.1 + 0.2, "n": 3}, {"=name": "é\u202ex", "value": None, "n": 4}])
    text = csv_text(table, ABOUT)
    assert text.startswith("# source,a b\n# data version,0123456789ab\n")
    head, first, second = body(text)
    assert head == ["'=name", "value", "n"]
    assert first == ["'=x", repr(0.1 + 0.2), "3"]
    assert second[1:] == ["", "4"]


def test_what_a_link_says_cannot_become_a_cell_of_its_own() -> None:
    query = 'SELECT 1 AS a --,=HYPERLINK("http://example.org","x"),"'
    text = csv_text(frame([{"a": 1}]), {"query": query, "selection": "=1+1"})
    assert list(csv.reader(io.StringIO(text))) == [["# query", query], ["# selection", "'=1+1"], ["a"], ["1"]]
    assert pd.read_csv(io.StringIO(text), comment="#").to_dict("list") == {"a": [1]}


def test_json_has_nulls_for_what_is_undefined() -> None:
    table = pd.DataFrame({"a": [1.5, float("nan")], "b": ["x", None]})
    found = json.loads(json_text(table, ABOUT), parse_constant=pytest.fail)
    assert found["about"] == ABOUT
    assert found["rows"] == [{"a": 1.5, "b": "x"}, {"a": None, "b": None}]


def test_parquet_keeps_types_and_source() -> None:
    table = frame(
        [
            {"text": "=1", "x": 0.1 + 0.2, "n": 1, "either": 1, "yes": True, "none": None},
            {"text": None, "x": None, "n": 2, "either": "b", "yes": False, "none": None},
        ]
    )
    found = pq.read_table(io.BytesIO(parquet_bytes(table, ABOUT)))
    assert found.to_pylist() == [
        {"text": "=1", "x": 0.1 + 0.2, "n": 1, "either": "1", "yes": True, "none": None},
        {"text": None, "x": None, "n": 2, "either": "b", "yes": False, "none": None},
    ]
    assert found.schema.metadata[b"data version"] == b"0123456789ab"
    assert [str(t) for t in found.schema.types] == ["string", "double", "int64", "string", "bool", "string"]


def test_parquet_takes_names_that_repeat_and_no_rows() -> None:
    twice = pd.DataFrame([[1, 2, 3]], columns=["a", "a", "a_2"], dtype=object)
    assert pq.read_table(io.BytesIO(parquet_bytes(twice, {}))).column_names == ["a", "a_2", "a_2_2"]
    assert pq.read_table(io.BytesIO(parquet_bytes(frame([]), {}))).num_rows == 0


def test_provenance_names_what_was_chosen() -> None:
    chosen, problems = parse({"weights": "FA:1,RA:3", "seeds": "42"}, TABLES)
    assert problems == ()
    about = provenance(Resolved(TABLES, chosen))
    assert about["selection"] == "suite=unified_unlearning seeds=42 weights=FA:1,RA:3"
    assert about["weights"] == "FA:0.25,RA:0.75,MIA:0,AD:0,JS:0"
    assert about["data version"] == TABLES.data_version
    assert "2605.02206" in about["source"]
    assert "CC BY 4.0" in about["licence"]
    default = provenance(Resolved(TABLES, default_selection(TABLES)))
    assert default["weights"].startswith("published (FA:0.013556,RA:0.655651,")
