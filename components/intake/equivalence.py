"""A reader's table of drawn answers, checked: one row per answer, scored by an unlearned model and its reference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from components.errors import LeaderboardError
from components.intake import numbers
from components.intake.files import Sheet
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


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One drawn answer.

    `unlearned` says which model drew it, `by_unlearned` and `by_reference` are its log-likelihoods in nats, −inf where
    that model cannot give it; `tokens` is its length with the end token, NaN where unknown. `sample` numbers the
    answers of a prompt, "" where the table does not.
    """

    method: str
    prompt: Prompt
    sample: str
    unlearned: bool
    by_unlearned: float
    by_reference: float
    tokens: float


class AnswersRefused(LeaderboardError):
    """A table of answers that cannot be used; `problems` names every place that has to be mended."""

    def __init__(self, problems: Sequence[str]) -> None:
        left = len(problems) - MOST_TOLD
        self.problems = (*problems[:MOST_TOLD], *([f"and {left} more of such places"] if left > 0 else []))
        super().__init__("\n".join(self.problems))


def drawn_answers(sheet: Sheet) -> tuple[dict[str, tuple[Answer, ...]], tuple[str, ...]]:
    """The answers by method in order of appearance, and what a reader should know.

    A prompt is one benchmark, seed and prompt. Raises AnswersRefused with all problems at once.
    """
    missing = [c for c in NEEDED if c not in sheet.header]
    if missing:
        columns = ", ".join(shortened(h, 30) for h in sheet.header[:12])
        raise AnswersRefused(
            [f"columns: found {columns}; expected {', '.join(NEEDED)}, and {', '.join(missing)} is missing"]
        )
    if not sheet.rows:
        raise AnswersRefused(["rows: found none, expected at least one answer of either model"])
    problems: list[str] = []
    answers = [
        _answer(dict(zip(sheet.header, row, strict=True)), place, problems)
        for row, place in zip(sheet.rows, sheet.places, strict=True)
    ]
    problems += _repeated(answers, sheet.places)
    if problems:
        raise AnswersRefused(problems)
    by_method: dict[str, list[Answer]] = {}
    for answer in answers:
        by_method.setdefault(answer.method, []).append(answer)
    if lacking := [text for method, own in by_method.items() for text in _one_sided(method, own)]:
        raise AnswersRefused(lacking)
    return {method: tuple(own) for method, own in by_method.items()}, _notices(sheet.header, answers)


def _answer(cells: dict[str, str], place: str, problems: list[str]) -> Answer:
    """One row; what cannot be read is added to the problems and stands as NaN."""
    side = cells["generated_by"].strip().lower()
    if side not in SIDES:
        problems.append(f"{place}, generated_by: found {shortened(side, 30)!r}, expected unlearned or reference")
    if not cells["prompt"].strip():
        problems.append(f"{place}, prompt: found nothing, expected a name or number of the prompt")
    scores = {}
    for model in SIDES:
        column = f"loglik_{model}"
        score = _log_likelihood(cells[column])
        if score is None:
            problems.append(
                f"{place}, {column}: {_quoted(cells[column])}, expected a log-likelihood in nats, or -inf for an "
                "answer this model cannot give"
            )
        elif score == -math.inf and model == side:
            problems.append(f"{place}, {column}: found -inf for an answer that this very model gave")
        scores[model] = math.nan if score is None else score
    length = numbers.plain(cells.get("tokens", ""))
    tokens = numbers.value(length) if length else math.nan
    if tokens is None or tokens < 1:
        problems.append(f"{place}, tokens: {_quoted(length)}, expected a count of at least 1, the end token included")
    return Answer(
        method=cells.get("method", "").strip() or ALONE,
        prompt=(cells.get("benchmark", "").strip(), cells.get("seed", "").strip(), cells["prompt"].strip()),
        sample=cells.get("sample", "").strip(),
        unlearned=side == "unlearned",
        by_unlearned=scores["unlearned"],
        by_reference=scores["reference"],
        tokens=math.nan if tokens is None else tokens,
    )


def _log_likelihood(cell: str) -> float | None:
    """The number in a cell, −inf where it says so; None for everything else."""
    text = numbers.plain(cell)
    signed = text.replace("−", "-", 1)
    impossible = signed.startswith("-") and numbers.kind(signed) == numbers.INFINITE
    return -math.inf if impossible else numbers.value(text)


def _quoted(cell: str) -> str:
    return f"found {shortened(cell.strip(), 30) or 'nothing'!r}"


def _repeated(answers: Sequence[Answer], places: Sequence[str]) -> list[str]:
    """Answers with a number of their own must differ in it."""
    problems = []
    first: dict[tuple[str, Prompt, str, bool], str] = {}
    for answer, place in zip(answers, places, strict=True):
        key = (answer.method, answer.prompt, answer.sample, answer.unlearned)
        if answer.sample and key in first:
            problems.append(
                f"{place}, sample: found {shortened(answer.sample, 30)!r} again for prompt "
                f"{shortened(answer.prompt[2], 30)!r} (first in {first[key]}), expected each answer once"
            )
        first.setdefault(key, place)
    return problems


def _one_sided(method: str, answers: Sequence[Answer]) -> list[str]:
    """Every prompt needs an answer of either model."""
    sides: dict[Prompt, set[bool]] = {}
    for answer in answers:
        sides.setdefault(answer.prompt, set()).add(answer.unlearned)
    problems = []
    for prompt, drawn in sides.items():
        if len(drawn) < 2:
            name = shortened(" / ".join(p for p in prompt if p), 60)
            problems.append(
                f"{shortened(method, 30)}, prompt {name}: found no answer generated by "
                f"{'reference' if True in drawn else 'unlearned'}, expected at least one from either model"
            )
    return problems


def _notices(header: Sequence[str], answers: Sequence[Answer]) -> tuple[str, ...]:
    unread = [shortened(h, 30) for h in header if h not in (*NEEDED, *OPTIONAL)]
    notices = [f"Not read: the column {name}." for name in unread[:5]]
    above = sum(a.by_unlearned > 0 or a.by_reference > 0 for a in answers)
    if above:
        notices.append(
            f"{counted(above, 'row')} with a log-likelihood above 0: no answer is likelier than certain, so these are "
            "densities, or not in nats."
        )
    return tuple(notices)
