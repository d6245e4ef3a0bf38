"""Reconstructions of private images with the answers of several evaluators, read from texts.

One table with a row per reconstruction, or two files (filename, yes/no), one per evaluator, joined on the filename.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.errors import LeaderboardError
from components.intake.files import Sheet
from components.selection import JUDGE
from components.stats.audits.inversion import NO, REFUSED, YES, Verdicts
from components.text import cleaned, counted, joined, shortened

Texts = npt.NDArray[np.object_]
GROUPS = ("attack", "private_set", "target", "identity")
"""Columns that say where a reconstruction comes from; one that is missing is the same for all rows."""
FILE_NAMES = ("filename", "file", "image", "path", "name")
ANSWER_NAMES = ("answer", "verdict", "response", "prediction", "label", "yes_no")
WORDS = {
    **dict.fromkeys(("yes", "y", "true", "1"), YES),
    **dict.fromkeys(("no", "n", "false", "0"), NO),
    **dict.fromkeys(("", "refused", "refusal", "refuse", "n/a", "none", "unsure"), REFUSED),
}
EXPECTED = "yes, no, or refused (an empty cell is a refusal)"
_IMAGE = re.compile(r"[0-9a-f]{4,1024}\Z")
_MOST = 8
MOST_GROUPS = 200
"""Attacks on private sets that one audit can show."""


@dataclass(frozen=True, eq=False)
class Reconstructions:
    """N reconstructions. Texts and verdicts are (N,).

    judges  verdicts by judge id (judge, judge1, judge2, …), never empty
    seen    by judge id the class that the judge reads in each image, where the table says so
    images  one hexadecimal digit of brightness per pixel, row by row; "" where none is kept
    """

    attack: Texts
    private_set: Texts
    target: Texts
    identity: Texts
    standard: Verdicts
    judges: Mapping[str, Verdicts]
    seen: Mapping[str, Texts]
    images: Texts
    notices: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.standard)


def from_columns(
    columns: Mapping[str, Sequence[object]], places: Sequence[str] = (), notices: Sequence[str] = ()
) -> Reconstructions:
    """Read a table by column. `places` says where each row stands, for messages.

    Raises LeaderboardError with every problem: columns that lack, words that are no answer.
    """
    named = {_key(c): [cell_text(v) for v in values] for c, values in columns.items()}
    judges = sorted((c for c in named if JUDGE.match(c)), key=lambda c: (len(c), c))
    lacking = [*([] if "standard" in named else ["standard"]), *([] if judges else ["judge (or judge1, judge2, …)"])]
    if lacking:
        found = ", ".join(shortened(c, 30) for c in list(columns)[:12]) or "none"
        raise LeaderboardError(f"found the columns {found}; expected {joined(lacking)} with {EXPECTED}")
    n = len(named["standard"])
    if not n:
        raise LeaderboardError("found column names without any row, expected one row per reconstruction")
    where = list(places) or [f"row {i + 1}" for i in range(n)]
    problems: list[str] = []
    read = {c: _verdicts(c, named[c], where, problems) for c in ("standard", *judges)}
    if problems:
        more = f"; and {len(problems) - _MOST} more" if len(problems) > _MOST else ""
        raise LeaderboardError("; ".join(problems[:_MOST]) + more)
    pictures = named.get("image", [""] * n)
    kept = [square_image(p) for p in pictures]
    dropped = sum(bool(p) and not k for p, k in zip(pictures, kept, strict=True))
    told = [*notices]
    if dropped:
        told.append(
            f"{counted(dropped, 'image')} not shown: expected one hexadecimal digit per pixel of a square image"
        )
    groups = {g: _array(named.get(g, [""] * n)) for g in GROUPS}
    pairs = len(set(zip(groups["private_set"], groups["attack"], strict=True)))
    if pairs > MOST_GROUPS:
        raise LeaderboardError(f"found {pairs} attacks on private sets, expected at most {MOST_GROUPS}")
    seen = {j: _array(named[f"{j}_class"]) for j in judges if f"{j}_class" in named}
    judged = {j: read[j] for j in judges}
    return Reconstructions(
        **groups, standard=read["standard"], judges=judged, seen=seen, images=_array(kept), notices=tuple(told)
    )


def from_sheet(sheet: Sheet) -> Reconstructions:
    """A table as read from a file. Raises LeaderboardError."""
    columns = dict(zip(sheet.header, zip(*sheet.rows, strict=True), strict=True))
    return from_columns(columns, sheet.places, sheet.notices)


def from_pair(standard: Sheet, judge: Sheet) -> Reconstructions:
    """Two files of filename and answer, joined on the filename as it is written; the first is the standard evaluator's.

    Further columns attack, private_set, target and identity of either file are kept. Rows without a partner are left
    out and told. Raises LeaderboardError when a filename stands twice, or none stands in both.
    """
    sides = {"standard": _answers(standard), "judge": _answers(judge)}
    one, two = sides["standard"], sides["judge"]
    both = [name for name in one if name in two]
    if not both:
        raise LeaderboardError(
            f"found no filename that stands in both files ({_some(list(one))} against {_some(list(two))}); "
            "expected the same filenames, folders included"
        )
    told = [
        f"{counted(len(lone), 'row')} of {shortened(sheet.name, 40)} without a partner left out: {_some(lone)}"
        for sheet, lone in (
            (standard, [n for n in one if n not in two]),
            (judge, [n for n in two if n not in one]),
        )
        if lone
    ]
    columns: dict[str, list[object]] = {side: [rows[n]["answer"] for n in both] for side, rows in sides.items()}
    for group in GROUPS:
        if any(group in rows[n] for rows in sides.values() for n in both):
            columns[group] = [one[n].get(group) or two[n].get(group, "") for n in both]
    return from_columns(columns, [shortened(n, 60) for n in both], told)


def square_image(text: str) -> str:
    """The text when it is a square image, one hexadecimal digit of brightness per pixel; else nothing."""
    return text if _IMAGE.match(text) and math.isqrt(len(text)) ** 2 == len(text) else ""


def cell_text(value: object) -> str:
    """A cell as text: whole numbers without decimals, nothing for what is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return f"{value:.15g}" if isinstance(value, float) else cleaned(value)


