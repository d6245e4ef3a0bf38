"""Metrics against a ground truth: does a metric separate models with the knowledge from models that
never had it?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.stats.panel import Floats
from data.errors import NotEnoughData, UnknownName
from data.registry import Metric, Tables

DRAWS = 2_000
FEWEST_VARIANTS = 6
"""Below this number of training variants in a pool, the extremes over pairs of variants replace an
interval."""
HALF_DIGIT = 1e-4
"""Half a digit of both values of a pool that is rounded to four decimals."""


@dataclass(frozen=True, kw_only=True)
class Auc:
    """AUC = P(m(P) > m(N)) + ½ P(equal), turned so that 1 always separates them in the right
    direction.

    low, high  95 % interval of a stratified bootstrap in which the models of one training variant
               are drawn together; with fewer than 6 variants in a pool (`is_range`) the extremes of
               the AUC over pairs of variants
    known      models that have the knowledge, of `variants_known` training variants; `unknown`
               never had it
    """

    auc: float
    low: float
    high: float
    is_range: bool
    variants_known: int
    variants_unknown: int
    known: int
    unknown: int


@dataclass(frozen=True, eq=False)
class Pools:
    """Models whose knowledge is known: `frame` has model, pool, variant and one column per metric.

    The `sign` of a metric is −1 if higher values say that more knowledge is left, else +1.
    """

    metrics: tuple[Metric, ...]
    frame: pd.DataFrame

    def metric(self, metric_id: str) -> Metric:
        """Return a metric by its id. Raises UnknownName."""
        for metric in self.metrics:
            if metric.id == metric_id:
                return metric
        known = ", ".join(m.id for m in self.metrics)
        raise UnknownName(
            f"unknown metric of the pools {metric_id!r}: expected one of {known or 'none'}"
        )

    @cached_property
    def _by_pool(self) -> Mapping[str, pd.DataFrame]:
        return {str(pool): models for pool, models in self.frame.groupby("pool", observed=True)}

    def values(self, pool: str, metric_id: str) -> Floats:
        """Return (n,) the values of a metric over the models of one pool: known, unknown or
        reference."""
        models = self._by_pool.get(pool)
        return np.zeros(0) if models is None else models[metric_id].dropna().to_numpy(dtype=float)

    def variants(self, pool: str, metric_id: str) -> list[str]:
        """Return the training variant of each model that `values` has."""
        models = self._by_pool.get(pool)
        return (
            [] if models is None else [str(v) for v in models["variant"][models[metric_id].notna()]]
        )


def ground_truth_pools(tables: Tables) -> Pools:
    """Return the pools of a suite; without metrics if it has none."""
    frame = tables.extras.get("pool")
    return Pools((), pd.DataFrame()) if frame is None else Pools(tables.pool_metrics, frame)


def auc(known: npt.ArrayLike, unknown: npt.ArrayLike, sign: int) -> float:
    """Return the AUC between models with and without the knowledge, ties as ½ (Hanley & McNeil
    1982).

    `sign` is −1 if higher values say that more knowledge is left, +1 if they say that it is gone.
    Raises NotEnoughData if a pool is empty."""
    p, n = (np.sort(-sign * np.asarray(x, dtype=float)) for x in (known, unknown))
    if not p.size or not n.size:
        raise NotEnoughData("an AUC needs a model in each pool")
    below, below_or_equal = (np.searchsorted(n, p, side) for side in ("left", "right"))
    return float((below + below_or_equal).sum() / (2.0 * p.size * n.size))


def auc_interval(
    known: npt.ArrayLike,
    unknown: npt.ArrayLike,
    known_variants: Sequence[str],
    unknown_variants: Sequence[str],
    sign: int,
    rng: int = 42,
    draws: int = DRAWS,
) -> Auc:
    """Return the AUC with its interval; models of one training variant are not independent and stay
    together."""
    p, n = np.asarray(known, dtype=float), np.asarray(unknown, dtype=float)
    groups = [_groups(known_variants, p), _groups(unknown_variants, n)]
    point = auc(p, n, sign)
    few = min(len(g) for g in groups) < FEWEST_VARIANTS
    if few:
        each = [auc(a, b, sign) for a, b in product(*groups)]
        low, high = min(each), max(each)
    else:
        random = np.random.default_rng(rng)
        each = []
        for _ in range(draws):
            drawn = [
                np.concatenate([g[i] for i in random.integers(len(g), size=len(g))]) for g in groups
            ]
            each.append(auc(drawn[0], drawn[1], sign))
        low, high = (float(q) for q in np.quantile(each, [0.025, 0.975]))
    return Auc(
        auc=point,
        low=low,
        high=high,
        is_range=few,
        variants_known=len(groups[0]),
        variants_unknown=len(groups[1]),
        known=p.size,
        unknown=n.size,
    )


def rounded_auc_range(
    known: npt.ArrayLike, unknown: npt.ArrayLike, sign: int
) -> tuple[float, float]:
    """Return the bounds of the AUC of values rounded to four decimals: P(P − N > .0001), P(P − N ≥
    −.0001)."""
    p, n = (-sign * np.asarray(x, dtype=float) for x in (known, unknown))
    difference = np.round(p[:, None] - n[None, :], 9)
    return float((difference > HALF_DIGIT).mean()), float((difference >= -HALF_DIGIT).mean())


def _groups(variants: Sequence[str], values: Floats) -> list[Floats]:
    names = np.asarray(variants, dtype=object)
    return [values[names == name] for name in sorted(set(variants))]
