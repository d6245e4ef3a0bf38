"""How does J of one model spread over prompts?"""

from collections.abc import Callable
from dataclasses import dataclass

import plotly.graph_objects as go

from components import choice_text as reading
from components.answers.equivalence import distance
from components.answers.equivalence.distance import EquivalenceResult
from components.answers.equivalence.models import ModelRow, Models, PromptRow, ends
from components.answers.record import Absent, Answer, Ask, Part, Said
from components.format import counted, figure_text, number, shortened
from components.plotting.intervals import points
from components.plotting.theme import Mode, palette
from components.resolved import Resolved
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "One column per prompt, sorted by the J of the chosen model; the open marks are the same prompts under the model "
    "before unlearning and under an independent retrain. Zoom with the tools above the figure."
)


@dataclass(frozen=True)
class OneModel:
    """The model that is open, the closest by J at first, and J of `every` model."""

    every: EquivalenceResult
    row: ModelRow


def compute(view: Resolved, model: str | None = None) -> OneModel | Absent:
    """Return the model asked for, by default the closest one."""
    every = view.of(distance.compute)
    rows = {r.method: r for r in every.models}
    if not rows:
        return Absent("")
    return OneModel(every, rows.get(model or "") or next(iter(rows.values())))


def prompt_sentence(result: Models, row: ModelRow) -> str:
    """How the chosen model's J spreads over prompts."""
    finite = {p.name: p.j for p in row.by_prompt if p.j is not None}
    above = ""
    if result.ceiling is not None and row.method != result.ceiling.method:
        before = {p.name: p.j for p in result.ceiling.by_prompt if p.j is not None}
        larger = [j > before[name] for name, j in finite.items() if name in before]
        above = (
            f" On {sum(larger)} of {counted(len(larger), 'prompt')} it lies farther from the reference than "
            "the model before unlearning."
        )
    spread = "–"
    if finite:
        low, high = min(finite.values()), max(finite.values())
        spread = f"from {number(low)} to {number(high)} over {counted(len(finite), 'prompt')}"
    return f"J of {row.label} runs {spread}; a single prompt has few answers and may come out below 0.{above}"


def prompt_dots(result: Models, row: ModelRow, mode: Mode) -> go.Figure:
    """J of every prompt of a model, sorted, beside the same prompts before unlearning and of a retrain."""
    colours = palette(mode)
    fig = go.Figure()
    known = sorted(((p.j, p) for p in row.by_prompt if p.j is not None), key=lambda x: x[0])
    at = {p.name: i for i, (_, p) in enumerate(known, start=1)}
    for other, symbol in zip(ends(result, row), ("triangle-up-open", "circle-open"), strict=False):
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
    fig.update_yaxes(title_text="J in nats: ↓ more alike", zeroline=True, zerolinecolor=colours.muted)
    return fig.update_layout(height=420)


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
    Part(
        "prompts",
        lambda one, names: f"J of {one.row.label} prompt by prompt",
        prompts_table,
        lambda one, look: prompt_dots(one.every, one.row, look.mode),
        reading=READING,
        zoom=lambda one: True,
    ),
    heading="Prompt by prompt",
    asks=(
        Ask(
            "model",
            "the model that is open",
            reading.one_id(reading.models),
            ("Model",),
            lambda one, names: {r.method: shortened(r.label) for r in one.every.models},
            lambda one: (one.row.method,),
        ),
    ),
)
