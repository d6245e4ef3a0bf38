"""A whole suite as one zip: its tables, licence, citation and Croissant metadata, the same bytes
each time."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Mapping

from components.citation import bibtex
from components.defaults import LICENCE, NAME, VERSION
from components.exports.croissant import croissant
from components.format import cleaned, forge_text, spreadsheet_cell
from data import write
from data.folders import suite_folders
from data.problems import Problems
from data.raw_files import data_version, read_bytes
from data.registry import Tables

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip: the bytes depend on the tables alone."""


def package(
    tables: Tables,
    files: Mapping[str, bytes] | None = None,
    licence: bytes | None = None,
    more: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return the zip of a suite with `files` and `licence` of `whole_files`; without them, with
    both written anew. `more` are files that belong to no suite."""
    files = files or harmless(write.suite_files(tables))
    metadata = json.dumps(croissant(tables, files), ensure_ascii=False, indent=1)
    contents = {
        "README.md": _readme(tables).encode(),
        "CITATION.bib": f"{bibtex(tables.suite, tables.data_version)}\n".encode(),
        "LICENSE.md": licence or _licence(tables).encode(),
        "croissant.json": metadata.encode(),
        **files,
        **(more or {}),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file_name, content in contents.items():
            zip_entry = zipfile.ZipInfo(f"{tables.suite.id}/{file_name}", BEGINNING)
            zip_entry.compress_type = zipfile.ZIP_DEFLATED
            zip_entry.external_attr = 0o644 << 16
            archive.writestr(zip_entry, content)
    return buffer.getvalue()


def whole_files(tables: Tables) -> tuple[Mapping[str, bytes], bytes | None]:
    """Return the files of a suite, harmless, and its LICENSE.md, None without one.

    They are those of its folder if it still holds this data version, else written anew. Raises
    OSError."""
    for folder in suite_folders():
        files = read_bytes(folder, Problems())
        if data_version(files) == tables.data_version:
            licence = folder / "LICENSE.md"
            return harmless(files), licence.read_bytes() if licence.is_file() else None
    return harmless(write.suite_files(tables)), None


def harmless(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files with an apostrophe before each text of a CSV that a spreadsheet would run as a
    formula.

    Files without such a text stay as they are, byte for byte.
    """
    harmless_files = dict(files)
    for file_name, content in files.items():
        if file_name.endswith(".csv"):
            harmless_files[file_name] = _harmless_csv(content)
    return harmless_files


def _harmless_csv(content: bytes) -> bytes:
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    safe_rows = [list(map(spreadsheet_cell, row)) for row in rows]
    if safe_rows == rows:
        return content
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\n").writerows(safe_rows)
    return buffer.getvalue().encode()


def package_name(tables: Tables) -> str:
    """Return the name of the file: suite and data version."""
    return f"{tables.suite.id}-{tables.data_version}.zip"


def _readme(tables: Tables) -> str:
    suite = tables.suite
    return f"""# {forge_text(suite.title)}

{forge_text(suite.description)}

- Source: {forge_text(suite.paper)} {_link(suite.url)}
- Released at: {_link(suite.source_url)}
- Licence: {forge_text(suite.licence)}
- Retrieved: {forge_text(suite.retrieved)}
- Data version: {tables.data_version}
- Written by: {NAME} {VERSION}

One table per file, CSV in UTF-8, empty = not measured. `croissant.json` says what each column holds
(MLCommons Croissant). The folder can be served as it is: name it in LEADERBOARD_TABLES. A text that
a spreadsheet would take for a formula has an apostrophe in front; the data version is that of the
tables without it.
"""


def _link(url: str) -> str:
    return f"<{url}>" if re.fullmatch(r"https?://[^\s<>]+", url) else forge_text(url)


def _licence(tables: Tables) -> str:
    return f"""# Terms

Figures: {forge_text(cleaned(tables.suite.licence).rstrip("."))}.

Arrangement, labels and descriptions by the {NAME.lower()} project: {LICENCE}.
"""
