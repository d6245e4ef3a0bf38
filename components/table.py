"""The one form in which numbers leave: rows under described columns, as JSON, CSV, Parquet, LaTeX,
Markdown and HTML.

A spreadsheet runs a cell that begins with =, +, -, @ (or one of them in full width), some also
behind a blank, a tab or a line break; such text gets an apostrophe in front. Numbers stay numbers,
negative ones too."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from operator import itemgetter
from typing import Any, Generic, Literal, TypeVar

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from components import markup
from components.format import (
    UNDEFINED,
    Plain,
    cleaned,
    factor,
    forge_text,
    json_of,
    latex_text,
    number,
    p_value,
    percent,
)
from components.format import to_plain as plain
from components.words import Labels

R = TypeVar("R")
Direction = Literal["lower", "higher"]
Kind = Literal[
    "text", "number", "count", "flag", "p", "share", "method", "metric", "benchmark", "panel"
]
"""What a column holds. Ids of the last four are labels on screen and in print, a `share` is printed
in per cent."""
Place = Literal["print", "screen", "file", "screen only"]
NAMED: tuple[Kind, ...] = ("method", "metric", "benchmark", "panel")


@dataclass(frozen=True)
class Link:
    """Where a cell leads: a page by its name, this one if empty, with these choices; `url` is an
    outside address."""

    page: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    url: str = ""


@dataclass(frozen=True)
class Column(Generic[R]):
    """One column of rows of type R.

    id       its head in files and its key in JSON, where a dot nests: `means.FA`
    of       the cell of a row: text, number, flag or None; a tuple of these is a list in JSON,
             joined by | elsewhere
    head     its head on screen and in print, the id where empty
    help     one sentence on what it holds
    digits   decimals on screen and in print; None for as many as a number needs, up to six
    better   which end is best; the best is bold in print
    why      id of the column that says why a cell is empty
    spread   id of the column with its standard deviations; print joins the two
    log      whether the spread is one of base-10 logarithms: print gives the factor, 2.6e-4 ×/÷ 2.2
    link     where the cell leads on screen; methods and metrics lead to their pages by themselves
    place    "print" is everywhere, "screen" is on screen and in files, "file" in files only (CSV,
             JSON, Parquet), "screen only" on screen only
    """

    id: str
    of: Callable[[R], Any]
    head: str = ""
    _: KW_ONLY
    kind: Kind = "text"
    help: str = ""
    digits: int | None = 3
    unit: str = ""
    better: Direction | None = None
    why: str = ""
    spread: str = ""
    log: bool = False
    link: Callable[[R], Link | None] | None = None
    place: Place = "screen"


@dataclass(frozen=True)
class Table(Generic[R]):
    """Rows under columns; `first` is how many rows are seen before a line opens the others, None
    for the usual."""

    columns: tuple[Column[R], ...]
    rows: tuple[R, ...]
    first: int | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def at(self, *places: Place) -> Table[R]:
        """Return the table with the columns of these places."""
        return replace(self, columns=tuple(c for c in self.columns if c.place in places))

    def cells(self) -> list[tuple[Any, ...]]:
        """Return the cells, row by row."""
        return [tuple(column.of(row) for column in self.columns) for row in self.rows]


def table(columns: Iterable[Column[R]], rows: Iterable[R]) -> Table[R]:
    """Return a table of any columns and rows."""
    return Table(tuple(columns), tuple(rows))


def item(of: Callable[[R], Any], key: Any) -> Callable[[R], Any]:
    """Return the function of a row that gives one item of what the row holds."""
    return lambda row: of(row)[key]


def placed(
    of: Callable[[R], Any], link: Callable[[R], Link | None] | None = None
) -> list[Column[R]]:
    """Return columns of the suite and the panel of what a row holds: labels on screen, with a link,
    ids in files."""
    return [
        Column("suite", lambda row: of(row).suite, place="file"),
        Column("suite_label", lambda row: of(row).suite_label, "suite", place="print"),
        Column("panel", lambda row: of(row).panel, place="file"),
        Column("panel_label", lambda row: of(row).panel_label, "panel", place="print", link=link),
    ]


def filled(rows: Sequence[R], columns: Iterable[Column[R]]) -> tuple[Column[R], ...]:
    """Return the columns that hold something in at least one row, all if there is no row."""
    return tuple(
        c for c in columns if not rows or any(c.of(row) not in (None, "", ()) for row in rows)
    )


def of_frame(frame: pd.DataFrame) -> Table[tuple[Any, ...]]:
    """Return a frame (runs, the answer to a query) as a table; heads are ids."""
    columns: list[Column[tuple[Any, ...]]] = []
    for i, name in enumerate(map(str, frame.columns)):
        dtype = frame.dtypes.iloc[i]
        kind: Kind = "number" if pd.api.types.is_float_dtype(dtype) else "text"
        kind = "count" if pd.api.types.is_integer_dtype(dtype) else kind
        columns.append(Column(name, itemgetter(i), kind=kind, digits=None))
    cells = frame.astype(object).where(frame.notna(), None)
    return Table(tuple(columns), tuple(cells.itertuples(index=False, name=None)))


_NUMBERS = ("number", "p", "share")
_POWER = re.compile(r"e(-\d+)")
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def records(table: Table[Any]) -> list[Plain]:
    """Return a table as JSON: one mapping per row, by id; a dot in an id nests."""
    leaving = _leaving(table)
    return [_nested(leaving.columns, cells) for cells in leaving.cells()]


def _nested(columns: Sequence[Column[Any]], cells: Sequence[Any]) -> Plain:
    row: dict[str, Plain] = {}
    for column, cell in zip(columns, cells, strict=True):
        *outer, last = column.id.split(".")
        inner = row
        for key in outer:
            inner = inner.setdefault(key, {})  # type: ignore[assignment]  # an id that nests is no id of its own
        inner[last] = plain(cell)
    return row


def facts_of(content: Mapping[str, object]) -> Table[tuple[str, Any]]:
    """Return single facts as a table of names and values; matrices and mappings are left out."""
    known = {name: plain(value) for name, value in content.items()}
    rows = [
        (name, value)
        for name, value in known.items()
        if not isinstance(value, (list, dict)) or _short(value)
    ]
    return Table((Column("name", lambda r: r[0]), Column("value", lambda r: r[1])), tuple(rows))


def _short(value: object) -> bool:
    return isinstance(value, list) and not any(isinstance(v, (list, dict)) for v in value)


def csv_text(table: Table[Any], about: Mapping[str, str]) -> str:
    """Return a table as CSV (comma, LF), ids as heads; undefined cells are empty.

    Its provenance is above it in lines that begin with #: a name, a comma, and the text as one
    cell."""
    leaving, out = _leaving(table), io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for name, text in about.items():
        writer.writerow([f"# {name}", neutral(cleaned(text))])
    writer.writerow([neutral(c.id) for c in leaving.columns])
    for row in leaving.cells():
        writer.writerow([neutral(_flat(cell)) for cell in row])
    return out.getvalue()


def json_text(table: Table[Any], about: Mapping[str, str]) -> str:
    """Return a table as JSON: {"about": {…}, "rows": [{id: value}]}; undefined numbers are null."""
    return json_of({"about": dict(about), "rows": records(table)})


def parquet_bytes(table: Table[Any], about: Mapping[str, str]) -> bytes:
    """Return a table as Parquet, its provenance in the metadata of the schema.

    A column that holds more than one kind of value is written as text; names that repeat get a
    number."""
    leaving = _leaving(table)
    names = _distinct([c.id for c in leaving.columns])
    cells = leaving.cells()
    columns = [_arrow([_flat(row[i]) for row in cells]) for i in range(len(names))]
    metadata = {name: cleaned(text) for name, text in about.items()}
    out = io.BytesIO()
    pq.write_table(pa.table(columns, names=names).replace_schema_metadata(metadata), out)
    return out.getvalue()


def _leaving(table: Table[Any]) -> Table[Any]:
    return table.at("print", "screen", "file")


def _flat(cell: Any) -> Any:
    """Return a cell as one value: lists are joined by |, what is deeper is JSON."""
    value = plain(cell)
    if _short(value):
        assert isinstance(value, list)
        return "|".join("" if v is None else str(v) for v in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def neutral(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs. Text that is a plain number stays as it is."""
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return cell
    begins = cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA)
    return f"'{cell}" if begins and not _is_number(cell) else cell


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and "_" not in text and not set(text) & set("\t\r\n")


