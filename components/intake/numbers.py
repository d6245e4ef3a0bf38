"""What a cell holds that should be a number, and what it becomes when a reader asks for a fix.

Texts become other texts, digit for digit: 85 % is 0.85 and not 0.8500000000000001. What a number is, `data.plain` says.
"""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from data.plain import number

LARGEST = 1e15
"""Sums of squares of larger numbers would leave what a float can hold; no metric is as large."""

NUMBER, EMPTY, MISSING, INFINITE, TEXT = "number", "empty", "missing", "infinite", "text"
COMMA, GROUPED, PERCENT, SPREAD = "comma", "grouped", "percent", "spread"
READABLE = (NUMBER, COMMA, GROUPED, PERCENT, SPREAD)
"""The kinds of cells that hold a number, whatever its notation."""
_MARKERS = frozenset(
    (
        *("nan", "na", "n/a", "n.a.", "n. a.", "null", "none", "nil", "missing", "-", "--", "---", "–", "—", "?"),
        *("#n/a", "#value!", "#div/0!", "#ref!", "#name?", "#num!", "#null!", "not measured", "(blank)"),
    )
)
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|∞)\Z", re.I)
_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d{1,4})?\Z")
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}\Z")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:(?P<s>[,'’ \u00a0\u202f])\d{3})(?:(?P=s)\d{3})*(?:\.\d+)?\Z")
_POINTS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+,\d+\Z")
_DOTTED = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+\Z")
_PERCENT = re.compile(r"(?P<n>[+-]?\d+(?:[.,]\d+)?)\s*%\Z")
_PLAIN = r"(?:\d+(?:[.,]\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_BESIDE = rf"(?:±|\+/-|\+-|\$?\\pm\s*\$?)\s*\$?{_PLAIN}\s*%?\$?"
_SPREAD = re.compile(
    rf"(?P<n>[+-]?{_PLAIN})(?:\s*{_BESIDE}\s*(?:\(\s*[+-]?{_PLAIN}\s*\))?"
    rf"|\s*\(\s*(?:{_BESIDE}|[+-]?{_PLAIN}|[↑↓]\s*{_PLAIN}\s*%?|[-+−–]\s*{_PLAIN}\s*%|[a-z -]{{3,20}})\s*\))\Z"
)
"""A number with its spread, or in brackets a remark on it: 0.85 ± 0.02, 0.26 (0.12), 58.4 (↑ 180 %), 5.2 (over)."""
_SEED = re.compile(r"(?:(?:(?:random|rand)[ _]?)?(?:seed|run|s)[ _#=:-]*)?(?P<n>\d{1,18})(?:\.0+)?\Z", re.I)
_POWER = re.compile(
    r"(?:(?P<n>[-+−–]?\d+(?:\.\d+)?)\s*[×·]\s*)?10 ?\^?(?P<e>(?:(?<=\^)[-+−–]?\d{1,4}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))\Z"
)
"""1.5 × 10^-19, 2·10⁻⁶; alone 10^-12, as 10^2 may be ten with a footnote."""
_LEVEL = str.maketrans("−–⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "--" + "-+0123456789")


def plain(text: str) -> str:
    """A cell without outer blanks, with the minus sign that numbers have, and powers of ten as `1e-5`."""
    stripped = re.sub(r"(?<=\d[eE])[−–](?=\d)", "-", re.sub(r"(?<=\d)\s*×\Z", "", text.strip("\u00a0\u202f \t")))
    power = _POWER.match(stripped)
    if power and (power["n"] or power["e"][0] in "-−–⁻"):
        return f"{plain(power['n'] or '1')}e{power['e'].translate(_LEVEL)}"
    if len(stripped) > 1 and stripped[0] in "−–" and stripped[1:2].isdigit():
        return "-" + stripped[1:]
    return stripped


def kind(text: str) -> str:
    """What a cell holds: a number, nothing, or one of the troubles named above."""
    if text == "":
        return EMPTY
    if number(text) is not None:
        return NUMBER if value(text) is not None else TEXT
    if text.casefold() in _MARKERS:
        return MISSING
    if _INFINITE.match(text):
        return INFINITE
    if _PERCENT.match(text):
        return PERCENT
    if _COMMA.match(text):
        return COMMA
    if _GROUPED.match(text) or _POINTS.match(text):
        return GROUPED
    return SPREAD if _SPREAD.match(text) else TEXT


def value(text: str) -> float | None:
    """The number in a cell, or None for everything else."""
    read = number(text)
    return read if read is not None and abs(read) <= LARGEST else None


def values(cells: Iterable[str]) -> list[float]:
    """The plain numbers among cells."""
    return [v for c in cells if (v := value(c)) is not None]


def may_group(text: str) -> bool:
    """Whether a comma may as well separate thousands: `1,234`, but neither `0,234` nor `1,23`."""
    return bool(_EITHER.match(text))


def without_comma(text: str) -> str:
    """`0,85` as `0.85`."""
    return text.replace(",", ".", 1) if _COMMA.match(text) else text


def ungrouped(text: str) -> str:
    """`1,234.5` and `1.234,5` as `1234.5`."""
    if _POINTS.match(text):
        return text.replace(".", "").replace(",", ".")
    return re.sub(r"[,'’ \u00a0\u202f](?=\d{3})", "", text) if _GROUPED.match(text) else text


def may_part(text: str) -> bool:
    """Whether the points of a number may as well separate thousands: `2.345`, but neither `0.345` nor `2.34`."""
    return bool(_DOTTED.match(text))


def without_spread(text: str) -> str:
    """`0.85 ± 0.02` as `0.85`."""
    match = _SPREAD.match(text)
    return match["n"] if match else text


def unsigned(text: str) -> str:
    """`85,3 %` as `85.3`."""
    match = _PERCENT.match(text)
    return match["n"].replace(",", ".") if match else text


def share(text: str) -> str:
    """`85 %`, `85,3 %` and `85` as shares of one: `0.85`, `0.853`, `0.85`."""
    bare = unsigned(text)
    return _written(Decimal(bare) / 100) if number(bare) is not None else text


def percentage(text: str) -> str:
    """The share `0.853` as `85.3`."""
    return _written(Decimal(text) * 100) if number(text) is not None else text


def seed(text: str) -> str:
    """The whole number that a text says of a seed (`seed42` and `42.0` give `42`); empty when it says none."""
    match = _SEED.match(text)
    return (match["n"].lstrip("0") or "0") if match else ""


def _written(exact: Decimal) -> str:
    try:
        text = format(exact.normalize(), "f")
    except InvalidOperation:
        return str(exact)
    return text if len(text) <= 40 else repr(float(exact))
