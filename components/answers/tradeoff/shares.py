"""Who is best for which share of weight between the two axes, and who is on the front?"""

from components.answers.record import Answer, Part, Said, silent
from components.answers.tradeoff.lead import explanation
from components.answers.tradeoff.plane import Mark, Tradeoff, compute
from components.choices.ranking import AXES
from components.table import Column, Table, flag_column, item, number_column, share_column, table
from components.words import Labels


def several(tradeoff: Tradeoff) -> bool:
    """Return whether there are candidates to choose among."""
    return not explanation(tradeoff) and len(tradeoff.compared) > 1


def say(tradeoff: Tradeoff, labels: Labels) -> Said:
    if not several(tradeoff):
        return Said()
    return Said([f"Leaders by share of weight on {tradeoff.axes[0].plain}."])


def shares_table(tradeoff: Tradeoff, labels: Labels) -> Table[Mark]:
    """Return one row per candidate that leads somewhere, from all weight on y to all weight on
    x."""
    return table(
        tradeoff.best_for,
        Column("method", head=tradeoff.noun, kind="method"),
        share_column("low", item("between", 0), "from"),
        share_column("high", item("between", 1), "to"),
        number_column("x", place="file"),
        number_column("y", place="file"),
    )


BEST_FOR = Answer(
    "best_for",
    compute,
    say,
    Part("best_for", "Best for which share of weight", shares_table, when=several, shown="open"),
    controls=(AXES,),
    terms=("pareto_front", "uqs", "utility"),
)
FRONT_COLUMNS: tuple[Column[Mark], ...] = (
    Column("method", kind="method"),
    number_column("x"),
    number_column("y"),
    flag_column("supported", head="leads at some split"),
)
FRONT = Answer(
    "front",
    compute,
    silent,
    Part(
        "front",
        "The Pareto front",
        lambda tradeoff, labels: table(tradeoff.members, *FRONT_COLUMNS),
    ),
    key="front",
)