def _arrow(known: list[Any]) -> pa.Array:
    kinds = {type(v) for v in known if v is not None}
    if kinds == {int, float}:
        return pa.array(known, pa.float64())
    if len(kinds) > 1:
        return pa.array([None if v is None else str(v) for v in known], pa.string())
    return pa.array(known) if kinds else pa.nulls(len(known), pa.string())


def _distinct(names: list[str], form: str = "{}_{}") -> list[str]:
    """Return the names; one that repeats another gets a number."""
    distinct: list[str] = []
    for name in names:
        new, n = name, 2
        while new in distinct:
            new, n = form.format(name, n), n + 1
        distinct.append(new)
    return distinct


def cell_text(column: Column[Any], cell: Any, names: Labels | None) -> str:
    """Return a cell as it is printed: ids by their labels, numbers with the decimals of the
    column."""
    if isinstance(cell, (list, tuple)):
        return ", ".join(cell_text(column, one, names) for one in cell)
    value = plain(cell)
    if value is None or value == "":
        return UNDEFINED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return label(column, value, names)
    assert isinstance(value, (int, float))
    if column.kind == "p":
        return p_value(value)
    if column.kind == "share":
        return percent(value)
    if isinstance(value, int):
        return number(value, 0)
    return (
        f"{value:.6g}".replace("-", "−") if column.digits is None else number(value, column.digits)
    )


