"""Tables as papers and pages print them: HTML, Markdown and LaTeX. Nothing is fetched, no script
runs."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import lxml.etree
import lxml.html

from data.read.cells import clean
from data.read.limits import MAX_CELL, MAX_COLUMNS
from data.read.sheet import FileRefused, Rectangle, check_size

_CONTEXT = 600
"""Characters of the text around a table that are kept."""
_TITLE = re.compile(r"\\caption(?:\[[^\]]{0,200}\])?\{")
_RULES = re.compile(
    r"\\(?:(?:toprule|midrule|bottomrule)(?:\[[^\]]{0,20}\])?|hline|centering|small|footnotesize|scriptsize|addlinespace"
    r"(?:\[[^\]]{0,20}\])?|cmidrule(?:\([^)]{0,40}\))?\{[^}]{0,40}\}|cline\{[^}]{0,40}\}|rowcolor(?:\[[^\]]{0,40}\])?\{[^}]{0,40}\})"
)
_UNDER = re.compile(r"\\(?:midrule|hline)")
"""A rule as wide as the table: the first one below a row ends the header."""
_SPAN = re.compile(r"\s*\\multicolumn\{\s*([0-9]{1,3})\s*\}\s*\{[^}]*\}")
_DOWN = re.compile(
    r"\s*\\multirow(?:\[[^\]]{0,40}\])?\{\s*(-?[0-9]{1,3})\s*\}\s*(?:\[[^\]]{0,40}\])?\{[^}]{0,40}\}"
)


@dataclass(frozen=True)
class Cell:
    """A cell, and over how many columns and rows it reaches."""

    text: str
    columns: int = 1
    rows: int = 1
    head: bool = False


def is_html(text: str) -> bool:
    """Return whether a text holds a table of HTML."""
    return bool(re.search(r"<table[\s>]", text, re.I)) or bool(
        re.match(r"\s*<t(?:head|body|r)[\s>]", text, re.I)
    )


def is_latex(text: str) -> bool:
    """Return whether a text holds a table of LaTeX."""
    return "\\begin{tabular" in text or any(
        "&" in line and re.search(r"\\\\(?:\[[^\]]{0,40}\])?\s*(?:\\\w.*)?\Z", line)
        for line in text.split("\n")[:400]
    )


def is_markdown(text: str) -> bool:
    """Return whether a line of a text is the rule under the header of a Markdown table."""
    return any(_is_rule(line) for line in text.split("\n")[:400])


def _is_rule(line: str) -> bool:
    cells = line.strip().strip("|").split("|") if "|" in line else []
    return bool(cells) and all("-" in c and not set(c) - set("-: ") for c in cells)


def read_html(text: str) -> list[Rectangle]:
    """Return the tables of a page that have two rows, each with its caption. Raises FileRefused."""
    try:
        page = lxml.html.document_fromstring(
            text if "<table" in text.lower() else f"<table>{text}</table>"
        )
    except (lxml.etree.LxmlError, ValueError) as error:
        raise FileRefused(
            f"found no HTML ({str(error)[:80]}), expected a page with a table"
        ) from None
    for gone in page.xpath("//script | //style | //table//table | //*[@role='tooltip']"):
        gone.drop_tree()
    for mark in page.xpath("//sup"):
        raised = "".join(mark.itertext()).strip()
        mark.text = raised if "±" in raised else f"^{raised}" if raised.isdigit() else ""
        for child in list(mark):
            mark.remove(child)
    for line in page.xpath("//br | //p | //div | //li"):
        line.tail = f" {line.tail or ''}"
    found = []
    for table in page.iter("table"):
        rows = [[_html(cell) for cell in row.xpath("./td | ./th")] for row in table.iter("tr")]
        rows = [row for row in rows if row]
        check_size(1, sum(c.columns * c.rows for row in rows for c in row))
        head = next((i for i, row in enumerate(rows) if not all(c.head for c in row)), len(rows))
        if len(rows) > 1:
            caption = " ".join("".join(c.itertext()) for c in table.xpath("./caption"))
            found.append(_spread(rows, " ".join(caption.split())[:_CONTEXT], head))
    if not found:
        raise FileRefused("found a web page without a table of two rows, expected a table")
    return found


def _html(cell: lxml.html.HtmlElement) -> Cell:
    spans = [
        min(most, int(n)) if (n := cell.get(name) or "").isdigit() and len(n) < 6 else 1
        for name, most in _MOST
    ]
    return Cell(
        clean("".join(cell.itertext())), max(1, spans[0]), max(1, spans[1]), cell.tag == "th"
    )


_MOST = (("colspan", MAX_COLUMNS), ("rowspan", 1_000))


def _spread(
    cells: Sequence[Sequence[Cell]], context: str, head: int, below: bool = False
) -> Rectangle:
    """Return rows of texts, a cell over several columns or rows in each of them.

    `below` says that below a cell over several rows are empty cells, as in LaTeX. A row of one cell
    is not repeated: a colspan of 20 over 6 columns is one text."""
    rows: list[list[str]] = []
    spanning: dict[int, tuple[str, int]] = {}
    for line in cells:
        row: list[str] = []
        waiting = list(line)[::-1]
        alone = len(line) == 1
        while waiting or len(row) in spanning:
            text, left = spanning.pop(len(row), ("", 0))
            columns = 1
            if not left or (below and waiting):
                cell = waiting.pop()
                text, columns, left = (
                    (cell.text or text, 1, left) if left else (cell.text, cell.columns, cell.rows)
                )
            for _ in range(1 if alone else columns):
                if left > 1:
                    spanning[len(row)] = (text, left - 1)
                row.append(text)
            check_size(1, len(row))
        rows.append(row)
    check_size(len(rows), max(map(len, rows), default=0))
    return Rectangle(rows, [f"row {n}" for n in range(1, len(rows) + 1)], context, head)


def read_markdown(text: str) -> list[Rectangle]:
    """Return the tables of a text with bars and a rule under their header, each with the text above
    it."""
    lines = text.split("\n")
    rules = [i for i, line in enumerate(lines) if _is_rule(line)]
    found, last = [], 0
    for rule in rules:
        if rule < last:
            continue
        first = next((i + 1 for i in reversed(range(rule)) if "|" not in lines[i]), 0)
        end = next((i for i in range(rule, len(lines)) if "|" not in lines[i]), len(lines))
        own = [i for i in range(first, end) if not _is_rule(lines[i]) and lines[i].strip("| \t")]
        if rule > first and own:
            above = " ".join(clean(line.lstrip("# ")) for line in lines[last:first] if line.strip())
            rows = [_bars(lines[i]) for i in own]
            check_size(len(rows), max(map(len, rows)))
            found.append(Rectangle(rows, [f"line {i + 1}" for i in own], above[-_CONTEXT:]))
        last = end
    if not found:
        raise FileRefused("found a rule without column names above it, expected a Markdown table")
    return found


def _bars(line: str) -> list[str]:
    inner = re.sub(r"\A\s*\||(?<!\\)\|\s*\Z", "", line)
    return [clean(c[: 4 * MAX_CELL].replace("\\|", "|")) for c in re.split(r"(?<!\\)\|", inner)]


def read_latex(text: str) -> list[Rectangle]:
    """Return the tabulars of a text, each with the caption of its table."""
    text = re.sub(r"(?<!\\)%[^\n]*", "", text)
    bodies = list(_bodies(text))
    return [_latex(body, caption) for body, caption in bodies if "&" in body] or [_latex(text, "")]


def _bodies(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is between the beginnings and ends of tabulars, and the caption nearest to
    each."""
    captions = [match.end() for match in _TITLE.finditer(text)]
    at = 0
    while (
        begin := re.compile(r"\\begin\{(?:tabular[^}]{0,20}|longtable|tblr)\}").search(text, at)
    ) is not None:
        end = text.find("\\end{", begin.end())
        while end >= 0 and not text.startswith(
            ("\\end{tabular", "\\end{longtable", "\\end{tblr"), end
        ):
            end = text.find("\\end{", end + 1)
        at = len(text) if end < 0 else end + 5
        behind = bisect(captions, begin.start())
        beside = captions[max(behind - 1, 0) : behind + 1]
        near = min(beside, key=lambda start: abs(start - begin.start()), default=None)
        caption = "" if near is None else clean(_braced(text, near)[: 4 * _CONTEXT])[:_CONTEXT]
        yield text[begin.end() : at - 5 if end >= 0 else at], caption


