"""Which ranks do the methods take over all weightings?"""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.answers.stability.weightings import RandomWeights, compute
from components.format import figure_text, percent
from components.plotting.intervals import bars
from components.plotting.marks import WRITTEN, entries, name_rows
from components.plotting.theme import mixed, palette, share_scale
from components.table import Column, Table, number_column, table
from components.words import Labels, short

MAX_BARS = 20
"""Bars of more methods than this are too thin to read; the heat map holds them all."""
MAX_NAMED = 30
"""Names of more methods find no room beside the matrix: they are read by pointing."""
MAX_GAPS = 40
"""Cells of larger matrices touch: a gap would take most of them."""
MIN_WRITTEN = 0.05
"""Narrower segments of a bar show no number."""
HEIGHT = 462
"""Pixels of the figure at the head of the page."""
BARS_READING = (
    "Segments: shares of random weights with rank 1 (strongest colour), 2, and so on; ties split"
    " equally."
)
METHODS_ON_ROWS = "methods, best score on top"
MATRIX_READING = (
    "How often each method (row, best score on top) takes each rank (column); stronger is more"
    " often."
)


def say(random_weights: RandomWeights, names: Labels) -> Said:
    if random_weights.has_one_order:
        return Said(["Ranks do not depend on the weights."])
    labels = short(names)
    shares = random_weights.acceptability.ranks
    largest_shares = shares.max(axis=1)
    most_frequent = shares.argmax(axis=1) + 1
    steadiest = int(largest_shares.argmax())
    loosest = int(largest_shares.argmin())
    if largest_shares[steadiest] == largest_shares[loosest]:
        share = percent(float(largest_shares[steadiest]))
        return Said([f"Each method has its most frequent rank with {share} of random weights."])
    steady = labels.method(random_weights.methods[steadiest])
    loosest_label = labels.method(random_weights.methods[loosest])
    return Said(
        [
            f"The rank of {steady} depends least on the weights, that of {loosest_label} most.",
            (
                f"{steady} ranks {most_frequent[steadiest]} with"
                f" {percent(float(largest_shares[steadiest]))} of random weights;"
                f" {loosest_label} most"
                f" often ranks {most_frequent[loosest]}, with"
                f" {percent(float(largest_shares[loosest]))}."
            ),
        ]
    )


def draw(random_weights: RandomWeights, look: Look) -> go.Figure:
    """Draw bars, or a matrix of many methods."""
    if has_bars(random_weights):
        return draw_bars(random_weights, look)
    return draw_matrix(random_weights, look)


def has_bars(random_weights: RandomWeights) -> bool:
    """Return whether the methods have room for a bar each."""
    return len(random_weights.methods) <= MAX_BARS


def draw_bars(random_weights: RandomWeights, look: Look) -> go.Figure:
    """Draw one bar per method, best score on top, divided by the share of weightings that give it
    each rank.

    The darker, the better the rank; segments of 5 % or more show it as a number.
    """
    colours = palette(look.mode)
    labels = [look.names.method(method) for method in random_weights.methods]
    figure = go.Figure()
    for rank, shares in enumerate(random_weights.acceptability.ranks.T.tolist(), 1):
        colour = mixed(colours.accent, colours.surface, (rank - 1) / max(len(labels) - 1, 1))
        bars(
            figure,
            shares,
            {"color": colour, "line": {"width": 1, "color": colours.muted}},
            texts=[str(rank) if rank_share >= MIN_WRITTEN else "" for rank_share in shares],
            inside=colour,
            data=list(map(figure_text, labels)),
            hover_template=f"%{{customdata}}: rank {rank} in %{{x:.1%}}",
            name=f"rank {rank}",
            showlegend=False,
        )
    margin = {"l": 8, "r": 28, "t": 32, "b": 8}
    figure.update_layout(height=HEIGHT, barmode="stack", bargap=0.25, margin=margin)
    figure.update_xaxes(range=[0, 1], tickformat=".0%", title_text="share of random weightings")
    return name_rows(figure, labels, max_letters=18)


