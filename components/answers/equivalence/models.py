"""J of one model, and the order of several."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from components.answers.equivalence.sources import Drawn
from components.format import counted, finite
from components.stats.audits.equivalence import Equivalence, by_prompt, equivalence
from components.table import Column, Place, Table, table

NORMALISATION = (
    "J is the sum of both directions, in nats per prompt, over whole answers with their end token."
    " The formula printed in the FADE paper (arXiv 2510.12981) was not available to check whether"
    " it halves the sum or divides by the number of tokens; half of J and J per token (each"
    " direction divided by the mean length of its answers) stand beside it."
)


@dataclass(frozen=True, kw_only=True)
class PromptRow:
    """J of one prompt and its two directions in nats, None if infinite."""

    benchmark: str
    seed: str
    prompt: str
    forward: float | None
    backward: float | None
    j: float | None

    @property
    def name(self) -> tuple[str, str, str]:
        """Return what identifies it among all prompts."""
        return self.benchmark, self.seed, self.prompt


@dataclass(frozen=True, kw_only=True)
class ModelRow:
    """One model. An infinite J is None.

    estimate   J of the drawn answers, with its parts and intervals; `by_prompt` for each prompt
               alone
    j_whole    J over the whole forget set, None if the suite does not have it
    control    whether the model is a control, which has no rank
    farther    whether J is larger than that of the original model, None if unknown
    """

    method: str
    label: str
    control: bool
    estimate: Equivalence
    by_prompt: tuple[PromptRow, ...]
    j_whole: float | None = None
    rank: int | None = None
    farther: bool | None = None

    @property
    def ranking_j(self) -> float | None:
        """Return the J that ranks: over the whole forget set if it is known, else of the drawn
        answers."""
        return self.estimate.j if self.j_whole is None else self.j_whole

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Return the 95 % interval to judge by: over runs if they are enough, else over prompts."""
        own = self.estimate
        return (own.low, own.high) if own.low_runs is None else (own.low_runs, own.high_runs)

    @property
    def infinite(self) -> str:
        """Return why J is infinite, "" if it is finite."""
        parts = [
            f"{counted(n, 'answer')} of the {own} that the {other} cannot give"
            for n, own, other in (
                (self.estimate.infinite_forward, "unlearned model", "retrained model"),
                (self.estimate.infinite_backward, "retrained model", "unlearned model"),
            )
            if n
        ]
        return f"infinite: {' and '.join(parts)}" if parts else ""


def model_row(method: str, drawn: Drawn, label: str, control: bool, seed: int) -> ModelRow:
    """Return the numbers of one model, not yet ranked."""
    runs = {run: i for i, run in enumerate(dict.fromkeys((b, s) for b, s, _ in drawn.prompts))}
    of_run = np.array([runs[b, s] for b, s, _ in drawn.prompts], dtype=np.intp)
    sides = by_prompt(drawn.answers)
    return ModelRow(
        method=method,
        label=label,
        control=control,
        estimate=equivalence(drawn.answers, seed=seed, run=of_run),
        by_prompt=tuple(
            PromptRow(
                benchmark=benchmark,
                seed=run_seed,
                prompt=prompt,
                forward=finite(forward),
                backward=finite(backward),
                j=finite(forward + backward),
            )
            for (benchmark, run_seed, prompt), forward, backward in zip(
                drawn.prompts, *sides, strict=True
            )
        ),
    )


def in_order(rows: Sequence[ModelRow], original: ModelRow | None) -> tuple[ModelRow, ...]:
    """Return models by J, closest first, then the controls.

    Each model gets its rank, and whether it is farther away than the original. Ranks are
    competition ranks; models with infinite J come last and share a rank."""
    before = None if original is None else original.ranking_j
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


def models_table(rows: Sequence[ModelRow]) -> Table[ModelRow]:
    """Return one row per model: J, its parts and its intervals."""
    column = Column[ModelRow]
    seen: Place = "screen" if any(r.estimate.runs > 1 for r in rows) else "file"

    def of(
        key: str, head: str = "", unit: str = "", why: str = "", place: Place = "print"
    ) -> Column[ModelRow]:
        return column(
            key, attrgetter(f"estimate.{key}"), head, kind="number", unit=unit, why=why, place=place
        )

    columns = (
        column("rank", lambda r: r.rank, kind="count", place="print"),
        column("method", lambda r: r.method, "model", kind="method", place="print"),
        column("control", lambda r: r.control, kind="flag", place="file"),
        column("j_whole", lambda r: r.j_whole, "J, whole forget set", kind="number", place="print"),
        of("j", "J", "nats", "j_reason"),
        of("low", "from", why="interval_reason"),
        of("high", "to", why="interval_reason"),
        of("low_runs", "low, runs drawn", place=seen),
        of("high_runs", "high, runs drawn", place=seen),
        of("half", "half of J"),
        of("per_token", "per token"),
        of("forward", "answers of the unlearned", place="screen"),
        of("backward", "answers of the retrained", place="screen"),
        of("finite", "J, finite terms", place="screen"),
        column("prompts", lambda r: r.estimate.prompts, kind="count", place="print"),
        column("runs", lambda r: r.estimate.runs, kind="count", place="file"),
        column("farther", lambda r: r.farther, "farther than the original", kind="flag"),
        column("balance", lambda r: r.estimate.balance, place="file"),
        column("j_reason", lambda r: r.infinite, "why J is infinite"),
        column("interval_reason", lambda r: r.estimate.interval_reason, "why no interval"),
    )
    return table(columns, rows)
