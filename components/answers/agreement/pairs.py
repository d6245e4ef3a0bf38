"""Which pairs of metrics are there? One row for each, how far row order moves them, and which are
computed."""

from collections.abc import Sequence

from components.format import number
from components.stats.agreement.pair_taus import PairTau
from components.table import (
    Column,
    Table,
    count_column,
    flag_column,
    number_column,
    p_column,
    table,
)


def row_order_range(pair_tau: PairTau) -> str:
    """Return the range of τ over orders of the rows, with "at least" if not all orders were
    tried."""
    at_least = "" if pair_tau.row_orders_exact else "at least "
    return f"{at_least}{number(pair_tau.row_order_min)} to {number(pair_tau.row_order_max)}"


def row_order(pair_taus: Sequence[PairTau]) -> str:
    """Return how many published τ depend on the order of the rows of the file, and how many even in
    sign."""
    n_tried = sum(pair_tau.row_order_min is not None for pair_tau in pair_taus)
    moving = [
        pair_tau
        for pair_tau in pair_taus
        if pair_tau.row_order_min is not None and pair_tau.row_order_width
    ]
    if not moving:
        return ""
    n_turning = sum(pair_tau.row_order_turns for pair_tau in moving)
    at_least = "" if all(pair_tau.row_orders_exact for pair_tau in moving) else "at least "
    how_many = f"{at_least}{len(moving)} of {n_tried} τ"
    turning = f"{n_turning} in sign"
    if len(moving) == n_tried:
        how_many = "the one τ" if n_tried == 1 else f"all {n_tried} τ"
        turning = f"{at_least}{turning}"
    verb = "depends" if len(moving) == 1 else "depend"
    sentence = f"By the published rule {how_many} {verb} on the row order of the file"
    if n_turning:
        sentence += f", {turning}"
    return f"{sentence}."


def _reasons(pair_tau: PairTau) -> str:
    if pair_tau.tau_reason:
        return pair_tau.tau_reason
    return "; ".join(dict.fromkeys(filter(None, (pair_tau.test.reason, pair_tau.interval.reason))))


def pairs_table(rows: Sequence[PairTau], computed: frozenset[frozenset[str]]) -> Table[PairTau]:
    """Return one row per pair of metrics by one protocol; `computed` pairs are marked."""
    return table(
        rows,
        Column("x", head="metric", kind="metric"),
        Column("y", head="with", kind="metric"),
        number_column("tau", head="τ", why="tau_reason"),
        Column("tau_reason", place="file"),
        count_column("concordant", head="C", help="pairs in the same order"),
        count_column("discordant", head="D", help="pairs in opposite order"),
        count_column("ties_x", head="tied by first", place="screen"),
        count_column("ties_y", head="tied by second", place="screen"),
        count_column("ties_both", place="file"),
        count_column("pairs", place="file"),
        count_column("blocks_defined", head="blocks with a τ", place="screen"),
        count_column("blocks", place="screen"),
        p_column("p", "test.p", why="p_reason"),
        p_column("p_min", "test.p_min", "smallest possible p"),
        p_column("p_holm", head="p after Holm"),
        Column("p_kind", "test.kind", "kind of p", place="screen"),
        count_column("p_arrangements", "test.arrangements", place="file"),
        Column("p_reason", "test.reason", place="file"),
        number_column("row_order_min", head="row order min", place="screen"),
        number_column("row_order_max", head="row order max", place="screen"),
        count_column("row_orders", head="row orders tried", place="screen"),
        flag_column("row_orders_exact", place="file"),
        number_column("low", "interval.low", "95 % from", why="interval_reason"),
        number_column("high", "interval.high", "95 % to", why="interval_reason"),
        count_column("interval_draws", "interval.draws", place="file"),
        Column("interval_reason", "interval.reason", place="file"),
        flag_column(
            "derived",
            lambda metric_pair: {metric_pair.x, metric_pair.y} in computed,
            "one computed from the other",
            place="print" if computed else "file",
        ),
        Column("reason", _reasons, "left out because", place="screen only"),
    )
