"""Ranks with ties, and Kendall's τ-b of many rankings at once.

Scores are rounded to 12 decimals before they are ranked, so that sums which are equal on paper stay
tied whatever the order of the additions. Higher is better everywhere; rank 1 is best."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from components.stats.panel import Bools, Floats, ratio

Ints = npt.NDArray[np.int64]

DECIMALS = 12
"""Scores are rounded to this many decimals before ranking."""

CHUNK = 2**19
"""Entries of a score matrix handled at once: about 4 MB, so that a chunk and its copies stay in the
cache."""


def rounded(scores: npt.ArrayLike) -> Floats:
    """Return scores as they are ranked: rounded to 12 decimals, −0 turned into 0."""
    return np.round(np.asarray(scores, dtype=float), DECIMALS) + 0.0


def competition_ranks(scores: npt.ArrayLike) -> Ints:
    """Return competition ranks (…, n) of scores (…, n): ties share the best rank, 1, 2, 2, 4. NaN
    gets 0: unranked."""
    values = rounded(scores)
    order, first, _ = tie_groups(values)
    ranks = _scatter(order, first + 1)
    ranks[np.isnan(values)] = 0
    return ranks


def midranks(scores: npt.ArrayLike) -> Floats:
    """Return midranks (…, n) of scores (…, n): ties share their mean rank, 1, 2.5, 2.5, 4. NaN
    stays NaN."""
    values = rounded(scores)
    order, first, last = tie_groups(values)
    ranks: Floats = _scatter(order, first + last + 2) / 2.0
    ranks[np.isnan(values)] = np.nan
    return ranks


def ordinal_ranks(scores: npt.ArrayLike, rows: npt.ArrayLike | None = None) -> Ints:
    """Return ranks (…, n) without ties: of equal scores, not rounded, the earlier row is better (as
    published).

    `rows` (n,) are the places of the rows among the runs in the file, by default the order given.
    """
    values = np.asarray(scores, dtype=float)
    listed = (
        np.arange(values.shape[-1]) if rows is None else np.argsort(np.asarray(rows), kind="stable")
    )
    order = np.argsort(-values[..., listed], axis=-1, kind="stable")
    ranks: Ints = np.empty(values.shape, dtype=np.intp)
    ranks[..., listed] = np.argsort(order, axis=-1, kind="stable") + 1
    return ranks


def column_ranks(values: Floats, rows: npt.NDArray[np.intp] | None = None) -> Floats:
    """Return (n, K) the ranks by each column of values (n, K) alone, higher is better; NaN stays
    NaN.

    Competition ranks, or with the places of the `rows` (n,) in the file ranks without ties
    (`ordinal_ranks`)."""
    ranks = np.full(values.shape, np.nan)
    for k, column in enumerate(values.T):
        known = np.flatnonzero(~np.isnan(column))
        own = column[known]
        ranks[known, k] = (
            competition_ranks(own) if rows is None else ordinal_ranks(own, rows[known])
        )
    return ranks


def tau_to_reference(scores: npt.ArrayLike, reference: npt.ArrayLike) -> Floats:
    """Return (N,) Kendall's τ-b of each of N rankings, `scores` (N, n), with one `reference` (n,).

    NaN if a side is constant, fewer than two methods are compared, or a value is missing. Equals
    scipy.stats.kendalltau of the scores rounded to 12 decimals; the counting by sorting follows
    Knight (1966). Raises ValueError if the lengths differ."""
    values = np.atleast_2d(np.asarray(scores, dtype=float))
    fixed = np.asarray(reference, dtype=float)
    if fixed.ndim != 1 or values.shape[1] != fixed.size:
        raise ValueError(
            f"reference must have one value for each of {values.shape[1]} columns, got"
            f" {fixed.shape}"
        )
    tau = np.full(len(values), np.nan)
    if fixed.size < 2 or np.isnan(fixed).any():
        return tau
    ranks = competition_ranks(fixed) - 1
    tied = _pairs_in_groups(np.sort(ranks)[None, :])
    for part in _chunks(values):
        tau[part] = _tau_rows(values[part], ranks, tied)
    return tau


def tau_between(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Return (N,) Kendall's τ-b of row i of `a` with row i of `b`, both (N, n), as
    `tau_to_reference` does.

    Raises ValueError if the shapes differ.
    """
    left, right = (np.atleast_2d(np.asarray(x, dtype=float)) for x in (a, b))
    if left.shape != right.shape:
        raise ValueError(f"both sides must have the same shape, got {left.shape} and {right.shape}")
    tau = np.full(len(left), np.nan)
    if left.shape[1] < 2:
        return tau
    for part in _chunks(left):
        missing: Bools = np.asarray(np.isnan(right[part]).any(axis=1))
        ranks = competition_ranks(np.where(missing[:, None], 0.0, right[part])) - 1
        tau[part] = _tau_rows(left[part], ranks, _pairs_in_groups(np.sort(ranks, axis=1)))
        tau[part][missing] = np.nan
    return tau


