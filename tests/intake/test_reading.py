"""Reading files: every format and encoding gives the same table of texts, what is odd has a notice, and what is hostile
is refused in words and in time.
"""

import io
import json
import zipfile

import openpyxl
import pandas as pd
import pytest

from components.intake.files import read
from components.intake.limits import MAX_BYTES, MAX_COLUMNS
from components.intake.reading.sheet import FileRefused
from tests.intake.real.cases import read_here

HEADER = ("method", "benchmark", "seed", "FA")
ROWS = (("GA", "b1", "1", "0.25"), ("Ünlearn", "b1", "2", ""))
CSV = "method,benchmark,seed,FA\nGA,b1,1,0.25\nÜnlearn,b1,2,\n"
BARS = "| method | benchmark | seed | FA |\n|---|:--|--:|---|\n| GA | b1 | 1 | 0.25 |\n| Ünlearn | b1 | 2 | |\n"
OBJECTS = [
    {"method": "GA", "benchmark": "b1", "seed": 1, "FA": 0.25},
    {"method": "Ünlearn", "benchmark": "b1", "seed": 2, "FA": None},
]
TABLE = [HEADER, *ROWS]
NOTE = [("Results of May",), (), ("Seeds are those of the paper.",)]
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
SHEET = "xl/worksheets/sheet1.xml"


