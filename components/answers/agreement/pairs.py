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
    column = Column[PairTau]
    columns = (
        column("x", lambda metric_pair: metric_pair.x, "metric", kind="metric", place="print"),
        column("y", lambda metric_pair: metric_pair.y, "with", kind="metric", place="print"),
        column(
            "tau",
            lambda metric_pair: metric_pair.tau,
            "τ",
            kind="number",
            why="tau_reason",
            place="print",
        ),
        column("tau_reason", lambda metric_pair: metric_pair.tau_reason, place="file"),
        column(
            "concordant",
            lambda metric_pair: metric_pair.concordant,
            "C",
            kind="count",
            help="pairs in the same order",
            place="print",
        ),
        column(
            "discordant",
            lambda metric_pair: metric_pair.discordant,
            "D",
            kind="count",
            help="pairs in opposite order",
            place="print",
        ),
        column("ties_x", lambda metric_pair: metric_pair.ties_x, "tied by first", kind="count"),
        column("ties_y", lambda metric_pair: metric_pair.ties_y, "tied by second", kind="count"),
        column("ties_both", lambda metric_pair: metric_pair.ties_both, kind="count", place="file"),
        column("pairs", lambda metric_pair: metric_pair.pairs, kind="count", place="file"),
        column(
            "blocks_defined",
            lambda metric_pair: metric_pair.blocks_defined,
            "blocks with a τ",
            kind="count",
        ),
        column("blocks", lambda metric_pair: metric_pair.blocks, kind="count"),
        column(
            "p", lambda metric_pair: metric_pair.test.p, kind="p", why="p_reason", place="print"
        ),
        column(
            "p_min",
            lambda metric_pair: metric_pair.test.p_min,
            "smallest possible p",
            kind="p",
            place="print",
        ),
        column(
            "p_holm",
            lambda metric_pair: metric_pair.p_holm,
            "p after Holm",
            kind="p",
            place="print",
        ),
        column("p_kind", lambda metric_pair: metric_pair.test.kind, "kind of p"),
        column(
            "p_arrangements",
            lambda metric_pair: metric_pair.test.arrangements,
            kind="count",
            place="file",
        ),
        column("p_reason", lambda metric_pair: metric_pair.test.reason, place="file"),
        column(
            "row_order_min",
            lambda metric_pair: metric_pair.row_order_min,
            "row order min",
            kind="number",
        ),
        column(
            "row_order_max",
            lambda metric_pair: metric_pair.row_order_max,
            "row order max",
            kind="number",
        ),
        column(
            "row_orders",
            lambda metric_pair: metric_pair.row_orders,
            "row orders tried",
            kind="count",
        ),
        column(
            "row_orders_exact",
            lambda metric_pair: metric_pair.row_orders_exact,
            kind="flag",
            place="file",
        ),
        column(
            "low",
            lambda metric_pair: metric_pair.interval.low,
            "95 % from",
            kind="number",
            why="interval_reason",
            place="print",
        ),
        column(
            "high",
            lambda metric_pair: metric_pair.interval.high,
            "95 % to",
            kind="number",
            why="interval_reason",
            place="print",
        ),
        column(
            "interval_draws",
            lambda metric_pair: metric_pair.interval.draws,
            kind="count",
            place="file",
        ),
        column("interval_reason", lambda metric_pair: metric_pair.interval.reason, place="file"),
        column(
            "derived",
            lambda metric_pair: {metric_pair.x, metric_pair.y} in computed,
            "one computed from the other",
            kind="flag",
            place="print" if computed else "file",
        ),
        column("reason", _reasons, "left out because", place="screen only"),
    )
    return table(columns, rows)
