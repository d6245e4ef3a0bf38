"""Reading files: every format and encoding gives the same table of texts, and what is odd is told."""

from __future__ import annotations

import io
import json
import zipfile

import openpyxl
import pandas as pd
import pytest

from components.intake.files import FileRefused, read
from components.intake.limits import MAX_BYTES, MAX_COLUMNS

HEADER = ("method", "benchmark", "seed", "FA")
ROWS = (("GA", "b1", "1", "0.25"), ("Ünlearn", "b1", "2", ""))
CSV = "method,benchmark,seed,FA\nGA,b1,1,0.25\nÜnlearn,b1,2,\n"
BARS = "| method | benchmark | seed | FA |\n|---|:--|--:|---|\n| GA | b1 | 1 | 0.25 |\n| Ünlearn | b1 | 2 | |\n"


def excel(*rows: tuple, sheets: tuple[str, ...] = ("runs",)) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = sheets[0]
    for row in rows:
        book.active.append(row)
    for name in sheets[1:]:
        book.create_sheet(name)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def workbook(**sheets: list[tuple]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        page = book.create_sheet(name)
        for row in rows:
            page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_parquet(out)
    return out.getvalue()


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return out.getvalue()


OBJECTS = [
    {"method": "GA", "benchmark": "b1", "seed": 1, "FA": 0.25},
    {"method": "Ünlearn", "benchmark": "b1", "seed": 2, "FA": None},
]
FRAME = pd.DataFrame({"method": ["GA", "Ünlearn"], "benchmark": ["b1", "b1"], "seed": [1, 2], "FA": [0.25, None]})


@pytest.mark.parametrize(
    "content",
    [
        CSV.encode(),
        CSV.encode("utf-8-sig"),
        CSV.encode("utf-16"),
        CSV.encode("utf-32"),
        CSV.encode("cp1252"),
        CSV.replace("\n", "\r\n").encode(),
        CSV.replace("\n", "\r").encode(),
        CSV.replace(",", ";").encode(),
        CSV.replace(",", "\t").encode(),
        CSV.replace(",", " | ").encode(),
        ("\n\n# suite: x\n" + CSV + "\n,,,\n").lstrip("\n").encode(),
        BARS.encode(),
        json.dumps(OBJECTS).encode(),
        json.dumps({"results": OBJECTS, "note": "x"}).encode(),
        "\n".join(json.dumps(o) for o in OBJECTS).encode(),
        json.dumps({k: [o[k] for o in OBJECTS] for k in OBJECTS[0]}).encode(),
        json.dumps({k: {"0": OBJECTS[0][k], "1": OBJECTS[1][k]} for k in OBJECTS[0]}).encode(),
        excel(HEADER, *ROWS),
        excel(("My runs",), HEADER, *ROWS),
        excel(HEADER, ("GA", "b1", 1, 0.25), ("Ünlearn", "b1", 2.0, None)),
        parquet(FRAME),
        zipped(table=CSV.encode()),
    ],
)
def test_every_format_gives_the_same_texts(content: bytes) -> None:
    sheet = read([("runs", content)])
    assert sheet.header == HEADER
    assert sheet.rows == ROWS
    assert len(sheet.places) == 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (CSV.encode("cp1252"), "not UTF-8 (byte 0xdc in line 3)"),
        (CSV.encode("utf-16"), "UTF-16"),
        (CSV.replace(",", ";").encode(), "semicolons"),
        (b"# a: b\n# c: d\n" + CSV.encode(), "2 lines that begin with #"),
        (b"FA,FA,method\n1,2,x\n", "more than once; a further one is 'FA (2)'"),
        (b"method,FA\nGA\n", "line 2 had fewer cells"),
        (b"Results of May\nmethod,FA\nGA,1\n", "line 1 was passed over"),
        (b"method,FA\nG\x01A,1\n", "1 control characters"),
        (excel(HEADER, *ROWS, sheets=("runs", "notes")), "the sheet 'runs' was read, one of 2"),
    ],
)
def test_what_is_odd_is_told(content: bytes, told: str) -> None:
    assert told in " ".join(read([("runs", content)]).notices)


def test_nothing_is_evaluated_or_guessed() -> None:
    sheet = read([("x.csv", b"method,FA,JS,day\n=1+1,007,1e400,2024-01-02\nTrue,NaN,0.10,1_000\n")])
    assert sheet.rows == (("=1+1", "007", "1e400", "2024-01-02"), ("True", "NaN", "0.10", "1_000"))
    formulas = read([("x.xlsx", excel(("method", "FA"), ("GA", "=2*3"), ("RL", '=HYPERLINK("http://x")')))])
    assert formulas.rows[0] == ("GA", ""), "a formula without a saved value is an empty cell"
    numbers = read([("x.json", b'[{"method": "GA", "FA": 0.1000, "big": 123456789012345678901234567890, "n": NaN}]')])
    assert numbers.rows == (("GA", "0.1000", "123456789012345678901234567890", "NaN"),)


def test_saved_values_of_formulas_are_read() -> None:
    plain = excel(("method", "FA"), ("GA", 0.5), ("RL", 0.25))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(plain)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.namelist():
            content = old.read(entry)
            if entry == "xl/worksheets/sheet1.xml":
                assert b"<v>0.5</v>" in content
                content = content.replace(b"<v>0.5</v>", b"<f>1/2</f><v>0.5</v>")
            new.writestr(entry, content)
    sheet = read([("x.xlsx", out.getvalue())])
    assert sheet.rows == (("GA", "0.5"), ("RL", "0.25"))


NOTE = [("Results of May",), (), ("Seeds are those of the paper.",)]
TABLE = [HEADER, *ROWS]
OTHER = [("method", "FA"), ("RL", 0.5)]


