"""Tables as CSV, JSON, Parquet, Markdown, LaTeX and HTML, read back by other readers."""

import csv
import io
import json
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from components.format import spreadsheet_cell
from components.formats.exact import csv_text, json_text, parquet_bytes
from components.formats.printed import html_table, latex_table, markdown_table, print_columns
from components.formats.screen import screen_frame, screen_table
from components.table import Column, Table, facts_of, filled, of_frame, records, table
from tests.answered import view_of
from tests.cases import stored

ABOUT = {"source": "a\nb", "data version": "0123456789ab"}
NAMES = view_of().labels


def table_of(rows: Sequence[tuple[Any, ...]], *columns: Column[Any] | str) -> Table[Any]:
    """Rows under columns, which get the cells by place; a text is a column of text for print."""
    described = [Column(c, str) if isinstance(c, str) else c for c in columns]
    placed = [Column(**{**vars(c), "holds": itemgetter(i)}) for i, c in enumerate(described)]
    return table(rows, *placed)


def numbers(identity: str = "x", **options: Any) -> Column[Any]:
    return Column(identity, str, **{"kind": "number", "place": "print", **options})


@pytest.mark.parametrize(("cell", "shown"), stored("written.json")["formulas"])
def test_no_cell_is_a_formula(cell, shown):
    assert spreadsheet_cell(cell) == shown


def body(text: str) -> list[list[str]]:
    lines = io.StringIO(text, newline="")
    return list(csv.reader(line for line in lines if not line.startswith("#")))


def test_csv_carries_its_source_and_every_bit():
    rows = [("=x", 0.1 + 0.2, 3), ("é\u202ex", float("nan"), 4)]
    text = csv_text(table_of(rows, "=name", numbers("value"), numbers("n")), ABOUT)
    assert text.startswith("# source,a b\n# data version,0123456789ab\n")
    head, first, second = body(text)
    assert head == ["'=name", "value", "n"]
    assert first == ["'=x", repr(0.1 + 0.2), "3"]
    assert second[1:] == ["", "4"]


def test_what_a_link_says_cannot_become_a_cell_of_its_own():
    query = 'SELECT 1 AS a --,=HYPERLINK("http://example.org","x"),"'
    text = csv_text(table_of([(1,)], numbers("a")), {"query": query, "selection": "=1+1"})
    head = [["# query", query], ["# selection", "'=1+1"]]
    assert list(csv.reader(io.StringIO(text))) == [*head, ["a"], ["1"]]
    assert pd.read_csv(io.StringIO(text), comment="#").to_dict("list") == {"a": [1]}


def test_json_has_nulls_dots_nest_and_facts_are_short():
    cells = [(1.5, None, ("p", "q")), (float("nan"), 2, ())]
    rows = table_of(cells, numbers("m.X"), numbers("m.Y"), "by")
    content = json.loads(json_text(rows, ABOUT), parse_constant=pytest.fail)
    assert content["about"] == ABOUT
    assert content["rows"] == [
        {"m": {"X": 1.5, "Y": None}, "by": ["p", "q"]},
        {"m": {"X": None, "Y": 2}, "by": []},
    ]
    assert body(csv_text(rows, {}))[1:] == [["1.5", "", "p|q"], ["", "2", ""]]
    short = {"k": 2, "order": ["X", "Y"], "none": None}
    facts = facts_of({**short, "labels": {"X": 1}, "matrix": [[1.0]]})
    assert facts.cells() == [("k", 2), ("order", ["X", "Y"]), ("none", None)]


def test_parquet_keeps_types_and_source():
    columns = ("text", numbers("x"), numbers("n"), "either", "yes", "none")
    cells = [("=1", 0.1 + 0.2, 1, 1, True, None), (None, None, 2, "b", False, None)]
    rows = table_of(cells, *columns)
    stored = pq.read_table(io.BytesIO(parquet_bytes(rows, ABOUT)))
    assert stored.to_pylist() == [
        {"text": "=1", "x": 0.1 + 0.2, "n": 1, "either": "1", "yes": True, "none": None},
        {"text": None, "x": None, "n": 2, "either": "b", "yes": False, "none": None},
    ]
    assert stored.schema.metadata[b"data version"] == b"0123456789ab"
    types = " ".join(map(str, stored.schema.types))
    assert types == "string double int64 string bool string"


@pytest.mark.parametrize(
    ("better", "bold"),
    [("lower", [True, True, False, False]), ("higher", [False, False, True, False])],
)
def test_what_looks_equal_is_equally_bold_and_undefined_never(better, bold):
    rows = table_of([(0.1001,), (0.1002,), (0.5,), (None,)], numbers(better=better))
    lines = markdown_table(rows, NAMES, {}).splitlines()[-4:]
    assert ["**" in line for line in lines] == bold
    assert "–" in lines[-1]


def test_nothing_is_bold_where_all_are_equal_or_one_stands_alone():
    for values in ([(1.0,), (1.0,)], [(1.0,), (None,)]):
        assert "**" not in markdown_table(table_of(values, numbers(better="lower")), NAMES, {})


def test_hostile_names_stay_text():
    name = "a|b_<b>x</b>$\\input{/etc/passwd}^~%&#{}\u202e"
    rows = table_of([(name, -0.5)], "method", numbers())
    row = markdown_table(rows, NAMES, {"source": "x --> <script>"}).splitlines()
    assert row[0].count("-->") == 1
    assert row[-1].startswith(r"| a\|b\_\<b\>x\</b\>\$\\input{/etc/passwd}^\~%\&\#{}")
    assert row[-1].endswith("| −0.500 |")
    assert "<b>" not in html_table("t", rows, NAMES)
    assert "\\input" not in latex_table(rows, NAMES, {})
    assert latex_table(rows, NAMES, {"source": "100 % \n x"}).splitlines()[0] == "% source: 100 % x"