def label(column: Column[Any], own_id: str, names: Labels | None) -> str:
    """Return the label of an id, other text as it is."""
    if names is None or column.kind not in NAMED:
        return own_id
    known = {
        "method": names.methods,
        "metric": names.metrics,
        "benchmark": names.benchmarks,
        "panel": names.panels,
    }
    return known[column.kind].get(own_id, own_id)


def screen_table(table: Table[Any], names: Labels) -> pa.Table:
    """Return a table as the screen takes it: heads, labels, numbers as numbers, text cleaned."""
    shown = table.at("print", "screen", "screen only")
    cells, heads = shown.cells(), _distinct([cleaned(head(c)) for c in shown.columns], "{} ({})")
    columns = [
        _screen_cells(c, [row[i] for row in cells], names) for i, c in enumerate(shown.columns)
    ]
    return pa.table(columns, names=heads)


def screen_frame(table: Table[Any], names: Labels) -> pd.DataFrame:
    """Return `screen_table` as a frame, with whole numbers and flags that may be missing."""
    types = {pa.int64(): pd.Int64Dtype(), pa.bool_(): pd.BooleanDtype()}
    frame: pd.DataFrame = screen_table(table, names).to_pandas(types_mapper=types.get)
    return frame


def _screen_cells(column: Column[Any], cells: list[Any], names: Labels) -> pa.Array:
    values = [plain(c) for c in cells] if column.kind in (*_NUMBERS, "count", "flag") else []
    if column.kind in _NUMBERS:
        return pa.array([None if v is None else float(v) for v in values], pa.float64())  # type: ignore[arg-type]
    if column.kind in ("count", "flag"):
        return pa.array(values).cast(pa.int64() if column.kind == "count" else pa.bool_())
    texts = [
        None if c is None or c in ("", ()) else cleaned(cell_text(column, c, names)) for c in cells
    ]
    return pa.array(texts, pa.string())


def head(column: Column[Any]) -> str:
    """Return the head of a column on screen and in print."""
    text = column.head or column.id
    return f"{text} ({column.unit})" if column.unit else text


@dataclass(frozen=True)
class _Form:
    """How cells are written: names, numbers, what is bold, what joins a number and its spread or
    factor, and arrows.

    A number with its spread is `joint` of it (`bold_joint` of a bold one), the sign, and the
    spread."""

    name: Callable[[str], str]
    number: Callable[[str], str]
    bold: str
    joint: str
    bold_joint: str
    signs: tuple[str, str]
    arrows: Mapping[Direction, str]


_MARKDOWN = _Form(
    forge_text,
    str,
    "**{}**",
    "{} {} {}",
    "**{}** {} {}",
    ("±", "×/÷"),
    {"lower": " ↓", "higher": " ↑"},
)
_LATEX = _Form(
    latex_text,
    latex_text,
    r"\textbf{{{}}}",
    r"${}{}{}$",
    r"$\mathbf{{{}}}{}{}$",
    (r"\pm", r"\,{}^{\times}_{\div}\,"),
    {"lower": r" $\downarrow$", "higher": r" $\uparrow$"},
)


def markdown_table(table: Table[Any], names: Labels | None, about: Mapping[str, str]) -> str:
    """Return a table as GitHub Markdown under its provenance, the best in bold, arrows for
    directions."""
    ended = (
        (name, cleaned(text).replace("--", "- -").replace(">", "&gt;"))
        for name, text in about.items()
    )
    lines = [f"<!-- {name}: {text} -->" for name, text in ended]  # a text cannot end its comment
    columns = _printed(table, names, _MARKDOWN)
    heads = [h for h, _, _ in columns]
    sides = ["---:" if numeric else "---" for _, numeric, _ in columns]
    rows = zip(*(cells for _, _, cells in columns), strict=True)
    body = [f"| {' | '.join(r)} |" for r in [heads, sides, *rows]]
    return "\n".join([*lines, *([""] if lines else []), *body]) + "\n"


