"""In how many ways of ranking does each method lead? Every combination of choices that a panel
offers, counted once."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, shortened, verb
from components.plotting.theme import palette
from components.results.ways_of_ranking import (
    Way,
    WaysOfRanking,
    leads_in,
    ways_of_ranking,
    ways_sentence,
)
from components.table import Column, Table, count_column, number_column, table
from components.words import Labels

KINDS = {
    "weights": "weights",
    "transform": "map of values",
    "aggregate": "averaging",
    "floors": "floors",
    "without": "benchmarks",
}
"""The kinds of choices, by the field of a combination."""
READING = (
    "All combinations of the named weights, maps of values, ways of averaging, floors, and all"
    " benchmarks or all but one; those with the same scores count once."
)
PICTURE = (
    "Each column is a way of ranking: above, how far its first method leads; below, the choices"
    " that make it."
)
SHAPES = ("circle", "square", "diamond", "triangle-up", "x")
"""The marks of the methods that lead most often, then of ties."""


@dataclass(frozen=True, eq=False)
class LeadersUnderChoice:
    """One value of a kind of choice, what it is called, and the ways with it.

    way_indices  into all ways, `leads` in how many of them each row leads
    """

    kind: str
    value: str
    label: str
    way_indices: tuple[int, ...]
    leads: Mapping[str, int]


def say(result: WaysOfRanking, labels: Labels) -> Said:
    sentences = [READING]
    if result.left_out:
        left_out = counted(len(result.left_out), "combination")
        verb_form = verb(len(result.left_out), "ranks", "rank")
        sentences.append(f"{left_out} {verb_form} fewer than two methods.")
    return Said([ways_sentence(result, labels)], sentences)


def by_choice(result: WaysOfRanking, labels: Labels) -> list[LeadersUnderChoice]:
    """Return the values of each kind of choice that has several."""
    indices_of_choice: dict[tuple[str, str], dict[int, None]] = {}
    for choice_kind in KINDS:
        for way_index, way_of_ranking in enumerate(result.ways):
            for combination in way_of_ranking.combinations:
                choice_key = (choice_kind, getattr(combination, choice_kind))
                indices_of_choice.setdefault(choice_key, {})[way_index] = None
    all_kinds = [choice_kind for choice_kind, _ in indices_of_choice]
    choices = []
    for (choice_kind, choice_value), way_indices in indices_of_choice.items():
        if all_kinds.count(choice_kind) > 1:
            leads_of_methods = leads_in([result.ways[way_index] for way_index in way_indices])
            choice_label = label_of(choice_kind, choice_value, labels)
            choices.append(
                LeadersUnderChoice(
                    choice_kind, choice_value, choice_label, tuple(way_indices), leads_of_methods
                )
            )
    return choices


def label_of(choice_kind: str, choice_value: str, labels: Labels) -> str:
    """Return what one choice is called: utility first, without News, no floor."""
    if choice_kind == "without":
        return f"without {labels.benchmark(choice_value)}" if choice_value else "all benchmarks"
    if choice_kind == "floors":
        return "floors of the suite" if choice_value == "suite" else "no floor"
    return choice_value.replace("_", " ").replace("-", " ")


def choices_table(result: WaysOfRanking, labels: Labels) -> Table[LeadersUnderChoice]:
    """Return one row per choice: in how many ways with it each method leads."""
    return table(
        by_choice(result, labels),
        Column("kind", lambda choice: KINDS[choice.kind], "choice"),
        Column("value", place="file"),
        Column("called", "label", "with"),
        count_column("ways", lambda choice: len(choice.way_indices)),
        Column("leads", lambda choice: _leads(choice.leads, labels), "leads"),
    )


def _leads(leads_of_methods: Mapping[str, int], labels: Labels) -> str:
    lead_texts = [
        f"{labels.method(method)} in {n_ways}" for method, n_ways in leads_of_methods.items()
    ]
    return ", ".join(lead_texts) or "a tie in all"


def draw(result: WaysOfRanking, look: Look) -> go.Figure:
    """Draw the leader's margin of every way, largest first, and below it which choices it is made
    of."""
    choices = by_choice(result, look.names)
    figure = make_subplots(
        rows=2,
        cols=1,
        shared_xaxes=True,
        vertical_spacing=0.03,
        row_heights=[2, max(len(choices), 1)],
    )
    _draw_margins(figure, result, look)
    columns: list[int] = []
    heights: list[int] = []
    tick_texts = []
    for height, choice in enumerate(reversed(choices)):
        columns += choice.way_indices
        heights += [height] * len(choice.way_indices)
        tick_texts.append(figure_text(shortened(choice.label, 28)))
    figure.add_scatter(
        x=columns,
        y=heights,
        mode="markers",
        marker={"symbol": "square", "size": 5, "color": palette(look.mode).muted},
        hoverinfo="skip",
        showlegend=False,
        row=2,
        col=1,
    )
    figure.update_yaxes(title_text="lead in score", row=1, col=1, rangemode="tozero")
    tick_places = list(range(len(tick_texts)))
    figure.update_yaxes(tickvals=tick_places, ticktext=tick_texts, showgrid=False, row=2, col=1)
    figure.update_xaxes(showticklabels=False, showgrid=False, zeroline=False)
    figure.update_xaxes(title_text="ways of ranking, by the lead of the first", row=2, col=1)
    return figure.update_layout(height=260 + 20 * len(choices))


def _draw_margins(figure: go.Figure, result: WaysOfRanking, look: Look) -> None:
    """Draw a mark per way, in the shape of its leader if it leads most often."""
    colours = palette(look.mode)
    leader_colours = (colours.accent, colours.ink, *[colours.muted] * len(SHAPES))
    leaders = [*list(result.leads)[: len(SHAPES)], ""]
    for leader, leader_shape, leader_colour in zip(
        leaders, (*SHAPES, SHAPES[0]), leader_colours, strict=False
    ):
        columns = []
        margins = []
        for column, way_of_ranking in enumerate(result.ways):
            if leader == way_of_ranking.sole_leader:
                columns.append(column)
                margins.append(way_of_ranking.margin)
        if columns:
            figure.add_scatter(
                x=columns,
                y=margins,
                mode="markers",
                marker={"symbol": leader_shape, "size": 8, "color": leader_colour},
                name=figure_text(look.names.method(leader)) if leader else "several tie",
                hovertemplate="%{y:.3f} ahead<extra>%{fullData.name}</extra>",
                row=1,
                col=1,
            )


def ways_table(result: WaysOfRanking, labels: Labels) -> Table[Way]:
    """Return one row per way: who leads, by how much, and the combinations that give it."""
    return table(
        result.ways,
        Column("leader", "leaders", kind="method"),
        number_column("margin", head="lead"),
        Column("names", "combinations", place="file"),
        Column(
            "combinations",
            lambda way_of_ranking: _combined(way_of_ranking, labels),
            place="screen only",
        ),
    )


def _combined(way_of_ranking: Way, names: Labels) -> str:
    labels = []
    for choice_kind, choice_value in asdict(way_of_ranking.combinations[0]).items():
        if choice_value:
            labels.append(label_of(choice_kind, choice_value, names))
    choices_text = ", ".join(labels)
    n_more = len(way_of_ranking.combinations) - 1
    if n_more:
        choices_text += f" (and {n_more} more)"
    return choices_text


def facts(result: WaysOfRanking) -> Mapping[str, object]:
    """Return how many ways there are, who leads in how many, and the ranks of each row."""
    return {
        "n": len(result.ways),
        "left_out": len(result.left_out),
        "leads": result.leads,
        "ties": result.ties,
        "ranks": result.ranks,
    }


WAYS = Answer(
    "ways",
    ways_of_ranking,
    say,
    (
        Part("rows", "Ways of ranking by the lead of the first", ways_table, draw, reading=PICTURE),
        Part("choices", "Who leads with each choice", choices_table, shown="open"),
    ),
    facts=facts,
    key="ways",
)
