"""Reading: numbers in cells, files of every format as one rectangle, what is refused, and the
process that reads."""

import io
import json
import zipfile

import openpyxl
import pandas as pd
import pytest

from data.read import files
from data.read.cells import clean, decimal_commas, read
from data.read.lexicon import stated, words
from data.read.sheet import FileRefused

NUMBERS = {
    "0.5": 0.5, "-.5": -0.5, "1e-5": 1e-5, "85 %": 85.0, "0.12*": 0.12, "~0.2": 0.2, "≤ 3": 3.0, ">30": 30.0,
    "0.3 (best)": 0.3, "0.02 (-92.7%)": 0.02, "0.85 ± 0.02": 0.85, "0.85+/-0.02": 0.85, "5.24±0.69 (0.00)": 5.24,
    "1.1× 10^-19": 1.1e-19, "10^{-12}": 1e-12, "0.52–0.54": 0.53, "22m": 22.0, "8 GiB": 8.0, "1,234.5": 1234.5,
    "−0.5": -0.5, "0.42†": 0.42, "↑ 0.4": 0.4, "12,345": 12345.0,
}  # fmt: skip
NOTHING = ("", "-", "—", "n/a", "NaN", "TBD", "oom", "?", "✗", "…" * 0)
NO_NUMBER = (
    "inf",
    "-Infinity",
    "abc",
    "1_000",
    "0x1F",
    "1e400",
    "12 apples",
    "2024-01-01",
    "9" * 30,
)


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_taken_with_its_marks(text):
    assert read(clean(text)).value == pytest.approx(NUMBERS[text])


def test_what_is_not_measured_and_what_is_no_number():
    assert [
        read(clean(t)) for t in NOTHING if read(clean(t)).value is not None or read(clean(t)).mark
    ] == []
    assert {t: read(clean(t)).mark for t in NO_NUMBER} == dict.fromkeys(NO_NUMBER, "no number")
    assert read("0.3 (best)").mark == "best"
    assert read("85%").percent


def test_commas_are_decimal_for_a_whole_table_or_not_at_all():
    assert decimal_commas(["0,5", "12"])
    assert not decimal_commas(["0,5", "1.25"])
    assert not decimal_commas(["1,234", "12"])
    assert [read(t, comma=True).value for t in ("0,5", "1.204,5", "12 %")] == [0.5, 1204.5, 12.0]


CLEAN = {
    r"\textbf{0.42}": "0.42", r"$\mathbf{0.54}_{\pm 0.02}$": "0.54 ± 0.02", "**bold**": "bold", "`x`": "x",
    "[NPO](https://example.org)": "NPO", "<b>0.4</b>": "0.4", "a<br>b": "a b", "GA\u200b": "GA", r"a\_b": "a_b",
    r"FA $\downarrow$": "FA ↓", "Retain~\\cite{maini}": "Retain", "🥇 NPO": "NPO", "&lt;x&gt;": "<x>", "0.42²": "0.42",
}  # fmt: skip


@pytest.mark.parametrize("text", CLEAN)
def test_a_cell_loses_what_only_marks_it(text):
    assert clean(text) == CLEAN[text]


def test_names_have_words_and_may_state_an_end():
    assert words("Forget_Acc.")[:2] == ("forget", "accuracy")
    assert words("RetainAcc") == ("retain", "accuracy")
    assert words("遗忘准确率") == ("forget", "accuracy")
    assert words("Acc_{Df}") == ("accuracy", "forget")
    ends = {
        "FA ↓": "lower",
        "FA (↑)": "higher",
        "x ↑↓": "",
        "越低越好": "lower",
        "PrivLeak (→0)": "0",
        "距Retrain越近": "retrained",
    }
    assert {text: stated(text) for text in ends} == ends


RUNS = [{"method": "A", "forget acc": 0.1}, {"method": "B", "forget acc": 0.2}]


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
    pd.DataFrame(RUNS).to_parquet(out)
    return out.getvalue()


