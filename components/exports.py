"""Tables as files that say where they come from: CSV and JSON.

A spreadsheet runs a cell that begins with =, +, -, @, tab or carriage return as a formula; such text gets an
apostrophe in front. Numbers stay numbers, negative ones too.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.parts.plain import plain
from components.selection import to_query, to_text
from components.text import cleaned
from components.view import View

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def provenance(view: View) -> dict[str, str]:
    """What travels with every export, in words: source, licence, selection, weights, protocol, data version."""
    suite, chosen = view.tables.suite, view.selection
    return {
        "suite": suite.title,
        "source": f"{suite.paper} {suite.url}".strip(),
        "licence": suite.licence,
        "selection": " ".join(f"{k}={v}" for k, v in to_query(chosen, view.tables).items()),
        "panel": chosen.panel,
        "weights": _weights(view),
        "protocol": chosen.protocol,
        "utility map": chosen.transform,
        "data version": view.tables.data_version,
    }


def caption(about: Mapping[str, str]) -> str:
    """Provenance as one line, for figures."""
    return " · ".join(f"{name}: {cleaned(text)}" for name, text in about.items() if text)


def csv_text(table: pd.DataFrame, about: Mapping[str, str]) -> str:
    """A table as CSV (comma, LF, UTF-8), its provenance in lines that begin with #; undefined cells are empty."""
    out = io.StringIO()
    for name, text in about.items():
        out.write(f"# {name}: {cleaned(text)}\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([neutral(c) for c in table.columns])
    for row in table.itertuples(index=False, name=None):
        writer.writerow([neutral(cell) for cell in row])
    return out.getvalue()


def json_text(table: pd.DataFrame, about: Mapping[str, str]) -> str:
    """A table as JSON: {"about": {…}, "rows": [{column: value}]}; undefined numbers are null."""
    columns = [str(c) for c in table.columns]
    rows = [dict(zip(columns, row, strict=True)) for row in table.itertuples(index=False, name=None)]
    return json.dumps(plain({"about": dict(about), "rows": rows}), ensure_ascii=False, allow_nan=False, indent=1)


def neutral(cell: Any) -> Any:
    """A cell no spreadsheet will run. Text that is a plain number stays as it is."""
    if cell is None or cell is pd.NA or (isinstance(cell, float) and cell != cell):
        return ""
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if cell.startswith(_FORMULA) and not _is_number(cell) else cell


def file_name(view: View, name: str, ending: str) -> str:
    """A name that tells suite, panel, what it is and the data version."""
    return f"{view.tables.suite.id}-{view.selection.panel}-{name}-{view.tables.data_version}.{ending}"


def _weights(view: View) -> str:
    pairs = tuple(zip(view.panel.metric_ids, (round(float(w), 6) for w in view.w), strict=True))
    preset = view.selection.weights
    return f"{preset} ({to_text(pairs)})" if isinstance(preset, str) else to_text(pairs)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and "_" not in text and not set(text) & set("\t\r\n")
