"""One row per pair of metrics: τ with its counts, how sure it is, and how far row order moves
it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.stats.agreement import tau_intervals
from components.stats.agreement.exact_p import PValue, affordable_for_all, pair_ps
from components.stats.agreement.pairs import Pair, metric_pairs
from components.stats.agreement.row_order import Envelope, envelope_cost, row_order_envelope
from components.stats.agreement.tau import PUBLISHED, Agreement
from components.stats.bootstrap import Interval
from components.stats.permutation import LIMIT, holm

BUDGET = 500_000_000
LATER = "computed when the pair is opened"
SAME = 1e-12
"""Values of τ closer than this are the same."""
COUNTS = ("concordant", "discordant", "ties_x", "ties_y", "ties_both", "pairs")


@dataclass(frozen=True, kw_only=True)
class PairTau:
    """Kendall's τ of metrics x and y under one protocol, None with `tau_reason` if no block has
    one.

    concordant … pairs    counts of pairs of rows, summed over blocks; `ties_x` are tied by x,
                          whatever y says
    blocks_defined        of `blocks` blocks those with a τ
    test, p_holm          its p, and that after Holm's correction
    row_order_min … _max  the range of τ over orders of the rows: all orders if `row_orders_exact`,
                          else `row_orders` of them; None if this was too much to compute
    interval              95 %, from resampled methods
    """

    x: str
    y: str
    tau: float | None
    tau_reason: str
    concordant: int
    discordant: int
    ties_x: int
    ties_y: int
    ties_both: int
    pairs: int
    blocks_defined: int
    blocks: int
    test: PValue
    p_holm: float | None
    row_order_min: float | None
    row_order_max: float | None
    row_orders: int
    row_orders_exact: bool
    interval: Interval

    @property
    def row_order_width(self) -> float:
        """How far row order alone moves τ; 0 if it does not or if that is not known."""
        if self.row_order_min is None or self.row_order_max is None:
            return 0.0
        width = self.row_order_max - self.row_order_min
        return width if width > SAME else 0.0

    @property
    def row_order_turns(self) -> bool:
        """Whether row order alone decides the sign of τ."""
        low, high = self.row_order_min, self.row_order_max
        return low is not None and high is not None and low < -SAME and high > SAME


def all_pairs(result: Agreement) -> list[Pair]:
    """Return the indices x < y of every pair of metrics, in registry order."""
    return [(int(x), int(y)) for x, y in zip(*metric_pairs(len(result.metrics)), strict=True)]


def differing_most(published: Agreement, aware: Agreement) -> tuple[str, ...]:
    """Return the two metrics whose τ differs most between the protocols; () with fewer than two
    metrics."""
    pairs = all_pairs(aware)
    if not pairs:
        return ()
    gap = np.nan_to_num(abs(published.tau - aware.tau), nan=-1.0).round(12)
    x, y = max(pairs, key=lambda pair: float(gap[pair]))
    return aware.metrics[x], aware.metrics[y]


def pair_taus(
    result: Agreement, pairs: Sequence[Pair], n_methods: int, rng: int, family: int = 0
) -> tuple[PairTau, ...]:
    """Return a row for each pair of metrics of a panel of `n_methods` methods; Holm's correction is
    over `family`."""
    tests, spans = _p_values(result, pairs, rng), _intervals(result, pairs, rng)
    order = _envelope(result, pairs, n_methods, rng)
    adjusted = holm(np.array([np.nan if t.p is None else t.p for t in tests]), family)
    return tuple(
        PairTau(
            x=result.metrics[x],
            y=result.metrics[y],
            tau=finite(result.tau[x, y]),
            tau_reason=_undefined_reason(result, x, y),
            **{name: int(getattr(result.counts, name)[:, x, y].sum()) for name in COUNTS},
            blocks_defined=int(result.defined[x, y]),
            blocks=len(result.blocks),
            test=test,
            p_holm=finite(p_holm),
            row_order_min=finite(order.low[n]),
            row_order_max=finite(order.high[n]),
            row_orders=order.orders,
            row_orders_exact=order.exact,
            interval=span,
        )
        for n, ((x, y), test, span, p_holm) in enumerate(
            zip(pairs, tests, spans, adjusted, strict=True)
        )
    )


def _p_values(result: Agreement, pairs: Sequence[Pair], rng: int) -> list[PValue]:
    """Of many pairs from fewer arrangements, and left for later if those too would take too
    long."""
    limit = LIMIT if len(pairs) == 1 else affordable_for_all(result)
    return (
        pair_ps(result, pairs, rng, limit) if limit else [PValue(None, reason=LATER)] * len(pairs)
    )


def _intervals(result: Agreement, pairs: Sequence[Pair], rng: int) -> tuple[Interval, ...]:
    """Left for later if all pairs together would take too long."""
    if len(pairs) > 1 and tau_intervals.interval_cost(result, len(pairs)) > tau_intervals.BUDGET:
        return (Interval(None, None, 0, 0, LATER),) * len(pairs)
    return tau_intervals.pair_intervals(result, pairs, seed=rng)


def _envelope(result: Agreement, pairs: Sequence[Pair], n_methods: int, rng: int) -> Envelope:
    """The value itself unless row order breaks ties; left for later, with 0 orders, if all would
    take too long."""
    if not (result.protocol == PUBLISHED and result.ranks_rows):
        same = np.array([result.tau[pair] for pair in pairs])
        return Envelope(same, same, 1, True)
    if len(pairs) > 1 and envelope_cost(n_methods, len(pairs)) > BUDGET:
        unknown = np.full(len(pairs), np.nan)
        return Envelope(unknown, unknown, 0, False)
    return row_order_envelope(result.blocks, n_methods, pairs, seed=rng)


def _undefined_reason(result: Agreement, x: int, y: int) -> str:
    if not np.isnan(result.tau[x, y]):
        return ""
    rows = "methods" if result.ranks_rows else "runs"
    if not result.blocks:
        return "no run in this scope"
    if max(len(b.values) for b in result.blocks) < 2:
        return f"fewer than two {rows} to compare"
    unmeasured = [
        result.metrics[m]
        for m in (x, y)
        if all(np.isnan(b.values[:, m]).all() for b in result.blocks)
    ]
    if unmeasured:
        return f"{' and '.join(unmeasured)} not measured"
    seen = result.counts.pairs[:, x, y]
    if not seen.any():
        if result.protocol == PUBLISHED and result.ranks_rows:
            return "every block misses a value"
        return f"no two {rows} have both values"
    flat = [
        result.metrics[m]
        for m, ties in ((x, result.counts.ties_x), (y, result.counts.ties_y))
        if (ties[:, x, y] == seen).all()
    ]
    if flat:
        return (
            f"{' and '.join(flat)} {'has' if len(flat) == 1 else 'have'} one value for all {rows}"
            " compared"
        )
    return "in every block one of the two has one value for all methods"
