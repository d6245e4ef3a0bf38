"""Do all metrics of a benchmark agree at once? Kendall's W per benchmark."""

from components.answers.record import Answer, Part, Said
from components.format import at_most, joined, number
from components.resolved import Resolved, unweighted
from components.stats.agreement.concordance import Concordance, concordance
from components.table import Column, Table, count_column, number_column, p_column, table
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


def say(concordances: tuple[Concordance, ...], labels: Labels) -> Said:
    defined = []
    undefined = []
    for on_benchmark in concordances:
        benchmark = labels.benchmark(on_benchmark.benchmark)
        if on_benchmark.kendalls_w is None:
            undefined.append(benchmark)
        else:
            defined.append((on_benchmark.kendalls_w, benchmark))
    lines = []
    if len(defined) == 1:
        w, benchmark = defined[0]
        lines.append(f"Kendall's W is {number(w)} on {benchmark}.")
    elif defined:
        low, low_benchmark = min(defined)
        high, high_benchmark = max(defined)
        decimals = 3 if number(low) == number(high) else None
        lines.append(
            f"Kendall's W runs from {number(low, decimals)} ({low_benchmark}) to"
            f" {number(high, decimals)} ({high_benchmark})."
        )
    if undefined:
        lines.append(f"Kendall's W is undefined on {joined(at_most(3, undefined))}.")
    return Said(lines, [READING])


def concordance_table(rows: tuple[Concordance, ...], labels: Labels) -> Table[Concordance]:
    """Return one row per benchmark: Kendall's W and what entered."""
    return table(
        rows,
        Column("benchmark", kind="benchmark"),
        number_column("w", "kendalls_w", "W", why="reason"),
        number_column("chi2", head="χ²", why="reason", place="file"),
        count_column("df", place="file"),
        p_column("p", head="p (asymptotic)", why="reason"),
        Column("p_kind", place="file"),
        count_column("n_methods", head="methods"),
        count_column(
            "n_metrics",
            lambda concordance: len(concordance.metrics),
            "metrics",
            place="screen only",
        ),
        Column("metrics", kind="metric", place="file"),
        Column("constant", head="one value for all methods", kind="metric"),
        Column("incomplete", head="not measured throughout", kind="metric"),
        Column("reason", head="undefined because"),
    )


CONCORDANCE = Answer(
    "concordance",
    compute,
    say,
    Part("concordance", "Kendall's W per benchmark", concordance_table, shown="open"),
    heading="All metrics at once",
    terms=("kendalls_w",),
)
