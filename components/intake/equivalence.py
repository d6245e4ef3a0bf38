"""A reader's table of drawn answers, checked: one row per answer, scored by an unlearned model and its reference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.errors import LeaderboardError
from components.intake import numbers
from components.intake.reading.sheet import Sheet
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
    """A table of answers that cannot be used; `problems` names every place that has to change."""

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
    by_method: dict[str, list[Answer]] = {}
    first: dict[tuple[str, Prompt, str, bool], str] = {}
    sides: dict[tuple[str, Prompt], set[bool]] = {}
    for row, place in zip(sheet.rows, sheet.places, strict=True):
        answer, wrong = _answer(dict(zip(sheet.header, row, strict=True)))
        key = (answer.method, answer.prompt, answer.sample, answer.unlearned)
        if answer.sample and key in first:
            again = f"found {_quoted(answer.sample)} again for prompt {_quoted(answer.prompt[2])}"
            wrong.append(f"sample: {again} (first in {first[key]}), expected each answer once")
        first.setdefault(key, place)
        sides.setdefault(key[:2], set()).add(answer.unlearned)
        by_method.setdefault(answer.method, []).append(answer)
        problems += [f"{place}, {text}" for text in wrong]
    if not problems:
        problems = [_one_sided(*key, unlearned=True in drawn) for key, drawn in sides.items() if len(drawn) < 2]
    if problems:
        raise AnswersRefused(problems)
    return {method: tuple(own) for method, own in by_method.items()}, _notices(sheet.header, by_method)


def _answer(cells: dict[str, str]) -> tuple[Answer, list[str]]:
    """One row, and what is wrong in it; what cannot be read is NaN."""
    wrong = []
    side = cells["generated_by"].strip().lower()
    if side not in SIDES:
        wrong.append(f"generated_by: found {_quoted(side)}, expected unlearned or reference")
    if not cells["prompt"].strip():
        wrong.append("prompt: found nothing, expected a name or number of the prompt")
    scores = {}
    for model in SIDES:
        column = f"loglik_{model}"
        text = numbers.plain(cells[column]).replace("−", "-", 1)
        impossible = text.startswith("-") and numbers.kind(text) == numbers.INFINITE
        score = -math.inf if impossible else numbers.value(text)
        if score is None:
            expected = "a log-likelihood in nats, or -inf for an answer this model cannot give"
            wrong.append(f"{column}: found {_quoted(cells[column])}, expected {expected}")
        elif impossible and model == side:
            wrong.append(f"{column}: found -inf for an answer that this very model gave")
        scores[model] = math.nan if score is None else score
    length = numbers.plain(cells.get("tokens", ""))
    tokens = numbers.value(length) if length else math.nan
    if tokens is None or tokens < 1:
        wrong.append(f"tokens: found {_quoted(length)}, expected a count of at least 1, the end token included")
    answer = Answer(
        method=cells.get("method", "").strip() or ALONE,
        prompt=(cells.get("benchmark", "").strip(), cells.get("seed", "").strip(), cells["prompt"].strip()),
        sample=cells.get("sample", "").strip(),
        unlearned=side == "unlearned",
        by_unlearned=scores["unlearned"],
        by_reference=scores["reference"],
        tokens=math.nan if tokens is None else tokens,
    )
    return answer, wrong


def _quoted(cell: str) -> str:
    return repr(shortened(cell.strip(), 30) or "nothing")


def _one_sided(method: str, prompt: Prompt, *, unlearned: bool) -> str:
    """Every prompt needs an answer of either model."""
    name = shortened(" / ".join(p for p in prompt if p), 60)
    lacks = "reference" if unlearned else "unlearned"
    start = f"{shortened(method, 30)}, prompt {name}: found no answer generated by {lacks}"
    return f"{start}, expected at least one from either model"


def _notices(header: Sequence[str], answers: Mapping[str, Sequence[Answer]]) -> tuple[str, ...]:
    unread = [shortened(h, 30) for h in header if h not in (*NEEDED, *OPTIONAL)]
    notices = [f"Not read: the column {name}." for name in unread[:5]]
    above = sum(a.by_unlearned > 0 or a.by_reference > 0 for own in answers.values() for a in own)
    if above:
        notices.append(
            f"{counted(above, 'row')} with a log-likelihood above 0: no answer is likelier than certain, so these are "
            "densities, or not in nats."
        )
    return tuple(notices)
