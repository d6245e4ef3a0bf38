"""Reads the files of one upload: the other side of `components.intake.files`.

Its input is one line of JSON and then the bytes of the files. It gives up time, memory and files before it looks at
them. What it writes is a sheet as JSON, or why it refuses.
"""

import json
import math
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

from components.errors import LeaderboardError
from components.intake.reading import archive, binary, layouts, markup, objects, saves, text
from components.intake.reading.sheet import FileRefused, Sheet, joined
from data.read import every_eval_ever, muse_bench, tofu

SUITE = "suite.toml"
_NO_TABLE = {
    (b"\xd0\xcf\x11\xe0",): "an old Excel file (.xls), expected .xlsx or CSV: save it anew",
    (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd"): (
        "a compressed file, expected the table itself or a zip: unpack it first"
    ),
    (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8"): (
        "a document or a picture, expected a table as CSV, JSON, Parquet or Excel"
    ),
}
"""What files of other kinds begin with, and what to say of them."""
_EXHAUSTED: Mapping[type[BaseException], str] = {
    MemoryError: "found a file that needs more memory than one may have, expected a smaller one",
    RecursionError: "found a file that is nested without end, expected a table",
}


def main() -> None:
    """Answer one request."""
    request = json.loads(sys.stdin.buffer.readline())
    _lower_limits(request["seconds"], request["memory"])
    try:
        sheet = read([(name, sys.stdin.buffer.read(size)) for name, size in request["files"]])
    except (LeaderboardError, MemoryError, RecursionError) as error:
        refused = _EXHAUSTED.get(type(error)) or str(error)
        sys.stdout.write(json.dumps({"refused": refused}))
    else:
        sys.stdout.write(sheet.to_json())


def read(files: Sequence[tuple[str, bytes]]) -> Sheet:
    """The files as one sheet. Raises FileRefused."""
    notices: list[str] = []
    unpacked: list[tuple[str, bytes]] = []
    for name, content in files:
        unpacked += archive.unpacked(content, notices) or [(name.replace("\\", "/"), content)]
    if suites := [n for n, _ in unpacked if n.rpartition("/")[2] == SUITE]:
        return Sheet(suite=_suite(suites, unpacked))
    if any(saves.is_result(n) for n, _ in unpacked):
        return saves.read_saves(unpacked, notices)
    if any(every_eval_ever.is_record(c) for _, c in unpacked):
        return Sheet(suite=every_eval_ever.read(unpacked))
    if any(muse_bench.is_result(n) for n, _ in unpacked):
        return layouts.sheet(muse_bench.read(unpacked), notices)
    if len(unpacked) > 1:
        unpacked = [(n, c) for n, c in unpacked if not n.lower().endswith((".md", ".toml", ".bib"))]
    if unpacked and all(tofu.is_table(c) for _, c in unpacked):
        return layouts.sheet(tofu.read(unpacked), notices)
    parts = []
    for name, content in unpacked:
        try:
            parts.append((name, read_one(name, content)))
        except FileRefused as refused:
            raise FileRefused(str(refused) if len(unpacked) == 1 else f"{name[:80]}: {refused}") from None
    if not parts:
        raise FileRefused("found no table among these files, expected CSV, JSON, Parquet or Excel")
    sheet = joined(parts)
    return replace(sheet, notices=(*notices, *sheet.notices))


def read_one(name: str, content: bytes) -> Sheet:
    """One file by what it holds, not by what it is called. Raises FileRefused."""
    if content.startswith(b"PAR1"):
        return binary.read_parquet(content)
    if content.startswith(archive.ZIP):
        return binary.read_excel(content)
    if other := next((words for marks, words in _NO_TABLE.items() if content.startswith(marks)), ""):
        raise FileRefused(f"found {other}")
    notices: list[str] = []
    body = text.decoded(content, notices)
    start = body.lstrip()[:200].lower()
    if not start:
        raise FileRefused("found an empty file, expected a table")
    if start.startswith(("{", "[")):
        return objects.read_objects(name, body, notices)
    if name.lower().endswith((".json", ".jsonl", ".ndjson")):
        raise FileRefused("found no JSON (it begins with neither { nor [), expected a list of objects")
    for found, read in (
        (markup.is_html, markup.read_html),
        (markup.is_latex, markup.read_latex),
        (markup.is_markdown, markup.read_markdown),
    ):
        if found(body):
            return read(body, notices)
    if start.startswith(("<!doctype", "<html", "<?xml", "<svg")):
        raise FileRefused("found a web page without a table or XML, expected a table as CSV, JSON, Parquet or Excel")
    return text.read_delimited(body, notices)


def _suite(suites: Sequence[str], files: Sequence[tuple[str, bytes]]) -> Mapping[str, str]:
    """The tables of the one suite folder among the files, as text. Raises FileRefused."""
    if len(suites) > 1:
        raise FileRefused(f"found {len(suites)} suites, expected one")
    folder = suites[0].removesuffix(SUITE)
    own = {n.removeprefix(folder): c for n, c in files if n.startswith(folder)}
    own = {n: c for n, c in own.items() if "/" not in n and (n == SUITE or n.endswith(".csv"))}
    try:
        return {n: c.decode() for n, c in own.items()}
    except UnicodeDecodeError:
        raise FileRefused("found bytes that are not UTF-8 in the tables of the suite, expected UTF-8 text") from None


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
