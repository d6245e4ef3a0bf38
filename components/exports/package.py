"""A whole suite as one zip: its tables, licence, citation and Croissant metadata, the same bytes each time."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from components.citation import bibtex
from components.defaults import LICENCE, NAME, VERSION
from components.exports.croissant import croissant
from components.stats.stop import checked
from components.text import cleaned
from data import per_sample, store, write
from data.files import PARQUET, Content, data_version, parquet_files, pieces, read_bytes, size_of
from data.folders import suite_folders
from data.problems import Problems
from data.registry import Tables

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip: the bytes depend on the tables alone."""


def package(tables: Tables, files: Mapping[str, Content] | None = None, licence: bytes | None = None) -> bytes:
    """The zip of a suite: its tables written anew, or `files`, its own ones as they are; `licence` likewise."""
    out = io.BytesIO()
    write_package(out, tables, files or write.suite_files(tables), licence)
    return out.getvalue()


def write_package(out: BinaryIO, tables: Tables, files: Mapping[str, Content], licence: bytes | None = None) -> None:
    """Write the zip of a suite with these files, a piece at a time. Raises OSError.

    Of a suite with very many runs Parquet stays as it is: it is packed already.
    """
    metadata = json.dumps(croissant(tables, files), ensure_ascii=False, indent=1).encode()
    content: dict[str, Content] = {
        "README.md": _readme(tables).encode(),
        "CITATION.bib": (bibtex(tables.suite, tables.data_version) + "\n").encode(),
        "LICENSE.md": licence or _licence(tables).encode(),
        "croissant.json": metadata,
        **files,
    }
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(f"{tables.suite.id}/{name}", BEGINNING)
            packed = tables.whole is not None and name.endswith(PARQUET)
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.file_size = size_of(data)  # more than 2 GB take another form, which must be known before
            with archive.open(entry, "w") as member:
                for piece in checked(pieces(data)):
                    member.write(piece)


def whole_files(tables: Tables, scratch: Path) -> tuple[Mapping[str, Content], bytes | None]:
    """The files of a suite as they are in its folder, when that folder still holds this data version.

    With its LICENSE.md, if there is one. Otherwise they are written anew: what is too long for CSV, and all runs of a
    suite where `tables` has only some, as Parquet in the folder `scratch`. Raises Unavailable, OSError.
    """
    for folder in suite_folders():
        files: dict[str, Content] = {**read_bytes(folder, Problems()), **parquet_files(folder, Problems())}
        if data_version(files) == tables.data_version:
            licence = Path(folder) / "LICENSE.md"
            return files, licence.read_bytes() if licence.is_file() else None
    return _written(tables, scratch), None


def _written(tables: Tables, scratch: Path) -> dict[str, Content]:
    files: dict[str, Content] = {**write.table_files(tables)}
    if tables.whole is not None:
        del files["runs.csv"]
        store.write_runs(tables, scratch / "runs.parquet")
        files["runs.parquet"] = scratch / "runs.parquet"
    if tables.per_sample is not None and write.SAMPLES_CSV not in files:
        per_sample.write_parquet(tables.per_sample, scratch / write.SAMPLES)
        files[write.SAMPLES] = scratch / write.SAMPLES
    return files


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
