"""What does the standard evaluator get wrong? Counts against the judge, attack by attack."""

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, percent
from components.plotting.intervals import bars
from components.plotting.marks import name_rows
from components.plotting.theme import ink_on, palette
from components.results.inversion import InversionAudit, compute
from components.words import Labels

CELLS = (
    ("tp", "both accept", 0, ""),
    ("fp", "only the standard evaluator", 1, "/"),
    ("fn", "only the judge", 3, "x"),
    ("tn", "both reject", 5, "."),
)
"""The counts in the order they are drawn, each with what it means, its hue and its pattern."""
READING = (
    "All reconstructions that both answered; numbers in the bars are counts. The judge is taken as"
    " right."
)
MIN_LABELLED_SHARE = 0.06
"""Shorter bars have no room for their count."""


def say(inversion_audit: InversionAudit, labels: Labels) -> Said:
    rated_attacks = [
        audited for audited in inversion_audit.attacks if audited.numbers["fpr"] is not None
    ]
    if len(rated_attacks) < 2:
        return Said()
    highest = max(rated_attacks, key=lambda audited: audited.numbers["fpr"] or 0.0)
    rejected_share = f"{percent(highest.numbers['fpr'])} of what the judge rejects"
    return Said(
        [
            f"False positives are most frequent for {inversion_audit.label(highest)}:"
            f" {rejected_share}."
        ]
    )


def draw(inversion_audit: InversionAudit, look: Look) -> go.Figure:
    """Draw the shares of the four counts of each attack side by side, told apart by pattern and
    colour."""
    colours = palette(look.mode)
    labels = [inversion_audit.label(audited) for audited in inversion_audit.attacks]
    fig = go.Figure()
    for cell_name, meaning, cell_colour, pattern in CELLS:
        shares: list[float | None] = []
        count_texts = []
        hovered = []
        for attack_label, audited in zip(labels, inversion_audit.attacks, strict=True):
            n_answers = getattr(audited.counts, cell_name)
            answered = audited.counts.answered
            shares.append(n_answers / answered if answered else None)
            count_texts.append(
                str(n_answers) if n_answers >= MIN_LABELLED_SHARE * max(answered, 1) else ""
            )
            hovered.append([figure_text(attack_label), n_answers, answered])
        colour = colours.areas[cell_colour]
        hatching = {
            "shape": pattern,
            "fillmode": "overlay",
            "fgcolor": ink_on(colour),
            "fgopacity": 0.3,
            "size": 8,
        }
        bar_edge = {"color": colours.background, "width": 1}
        bars(
            fig,
            shares,
            {"color": colour, "line": bar_edge, "pattern": hatching},
            texts=count_texts,
            inside=colour,
            data=hovered,
            hover_template=(
                f"%{{customdata[0]}}<br>{meaning}: %{{customdata[1]}} of %{{customdata[2]}}"
            ),
            name=meaning,
            constraintext="none",
        )
    fig.update_xaxes(range=[0, 1], title_text="share of reconstructions", tickformat=".1f")
    fig.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return name_rows(fig, labels, 34).update_layout(height=130 + 40 * len(labels))


CONFUSION = Answer(
    "confusion",
    compute,
    say,
    Part(
        "confusion", "What the standard evaluator and the judge accept", draw=draw, reading=READING
    ),
    heading="False positives of the standard evaluator",
    key=None,
)
