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
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "Dot: share of the samples that failed directly and still revealed the answer to another probe."
    " Line: 95 % Wilson interval of that share; few samples make it long. Rows are counts as their"
    " sources give them, not independent."
)


@dataclass(frozen=True)
class RecoverabilityCount:
    """Samples that failed when asked directly, and how many of them another probe still revealed.

    `share` of `suppressed` has its 95 % Wilson interval, NaN without samples. `method` is empty
    where several methods are counted together."""

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
    counts = []
    for row in [] if frame is None else frame.replace({np.nan: None}).to_dict("records"):
        method, url, note = (str(row[name] or "") for name in ("method", "url", "note"))
        label = view.labels.method(method) if method else "All together"
        revealed, suppressed = int(row["any_evidence"]), int(row["directly_suppressed"])
        share, score = wilson(revealed, suppressed), finite(row["mean_score"])
        counts.append(
            RecoverabilityCount(
                str(row["source"]), url, method, label, suppressed, revealed, share, score, note
            )
        )
    return tuple(counts)


def say(rows: tuple[RecoverabilityCount, ...], names: Labels) -> Said:
    sentences = []
    for method in dict.fromkeys(r.method for r in rows):
        own = [r for r in rows if r.method == method]
        if len({(r.suppressed, r.revealed) for r in own}) > 1:
            counts = joined([f"{r.revealed} of {r.suppressed} ({r.source})" for r in own])
            sentences.append(f"The sources disagree on {own[0].label}: {counts}.")
    return Said(sentences)


def draw(rows: tuple[RecoverabilityCount, ...], look: Look) -> go.Figure:
    """Draw one row per count: share (dot), 95 % Wilson interval (line), counts (text)."""
    colours = palette(look.mode)
    fig = go.Figure()
    spans(
        fig,
        rows,
        lambda r: r.share[1:] if r.suppressed else (None, None),
        colours.muted,
        showlegend=False,
    )
    dots(
        fig,
        rows,
        lambda r: r.share.share if r.suppressed else None,
        {"size": 11, "color": colours.accent},
        data=lambda r: [
            r.revealed,
            r.suppressed,
            *r.share[1:],
            figure_text(shortened(r.source, 60)),
        ],
        hover=(
            "%{customdata[0]} of %{customdata[1]}: %{x:.3f} (%{customdata[2]:.3f} to"
            " %{customdata[3]:.3f})<br>%{customdata[4]}"
        ),
        showlegend=False,
    )
    for i, row in enumerate(rows):
        what = (
            f"{shortened(row.label, 24)}, {row.revealed} of {row.suppressed} ·"
            f" {shortened(row.source, 34)}"
        )
        write(
            fig,
            0,
            len(rows) - 0.67 - i,
            figure_text(what),
            colours.ink,
            13,
            bgcolor=colours.background,
        )
    fig.update_xaxes(
        range=[-0.02, 1.02], title_text="share that still revealed the answer", tickformat=".1f"
    )
    fig.update_yaxes(range=[-0.6, len(rows) - 0.3], visible=False)
    return fig.update_layout(height=100 + 56 * len(rows))


def counts_table(
    rows: tuple[RecoverabilityCount, ...], names: Labels
) -> Table[RecoverabilityCount]:
    """Return one row per count of the pilot."""
    column = Column[RecoverabilityCount]
    columns = (
        column("method", lambda r: r.method, place="file"),
        column("label", lambda r: r.label, "method", place="print"),
        column(
            "suppressed", lambda r: r.suppressed, "failed directly", kind="count", place="print"
        ),
        column("revealed", lambda r: r.revealed, "still revealed", kind="count", place="print"),
        column("share", lambda r: r.share.share, kind="number", place="print"),
        column("low", lambda r: r.share.low, "from", kind="number", place="print"),
        column("high", lambda r: r.share.high, "to", kind="number", place="print"),
        column("mean_score", lambda r: r.mean_score, "mean recoverability", kind="number"),
        column("source", lambda r: r.source, place="print"),
        column("url", lambda r: r.url),
        column("note", lambda r: r.note, "remark"),
    )
    return table(columns, rows)


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
