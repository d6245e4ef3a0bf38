"""Rank intervals: where each method could stand, had the benchmarks and the seeds been others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from components.errors import NotEnoughData
from components.stats.memo import LARGEST, memoised, memoised_large
from components.stats.panel import Floats, Panel
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.ranking.weights import reliability_rule
from components.stats.resampling import Draws, draw_blocks, resampled_spearman, resampled_utilities
from components.stats.stop import checked

Ints = npt.NDArray[np.int64]

DRAWS = 2_000
LEVEL = 0.95
CHUNK = 2**21
"""Numbers computed in one batch of draws: 16 MB."""
ITEM = np.dtype(float).itemsize

SEEDS_ONLY = "seeds only: one benchmark cannot tell how ranks vary over benchmarks"
ONE_RUN = "one run: with one benchmark and one seed nothing varies"
UNPAIRED = "unpaired: some methods have no benchmark and seed in common"
NO_DRAW = "no draw: no resample has a value of every weighted metric for every method"
"""Why there is no interval; the part before the colon is short enough for a cell."""


@dataclass(frozen=True, eq=False)
class RankIntervals:
    """Ranks of n methods over draws of the benchmarks and seeds.

    low, high          (n,) percentiles of the rank that are ranks themselves (order statistics); 0 when no draw
                       was used
    p_first            (n,) share of draws in which the method is first, ties split equally; NaN when none was used
    p_first_rederived  (n,) the same with the weights derived again from the runs of each draw; None without a rule,
                       without an oracle distance, and without draws
    draws, dropped     how many draws were made, and left out because a method had no value for a weighted metric
    benchmarks         how many were resampled
    reason             why no draw was used, empty where some were: with one benchmark only near-duplicate seeds could
                       be drawn, and methods without a common block could not be drawn jointly
    """

    low: Ints
    high: Ints
    p_first: Floats
    p_first_rederived: Floats | None
    draws: int
    dropped: int
    benchmarks: int
    reason: str = ""

    def bounds(self, i: int) -> tuple[int | None, int | None]:
        """The rank interval of a method; None where there is none."""
        return (None, None) if self.reason else (int(self.low[i]), int(self.high[i]))


def rank_intervals(
    panel: Panel,
    w: npt.ArrayLike,
    methods: Sequence[int] | npt.NDArray[np.intp],
    *,
    transform: str,
    aggregate: str = "score-of-means",
    draws: int = DRAWS,
    rng: int = 0,
    rule: Callable[[Floats], Floats] | None = reliability_rule,
    grids: Grids | None = None,
) -> RankIntervals:
    """Rank interval of each of the given (complete) methods, rows of the panel, at the weights `w` (K,).

    Where they are checkpoints of `grids`, these are ranked: in each draw by the score that it gives them.

    Benchmarks are resampled with replacement and seeds within each, indices drawn jointly for all methods so that
    comparisons stay paired. `rule` turns the ρ of a draw (D, K) into its weights (D, K). No draw is made with one
    benchmark, and where two of the methods share no block. Raises NotEnoughData without methods.
    """
    weights, chosen = np.asarray(w, dtype=float), np.asarray(methods, dtype=np.intp)
    if not chosen.size:
        raise NotEnoughData("a rank interval needs at least one complete method")
    reason = undrawable(panel, chosen)
    if reason:
        draws = 0
    drawn = _Measured(panel, draws, rng, chosen, transform, aggregate)
    ranks = _ranks(drawn.scores(weights), grids)
    rederived = None
    if draws and rule is not None and panel.oracle is not None and not np.isnan(panel.oracle).all():
        rederived = memoised(panel, (drawn.key, rule, _key(grids)), partial(_rederived, drawn, rule, grids))
    quantiles = np.zeros((2, ranks.shape[1]), dtype=np.int64)
    if len(ranks):
        tail = (1.0 - LEVEL) / 2.0
        quantiles = np.quantile(ranks, [tail, 1.0 - tail], axis=0, method="inverted_cdf").astype(np.int64)
    return RankIntervals(
        low=quantiles[0],
        high=quantiles[1],
        p_first=_first(ranks),
        p_first_rederived=rederived,
        draws=draws,
        dropped=draws - len(ranks),
        benchmarks=len(panel.benchmarks),
        reason=reason or ("" if len(ranks) else NO_DRAW),
    )


def undrawable(panel: Panel, methods: Sequence[int] | npt.NDArray[np.intp]) -> str:
    """Why benchmarks and seeds cannot be drawn again for these methods (rows of the panel); empty where they can."""
    if len(panel.benchmarks) < 2:
        return SEEDS_ONLY if len(panel.blocks) > 1 else ONE_RUN
    runs = panel.present[:, :, np.asarray(methods, dtype=np.intp)].reshape(-1, len(methods)).astype(float)
    return "" if (runs.T @ runs > 0).all() else UNPAIRED


@dataclass(frozen=True, eq=False)
class _Measured:
    """The given methods (n,) measured again in each of D draws: what weights do not change, held while it fits."""

    panel: Panel
    draws: int
    rng: int
    methods: npt.NDArray[np.intp]
    transform: str
    aggregate: str

    @property
    def key(self) -> Hashable:
        return ("measured", self.draws, self.rng, self.methods.tobytes(), self.transform, self.aggregate)

    @cached_property
    def blocks(self) -> Draws:
        return draw_blocks(self.panel, self.draws, np.random.default_rng(self.rng))

    def scores(self, weights: Floats) -> Floats:
        """(D, n) scores at weights (K,) or (D, K); a metric without any weight may be missing."""
        weighted = np.flatnonzero((weights > 0).any(axis=0) if weights.ndim > 1 else weights > 0)
        scores = np.empty((self.draws, self.methods.size))
        for batch, u in self._utilities(weighted):
            if weights.ndim == 1:
                scores[batch] = u @ weights[weighted]
                continue
            own = weights[batch][:, weighted]
            scores[batch] = np.matmul(np.where((own > 0)[:, None, :], u, 0.0), own[:, :, None])[:, :, 0]
        return scores

    def _utilities(self, metrics: npt.NDArray[np.intp]) -> Iterator[tuple[slice, Floats]]:
        """(d, n, k) utilities of the given metrics, batch by batch."""
        size = len(self.panel.metrics)
        whole = np.arange(size)
        if 0 < self.draws * self.methods.size * size * ITEM <= LARGEST:
            held = memoised_large(self.panel, self.key, lambda: np.concatenate([*self._computed(whole)]))
            yield slice(None), held if metrics.size == size else held[:, :, metrics]
        else:
            at = 0
            for u in self._computed(metrics):
                yield slice(at, at + len(u)), u
                at += len(u)

    def _computed(self, metrics: npt.NDArray[np.intp]) -> Iterator[Floats]:
        step = max(1, CHUNK // max(1, self.methods.size * metrics.size))
        for start in checked(range(0, self.draws, step)):
            part = self.blocks.part(slice(start, start + step))
            yield resampled_utilities(self.panel, part, self.methods, metrics, self.transform, self.aggregate)


def _rederived(drawn: _Measured, rule: Callable[[Floats], Floats], grids: Grids | None) -> Floats:
    """(n,) shares of first places where the weights are derived again in each draw."""
    key = ("rederived", drawn.draws, drawn.rng, rule)
    weights = memoised(drawn.panel, key, lambda: rule(resampled_spearman(drawn.panel, drawn.blocks)))
    return _first(_ranks(drawn.scores(weights), grids))


def _key(grids: Grids | None) -> Hashable:
    return None if grids is None else (grids.rule, grids.names, *(m.tobytes() for m in grids.members))


def _ranks(scores: Floats, grids: Grids | None) -> Ints:
    """Competition ranks of the draws in which every method, and every checkpoint of it, has a score."""
    known = scores[~np.isnan(scores).any(axis=1)]
    return competition_ranks(known if grids is None else grids.scores(rounded(known)))


def _first(ranks: Ints) -> Floats:
    if not len(ranks):
        return np.full(ranks.shape[1], np.nan)
    first = ranks == 1
    share: Floats = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    return share
