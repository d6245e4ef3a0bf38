"""Reconstructions of private images with the answers of several evaluators, from a suite's
table."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from components.format import cleaned
from components.stats.audits.inversion import NO, REFUSED, YES
from components.suite_ids import JUDGE_COLUMN
from data.errors import LeaderboardError

STANDARD = "standard"
GROUPS = ("attack", "private_set", "target", "identity")
"""Columns that say where a reconstruction comes from; one that is missing is the same for all
rows."""
ANSWERS: Mapping[str, int] = {
    "yes": YES,
    "1": YES,
    "no": NO,
    "0": NO,
    "": REFUSED,
    "refused": REFUSED,
}


@dataclass(frozen=True, kw_only=True, eq=False)
class Reconstructions:
    """At least one reconstruction, answered by the standard evaluator and by at least one judge.

    `rows` has GROUPS as texts, the answers of each evaluator (standard, judge, judge1, …) as YES,
    NO or REFUSED, and the class that a judge reads in the image (judge_class, …) if the table says
    so."""

    judges: tuple[str, ...]
    rows: pd.DataFrame


def reconstructions(frame: pd.DataFrame) -> Reconstructions:
    """Return the reconstructions of a table. Raises LeaderboardError if columns or answers are
    wrong."""
    texts = frame.map(cell_text)
    judges = sorted((c for c in texts.columns if JUDGE_COLUMN.match(c)), key=lambda c: (len(c), c))
    if STANDARD not in texts or not judges or texts.empty:
        raise LeaderboardError(
            f"inversion: found {', '.join(texts.columns)}, expected rows with standard and judge"
        )
    answers = texts[[STANDARD, *judges]].map(str.casefold)
    wrong = [c for c in answers if not answers[c].isin([*ANSWERS]).all()]
    if wrong:
        raise LeaderboardError(
            f"inversion, {wrong[0]}: expected yes, no, or refused (an empty cell is a refusal)"
        )
    rows = texts.reindex(
        columns=[*GROUPS, *(c for j in judges if (c := f"{j}_class") in texts)], fill_value=""
    )
    return Reconstructions(
        judges=tuple(judges), rows=rows.join(answers.map(ANSWERS.__getitem__).astype("int8"))
    )


def cell_text(value: object) -> str:
    """Return a cell as text: whole numbers without decimals, "" for what is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return f"{value:.15g}" if isinstance(value, float) else cleaned(value)
