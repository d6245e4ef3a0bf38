"""Tables as papers and pages print them: HTML, Markdown and LaTeX. Nothing is fetched, no script runs.

What only marks a cell is left out: bold type, links, footnotes, colours. The text of a cell is kept as it is.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from itertools import takewhile

from components.intake.limits import MAX_CELL, MAX_COLUMNS
from components.intake.reading.harness import unprinted
from components.intake.reading.sheet import (
    MOST_LEVELS,
    SECTION,
    FileRefused,
    Lines,
    Sheet,
    check_columns,
    check_size,
    from_rows,
)

_NUMBER_END = r"(?<=[0-9)%])"
_NOTES = re.compile(rf"{_NUMBER_END}\s*(?:[*†‡§¶]+|\[\^?[\w*†‡]{{1,3}}\])\Z|\[\^[\w-]{{1,20}}\]\Z")
_LONGEST = 4 * MAX_CELL
"""Characters of a cell that are looked at."""


@dataclass(frozen=True)
class Cell:
    """A cell of HTML or LaTeX, and over how many columns and rows it reaches."""

    text: str
    columns: int = 1
    rows: int = 1
    head: bool = False


def is_html(text: str) -> bool:
    """Whether a text holds a table of HTML."""
    return bool(re.search(r"<table[\s>]", text, re.I)) or bool(re.match(r"\s*<t(?:head|body|r)[\s>]", text, re.I))


def is_latex(text: str) -> bool:
    """Whether a text holds a table of LaTeX."""
    return "\\begin{tabular" in text or any(
        "&" in line and line.rstrip().endswith("\\\\") for line in text.split("\n")[:400]
    )


def is_markdown(text: str) -> bool:
    """Whether a line of a text is the rule under the header of a Markdown table."""
    return any(_is_rule(line) for line in text.split("\n")[:400])


def _is_rule(line: str) -> bool:
    cells = line.strip().strip("|").split("|") if "|" in line else []
    return bool(cells) and all("-" in c and not set(c) - set("-: ") for c in cells)


class _Tables(HTMLParser):
    """The rows of every table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[Cell]]] = []
        self.cell: Cell | None = None
        self.text: list[str] = []
        self.raised = 0
        self.silent = 0
        self.size = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("table", "tr", "td", "th"):
            self.end_cell()
        if tag == "table" or (tag in ("tr", "td", "th") and not self.tables):
            self.tables.append([])
        if tag == "tr" or (tag in ("td", "th") and not self.tables[-1]):
            self.tables[-1].append([])
        if tag in ("td", "th"):
            spans = dict(attrs)
            columns, rows = _span(spans.get("colspan"), MAX_COLUMNS), _span(spans.get("rowspan"), 1_000)
            self.cell, self.text, self.silent = Cell("", columns, rows, tag == "th"), [], 0
        elif tag in ("script", "style"):
            self.silent += 1
        elif tag == "sup":
            self.raised = len(self.text)
        elif tag in ("br", "p", "div", "li"):
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self.end_cell()
        elif tag in ("script", "style"):
            self.silent = max(0, self.silent - 1)
        elif tag == "sup":
            self.text[self.raised :] = [_raised("".join(self.text[self.raised :]))]

    def handle_data(self, data: str) -> None:
        if self.cell and not self.silent:
            self.text.append(data)

    def end_cell(self) -> None:
        if self.cell:
            self.size += self.cell.columns * self.cell.rows
            check_size(1, self.size)
            self.tables[-1][-1].append(replace(self.cell, text=_clean("".join(self.text))))
        self.cell, self.text, self.raised = None, [], 0


def _raised(text: str) -> str:
    """Text above the line: the mark of a footnote is left out, an exponent or a spread is not."""
    return text if "±" in text else f"^{text.strip()}" if any(c.isdigit() for c in text) else ""


def _span(value: str | None, most: int) -> int:
    return min(most, max(1, int(value))) if value and re.fullmatch(r"[0-9]{1,5}", value) else 1


