"""A table of drawn answers, checked: from a reader's file or from a suite, to the arrays of the estimator."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from components.errors import LeaderboardError
from components.stats.audits.equivalence import Answers
from components.text import counted, shortened

NEEDED = ("prompt", "generated_by", "loglik_unlearned", "loglik_reference")
OPTIONAL = ("tokens", "sample", "method", "benchmark", "seed")
SIDES = ("unlearned", "reference")
ALONE = "model"
"""What a table without a column `method` calls its one unlearned model."""
MOST_TOLD = 12
TEMPLATE = (
    "prompt,sample,generated_by,loglik_unlearned,loglik_reference,tokens\n"
    "q1,1,unlearned,-2.31,-3.05,4\n"
    "q1,2,unlearned,-1.87,-2.02,3\n"
    "q1,1,reference,-2.90,-1.64,3\n"
    "q1,2,reference,-3.44,-2.71,5\n"
    "q2,1,unlearned,-0.92,-1.10,2\n"
    "q2,1,reference,-1.35,-0.88,2\n"
)
"""A table in the form that is read, as an example."""

Prompt = tuple[str, str, str]
"""Benchmark, seed and prompt as they are written; empty where the table has no such column."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """The answers of one unlearned model and its reference; `prompts` names the prompts by their index."""

    method: str
    prompts: tuple[Prompt, ...]
    answers: Answers


class AnswersRefused(LeaderboardError):
    """A table of answers that cannot be used; `problems` names every place that has to be mended."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


def drawn_answers(
    header: Sequence[str], rows: Sequence[Sequence[str]], places: Sequence[str]
) -> tuple[tuple[Drawn, ...], tuple[str, ...]]:
    """The answers by model in order of appearance, and what a reader should know; texts in, `places` name the rows.

    A prompt is one benchmark, seed and prompt. Raises AnswersRefused with all problems at once.
    """
    missing = [c for c in NEEDED if c not in header]
    if missing:
        found = ", ".join(shortened(h, 30) for h in header[:12])
        raise AnswersRefused(
            [f"columns: found {found}; expected {', '.join(NEEDED)}, and {', '.join(missing)} is missing"]
        )
    unread = [shortened(h, 30) for h in header if h not in (*NEEDED, *OPTIONAL)]
    notices = [f"Not read: the column {name}." for name in unread[:5]]
    problems: list[str] = []
    table = [_row(dict(zip(header, row, strict=True)), p, problems) for row, p in zip(rows, places, strict=True)]
    _repeated(table, places, problems)
    if problems:
        raise AnswersRefused(_told(problems))
    by_method: dict[str, list[_Row]] = {}
    for row in table:
        by_method.setdefault(row.method, []).append(row)
    drawn = tuple(_drawn(method, own, problems) for method, own in by_method.items())
    if problems:
        raise AnswersRefused(_told(problems))
    if not drawn:
        raise AnswersRefused(["rows: found none, expected at least one answer of either model"])
    above = sum(r.by_unlearned > 0 or r.by_reference > 0 for r in table)
    if above:
        notices.append(
            f"{counted(above, 'row')} with a log-likelihood above 0: no answer is likelier than certain, so these are "
            "densities, or not in nats."
        )
    return drawn, tuple(notices)


@dataclass(frozen=True)
class _Row:
    method: str
    prompt: Prompt
    sample: str
    unlearned: bool
    by_unlearned: float
    by_reference: float
    tokens: float


def _row(cells: dict[str, str], place: str, problems: list[str]) -> _Row:
    def read(column: str, allowed: Callable[[float], bool], expected: str, empty: float | None = None) -> float:
        text = cells.get(column, "").strip().replace("−", "-")
        if not text and empty is not None:
            return empty
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if math.isnan(value) or not allowed(value):
            problems.append(f"{place}, {column}: found {shortened(text, 30) or 'nothing'!r}, expected {expected}")
            return math.nan
        return value

    side = cells["generated_by"].strip().lower()
    if side not in SIDES:
        problems.append(f"{place}, generated_by: found {shortened(side, 30)!r}, expected unlearned or reference")
    if not cells["prompt"].strip():
        problems.append(f"{place}, prompt: found nothing, expected a name or number of the prompt")
    scores = [
        read(column, lambda v: v < math.inf, "a log-likelihood in nats, or -inf for an answer this model cannot give")
        for column in ("loglik_unlearned", "loglik_reference")
    ]
    tokens = read("tokens", lambda v: 1 <= v < math.inf, "a count of at least 1, the end token included", math.nan)
    if side in SIDES and scores[SIDES.index(side)] == -math.inf:
        problems.append(f"{place}, loglik_{side}: found -inf for an answer that this very model gave")
    return _Row(
        cells.get("method", "").strip() or ALONE,
        (cells.get("benchmark", "").strip(), cells.get("seed", "").strip(), cells["prompt"].strip()),
        cells.get("sample", "").strip(),
        side == "unlearned",
        scores[0],
        scores[1],
        tokens,
    )


def _repeated(table: Sequence[_Row], places: Sequence[str], problems: list[str]) -> None:
    """Answers with a number of their own must differ in it."""
    seen: dict[tuple[str, Prompt, str, bool], str] = {}
    for row, place in zip(table, places, strict=True):
        key = (row.method, row.prompt, row.sample, row.unlearned)
        if row.sample and key in seen:
            problems.append(
                f"{place}, sample: found {shortened(row.sample, 30)!r} again for prompt "
                f"{shortened(row.prompt[2], 30)!r} (first in {seen[key]}), expected each answer once"
            )
        seen.setdefault(key, place)


def _drawn(method: str, rows: Sequence[_Row], problems: list[str]) -> Drawn:
    prompts = tuple(dict.fromkeys(r.prompt for r in rows))
    at = {prompt: i for i, prompt in enumerate(prompts)}
    sides: dict[Prompt, set[bool]] = {}
    for r in rows:
        sides.setdefault(r.prompt, set()).add(r.unlearned)
    for prompt, found in sides.items():
        if len(found) < 2:
            lacking = "reference" if found == {True} else "unlearned"
            name = shortened(" / ".join(p for p in prompt if p), 60)
            problems.append(
                f"{shortened(method, 30)}, prompt {name}: found no answer generated by {lacking}, expected at least "
                "one from either model"
            )
    return Drawn(
        method,
        prompts,
        Answers(
            np.array([at[r.prompt] for r in rows], dtype=np.intp),
            np.array([r.unlearned for r in rows], dtype=bool),
            *(np.array([getattr(r, f) for r in rows]) for f in ("by_unlearned", "by_reference", "tokens")),
        ),
    )


def _told(problems: Sequence[str]) -> list[str]:
    more = len(problems) - MOST_TOLD
    return [*problems[:MOST_TOLD], *([f"and {more} more of such places"] if more > 0 else [])]
