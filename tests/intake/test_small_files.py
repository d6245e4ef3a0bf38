"""Small files that are long work: read for what they hold, or refused before the work; and never at others' cost."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import openpyxl
import pytest

from components.intake import files
from components.intake.files import FileRefused, read
from components.intake.limits import SECONDS
from components.intake.reading import archive
from components.intake.reading.table import Answer

HEADER = ("method", "benchmark", "seed", "FA")
RUNS = (("GA", "b1", 1, 0.25), ("NPO", "b1", 1, 0.5))
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"


def book(*strays: tuple[int, int], change: Callable[[str, bytes], bytes] = lambda _, part: part) -> bytes:
    """A workbook of two runs with an x in each of some further cells; `change` gets every part of it by name."""
    made, saved, changed = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    for row in (HEADER, *RUNS):
        made.active.append(row)
    for row, column in strays:
        made.active.cell(row=row, column=column, value="x")
    made.save(saved)
    with zipfile.ZipFile(saved) as whole, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as out:
        for name in whole.namelist():
            out.writestr(name, change(name, whole.read(name)))
    return changed.getvalue()


def more(part: str, before: bytes, what: bytes, times: int) -> bytes:
    """A workbook with something repeated before a place of one of its parts."""
    return book(change=lambda n, c: c.replace(before, what * times + before, 1) if n == part else c)


def test_a_stray_cell_far_from_the_table_costs_nothing_and_is_told() -> None:
    content = book((LAST_ROW, 1), (2, LAST_COLUMN), (LAST_ROW - 1, LAST_COLUMN))
    assert len(content) < 6_000
    sheet = read([("stray.xlsx", content)])
    assert sheet.header == HEADER
    assert sheet.rows == (("GA", "b1", "1", "0.25"), ("NPO", "b1", "1", "0.5"), ("x", "", "", ""))
    assert sheet.places == ("row 2", "row 3", f"row {LAST_ROW}")
    assert sheet.notices == (f"row {LAST_ROW} had fewer cells than the header; the ones that lack are empty",)


def test_what_a_sheet_declares_of_its_extent_is_not_believed() -> None:
    for extent in (b"A1:XFD1048576", b"A1:A1"):
        content = book(change=lambda n, c, e=extent: c.replace(b'ref="A1:D3"', b'ref="%s"' % e) if n == SHEET else c)
        assert read([("extent.xlsx", content)]).rows == (("GA", "b1", "1", "0.25"), ("NPO", "b1", "1", "0.5"))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (more(SHEET, b"</sheetData>", b"<row/>", 3_000_000), "unpacks to 18,00"),
        (more(STYLES, b"</cellXfs>", b'<xf numFmtId="0"/>', 300_000), "unpacks to 5,40"),
        (more(SHEET, b"<pageMargins", b'<mergeCell ref="A1:B2"/>', 100_000), "XML marks in sheet1.xml"),
        (more(STYLES, b"</cellXfs>", b'<xf numFmtId="0"/>', 100_000), "XML marks in styles.xml"),
    ],
)
def test_parts_that_are_more_work_than_a_table_are_refused_before_it(content: bytes, told: str) -> None:
    assert len(content) < 60_000
    with pytest.raises(FileRefused, match="as CSV") as refused:
        # in this time nothing of it could be parsed
        read([("work.xlsx", content)], seconds=2)
    assert told in str(refused.value)


def test_more_cells_than_a_table_may_have_are_counted_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_CELL_MARKS", 1_000)
    for content in (book(), more(SHEET, b"</sheetData>", b"<row/>", 900)):
        archive.workable(archive.opened(content))
    with pytest.raises(archive.Refused, match=r"XML marks in sheet1\.xml"):
        archive.workable(archive.opened(more(SHEET, b"</sheetData>", b"<row/>", 1_000)))
    texts = io.BytesIO(book())
    with zipfile.ZipFile(texts, "a") as whole:
        whole.writestr("xl/sharedStrings.xml", b"<sst>" + b"<si/>" * 1_000 + b"</sst>")
    with pytest.raises(archive.Refused, match=r"XML marks in sharedStrings\.xml"):
        archive.workable(archive.opened(texts.getvalue()))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\\begin{tabular}" * 60_000, "found"),
        (b"\\begin{tabular" * 60_000, "found"),
        (b"\\begin{tabular}{ll}" + b"\\\\[" * 200_000 + b"\\end{tabular}", "found"),
        (b"\\begin{tabular}{ll}" + b"\\cmidrule(" * 100_000 + b"\\end{tabular}", "found"),
        (b"| a | b |\n|---|---|\n" + b"|" * 1_000_000, "found"),
    ],
)
def test_texts_of_beginnings_are_not_read_over_and_over(content: bytes, told: str) -> None:
    with pytest.raises(FileRefused, match=told):
        read([("text", content)])


def test_whoever_brings_long_work_holds_up_no_other_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight readers bring files that take all the time there is; while the first is read, somebody else's is."""
    here, go_on, asked = threading.Semaphore(0), threading.Event(), list[tuple[str, float]]()

    def ask(brought: list[tuple[str, bytes]], seconds: float, memory: int) -> Answer | None:
        asked.append((brought[0][0], seconds))
        if brought[0][0] == "plain.csv":
            return Answer(header=["a"], rows=[["1"]], places=["line 2"])
        if seconds == SECONDS:
            here.release()
            assert go_on.wait(60)
        return None

    monkeypatch.setattr(files, "_ask", ask)
    with ThreadPoolExecutor(8) as pool:
        heavy = [pool.submit(read, [(f"{i}.xlsx", b"x")], f"reader {i}") for i in range(8)]
        assert here.acquire(timeout=60)
        assert read([("plain.csv", b"a\n1\n")], "somebody").rows == (("1",),)
        assert [seconds for _, seconds in asked].count(SECONDS) == 1
        go_on.set()
        assert {str(f.exception()) for f in heavy} == {
            "reading took longer than 12 s, expected a smaller or plainer file"
        }
    assert all(seconds < SECONDS / 4 for _, seconds in asked if seconds != SECONDS)
