"""Reconstructions of private images with the answers of several evaluators: from a file or a suite's table to rows."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.choice_text import JUDGE
from components.errors import LeaderboardError
from components.intake import files, numbers
from components.intake.reading.sheet import Sheet
from components.text import cleaned, counted, joined, shortened

STANDARD = "standard"
GROUPS = ("attack", "private_set", "target", "identity")
"""Columns that say where a reconstruction comes from; one that is missing is the same for all rows."""
ANSWERS: Mapping[str, bool | None] = {
    **dict.fromkeys(("yes", "y", "true"), True),
    **dict.fromkeys(("no", "n", "false"), False),
    **dict.fromkeys(("", "refused", "refusal", "refuse", "n/a", "none", "unsure"), None),
}
EXPECTED = "yes, no, or refused (an empty cell is a refusal)"
MOST_GROUPS = 200
"""Attacks on private sets that one audit can show."""
_NUMBERS = {1.0: "yes", 0.0: "no"}
_IMAGE = re.compile(r"[0-9a-f]{4,1024}\Z")
_MOST_PROBLEMS = 8


@dataclass(frozen=True, kw_only=True)
class InversionRow:
    """One reconstruction.

    answers  by evaluator (standard, judge, judge1, …): True is yes, False is no, None is a refusal
    seen     by judge the class that it reads in the image, where the table says so
    image    one hexadecimal digit of brightness per pixel, row by row; empty where none is kept
    """

    attack: str
    private_set: str
    target: str
    identity: str
    answers: Mapping[str, bool | None]
    seen: Mapping[str, str]
    image: str


@dataclass(frozen=True, kw_only=True)
class InversionTable:
    """At least one reconstruction, answered by the standard evaluator and by at least one judge."""

    judges: tuple[str, ...]
    rows: tuple[InversionRow, ...]
    notices: tuple[str, ...] = ()


def read(name: str, content: bytes) -> InversionTable:
    """A file of one row per reconstruction. Raises LeaderboardError."""
    sheet = files.read([(name, content)])
    if sheet.suite:
        raise LeaderboardError("found the folder of a suite, expected a table of answers")
    return from_sheet(sheet)


def from_columns(
    columns: Mapping[str, Sequence[object]], places: Sequence[str] = (), notices: Sequence[str] = ()
) -> InversionTable:
    """Read a table by column. `places` says where each row is, for messages.

    Raises LeaderboardError with every problem: missing columns, words that are no answer.
    """
    texts = {_key(c): [cell_text(v) for v in values] for c, values in columns.items()}
    judges = sorted((c for c in texts if JUDGE.match(c)), key=lambda c: (len(c), c))
    lacking = [*([] if STANDARD in texts else [STANDARD]), *([] if judges else ["judge (or judge1, judge2, …)"])]
    if lacking:
        named = ", ".join(shortened(c, 30) for c in list(columns)[:12]) or "none"
        raise LeaderboardError(f"found the columns {named}; expected {joined(lacking)} with {EXPECTED}")
    n = len(texts[STANDARD])
    if not n:
        raise LeaderboardError("found column names without any row, expected one row per reconstruction")
    answers = _answers({c: texts[c] for c in (STANDARD, *judges)}, places or [f"row {i + 1}" for i in range(n)])
    empty = [""] * n
    groups = [texts.get(g, empty) for g in GROUPS]
    pairs = len(set(zip(groups[0], groups[1], strict=True)))
    if pairs > MOST_GROUPS:
        raise LeaderboardError(f"found {pairs} attacks on private sets, expected at most {MOST_GROUPS}")
    pictures = texts.get("image", empty)
    images = [square_image(p) for p in pictures]
    dropped = sum(bool(p) and not i for p, i in zip(pictures, images, strict=True))
    notice = f"{counted(dropped, 'image')} not shown: expected one hexadecimal digit per pixel of a square image"
    seen = {j: texts[f"{j}_class"] for j in judges if f"{j}_class" in texts}
    rows = tuple(
        InversionRow(
            attack=attack,
            private_set=private_set,
            target=target,
            identity=identity,
            answers={c: answer[i] for c, answer in answers.items()},
            seen={j: names[i] for j, names in seen.items()},
            image=images[i],
        )
        for i, (attack, private_set, target, identity) in enumerate(zip(*groups, strict=True))
    )
    return InversionTable(judges=tuple(judges), rows=rows, notices=(*notices, *([notice] if dropped else [])))


def from_sheet(sheet: Sheet) -> InversionTable:
    """A table as read from a file. Raises LeaderboardError."""
    columns = dict(zip(sheet.header, zip(*sheet.rows, strict=True), strict=True))
    return from_columns(columns, sheet.places, sheet.notices)


def square_image(text: str) -> str:
    """The text when it is a square image, one hexadecimal digit of brightness per pixel; else nothing."""
    return text if _IMAGE.match(text) and math.isqrt(len(text)) ** 2 == len(text) else ""


def cell_text(value: object) -> str:
    """A cell as text: whole numbers without decimals, nothing for what is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return f"{value:.15g}" if isinstance(value, float) else cleaned(value)


def _answers(texts: Mapping[str, Sequence[str]], places: Sequence[str]) -> Mapping[str, Sequence[bool | None]]:
    """The answers by evaluator. Raises LeaderboardError with the first words that are no answer."""
    wrong = [
        f"{place}, {evaluator}: found {shortened(text, 40)!r}, expected {EXPECTED}"
        for evaluator, column in texts.items()
        for place, text in zip(places, column, strict=True)
        if _word(text) not in ANSWERS
    ]
    if wrong:
        rest = len(wrong) - _MOST_PROBLEMS
        raise LeaderboardError("; ".join([*wrong[:_MOST_PROBLEMS], *([f"and {rest} more"] if rest > 0 else [])]))
    return {evaluator: [ANSWERS[_word(text)] for text in column] for evaluator, column in texts.items()}


def _word(text: str) -> str:
    """An answer as one of ANSWERS where it is one: without case and full stop, 1 and 0 in words."""
    word = text.strip().strip(".!,").lower()
    value = numbers.value(word)
    return word if value is None else _NUMBERS.get(value, word)


def _key(column: object) -> str:
    return re.sub(r"[\s-]+", "_", str(column).strip().lower())