def workbook(strays: tuple[tuple[int, int], ...] = (), **sheets: list[tuple]) -> bytes:
    """A workbook of sheets by name, with an x in further cells of the first."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        page = book.create_sheet(name)
        for row in rows:
            page.append(row)
    for row, column in strays:
        book.worksheets[0].cell(row=row, column=column, value="x")
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


def changed(book: bytes, old: bytes, new: bytes) -> bytes:
    """The workbook with other bytes in its first sheet."""
    with zipfile.ZipFile(io.BytesIO(book)) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    assert old in parts[SHEET]
    return zipped(**{**parts, SHEET: parts[SHEET].replace(old, new)})


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
        ("# suite: x\n" + CSV + "\n,,,\n").encode(),
        BARS.encode(),
        BARS.replace("|---|:--|--:|---|\n", "").encode(),
        json.dumps(OBJECTS).encode(),
        json.dumps({"results": OBJECTS, "note": "x"}).encode(),
        "\n".join(json.dumps(o) for o in OBJECTS).encode(),
        json.dumps({k: [o[k] for o in OBJECTS] for k in OBJECTS[0]}).encode(),
        json.dumps({k: {"0": OBJECTS[0][k], "1": OBJECTS[1][k]} for k in OBJECTS[0]}).encode(),
        workbook(runs=TABLE),
        workbook(runs=[("My runs",), HEADER, ("GA", "b1", 1, 0.25), ("Ünlearn", "b1", 2.0, None)]),
        workbook(Empty=[], Notes=NOTE, Runs=TABLE, Other=[("method", "FA"), ("RL", 0.5)]),
        workbook(Runs=TABLE, Notes=NOTE),
        parquet(pd.DataFrame(OBJECTS)),
        zipped(table=CSV.encode()),
    ],
)
def test_every_format_gives_the_same_texts(content: bytes) -> None:
    sheet = read_here([("runs", content)])
    assert sheet.header == HEADER
    assert sheet.rows == ROWS
    assert len(sheet.places) == 2


@pytest.mark.parametrize(
    ("content", "notice"),
    [
        (CSV.encode("cp1252"), "not UTF-8 (byte 0xdc in line 3)"),
        (CSV.replace(",", ";").encode(), "semicolons"),
        (b"# a: b\n# c: d\n" + CSV.encode(), "2 lines that begin with #"),
        (b"FA,FA,method\n1,2,x\n", "more than once; a further one is 'FA (2)'"),
        (b"method,FA\nGA\n", "line 2 had fewer cells"),
        (b"Results of May\nmethod,FA\nGA,1\n", "line 1 was passed over"),
        (b"method,FA\nG\x01A,1\n", "1 control characters"),
        (workbook(Notes=NOTE, Runs=TABLE), "the sheet 'Runs' was read, one of 2"),
        (workbook(Notes=NOTE, Runs=TABLE), "'Notes' before it was passed over: found no row with two or more cells"),
        (json.dumps({"runs": OBJECTS, "tau": 1, "note": "x"}).encode(), "beside it were 'tau', 'note'"),
        (json.dumps({"GA": {"FA": 1}, "RL": {"FA": 2}}).encode(), "every object was taken for one method"),
    ],
)
def test_what_is_odd_has_a_notice(content: bytes, notice: str) -> None:
    assert notice in " ".join(read_here([("runs", content)]).notices)


def test_nothing_is_evaluated_or_guessed() -> None:
    sheet = read([("x.csv", b"method,FA,JS,day\n=1+1,007,1e400,2024-01-02\nTrue,NaN,0.10,1_000\n")])
    assert sheet.rows == (("=1+1", "007", "1e400", "2024-01-02"), ("True", "NaN", "0.10", "1_000"))
    numbers = read([("x.json", b'[{"method": "GA", "FA": 0.1000, "big": 123456789012345678901234567890, "n": NaN}]')])
    assert numbers.rows == (("GA", "0.1000", "123456789012345678901234567890", "NaN"),)
    formulas = read([("x.xlsx", workbook(a=[("method", "FA"), ("GA", "=2*3"), ("RL", '=HYPERLINK("http://x")')]))])
    assert formulas.rows[0] == ("GA", ""), "a formula without a saved value is an empty cell"
    saved = changed(workbook(a=[("method", "FA"), ("GA", 0.5)]), b"<v>0.5</v>", b"<f>1/2</f><v>0.5</v>")
    assert read([("x.xlsx", saved)]).rows == (("GA", "0.5"),)


def test_a_stray_cell_and_a_wrong_extent_cost_nothing() -> None:
    content = workbook(((LAST_ROW, 1), (2, LAST_COLUMN), (LAST_ROW - 1, LAST_COLUMN)), runs=TABLE)
    assert len(content) < 6_000
    sheet = read([("stray.xlsx", content)])
    assert sheet.rows == (*ROWS, ("x", "", "", ""))
    assert sheet.places == ("row 2", "row 3", f"row {LAST_ROW}")
    for extent in (b"A1:XFD1048576", b"A1:A1"):
        assert read([("x.xlsx", changed(workbook(runs=TABLE), b'ref="A1:D3"', b'ref="%s"' % extent))]).rows == ROWS


@pytest.mark.parametrize(
    ("content", "message"),
    [
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
        (b"PK\x03\x04broken", "damaged or locked archive"),
        (b"PAR1broken", "damaged Parquet"),
        (workbook(Notes=NOTE, Empty=[], Info=[("method", "FA")]), "no row with two or more cells"),
        (workbook(Empty=[], More=[]), "without any filled cell"),
        (b"[1, 2]", "as element 1 no object"),
        (b"[]", "an empty list"),
        (b"{}", "an empty object"),
        (b'{"a": [{"x": 1}], "b": [{"x": 1}]}', "2 lists of objects"),
        (b'[{"method": "GA", "method": "RL"}]', "'method' twice in one object"),
        (b'[{"method": "GA"', "in line 1, column 17 no JSON"),
        (b'{"method": "GA"}\n{"method": \n', "in line 2 no JSON"),
        (b"[" * 50_000, "nested without end"),
        (",".join(f"c{i}" for i in range(10_000)).encode() + b"\n1\n", "10,000 columns"),
        (json.dumps([{f"c{i}": 1 for i in range(MAX_COLUMNS + 1)}]).encode(), f"more than {MAX_COLUMNS}"),
        (b"a,b\n" + b"1,2\n" * 60_001, "more than 60,000 rows"),
        (b"method,FA\n" + b"x" * 2_000_000, "no row of a table"),
        # texts of beginnings, which must not be read over and over
        (b"\\begin{tabular}" * 60_000, ""),
        (b"\\begin{tabular}{ll}" + b"\\\\[" * 200_000 + b"\\end{tabular}", ""),
        (b"\\begin{tabular}{ll}" + b"\\cmidrule(" * 100_000 + b"\\end{tabular}", ""),
        (b"| a | b |\n|---|---|\n" + b"|" * 1_000_000, ""),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(content: bytes, message: str) -> None:
    # what may fill memory or take long is read where both are limited
    reader = read if len(content) > 40_000 else read_here
    with pytest.raises(FileRefused, match=r"^found ") as refused:
        reader([("runs", content)])
    assert message in str(refused.value)
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
    lying = bytearray(bomb)
    at = lying.rfind(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (100).to_bytes(4, "little")  # the directory promises 100 bytes
    with pytest.raises(FileRefused, match="damaged"):
        read([("bomb.zip", bytes(lying))])


def test_time_and_memory_are_limited() -> None:
    many = b"[" + b"{}," * 3_000_000 + b"{}]"
    with pytest.raises(FileRefused, match="longer than 1 s"):
        read([("slow.json", many)], seconds=1)
    with pytest.raises(FileRefused, match="memory"):
        read([("big.json", b"[" + b"[]," * 3_000_000 + b"[]]")], memory=150 * 2**20)


def test_several_files_are_one_table() -> None:
    sheet = read([("a.csv", b"method,FA\nGA,1\n"), ("b.json", b'[{"method": "RL", "RA": 2}]')])
    assert sheet.header == ("method", "FA", "RA")
    assert sheet.rows == (("GA", "1", ""), ("RL", "", "2"))
    assert sheet.places == ("a.csv, line 2", "b.json, object 1")
    with pytest.raises(FileRefused, match=r"b.csv: found an empty file"):
        read([("a.csv", b"method,FA\nGA,1\n"), ("b.csv", b"")])


def test_the_name_of_a_file_says_what_its_object_does_not() -> None:
    names = ("eval_mllmu_bench_gradient_ascent_seed5508.json", "x.json")
    first, second = (read_here([(name, b'{"FA": 0.1}')]) for name in names)
    assert (first.header, first.rows) == (("method", "seed", "FA"), (("mllmu_bench_gradient_ascent", "5508", "0.1"),))
    assert (second.header, second.rows) == (("method", "FA"), (("x", "0.1"),))
    named = read_here([(names[0], b'{"method": "ga", "FA": 0.1}')])
    assert (named.header, named.rows) == (("seed", "method", "FA"), (("5508", "ga", "0.1"),))


def test_results_of_lm_eval_are_one_run_named_by_its_model() -> None:
    results = {
        "wmdp_bio": {"alias": "wmdp_bio", "acc,none": 0.31, "acc_stderr,none": 0.01},
        "gsm8k": {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 0.6, "sample_len": 1319},
    }
    whole = {"results": results, "config": {"model": "hf", "model_args": "pretrained=me/rmu,dtype=bfloat16"}}
    sheet = read_here([("results_2025-01-01.json", json.dumps(whole).encode())])
    assert sheet.header == (
        *("method", "wmdp_bio acc", "gsm8k exact_match strict-match", "gsm8k exact_match flexible-extract"),
    )
    assert sheet.rows == (("me/rmu", "0.31", "0.5", "0.6"),)
    assert "standard errors" in sheet.notices[0]
    assert read_here([("eval/results_7.json", json.dumps({"results": results}).encode())]).rows[0][0] == "results_7"
