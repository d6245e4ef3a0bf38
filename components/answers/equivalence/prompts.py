"""How does J of one model spread over prompts?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from components.answers.equivalence import distance
from components.answers.equivalence.distance import EquivalenceResult
from components.answers.equivalence.models import (
    PROMPTS_READING,
    ModelRow,
    PromptRow,
    ends,
    prompt_dots,
    prompt_sentence,
)
from components.answers.record import Absent, Answer, Boxes, Part, Said
from components.labels import Labels
from components.resolved import Resolved, reads
from components.table import Column, Table, table
from components.text import shortened


@dataclass(frozen=True)
class OneModel:
    """The model that is open, the closest by J at first, and J of `every` model."""

    every: EquivalenceResult
    row: ModelRow


@reads(weights=False, view_only=("method",))
def compute(view: Resolved) -> OneModel | Absent:
    """The model in the selection."""
    every = view.of(distance.compute)
    rows = {r.method: r for r in every.models}
    if not rows:
        return Absent("")
    return OneModel(every, rows.get(view.selection.method) or next(iter(rows.values())))


def prompts_table(one: OneModel, names: Labels) -> Table[PromptRow]:
    """One row per prompt of the model, beside the J of the model before unlearning and of a retrain."""
    column = Column[PromptRow]

    def beside(other: ModelRow) -> Callable[[PromptRow], float | None]:
        j = {p.name: p.j for p in other.by_prompt}
        return lambda prompt: j.get(prompt.name)

    columns = (
        column("benchmark", lambda p: p.benchmark, kind="benchmark", place="print"),
        column("seed", lambda p: p.seed, place="print"),
        column("prompt", lambda p: p.prompt, place="print"),
        column("j", lambda p: p.j, "J", kind="number", place="print"),
        column("forward", lambda p: p.forward, "answers of u", kind="number"),
        column("backward", lambda p: p.backward, "answers of r", kind="number"),
        *(
            column(f"j_of.{other.method}", beside(other), f"J of {other.label}", kind="number")
            for other in ends(one.every, one.row)
        ),
    )
    return table(columns, one.row.by_prompt)


PROMPTS = Answer(
    "prompts",
    compute,
    lambda one, names: Said([prompt_sentence(one.every, one.row)]),
    [
        Part(
            "prompts",
            lambda one, names: f"J of {one.row.label} prompt by prompt",
            prompts_table,
            lambda one, look: prompt_dots(one.every, one.row, look.mode),
            reading=PROMPTS_READING,
            tools=lambda one: True,
        )
    ],
    heading="Prompt by prompt",
    boxes=Boxes(
        "method",
        ("Model",),
        lambda one, names: {r.method: shortened(r.label) for r in one.every.models},
        lambda one: (one.row.method,),
    ),
    opened=True,
)
