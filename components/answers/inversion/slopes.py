"""Does an attack still succeed under an independent judge? Accuracy of each under both
evaluators."""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.answers.inversion.audit import InversionResult, compute
from components.answers.inversion.comparison import Comparison, called
from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, number, percent
from components.plotting.marks import write
from components.plotting.room import spread
from components.plotting.theme import palette
from components.table import Column, Kind, Table, item, table
from components.words import Labels

READING = (
    "Each line is one attack on one private set: the share of its reconstructions accepted by the"
    " standard evaluator (left) and by the judge (right). A falling line is success that the judge"
    " does not see."
)
MOST_LABELS = 16
"""Lines that are still labelled at their end; beyond it the names are in the hover text and in the
table."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x")
_GAP = 0.055
_FIFTHS = {"tickvals": [i / 5 for i in range(6)], "ticktext": [f"{i / 5:.1f}" for i in range(6)]}
SHOWN: Mapping[str, tuple[str, Kind]] = {
    "answered": ("answered by both", "count"),
    "accuracy_standard": ("standard", "number"),
    "accuracy_judge": ("judge", "number"),
    "difference": ("difference", "number"),
    "difference_low": ("from", "number"),
    "difference_high": ("to", "number"),
    "mcnemar": ("McNemar exact p", "p"),
    "mcnemar_min": ("smallest possible p", "p"),
    "tp": ("both accept (TP)", "count"),
    "fp": ("only the standard (FP)", "count"),
    "fn": ("only the judge (FN)", "count"),
    "tn": ("both reject (TN)", "count"),
    "fpr": ("false-positive rate", "number"),
    "fpr_low": ("rate from", "number"),
    "fpr_high": ("rate to", "number"),
}
"""The numbers of an attack that the table shows, with head and kind; files have all."""


def say(result: InversionResult, names: Labels) -> Said:
    overall, rate = result.overall, result.overall.estimates["fpr"]
    if overall.accuracies is None:
        return Said(["No reconstruction was answered by both evaluators."])
    standard, judge = (percent(share) for share in overall.accuracies)
    verdict = (
        f"The standard evaluator accepts {standard} of the reconstructions, the judge {judge}."
    )
    if rate.value is None:
        return Said([verdict, "The judge rejects none."], [refused(overall)])
    interval = f"(95 % interval {percent(rate.low)} to {percent(rate.high)})"
    repeat = 0 < overall.identities < overall.table.answered
    return Said(
        [
            verdict,
            f"Of those the judge rejects, the evaluator accepts {percent(rate.value)} {interval}.",
            "The interval ignores that identities repeat." if repeat else "",
        ],
        [refused(overall)],
    )


def refused(overall: Comparison) -> str:
    """Return how many reconstructions an evaluator refused to answer, "" for none."""
    missing = overall.table.total - overall.table.answered
    return (
        f"Not counted: {counted(missing, 'reconstruction')} that an evaluator refused."
        if missing
        else ""
    )


def draw(result: InversionResult, look: Look) -> go.Figure:
    """Draw a line per row from its accuracy under the standard evaluator to that under the
    judge."""
    colours = palette(look.mode)
    judge = figure_text(called(result.judge))
    sets = list(dict.fromkeys(r.private_set for r in result.rows))
    known = [
        (figure_text(result.label(r)), sets.index(r.private_set), *r.accuracies)
        for r in result.rows
        if r.accuracies is not None
    ]
    fig = go.Figure()
    for label, place, by_standard, by_judge in known:
        fig.add_scatter(
            x=[0, 1],
            y=[by_standard, by_judge],
            mode="lines+markers",
            line={
                "color": colours.lines[place % len(colours.lines)],
                "width": 2,
                "dash": DASHES[place % len(DASHES)],
            },
            marker={"size": 9, "symbol": SYMBOLS[place % len(SYMBOLS)]},
            customdata=[["standard evaluator"], [judge]],
            hovertemplate=f"{label}<br>%{{customdata[0]}}: %{{y:.3f}}<extra></extra>",
            showlegend=False,
        )
    heights = spread([by_judge for *_, by_judge in known], _GAP)
    labelled = len(known) <= MOST_LABELS
    if labelled:
        for (label, _, _, by_judge), y in zip(known, heights, strict=True):
            write(fig, 1.04, y, f"{label} {number(by_judge)}", colours.ink)
    fig.update_xaxes(
        range=[-0.12, 1.95 if labelled else 1.12],
        tickvals=[0, 1],
        ticktext=["standard", judge],
        showgrid=False,
        zeroline=False,
    )
    fig.update_yaxes(
        range=[-0.04, max([1.0, *heights]) + 0.04], title_text="share accepted", **_FIFTHS
    )
    return fig.update_layout(height=460)


def slopes_table(result: InversionResult, names: Labels) -> Table[Comparison]:
    """Return one row per attack and private set: accuracies, counts, rates and their intervals."""
    column = Column[Comparison]
    files = [key for key in result.overall.flat if key not in SHOWN and key != "cluster_reason"]
    columns = (
        column("private_set", lambda r: r.private_set, "private set", place="print"),
        column("attack", lambda r: r.attack, place="print"),
        *(
            column(key, item(lambda r: r.flat, key), head, kind=kind, place="print")
            for key, (head, kind) in SHOWN.items()
        ),
        *(column(key, item(lambda r: r.flat, key), kind="number", place="file") for key in files),
        column("cluster_reason", lambda r: r.cluster_reason, place="file"),
    )
    return table(columns, result.rows)


def facts(result: InversionResult) -> Mapping[str, object]:
    """Return what was audited, and all attacks together."""
    return {
        "judge": result.judge,
        "judges": result.judges,
        "private_set": result.private_set,
        "private_sets": result.private_sets,
        "overall": result.overall.flat,
    }


SLOPES = Answer(
    "slopes",
    compute,
    say,
    Part(
        "rows",
        "Accuracy of each attack under the standard evaluator and under the judge",
        slopes_table,
        draw,
        reading=READING,
    ),
    facts=facts,
    key="inversion",
    terms=("standard_evaluator", "judge", "false_positive_rate", "newcombe", "mcnemar"),
)
