"""Tables as papers and pages print them: HTML, Markdown and LaTeX. Nothing is fetched, no script runs.

What only marks a cell goes: bold type, links, footnotes, colours. What a cell says stays as it stands there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

from components.intake.limits import MAX_CELL, MAX_COLUMNS
from components.intake.reading.table import Refused, Table, check_size, from_rows

_NUMBER_END = r"(?<=[0-9)%])"
_NOTES = re.compile(rf"{_NUMBER_END}\s*(?:[*†‡§¶]+|\[\^?[\w*†‡]{{1,3}}\])\Z|\[\^[\w-]{{1,20}}\]\Z")
_LONGEST = 4 * MAX_CELL
"""Characters of a cell that are looked at."""
SECTION = "section"
"""The column that holds what stands in rows across a whole table, where there are such rows."""


def is_html(text: str) -> bool:
    """Whether a text holds a table of HTML, whatever stands around it."""
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
    """Cells of every table as (text, columns, rows), row by row."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[tuple[str, int, int]]]] = []
        self.spans = (1, 1)
        self.heads: list[list[bool]] = []
        self.text: list[str] | None = None
        self.raised: list[str] | None = None
        self.silent = 0
        self.cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table" or (tag == "tr" and not self.tables):
            self.end_cell()
            self.tables.append([])
            self.heads.append([])
        if tag == "tr" and self.tables:
            self.end_cell()
            self.tables[-1].append([])
            self.heads[-1].append(True)
        elif tag in ("td", "th") and self.tables:
            self.end_cell()
            told = dict(attrs)
            self.spans = (_span(told.get("colspan"), MAX_COLUMNS), _span(told.get("rowspan"), 1_000))
            self.text = []
            if tag == "td" and self.heads[-1]:
                self.heads[-1][-1] = False
        elif tag in ("script", "style"):
            self.silent += 1
        elif tag == "sup":
            self.raised = []
        elif tag in ("br", "p", "div", "li") and self.text is not None:
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self.end_cell()
        elif tag in ("script", "style"):
            self.silent = max(0, self.silent - 1)
        elif tag == "sup" and self.raised is not None:
            if self.text is not None:
                self.text.append(_raised("".join(self.raised)))
            self.raised = None

    def handle_data(self, data: str) -> None:
        if self.text is not None and not self.silent:
            (self.text if self.raised is None else self.raised).append(data)

    def end_cell(self) -> None:
        if self.text is None:
            return
        if not self.tables[-1]:
            self.tables[-1].append([])
            self.heads[-1].append(False)
        self.cells += self.spans[0] * self.spans[1]
        check_size(self.cells, 1)
        self.tables[-1][-1].append((_clean("".join(self.text)), *self.spans))
        self.text, self.raised, self.silent = None, None, 0


def _raised(text: str) -> str:
    """What stands above the line: the mark of a footnote goes, an exponent must not."""
    return f"^{text.strip()}" if any(c.isdigit() for c in text) and "±" not in text else text if "±" in text else ""


def read_html(text: str, notices: list[str]) -> Table:
    """The first table of a page that reads as one. Raises Refused."""
    parser = _Tables()
    parser.feed(text)
    parser.end_cell()
    found = [
        (t, heads) for t, heads in zip(parser.tables, parser.heads, strict=True) if sum(len(row) > 1 for row in t) > 1
    ]
    reasons: list[Refused] = []
    for cells, heads in found:
        told = list(notices)
        if len(found) > 1:
            told.append(f"{len(found)} tables stand there and the first that holds values was read: bring each alone")
        try:
            levels = next((i for i, head in enumerate(heads) if not head), 0)
            table = from_rows(_sections(_spread(cells)), told, levels)
        except Refused as refused:
            reasons.append(refused)
            continue
        if len(found) == 1 or any(any(c.isdigit() for c in cell) for row in table.rows for cell in row[1:]):
            return table
    raise reasons[0] if reasons else Refused("found a web page without a table of two rows, expected a table")


