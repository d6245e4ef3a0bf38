"""Do all metrics of a benchmark agree at once? Kendall's W per benchmark."""

from components.answers.record import Answer, Part, Said
from components.format import at_most, joined, number
from components.resolved import Resolved, unweighted
from components.stats.agreement.concordance import Concordance, concordance
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "Kendall's W: 0 no agreement, 1 one order. It compares the orders that all metrics of a"
    " benchmark give to its methods, on means over seeds, corrected for ties. Its p is asymptotic"
    " (χ²) and rough for few methods."
)


@unweighted
def compute(view: Resolved) -> tuple[Concordance, ...]:
    """Return Kendall's W of every benchmark of a selection."""
    return concordance(view.panel.compared)


def say(rows: tuple[Concordance, ...], names: Labels) -> Said:
    known = sorted((r.w, names.benchmark(r.benchmark)) for r in rows if r.w is not None)
    lost = [names.benchmark(r.benchmark) for r in rows if r.w is None]
    lines = []
    if len(known) == 1:
        lines.append(f"Kendall's W is {number(known[0][0])} on {known[0][1]}.")
    elif known:
        ends = known[0], known[-1]
        digits = 3 if number(ends[0][0]) == number(ends[1][0]) else None
        low, high = (f"{number(w, digits)} ({benchmark})" for w, benchmark in ends)
        lines.append(f"Kendall's W runs from {low} to {high}.")
    if lost:
        lines.append(f"Kendall's W is undefined on {joined(at_most(3, lost))}.")
    return Said(lines, [READING])


def concordance_table(rows: tuple[Concordance, ...], names: Labels) -> Table[Concordance]:
    """Return one row per benchmark: Kendall's W and what entered."""
    column = Column[Concordance]
    columns = (
        column("benchmark", lambda r: r.benchmark, kind="benchmark", place="print"),
        column("w", lambda r: r.w, "W", kind="number", why="reason", place="print"),
        column("chi2", lambda r: r.chi2, "χ²", kind="number", why="reason", place="file"),
        column("df", lambda r: r.df, kind="count", place="file"),
        column("p", lambda r: r.p, "p (asymptotic)", kind="p", why="reason", place="print"),
        column("p_kind", lambda r: r.p_kind, place="file"),
        column("n_methods", lambda r: r.n_methods, "methods", kind="count", place="print"),
        column("n_metrics", lambda r: len(r.metrics), "metrics", kind="count", place="screen only"),
        column("metrics", lambda r: r.metrics, kind="metric", place="file"),
        column(
            "constant",
            lambda r: r.constant,
            "one value for all methods",
            kind="metric",
            place="print",
        ),
        column(
            "incomplete",
            lambda r: r.incomplete,
            "not measured throughout",
            kind="metric",
            place="print",
        ),
        column("reason", lambda r: r.reason, "undefined because", place="print"),
    )
    return table(columns, rows)


CONCORDANCE = Answer(
    "concordance",
    compute,
    say,
    Part("concordance", "Kendall's W per benchmark", concordance_table, shown="open"),
    heading="All metrics at once",
    terms=("kendalls_w",),
)
