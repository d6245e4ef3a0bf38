"""What is the τ of each pair of metrics worth? What it rests on, its p, and how far row order moves it, in words."""

from collections.abc import Sequence

from components.format import capital, counted, joined, number, p_value
from components.stats.agreement.pair_taus import LATER, SAME, PairTau
from components.stats.permutation import LEVEL
from components.table import Column, Table, table
from components.words import Labels


def pair_name(labels: Labels, x: str, y: str) -> str:
    """Two metrics in one word."""
    return f"{labels.metric(x)}–{labels.metric(y)}"


def basis(row: PairTau, ranks_methods: bool) -> str:
    """What a τ rests on: the number of blocks or, where these do not rank methods, of pairs of runs."""
    if ranks_methods:
        return f"{row.blocks_defined} of {counted(row.blocks, 'block')}"
    return f"{row.pairs} pairs of runs"


def row_order_range(row: PairTau, start: str = "") -> str:
    """The range of τ over orders of the rows, with "at least" where not all orders were tried."""
    least = "" if row.row_orders_exact else "at least "
    return f"{least}{start}{number(row.row_order_min)} to {number(row.row_order_max)}"


def two_methods(rows: Sequence[PairTau]) -> str:
    """What τ can show with two methods only."""
    start = "With two methods τ can only be −1 or +1 in a block"
    reach = [r.test.p_min for r in rows if r.test.p_min is not None]
    if not reach:
        return f"{start}."
    if min(reach) > LEVEL:
        return f"{start}: no evidence, the smallest possible p is {number(min(reach))}."
    return f"{start}; the smallest possible p is {p_value(min(reach))}."


def row_order(rows: Sequence[PairTau]) -> str:
    """How many published values depend on the order of the rows of the file, and how many even in sign."""
    tried, moving = _moving(rows)
    if not moving:
        return ""
    turning = sum(r.row_order_turns for r in tried)
    least = "" if all(r.row_orders_exact for r in moving) else "at least "
    signs = f", {turning} in sign" if turning else ""
    return (
        f"As published, reordering the file's rows alone changes {least}{len(moving)} of "
        f"{counted(len(tried), 'correlation')}{signs}."
    )


def widest(rows: Sequence[PairTau], names: Labels) -> str:
    """The published value that row order moves most."""
    _, moving = _moving(rows)
    if not moving:
        return ""
    most = max(moving, key=lambda r: (r.row_order_turns, round(r.row_order_width, 12)))
    return (
        f"The published protocol breaks ties by the order of the rows: {_name(names, most)} is "
        f"{number(most.tau)} as listed; reordering the rows moves it {row_order_range(most, 'anywhere from ')}."
    )


def _moving(rows: Sequence[PairTau]) -> tuple[list[PairTau], list[PairTau]]:
    tried = [r for r in rows if r.row_order_min is not None]
    return tried, [r for r in tried if r.row_order_width]


def extremes(rows: Sequence[PairTau], ranks_methods: bool, names: Labels) -> str:
    """Which pairs agree most and least once ties count as ties."""
    known = [(r.tau, r) for r in rows if r.tau is not None]
    if len(known) < 2:
        return ""
    (high, most), (low, least) = max(known, key=lambda k: k[0]), min(known, key=lambda k: k[0])
    if high - low < SAME:
        return f"Tie-aware, all {len(known)} pairs with a value have τ {number(high)}."
    ends = [f"{_name(names, r)} {number(r.tau)} ({basis(r, ranks_methods)})" for r in (most, least)]
    return f"Tie-aware, the highest τ is {ends[0]}, the lowest {ends[1]}."


def undefined(rows: Sequence[PairTau], published: Sequence[PairTau], ranks_methods: bool, names: Labels) -> str:
    """Which pairs have no tie-aware τ, and how many of them have a published one nevertheless."""
    lost = [(ours, theirs) for ours, theirs in zip(rows, published, strict=True) if ours.tau is None]
    if not lost:
        return ""
    if len(lost) == len(rows):
        start = "Tie-aware, no pair of metrics has a τ"
    elif len(lost) > 4:
        start = f"Tie-aware, {len(lost)} of {counted(len(rows), 'pair')} have no τ"
    else:
        listed = joined([_name(names, ours) for ours, _ in lost])
        start = f"Tie-aware, {listed} {'has' if len(lost) == 1 else 'have'} no τ"
    decided = sum(theirs.tau is not None for _, theirs in lost)
    if not decided or not ranks_methods:
        return f"{start}."
    return f"{start}; row order alone gives {decided} of them a published value."


