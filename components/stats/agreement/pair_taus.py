"""One row per pair of metrics: τ with its counts, how sure it is, and how far row order moves
it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from components.format import finite
from components.stats.agreement.exact_p import PValue, pair_ps
from components.stats.agreement.pairs import Pair
from components.stats.agreement.row_order import Envelope, envelope_cost, row_order_envelope
from components.stats.agreement.tau import PUBLISHED, Agreement
from components.stats.agreement.tau_intervals import pair_intervals
from components.stats.bootstrap import Interval
from components.stats.permutation import holm

MAX_COMPARISONS = 500_000_000
"""Comparisons of two rows that the row-order envelope of all pairs may take."""
SAME = 1e-12
"""Values of τ closer than this are the same."""


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
        if self.row_order_min is None or self.row_order_max is None:
            return False
        return self.row_order_min < -SAME and self.row_order_max > SAME


def all_pairs(agreement: Agreement) -> list[Pair]:
    """Return the indices x < y of every pair of metrics, in registry order."""
    return list(combinations(range(len(agreement.metrics)), 2))


def pair_taus(
    agreement: Agreement,
    pairs: Sequence[Pair],
    n_methods: int,
    seed: int,
    family: int = 0,
) -> tuple[PairTau, ...]:
    """Return a row for each pair of metrics of a panel of `n_methods` methods.

    Holm's correction is over `family` tests.
    """
    tests = pair_ps(agreement, pairs, seed)
    intervals = pair_intervals(agreement, pairs, seed)
    envelope = _envelope(agreement, pairs, n_methods, seed)
    p_values = [math.nan if test.p is None else test.p for test in tests]
    adjusted_p = holm(np.array(p_values), family)
    counts_of_blocks = vars(agreement.counts).items()
    rows = []
    for index, (first_metric, second_metric) in enumerate(pairs):
        counts = {
            name: int(counts_of_block[:, first_metric, second_metric].sum())
            for name, counts_of_block in counts_of_blocks
        }
        rows.append(
            PairTau(
                x=agreement.metrics[first_metric],
                y=agreement.metrics[second_metric],
                tau=finite(agreement.tau[first_metric, second_metric]),
                tau_reason=_undefined_reason(agreement, first_metric, second_metric),
                **counts,
                blocks_defined=int(agreement.defined[first_metric, second_metric]),
                blocks=len(agreement.blocks),
                test=tests[index],
                p_holm=finite(adjusted_p[index]),
                row_order_min=finite(envelope.low[index]),
                row_order_max=finite(envelope.high[index]),
                row_orders=envelope.orders,
                row_orders_exact=envelope.exact,
                interval=intervals[index],
            )
        )
    return tuple(rows)


def _envelope(
    agreement: Agreement,
    pairs: Sequence[Pair],
    n_methods: int,
    seed: int,
) -> Envelope:
    """The value itself unless row order breaks ties; left for later, with 0 orders, if all would
    take too long."""
    if not (agreement.protocol == PUBLISHED and agreement.ranks_rows):
        taus = np.array([agreement.tau[pair] for pair in pairs])
        return Envelope(taus, taus, orders=1, exact=True)
    if len(pairs) > 1 and envelope_cost(n_methods, len(pairs)) > MAX_COMPARISONS:
        unknown = np.full(len(pairs), np.nan)
        return Envelope(unknown, unknown, orders=0, exact=False)
    return row_order_envelope(agreement.blocks, n_methods, pairs, seed=seed)


def _undefined_reason(agreement: Agreement, first_metric: int, second_metric: int) -> str:
    if not np.isnan(agreement.tau[first_metric, second_metric]):
        return ""
    rows = "methods" if agreement.ranks_rows else "runs"
    blocks = agreement.blocks
    if not blocks:
        return "no run in this scope"
    if max(len(block.values) for block in blocks) < 2:
        return f"fewer than two {rows} to compare"
    unmeasured = []
    for metric in (first_metric, second_metric):
        if all(np.isnan(block.values[:, metric]).all() for block in blocks):
            unmeasured.append(agreement.metrics[metric])
    if unmeasured:
        return f"{' and '.join(unmeasured)} not measured"
    n_compared = agreement.counts.pairs[:, first_metric, second_metric]
    if not n_compared.any():
        if agreement.protocol == PUBLISHED and agreement.ranks_rows:
            return "every block misses a value"
        return f"no two {rows} have both values"
    constant = []
    if (agreement.counts.ties_x[:, first_metric, second_metric] == n_compared).all():
        constant.append(agreement.metrics[first_metric])
    if (agreement.counts.ties_y[:, first_metric, second_metric] == n_compared).all():
        constant.append(agreement.metrics[second_metric])
    if constant:
        verb = "has" if len(constant) == 1 else "have"
        return f"{' and '.join(constant)} {verb} one value for all {rows} compared"
    return "in every block one of the two has one value for all methods"
