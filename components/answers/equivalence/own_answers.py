"""J of a reader's own models, from one table of drawn answers."""

from dataclasses import dataclass

from components.answers.equivalence.models import NORMALISATION, Models, in_order, model_row, models_table
from components.answers.equivalence.sources import drawn
from components.controls import ORIGINAL, RETRAIN
from components.errors import LeaderboardError
from components.formats import records
from components.intake import files
from components.intake.equivalence import drawn_answers
from components.stats.audits.equivalence import DRAWS
from components.text import counted, number


@dataclass(frozen=True, kw_only=True)
class OwnAnswers(Models):
    """Models ranked by J, then the controls among them: methods called original (the ceiling) and retrain (the floor).

    `notices` are what a reader should know of the table.
    """

    notices: tuple[str, ...]


def own_answers(name: str, content: bytes, draws: int = DRAWS, seed: int = 0) -> OwnAnswers:
    """Everything about the answers in one file. Nothing is stored. Raises LeaderboardError."""
    sheet = files.read([(name, content)])
    if sheet.suite:
        raise LeaderboardError("found the folder of a suite, expected one table of answers")
    by_method, notices = drawn_answers(sheet)
    rows = {m: model_row(drawn(m, own), m, m in (ORIGINAL, RETRAIN), draws, seed) for m, own in by_method.items()}
    ceiling = rows.get(ORIGINAL)
    return OwnAnswers(
        notices=(*sheet.notices, *notices),
        models=in_order([*rows.values()], ceiling),
        floor=rows.get(RETRAIN),
        ceiling=ceiling,
    )


def own_lead(result: OwnAnswers) -> str:
    """J of the first of a reader's models, with its interval and its other normalisations."""
    first = result.models[0]
    span = "" if first.low is None else f", 95 % interval {number(first.low)} to {number(first.high)}"
    return (
        f"{counted(len(result.models), 'model')}; J of {first.method} is {number(first.j)} nats per prompt{span}, "
        f"half of it {number(first.half)}, per token {number(first.per_token)}, over "
        f"{counted(first.prompts, 'prompt')}."
    )


def content(result: OwnAnswers) -> dict[str, object]:
    """What leaves: the models as rows, and what a reader should know of the table."""
    rows = records(models_table(result.models))
    return {"normalisation": NORMALISATION, "notices": result.notices, "models": rows}
