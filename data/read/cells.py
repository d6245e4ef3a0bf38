"""Cells: texts without what only marks them, and the numbers that they hold."""

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from data.plain import number as plain_number
from data.read.lexicon import listed
from data.read.limits import MAX_CELL

LARGEST = 1e15
"""Sums of squares of larger numbers would leave what a float can hold; no metric is as large."""
_ODD = re.compile(r"[&<*`\\$\[~^{}]|\A_")
_LATEX = (
    (re.compile(r"\\(?:cellcolor|rowcolor|textcolor|color)(?:\[[^\]]{0,40}\])?\{[^}]{0,40}\}"), ""),
    (
        re.compile(r"~?\\(?:cite\w*|footnote\w*|h?phantom|label|ref)\{[^}]*\}"),
        "",
    ),
    (re.compile(r"\^?\{?\\dagger\}?"), "†"),
    (re.compile(r"\^?\{?\\ddagger\}?"), "‡"),
    (
        re.compile(r"\\(alpha|beta|gamma|delta|zeta|eta|lambda|rho|sigma|tau)(?![a-zA-Z])"),
        lambda match: unicodedata.lookup(f"GREEK SMALL LETTER {match[1].upper()}"),
    ),
    (re.compile(r"\\uparrow(?![a-zA-Z])"), "↑"),
    (re.compile(r"\\downarrow(?![a-zA-Z])"), "↓"),
    (re.compile(r"\\(?:to|rightarrow)(?![a-zA-Z])"), "→"),
    (re.compile(r"\\pm(?![a-zA-Z])"), "±"),
    (re.compile(r"\\(?:times|cdot)(?![a-zA-Z])"), "×"),
    (re.compile(r"\\infty(?![a-zA-Z])"), "inf"),
    (re.compile(r"(?<=[0-9.}])\s*\$?[_^]\{?\s*(?:\\\w+\s*)?\{?\s*±"), " ±"),
    (re.compile(r"(?<=[0-9.}])\s*\$?_\{\s*([0-9.]+)\s*\}"), r" (\1)"),
    (re.compile(r"\\(?:text|mathrm|mathcal|mathbf|operatorname)(?=\{)"), ""),
    (re.compile(r"\\(?:[a-zA-Z]+\*?|[,;!: ])|~"), " "),
    (re.compile(r"\\([_%&#$])|[{}$]"), r"\1"),
)
"""Commands of LaTeX and what remains of them, in order."""
_MARKED = (
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), ""),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\[\^[\w-]{1,20}\]"), ""),
    (
        re.compile(r"<sup>([^<>]*)</sup>", re.I),
        lambda m: m[1] if "±" in m[1] else f"^{m[1]}" if m[1].isdigit() else "",
    ),
    (re.compile(r"<br\s*/?>", re.I), " "),
    (re.compile(r"</?[a-zA-Z][^<>]*>"), ""),
    (re.compile(r"(\*\*\*|\*\*|~~|`)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"\A\s*(__?)(?=\S)(.+)(?<=\S)\1\s*\Z"), r"\2"),
    (re.compile(r"\\([_*#%&|])"), r"\1"),
)
"""Pictures, links, tags and type of Markdown and HTML, and what remains of them."""
_RAISED = re.compile(r"(?<=[0-9.)%a-z])[⁰¹²³⁴-⁹ᵃ-ᵛ]+\Z|(?<=[0-9.%])[†‡§¶]+\Z")
_MEDALS = re.compile("[🥇🥈🥉🏆⭐✅👑🔥]")
_N = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_POWER = re.compile(rf"(?P<n>{_N})?\s*[×x*·]?\s*10\s*\^?\s*\{{?(?P<e>[-+]?\d+)\}}?\Z")
_RANGE = re.compile(rf"({_N})\s*(?:–|—|\.\.\.?|to|~|-)\s*({_N})\Z")
_BRACKET = re.compile(r"\s*[(\[（](?P<inside>[^()\[\]（）]*)[)\]）]\s*\Z")
_COMMA = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z")
_DECIMAL = re.compile(r"[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+(?:[eE][-+]?\d+)?\s*%?\Z")
_ONLY_DECIMAL = re.compile(
    r"[-+]?(?:0,\d+|\d+,\d{1,2}|\d+,\d{4,}|\d{1,3}(?:\.\d{3})+,\d+)(?:[eE][-+]?\d+)?\s*%?\Z"
)
_UNIT = re.compile(r"(?<=[\d.])\s*([a-z×]+)\Z", re.I)


@lru_cache(8192)  # names are in many rows
def clean(text: str) -> str:
    """Return a cell as one line without type, links, tags, commands and marks that nobody sees."""
    text = text[: 4 * MAX_CELL]
    if not (text.isascii() and not _ODD.search(text)):
        text = _RAISED.sub("", text.strip()) if "10" not in text else text
        if _ODD.search(text):
            for mark, rest in _MARKED:
                text = mark.sub(rest, text)
            text = html.unescape(text)
        if "\\" in text or "$" in text or "{" in text:
            for mark, rest in _LATEX:
                text = mark.sub(rest, text)
        text = _MEDALS.sub("", unicodedata.normalize("NFKC", text)).replace("\u2212", "-")
        text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    line = " ".join(text.split())
    return line if len(line) <= MAX_CELL else line[:MAX_CELL] + "…"


def missing(text: str) -> bool:
    """Return whether a cell says that nothing was measured."""
    return not text or text.casefold() in listed("texts", "missing") or text.strip("-–—./?* ") == ""


@dataclass(frozen=True)
class Number:
    """What a cell that should be a number holds: a value (None for none), a per cent sign, and what
    stood beside it."""

    value: float | None
    percent: bool = False
    mark: str = ""
    unit: str = ""


NOTHING, NO_NUMBER = Number(None), Number(None, mark="is no number")


@lru_cache(8192)
def read(text: str, comma: bool = False) -> Number:
    """Return the number in a cell; `comma` says that commas of the table are decimal."""
    value = plain_number(text)
    if value is not None:
        return Number(value) if abs(value) <= LARGEST else NO_NUMBER
    if missing(text):
        return NOTHING
    marks = []
    rest = re.split(r"±|\+/-|\+-", text)[0].strip()
    if len(rest) < len(text):
        marks.append("spread")
    if bracket := _BRACKET.search(rest):
        rest = rest[: bracket.start()].strip()
        marks.append(bracket["inside"].strip())
    for mark in "~≈<>≤≥":
        if rest.startswith(mark):
            rest = rest.lstrip("~≈<>≤≥= ")
            marks.append(mark)
            break
    bare = rest.strip("*†‡↑↓ \u00a0")
    if len(bare) < len(rest):
        marks.append(rest.replace(bare, "").strip() or "mark")
    percent = bare.endswith("%")
    bare = bare.rstrip("% ").replace("–", "-", 1) if bare.startswith("–") or percent else bare
    value = _value(bare, comma)
    if value is None and (span := _RANGE.match(bare)) and not bare.count("-") > 3:
        value = (float(span[1]) + float(span[2])) / 2
        marks.append(f"range {bare}")
    unit = ""
    behind = _UNIT.search(bare)
    if value is None and behind and behind[1].casefold() in listed("texts", "units"):
        value = _value(bare[: behind.start()], comma)
        unit = behind[1].casefold()
        marks.append(behind[1])
    if value is None or abs(value) > LARGEST:
        return NO_NUMBER
    return Number(value, percent, ", ".join(m for m in marks if m), unit)


def _value(text: str, comma: bool) -> float | None:
    if comma and _DECIMAL.match(text):
        text = text.replace(".", "").replace(",", ".")
    elif _COMMA.match(text):
        text = text.replace(",", "")
    if (value := plain_number(text)) is not None:
        return value
    power = _POWER.match(text)
    if power and (power["n"] or power["e"][0] in "+-"):
        return plain_number(f"{power['n'] or '1'}e{power['e']}")
    return None


def decimal_commas(cells: Iterable[str]) -> bool:
    """Return whether commas of a table are decimal: some can be nothing else, and no cell has a
    decimal point."""
    found = False
    for cell in cells:
        if "," in cell and _ONLY_DECIMAL.match(cell):
            found = True
        elif "." in cell and plain_number(cell.rstrip("% ")) is not None:
            return False
    return found


def numeric(cells: Iterable[str], comma: bool = False) -> bool:
    """Return whether 60 % of the cells that hold something are numbers."""
    filled = [c for c in cells if not missing(c)]
    return bool(filled) and sum(read(c, comma).value is not None for c in filled) >= 0.6 * len(
        filled
    )