def _answers(sheet: Sheet) -> dict[str, dict[str, str]]:
    """By filename: the answer and what else a file of answers says."""
    header, rows, places = list(sheet.header), list(sheet.rows), list(sheet.places)
    if len(header) == 2 and _word(header[1]) in WORDS and header[1]:
        # no header at all: the first row is an answer
        header, rows, places = ["filename", "answer"], [tuple(header), *rows], ["line 1", *places]
    keys = [_key(h) for h in header]
    file = next((keys.index(k) for k in FILE_NAMES if k in keys), 0 if len(keys) == 2 else None)
    answer = next((keys.index(k) for k in ANSWER_NAMES if k in keys), 1 if len(keys) == 2 else None)
    if file is None or answer is None or file == answer:
        found = ", ".join(shortened(h, 30) for h in header[:12])
        raise LeaderboardError(f"{shortened(sheet.name, 60)}: found the columns {found}; expected filename and answer")
    found_rows: dict[str, dict[str, str]] = {}
    twice = []
    for row, place in zip(rows, places, strict=True):
        name = row[file]
        if name in found_rows:
            twice.append(f"{shortened(name, 60)} ({place})")
        found_rows[name] = {"answer": row[answer], **{k: row[i] for i, k in enumerate(keys) if k in GROUPS}}
    if twice:
        raise LeaderboardError(f"{shortened(sheet.name, 60)}: found twice {_some(twice)}; expected each filename once")
    return found_rows


def _verdicts(column: str, texts: Sequence[str], where: Sequence[str], problems: list[str]) -> Verdicts:
    found = np.full(len(texts), REFUSED, dtype=np.int8)
    for i, text in enumerate(texts):
        word = _word(text)
        if word in WORDS:
            found[i] = WORDS[word]
        else:
            problems.append(f"{where[i]}, {column}: found {shortened(text, 40)!r}, expected {EXPECTED}")
    return found


def _word(text: str) -> str:
    return text.strip().strip(".!,").lower()


def _key(column: object) -> str:
    return re.sub(r"[\s-]+", "_", str(column).strip().lower())


def _array(values: Sequence[str]) -> Texts:
    return np.array(list(values), dtype=object)


def _some(names: Sequence[str], most: int = 5) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(shortened(n, 60) for n in names[:most]) + more
