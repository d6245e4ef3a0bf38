"""What does the standard evaluator get wrong? Counts against the judge, attack by attack, and its error rates."""

import plotly.graph_objects as go

from components.answers.inversion.audit import InversionResult, compute
from components.answers.inversion.comparison import Comparison
from components.answers.record import Answer, Look, Part, silent
from components.format import UNDEFINED, figure_text
from components.plotting.bars import bars
from components.plotting.intervals import points
from components.plotting.marks import name_rows, segments, write
from components.plotting.theme import ink_on, palette
from components.table import Column, Table, item, table

CELLS = (("TP", 0, ""), ("FP", 1, "/"), ("FN", 3, "x"), ("TN", 5, "."))
"""Each with its hue and its pattern."""
RATES = (
    ("FPR", "false positives", "circle", 4),
    ("FNR", "false negatives", "square", 0),
    ("FDR", "false discoveries", "x", 2),
)
"""The rates of a comparison in their order, each with its symbol and its hue."""
CONFUSION_READING = (
    "All reconstructions that both answered, by row: accepted by both (TP), by the standard evaluator alone (FP), by "
    "the judge alone (FN), by neither (TN). Numbers in the bars are counts; the judge is taken as right."
)
RATES_READING = (
    "Dots: false-positive rate FP/(FP+TN), false-negative rate FN/(FN+TP), false-discovery rate FP/(FP+TP); lines: "
    "95 % Wilson intervals. A rate with – has nothing to divide by."
)


def draw_confusion(result: InversionResult, look: Look) -> go.Figure:
    """Shares of TP, FP, FN and TN of each row side by side, counts inside; pattern and colour differ."""
    colours = palette(look.mode)
    labels = [figure_text(result.label(r)) for r in result.rows]
    fig = go.Figure()
    for name, hue, pattern in CELLS:
        colour = colours.areas[hue]
        counts = [r.cells[name] for r in result.rows]
        shares = [r.cells[name] / r.table.answered if r.table.answered else None for r in result.rows]
        hatching = {"shape": pattern, "fillmode": "overlay", "fgcolor": ink_on(colour), "fgopacity": 0.3, "size": 8}
        bars(
            fig,
            shares,
            {"color": colour, "line": {"color": colours.background, "width": 1}, "pattern": hatching},
            texts=[str(n) if (share or 0) >= 0.06 else "" for n, share in zip(counts, shares, strict=True)],
            inside=colour,
            data=[[label, n, r.table.answered] for r, label, n in zip(result.rows, labels, counts, strict=True)],
            hover=f"%{{customdata[0]}}<br>{name}: %{{customdata[1]}} of %{{customdata[2]}}",
            name=name,
            constraintext="none",
        )
    fig.update_xaxes(range=[0, 1], title_text="share of reconstructions", tickformat=".1f")
    fig.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return _named(fig, result, 40)


def draw_rates(result: InversionResult, look: Look) -> go.Figure:
    """FPR, FNR and FDR of each row (by shape and colour) with their 95 % Wilson intervals."""
    colours = palette(look.mode)
    labels = [figure_text(result.label(r)) for r in result.rows]
    places = range(len(labels) - 1, -1, -1)
    fig = go.Figure()
    for lane, (name, meaning, symbol, hue) in enumerate(RATES):
        rates = [
            ((label, row.estimates[name.lower()]), row.estimates[name.lower()].value, place + 0.24 * (1 - lane))
            for place, label, row in zip(places, labels, result.rows, strict=True)
        ]
        bounds = [(rate.low, y, rate.high, y) for (_, rate), share, y in rates if share is not None]
        segments(fig, bounds, colours.lines[hue], showlegend=False, name=f"{meaning} interval")
        points(
            fig,
            rates,
            {"size": 10, "symbol": symbol, "color": colours.lines[hue]},
            data=lambda p: [p[0], p[1].low, p[1].high],
            hover="%{customdata[0]}<br>%{x:.3f} (%{customdata[1]:.3f} to %{customdata[2]:.3f})",
            name=f"{name} ({meaning})",
        )
        for y in (y for _, share, y in rates if share is None):
            write(fig, 0, y, f"{UNDEFINED} {name}", colours.muted)
    fig.update_xaxes(range=[-0.02, 1.02], title_text="rate", tickformat=".1f")
    return _named(fig, result, 52)


def _named(fig: go.Figure, result: InversionResult, each: int) -> go.Figure:
    """The rows named, with `each` so many pixels and room for a legend above them."""
    labels = [result.label(r) for r in result.rows]
    return name_rows(fig, labels, most=34).update_layout(height=130 + each * len(labels))


Counted = tuple[str, str, Comparison]


def confusion_table(result: InversionResult) -> Table[Counted]:
    """The counts of every attack, the last row of all together."""
    column = Column[Counted]
    columns = (
        column("private_set", lambda r: r[0], "private set", place="print"),
        column("attack", lambda r: r[1], place="print"),
        *(
            column(cell.lower(), item(lambda r: r[2].cells, cell), cell, kind="count", place="print")
            for cell, _, _ in CELLS
        ),
        column("refused_standard", lambda r: r[2].table.refused_standard, "refused by standard", kind="count"),
        column("refused_judge", lambda r: r[2].table.refused_judge, "refused by judge", kind="count"),
        column("refused_both", lambda r: r[2].table.refused_both, "refused by both", kind="count"),
        column("kappa", lambda r: r[2].estimates["kappa"].value, "κ", kind="number", place="print"),
        column("ac1", lambda r: r[2].estimates["ac1"].value, "AC1", kind="number", place="print"),
    )
    rows: list[Counted] = [(r.private_set, r.attack, r) for r in result.rows]
    return table(columns, [*rows, ("all", "all", result.overall)])


def rates_table(result: InversionResult) -> Table[Comparison]:
    """False-positive, false-negative and false-discovery rate with both kinds of interval."""
    column = Column[Comparison]
    bounds = {
        "": "",
        "_low": " low",
        "_high": " high",
        "_cluster_low": " low, identities drawn",
        "_cluster_high": " high, identities drawn",
    }
    columns = (
        column("private_set", lambda r: r.private_set, "private set", place="print"),
        column("attack", lambda r: r.attack, place="print"),
        *(
            column(
                f"{rate.lower()}{end}",
                item(lambda r: r.flat, f"{rate.lower()}{end}"),
                f"{rate}{suffix}",
                kind="number",
                place="screen" if "cluster" in end else "print",
            )
            for rate, *_ in RATES
            for end, suffix in bounds.items()
        ),
    )
    return table(columns, result.rows)


CONFUSION = Answer(
    "confusion",
    compute,
    silent,
    [
        Part(
            "confusion",
            "True and false positives and negatives of the standard evaluator",
            lambda result, names: confusion_table(result),
            draw_confusion,
            reading=CONFUSION_READING,
        ),
        Part(
            "rates",
            "Error rates of the standard evaluator with their intervals",
            lambda result, names: rates_table(result),
            draw_rates,
            reading=RATES_READING,
        ),
    ],
    heading="What the standard evaluator gets wrong",
)