def _span(value: str | None, most: int) -> int:
    return min(most, max(1, int(value))) if value and value.isascii() and value.isdigit() and len(value) < 6 else 1


def _spread(rows: Sequence[Sequence[tuple[str, int, int]]], below: bool = False) -> list[tuple[str, list[str], bool]]:
    """Rows of texts, a cell over several columns or rows in each of them; marks rows that one cell fills.

    `below` says that empty cells stand below a cell over several rows, as in LaTeX.
    """
    spread = []
    held: dict[int, tuple[str, int]] = {}
    for number, cells in enumerate(rows, 1):
        row: list[str] = []
        waiting = list(cells)[::-1]
        while waiting or len(row) in held:
            at = len(row)
            if at in held:
                text, left = held.pop(at)
                if below and waiting:
                    text = waiting.pop()[0] or text
                row.append(text)
                if left > 1:
                    held[at] = (text, left - 1)
                continue
            text, columns, down = waiting.pop()
            for i in range(columns):
                row.append(text)
                if down > 1:
                    held[at + i] = (text, down - 1)
            if len(row) > 2 * MAX_COLUMNS:
                raise Refused(f"found more than {MAX_COLUMNS} columns, expected at most {MAX_COLUMNS}")
        spread.append((f"row {number}", row, len(cells) == 1 and cells[0][1] > 1))
    return spread


def _sections(rows: Sequence[tuple[str, list[str], bool]]) -> Iterator[tuple[str, Sequence[str]]]:
    """Rows with a further column for the text of the row across the whole table above them, where there is one."""
    start = next((i for i, (_, row, whole) in enumerate(rows) if not whole and any(row)), 0)
    titled = any(whole and row[0] for _, row, whole in rows[start:])
    wide = max((len(row) for _, row, whole in rows if not whole), default=0)
    section = ""
    for i, (place, row, whole) in enumerate(rows):
        if whole and i < start:
            yield place, row[:1]
        elif whole:
            section = row[0]
        else:
            last = [SECTION if i == start else section] if titled else []
            yield place, [*row, *([""] * (wide - len(row)) if titled else []), *last]


def read_markdown(text: str, notices: list[str]) -> Table:
    """The first table of a text with bars and a rule under its header. Raises Refused."""
    from components.intake.reading.harness import unprinted

    lines = text.split("\n")
    rule = next(i for i, line in enumerate(lines) if _is_rule(line))
    if rule == 0:
        raise Refused("found a rule without column names above it, expected a Markdown table")
    last = next((i for i in range(rule, len(lines)) if "|" not in lines[i]), len(lines))
    first = next((i + 1 for i in reversed(range(rule)) if "|" not in lines[i]), 0)
    beyond = sum(_is_rule(line) for line in lines[last:])
    if beyond:
        notices.append(f"{beyond + 1} tables stand there and the first was read: bring each alone")
    rows = [(f"line {i + 1}", _bars(lines[i])) for i in range(first, last) if not _is_rule(lines[i])]
    return from_rows(unprinted(iter(rows)), notices)


def _bars(line: str) -> list[str]:
    inner = re.sub(r"\A\s*\||(?<!\\)\|\s*\Z", "", line)
    return [_clean(_unmarked(c[:_LONGEST].replace("\\|", "|"))) for c in re.split(r"(?<!\\)\|", inner)]


_MARKED = re.compile(r"[!\[<*~`_\\&]")


def _unmarked(cell: str) -> str:
    """A cell of Markdown without its marks; underscores inside of words are none."""
    if not _MARKED.search(cell):
        return cell
    plain = re.sub(r"!\[([^\]]*)\]\([^)]*\)", "", cell)
    plain = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", plain)
    plain = re.sub(r"<sup>([^<>]*)</sup>", lambda m: _raised(m[1]), plain, flags=re.I)
    plain = re.sub(r"<[/a-zA-Z][^<>]*>", " ", plain)
    plain = re.sub(r"(\*\*\*|\*\*|~~|`)(?=\S)(.+?)(?<=\S)\1", r"\2", plain)
    plain = re.sub(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])", r"\1", plain)
    plain = re.sub(r"\A\s*(__?)(?=\S)(.+)(?<=\S)\1\s*\Z", r"\2", plain)
    return re.sub(r"\\([_*#%$&~])", r"\1", html.unescape(plain))


