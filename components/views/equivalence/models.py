"""J of one model, and the order of several: the same on the page, in the report and on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from components.plain import aside, number, where_known
from components.stats.audits.equivalence import DRAWS, Equivalence, by_prompt, equivalence
from components.text import counted
from components.views.equivalence.sources import Drawn

NORMALISATION = (
    "J is the sum of both directions, in nats per prompt, over whole answers with their end token. The formula printed "
    "in the FADE paper (arXiv 2510.12981) was not available to check whether it halves the sum or divides by the "
    "number of tokens; half of J and J per token (each direction divided by the mean length of its answers) stand "
    "beside it."
)


@dataclass(frozen=True, kw_only=True)
class PromptRow:
    """J of one prompt and its two directions in nats, None where infinite."""

    benchmark: str
    seed: str
    prompt: str
    forward: float | None
    backward: float | None
    j: float | None

    @property
    def name(self) -> tuple[str, str, str]:
        """What tells it from every other prompt."""
        return self.benchmark, self.seed, self.prompt


@dataclass(frozen=True, kw_only=True)
class _OfMethod:
    method: str


@dataclass(frozen=True, kw_only=True)
class ModelRow(Equivalence, _OfMethod):
    """Every number of one model. An infinite J is None, its reason in `j_reason`.

    by_prompt            empty in a report, whose JSON then leaves it out
    control              whether the model is a control, which has no rank
    j_whole              J over the whole forget set, where the suite has it
    farther_in           how many of `blocks` (runs) have a larger J than the model before unlearning, of the whole
                         forget set; None without that model or for a control
    farther              whether J is larger than that of the model before unlearning; None where unknown
    ranking_j            the J that ranks and that `farther` compares: over the whole forget set, else of the answers
    """

    j_reason: str
    by_prompt: tuple[PromptRow, ...] = where_known(())
    label: str
    control: bool
    rank: int | None = None
    j_whole: float | None = None
    farther_in: int | None = None
    blocks: int | None = None
    farther: bool | None = None
    ranking_j: float | None = aside()

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval to judge by: over runs where there are enough of them, else over prompts."""
        low, high = (self.low_runs, self.high_runs) if self.low_runs is not None else (self.low, self.high)
        return None if low is None or high is None else (low, high)


class Models(Protocol):
    """Models in order, controls last, and the two between which they stand: an independent retrain and the original."""

    @property
    def models(self) -> Sequence[ModelRow]: ...  # noqa: D102
    @property
    def floor(self) -> ModelRow | None: ...  # noqa: D102
    @property
    def ceiling(self) -> ModelRow | None: ...  # noqa: D102


M = TypeVar("M", bound=ModelRow)


def model_row(drawn: Drawn, label: str, control: bool, draws: int = DRAWS, seed: int = 0) -> ModelRow:
    """The numbers of one model, not yet ranked."""
    runs = {run: i for i, run in enumerate(dict.fromkeys((b, s) for b, s, _ in drawn.prompts))}
    of_run = np.array([runs[b, s] for b, s, _ in drawn.prompts], dtype=np.intp)
    estimate = equivalence(drawn.answers, draws, seed, run=of_run)
    return ModelRow(
        **vars(estimate),
        method=drawn.method,
        j_reason=_infinite(estimate),
        by_prompt=tuple(
            PromptRow(
                benchmark=benchmark,
                seed=run_seed,
                prompt=prompt,
                forward=number(forward),
                backward=number(backward),
                j=number(forward + backward),
            )
            for (benchmark, run_seed, prompt), forward, backward in zip(
                drawn.prompts, *by_prompt(drawn.answers), strict=True
            )
        ),
        label=label,
        control=control,
        ranking_j=estimate.j,
    )


def in_order(rows: Sequence[M], ceiling: ModelRow | None) -> tuple[M, ...]:
    """Models by J, closest first, then the controls; each model says whether it is farther than the ceiling.

    Ranks are competition ranks; an infinite J stands last and shares its rank.
    """
    before = None if ceiling is None else ceiling.ranking_j
    models = [r for r in rows if not r.control]
    size = np.array([np.inf if r.ranking_j is None else r.ranking_j for r in models])
    ranked = [
        replace(
            row,
            rank=int((size < own - 1e-12).sum()) + 1,
            farther=None if before is None or row.ranking_j is None else row.ranking_j > before,
        )
        for row, own in zip(models, size, strict=True)
    ]
    return (*sorted(ranked, key=lambda r: r.rank or 0), *(r for r in rows if r.control))


def ends(result: Models, beside: ModelRow | None = None) -> tuple[ModelRow, ...]:
    """The ceiling and the floor where there are any, but not the model that they are to stand beside."""
    both = (result.ceiling, result.floor)
    return tuple(r for r in both if r is not None and (beside is None or r.method != beside.method))


def _infinite(estimate: Equivalence) -> str:
    parts = [
        f"{counted(n, 'answer')} of the {own} that the {other} cannot give"
        for n, own, other in (
            (estimate.infinite_forward, "unlearned model", "reference"),
            (estimate.infinite_backward, "reference", "unlearned model"),
        )
        if n
    ]
    return f"infinite: {' and '.join(parts)}" if parts else ""
