"""Numbers as files that say where they come from. Pure: a table or a part of the report in, text or bytes out."""

from components.exports.files import csv_text, json_text, neutral, parquet_bytes
from components.exports.printed import latex_table, markdown_table
from components.exports.provenance import caption, file_name, pictured, provenance, ranking_picture

__all__ = [
    "caption",
    "csv_text",
    "file_name",
    "json_text",
    "latex_table",
    "markdown_table",
    "neutral",
    "parquet_bytes",
    "pictured",
    "provenance",
    "ranking_picture",
]
