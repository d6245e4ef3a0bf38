"""Reading the files of one upload as one sheet.

Hostile files are read in a process apart (`components.intake.apart`), which gives up time, memory
and files before it looks at them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from data.read import archive, binary, every_eval_ever, objects, saves, text
from data.read.limits import MAX_BYTES, MAX_FILES
from data.read.shape import shaped
from data.read.sheet import (
    FileRefused,
    Rectangle,
    Sheet,
    check_runs,
    from_records,
    several,
)

SUITE = "suite.toml"
KEPT = "your_table.json"
"""The file of a downloaded folder with the table that it was made of."""
_NO_TABLE = (
    *(
        b"\xd0\xcf\x11\xe0",
        b"\x1f\x8b",
        b"BZh",
        b"\xfd7zXZ",
        b"7z\xbc\xaf",
        b"Rar!",
        b"\x28\xb5\x2f\xfd",
    ),
    *(b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8"),
)
"""What old workbooks, packed files, documents and pictures begin with."""
_FORGET = re.compile(
    r"(?<![a-z0-9])(?:forget[_-]?(?P<a>01|05|10)|(?P<b>1|5|10)p)(?![a-z0-9])", re.I
)


def check_sizes(files: Sequence[tuple[str, bytes]]) -> None:
    """Refuse more files or bytes than one may bring. Raises FileRefused."""
    size = sum(len(content) for _, content in files)
    if not files:
        raise FileRefused("found no file, expected at least one")
    if len(files) > MAX_FILES:
        raise FileRefused(f"found {len(files)} files, expected at most {MAX_FILES}")
    if size > MAX_BYTES:
        raise FileRefused(f"found {size:,} bytes, expected at most {MAX_BYTES:,}")


def read(files: Sequence[tuple[str, bytes]]) -> Sheet:
    """Return files by name as one table, or as the folder of a suite. Nothing is written. Raises
    FileRefused, for what exhausts memory or the stack too."""
    check_sizes(files)
    name = files[0][0] if len(files) == 1 else f"{files[0][0]} and {len(files) - 1} more"
    try:
        return replace(here(files), name=name)
    except MemoryError:
        raise FileRefused(
            "found a file that needs more memory than one may have, expected a smaller one"
        ) from None
    except RecursionError:
        raise FileRefused("found a file that is nested without end, expected a table") from None


def here(files: Sequence[tuple[str, bytes]]) -> Sheet:
    """Return the files as one sheet, read in this process. Raises LeaderboardError."""
    notices: list[str] = []
    opened: list[tuple[str, bytes]] = []
    for name, content in files:
        opened += archive.unpacked(content, notices) or [(name.replace("\\", "/"), content)]
    if suites := [n for n, _ in opened if n.rpartition("/")[2] == SUITE]:
        suite = _suite(suites, opened)
        return Sheet(suite=suite, kept=suite.pop(KEPT, ""))
    if any(saves.is_result(n) for n, _ in opened):
        return check_runs(shaped(saves.read_saves(opened, notices)))
    if any(every_eval_ever.is_record(c) for _, c in opened):
        return check_runs(shaped(every_eval_ever.read_records(opened, notices)))
    if len(opened) > 1:
        opened = [(n, c) for n, c in opened if not n.lower().endswith((".md", ".toml", ".bib"))]
    if not opened:
        raise FileRefused("found no table among these files, expected CSV, JSON, Parquet or Excel")
    parts = []
    for name, content in opened:
        try:
            parts.append((name, _of_forget_set(name, _best(_tables(name, content)))))
        except FileRefused as refused:
            raise FileRefused(
                str(refused) if len(opened) == 1 else f"{name[:80]}: {refused}"
            ) from None
    sheet = parts[0][1] if len(parts) == 1 else _below_one_another(parts)
    return check_runs(replace(sheet, notices=(*notices, *sheet.notices)))


def _tables(name: str, content: bytes) -> list[Rectangle]:
    """Return the tables of one file by what it holds, not by what it is called. Raises
    FileRefused."""
    if content.startswith(b"PAR1"):
        return binary.read_parquet(content)
    if content.startswith(archive.ZIP):
        return binary.read_excel(content)
    if content.startswith(_NO_TABLE):
        raise FileRefused(
            "found an old workbook (.xls), a packed file, a document or a picture, expected a table"
            " as text, JSON, Parquet, Excel (.xlsx) or in a zip"
        )
    from data.read import markup

    notices: list[str] = []
    body = text.decoded(content, notices)
    start = body.lstrip()[:200].lower()
    if not start:
        raise FileRefused("found an empty file, expected a table")
    if start.startswith(("{", "[")) and not markup.is_latex(body):
        found = objects.read_objects(name, body)
    elif name.lower().endswith((".json", ".jsonl", ".ndjson")):
        raise FileRefused(
            "found no JSON (it begins with neither { nor [), expected a list of objects"
        )
    elif markup.is_latex(body):
        found = markup.read_latex(body)
    elif markup.is_html(body):
        found = markup.read_html(body)
    elif markup.is_markdown(body):
        found = markup.read_markdown(body)
    elif start.startswith(("<!doctype", "<html", "<?xml", "<svg")):
        raise FileRefused(
            "found a web page without a table or XML, expected a table as CSV, JSON, Parquet or"
            " Excel"
        )
    else:
        found = [text.read_delimited(body)]
    for table in found:
        table.notices = [*notices, *table.notices]
    return found


def _best(tables: Sequence[Rectangle]) -> Sheet:
    """Return the first table that reads as one and holds numbers; the others are counted. Raises
    FileRefused."""
    refused: list[FileRefused] = []
    for table in tables:
        try:
            sheet = shaped(table)
        except FileRefused as reason:
            refused.append(reason)
            continue
        if len(tables) == 1 or any(
            c.isdigit() for row in sheet.rows for cell in row[1:] for c in cell
        ):
            rest = len(tables) - 1
            note = (
                f"{rest} more tables were found: bring each alone"
                if rest > 1
                else "one more table was found"
            )
            return replace(sheet, notices=(*sheet.notices, *([note] if rest else [])))
    raise (
        refused[0]
        if refused
        else FileRefused("found tables without numbers, expected one with values")
    )


def _of_forget_set(name: str, sheet: Sheet) -> Sheet:
    """Return the sheet with the forget set of TOFU that the name of its file or folder says, where
    it names none."""
    found = [
        m["a"] or f"{int(m['b']):02}" for part in name.split("/") for m in _FORGET.finditer(part)
    ]
    if not found or any(_FORGET.search(c) for row in sheet.rows for c in row):
        return sheet
    rows = tuple((*row, f"forget{found[-1]}") for row in sheet.rows)
    return replace(sheet, header=(*sheet.header, "benchmark"), rows=rows)


def _below_one_another(parts: Sequence[tuple[str, Sheet]]) -> Sheet:
    """Return the tables of several files as one, columns matched by their heading. Raises
    FileRefused."""
    named = [(n, s) for n, s in parts if s.header]
    records = [
        (f"{name}, {place}", dict(zip(part.header, row, strict=True)))
        for name, part in named
        for place, row in zip(part.places, part.rows, strict=True)
    ]
    notices = [f"{name[:60]}: {note}" for name, part in named for note in part.notices]
    notices.append(f"{len(named)} tables were read: {several([n[:40] for n, _ in named], 4)}")
    return replace(shaped(from_records(records, notices)), comma=any(s.comma for _, s in named))


def _suite(suites: Sequence[str], files: Sequence[tuple[str, bytes]]) -> dict[str, str]:
    """Return the tables of the one suite folder among the files, as text. Raises FileRefused."""
    if len(suites) > 1:
        raise FileRefused(f"found {len(suites)} suites, expected one")
    folder = suites[0].removesuffix(SUITE)
    own = {n.removeprefix(folder): c for n, c in files if n.startswith(folder)}
    own = {n: c for n, c in own.items() if n in (SUITE, KEPT) or n.endswith(".csv")}
    own = {n: c for n, c in own.items() if "/" not in n}
    try:
        return {n: c.decode() for n, c in own.items()}
    except UnicodeDecodeError:
        raise FileRefused(
            "found bytes that are not UTF-8 in the tables of the suite, expected UTF-8 text"
        ) from None
