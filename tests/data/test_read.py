"""Reading: numbers in cells, files of every format as one rectangle, refusals, the process."""

import io
import zipfile

import openpyxl
import pandas as pd
import pytest

from data.read import files
from data.read.cells import clean, decimal_commas, read
from data.read.lexicon import stated, words
from data.read.sheet import FileRefused
from tests.cases import stored

CELLS = stored("data/cells.json")


@pytest.mark.parametrize(("text", "value"), CELLS["numbers"].items())
def test_a_number_is_taken_with_its_marks(text, value):
    assert read(clean(text)).value == pytest.approx(value)


def test_what_is_not_measured_and_what_is_no_number():
    for text in CELLS["nothing"]:
        assert (read(clean(text)).value, read(clean(text)).mark) == (None, ""), text
    for text in CELLS["no number"]:
        assert read(clean(text)).mark == "is no number", text
    assert read("0.3 (best)").mark == "best"
    assert read("85%").percent


def test_commas_are_decimal_for_a_whole_table_or_not_at_all():
    assert decimal_commas(["0,5", "12"])
    assert not decimal_commas(["0,5", "1.25"])
    assert not decimal_commas(["1,234", "12"])
    assert [read(t, comma=True).value for t in ("0,5", "1.204,5", "12 %")] == [0.5, 1204.5, 12.0]


@pytest.mark.parametrize(("text", "cleaned"), CELLS["clean"].items())
def test_a_cell_loses_what_only_marks_it(text, cleaned):
    assert clean(text) == cleaned


def test_names_have_words_and_may_state_an_end():
    assert words("Forget_Acc.")[:2] == ("forget", "accuracy")
    assert words("RetainAcc") == ("retain", "accuracy")
    assert words("遗忘准确率") == ("forget", "accuracy")
    assert words("Acc_{Df}") == ("accuracy", "forget")
    assert {text: stated(text) for text in CELLS["ends"]} == CELLS["ends"]


def excel() -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (["Table 1"], ["method", "forget acc"], ["A", 0.1], ["B", 0.2]):
        book.active.append(row)
    book.active.cell(900_000, 9_000, None)
    book.save(out)
    return out.getvalue()


def zipped(**inside: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in inside.items():
            archive.writestr(name.replace("__", "."), content)
    return out.getvalue()


def parquet() -> bytes:
    out = io.BytesIO()
    pd.DataFrame({"method": ["A", "B"], "forget acc": [0.1, 0.2]}).to_parquet(out)
    return out.getvalue()


TEXTS = stored("data/formats.json")
CSV = TEXTS["csv"].encode()
FORMATS = {name: text.encode() for name, text in TEXTS.items()} | {
    "utf-16": TEXTS["csv"].encode("utf-16"),
    "excel": excel(),
    "parquet": parquet(),
    "zip": zipped(runs__csv=CSV, weights__bin=b"\0" * 99),
    "two files": zipped(a__csv=b"method,forget acc\nA,0.1\n", b__csv=b"method,forget acc\nB,0.2\n"),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_one_table(name):
    sheet = files.read([(f"{name}.txt", FORMATS[name])])
    rows = [dict(zip(map(str.lower, sheet.header), row, strict=True)) for row in sheet.rows]
    assert [(r["method"], r["forget acc"]) for r in rows] == [("A", "0.1"), ("B", "0.2")]


HEADINGS = stored("data/headings.json")
"""A table with headings of several rows, sections or merged cells, and how it is read."""


@pytest.mark.parametrize(("text", "header", "rows"), HEADINGS.values(), ids=HEADINGS)
def test_headings_of_several_rows_sections_and_merged_cells(text, header, rows):
    sheet = files.here([("x", text.encode())])
    assert (list(sheet.header), list(map(list, sheet.rows))) == (header, rows)


def test_the_forget_set_of_tofu_is_in_the_name_of_a_file():
    sheet = files.here([("llama-5p.csv", CSV)])
    assert [row[sheet.header.index("benchmark")] for row in sheet.rows] == ["forget05", "forget05"]


MANY = "method,n,FA\n" + "".join(f"a,{i},0.5\n" for i in range(3_100))
WIDE = ",".join(["1"] * 600)
TEXTS_REFUSED = {
    **stored("data/refused_files.json"),
    "nested without end": ("[" * 100_000, "found a file that is nested without end"),
    "too wide": (f"{WIDE}\n{WIDE}", "found 600 columns"),
    "too many metrics": (WIDE.replace(",1" * 300, ""), "found 300 columns, expected at most 250"),
    "too many cells": (
        "method,"
        + ",".join(f"x{i}" for i in range(199))
        + "\n"
        + ("a" + ",0.5" * 199 + "\n") * 600,
        "found 120,000 cells, expected at most 100,000: give the mean",
    ),
    "too long": ("method,FA\n" + "a,0.5\n" * 61_000, "found more than 60,000 rows"),
    "too many runs": (
        MANY,
        "found 3,100 runs, expected at most 3,000: give the mean over 'n' (3,1",
    ),
}
REFUSED = {name: (text.encode(), begins) for name, (text, begins) in TEXTS_REFUSED.items()} | {
    "bytes": (bytes(range(32)) * 20, "found bytes that are no text"),
    "an old workbook": (b"\xd0\xcf\x11\xe0" + bytes(90), "found an old workbook"),
    "a picture": (b"\x89PNG" + bytes(90), "found an old workbook"),
    "a packed file": (b"\x1f\x8b" + bytes(90), "found an old workbook"),
    "a damaged archive": (b"PK\x03\x04" + bytes(50), "found a damaged or locked archive"),
    "a bomb": (zipped(big__csv=b"0" * 70_000_000), "found an archive that unpacks to 70,000,000"),
    "two suites": (zipped(**{"a/suite.toml": b"", "b/suite.toml": b""}), "found 2 suites"),
}


@pytest.mark.parametrize(("content", "begins"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_refused_in_words(content, begins):
    with pytest.raises(FileRefused) as refusal:
        files.read([("x", content)])
    assert str(refusal.value).startswith(begins)


def test_an_escape_of_half_a_character_is_no_text():
    text = rb'[{"method": "\ud83d\ude00 \ud800x \udc00", "FA": 0.5}, {"method": "b", "FA": 0.6}]'
    assert files.here([("x.json", text)]).rows[0][0] == "😀 \ufffdx \ufffd"


def test_two_summaries_without_their_folders_are_refused():
    with pytest.raises(FileRefused, match="found 2 evaluations without their folders"):
        files.read(
            [
                ("TOFU_SUMMARY.json", b'{"model_utility": 0.5}'),
                ("TOFU_SUMMARY.json", b'{"model_utility": 0.6}'),
            ]
        )


def test_what_is_not_read_as_it_stands_is_said_with_its_line():
    text = f'method,FA\nA,0.1\n"B,0.2\n{"x" * 400},0.3\n'
    notices = files.here([("x.csv", text.encode())]).notices
    assert notices == (
        "line 3: a quote is never closed, so quotes were read as letters",
        "line 4: a cell was cut after 300 characters",
    )
