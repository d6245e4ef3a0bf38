"""The formats in which a table leaves: downloads, addresses and the command line read them here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from components.formats.exact import csv_text, json_text, parquet_bytes
from components.formats.printed import latex_table, markdown_table
from components.table import Table
from components.words import Labels


@dataclass(frozen=True)
class Format:
    """One format.

    name        as the command line takes it
    suffix      ends file names and addresses, without a dot
    label       on buttons
    media_type  as HTTP names it
    write       the content of its file, given labels and provenance (text by name)
    """

    name: str
    suffix: str
    label: str
    media_type: str
    write: Callable[[Table[Any], Labels, Mapping[str, str]], str | bytes]


CSV = Format(
    "csv",
    "csv",
    "CSV",
    "text/csv",
    lambda table, labels, about: csv_text(table, about),
)
JSON = Format(
    "json",
    "json",
    "JSON",
    "application/json",
    lambda table, labels, about: json_text(table, about),
)
PARQUET = Format(
    "parquet",
    "parquet",
    "Parquet",
    "application/vnd.apache.parquet",
    lambda table, labels, about: parquet_bytes(table, about),
)
LATEX = Format(
    "latex",
    "tex",
    "LaTeX",
    "application/x-tex; charset=utf-8",
    lambda table, labels, about: latex_table(table, labels, about),
)
MARKDOWN = Format(
    "markdown",
    "md",
    "Markdown",
    "text/markdown",
    lambda table, labels, about: markdown_table(table, labels, about),
)
FORMATS = (CSV, JSON, PARQUET, LATEX, MARKDOWN)
