"""Does a model that fails when asked directly still reveal the answer otherwise? The recoverability
pilot."""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, finite, joined, shortened
from components.plotting.intervals import dots, spans
from components.plotting.marks import write
from components.plotting.theme import palette
from components.resolved import Resolved, unweighted
from components.stats.proportions import Share, wilson
from components.table import Column, Table, count_column, number_column, table
from components.words import Labels

READING = (
    "Dot: share of the samples that failed directly and still revealed the answer to another probe."
    " Line: 95 % Wilson interval of that share; few samples make it long. Rows are counts as their"
    " sources give them, not independent."
)


@dataclass(frozen=True, kw_only=True)
class RecoverabilityCount:
    """Samples that failed when asked directly, and how many of them another probe still revealed.

    share   of `suppressed` with its 95 % Wilson interval, NaN without samples
    method  "" where several methods are counted together
    """

    source: str
    url: str
    method: str
    label: str
    suppressed: int
    revealed: int
    share: Share
    mean_score: float | None
    note: str


@unweighted
def compute(view: Resolved) -> tuple[RecoverabilityCount, ...]:
    """Return the recoverability pilot, in the order of its table."""
    frame = view.tables.extras.get("recoverability")
    if frame is None:
        return ()
    counts = []
    for row in frame.replace({np.nan: None}).to_dict("records"):
        method = str(row["method"] or "")
        revealed = int(row["any_evidence"])
        suppressed = int(row["directly_suppressed"])
        recoverability_count = RecoverabilityCount(
            source=str(row["source"]),
            url=str(row["url"] or ""),
            method=method,
            label=view.labels.method(method) if method else "All together",
            suppressed=suppressed,
            revealed=revealed,
            share=wilson(revealed, suppressed),
            mean_score=finite(row["mean_score"]),
            note=str(row["note"] or ""),
        )
        counts.append(recoverability_count)
    return tuple(counts)


def say(rows: tuple[RecoverabilityCount, ...], labels: Labels) -> Said:
    sentences = []
    for method in dict.fromkeys(row.method for row in rows):
        counts = [row for row in rows if row.method == method]
        if len({(row.suppressed, row.revealed) for row in counts}) > 1:
            count_texts = [f"{row.revealed} of {row.suppressed} ({row.source})" for row in counts]
            sentences.append(f"The sources disagree on {counts[0].label}: {joined(count_texts)}.")
    return Said(sentences)


def found_again(rows: tuple[RecoverabilityCount, ...]) -> str:
    """Return how many samples still revealed the answer, by the count with the most samples."""
    largest_count = max(rows, key=lambda row: row.suppressed)
    methods = dict.fromkeys(row.label for row in rows if row.method)
    return (
        f"Hidden is not removed: of {largest_count.suppressed} samples that models of"
        f" {joined([*methods])} failed when asked directly, {largest_count.revealed} still revealed"
        f" the answer to another probe ({largest_count.source})."
    )


def draw(rows: tuple[RecoverabilityCount, ...], look: Look) -> go.Figure:
    """Draw one row per count: share (dot), 95 % Wilson interval (line), counts (text)."""
    colours = palette(look.mode)
    fig = go.Figure()
    spans(
        fig,
        rows,
        lambda counted: counted.share[1:] if counted.suppressed else (None, None),
        colours.muted,
        showlegend=False,
    )
    dots(
        fig,
        rows,
        lambda counted: counted.share.share if counted.suppressed else None,
        {"size": 11, "color": colours.accent},
        data_of=lambda counted: [
            counted.revealed,
            counted.suppressed,
            *counted.share[1:],
            figure_text(shortened(counted.source, 60)),
        ],
        hover_template=(
            "%{customdata[0]} of %{customdata[1]}: %{x:.3f} (%{customdata[2]:.3f} to"
            " %{customdata[3]:.3f})<br>%{customdata[4]}"
        ),
        showlegend=False,
    )
    for row_index, row in enumerate(rows):
        row_text = (
            f"{shortened(row.label, 24)}, {row.revealed} of {row.suppressed} ·"
            f" {shortened(row.source, 34)}"
        )
        height = len(rows) - 0.67 - row_index
        write(fig, 0, height, figure_text(row_text), colours.ink, 13, bgcolor=colours.background)
    axis_title = "share that still revealed the answer"
    fig.update_xaxes(range=[-0.02, 1.02], title_text=axis_title, tickformat=".1f")
    fig.update_yaxes(range=[-0.6, len(rows) - 0.3], visible=False)
    return fig.update_layout(height=100 + 56 * len(rows))


def counts_table(
    rows: tuple[RecoverabilityCount, ...], labels: Labels
) -> Table[RecoverabilityCount]:
    """Return one row per count of the pilot."""
    return table(
        rows,
        Column("method", place="file"),
        Column("label", head="method"),
        count_column("suppressed", head="failed directly"),
        count_column("revealed", head="still revealed"),
        number_column("share", "share.share"),
        number_column("low", "share.low", "from"),
        number_column("high", "share.high", "to"),
        number_column("mean_score", head="mean recoverability", place="screen"),
        Column("source"),
        Column("url", place="screen"),
        Column("note", head="remark", place="screen"),
    )


RECOVERABILITY = Answer(
    "recoverability",
    compute,
    say,
    Part(
        "recoverability",
        "Samples that failed directly and still revealed the answer",
        counts_table,
        draw,
        reading=READING,
        when=bool,
    ),
    heading="Recoverability pilot",
    key="recoverability",
    terms=("wilson", "recoverability"),
)
