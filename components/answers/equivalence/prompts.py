"""How does J of one model spread over prompts?"""

from collections.abc import Callable
from dataclasses import dataclass

import plotly.graph_objects as go

from components import suite_ids
from components.answers.equivalence import distance
from components.answers.equivalence.models import ModelRow, PromptRow
from components.answers.record import Absent, Answer, Look, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import counted, figure_text, number, shortened
from components.plotting.intervals import points
from components.plotting.theme import palette
from components.resolved import Resolved
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "One column per prompt, sorted by the J of this model; open marks are the same prompts under"
    " the original and under a retrained model. A single prompt has few answers and may come out"
    " below 0."
)


@dataclass(frozen=True)
class OneModel:
    """The model that is open, of all `models`, and the original and retrained ones drawn with
    it."""

    row: ModelRow
    models: tuple[ModelRow, ...]
    ends: tuple[ModelRow, ...]


def compute(view: Resolved, model: str | None = None) -> OneModel | Absent:
    """Return the model asked for, by default the closest one."""
    every = view.of(distance.compute)
    if isinstance(every, Absent) or not every.models:
        return Absent("")
    row = next((r for r in every.models if r.method == model), every.models[0])
    ends = (every.original, every.retrained)
    return OneModel(
        row, every.models, tuple(r for r in ends if r is not None and r.method != row.method)
    )


def say(one: OneModel, names: Labels) -> Said:
    known = [p.j for p in one.row.by_prompt if p.j is not None]
    if not known:
        return Said([f"J of {one.row.label} is infinite for every prompt."])
    spread = (
        f"from {number(min(known))} to {number(max(known))} over {counted(len(known), 'prompt')}"
    )
    return Said([f"J of {one.row.label} runs {spread}."])


def draw(one: OneModel, look: Look) -> go.Figure:
    """Draw J of every prompt, sorted, with the same prompts of the original and the retrained
    model."""
    colours, row = palette(look.mode), one.row
    fig = go.Figure()
    known = sorted(((p.j, p) for p in row.by_prompt if p.j is not None), key=lambda x: x[0])
    at = {p.name: i for i, (_, p) in enumerate(known, start=1)}
    for other, symbol in zip(one.ends, ("triangle-up-open", "circle-open"), strict=False):
        points(
            fig,
            [(p, at.get(p.name), p.j) for p in other.by_prompt],
            {"symbol": symbol, "size": 6, "color": colours.muted},
            hover=f"{figure_text(other.label)}: %{{y:.3f}}",
            name=figure_text(shortened(other.label, 24)),
        )
    points(
        fig,
        [(p, at[p.name], j) for j, p in known],
        {"symbol": "circle", "size": 7, "color": colours.accent},
        data=lambda p: [figure_text(f"{p.benchmark} {p.prompt}"), figure_text(p.seed)],
        hover="%{customdata[0]}, seed %{customdata[1]}: %{y:.3f}",
        name=figure_text(shortened(row.label, 24)),
    )
    fig.update_xaxes(title_text="Prompts, sorted by J", nticks=6)
    fig.update_yaxes(
        title_text="J in nats: ↓ more alike", zeroline=True, zerolinecolor=colours.muted
    )
    return fig.update_layout(height=420)


def prompts_table(one: OneModel, names: Labels) -> Table[PromptRow]:
    """Return one row per prompt of the model, with J of the original and of the retrained model."""
    column = Column[PromptRow]

    def j_of(other: ModelRow) -> Callable[[PromptRow], float | None]:
        j = {p.name: p.j for p in other.by_prompt}
        return lambda prompt: j.get(prompt.name)

    columns = (
        column("benchmark", lambda p: p.benchmark, kind="benchmark", place="print"),
        column("seed", lambda p: p.seed, place="print"),
        column("prompt", lambda p: p.prompt, place="print"),
        column("j", lambda p: p.j, "J", kind="number", place="print"),
        column("forward", lambda p: p.forward, "answers of the unlearned", kind="number"),
        column("backward", lambda p: p.backward, "answers of the retrained", kind="number"),
        *(column(f"j_of.{r.method}", j_of(r), f"J of {r.label}", kind="number") for r in one.ends),
    )
    return table(columns, one.row.by_prompt)


PROMPTS = Answer(
    "prompts",
    compute,
    say,
    Part(
        "prompts",
        lambda one, names: f"J of {one.row.label} prompt by prompt",
        prompts_table,
        draw,
        reading=READING,
        zoom=lambda one: True,
    ),
    heading="Prompt by prompt",
    asks=(
        Choice(
            "model",
            "the model that is open",
            parsing.one_id(suite_ids.models),
            Boxes(
                ("Model",),
                lambda one, names: {r.method: r.label for r in one.models},
                chosen=lambda one: (one.row.method,),
            ),
        ),
    ),
)
