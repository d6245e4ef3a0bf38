"""Croissant metadata of a suite (MLCommons, version 1.0): what its files are and what each column
holds, as JSON-LD."""

import csv
import hashlib
import io
from collections.abc import Mapping
from typing import Any

from components.citation import bibtex
from data.columns import TABLES, ColumnSchema
from data.registry import Tables

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
LICENCES = {
    "Apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}
"""Addresses of the terms that a suite's licence may name."""
KINDS = {"number": "sc:Float", "count": "sc:Integer", "url": "sc:URL"}
TERMS = (
    *(
        "citeAs",
        "column",
        "equivalentProperty",
        "extract",
        "field",
        "fileObject",
        "fileProperty",
        "fileSet",
        "format",
    ),
    *(
        "includes",
        "isLiveDataset",
        "jsonPath",
        "key",
        "md5",
        "parentField",
        "path",
        "recordSet",
        "references",
        "regex",
    ),
    *("repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
)
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
    **{term: f"cr:{term}" for term in TERMS},
}


def croissant(
    tables: Tables, files: Mapping[str, bytes], archive: tuple[str, bytes] | None = None
) -> dict[str, Any]:
    """The metadata of a suite whose tables are `files`, by name.

    Without `archive` the files lie beside the metadata; with it, (address, content), in a folder of
    that zip."""
    suite = tables.suite
    names = [n for n in files if n.endswith(".csv")]
    inside = f"{suite.id}/" if archive else None
    licences = [url for name, url in LICENCES.items() if name in suite.licence] or [suite.licence]
    described: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": suite.id,
        "alternateName": suite.title,
        "description": suite.description,
        "url": suite.source_url or suite.url,
        "license": licences if len(licences) > 1 else licences[0],
        "citeAs": bibtex(suite, tables.data_version),
        "creator": [
            {"@type": "sc:Person", "name": a.strip()} for a in suite.authors.split(",") if a.strip()
        ],
        # Croissant asks for a semantic version: ours is the hash of the tables, carried as the
        # build
        "version": f"1.0.0+{tables.data_version}",
        "datePublished": suite.retrieved,
        "isLiveDataset": False,
        "keywords": ["machine unlearning", "evaluation", "leaderboard"],
        "distribution": [
            *_archive(archive),
            *(_file(n, files[n], inside) for n in names),
        ],
        "recordSet": [_record_set(tables, name, files[name]) for name in names],
    }
    return {k: v for k, v in described.items() if v not in ("", [])}


def _archive(archive: tuple[str, bytes] | None) -> list[dict[str, Any]]:
    if archive is None:
        return []
    address, content = archive
    return [
        {
            "@type": "cr:FileObject",
            "@id": "archive",
            "name": address.rpartition("/")[2],
            "contentUrl": address,
            "contentSize": f"{len(content)} B",
            "encodingFormat": "application/zip",
            "sha256": hashlib.sha256(content).hexdigest(),
        }
    ]


def _file(name: str, content: bytes, inside: str | None) -> dict[str, Any]:
    """One file; `inside` is the folder it has in the archive, None when it lies beside the
    metadata."""
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "description": _about(name),
        "contentUrl": f"{inside or ''}{name}",
        "contentSize": f"{len(content)} B",
        "encodingFormat": "text/csv",
        "sha256": hashlib.sha256(content).hexdigest(),
        **({"containedIn": {"@id": "archive"}} if inside else {}),
    }


def _record_set(tables: Tables, name: str, content: bytes) -> dict[str, Any]:
    stem = name.removesuffix(".csv")
    known = TABLES.get(stem)
    columns = {c.name: c for c in known.columns} if known else {}
    heads = next(csv.reader(io.StringIO(content.decode(), newline="")))
    numeric = set() if known else {h for h in heads if tables.extras[stem][h].dtype.kind == "f"}
    record_set: dict[str, Any] = {
        "@type": "cr:RecordSet",
        "@id": stem,
        "name": stem,
        "description": _about(name),
        "field": [_field(tables, stem, head, columns.get(head), head in numeric) for head in heads],
    }
    if known and set(known.key) <= set(heads):
        record_set["key"] = [{"@id": f"{stem}/{k}"} for k in known.key]
    return record_set


def _field(
    tables: Tables, stem: str, head: str, column: ColumnSchema | None, numeric: bool
) -> dict[str, Any]:
    metric = next((m for m in tables.metrics if m.id == head), None) if stem == "runs" else None
    kind = (
        KINDS.get(column.kind, "sc:Text")
        if column
        else "sc:Float"
        if metric or numeric
        else "sc:Text"
    )
    if kind == "sc:Integer" and column and not column.required:
        kind = "sc:Float"  # an empty cell is no integer
    description = (
        f"{metric.name} ({metric.direction} is better). {metric.measures}"
        if metric
        else column.help
        if column
        else ""
    )
    entry: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{stem}/{head}",
        "name": head,
        "description": description or head,
        "dataType": kind,
        "source": {"fileObject": {"@id": f"{stem}.csv"}, "extract": {"column": head}},
    }
    if column and column.refers and column.required:
        entry["references"] = {"field": {"@id": f"{column.refers}/id"}}
    return entry


def _about(name: str) -> str:
    known = TABLES.get(name.removesuffix(".csv"))
    return known.help if known and known.help else f"A further table of the suite: {name}"