def read_html(text: str, notices: list[str]) -> Sheet:
    """The first table of a page that reads as one and holds numbers. Raises FileRefused."""
    parser = _Tables()
    parser.feed(text)
    parser.end_cell()
    found = [table for table in parser.tables if sum(len(row) > 1 for row in table) > 1]
    if len(found) > 1:
        notices.append(f"{len(found)} tables were found and the first that holds values was read: bring each alone")
    refused: list[FileRefused] = []
    for table in found:
        levels = len(list(takewhile(lambda row: all(c.head for c in row), table)))
        try:
            sheet = from_rows(_sections(_spread(table)), notices, levels)
        except FileRefused as reason:
            refused.append(reason)
            continue
        if len(found) == 1 or any(c.isdigit() for row in sheet.rows for cell in row[1:] for c in cell):
            return sheet
    raise refused[0] if refused else FileRefused("found a web page without a table of two rows, expected a table")


def _spread(rows: Sequence[Sequence[Cell]], below: bool = False) -> list[tuple[str, list[str], bool]]:
    """Rows of texts, a cell over several columns or rows in each of them; marks rows that one cell fills.

    `below` says that below a cell over several rows are empty cells, as in LaTeX.
    """
    spread = []
    spanning: dict[int, tuple[str, int]] = {}
    for number, cells in enumerate(rows, 1):
        row: list[str] = []
        waiting = list(cells)[::-1]
        while waiting or len(row) in spanning:
            text, left = spanning.pop(len(row), ("", 0))
            columns = 1
            if not left or (below and waiting):
                cell = waiting.pop()
                text, columns, left = (cell.text or text, 1, left) if left else (cell.text, cell.columns, cell.rows)
            for _ in range(columns):
                if left > 1:
                    spanning[len(row)] = (text, left - 1)
                row.append(text)
            check_columns(len(row))
        spread.append((f"row {number}", row, len(cells) == 1 and cells[0].columns > 1))
    return spread


def _sections(rows: Sequence[tuple[str, list[str], bool]]) -> Lines:
    """Rows with a further column for the text of the row across the whole table above them, if there is one."""
    start = next((i for i, (_, row, whole) in enumerate(rows) if not whole and any(row)), len(rows))
    wide = max((len(row) for _, row, whole in rows if not whole), default=0)
    titled = any(whole and row[0] for _, row, whole in rows[start:])
    section = ""
    for i, (place, row, whole) in enumerate(rows):
        if whole and i > start:
            section = row[0]
        elif whole or not titled:
            yield place, row[:1] if whole else row
        else:
            yield place, [*row, *[""] * (wide - len(row)), SECTION if i == start else section]


def read_markdown(text: str, notices: list[str]) -> Sheet:
    """The first table of a text with bars and a rule under its header. Raises FileRefused."""
    lines = text.split("\n")
    rules = [i for i, line in enumerate(lines) if _is_rule(line)]
    if rules[0] == 0:
        raise FileRefused("found a rule without column names above it, expected a Markdown table")
    first = next((i + 1 for i in reversed(range(rules[0])) if "|" not in lines[i]), 0)
    last = next((i for i in range(rules[0], len(lines)) if "|" not in lines[i]), len(lines))
    if beyond := sum(i >= last for i in rules):
        notices.append(f"{beyond + 1} tables were found and the first was read: bring each alone")
    rows = [(f"line {i + 1}", bars(lines[i])) for i in range(first, last) if i not in rules]
    return from_rows(unprinted(rows), notices)


def bars(line: str) -> list[str]:
    """The cells of a row of Markdown."""
    inner = re.sub(r"\A\s*\||(?<!\\)\|\s*\Z", "", line)
    return [_clean(_unmarked(c[:_LONGEST].replace("\\|", "|"))) for c in re.split(r"(?<!\\)\|", inner)]


