"""Metrics against a ground truth: does a metric separate models with the knowledge from models that
never had it?"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.stats.panel import Floats
from data.errors import NotEnoughData, UnknownName
from data.registry import Metric, Tables

DRAWS = 2_000
MIN_VARIANTS = 6
"""Below this number of training variants in a pool, the extremes over pairs of variants replace an
interval."""
HALF_DIGIT = 1e-4
"""Half a digit of both values of a pool that is rounded to four decimals."""


@dataclass(frozen=True, kw_only=True)
class Auc:
    """AUC = P(m(P) > m(N)) + ½ P(equal), turned so that 1 always separates them in the right
    direction.

    low, high     95 % interval of a stratified bootstrap in which the models of one training
                  variant are drawn together; with fewer than 6 variants in a pool (`is_range`) the
                  extremes of the AUC over pairs of variants
    models_known  models that have the knowledge, of `variants_known` training variants;
                  `models_unknown` never had it
    """

    auc: float
    low: float
    high: float
    is_range: bool
    variants_known: int
    variants_unknown: int
    models_known: int
    models_unknown: int


@dataclass(frozen=True, eq=False)
class Pools:
    """Models whose knowledge is known: `frame` has model, pool, variant and one column per metric.

    The `sign` of a metric is −1 if higher values say that more knowledge is left, else +1.
    """

    metrics: tuple[Metric, ...]
    frame: pd.DataFrame

    def metric(self, metric_id: str) -> Metric:
        """Return a metric by its id. Raises UnknownName."""
        metric_of_id = {metric.id: metric for metric in self.metrics}
        if metric_id not in metric_of_id:
            expected = ", ".join(metric_of_id) or "none"
            raise UnknownName(
                f"unknown metric of the pools {metric_id!r}: expected one of {expected}"
            )
        return metric_of_id[metric_id]

    def values(self, pool: str, metric_id: str) -> Floats:
        """Return (n,) the values of a metric over the models of one pool.

        The pools are known, unknown and reference.
        """
        return self._measured(pool, metric_id)[metric_id].to_numpy(dtype=float)

    def variants(self, pool: str, metric_id: str) -> list[str]:
        """Return the training variant of each model that `values` has."""
        return self._measured(pool, metric_id)["variant"].astype(str).to_list()

    def _measured(self, pool: str, metric_id: str) -> pd.DataFrame:
        """The models of a pool that have a value."""
        is_measured = self.frame[metric_id].notna()
        return self.frame[is_measured & (self.frame["pool"] == pool)]


def ground_truth_pools(tables: Tables) -> Pools:
    """Return the pools of a suite; without metrics if it has none."""
    frame = tables.extras.get("pool")
    if frame is None:
        return Pools((), pd.DataFrame())
    return Pools(tables.pool_metrics, frame)


def auc(
    known_values: npt.ArrayLike,
    unknown_values: npt.ArrayLike,
    sign: int,
) -> float:
    """Return the AUC between models with and without the knowledge, ties as ½.

    Source: Hanley & McNeil 1982. `sign` is −1 if higher values say that more knowledge is left, +1
    if they say that it is gone. Raises NotEnoughData if a pool is empty.
    """
    positives = -sign * np.asarray(known_values, dtype=float)
    negatives = np.sort(-sign * np.asarray(unknown_values, dtype=float))
    if not positives.size or not negatives.size:
        raise NotEnoughData("an AUC needs a model in each pool")
    n_below = np.searchsorted(negatives, positives, "left").sum()
    n_below_or_equal = np.searchsorted(negatives, positives, "right").sum()
    return float((n_below + n_below_or_equal) / (2.0 * positives.size * negatives.size))


def auc_interval(
    known_values: npt.ArrayLike,
    unknown_values: npt.ArrayLike,
    known_variants: Sequence[str],
    unknown_variants: Sequence[str],
    sign: int,
    seed: int = 42,
    n_draws: int = DRAWS,
) -> Auc:
    """Return the AUC with its interval.

    Models of one training variant are not independent and stay together.
    """
    known_groups = _groups(known_variants, np.asarray(known_values, dtype=float))
    unknown_groups = _groups(unknown_variants, np.asarray(unknown_values, dtype=float))
    is_range = min(len(known_groups), len(unknown_groups)) < MIN_VARIANTS
    areas = []
    if is_range:
        for known_group, unknown_group in product(known_groups, unknown_groups):
            areas.append(auc(known_group, unknown_group, sign))
        low = min(areas)
        high = max(areas)
    else:
        random = np.random.default_rng(seed)
        for _ in range(n_draws):
            known_draw = _resampled(known_groups, random)
            areas.append(auc(known_draw, _resampled(unknown_groups, random), sign))
        low, high = np.quantile(areas, [0.025, 0.975])
    return Auc(
        auc=auc(known_values, unknown_values, sign),
        low=float(low),
        high=float(high),
        is_range=is_range,
        variants_known=len(known_groups),
        variants_unknown=len(unknown_groups),
        models_known=len(known_variants),
        models_unknown=len(unknown_variants),
    )


def rounded_auc_range(
    known_values: npt.ArrayLike,
    unknown_values: npt.ArrayLike,
    sign: int,
) -> tuple[float, float]:
    """Return the bounds of the AUC of values rounded to four decimals.

    P(P − N > .0001) and P(P − N ≥ −.0001).
    """
    positives = -sign * np.asarray(known_values, dtype=float)
    negatives = -sign * np.asarray(unknown_values, dtype=float)
    difference = np.round(positives[:, None] - negatives, 9)
    low = (difference > HALF_DIGIT).mean()
    high = (difference >= -HALF_DIGIT).mean()
    return float(low), float(high)


def _groups(variants: Sequence[str], values: Floats) -> list[Floats]:
    """The values of each training variant, by its name."""
    names = np.asarray(variants, dtype=object)
    return [values[names == name] for name in sorted(set(variants))]


def _resampled(groups: list[Floats], random: np.random.Generator) -> Floats:
    chosen = random.integers(len(groups), size=len(groups))
    return np.concatenate([groups[index] for index in chosen])