def test_cells_are_printed_by_their_kind():
    of_kind = (numbers(kind, kind=kind) for kind in ("count", "number", "p", "share", "metric"))
    cells = (True, 1200, 0.5, 0.0001, 0.25, "FA", -1.25)
    rows = table_of([cells], "flag", *of_kind, numbers("raw", digits=None))
    row = markdown_table(rows, NAMES, {}).splitlines()[-1]
    assert row == "| yes | 1200 | 0.500 | < 0.001 | 25 % | FA | −1.25 |"


def test_numbers_that_do_not_fit_are_refused_and_arrows_stand_once():
    rows = table_of([(0.1,), (0.2,)], numbers("FA ↓", better="lower"))
    assert r"FA $\downarrow$ \\" in latex_table(rows, NAMES, {}).splitlines()
    assert "| FA ↓ |" in markdown_table(rows, NAMES, {}).splitlines()
    with pytest.raises(pa.ArrowInvalid):
        screen_table(table([3.5], Column("x", lambda c: c, kind="count", place="screen")), NAMES)


def test_a_spread_stands_beside_its_number_and_not_in_a_column_of_its_own():
    def both(better: str) -> Table[Any]:
        x, sd = numbers("x", better=better, spread="sd"), numbers("sd", place="screen")
        cells = [(-0.5, 0.0, 1), (0.25, None, 2), (None, 0.1, 3)]
        return table_of(cells, x, sd, numbers("n", kind="count"))

    latex = latex_table(both("higher"), NAMES, {})
    lines = [r"$-0.500\pm0.000$ & 1 \\", r"\textbf{0.250} & 2 \\", r"-- & 3 \\"]
    assert latex.splitlines()[5:8] == lines
    assert r"\begin{tabular}{rr}" in latex
    assert r"$\mathbf{-0.500}\pm0.000$ & 1 \\" in latex_table(both("lower"), NAMES, {})
    lines = markdown_table(both("lower"), NAMES, {}).splitlines()
    assert lines[-3:] == ["| **−0.500** ± 0.000 | 1 |", "| 0.250 | 2 |", "| – | 3 |"]


def test_tables_without_columns_rows_or_single_names():
    assert markdown_table(table_of([]), NAMES, {}) == "|  |\n|  |\n"
    assert r"\begin{tabular}{}" in latex_table(table_of([]), NAMES, {})
    twice = of_frame(pd.DataFrame([[1, 2, 3]], columns=["a", "a", "a_2"]))
    assert pq.read_table(io.BytesIO(parquet_bytes(twice, {}))).column_names == ["a", "a_2", "a_2_2"]
    assert pq.read_table(io.BytesIO(parquet_bytes(table_of([]), {}))).num_rows == 0
    rows = table_of([(1.0, 2.0)], numbers("x", head="same"), numbers("y", head="same"))
    assert screen_frame(rows, NAMES).to_dict("list") == {"same": [1.0], "same (2)": [2.0]}


def test_each_place_sees_its_columns():
    places = ("print", "screen", "file", "screen only")
    rows = table_of([(1, 2, 3, 4)], *(numbers(p, place=p) for p in places))
    assert [c.id for c in print_columns(rows).columns] == ["print"]
    assert list(records(rows)[0]) == ["print", "screen", "file"]
    assert list(screen_frame(rows, NAMES).columns) == ["print", "screen", "screen only"]
    alone = table_of([(1, None)], numbers("a", place="screen"), numbers("b", place="screen"))
    assert [c.id for c in print_columns(alone).columns] == ["a"]
    assert [c.id for c in filled(alone.rows, alone.columns)] == ["a"]


def test_a_spread_of_logarithms_is_a_factor():
    """Two values a decade apart: geometric mean √10 · 1e-4, deviation of logs √½, factor 5.1."""
    columns = (
        Column[float]("mean", lambda v: v, kind="number", spread="sd", log=True),
        Column[float]("sd", lambda v: 0.5**0.5, kind="number", place="screen"),
    )
    spread = table([10**0.5 * 1e-4], *columns)
    assert markdown_table(spread, NAMES, {}).splitlines()[-1] == "| 3.2e-4 ×/÷ 5.1 |"
    assert r"$3.2{\times}10^{-4}\,{}^{\times}_{\div}\,5.1$" in latex_table(spread, NAMES, {})


def test_what_a_query_gives_reaches_the_screen_with_its_gaps():
    frame = pd.DataFrame({"n": pd.array([1, None], "Int64"), "x": [1.5, None], "s": ["a", None]})
    assert screen_table(of_frame(frame), NAMES).to_pylist() == [
        {"n": 1, "x": 1.5, "s": "a"},
        {"n": None, "x": None, "s": None},
    ]


def test_numbers_of_any_size_reach_the_screen():
    def seen(kind: str, cells: list[Any]) -> list[Any]:
        rows = table(cells, Column("x", lambda c: c, kind=kind, place="screen"))
        return screen_table(rows, NAMES)["x"].to_pylist()

    assert seen("number", [2**60 + 1, 1.5, True]) == [float(2**60), 1.5, 1.0]
    assert seen("count", [3.0, None]) == [3, None]
