"""Reads the files of one upload: the other side of `components.intake.files`.

Its input is a Request as one line of JSON and then the bytes of the files. It gives up time, memory and files before it
looks at them. What it writes is an Answer as JSON.
"""

from __future__ import annotations

import json
import math
import resource
import signal
import sys
from collections.abc import Sequence

from components.intake.reading import saves
from components.intake.reading.archive import contents, opened
from components.intake.reading.table import Answer, Refused, Request, Table, joined

SUITE = "suite.toml"


def main() -> None:
    """Answer one request."""
    request = Request(**json.loads(sys.stdin.buffer.readline()))
    _lower_limits(request.seconds, request.memory)
    try:
        files = [(n, sys.stdin.buffer.read(size)) for n, size in zip(request.names, request.sizes, strict=True)]
        answer = read(files)
    except Refused as refused:
        answer = Answer(refused=str(refused))
    except MemoryError:
        answer = Answer(refused="found a file that needs more memory than one may have, expected a smaller one")
    except RecursionError:
        answer = Answer(refused="found a file that is nested without end, expected a table")
    sys.stdout.write(json.dumps(vars(answer), ensure_ascii=True))


def read(files: Sequence[tuple[str, bytes]]) -> Answer:
    """The answer for files by name. Raises Refused."""
    notices: list[str] = []
    unpacked: list[tuple[str, bytes]] = []
    for name, content in files:
        inside = _unpacked(content, notices)
        unpacked += [(name.replace("\\", "/"), content)] if inside is None else inside
    folder = [(n, c) for n, c in unpacked if n.rpartition("/")[2] == SUITE]
    if folder:
        return Answer(suite=_suite(folder, unpacked))
    if any(saves.is_result(n) for n, _ in unpacked):
        return _saves(unpacked, notices)
    known = [(n, c) for n, c in unpacked if len(unpacked) == 1 or not n.lower().endswith((".md", ".toml", ".bib"))]
    parts = []
    for name, content in known:
        try:
            parts.append((name, read_one(name, content)))
        except Refused as refused:
            raise Refused(str(refused) if len(known) == 1 else f"{name[:80]}: {refused}") from None
    if not parts:
        raise Refused("found no table among these files, expected CSV, JSON, Parquet or Excel")
    return _of_table(joined(parts), notices)


def _of_table(table: Table, notices: Sequence[str], samples: Sequence[saves.Samples] = ()) -> Answer:
    """A table with what was told of its files before it was read."""
    told = {**vars(table), "notices": [*notices, *table.notices]}
    return Answer(**told, samples=[vars(s) for s in samples])


def _saves(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Answer:
    """The runs of a saves folder of OpenUnlearning, whether it came as a zip or as files. Raises Refused."""
    read, told = saves.chosen({n: len(c) for n, c in files}, len(files), sum(len(c) for _, c in files))
    table, samples = saves.read_saves([(n, c) for n, c in files if n in set(read)])
    return _of_table(table, [*notices, *told], samples)


def read_one(name: str, content: bytes) -> Table:
    """One file by what it holds, not by what it is called. Raises Refused."""
    from components.intake.reading import binary, markup, objects, text

    notices: list[str] = []
    if content.startswith(b"PAR1"):
        return binary.read_parquet(content, notices)
    if content.startswith(b"PK\x03\x04"):
        return binary.read_excel(content)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise Refused("found an old Excel file (.xls), expected .xlsx or CSV: save it anew")
    if content.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")):
        raise Refused("found a compressed file, expected the table itself or a zip: unpack it first")
    if content.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")):
        raise Refused("found a document or a picture, expected a table as CSV, JSON, Parquet or Excel")
    body = text.decoded(content, notices)
    if not body.strip():
        raise Refused("found an empty file, expected a table")
    if body.lstrip().startswith(("{", "[")):
        return objects.read_objects(name, body, notices)
    if name.lower().endswith((".json", ".jsonl", ".ndjson")):
        raise Refused("found no JSON (it begins with neither { nor [), expected a list of objects")
    if markup.is_html(body):
        return markup.read_html(body, notices)
    if body.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml", "<svg")):
        raise Refused("found a web page without a table or XML, expected a table as CSV, JSON, Parquet or Excel")
    if markup.is_latex(body):
        return markup.read_latex(body, notices)
    if markup.is_markdown(body):
        return markup.read_markdown(body, notices)
    return text.read_delimited(body, notices)


def _unpacked(content: bytes, notices: list[str]) -> list[tuple[str, bytes]] | None:
    """The files inside a zip; None for any other file, workbooks too."""
    if not content.startswith(b"PK\x03\x04"):
        return None
    archive = opened(content)
    if any(name.startswith("xl/") for name in archive.namelist()):
        return None
    return contents(archive, notices)


def _suite(folders: list[tuple[str, bytes]], files: Sequence[tuple[str, bytes]]) -> dict[str, str]:
    """The tables of the one suite folder among the files, as text."""
    if len(folders) > 1:
        raise Refused(f"found {len(folders)} suites, expected one")
    beside = folders[0][0].removesuffix(SUITE)
    texts = {}
    for name, content in files:
        own = name.removeprefix(beside)
        if name.startswith(beside) and "/" not in own and (own == SUITE or own.endswith(".csv")):
            try:
                texts[own] = content.decode("utf-8")
            except UnicodeDecodeError:
                raise Refused(f"found bytes that are not UTF-8 in {own[:60]}, expected UTF-8 text") from None
    return texts


def _lower_limits(seconds: float, memory: int) -> None:
    """Give up memory and files; an alarm ends the process after `seconds`, whatever it is doing."""
    for limit, value in (
        (resource.RLIMIT_CPU, math.ceil(seconds) + 2),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
