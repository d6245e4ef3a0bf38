"""Row-order envelope: how far a published τ moves when only the order of the input rows changes.

If a metric ties two methods the published protocol calls the earlier row better, so that τ is a
constant plus a sum over pairs of methods of ±1 (which of the two comes first) times a fixed
coefficient. All orders of the rows are tried while n! ≤ 5 040 (n ≤ 7), else a sample."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.agreement.pairs import Block, Indices, pair_signs
from components.stats.panel import Floats
from components.stats.permutation import Ints, relabellings

ORDERS = 5_040
WORK, FEWEST = 60_000_000, 200
"""Comparisons of two methods that sampled orders may take together, and orders that are sampled at
least."""
_CHUNK = 4_000_000


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
    blocks: tuple[Block, ...], n_methods: int, pairs: Sequence[tuple[int, int]], seed: int = 0
) -> Envelope:
    """Return the smallest and largest published mean τ of each pair of metrics over orders of the
    rows.

    One order holds for all blocks (scope `blocks` or `benchmark:B`) of a panel with `n_methods`
    methods."""
    x, y = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    constant, slope = _linear_form(blocks, n_methods, x, y)
    exact = math.factorial(n_methods) <= ORDERS
    moving = np.flatnonzero(np.nan_to_num(slope).any(axis=1))
    i, j = (index[moving] for index in np.triu_indices(n_methods, 1))
    orders = relabellings(n_methods) if exact else _sample(n_methods, blocks, seed)
    low, high = (
        np.clip(constant + end, -1.0, 1.0) for end in _extremes(orders, i, j, slope[moving])
    )
    return Envelope(low, high, len(orders), exact)


def envelope_cost(n_methods: int, n_pairs: int) -> float:
    """Return the comparisons of two rows that the envelope of so many pairs of metrics takes."""
    orders = min(ORDERS, math.factorial(n_methods))
    return orders * n_methods * (n_methods - 1) / 2 * (10 + n_pairs / 10)


def _linear_form(
    blocks: tuple[Block, ...], n: int, x: Indices, y: Indices
) -> tuple[Floats, Floats]:
    """τ = constant (pairs of metrics,) + firstness (pairs of methods,) @ slope, averaged over the
    blocks.

    `slope` is NaN, like `constant`, for pairs of metrics without a block that has all their values.
    """
    place = np.zeros((n, n), dtype=np.intp)
    place[np.triu_indices(n, 1)] = np.arange(n * (n - 1) // 2)
    constant, slope = np.zeros(len(x)), np.zeros((n * (n - 1) // 2, len(x)))
    defined = np.zeros(len(x))
    for block in blocks:
        i, j = np.triu_indices(len(block.methods), 1)
        complete = np.asarray(~np.isnan(block.values).any(axis=0)) & bool(len(i))
        usable = np.flatnonzero(complete[x] & complete[y])
        signs = pair_signs(block.values)
        left, right = signs[:, x[usable]], signs[:, y[usable]]
        if len(i):
            constant[usable] += (left * right + ((left == 0) & (right == 0))).mean(axis=0)
            rows = place[block.methods[i], block.methods[j]]
            slope[np.ix_(rows, usable)] += ((left == 0) * right + (right == 0) * left) / len(i)
        defined[usable] += 1
    defined[defined == 0] = np.nan
    return constant / defined, slope / defined


def _extremes(orders: Ints, i: Indices, j: Indices, slope: Floats) -> tuple[Floats, Floats]:
    """Smallest and largest of firstness @ slope over orders (A, n), searched in single precision,
    then exact."""
    pairs, coarse = slope.shape[1], slope.astype(np.float32)
    lowest, highest = np.full(pairs, np.inf), np.full(pairs, -np.inf)
    at_low, at_high = np.zeros(pairs, dtype=np.intp), np.zeros(pairs, dtype=np.intp)
    step = max(1, _CHUNK // max(1, len(i)))
    for start in range(0, len(orders), step):
        values = _firstness(orders[start : start + step], i, j) @ coarse
        least, most = values.min(axis=0), values.max(axis=0)
        at_low = np.where(least < lowest, values.argmin(axis=0) + start, at_low)
        at_high = np.where(most > highest, values.argmax(axis=0) + start, at_high)
        lowest, highest = np.minimum(lowest, least), np.maximum(highest, most)
    low, high = ((slope * _firstness(orders[at], i, j).T).sum(axis=0) for at in (at_low, at_high))
    return low, high


def _firstness(orders: Ints, i: Indices, j: Indices) -> npt.NDArray[np.float32]:
    """(A, P) +1 if method i comes before method j in an order (A, n), else −1."""
    position: Ints = np.argsort(orders, axis=1).astype(
        np.int16 if orders.shape[1] < 2**15 else np.intp
    )
    before = np.less(position.take(i, axis=1), position.take(j, axis=1)).view(np.int8)
    return np.asarray((2 * before - 1).astype(np.float32))


def _sample(n: int, blocks: tuple[Block, ...], seed: int) -> Ints:
    """Orders of n methods, that of the file first; the others, drawn over their ids, do not depend
    on it."""
    rows = np.tile(np.arange(n), (min(ORDERS, max(FEWEST, WORK // (n * (n - 1) // 2))), 1))
    place, by_id = np.arange(n), np.arange(n)
    for block in blocks:
        place[block.methods], by_id[block.methods] = block.places, block.by_id
    rows[1:] = np.argsort(by_id, kind="stable")[
        np.random.default_rng(seed).permuted(rows[1:], axis=1)
    ]
    rows[0] = np.argsort(place, kind="stable")
    return rows