def _braced(text: str, start: int) -> str:
    """Return a text up to the brace that closes it, within two thousand characters."""
    depth = 1
    for at in range(start, min(len(text), start + 2000)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return text[start:at]
    return text[start : start + 200]


def _latex(body: str, caption: str) -> Rectangle:
    ruled = [
        (line, _RULES.sub("", line))
        for line in re.split(r"\\\\\*?(?:\[[^\]]{0,40}\])?|\\tabularnewline", body)
    ]
    ruled = [(line, rest) for line, rest in ruled if rest.strip()]
    levels = next((i for i, (line, _) in enumerate(ruled) if i and _UNDER.search(line)), 0)
    check_size(len(ruled), 1)
    lines = [rest for _, rest in ruled]
    if lines:  # the columns of the tabular, and the width of a tabular*
        lines[0] = re.sub(
            r"\A(?:\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}))+",
            "",
            lines[0][:20_000],
        )
    rows = [[_latex_cell(c) for c in re.split(r"(?<!\\)&", line)] for line in lines]
    return _spread(rows, caption, min(levels, 4), below=True)


def _latex_cell(cell: str) -> Cell:
    span = _SPAN.match(cell[: 4 * MAX_CELL])
    plain = cell[span.end() if span else 0 : 8 * MAX_CELL]
    down = _DOWN.match(plain.lstrip("{ "))
    if down:
        plain = plain.lstrip("{ ")[down.end() :]
    columns, rows = int(span[1]) if span else 1, int(down[1]) if down else 1
    return Cell(clean(plain.replace("\\&", "and")), min(columns, MAX_COLUMNS), max(1, rows))
