"""A whole suite as one zip: its tables, licence, citation and Croissant metadata, the same bytes each time."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from components.citation import bibtex
from components.defaults import LICENCE, NAME, VERSION
from components.exports.croissant import croissant
from components.format import cleaned
from data import write
from data.files import data_version, read_bytes
from data.folders import suite_folders
from data.problems import Problems
from data.registry import Tables

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip: the bytes depend on the tables alone."""


def package(tables: Tables, files: Mapping[str, bytes] | None = None, licence: bytes | None = None) -> bytes:
    """Return the zip of a suite: its tables written anew, or `files`, its own ones as they are; `licence` likewise."""
    files = files or write.suite_files(tables)
    metadata = json.dumps(croissant(tables, files), ensure_ascii=False, indent=1).encode()
    content = {
        "README.md": _readme(tables).encode(),
        "CITATION.bib": (bibtex(tables.suite, tables.data_version) + "\n").encode(),
        "LICENSE.md": licence or _licence(tables).encode(),
        "croissant.json": metadata,
        **files,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(f"{tables.suite.id}/{name}", BEGINNING)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()


def whole_files(tables: Tables) -> tuple[Mapping[str, bytes], bytes | None]:
    """Return the files of a suite as they are in its folder if that still holds this data version, else written anew.

    With its LICENSE.md, if there is one. Raises Unavailable, OSError.
    """
    for folder in suite_folders():
        files = read_bytes(folder, Problems())
        if data_version(files) == tables.data_version:
            licence = Path(folder) / "LICENSE.md"
            return files, licence.read_bytes() if licence.is_file() else None
    return write.suite_files(tables), None


def package_name(tables: Tables) -> str:
    """The name of the file: suite and data version."""
    return f"{tables.suite.id}-{tables.data_version}.zip"


def _readme(tables: Tables) -> str:
    suite = tables.suite
    return f"""# {cleaned(suite.title)}

{cleaned(suite.description)}

- Source: {cleaned(f"{suite.paper} {suite.url}")}
- Released at: {cleaned(suite.source_url)}
- Licence: {cleaned(suite.licence)}
- Retrieved: {cleaned(suite.retrieved)}
- Data version: {tables.data_version}
- Written by: {NAME} {VERSION}

One table per file, CSV in UTF-8, empty = not measured. `croissant.json` says what each column holds
(MLCommons Croissant). The folder can be served as it is: name it in LEADERBOARD_TABLES.
"""


def _licence(tables: Tables) -> str:
    return f"""# Terms

Figures: {cleaned(tables.suite.licence).rstrip(".")}.

Arrangement, labels and descriptions by the {NAME.lower()} project: {LICENCE}.
"""