def latex_table(table: Table[Any], names: Labels | None, about: Mapping[str, str]) -> str:
    """Return a LaTeX table for the package booktabs, its provenance in comments."""
    columns = _printed(table, names, _LATEX)
    sides = "".join("r" if numeric else "l" for _, numeric, _ in columns)
    lines = [
        *(f"% {name}: {cleaned(text)}" for name, text in about.items()),
        "% needs \\usepackage{booktabs}",
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        " & ".join(h for h, _, _ in columns) + r" \\",
        r"\midrule",
        *(" & ".join(r) + r" \\" for r in zip(*(cells for _, _, cells in columns), strict=True)),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def html_table(title: str, table: Table[Any], names: Labels | None) -> str:
    """Return a table as HTML, cut to what print has room for; the exact value of a number on
    hover."""
    cut = print_columns(table)
    rows = [
        [_html_cell(c, v, names) for c, v in zip(cut.columns, row, strict=True)]
        for row in cut.cells()
    ]
    return markup.table(
        title,
        [head(c) for c in cut.columns],
        rows,
        [i for i, c in enumerate(cut.columns) if numeric(c)],
    )


def _html_cell(column: Column[Any], cell: Any, names: Labels | None) -> str:
    text = markup.text(cell_text(column, cell, names))
    value = plain(cell)
    return markup.tag("span", text, title=repr(value)) if isinstance(value, float) else text


def print_columns(table: Table[Any]) -> Table[Any]:
    """Return a table cut to the columns for print that hold something; if it has none, to those of
    the screen."""
    cut = table.at("print")
    cut = cut if cut.columns else table.at("screen")
    known = [
        c for c in cut.columns if any(plain(c.of(row)) not in (None, "", []) for row in cut.rows)
    ]
    return Table(tuple(known) if cut.rows else cut.columns, cut.rows)


def _printed(
    table: Table[Any], names: Labels | None, form: _Form
) -> list[tuple[str, bool, list[str]]]:
    """Return of each printed column the head, whether it holds numbers, and the cells, the best in
    bold."""
    spreads = {c.id: c for c in table.columns}
    columns = []
    for column in print_columns(table).columns:
        values = [column.of(row) for row in table.rows]
        around = (
            [spreads[column.spread].of(r) for r in table.rows]
            if column.spread
            else [None] * len(values)
        )
        marked = _best(column, values)
        texts = []
        for at, (value, spread) in enumerate(zip(values, around, strict=True)):
            texts.append(_print_cell(column, value, spread, names, form, at in marked))
        title = head(column)
        # the arrow of a column whose name does not have it yet
        arrow = (
            form.arrows[column.better] if column.better and not title.endswith(("↓", "↑")) else ""
        )
        columns.append((form.name(title) + arrow, numeric(column), texts))
    return columns


def _print_cell(
    column: Column[Any], value: Any, spread: Any, names: Labels | None, form: _Form, bold: bool
) -> str:
    text = cell_text(column, value, names)
    if plain(value) is None or plain(spread) is None:
        written = form.number(text) if numeric(column) else form.name(text)
        return form.bold.format(written) if bold else written
    around = factor(spread) if column.log else cell_text(column, spread, names)
    if form is _LATEX:  # inside a formula a hyphen is the minus sign, and powers of ten are raised
        text, around = (
            _POWER.sub(r"{\\times}10^{\1}", t.replace("−", "-")) for t in (text, around)
        )
    return (form.bold_joint if bold else form.joint).format(text, form.signs[column.log], around)


def numeric(column: Column[Any]) -> bool:
    """Return whether a column holds numbers, which are set to the right."""
    return column.kind in ("number", "count", "p", "share")


def _best(column: Column[Any], values: list[Any]) -> set[int]:
    """Return the places of the best value as printed, so that what looks equal is bold; empty if
    all are equal."""
    digits = 6 if column.digits is None else column.digits
    shown = {
        i: number(float(v), digits)
        for i, v in enumerate(values)
        if isinstance(plain(v), (int, float))
    }
    known = {i: float(text.replace("−", "-")) for i, text in shown.items()}
    if column.better is None or len(set(known.values())) < 2:
        return set()
    top = (min if column.better == "lower" else max)(known.values())
    return {i for i, v in known.items() if v == top}
