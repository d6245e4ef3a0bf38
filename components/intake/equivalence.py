"""A reader's table of drawn answers, checked: one row per answer, scored by an unlearned model and its reference."""

import math
from collections.abc import Sequence

import pandas as pd

from components.errors import LeaderboardError
from components.intake import numbers
from components.intake.reading.sheet import Sheet
from components.text import counted, shortened

NEEDED = ("prompt", "generated_by", "loglik_unlearned", "loglik_reference")
OPTIONAL = ("tokens", "sample", "method", "benchmark", "seed")
PROMPT = ("method", "benchmark", "seed", "prompt")
"""The columns that name a prompt of a method."""
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


class AnswersRefused(LeaderboardError):
    """A table of answers that cannot be used; `problems` names every place that has to change."""

    def __init__(self, problems: Sequence[str]) -> None:
        left = len(problems) - MOST_TOLD
        self.problems = (*problems[:MOST_TOLD], *([f"and {left} more of such places"] if left > 0 else []))
        super().__init__("\n".join(self.problems))


def drawn_answers(sheet: Sheet) -> tuple[dict[str, pd.DataFrame], tuple[str, ...]]:
    """The answers by method in order of appearance, with the columns that a suite has, and what a reader should know.

    Log-likelihoods are −inf where a model cannot give an answer, `tokens` NaN where unknown. A prompt is one benchmark,
    seed and prompt. Raises AnswersRefused with all problems at once.
    """
    missing = [c for c in NEEDED if c not in sheet.header]
    if missing:
        columns = ", ".join(shortened(h, 30) for h in sheet.header[:12])
        raise AnswersRefused(
            [f"columns: found {columns}; expected {', '.join(NEEDED)}, and {', '.join(missing)} is missing"]
        )
    if not sheet.rows:
        raise AnswersRefused(["rows: found none, expected at least one answer of either model"])
    cells = pd.DataFrame(list(sheet.rows), columns=list(sheet.header), dtype="str")
    cells = cells.reindex(columns=[*NEEDED, *OPTIONAL], fill_value="").apply(lambda column: column.str.strip())
    answers = cells.assign(
        method=cells["method"].replace("", ALONE),
        generated_by=cells["generated_by"].str.lower(),
        tokens=cells["tokens"].map(_number),
        **{f"loglik_{model}": cells[f"loglik_{model}"].map(_score) for model in SIDES},
    )
    problems = _wrong(cells, answers, sheet.places) or _one_sided(answers)
    if problems:
        raise AnswersRefused(problems)
    return {str(m): own for m, own in answers.groupby("method", sort=False)}, _notices(sheet.header, answers)


def _number(text: str) -> float:
    value = numbers.value(numbers.plain(text))
    return math.nan if value is None else value


def _score(text: str) -> float:
    plain = numbers.plain(text).replace("−", "-", 1)
    return -math.inf if plain.startswith("-") and numbers.kind(plain) == numbers.INFINITE else _number(plain)


def _wrong(cells: pd.DataFrame, answers: pd.DataFrame, places: Sequence[str]) -> list[str]:
    """What is wrong in the rows, in their order."""
    found: list[tuple[int, str]] = []

    def note(wrong: pd.Series, column: str, expected: str) -> None:
        for i in wrong.to_numpy().nonzero()[0].tolist():
            found.append((i, f"{column}: found {_quoted(cells[column][i])}, expected {expected}"))

    side = answers["generated_by"]
    note(~side.isin(SIDES), "generated_by", "unlearned or reference")
    note(cells["prompt"] == "", "prompt", "a name or number of the prompt")
    for model in SIDES:
        column = f"loglik_{model}"
        score = answers[column]
        note(score.isna(), column, "a log-likelihood in nats, or -inf for an answer this model cannot give")
        note((score == -math.inf) & (side == model), column, "a number: this very model gave the answer")
    known = (cells["tokens"] == "") | (answers["tokens"] >= 1)
    note(~known, "tokens", "a count of at least 1, the end token included")
    first: dict[tuple[str, ...], int] = {}
    for i, own in enumerate(zip(*(answers[c] for c in (*PROMPT, "sample", "generated_by")), strict=True)):
        at = first.setdefault(own, i)
        if at != i and answers["sample"][i]:
            again = f"found {_quoted(answers['sample'][i])} again for prompt {_quoted(answers['prompt'][i])}"
            found.append((i, f"sample: {again} (first in {places[at]}), expected each answer once"))
    return [f"{places[i]}, {text}" for i, text in sorted(found, key=lambda problem: problem[0])]


def _quoted(cell: str) -> str:
    return repr(shortened(cell, 30)) if cell else "nothing"


def _one_sided(answers: pd.DataFrame) -> list[str]:
    """The prompts without an answer of either model."""
    problems = []
    for (method, *prompt), sides in answers.groupby(list(PROMPT), sort=False)["generated_by"]:
        name = shortened(" / ".join(str(p) for p in prompt if p), 60)
        start = f"{shortened(str(method), 30)}, prompt {name}: found no answer generated by"
        lacking = [side for side in SIDES if side not in set(sides)]
        problems += [f"{start} {side}, expected at least one from either model" for side in lacking]
    return problems


def _notices(header: Sequence[str], answers: pd.DataFrame) -> tuple[str, ...]:
    unread = [shortened(h, 30) for h in header if h not in (*NEEDED, *OPTIONAL)]
    notices = [f"Not read: the column {name}." for name in unread[:5]]
    above = int((answers[[f"loglik_{model}" for model in SIDES]] > 0).any(axis=1).sum())
    if above:
        notices.append(
            f"{counted(above, 'row')} with a log-likelihood above 0: no answer is likelier than certain, so these are "
            "densities, or not in nats."
        )
    return tuple(notices)