def _tau_rows(scores: Floats, ranks: Ints, tied_ref: Ints) -> Floats:
    """τ-b of score rows (c, n) with 0-based ranks, (n,) or (c, n), whose tied pairs are counted in
    `tied_ref`.

    Each score and the method's rank on the other side become one integer: sorting it puts the rows
    in order of score with ties in order of the other rank, so that every remaining inversion is a
    discordant pair."""
    n = scores.shape[1]
    missing: Bools = np.asarray(np.isnan(scores).any(axis=1))
    keys, bits = _integer_keys(np.where(missing[:, None], 0.0, scores), n)
    keys <<= bits
    keys |= ranks
    keys.sort(axis=1)
    tied_both = _pairs_in_groups(keys)
    small = np.uint8 if n <= 255 else np.uint16 if n <= 65535 else np.int64
    walk = np.ascontiguousarray((keys & ((1 << bits) - 1)).astype(small).T)
    keys >>= bits
    tied = _pairs_in_groups(keys)
    discordant = np.zeros(len(scores), dtype=np.int64)
    for i in range(n - 1):
        discordant += np.add.reduce((walk[i] > walk[i + 1 :]).view(np.uint8), axis=0, dtype=small)
    pairs = n * (n - 1) // 2
    concordant = pairs - tied - tied_ref + tied_both - discordant
    scale = np.sqrt((pairs - tied).astype(float) * (pairs - tied_ref))
    tau = ratio(concordant - discordant, scale)
    tau[missing] = np.nan
    return np.clip(tau, -1.0, 1.0)


def _integer_keys(scores: Floats, n: int) -> tuple[Ints, int]:
    """Integers in the order of −scores, equal for equal rounded scores, with room for `bits` low
    bits."""
    bits = max(1, (n - 1).bit_length())
    if np.abs(scores).max(initial=0.0) * 10.0**DECIMALS < 2.0 ** (62 - bits):
        return np.rint(scores * -(10.0**DECIMALS)).astype(np.int64), bits
    return (
        competition_ranks(scores),
        bits,
    )  # scores far from [0, 1]: their ranks are as good and always fit


def _pairs_in_groups(ordered: Ints) -> Ints:
    """Number of equal pairs in each row of row-sorted integers (c, n); returns (c,)."""
    equal: Bools = np.asarray(ordered[:, 1:] == ordered[:, :-1])
    pairs = np.zeros(len(ordered), dtype=np.int64)
    some = np.flatnonzero(equal.any(axis=1))  # ties are rare: only rows that have some are counted
    run = np.zeros(len(some), dtype=np.int64)
    for step in equal[some].T if some.size else ():
        run = (run + 1) * step  # the t-th member of a group forms t − 1 pairs with the earlier ones
        pairs[some] += run
    return pairs


def tie_groups(values: Floats) -> tuple[Ints, Ints, Ints]:
    """Return the order best first, and for each place the first and last of its group of equal
    values, from 0."""
    order = np.argsort(-values, axis=-1)
    placed = np.take_along_axis(values, order, axis=-1)
    n = values.shape[-1]
    places = np.arange(n)
    new = np.ones(values.shape, dtype=bool)
    new[..., 1:] = placed[..., 1:] != placed[..., :-1]
    first = np.maximum.accumulate(np.where(new, places, 0), axis=-1)
    end = np.ones(values.shape, dtype=bool)
    end[..., :-1] = new[..., 1:]
    last = np.minimum.accumulate(np.where(end, places, n)[..., ::-1], axis=-1)[..., ::-1]
    return order, first, last


def _scatter(order: Ints, placed: Ints) -> Ints:
    ranks = np.empty(order.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, placed, axis=-1)
    return ranks


def _chunks(values: Floats) -> Iterator[slice]:
    step = max(1, CHUNK // max(1, values.shape[1]))
    for start in range(0, len(values), step):
        yield slice(start, start + step)