def evidence(rows: Sequence[PairTau], family: int, methods: int, names: Labels) -> str:
    """How small the tie-aware p-values are, and how small they could be."""
    known = [r for r in rows if r.tau is not None]
    tested = [(r.test.p, r.p_holm, r) for r in known if r.test.p is not None and r.p_holm is not None]
    if not tested:
        return _untested(known, methods)
    p, _, smallest = min(tested, key=lambda t: t[:2])
    small = sum(holm <= LEVEL for _, holm, _ in tested)
    pairs = counted(len(tested), "pair")
    stay = f"{small} of {pairs} {'stays' if small == 1 else 'stay'}" if small else "no pair stays"
    survivors = f"{stay} at or below {LEVEL} after Holm's correction over the panel's {counted(family, 'pair')}"
    start = f"Tie-aware, the smallest p is {p_value(p)} ({_name(names, smallest)}) and {survivors}"
    if smallest.test.p_min is None:
        return f"{start}; these p are asymptotic and take seeds as independent."
    stuck = sum(r.test.p_min is not None and r.test.p_min > LEVEL for _, _, r in tested)
    if not stuck:
        return f"{start}."
    if stuck == len(tested):
        return f"{start}. With so few methods no pair could reach p ≤ {LEVEL}."
    return f"{start}. With so few methods only {len(tested) - stuck} of {pairs} could reach p ≤ {LEVEL} at all."


def _untested(known: Sequence[PairTau], methods: int) -> str:
    """Why no pair has a p."""
    why = {r.test.reason for r in known}
    if why == {LATER}:
        return (
            f"{counted(len(known), 'pair')} of {methods} methods are too many to test at once: p, "
            f"interval and row-order range are computed for the pair that is open."
        )
    if len(why) != 1:
        return ""
    return f"{capital(why.pop())}."


def _name(names: Labels, row: PairTau) -> str:
    return pair_name(names, row.x, row.y)


def reasons(row: PairTau) -> str:
    """Why τ is undefined or, where it is defined, why p or interval are left out."""
    every = [row.tau_reason] if row.tau_reason else [row.test.reason, row.interval.reason]
    return "; ".join(dict.fromkeys(r for r in every if r))


def pairs_table(rows: Sequence[PairTau]) -> Table[PairTau]:
    """One row per pair of metrics under one protocol."""
    column = Column[PairTau]
    columns = (
        column("x", lambda r: r.x, "metric", kind="metric", place="print"),
        column("y", lambda r: r.y, "with", kind="metric", place="print"),
        column("tau", lambda r: r.tau, "τ", kind="number", why="tau_reason", place="print"),
        column("tau_reason", lambda r: r.tau_reason, place="file"),
        column("concordant", lambda r: r.concordant, "C", kind="count", help="pairs in the same order", place="print"),
        column("discordant", lambda r: r.discordant, "D", kind="count", help="pairs in opposite order", place="print"),
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
        column("p_arrangements", lambda r: r.test.arrangements, "arrangements", kind="count"),
        column("p_reason", lambda r: r.test.reason, place="file"),
        column("row_order_min", lambda r: r.row_order_min, "row order min", kind="number"),
        column("row_order_max", lambda r: r.row_order_max, "row order max", kind="number"),
        column("row_orders", lambda r: r.row_orders, "row orders tried", kind="count"),
        column("row_orders_exact", lambda r: r.row_orders_exact, kind="flag", place="file"),
        column("low", lambda r: r.interval.low, "from", kind="number", why="interval_reason", place="print"),
        column("high", lambda r: r.interval.high, "to", kind="number", why="interval_reason", place="print"),
        column("interval_draws", lambda r: r.interval.draws, kind="count", place="file"),
        column("interval_reason", lambda r: r.interval.reason, place="file"),
        column("reason", reasons, "left out because", place="screen only"),
    )
    return table(columns, rows)
