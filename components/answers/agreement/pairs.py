"""Which pairs of metrics are there? One row for each, how far row order moves them, and which are
computed."""

from collections.abc import Sequence

from components.format import number
from components.stats.agreement.pair_taus import PairTau
from components.table import Column, Table, table


def row_order_range(row: PairTau) -> str:
    """Return the range of τ over orders of the rows, with "at least" if not all orders were
    tried."""
    least = "" if row.row_orders_exact else "at least "
    return f"{least}{number(row.row_order_min)} to {number(row.row_order_max)}"


def row_order(rows: Sequence[PairTau]) -> str:
    """Return how many published τ depend on the order of the rows of the file, and how many even in
    sign."""
    tried = [r for r in rows if r.row_order_min is not None]
    moving = [r for r in tried if r.row_order_width]
    if not moving:
        return ""
    k, n, turning = len(moving), len(tried), sum(r.row_order_turns for r in tried)
    least = "" if all(r.row_orders_exact for r in moving) else "at least "
    which = ("the one τ" if n == 1 else f"all {n} τ") if k == n else f"{least}{k} of {n} τ"
    signs = f", {least if k == n else ''}{turning} in sign" if turning else ""
    return (
        f"By the published rule {which} depend{'s' if k == 1 else ''} on the row order of the"
        f" file{signs}."
    )


def _reasons(row: PairTau) -> str:
    every = [row.tau_reason] if row.tau_reason else [row.test.reason, row.interval.reason]
    return "; ".join(dict.fromkeys(r for r in every if r))


def pairs_table(rows: Sequence[PairTau], computed: frozenset[frozenset[str]]) -> Table[PairTau]:
    """Return one row per pair of metrics by one protocol; `computed` pairs are marked."""
    column = Column[PairTau]
    columns = (
        column("x", lambda r: r.x, "metric", kind="metric", place="print"),
        column("y", lambda r: r.y, "with", kind="metric", place="print"),
        column("tau", lambda r: r.tau, "τ", kind="number", why="tau_reason", place="print"),
        column("tau_reason", lambda r: r.tau_reason, place="file"),
        column(
            "concordant",
            lambda r: r.concordant,
            "C",
            kind="count",
            help="pairs in the same order",
            place="print",
        ),
        column(
            "discordant",
            lambda r: r.discordant,
            "D",
            kind="count",
            help="pairs in opposite order",
            place="print",
        ),
        column("ties_x", lambda r: r.ties_x, "tied by first", kind="count"),
        column("ties_y", lambda r: r.ties_y, "tied by second", kind="count"),
        column("ties_both", lambda r: r.ties_both, kind="count", place="file"),
        column("pairs", lambda r: r.pairs, kind="count", place="file"),
        column("blocks_defined", lambda r: r.blocks_defined, "blocks with a τ", kind="count"),
        column("blocks", lambda r: r.blocks, kind="count"),
        column("p", lambda r: r.test.p, kind="p", why="p_reason", place="print"),
        column("p_min", lambda r: r.test.p_min, "smallest possible p", kind="p", place="print"),
        column("p_holm", lambda r: r.p_holm, "p after Holm", kind="p", place="print"),
        column("p_kind", lambda r: r.test.kind, "kind of p"),
        column("p_arrangements", lambda r: r.test.arrangements, kind="count", place="file"),
        column("p_reason", lambda r: r.test.reason, place="file"),
        column("row_order_min", lambda r: r.row_order_min, "row order min", kind="number"),
        column("row_order_max", lambda r: r.row_order_max, "row order max", kind="number"),
        column("row_orders", lambda r: r.row_orders, "row orders tried", kind="count"),
        column("row_orders_exact", lambda r: r.row_orders_exact, kind="flag", place="file"),
        column(
            "low",
            lambda r: r.interval.low,
            "95 % from",
            kind="number",
            why="interval_reason",
            place="print",
        ),
        column(
            "high",
            lambda r: r.interval.high,
            "95 % to",
            kind="number",
            why="interval_reason",
            place="print",
        ),
        column("interval_draws", lambda r: r.interval.draws, kind="count", place="file"),
        column("interval_reason", lambda r: r.interval.reason, place="file"),
        column(
            "derived",
            lambda r: {r.x, r.y} in computed,
            "one computed from the other",
            kind="flag",
            place="print" if computed else "file",
        ),
        column("reason", _reasons, "left out because", place="screen only"),
    )
    return table(columns, rows)
