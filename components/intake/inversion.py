"""Reconstructions of private images with the answers of several evaluators: from a file or a suite's table to rows."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.choice_text import JUDGE
from components.errors import LeaderboardError
from components.intake import files, numbers
from components.stats.audits.inversion import NO, REFUSED, YES
from components.text import cleaned, counted, joined, shortened

STANDARD = "standard"
GROUPS = ("attack", "private_set", "target", "identity")
"""Columns that say where a reconstruction comes from; one that is missing is the same for all rows."""
ANSWERS: Mapping[str, int] = {
    **dict.fromkeys(("yes", "y", "true"), YES),
    **dict.fromkeys(("no", "n", "false"), NO),
    **dict.fromkeys(("", "refused", "refusal", "refuse", "n/a", "none", "unsure"), REFUSED),
}
EXPECTED = "yes, no, or refused (an empty cell is a refusal)"
MOST_GROUPS = 200
"""Attacks on private sets that one audit can show."""
_NUMBERS = {1.0: "yes", 0.0: "no"}
_IMAGE = re.compile(r"[0-9a-f]{4,1024}\Z")
_MOST_PROBLEMS = 8


@dataclass(frozen=True, kw_only=True, eq=False)
class InversionTable:
    """At least one reconstruction, answered by the standard evaluator and by at least one judge.

    `rows` has GROUPS as texts, the answers of each evaluator (standard, judge, judge1, …) as YES, NO or REFUSED, the
    class that a judge reads in the image (judge_class, …) where the table says so, and `image`: one hexadecimal digit
    of brightness per pixel, row by row, empty where none is kept.
    """

    judges: tuple[str, ...]
    rows: pd.DataFrame
    notices: tuple[str, ...] = ()


def read(name: str, content: bytes) -> InversionTable:
    """A file of one row per reconstruction. Raises LeaderboardError."""
    sheet = files.read([(name, content)])
    if sheet.suite:
        raise LeaderboardError("found the folder of a suite, expected a table of answers")
    return checked(pd.DataFrame(list(sheet.rows), columns=list(sheet.header)), sheet.places, sheet.notices)


def checked(frame: pd.DataFrame, places: Sequence[str] = (), notices: Sequence[str] = ()) -> InversionTable:
    """The reconstructions of a table. `places` says where each row is, for messages.

    Raises LeaderboardError with every problem: missing columns, words that are no answer.
    """
    texts = frame.rename(columns=_key).map(cell_text)
    texts = texts.loc[:, ~texts.columns.duplicated(keep="last")]
    judges = sorted((c for c in texts.columns if JUDGE.match(c)), key=lambda c: (len(c), c))
    lacking = [*([] if STANDARD in texts else [STANDARD]), *([] if judges else ["judge (or judge1, judge2, …)"])]
    if lacking:
        named = ", ".join(shortened(str(c), 30) for c in frame.columns[:12]) or "none"
        raise LeaderboardError(f"found the columns {named}; expected {joined(lacking)} with {EXPECTED}")
    if texts.empty:
        raise LeaderboardError("found column names without any row, expected one row per reconstruction")
    words = texts[[STANDARD, *judges]].map(_word)
    _check_answers(words, texts, places or [f"row {i + 1}" for i in range(len(texts))])
    rows = texts.reindex(
        columns=[*GROUPS, "image", *(c for j in judges if (c := f"{j}_class") in texts)], fill_value=""
    )
    rows = rows.join(words.map(ANSWERS.__getitem__).astype("int8"))
    pairs = len(rows[["attack", "private_set"]].drop_duplicates())
    if pairs > MOST_GROUPS:
        raise LeaderboardError(f"found {pairs} attacks on private sets, expected at most {MOST_GROUPS}")
    images = rows["image"].map(square_image)
    dropped = int((rows["image"] != images).sum())
    notice = f"{counted(dropped, 'image')} not shown: expected one hexadecimal digit per pixel of a square image"
    return InversionTable(
        judges=tuple(judges), rows=rows.assign(image=images), notices=(*notices, *([notice] if dropped else []))
    )


def square_image(text: str) -> str:
    """The text when it is a square image, one hexadecimal digit of brightness per pixel; else nothing."""
    return text if _IMAGE.match(text) and math.isqrt(len(text)) ** 2 == len(text) else ""


def cell_text(value: object) -> str:
    """A cell as text: whole numbers without decimals, nothing for what is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return f"{value:.15g}" if isinstance(value, float) else cleaned(value)


def _check_answers(words: pd.DataFrame, texts: pd.DataFrame, places: Sequence[str]) -> None:
    """Raise LeaderboardError with the first words that are no answer."""
    wrong = [
        f"{places[i]}, {evaluator}: found {shortened(texts[evaluator].iloc[i], 40)!r}, expected {EXPECTED}"
        for evaluator in words.columns
        for i in np.flatnonzero(~words[evaluator].isin([*ANSWERS])).tolist()
    ]
    if wrong:
        rest = len(wrong) - _MOST_PROBLEMS
        raise LeaderboardError("; ".join([*wrong[:_MOST_PROBLEMS], *([f"and {rest} more"] if rest > 0 else [])]))


def _word(text: str) -> str:
    """An answer as one of ANSWERS where it is one: without case and full stop, 1 and 0 in words."""
    word = text.strip().strip(".!,").lower()
    value = numbers.value(word)
    return word if value is None else _NUMBERS.get(value, word)


def _key(column: object) -> str:
    return re.sub(r"[\s-]+", "_", str(column).strip().lower())
