"""Croissant metadata of a suite (MLCommons, version 1.0): what its files are and what each column
holds, as JSON-LD."""

import csv
import hashlib
import io
from collections.abc import Mapping
from typing import Any

from components.citation import bibtex
from components.formats.registry import CSV
from data.columns import TABLES, described_columns
from data.registry import Tables

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
LICENCES = {
    "Apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}
"""Addresses of the terms that a suite's licence may name."""
KINDS = {"number": "sc:Float", "count": "sc:Integer", "url": "sc:URL"}
TERMS = """
    citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes
    isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace
    samplingRate separator source subField transform
"""
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in TERMS.split()},
}


def croissant(
    tables: Tables, files: Mapping[str, bytes], archive: tuple[str, bytes] | None = None
) -> dict[str, Any]:
    """Return the metadata of a suite whose tables are `files`, by name.

    Without `archive` the files lie beside the metadata; with it, (address, content), in a folder of
    that zip."""
    suite = tables.suite
    csv_names = [file_name for file_name in files if file_name.endswith(".csv")]
    licences = [url for file_name, url in LICENCES.items() if file_name in suite.licence] or [
        suite.licence
    ]
    authors = filter(None, map(str.strip, suite.authors.split(",")))
    distribution = [_file(file_name, files[file_name]) for file_name in csv_names]
    if archive is not None:
        for csv_file in distribution:
            csv_file["contentUrl"] = f"{suite.id}/{csv_file['name']}"
            csv_file["containedIn"] = {"@id": "archive"}
        distribution.insert(0, _archive(*archive))
    metadata: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": suite.id,
        "alternateName": suite.title,
        "description": suite.description,
        "url": suite.source_url or suite.url,
        "license": licences if len(licences) > 1 else licences[0],
        "citeAs": bibtex(suite, tables.data_version),
        "creator": [{"@type": "sc:Person", "name": author} for author in authors],
        # Croissant asks for a semantic version: ours is the hash of the tables, carried as the
        # build
        "version": f"1.0.0+{tables.data_version}",
        "datePublished": suite.retrieved,
        "isLiveDataset": False,
        "keywords": ["machine unlearning", "evaluation", "leaderboard"],
        "distribution": distribution,
        "recordSet": [_record_set(tables, file_name, files[file_name]) for file_name in csv_names],
    }
    return {
        field_name: field_value
        for field_name, field_value in metadata.items()
        if field_value not in ("", [])
    }


def _file(file_name: str, content: bytes) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file_name,
        "name": file_name,
        "description": _description(file_name),
        "contentUrl": file_name,
        "contentSize": f"{len(content)} B",
        "encodingFormat": CSV.media_type,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _archive(address: str, content: bytes) -> dict[str, Any]:
    archive = _file(address.rpartition("/")[2], content)
    del archive["description"]
    return archive | {
        "@id": "archive",
        "contentUrl": address,
        "encodingFormat": "application/zip",
    }


def _record_set(tables: Tables, file_name: str, content: bytes) -> dict[str, Any]:
    table_name = file_name.removesuffix(".csv")
    headings = next(csv.reader(io.StringIO(content.decode(), newline="")))
    record_set: dict[str, Any] = {
        "@type": "cr:RecordSet",
        "@id": table_name,
        "name": table_name,
        "description": _description(file_name),
        "field": [_field(tables, table_name, heading) for heading in headings],
    }
    key_columns = TABLES[table_name].key if table_name in TABLES else ()
    if key_columns and set(key_columns) <= set(headings):
        record_set["key"] = [{"@id": f"{table_name}/{column}"} for column in key_columns]
    return record_set


def _field(tables: Tables, table_name: str, heading: str) -> dict[str, Any]:
    schema_type = "sc:Text"
    description = heading
    references = {}
    for metric in tables.metrics if table_name == "runs" else ():
        if metric.id == heading:
            schema_type = "sc:Float"
            description = f"{metric.name} ({metric.direction} is better). {metric.measures}"
    for column in described_columns(table_name):
        if column.name == heading:
            schema_type = KINDS.get(column.kind, "sc:Text")
            description = column.help
            if schema_type == "sc:Integer" and not column.required:
                schema_type = "sc:Float"  # an empty cell is no integer
            if column.refers and column.required:
                references = {"references": {"field": {"@id": f"{column.refers}/id"}}}
    if table_name not in TABLES and tables.extras[table_name][heading].dtype.kind == "f":
        schema_type = "sc:Float"
    return {
        "@type": "cr:Field",
        "@id": f"{table_name}/{heading}",
        "name": heading,
        "description": description,
        "dataType": schema_type,
        "source": {"fileObject": {"@id": f"{table_name}.csv"}, "extract": {"column": heading}},
        **references,
    }


def _description(file_name: str) -> str:
    suite_table = TABLES.get(file_name.removesuffix(".csv"))
    return suite_table.help if suite_table else f"A further table of the suite: {file_name}"