CSV = b"method,forget acc\nA,0.1\nB,0.2\n"
LATEX = (
    rb"\begin{tabular}{lc}\toprule Method & forget acc \\ \midrule A & 0.1 \\ B & \textbf{0.2} \\"
    rb" \end{tabular}"
)
FORMATS = {
    "csv": CSV,
    "tsv": CSV.replace(b",", b"\t"),
    "semicolons": CSV.replace(b",", b";"),
    "utf-16": CSV.decode().encode("utf-16"),
    "blanks": b"method   forget acc\nA        0.1\nB        0.2\n",
    "json": json.dumps(RUNS).encode(),
    "lines": b"\n".join(json.dumps(r).encode() for r in RUNS),
    "methods": b'{"A": {"forget acc": 0.1}, "B": {"forget acc": 0.2}}',
    "metrics outside": b'{"forget acc": {"A": 0.1, "B": 0.2}, "retain acc": {"A": 0.3, "B": 0.4}}',
    "columns": b'{"method": ["A", "B"], "forget acc": [0.1, 0.2]}',
    "split": b'{"columns": ["method", "forget acc"], "data": [["A", 0.1], ["B", 0.2]]}',
    "lists": (
        b'{"notes": [{"x": 1}], "runs": [{"method": "A", "forget acc": 0.1}, {"method": "B",'
        b' "forget acc": 0.2}]}'
    ),
    "markdown": b"Some text\n\n| Method | forget acc |\n|---|---|\n| **A** | 0.1 |\n| B | 0.2 |\n",
    "html": (
        b"<p>x</p><table><tr><th>Method<th>forget"
        b" acc<tr><td>A<td>0.1<tr><td>B<td><b>0.2</b></table>"
    ),
    "latex": LATEX,
    "excel": excel(),
    "parquet": parquet(),
    "zip": zipped(runs__csv=CSV, weights__bin=b"\0" * 99),
    "two files": zipped(a__csv=b"method,forget acc\nA,0.1\n", b__csv=b"method,forget acc\nB,0.2\n"),
    "turned": b"| Metric | A | B |\n|---|---|---|\n| forget acc | 0.1 | 0.2 |\n",
    "long": b"method,metric,value\nA,forget acc,0.1\nB,forget acc,0.2\n",
    "spreads": b"method,stat,forget acc\nA,mean,0.1\nA,std,0.01\nB,mean,0.2\nB,std,0.02\n",
    "titled": b"Table 2,\nmethod,forget acc\nA,0.1\nB,0.2\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_one_table(name):
    sheet = files.read([(f"{name}.txt", FORMATS[name])])
    rows = [dict(zip(map(str.lower, sheet.header), row, strict=True)) for row in sheet.rows]
    assert [(r["method"], r["forget acc"]) for r in rows] == [("A", "0.1"), ("B", "0.2")]


def test_headings_of_several_rows_sections_and_merged_cells():
    two = files.here([("x", b"Method,forget05,,forget10,\n,FQ,MU,FQ,MU\nA,1,2,3,4\nB,5,6,7,8")])
    assert two.header == ("Method", "benchmark", "FQ", "MU")
    assert two.rows[1] == ("A", "forget10", "3", "4")
    sets = files.here(
        [("x", b"Method,Forget Set,,Retain Set,\n,Acc,ROUGE,Acc,ROUGE\nA,1,2,3,4\nB,5,6,7,8")]
    )
    assert sets.header[1:3] == ("Forget Set Acc", "Forget Set ROUGE")
    section = files.here([("x", b"Method,FA\nforget05,\nA,1\nB,2\nforget10,\nA,3\nB,4\n")])
    assert [r[2] for r in section.rows] == ["forget05", "forget05", "forget10", "forget10"]
    merged = files.here([("x", b"Dataset,Method,FA\nMNIST,A,1\n,B,2\nSVHN,A,3\n,B,4\n")])
    assert [r[0] for r in merged.rows] == ["MNIST", "MNIST", "SVHN", "SVHN"]
    seeds = files.here([("x", b"method,FA_seed1,FA_seed2\nA,1,2\n")])
    assert seeds.rows == (("A", "1", "1"), ("A", "2", "2"))
    named = files.here([("x", b"method,FA\nA_seed1,1\nA_seed2,2\nRetrain,3\n")])
    assert named.rows == (("A", "1", "1"), ("A", "2", "2"), ("Retrain", "", "3"))
    spreads = files.here([("x", "method;FA\nA;1\n;±0.1\nB;2\n;(0.2)\n".encode())])
    assert spreads.rows == (("A", "1"), ("B", "2"))


def test_the_forget_set_of_tofu_is_in_the_name_of_a_file():
    sheet = files.here([("llama-5p.csv", CSV)])
    assert [row[sheet.header.index("benchmark")] for row in sheet.rows] == ["forget05", "forget05"]


MANY = b"method,n,FA\n" + b"".join(b"a,%d,0.5\n" % i for i in range(3_100))
REFUSED = {
    "an empty file": (b"", "found an empty file"),
    "no rows": (b"method,FA\n", "found column names without any row"),
    "one column": (b"a\nb\nc\n", "found no row with two or more cells"),
    "bytes": (bytes(range(32)) * 20, "found bytes that are no text"),
    "an old workbook": (b"\xd0\xcf\x11\xe0" + bytes(90), "found an old workbook"),
    "a picture": (b"\x89PNG" + bytes(90), "found an old workbook"),
    "a packed file": (b"\x1f\x8b" + bytes(90), "found an old workbook"),
    "a page": (b"<!doctype html><p>x</p>", "found a web page without a table"),
    "no JSON": (b'{"a": ', "found in line 1, column 7 no JSON"),
    "a name twice": (b'{"a": 1, "a": 2}', "found the name 'a' twice"),
    "nested without end": (b"[" * 100_000, "found a file that is nested without end"),
    "values by sample": (b'{"eval_log.json": {"0": 1}}', "found values by sample"),
    "an empty list": (b"[]", "found an empty list"),
    "a damaged archive": (b"PK\x03\x04" + bytes(50), "found a damaged or locked archive"),
    "a bomb": (zipped(big__csv=b"0" * 70_000_000), "found an archive that unpacks to 70,000,000 bytes"),
    "too wide": (",".join(["1"] * 600).encode() + b"\n" + ",".join(["1"] * 600).encode(), "found 600 columns"),
    "too long": (b"method,FA\n" + b"a,0.5\n" * 61_000, "found more than 60,000 rows"),
    "too many runs": (MANY, "found 3,100 runs, expected at most 3,000: give the mean over 'n' (3,100 values)"),
    "two suites": (zipped(**{"a/suite.toml": b"", "b/suite.toml": b""}), "found 2 suites"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_refused_in_words(name):
    content, said = REFUSED[name]
    with pytest.raises(FileRefused) as refusal:
        files.read([("x", content)])
    assert str(refusal.value).startswith(said)


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


def test_the_process_ends_with_its_time_and_its_memory(monkeypatch):
    big = b"method,FA\n" + b"a,0.5\n" * 50_000
    with pytest.raises(FileRefused, match="reading took longer"):
        files.read([("x", big)], seconds=0.01)
    with pytest.raises(FileRefused, match="needs more memory than one may have"):
        files.read([("x", big)], memory=20 * 2**20)
    for _ in range(2):
        files._places.acquire()
    monkeypatch.setattr(files, "WAIT", 0.01)
    with pytest.raises(FileRefused, match="other files are being read"):
        files.read([("x", big)])
    for _ in range(2):
        files._places.release()


def test_a_small_text_reads_the_same_in_a_process_of_its_own():
    assert files._apart([("x.csv", CSV)], files.SECONDS, files.MEMORY) == files.here(
        [("x.csv", CSV)]
    )
