"""Row-order envelope: how far a published τ moves when only the order of the input rows changes.

If a metric ties two methods the published protocol calls the earlier row better, so that τ is a
constant plus a sum over pairs of methods of ±1 (which of the two comes first) times a fixed
coefficient. All orders of the rows are tried while n! ≤ 5 040 (n ≤ 7), else a sample."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats.agreement.pairs import Block, Pair, Singles, pair_signs
from components.stats.panel import Floats, Ints
from components.stats.permutation import relabellings

MAX_ORDERS = 5_040
MIN_ORDERS = 200
MAX_COMPARISONS = 60_000_000
"""Comparisons of two methods that sampled orders may take together, unless they are fewer than
MIN_ORDERS."""
_MAX_CHUNK = 4_000_000


@dataclass(frozen=True, eq=False)
class Envelope:
    """`low` and `high` per pair of metrics, NaN = undefined.

    `orders` were tried: all there are if `exact`, else a sample, and the range is "at least" this
    wide."""

    low: Floats
    high: Floats
    orders: int
    exact: bool


def row_order_envelope(
    blocks: tuple[Block, ...],
    n_methods: int,
    pairs: Sequence[Pair],
    seed: int = 0,
) -> Envelope:
    """Return the range of the published mean τ of each pair of metrics over orders of the rows.

    One order holds for all blocks (scope `blocks` or `benchmark:B`) of a panel with `n_methods`
    methods.
    """
    first_metrics, second_metrics = np.array(pairs, dtype=np.intp).reshape((-1, 2)).T
    constant, slope = _linear_form(blocks, n_methods, first_metrics, second_metrics)
    exact = math.factorial(n_methods) <= MAX_ORDERS
    orders = relabellings(n_methods) if exact else _sampled_orders(n_methods, blocks, seed)
    moves_tau = np.nan_to_num(slope).any(axis=1)
    moving = np.flatnonzero(moves_tau)
    earlier_row, later_row = np.triu_indices(n_methods, 1)
    slope = slope[moving]
    low, high = _extremes(orders, earlier_row[moving], later_row[moving], slope)
    return Envelope(
        low=np.clip(constant + low, -1.0, 1.0),
        high=np.clip(constant + high, -1.0, 1.0),
        orders=len(orders),
        exact=exact,
    )


def envelope_cost(n_methods: int, n_pairs: int) -> float:
    """Return the comparisons of two rows that the envelope of so many pairs of metrics takes."""
    n_orders = min(MAX_ORDERS, math.factorial(n_methods))
    n_comparisons = n_orders * n_methods * (n_methods - 1) / 2
    return n_comparisons * (10 + n_pairs / 10)


def _linear_form(
    blocks: tuple[Block, ...],
    n_methods: int,
    first_metrics: Ints,
    second_metrics: Ints,
) -> tuple[Floats, Floats]:
    """τ = constant (pairs of metrics,) + firstness (pairs of methods,) @ slope, averaged over the
    blocks.

    `slope` is NaN, like `constant`, for pairs of metrics without a block that has all their values.
    """
    n_pairs = n_methods * (n_methods - 1) // 2
    row_of_pair = np.zeros((n_methods, n_methods), dtype=np.intp)
    row_of_pair[np.triu_indices(n_methods, 1)] = np.arange(n_pairs)
    constant = np.zeros(len(first_metrics))
    slope = np.zeros((n_pairs, len(first_metrics)))
    n_blocks = np.zeros(len(first_metrics))
    for block in blocks:
        earlier_row, later_row = np.triu_indices(len(block.methods), 1)
        if not len(earlier_row):
            continue
        is_complete = np.asarray(~np.isnan(block.values).any(axis=0))
        usable = np.flatnonzero(is_complete[first_metrics] & is_complete[second_metrics])
        signs = pair_signs(block.values)
        x_signs = signs[:, first_metrics[usable]]
        y_signs = signs[:, second_metrics[usable]]
        x_tied = x_signs == 0
        y_tied = y_signs == 0
        agrees = x_signs * y_signs + (x_tied & y_tied)
        constant[usable] += agrees.mean(axis=0)
        rows = row_of_pair[block.methods[earlier_row], block.methods[later_row]]
        moved_by_ties = x_tied * y_signs + y_tied * x_signs
        slope[np.ix_(rows, usable)] += moved_by_ties / len(earlier_row)
        n_blocks[usable] += 1
    n_blocks[n_blocks == 0] = np.nan
    return constant / n_blocks, slope / n_blocks


def _extremes(
    orders: Ints,
    earlier_row: Ints,
    later_row: Ints,
    slope: Floats,
) -> tuple[Floats, Floats]:
    """Smallest and largest of firstness @ slope over orders (A, n), searched in single precision,
    then exact."""
    coarse_slope = slope.astype(np.float32)
    step = max(1, _MAX_CHUNK // max(1, len(earlier_row)))
    lowest = np.full(slope.shape[1], np.inf)
    highest = -lowest
    lowest_order = np.zeros(len(lowest), dtype=np.intp)
    highest_order = np.zeros_like(lowest_order)
    for start in range(0, len(orders), step):
        sums = _firstness(orders[start : start + step], earlier_row, later_row) @ coarse_slope
        lows = sums.min(axis=0)
        highs = sums.max(axis=0)
        is_lower = lows < lowest
        is_higher = highs > highest
        lowest_order[is_lower] = sums.argmin(axis=0)[is_lower] + start
        highest_order[is_higher] = sums.argmax(axis=0)[is_higher] + start
        lowest = np.minimum(lowest, lows)
        highest = np.maximum(highest, highs)
    low = slope * _firstness(orders[lowest_order], earlier_row, later_row).T
    high = slope * _firstness(orders[highest_order], earlier_row, later_row).T
    return low.sum(axis=0), high.sum(axis=0)


def _firstness(orders: Ints, earlier_row: Ints, later_row: Ints) -> Singles:
    """(A, P) +1 if method i comes before method j in an order (A, n), else −1."""
    place_of_method = np.argsort(orders, axis=1).astype(np.int16)
    place_of_i = place_of_method.take(earlier_row, axis=1)
    is_before = place_of_i < place_of_method.take(later_row, axis=1)
    firstness = 2 * is_before.view(np.int8) - 1
    return np.asarray(firstness.astype(np.float32))


def _sampled_orders(
    n_methods: int,
    blocks: tuple[Block, ...],
    seed: int,
) -> Ints:
    """Orders of n methods, that of the file first; the others, drawn over their ids, do not depend
    on it."""
    n_affordable = MAX_COMPARISONS // (n_methods * (n_methods - 1) // 2)
    n_orders = min(MAX_ORDERS, max(MIN_ORDERS, n_affordable))
    places = np.arange(n_methods)
    places_by_id = np.arange(n_methods)
    for block in blocks:
        places[block.methods] = block.places
        places_by_id[block.methods] = block.by_id
    by_id = np.argsort(places_by_id, kind="stable")
    identities = np.tile(np.arange(n_methods), (n_orders, 1))
    generator = np.random.default_rng(seed)
    drawn = generator.permuted(identities[1:], axis=1)
    identities[0] = np.argsort(places, kind="stable")
    identities[1:] = by_id[drawn]
    return identities
