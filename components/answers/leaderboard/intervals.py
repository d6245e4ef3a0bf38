"""How sure is each rank? The intervals of the ranked rows: their columns, their sentence, and what the board shows."""

from __future__ import annotations

from components.answers.leaderboard.rows import Row
from components.plain import number
from components.resolved import Resolved
from components.stats.ranking.rank_intervals import ONE_RUN, SEEDS_ONLY, UNPAIRED, RankIntervals, rank_intervals
from components.table import Column

NOT_RANKED = "not ranked"


def intervals_of(view: Resolved) -> RankIntervals:
    """The rank intervals of the ranked rows of a selection."""
    return rank_intervals(
        view.panel,
        view.w,
        view.ranked,
        transform=view.selection.transform,
        aggregate=view.aggregate,
        rng=view.selection.rng,
        grids=view.grids,
    )


def bounds(found: RankIntervals | None, row: Row) -> tuple[int | None, int | None]:
    """The ends of the interval of a row; None where there is none."""
    return (None, None) if found is None or row.place is None else found.bounds(row.place)


def why_none(found: RankIntervals | None, row: Row) -> str:
    """Why a row has no interval; empty where it has one."""
    return NOT_RANKED if found is None or row.place is None else found.reason


def in_short(reason: str) -> str:
    """What the board shows in place of an interval: the reason in as few words as a cell has room for."""
    return reason.partition(":")[0]


def columns(found: RankIntervals | None) -> tuple[Column[Row], ...]:
    """From which rank to which, or why no interval can be given, and how often a row is first."""
    column, why = Column[Row], "rank_interval_reason"

    def rederived(row: Row) -> float | None:
        known = None if found is None or row.place is None else found.p_first_rederived
        return None if known is None else number(known[row.place])

    def first(row: Row) -> float | None:
        return None if found is None or row.place is None else number(found.p_first[row.place])

    said = "95 % of the ranks when benchmarks are resampled, and seeds within each"
    return (
        column("rank_low", lambda r: bounds(found, r)[0], "95 % from", kind="count", why=why, place="print", help=said),
        column("rank_high", lambda r: bounds(found, r)[1], "95 % to", kind="count", why=why, place="print", help=said),
        column(why, lambda r: why_none(found, r), "no interval", place="print"),
        column("p_first", first, "P(first)", kind="number", why=why, help="share of resamples that put it first"),
        column(
            "p_first_rederived",
            rederived,
            "P(first), re-derived",
            kind="number",
            why=why,
            help="the same with the weights derived again by the published rule in every resample",
        ),
    )


def sentence(found: RankIntervals | None) -> str:
    """What the data cannot tell, where no interval can be given."""
    return {
        SEEDS_ONLY: (
            "One benchmark cannot tell how these methods rank on others: its seeds repeat one comparison, so no rank "
            "interval is given."
        ),
        ONE_RUN: (
            "One benchmark with one seed cannot tell how these methods rank on other data: no rank interval is given."
        ),
        UNPAIRED: (
            "Some methods have no benchmark and seed in common: their means stand side by side, but nothing compares "
            "them under the same conditions, so no rank interval is given."
        ),
    }.get("" if found is None else found.reason, "")
