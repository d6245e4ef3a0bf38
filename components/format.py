"""Numbers and names as text, and results as JSON: names never become markup, formulas or
directions."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""What JSON can say."""

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_FORGE = re.compile(r"([\\`*_\[\]<>|~#&$]|(?<=www)\.|:(?=//))")
_BIDI = dict.fromkeys(
    [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)],
    "\N{REPLACEMENT CHARACTER}",
)

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "−": "$-$",
    "–": "--",
    "…": r"\ldots{}",
    "·": r"\textperiodcentered{}",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "÷": r"$\div$",
    "◎": r"$\odot$",
    "↓": r"$\downarrow$",
    "↑": r"$\uparrow$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "λ": r"$\lambda$",
    "τ": r"$\tau$",
    "ρ": r"$\rho$",
    "κ": r"$\kappa$",
    "ε": r"$\varepsilon$",
}
_SPECIAL_IN_LATEX = re.compile("|".join(map(re.escape, _LATEX)))

_FRACTIONS = {"all": 1.0, "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5}

UNDEFINED = "–"
"""What is printed for an undefined number; the reason stands next to it."""
ROUNDING = 1e-12
"""A number that is not larger is 0 with an error of rounding."""

MARK = " • yours"
"""What follows the label of a method that a user added, on every page."""


def cleaned(raw_text: object) -> str:
    """Return one line without control characters; marks that turn the reading direction become
    visible."""
    line = " ".join(str(raw_text).split())
    if line.isprintable():  # no control character and no mark, as nearly every text
        return line
    line = line.translate(_BIDI)
    return "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in line)


def shortened(text: object, max_letters: int = 40) -> str:
    """Return text cut to `max_letters`; an ellipsis marks the cut, and MARK at the end is never
    cut."""
    cleaned_text = cleaned(text)
    if len(cleaned_text) <= max_letters:
        return cleaned_text
    if cleaned_text.endswith(MARK) and max_letters > 2 * len(MARK):
        return shortened(cleaned_text.removesuffix(MARK), max_letters - len(MARK)) + MARK
    return cleaned_text[: max_letters - 1].rstrip() + "…"


def markdown_text(text: object) -> str:
    """Return text that Streamlit's Markdown shows as it is: no markup, HTML, formulas, emoji or
    coloured directives."""
    return _PUNCTUATION.sub(r"\\\1", cleaned(text))


def forge_text(value: object) -> str:
    """Return text that a Markdown file shows as it is on a forge: no markup, HTML, formulas, links
    or mentions."""
    return _FORGE.sub(r"\\\1", cleaned(value)).replace("@", "@\N{ZERO WIDTH SPACE}")


def latex_text(text: object) -> str:
    """Return text that LaTeX prints as it is, in tables and in BibTeX."""
    return _SPECIAL_IN_LATEX.sub(lambda match: _LATEX[match[0]], cleaned(text))


def spreadsheet_cell(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs, "" for None. Text that is a plain number stays as it
    is.

    Spreadsheets run a cell that begins with =, +, -, @ (or one of them in full width), some also
    behind a blank, a tab or a line break; such text gets an apostrophe in front.
    """
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return cell
    is_formula = cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA)
    return f"'{cell}" if is_formula and not _is_number(cell) else cell


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and "_" not in text and not set(text) & set("\t\r\n")


def figure_text(text: object) -> str:
    """Return text that a Plotly label shows as it is, bold if it ends with MARK.

    Plotly reads <b>, <a> and entities in every label.
    """
    escaped_text = cleaned(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<b>{escaped_text}</b>" if escaped_text.endswith(MARK) else escaped_text


def number(value: float | None, decimals: int | None = None, *, sign: bool = False) -> str:
    """Write a number with two significant digits, or with a fixed count of decimals, and a real
    minus sign.

    "–" if it is undefined. One that its decimals would show as 0 has two significant digits:
    2.6e-4."""
    if value is None or not math.isfinite(value):
        return UNDEFINED
    sign_option = "+" if sign else ""
    magnitude = abs(value)
    if magnitude <= ROUNDING:
        return f"{0.0:{sign_option}.{decimals or 0}f}"
    if decimals is None:
        is_scientific = not 1e-3 <= magnitude < 1e5
    else:
        is_scientific = decimals >= 3 and small(value, decimals)
    if is_scientific:
        mantissa, exponent = f"{value:{sign_option}.1e}".split("e")
        return f"{mantissa.replace('-', '−')}e{int(exponent)}"
    if decimals is None:
        decimals = max(0, 1 - math.floor(math.log10(float(f"{magnitude:.1e}"))))
    else:
        value = round(float(value), decimals) + 0.0
    return f"{value:{sign_option}.{decimals}f}".replace("-", "−")


def small(value: float | None, decimals: int = 3) -> bool:
    """Return whether a number that is not 0 would show as 0 with `decimals`."""
    return value is not None and ROUNDING < abs(value) < 0.5 * 10.0**-decimals


def factor(deviation: float) -> str:
    """Write a standard deviation of base-10 logarithms as the factor that it is: 0.335 is 2.2."""
    return f"{10.0**deviation:.2g}" if deviation < 2 else f"1e{deviation:.0f}"


def p_value(value: float | None) -> str:
    """Write a p with 3 decimals; one that would show as 0 is "< 0.001"."""
    return "< 0.001" if value is not None and value < 0.0005 else number(value, 3)


def share_list(shares: Mapping[str, float]) -> str:
    """Write the share of each name: "⅓ FQ, ⅔ ES" if all are simple fractions, else in whole per
    cent."""
    in_fractions = []
    in_percent = []
    for metric_name, share in shares.items():
        in_percent.append(f"{percent(share)} {metric_name}")
        for fraction_text, fraction in _FRACTIONS.items():
            if abs(share - fraction) < 1e-6:
                in_fractions.append(f"{fraction_text} {metric_name}")
    return ", ".join(in_fractions if len(in_fractions) == len(shares) else in_percent)


def joined(words: Sequence[str]) -> str:
    """Return words as a list in running text: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def at_most(max_names: int, all_names: Sequence[str]) -> list[str]:
    """Return the first `max_names`; if some are left out, the last item says how many: 2 more."""
    if len(all_names) <= max_names:
        return list(all_names)
    return [*all_names[:max_names], f"{len(all_names) - max_names} more"]


def few(names: Sequence[str], noun: str) -> str:
    """Return up to three names as a list in running text, else their count: 5 metrics."""
    if len(names) > 3:
        return counted(len(names), noun)
    return joined(names)


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def counted(count: int, noun: str) -> str:
    """Write a count with its noun: 1 run, 3 runs, 10 000 runs."""
    written = thousands(count) if count >= 10_000 else count
    return f"{written} {verb(count, noun, f'{noun}s')}"


def verb(count: int, singular: str, plural: str) -> str:
    """Return the form of a verb that fits a count: is, are."""
    return singular if count == 1 else plural


def thousands(count: int) -> str:
    """Write a count with narrow gaps: 10 000."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def percent(share: float | None) -> str:
    """Write a share in whole per cent; what is not quite nothing or everything is "< 1 %" or
    "> 99 %"."""
    if share is None:
        return UNDEFINED
    percent_text = f"{100 * share:.0f} %"
    if share > 0 and percent_text == "0 %":
        return "< 1 %"
    if share < 1 and percent_text == "100 %":
        return "> 99 %"
    return percent_text


def percent_range(low: float, high: float) -> str:
    """Write a range of shares in whole per cent: 44 to 73 %."""
    low_text = percent(low)
    high_text = percent(high)
    if low_text == high_text:
        return low_text
    return f"{low_text.removesuffix(' %')} to {high_text}"


def step_text(step: float) -> str:
    """Write the step of a proportion as a fraction of its samples: 1/200."""
    return f"1/{round(1 / step)}"


_WHERE_KNOWN = "where known"


def where_known(default: object = None) -> Any:
    """Return a dataclass field whose key JSON leaves out while it holds its default."""
    return field(default=default, metadata={_WHERE_KNOWN: True})


def to_plain(value: object) -> Plain:
    """Return a value as JSON can say it: a dataclass by its fields, keys as texts, undefined
    numbers as None.

    A field made by `where_known` may be left out. Raises TypeError for what has no JSON.
    """
    if type(value) is float:  # the most by far
        return finite(value)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (np.generic, np.ndarray)):
        return to_plain(value.tolist())
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return finite(float(value))
    if isinstance(value, Mapping):
        return {str(inner_key): to_plain(inner_value) for inner_key, inner_value in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(entry) for entry in value]
    if is_dataclass(value) and not isinstance(value, type):
        return plain_record(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def plain_record(value: DataclassInstance) -> dict[str, Plain]:
    """Return a dataclass as a dict that JSON can say."""
    record = {}
    for member in fields(value):
        content = getattr(value, member.name)
        if _WHERE_KNOWN not in member.metadata or content != member.default:
            record[member.name] = to_plain(content)
    return record


def json_of(value: object) -> str:
    """Return a value as the text of a JSON file. Raises TypeError for what has no JSON."""
    return json.dumps(to_plain(value), ensure_ascii=False, allow_nan=False, indent=1)


def finite(value: Any) -> float | None:
    """Return a float, or None for NaN, an infinity or None."""
    if value is None or not math.isfinite(value):
        return None
    return float(value)


def whole_number(value: Any) -> int | None:
    """Return an int, or None for NaN, an infinity or None."""
    if value is None or not math.isfinite(value):
        return None
    return int(value)


def by_id(identifiers: Sequence[str], values: Any) -> dict[str, float | None]:
    """Return finite numbers or None by id, in the order given; `values` is a sequence or an array
    (n,)."""
    return {
        identifier: finite(value) for identifier, value in zip(identifiers, values, strict=True)
    }