_MARKED = re.compile(r"[!\[<*~`_\\&$]")
_MARKS = (
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), ""),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),
    (re.compile(r"<sup>([^<>]*)</sup>", re.I), lambda m: _raised(m[1])),
    (re.compile(r"<[/a-zA-Z][^<>]*>"), " "),
    (re.compile(r"(\*\*\*|\*\*|~~|`)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"\A\s*(__?)(?=\S)(.+)(?<=\S)\1\s*\Z"), r"\2"),
)
"""Pictures, links, tags and type of Markdown, and what remains of them; underscores inside of words are no marks."""


def _unmarked(cell: str) -> str:
    if not _MARKED.search(cell):
        return cell
    for mark, text in _MARKS:
        cell = mark.sub(text, cell)
    if "$" in cell:
        return _plain_latex(cell)
    return re.sub(r"\\([_*#%$&~])", r"\1", html.unescape(cell))


def read_latex(text: str, notices: list[str]) -> Sheet:
    """The first tabular of a text. Raises FileRefused."""
    # what may be anything up to its end is bounded, or a text of beginnings takes the square of its length
    inside = re.search(r"\\begin\{tabular[^}]{0,20}\}", text)
    end = text.find("\\end{tabular", inside.end()) if inside else -1
    body = text[inside.end() : end] if inside and end >= 0 else text
    body = re.sub(r"(?<!\\)%[^\n]*", "", body)
    ruled = [(line, _RULES.sub("", line)) for line in re.split(r"\\\\(?:\[[^\]]{0,40}\])?", body)]
    ruled = [(line, rest) for line, rest in ruled if rest.strip()]
    lines = [rest for _, rest in ruled]
    levels = next((i for i, (line, _) in enumerate(ruled) if i and _UNDER.search(line)), 0)
    check_size(len(lines), 1)
    if inside and lines:
        lines[0] = re.sub(r"\A(?:\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))+", "", lines[0][: 10 * _LONGEST])
    cells = [[_latex(c) for c in re.split(r"(?<!\\)&", line)] for line in lines]
    return from_rows(_sections(_spread(cells, below=True)), notices, min(levels, MOST_LEVELS))


_RULES = re.compile(
    r"\\(?:(?:toprule|midrule|bottomrule)(?:\[[^\]]{0,20}\])?|hline"
    r"|cmidrule(?:\([^)]{0,40}\))?\{[^}]{0,40}\}|cline\{[^}]{0,40}\})"
)
_UNDER = re.compile(r"\\(?:midrule|hline)")
"""A rule as wide as the table: the first one below a row ends the header."""
_SPAN = re.compile(r"\s*\\multicolumn\{\s*([0-9]{1,3})\s*\}\{[^}]*\}")
_COMMANDS = (
    # colours, citations, blanks of a width, marks of footnotes
    (re.compile(r"\\(?:cellcolor|rowcolor|textcolor|color)(?:\[[^\]]*\])?\{[^}]*\}"), ""),
    (re.compile(r"\\(?:cite\w*|footnote\w*|h?phantom)\{[^}]*\}|\^\{?(?:\\dagger|\\ddagger|\*|†|‡)\}?"), ""),
    (re.compile(r"\\uparrow(?![a-zA-Z])"), "↑"),
    (re.compile(r"\\downarrow(?![a-zA-Z])"), "↓"),
    (re.compile(r"\\pm(?![a-zA-Z])"), "±"),
    (re.compile(r"\\times(?![a-zA-Z])"), "×"),
    (re.compile(r"(?<=[0-9.}])\s*\$?[_^]\{?\s*±"), " ±"),
    (re.compile(r"(?<=[0-9.}])\s*\$?_\{\s*([0-9.]+)\s*\}"), r" (\1)"),
    (re.compile(r"\\(?:text|mathrm)(?=\{)"), ""),
    (re.compile(r"\\(?:[a-zA-Z]+\*?|[,;!: ])|~"), " "),
    (re.compile(r"\\([_%&#$])|[{}$]"), r"\1"),
)
"""Commands of LaTeX and what remains of them, in order."""
_DOWN = re.compile(r"\s*\\multirow(?:\[[^\]]*\])?\{\s*([0-9]{1,3})\s*\}\{[^}]*\}")


def _latex(cell: str) -> Cell:
    """A cell of LaTeX without its commands."""
    span, down = _SPAN.match(cell[:_LONGEST]), None
    plain = cell[span.end() if span else 0 : _LONGEST]
    if down := _DOWN.match(plain):
        plain = plain[down.end() :]
    return Cell(_clean(_plain_latex(plain)), int(span[1]) if span else 1, int(down[1]) if down else 1)


def _plain_latex(text: str) -> str:
    for command, rest in _COMMANDS:
        text = command.sub(rest, text)
    return text


def _clean(cell: str) -> str:
    """A cell as one line, without a footnote's mark behind its number."""
    return _NOTES.sub("", " ".join(cell.split())).strip()