def draw_matrix(random_weights: RandomWeights, look: Look) -> go.Figure:
    """Draw the shares of the ranks as a matrix: methods by score from the top, ranks from the left.

    Beyond twelve methods the darkest colour is the largest share there is, as its scale says.
    """
    shares = random_weights.acceptability.ranks
    labels = [look.names.method(method) for method in random_weights.methods]
    n_methods = len(labels)
    is_written = n_methods <= WRITTEN
    is_named = n_methods <= MAX_NAMED
    rank_numbers = list(range(1, n_methods + 1))
    value_axis = "y"
    hover_names = None
    if is_named:  # a name in each of 22 500 cells takes most of the time of the figure
        value_axis = "customdata"
        hover_names = entries([[figure_text(method_label)] * n_methods for method_label in labels])
    cell_gap = int(n_methods <= MAX_GAPS)
    figure = go.Figure(
        go.Heatmap(
            x=rank_numbers,
            y=list(range(n_methods))[::-1],
            z=shares,
            zmin=0,
            zmax=1 if is_written else float(shares.max()),
            colorscale=share_scale(look.mode),
            xgap=cell_gap,
            ygap=cell_gap,
            texttemplate="%{z:.0%}" if is_written else None,
            showscale=not is_written,
            colorbar={"tickformat": ".0%", "len": 0.7, "thickness": 10},
            customdata=hover_names,
            hovertemplate=f"%{{{value_axis}}}: rank %{{x}} in %{{z:.1%}}<extra></extra>",
        )
    )
    figure.update_layout(height=HEIGHT)
    figure.update_xaxes(
        title_text="rank", side="top", showgrid=False, zeroline=False, tickformat="d"
    )
    max_letters = 60
    rows_title = METHODS_ON_ROWS
    if is_named:
        max_letters = 18
        rows_title = ""
    figure.update_yaxes(title_text=rows_title, showticklabels=is_named, ticks="")
    return name_rows(figure, labels, max_letters=max_letters)


def ranks_table(random_weights: RandomWeights, labels: Labels) -> Table[int]:
    """Return one row per method: expected rank with its standard error, then the share of each
    rank."""
    column = Column[int]
    acceptability = random_weights.acceptability
    columns = [
        column(
            "method",
            lambda row_index: random_weights.methods[row_index],
            kind="method",
            place="screen",
        ),
        number_column(
            "expected_rank",
            lambda row_index: acceptability.expected[row_index],
            "expected rank",
            place="screen",
        ),
        number_column(
            "expected_rank_se",
            lambda row_index: acceptability.expected_se[row_index],
            "SE",
            place="screen",
        ),
    ]
    row_indices = range(len(random_weights.methods))
    for rank in row_indices:
        share_of_row = acceptability.ranks[:, rank].tolist().__getitem__
        columns.append(
            number_column(f"ranks.{rank + 1}", share_of_row, f"rank {rank + 1}", place="screen")
        )
    return table(row_indices, *columns)


def facts(random_weights: RandomWeights) -> Mapping[str, object]:
    """Return the shares by method, and the expected rank."""
    acceptability = random_weights.acceptability
    values_of_key = {
        "rank_acceptability": acceptability.ranks,
        "expected_rank": acceptability.expected,
        "expected_rank_se": acceptability.expected_se,
    }
    return {
        key: dict(zip(random_weights.methods, values, strict=True))
        for key, values in values_of_key.items()
    }


ACCEPTABILITY = Answer(
    "acceptability",
    compute,
    say,
    Part(
        "rank_acceptability",
        "How often each method takes each rank",
        ranks_table,
        draw,
        reading=lambda random_weights, labels: (
            BARS_READING if has_bars(random_weights) else MATRIX_READING
        ),
        zoom=lambda random_weights: not has_bars(random_weights),
    ),
    heading="Ranks with random weights",
    facts=facts,
    terms=("acceptability", "expected_rank"),
)
