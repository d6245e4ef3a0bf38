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

MAX_CHUNK = 2**19
"""Entries of a score matrix handled at once: about 4 MB, so that a chunk and its copies stay in the
cache."""


def rounded(scores: npt.ArrayLike) -> Floats:
    """Return scores as they are ranked: rounded to 12 decimals, −0 turned into 0."""
    return np.round(np.asarray(scores, dtype=float), DECIMALS) + 0.0


def competition_ranks(scores: npt.ArrayLike) -> Ints:
    """Return competition ranks (…, n) of scores (…, n): ties share the best rank, 1, 2, 2, 4.

    NaN gets 0: unranked."""
    values = rounded(scores)
    order, first, _ = tie_groups(values)
    ranks = _in_row_order(order, first + 1)
    ranks[np.isnan(values)] = 0
    return ranks


def midranks(scores: npt.ArrayLike) -> Floats:
    """Return midranks (…, n) of scores (…, n): ties share their mean rank, 1, 2.5, 2.5, 4.

    NaN stays NaN."""
    values = rounded(scores)
    order, first, last = tie_groups(values)
    ranks: Floats = _in_row_order(order, first + last + 2) / 2.0
    ranks[np.isnan(values)] = np.nan
    return ranks


def ordinal_ranks(scores: npt.ArrayLike, rows: npt.ArrayLike | None = None) -> Ints:
    """Return ranks (…, n) without ties: of equal scores the earlier row is better.

    Scores are not rounded (as published). `rows` (n,) are the places of the rows among the runs in
    the file, by default the order given."""
    values = np.asarray(scores, dtype=float)
    if rows is None:
        listed = np.arange(values.shape[-1])
    else:
        listed = np.argsort(np.asarray(rows), kind="stable")
    order = np.argsort(-values[..., listed], axis=-1, kind="stable")
    places = np.argsort(order, axis=-1, kind="stable")
    ranks: Ints = np.empty(values.shape, dtype=np.intp)
    ranks[..., listed] = places + 1
    return ranks


def column_ranks(values: Floats, rows: npt.NDArray[np.intp] | None = None) -> Floats:
    """Return (n, K) the ranks by each column of values (n, K) alone, higher is better.

    NaN stays NaN. Competition ranks, or with the places of the `rows` (n,) in the file ranks
    without ties (`ordinal_ranks`)."""
    ranks = np.full(values.shape, np.nan)
    for k, column in enumerate(values.T):
        measured = np.flatnonzero(~np.isnan(column))
        if rows is None:
            ranks[measured, k] = competition_ranks(column[measured])
        else:
            ranks[measured, k] = ordinal_ranks(column[measured], rows[measured])
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
    taus = np.full(len(values), np.nan)
    if fixed.size < 2 or np.isnan(fixed).any():
        return taus
    ranks = competition_ranks(fixed) - 1
    n_tied = _pairs_in_groups(np.sort(ranks)[None, :])
    for chunk in _chunks(values):
        taus[chunk] = _tau_rows(values[chunk], ranks, n_tied)
    return taus


