"""What does the standard evaluator get wrong? Counts against the judge, attack by attack."""

import plotly.graph_objects as go

from components.answers.inversion.audit import InversionResult, compute
from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, percent
from components.plotting.intervals import bars
from components.plotting.marks import name_rows
from components.plotting.theme import ink_on, palette
from components.words import Labels

CELLS = (
    ("tp", "both accept", 0, ""),
    ("fp", "only the standard evaluator", 1, "/"),
    ("fn", "only the judge", 3, "x"),
    ("tn", "both reject", 5, "."),
)
"""The counts of a comparison in the order they are drawn, each with what it means, its hue and its
pattern."""
READING = (
    "All reconstructions that both answered; numbers in the bars are counts. The judge is taken as"
    " right."
)


def say(result: InversionResult, names: Labels) -> Said:
    rated = [(rate, r) for r in result.rows if (rate := r.estimates["fpr"].value) is not None]
    if len(rated) < 2:
        return Said()
    highest, row = max(rated, key=lambda pair: pair[0])
    share = f"{percent(highest)} of what the judge rejects"
    return Said([f"False positives are most frequent for {result.label(row)}: {share}."])


def draw(result: InversionResult, look: Look) -> go.Figure:
    """Draw the shares of the four counts of each row side by side, told apart by pattern and
    colour."""
    colours = palette(look.mode)
    labels = [result.label(r) for r in result.rows]
    fig = go.Figure()
    for cell, meaning, hue, pattern in CELLS:
        colour = colours.areas[hue]
        counts = [int(getattr(r.table, cell)) for r in result.rows]
        shares = [
            n / r.table.answered if r.table.answered else None
            for r, n in zip(result.rows, counts, strict=True)
        ]
        hatching = {
            "shape": pattern,
            "fillmode": "overlay",
            "fgcolor": ink_on(colour),
            "fgopacity": 0.3,
            "size": 8,
        }
        bars(
            fig,
            shares,
            {
                "color": colour,
                "line": {"color": colours.background, "width": 1},
                "pattern": hatching,
            },
            texts=[
                str(n) if (share or 0) >= 0.06 else ""
                for n, share in zip(counts, shares, strict=True)
            ],
            inside=colour,
            data=[
                [figure_text(label), n, r.table.answered]
                for r, label, n in zip(result.rows, labels, counts, strict=True)
            ],
            hover=f"%{{customdata[0]}}<br>{meaning}: %{{customdata[1]}} of %{{customdata[2]}}",
            name=meaning,
            constraintext="none",
        )
    fig.update_xaxes(range=[0, 1], title_text="share of reconstructions", tickformat=".1f")
    fig.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return name_rows(fig, labels, most=34).update_layout(height=130 + 40 * len(labels))


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
