"""What does each difference take: how many benchmarks like these, or seeds on these benchmarks alone?"""

import math
from dataclasses import replace

from components.answers.plan.experiment import ASKS, Experiment, about, compute
from components.answers.plan.power import of_each
from components.answers.record import Answer, Part, silent
from components.stats.separation.planning import MOST
from components.stats.separation.plans import Design
from components.table import Column, Table, table
from components.words import Labels

USUAL = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Differences that are listed beside the one planned for."""


def needed_table(result: Experiment, names: Labels) -> Table[Design]:
    """One row per difference: the benchmarks that it takes with one seed, the present and endless ones, and seeds."""
    d, column = result.design, Column[Design]
    listed = sorted({*USUAL, *([] if d.difference is None else [d.difference])})

    def whole(count: float) -> int | None:
        return int(count) if count <= MOST else None

    def why(count: float) -> str:
        return "spread not known" if math.isnan(count) else about(count)

    def over(key: str, seeds: float, head: str) -> Column[Design]:
        return column(
            key,
            lambda row: whole(float(row.benchmarks_needed(seeds)[0])),
            head,
            kind="count",
            why="reason",
            place="print",
        )

    columns = (
        column("difference", lambda row: row.difference, kind="number", place="print"),
        *(
            over(f"benchmarks.{'endless' if math.isinf(n) else int(n)}", n, f"benchmarks, {of_each(n)}")
            for n in dict.fromkeys((1.0, float(d.seeds), math.inf))
            if d.between is not None
        ),
        column(
            "seeds",
            lambda row: whole(row.seeds_needed),
            "seeds on these benchmarks alone",
            kind="count",
            why="seeds_reason",
            place="print",
        ),
        column("reason", lambda row: why(float(row.benchmarks_needed(d.seeds)[0])), place="file"),
        column("seeds_reason", lambda row: why(row.seeds_needed), place="file"),
    )
    return table(columns, [replace(d, difference=x) for x in listed])


NEEDED = Answer(
    "needed",
    compute,
    silent,
    Part("needed", "What each difference takes", needed_table, shown="open", when=lambda result: result.design.enough),
    heading=lambda result, names: "What each difference takes" if result.design.enough else "",
    asks=ASKS,
    key="plan",
)