def read_latex(text: str, notices: list[str]) -> Table:
    """The first tabular of a text. Raises Refused."""
    # what may be anything up to its end is bounded, or a text of beginnings takes the square of its length
    inside = re.search(r"\\begin\{tabular[^}]{0,20}\}", text)
    end = text.find("\\end{tabular", inside.end()) if inside else -1
    inside = inside if end >= 0 else None
    body = text[inside.end() : end] if inside else text
    body = re.sub(r"(?<!\\)%[^\n]*", "", body)
    body = re.sub(
        r"\\(?:toprule|midrule|bottomrule|hline|cmidrule(?:\([^)]{0,40}\))?\{[^}]{0,40}\}|cline\{[^}]{0,40}\})",
        "",
        body,
    )
    lines = [line for line in re.split(r"\\\\(?:\[[^\]]{0,40}\])?", body) if line.strip()]
    check_size(len(lines), 1)
    if inside and lines:
        lines[0] = lines[0][: 10 * _LONGEST]
        lines[0] = re.sub(r"\A(?:\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))+", "", lines[0])
    cells = [[_latex(c) for c in re.split(r"(?<!\\)&", line)] for line in lines]
    return from_rows(_sections(_spread(cells, below=True)), notices)


_SPAN = re.compile(r"\s*\\multicolumn\{\s*([0-9]{1,3})\s*\}\{[^}]*\}")
_NO_TEXT = re.compile(
    r"\\(?:cellcolor|rowcolor|textcolor|color)(?:\[[^\]]*\])?\{[^}]*\}|\\(?:cite\w*|footnote\w*|h?phantom)\{[^}]*\}"
    r"|\^\{?(?:\\dagger|\\ddagger|\*|†|‡)\}?"
)
"""Colours, citations, blanks of a width, marks of footnotes."""
_DOWN = re.compile(r"\s*\\multirow(?:\[[^\]]*\])?\{\s*([0-9]{1,3})\s*\}\{[^}]*\}")


def _latex(cell: str) -> tuple[str, int, int]:
    """A cell of LaTeX as (text, columns, rows); of a cell over several rows LaTeX leaves those below empty."""
    span, down = _SPAN.match(cell[:_LONGEST]), None
    plain = cell[span.end() if span else 0 : _LONGEST]
    if down := _DOWN.match(plain):
        plain = plain[down.end() :]
    plain = _NO_TEXT.sub("", plain)
    for command, sign in (("uparrow", "↑"), ("downarrow", "↓"), ("pm", "±"), ("times", "×")):
        plain = re.sub(rf"\\{command}(?![a-zA-Z])", sign, plain)
    plain = re.sub(r"(?<=[0-9.}])\s*\$?[_^]\{?\s*±", " ±", plain)
    plain = re.sub(r"(?<=[0-9.}])\s*\$?_\{\s*([0-9.]+)\s*\}", r" (\1)", plain)
    plain = re.sub(r"\\(?:text|mathrm)(?=\{)", "", plain)
    plain = re.sub(r"\\(?:[a-zA-Z]+\*?|[,;!: ])", " ", plain)
    plain = re.sub(r"\\([_%&#$])", r"\1", plain)
    plain = re.sub(r"[{}$]", "", plain).replace("~", " ")
    return _clean(plain), int(span[1]) if span else 1, int(down[1]) if down else 1


def _clean(cell: str) -> str:
    """A cell as one line, without a footnote's mark behind its number."""
    return _NOTES.sub("", " ".join(cell.split())).strip()
