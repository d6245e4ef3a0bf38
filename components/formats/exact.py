"""Tables as CSV, JSON and Parquet: ids as heads, every number to the last bit."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from components.format import cleaned, json_of, spreadsheet_cell, to_plain
from components.table import IN_FILES, Table, is_flat_list, records


def csv_text(table: Table[Any], about: Mapping[str, str]) -> str:
    """Return a table as CSV (comma, LF), ids as heads; undefined cells are empty.

    Its provenance is above it in lines that begin with #: a name, a comma, and the text as one
    cell.
    """
    leaving = table.at(*IN_FILES)
    csv_file = io.StringIO()
    writer = csv.writer(csv_file, lineterminator="\n")
    for fact_name, fact_value in about.items():
        writer.writerow([f"# {fact_name}", spreadsheet_cell(cleaned(fact_value))])
    writer.writerow([spreadsheet_cell(column.id) for column in leaving.columns])
    for row_cells in leaving.cells():
        writer.writerow([spreadsheet_cell(_single_value(cell_value)) for cell_value in row_cells])
    return csv_file.getvalue()


def json_text(table: Table[Any], about: Mapping[str, str]) -> str:
    """Return a table as JSON: {"about": {…}, "rows": [{id: value}]}; undefined numbers are null."""
    return json_of({"about": about, "rows": records(table)})


def parquet_bytes(table: Table[Any], about: Mapping[str, str]) -> bytes:
    """Return a table as Parquet, its provenance in the metadata of the schema.

    A column that holds more than one kind of value is written as text; names that repeat get a
    number.
    """
    leaving = table.at(*IN_FILES)
    columns = []
    for column in leaving.columns:
        columns.append(_arrow_column([_single_value(column.cell(row)) for row in leaving.rows]))
    column_names = distinct_names([column.id for column in leaving.columns], "{}_{}")
    metadata = {fact_name: cleaned(fact_text) for fact_name, fact_text in about.items()}
    parquet_file = io.BytesIO()
    pq.write_table(
        pa.table(columns, names=column_names).replace_schema_metadata(metadata), parquet_file
    )
    return parquet_file.getvalue()


def distinct_names(names: list[str], numbered: str) -> list[str]:
    """Return the names; `numbered` writes one that repeats another, with the count: "{}_{}"."""
    distinct: list[str] = []
    for name in names:
        new_name = name
        number = 2
        while new_name in distinct:
            new_name = numbered.format(name, number)
            number += 1
        distinct.append(new_name)
    return distinct


def _single_value(cell_value: Any) -> Any:
    """Return a cell as one value: lists are joined by |, what is deeper is JSON."""
    plain_value = to_plain(cell_value)
    if is_flat_list(plain_value):
        return "|".join(
            "" if listed_value is None else str(listed_value) for listed_value in plain_value
        )
    if isinstance(plain_value, (list, dict)):
        return json.dumps(plain_value, ensure_ascii=False)
    return plain_value


def _arrow_column(values: list[Any]) -> pa.Array:
    value_types = {type(value) for value in values if value is not None}
    if not value_types:
        return pa.nulls(len(values), pa.string())
    if value_types == {int, float}:
        return pa.array(values, pa.float64())
    if len(value_types) > 1:
        return pa.array([None if value is None else str(value) for value in values], pa.string())
    return pa.array(values)
