"""Archives: looked at before they are opened, so that a few bytes cannot unpack to gigabytes."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence

from components.intake.limits import MAX_CELLS, MAX_FILES, MAX_UNPACKED
from components.intake.reading import saves
from components.intake.reading.table import Refused

MOST_ENTRIES = 20_000
"""A folder of checkpoints has thousands of files, of which few are read."""
DETAILS = MAX_UNPACKED // 2
"""Bytes of a saves folder that are parsed: values by sample take most of them and half of the time there is."""
MOST_UNPACKING, UNSUSPICIOUS = 100, 4 * 2**20
"""How many times its size a part of a workbook may unpack to, where it holds more than so many bytes."""
MOST_CELL_MARKS, MOST_MARKS = 6 * MAX_CELLS, 100_000
"""Beginnings and ends of XML elements in the rows of a sheet or the texts of a book, and in each part beside them."""
_NO_TABLE = re.compile(
    r"\.(?:safetensors|bin|pt|pth|ckpt|gguf|onnx|npy|npz|pkl|pickle|h5|msgpack|png|jpe?g|gif|svg|pdf|log|lock)\Z"
    r"|(?:\A|/)events\.out\.tfevents\.[^/]*\Z",
    re.I,
)
"""Files that hold no table: weights, pictures, logs."""


def opened(content: bytes) -> zipfile.ZipFile:
    """A zip whose directory can be read. Raises Refused."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Refused(f"found a damaged archive ({error}), expected a whole file") from None
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise Refused(f"found {len(entries):,} files in the archive, expected at most {MOST_ENTRIES:,}")
    if any(e.flag_bits & 1 for e in entries):
        raise Refused("found an archive with a password, expected an open one")
    return archive


def bearable(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse entries that promise to unpack to more than can be held. Raises Refused."""
    size = sum(e.file_size for e in entries)
    if size > MAX_UNPACKED:
        raise Refused(f"found an archive that unpacks to {size:,} bytes, expected at most {MAX_UNPACKED:,}")


def workable(archive: zipfile.ZipFile) -> None:
    """Refuse a workbook whose parts, looked at without being parsed, are more work than a table is. Raises Refused."""
    entries = archive.infolist()
    bearable(entries)
    for entry in entries:
        if entry.file_size > max(MOST_UNPACKING * entry.compress_size, UNSUSPICIOUS):
            raise Refused(f"found a part that unpacks to {entry.file_size:,} bytes, expected a table: save it as CSV")
        if not entry.filename.endswith((".xml", ".rels")):
            continue
        text = archive.read(entry)
        first, last = text.find(b"sheetData"), text.rfind(b"sheetData")
        cells = text if entry.filename.endswith("sharedStrings.xml") else text[max(first, 0) : max(last, 0)]
        within = cells.count(b"<")
        beside = text.count(b"<") - within
        if within > MOST_CELL_MARKS or beside > MOST_MARKS:
            name = entry.filename.rpartition("/")[2][:60]
            raise Refused(f"found {max(within, beside):,} XML marks in {name}, expected fewer: save the table as CSV")


def contents(archive: zipfile.ZipFile, notices: list[str]) -> list[tuple[str, bytes]]:
    """The files of an archive by path, hidden ones and folders left out, never more than promised. Raises Refused.

    Of a saves folder of OpenUnlearning only what `saves.chosen` names is unpacked, of any other archive all but
    weights and pictures; what was passed over is told.
    """
    paths = {e.filename.replace("\\", "/"): e for e in archive.infolist() if not e.is_dir()}
    shown = {
        p: e for p, e in paths.items() if not p.rpartition("/")[2].startswith(".") and "__MACOSX" not in p.split("/")
    }
    entries = {p: e for p, e in shown.items() if not _NO_TABLE.search(p)}
    if any(saves.is_result(p) for p in shown):
        read, told = saves.chosen({p: e.file_size for p, e in shown.items()}, MAX_FILES, DETAILS)
        entries = {p: shown[p] for p in read}
        notices += told
    elif len(entries) < len(shown):
        size = sum(e.file_size for p, e in shown.items() if p not in entries)
        notices.append(
            f"{len(shown) - len(entries)} files ({size / 1e6:,.1f} MB) were passed over without being unpacked: "
            "weights, logs and pictures"
        )
    if not entries:
        raise Refused("found no file in the archive, expected tables or result files")
    if len(entries) > MAX_FILES:
        raise Refused(f"found more than {MAX_FILES} files in the archive, expected at most {MAX_FILES}")
    bearable(list(entries.values()))
    files: list[tuple[str, bytes]] = []
    left = MAX_UNPACKED
    for path, entry in entries.items():
        try:
            with archive.open(entry) as file:
                data = file.read(left + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
            raise Refused(
                f"found a damaged file {path[:60]!r} in the archive ({error}), expected a whole one"
            ) from None
        left -= len(data)
        if left < 0:
            raise Refused(f"found an archive that unpacks to more than {MAX_UNPACKED:,} bytes, expected less")
        files.append((path, data))
    return files