def tau_between(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Return (N,) Kendall's τ-b of row i of `a` with row i of `b`, both (N, n).

    Ties and NaN are treated as by `tau_to_reference`. Raises ValueError if the shapes differ."""
    left = np.atleast_2d(np.asarray(a, dtype=float))
    right = np.atleast_2d(np.asarray(b, dtype=float))
    if left.shape != right.shape:
        raise ValueError(f"both sides must have the same shape, got {left.shape} and {right.shape}")
    taus = np.full(len(left), np.nan)
    if left.shape[1] < 2:
        return taus
    is_missing: Bools = np.asarray(np.isnan(right).any(axis=1))
    for chunk in _chunks(left):
        comparable = np.where(is_missing[chunk, None], 0.0, right[chunk])
        ranks = competition_ranks(comparable) - 1
        n_tied = _pairs_in_groups(np.sort(ranks, axis=1))
        taus[chunk] = _tau_rows(left[chunk], ranks, n_tied)
    taus[is_missing] = np.nan
    return taus


def _tau_rows(scores: Floats, ranks: Ints, n_tied_ranks: Ints) -> Floats:
    """τ-b of score rows (c, n) with 0-based ranks, (n,) or (c, n), of which so many pairs are tied.

    Each score and the method's rank on the other side become one integer: sorting it puts the rows
    in order of score with ties in order of the other rank, so that every remaining inversion is a
    discordant pair."""
    n = scores.shape[1]
    is_missing: Bools = np.asarray(np.isnan(scores).any(axis=1))
    comparable = np.where(is_missing[:, None], 0.0, scores)
    rank_bits = max(1, (n - 1).bit_length())
    keys = _integer_keys(comparable, rank_bits)
    keys <<= rank_bits
    keys |= ranks
    keys.sort(axis=1)
    n_tied_twice = _pairs_in_groups(keys)
    counter = _smallest_type(n)
    sorted_ranks = keys & ((1 << rank_bits) - 1)
    by_place = np.ascontiguousarray(sorted_ranks.astype(counter).T)
    keys >>= rank_bits
    n_tied_scores = _pairs_in_groups(keys)
    n_discordant = np.zeros(len(scores), dtype=np.int64)
    for place in range(n - 1):
        is_discordant = by_place[place] > by_place[place + 1 :]
        ones = is_discordant.view(np.uint8)
        n_discordant += np.add.reduce(ones, axis=0, dtype=counter)
    n_pairs = n * (n - 1) // 2
    n_tied = n_tied_scores + n_tied_ranks - n_tied_twice
    n_concordant = n_pairs - n_tied - n_discordant
    n_untied_scores = (n_pairs - n_tied_scores).astype(float)
    n_untied_ranks = n_pairs - n_tied_ranks
    taus = ratio(n_concordant - n_discordant, np.sqrt(n_untied_scores * n_untied_ranks))
    taus[is_missing] = np.nan
    return np.clip(taus, -1.0, 1.0)


def _smallest_type(n: int) -> type[np.integer]:
    """The smallest type that counts to n: adding is the faster the smaller it is."""
    if n <= np.iinfo(np.uint8).max:
        return np.uint8
    if n <= np.iinfo(np.uint16).max:
        return np.uint16
    return np.int64


def _integer_keys(scores: Floats, rank_bits: int) -> Ints:
    """Integers in the order of −scores, equal for equal rounded scores, with room for low bits."""
    steps = 10.0**DECIMALS
    largest = np.abs(scores).max(initial=0.0)
    if largest * steps < 2.0 ** (62 - rank_bits):
        return np.rint(scores * -steps).astype(np.int64)
    return competition_ranks(scores)  # far from [0, 1]: their ranks are as good and always fit


def _pairs_in_groups(ordered: Ints) -> Ints:
    """Number of equal pairs in each row of row-sorted integers (c, n); returns (c,)."""
    is_equal = ordered[:, 1:] == ordered[:, :-1]
    n_pairs = np.zeros(len(ordered), dtype=np.int64)
    rows = np.flatnonzero(is_equal.any(axis=1))  # ties are rare: only rows that have some count
    if not rows.size:
        return n_pairs
    n_earlier = np.zeros(len(rows), dtype=np.int64)
    for is_next_equal in is_equal[rows].T:
        n_earlier = (n_earlier + 1) * is_next_equal  # of its group: each forms a pair with it
        n_pairs[rows] += n_earlier
    return n_pairs


def tie_groups(values: Floats) -> tuple[Ints, Ints, Ints]:
    """Return the order best first, and the ends of each group of equal values.

    (…, n) for each place the first and the last place of its group, from 0."""
    order = np.argsort(-values, axis=-1)
    ordered = np.take_along_axis(values, order, axis=-1)
    n = values.shape[-1]
    places = np.arange(n)
    is_first = np.ones(values.shape, dtype=bool)
    is_first[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    is_last = np.ones(values.shape, dtype=bool)
    is_last[..., :-1] = is_first[..., 1:]
    first_so_far = np.where(is_first, places, 0)
    last_so_far = np.where(is_last, places, n)[..., ::-1]
    first = np.maximum.accumulate(first_so_far, axis=-1)
    last = np.minimum.accumulate(last_so_far, axis=-1)
    return order, first, last[..., ::-1]


def _in_row_order(order: Ints, by_place: Ints) -> Ints:
    by_row = np.empty(order.shape, dtype=np.int64)
    np.put_along_axis(by_row, order, by_place, axis=-1)
    return by_row


def _chunks(values: Floats) -> Iterator[slice]:
    n_columns = max(1, values.shape[1])
    step = max(1, MAX_CHUNK // n_columns)
    for start in range(0, len(values), step):
        yield slice(start, start + step)
