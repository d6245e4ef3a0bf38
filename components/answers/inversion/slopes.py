"""Does an attack still succeed under an independent judge? Accuracy of each under both
evaluators."""

from collections.abc import Callable, Mapping

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, number, percent, percent_range
from components.plotting.marks import write
from components.plotting.room import spread
from components.plotting.theme import palette
from components.results.inversion import AttackAudit, InversionAudit, called, compute
from components.table import CellKind, Column, Table, number_column, table
from components.words import Labels

READING = (
    "Each line is one attack on one private set: the share of its reconstructions accepted by the"
    " standard evaluator (left) and by the judge (right). A falling line is success that the judge"
    " does not see."
)
MAX_LABELS = 16
"""Lines that are still labelled at their end; beyond it the names are in the hover text and in the
table."""
MIN_LABEL_GAP = 0.055
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x")
SHOWN: Mapping[str, tuple[str, CellKind]] = {
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
    "kappa": ("κ", "number"),
    "ac1": ("AC1", "number"),
}
"""The numbers of an attack that the table shows, with head and kind; files have all."""
BY_IDENTITY: Mapping[str, str] = {
    "difference_low": "difference_cluster_low",
    "difference_high": "difference_cluster_high",
    "fpr_low": "fpr_cluster_low",
    "fpr_high": "fpr_cluster_high",
}
"""The ends that are shown instead where identities are known: from drawing them anew."""


def say(inversion_audit: InversionAudit, labels: Labels) -> Said:
    counts = inversion_audit.overall.counts
    numbers = inversion_audit.overall.numbers
    if not counts.answered:
        return Said(["No reconstruction was answered by both evaluators."])
    n_refused = counts.total - counts.answered
    refused = ""
    if n_refused:
        refused = f"Not counted: {counted(n_refused, 'reconstruction')} that an evaluator refused."
    verdict = (
        f"The standard evaluator accepts {percent(numbers['accuracy_standard'])} of the"
        f" reconstructions, the judge {percent(numbers['accuracy_judge'])}."
    )
    if numbers["fpr"] is None:
        return Said([verdict, "The judge rejects none."], [refused])
    rejected = (
        f"Of those the judge rejects, the evaluator accepts {percent(numbers['fpr'])}"
        f" ({rate_interval(inversion_audit.overall)})."
    )
    sentences = [verdict, rejected]
    n_identities = int(numbers["identities"] or 0)
    how = ""
    if numbers["fpr_cluster_low"] is not None:
        how = f"Intervals of 95 % draw the {n_identities} identities anew, each whole."
    elif 0 < n_identities < counts.answered:
        sentences.append("The interval ignores that identities repeat.")
    return Said(sentences, [refused, how])


def rate_interval(audited: AttackAudit) -> str:
    """Return the 95 % interval of the share of what the judge rejects that the evaluator accepts:
    by identity where these are known."""
    numbers = audited.numbers
    low = numbers["fpr_cluster_low"]
    high = numbers["fpr_cluster_high"]
    if low is not None and high is not None:
        return f"{percent_range(low, high)}, by identity"
    return f"{percent_range(numbers['fpr_low'] or 0.0, numbers['fpr_high'] or 0.0)}, 95 %"


def draw(inversion_audit: InversionAudit, look: Look) -> go.Figure:
    """Draw a line per attack from its accuracy under the standard evaluator to that under the
    judge."""
    colours = palette(look.mode)
    judge_name = figure_text(called(inversion_audit.judge))
    private_sets = list(dict.fromkeys(audited.private_set for audited in inversion_audit.attacks))
    answered = [audited for audited in inversion_audit.attacks if audited.counts.answered]
    labels = [figure_text(inversion_audit.label(audited)) for audited in answered]
    by_judge = [audited.numbers["accuracy_judge"] or 0.0 for audited in answered]
    fig = go.Figure()
    for audited, attack_label in zip(answered, labels, strict=True):
        set_index = private_sets.index(audited.private_set)
        line_style = {
            "color": colours.lines[set_index % len(colours.lines)],
            "width": 2,
            "dash": DASHES[set_index % len(DASHES)],
        }
        fig.add_scatter(
            x=[0, 1],
            y=[audited.numbers["accuracy_standard"], audited.numbers["accuracy_judge"]],
            mode="lines+markers",
            line=line_style,
            marker={"size": 9, "symbol": SYMBOLS[set_index % len(SYMBOLS)]},
            customdata=[["standard evaluator"], [judge_name]],
            hovertemplate=f"{attack_label}<br>%{{customdata[0]}}: %{{y:.3f}}<extra></extra>",
            showlegend=False,
        )
    heights = spread(by_judge, MIN_LABEL_GAP)
    right = 1.12
    if len(answered) <= MAX_LABELS:
        right = 1.95
        for attack_label, accuracy, height in zip(labels, by_judge, heights, strict=True):
            write(fig, 1.04, height, f"{attack_label} {number(accuracy)}", colours.ink)
    fig.update_xaxes(
        range=[-0.12, right],
        tickvals=[0, 1],
        ticktext=["standard", judge_name],
        showgrid=False,
        zeroline=False,
    )
    fifths = [fifth / 5 for fifth in range(6)]
    fig.update_yaxes(
        range=[-0.04, max([1.0, *heights]) + 0.04],
        title_text="share accepted",
        tickvals=fifths,
        ticktext=[f"{fifth:.1f}" for fifth in fifths],
    )
    return fig.update_layout(height=460)


def slopes_table(inversion_audit: InversionAudit, labels: Labels) -> Table[AttackAudit]:
    """Return one row per attack and private set: accuracies, counts, rates and their intervals, by
    identity where these are known."""
    column = Column[AttackAudit]
    shown_columns = []
    instead_of = BY_IDENTITY if inversion_audit.overall.numbers["identities"] else {}
    for usual_id, (heading, cell_kind) in SHOWN.items():
        number_id = instead_of.get(usual_id, usual_id)
        shown_columns.append(column(number_id, _number_of(number_id), heading, kind=cell_kind))
    shown_ids = {shown_column.id for shown_column in shown_columns}
    in_files = [
        number_column(number_id, _number_of(number_id), place="file")
        for number_id in inversion_audit.overall.numbers
        if number_id not in shown_ids
    ]
    return table(
        inversion_audit.attacks,
        column("private_set", head="private set"),
        column("attack"),
        *shown_columns,
        *in_files,
        column("cluster_reason", place="file"),
    )


def _number_of(number_id: str) -> Callable[[AttackAudit], float | None]:
    return lambda audited: audited.numbers[number_id]


def facts(inversion_audit: InversionAudit) -> Mapping[str, object]:
    """Return what was audited, and all attacks together."""
    overall = inversion_audit.overall
    return {
        "judge": inversion_audit.judge,
        "judges": inversion_audit.judges,
        "private_set": inversion_audit.private_set,
        "private_sets": inversion_audit.private_sets,
        "overall": {**overall.numbers, "cluster_reason": overall.cluster_reason},
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
    terms=(
        "standard_evaluator",
        "judge",
        "false_positive_rate",
        "newcombe",
        "mcnemar",
        "kappa",
        "ac1",
    ),
)
