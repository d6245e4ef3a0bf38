"""Archives: looked at before they are opened, so that a few bytes cannot unpack to gigabytes."""

from __future__ import annotations

import io
import zipfile
import zlib

from components.intake.limits import MAX_FILES, MAX_UNPACKED
from components.intake.reading.table import Refused

MOST_ENTRIES = 2_000


def opened(content: bytes) -> zipfile.ZipFile:
    """A zip whose directory promises a bearable size. Raises Refused."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Refused(f"found a damaged archive ({error}), expected a whole file") from None
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise Refused(f"found {len(entries):,} files in the archive, expected at most {MOST_ENTRIES:,}")
    size = sum(e.file_size for e in entries)
    if size > MAX_UNPACKED:
        raise Refused(f"found an archive that unpacks to {size:,} bytes, expected at most {MAX_UNPACKED:,}")
    if any(e.flag_bits & 1 for e in entries):
        raise Refused("found an archive with a password, expected an open one")
    return archive


def contents(archive: zipfile.ZipFile) -> list[tuple[str, bytes]]:
    """The files of an archive by path, hidden ones and folders left out, never more than promised. Raises Refused."""
    files: list[tuple[str, bytes]] = []
    left = MAX_UNPACKED
    for entry in archive.infolist():
        path = entry.filename.replace("\\", "/")
        parts = path.split("/")
        if entry.is_dir() or parts[-1].startswith(".") or "__MACOSX" in parts:
            continue
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
        if len(files) > MAX_FILES:
            raise Refused(f"found more than {MAX_FILES} files in the archive, expected at most {MAX_FILES}")
    if not files:
        raise Refused("found no file in the archive, expected tables or result files")
    return files
