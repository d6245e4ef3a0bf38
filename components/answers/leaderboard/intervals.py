"""How sure is each rank? The ranks that the data allow each row, in the scope of the board."""

from components.contest import Contender
from components.results.pair_tests import PairTests
from components.table import Column

NOT_RANKED = "not ranked"
HEADS = {"seeds": "Rank, other seeds", "benchmarks": "Rank, other benchmarks"}
"""What the column of the intervals is called, by scope."""
HELP = {
    "seeds": "The ranks that other training seeds allow on these benchmarks, 95 % together",
    "benchmarks": (
        "The ranks on other benchmarks like these, 95 % together; those that share samples count"
        " as one"
    ),
}


def head(found: PairTests) -> str:
    """What the intervals are about, as the head of their column."""
    return "Rank interval" if found.board is None else HEADS[found.board.over]


def bounds(found: PairTests, row: Contender) -> tuple[int | None, int | None]:
    """The ends of the interval of a row; None where there is none."""
    sets = None if found.board is None else found.board.rank_sets
    return (None, None) if sets is None or row.rank is None else sets[row.method]


def why_none(found: PairTests, row: Contender) -> str:
    """Why a row has no interval; empty where it has one."""
    if row.rank is None:
        return NOT_RANKED
    return found.seeds.reason if found.board is None else ""


def columns(found: PairTests) -> tuple[Column[Contender], ...]:
    """From which rank to which, or why no interval can be given."""
    column, why = Column[Contender], "rank_interval_reason"
    over = head(found)
    spoken = "" if found.board is None else HELP[found.board.over]
    return (
        column(
            "rank_low",
            lambda r: bounds(found, r)[0],
            f"{over} from",
            kind="count",
            why=why,
            place="print",
            help=spoken,
        ),
        column(
            "rank_high",
            lambda r: bounds(found, r)[1],
            "to",
            kind="count",
            why=why,
            place="print",
            help=spoken,
        ),
        column(why, lambda r: why_none(found, r), "no interval", place="print"),
    )
