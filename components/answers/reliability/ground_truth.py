"""Does a metric tell models that have the knowledge from those that never had it, where that is
known?"""

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, few, figure_text, number, shortened
from components.plotting.intervals import dots, spans
from components.plotting.marks import name_noted_rows, write_notes
from components.plotting.theme import palette
from components.results.ground_truth import BLIND, GroundTruthRow, compute
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "Dot: the share of pairs of one model that knows and one that never did in which the metric"
    " sees more knowledge in the first; 1 always, 0.5 (dashed) by chance, 0 the wrong way."
)


def say(rows: tuple[GroundTruthRow, ...], names: Labels) -> Said:
    if not rows:
        return Said()
    best, sure = rows[0], sum(r.low > BLIND for r in rows)
    first = [shortened(r.label) for r in rows if r.auc == best.auc]
    verb = "separates" if len(first) == 1 else "separate"
    figures = f"(AUC {number(best.auc, 2)}, {number(best.low, 2)} to {number(best.high, 2)})"
    verdict = f"{few(first, 'metric')} best {verb} models with and without the knowledge {figures}."
    return Said(
        [
            verdict if best.auc > BLIND else "No metric does better than chance.",
            (
                f"{sure or 'None'} of {counted(len(rows), 'metric')}"
                f" {'stays' if sure < 2 else 'stay'} above {BLIND} over"
                f" {'its' if sure < 2 else 'their'} whole range."
            ),
        ],
        [ranges(rows)],
    )


def ranges(rows: tuple[GroundTruthRow, ...]) -> str:
    """Return that the lines are ranges over training variants; "" if they are intervals."""
    few = [min(r.variants_known, r.variants_unknown) for r in rows if r.is_range]
    if not few:
        return ""
    return (
        f"Each line is a range over {counted(min(few), 'training variant')} of either pool, no"
        " interval: models of one variant are not independent."
    )


def draw(rows: tuple[GroundTruthRow, ...], look: Look) -> go.Figure:
    """Draw the AUC of each metric with its bounds, the best on top."""
    colours, fig = palette(look.mode), go.Figure()
    fig.add_vline(x=BLIND, line={"width": 1, "color": colours.muted, "dash": "dash"})
    name = "range over training variants" if any(r.is_range for r in rows) else "95 % interval"
    spans(fig, rows, lambda r: (r.low, r.high), colours.accent, 2, up=-0.15, name=name)
    dots(
        fig,
        rows,
        lambda r: r.auc,
        {"size": 11, "color": colours.accent},
        up=-0.15,
        data=lambda r: [figure_text(r.name), r.low, r.high],
        hover="%{customdata[0]}: AUC %{x:.3f}, %{customdata[1]:.3f} to %{customdata[2]:.3f}",
        name="AUC",
    )
    write_notes(fig, rows, [area_label(r) for r in rows], 0, look.mode, 0.25)
    fig.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 0.25, BLIND, 0.75, 1],
        ticktext=["0", "0.25", "0.5 chance", "0.75", "1"],
        title_text="AUC, models that know or never knew",
    )
    return name_noted_rows(fig, [r.label for r in rows])


def area_label(row: GroundTruthRow) -> str:
    """Return the AUC of one metric with its bounds and the printed value."""
    printed = "" if row.printed is None else f", printed {number(row.printed)}"
    return f"{number(row.auc, 2)} ({number(row.low, 2)} to {number(row.high, 2)}){printed}"


def truth_table(rows: tuple[GroundTruthRow, ...], names: Labels) -> Table[GroundTruthRow]:
    """Return one row per metric of the pools."""
    column = Column[GroundTruthRow]
    columns = (
        column("metric", lambda r: r.metric, place="file"),
        column("label", lambda r: r.label, "metric", place="print"),
        column("name", lambda r: r.name),
        column("auc", lambda r: r.auc, "AUC", kind="number", place="print"),
        column("low", lambda r: r.low, kind="number", place="print"),
        column("high", lambda r: r.high, kind="number", place="print"),
        column("is_range", lambda r: r.is_range, "range, no interval", kind="flag"),
        column("printed", lambda r: r.printed, "printed AUC", kind="number", place="print"),
        column("known", lambda r: r.known, "models that know", kind="count"),
        column("unknown", lambda r: r.unknown, "never knew", kind="count"),
        column("variants_known", lambda r: r.variants_known, "variants that know", kind="count"),
        column(
            "variants_unknown",
            lambda r: r.variants_unknown,
            "variants that never knew",
            kind="count",
        ),
        column("reference_value", lambda r: r.reference_value, "trained without", kind="number"),
    )
    return table(columns, rows)


AREAS = Answer(
    "ground_truth",
    compute,
    say,
    Part(
        "ground_truth",
        "AUC of each metric between models that know and models that never did",
        truth_table,
        draw,
        reading=READING,
        when=bool,
    ),
    heading="Models whose knowledge is known",
    key="ground_truth",
)