@pytest.mark.parametrize(
    ("sheets", "passed"),
    [
        ({"Notes": NOTE, "Runs": TABLE}, True),
        ({"Empty": [], "Notes": NOTE, "Runs": TABLE, "Other": OTHER}, True),
        ({"Runs": TABLE, "Other": OTHER}, False),
        ({"Runs": TABLE, "Notes": NOTE}, False),
    ],
)
def test_the_first_sheet_with_a_table_is_read(sheets: dict[str, list[tuple]], passed: bool) -> None:
    sheet = read([("x.xlsx", workbook(**sheets))])
    assert (sheet.header, sheet.rows) == (HEADER, ROWS)
    told = f"the sheet 'Runs' was read, one of {len(sheets)}"
    over = "the sheet 'Notes' before it was passed over: found no row with two or more cells"
    assert sheet.notices[0] == told
    assert [n.startswith(over) for n in sheet.notices[1:]] == [True] * passed


def test_a_workbook_of_notes_is_refused() -> None:
    with pytest.raises(FileRefused, match="found no row with two or more cells"):
        read([("x.xlsx", workbook(Notes=NOTE, Empty=[], Info=[("method", "FA")]))])
    with pytest.raises(FileRefused, match="without any filled cell"):
        read([("x.xlsx", workbook(Empty=[], More=[]))])


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "an empty file"),
        (b"  \n ", "an empty file"),
        (b"method,FA\n", "without any row"),
        (b"just one column\n1\n2\n", "no row with two or more cells"),
        (b"1,2\n3,4\n", "numbers where column names were expected"),
        (b"method,FA\nGA,0,5\n", "more cells than the 2 columns of the header in line 2"),
        (CSV.encode("utf-16-be"), "no text"),
        (b"\xd0\xcf\x11\xe0old", "old Excel"),
        (b"\x1f\x8bgz", "compressed"),
        (b"%PDF-1.7", "document"),
        (b"<!DOCTYPE html><p>", "a web page"),
        (bytes(range(256)) * 40, "no text"),
        (b"PK\x03\x04broken", "damaged archive"),
        (b"PAR1broken", "damaged Parquet"),
        (b"[1, 2]", "as element 1 no object"),
        (b"[]", "an empty list"),
        (b"{}", "an empty object"),
        (b'{"a": [{"x": 1}], "b": [{"x": 1}]}', "2 lists of objects"),
        (b'[{"method": "GA", "method": "RL"}]', "'method' twice in one object"),
        (b'[{"method": "GA"', "no JSON"),
        (b"[" * 50_000, "nested without end"),
        (b'{"a":' * 50_000, "nested without end"),
        (",".join(f"c{i}" for i in range(10_000)).encode() + b"\n1\n", "10,000 columns"),
        (json.dumps([{f"c{i}": 1 for i in range(MAX_COLUMNS + 1)}]).encode(), f"more than {MAX_COLUMNS}"),
        (b"a,b\n" + b"1,2\n" * 60_001, "more than 60,000 rows"),
        (b"method,FA\n" + b"x" * 2_000_000, "no row of a table"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(content: bytes, told: str) -> None:
    with pytest.raises(FileRefused, match=r"^found "):
        read([("runs", content)])
    with pytest.raises(FileRefused) as refused:
        read([("runs", content)])
    assert told in str(refused.value)
    assert len(str(refused.value)) < 400


def test_sizes_are_limited_before_anything_is_read() -> None:
    with pytest.raises(FileRefused, match="expected at most 10,485,760"):
        read([("big.csv", b"x" * (MAX_BYTES + 1))])
    with pytest.raises(FileRefused, match="at most 400"):
        read([("a.csv", b"a,b\n1,2\n")] * 401)
    with pytest.raises(FileRefused, match="found no file"):
        read([])


def test_bombs_are_not_unpacked() -> None:
    bomb = zipped(a=b"0" * 80_000_000)
    assert len(bomb) < 200_000
    with pytest.raises(FileRefused, match="unpacks to 80,000,000 bytes"):
        read([("bomb.zip", bomb)])
    sheet = zipped(**{"xl__workbook.xml": b"<x/>", "xl__worksheets__sheet1.xml": b" " * 80_000_000})
    with pytest.raises(FileRefused, match="unpacks to 80,000,004 bytes"):
        read([("bomb.xlsx", sheet)])


def test_a_lying_archive_is_stopped_at_the_limit() -> None:
    bomb = bytearray(zipped(a=b"0" * 80_000_000))
    at = bomb.rfind(b"PK\x01\x02")
    bomb[at + 24 : at + 28] = (100).to_bytes(4, "little")  # the directory promises 100 bytes
    with pytest.raises(FileRefused, match=r"damaged|unpacks to more"):
        read([("bomb.zip", bytes(bomb))])


def test_time_and_memory_are_limited() -> None:
    many = b"[" + b"{}," * 3_000_000 + b"{}]"
    with pytest.raises(FileRefused, match="longer than 1 s"):
        read([("slow.json", many)], seconds=1)
    with pytest.raises(FileRefused, match="memory"):
        read([("big.json", b"[" + b"[]," * 3_000_000 + b"[]]")], memory=150 * 2**20)


def test_several_files_stand_one_below_the_other() -> None:
    sheet = read([("a.csv", b"method,FA\nGA,1\n"), ("b.json", b'[{"method": "RL", "RA": 2}]')])
    assert sheet.header == ("method", "FA", "RA")
    assert sheet.rows == (("GA", "1", ""), ("RL", "", "2"))
    assert sheet.places == ("a.csv, line 2", "b.json, object 1")
    with pytest.raises(FileRefused, match=r"b.csv: found an empty file"):
        read([("a.csv", b"method,FA\nGA,1\n"), ("b.csv", b"")])
