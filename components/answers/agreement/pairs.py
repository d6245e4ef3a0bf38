"""Which pairs of metrics are there? One row for each, how far row order moves them, and which are
computed."""

from collections.abc import Sequence

from components.format import number
from components.stats.agreement.pair_taus import PairTau
from components.table import Column, Table, table


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
        Column("tau", head="τ", kind="number", why="tau_reason"),
        Column("tau_reason", place="file"),
        Column("concordant", head="C", kind="count", help="pairs in the same order"),
        Column("discordant", head="D", kind="count", help="pairs in opposite order"),
        Column("ties_x", head="tied by first", kind="count", place="screen"),
        Column("ties_y", head="tied by second", kind="count", place="screen"),
        Column("ties_both", kind="count", place="file"),
        Column("pairs", kind="count", place="file"),
        Column("blocks_defined", head="blocks with a τ", kind="count", place="screen"),
        Column("blocks", kind="count", place="screen"),
        Column("p", "test.p", kind="p", why="p_reason"),
        Column("p_min", "test.p_min", "smallest possible p", kind="p"),
        Column("p_holm", head="p after Holm", kind="p"),
        Column("p_kind", "test.kind", "kind of p", place="screen"),
        Column("p_arrangements", "test.arrangements", kind="count", place="file"),
        Column("p_reason", "test.reason", place="file"),
        Column("row_order_min", head="row order min", kind="number", place="screen"),
        Column("row_order_max", head="row order max", kind="number", place="screen"),
        Column("row_orders", head="row orders tried", kind="count", place="screen"),
        Column("row_orders_exact", kind="flag", place="file"),
        Column("low", "interval.low", "95 % from", kind="number", why="interval_reason"),
        Column("high", "interval.high", "95 % to", kind="number", why="interval_reason"),
        Column("interval_draws", "interval.draws", kind="count", place="file"),
        Column("interval_reason", "interval.reason", place="file"),
        Column(
            "derived",
            lambda metric_pair: {metric_pair.x, metric_pair.y} in computed,
            "one computed from the other",
            kind="flag",
            place="print" if computed else "file",
        ),
        Column("reason", _reasons, "left out because", place="screen only"),
    )
