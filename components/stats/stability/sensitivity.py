"""The same ranking under other choices: utility map, normalisation, order of averaging, and leaving things out.

The weights stay as they are throughout; only what they are applied to changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import competition_ranks, midranks, rounded, tau_to_reference
from components.stats.ranking.utility import method_utilities

NORMALISATIONS = ("fixed", "min-max", "rank")
"""fixed: the suite's utilities; min-max: from the worst to the best method shown; rank: midranks, evenly spaced."""


@dataclass(frozen=True, eq=False)
class Variant:
    """The ranking under one other choice.

    kind     "map", "normalisation", "averaging", "benchmark", "seed" or "method"
    choice   the value chosen, or the id of what was left out
    scores   (n,) NaN where a method is out or has no value for a weighted metric
    ranks    (n,) competition ranks, NaN likewise
    tau      τ-b with the current ranking over the methods both rank; NaN when it is undefined
    swapped  pairs (a, b) with a ahead of b now, and behind b here
    """

    kind: str
    choice: str
    scores: Floats
    ranks: Floats
    tau: float
    swapped: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Reversal:
    """Under a normalisation, leaving out `dropped` turns a before b into b before a."""

    dropped: int
    a: int
    b: int


def variants(
    panel: Panel,
    w: npt.ArrayLike,
    methods: Sequence[int] | npt.NDArray[np.intp],
    *,
    transform: str,
    transforms: Sequence[str],
    aggregate: str = "score-of-means",
) -> tuple[Variant, ...]:
    """Every variant of the ranking of the given complete methods (rows of the panel) at weights `w` (K,).

    `transforms` are the names of the maps the suite offers. Indices in the result count within `methods`.
    """
    weights, chosen = np.asarray(w, dtype=float), np.asarray(methods, dtype=np.intp)
    compared = panel.subset(methods=chosen.tolist())

    def scores(part: Panel, map_name: str = transform, averaged: str = aggregate) -> Floats:
        return weighted(method_utilities(part, map_name, averaged), weights)

    utilities = method_utilities(compared, transform, aggregate)
    current = weighted(utilities, weights)
    rankings = [variant("map", t, scores(compared, map_name=t), current) for t in transforms]
    rankings += [
        variant("normalisation", n, weighted(normalised_utilities(utilities, n), weights), current)
        for n in NORMALISATIONS
    ]
    rankings += [
        variant("averaging", a, scores(compared, averaged=a), current) for a in ("score-of-means", "mean-of-scores")
    ]
    for i, name in enumerate(compared.benchmarks if len(compared.benchmarks) > 1 else ()):
        others = [b for b in range(len(compared.benchmarks)) if b != i]
        rankings.append(variant("benchmark", name, scores(compared.subset(benchmarks=others)), current))
    for i, seed in enumerate(compared.seeds if len(compared.seeds) > 1 else ()):
        others = [s for s in range(len(compared.seeds)) if s != i]
        rankings.append(variant("seed", str(seed), scores(compared.subset(seeds=others)), current))
    for i, name in enumerate(compared.methods if len(compared.methods) > 1 else ()):
        left = current.copy()
        left[i] = np.nan
        rankings.append(variant("method", name, left, current))
    return tuple(rankings)


def variant(kind: str, choice: str, scores: Floats, current: Floats) -> Variant:
    """Compare scores (n,) with the current ones; methods without a score are left out of the comparison."""
    both = np.flatnonzero(~np.isnan(scores) & ~np.isnan(current))
    ranks = np.full(scores.shape, np.nan)
    ranks[both] = competition_ranks(scores[both])
    tau = float(tau_to_reference(scores[both], current[both])[0]) if both.size > 1 else float("nan")
    pairs = _turned(current[both], scores[both])
    return Variant(kind, choice, rounded(scores), ranks, tau, tuple((int(both[a]), int(both[b])) for a, b in pairs))


def reversals(utilities: npt.ArrayLike, w: npt.ArrayLike, normalisation: str) -> tuple[Reversal, ...]:
    """Pairs that change their order when a third method is left out, `utilities` (n, K) of complete methods.

    With fixed utilities there are none: a method's score does not depend on the others (Belton & Gear 1983).
    """
    u, weights = np.asarray(utilities, dtype=float), np.asarray(w, dtype=float)
    whole = weighted(normalised_utilities(u, normalisation), weights)
    turned = []
    for dropped in range(len(u)) if normalisation != "fixed" else ():
        rest = np.delete(np.arange(len(u)), dropped)
        left = weighted(normalised_utilities(u[rest], normalisation), weights)
        turned += [Reversal(dropped, int(rest[a]), int(rest[b])) for a, b in _turned(whole[rest], left)]
    return tuple(turned)


def normalised_utilities(utilities: Floats, normalisation: str) -> Floats:
    """Utilities (n, K) by one of NORMALISATIONS; a metric on which all methods are level gives all the same.

    Raises ValueError for another name.
    """
    u = rounded(utilities)
    if normalisation == "fixed":
        return u
    if normalisation == "min-max":
        low = u.min(axis=0, initial=np.inf)
        width = u.max(axis=0, initial=-np.inf) - low
        return np.asarray(np.divide(u - low, width, out=np.ones_like(u), where=width > 0))
    if normalisation == "rank":
        return np.asarray((len(u) - midranks(u.T).T) / max(1, len(u) - 1))
    raise ValueError(f"unknown normalisation {normalisation!r}: expected one of {', '.join(NORMALISATIONS)}")


def weighted(utilities: Floats, w: Floats) -> Floats:
    """(n,) scores, rounded; NaN where a method has no value for a weighted metric."""
    return rounded(np.where(w > 0, utilities, 0.0) @ w)


def _turned(before: Floats, after: Floats) -> npt.NDArray[np.intp]:
    """(P, 2) pairs a, b with a ahead before and behind after; `before` and `after` are rounded scores (n,)."""
    first = np.sign(rounded(before)[:, None] - rounded(before)[None, :])
    second = np.sign(rounded(after)[:, None] - rounded(after)[None, :])
    return np.argwhere((first > 0) & (second < 0))
