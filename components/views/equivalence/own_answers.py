"""J of a reader's own models, from one table of drawn answers."""

from __future__ import annotations

from dataclasses import dataclass

from components.controls import ORIGINAL, RETRAIN
from components.errors import LeaderboardError
from components.intake import files
from components.intake.equivalence import drawn_answers
from components.plain import aside
from components.stats.audits.equivalence import DRAWS
from components.views.equivalence.models import NORMALISATION, ModelRow, in_order, model_row
from components.views.equivalence.sources import from_reader


@dataclass(frozen=True, kw_only=True)
class OwnModel(ModelRow):
    """A model of a table of answers, which has no whole forget set and whose name is its label."""

    label: str = aside()
    j_whole: float | None = aside()
    farther_in: int | None = aside()
    blocks: int | None = aside()


@dataclass(frozen=True, kw_only=True)
class OwnAnswers:
    """Models ranked by J, then the controls among them: methods called original (the ceiling) and retrain (the floor).

    `notices` are what a reader should know of the table.
    """

    normalisation: str = NORMALISATION
    notices: tuple[str, ...]
    models: tuple[OwnModel, ...]

    @property
    def floor(self) -> OwnModel | None:
        """The independent retrain."""
        return self._named(RETRAIN)

    @property
    def ceiling(self) -> OwnModel | None:
        """The model before unlearning."""
        return self._named(ORIGINAL)

    def _named(self, method: str) -> OwnModel | None:
        return next((r for r in self.models if r.method == method), None)


def own_answers(name: str, content: bytes, draws: int = DRAWS, seed: int = 0) -> OwnAnswers:
    """Everything about the answers in one file. Nothing is stored. Raises LeaderboardError."""
    sheet = files.read([(name, content)])
    if sheet.suite:
        raise LeaderboardError("found the folder of a suite, expected one table of answers")
    by_method, notices = drawn_answers(sheet)
    rows = [
        OwnModel(**vars(model_row(from_reader(m, answers), m, m in (ORIGINAL, RETRAIN), draws, seed)))
        for m, answers in by_method.items()
    ]
    own = OwnAnswers(notices=(*sheet.notices, *notices), models=tuple(rows))
    return OwnAnswers(notices=own.notices, models=in_order(rows, own.ceiling))
