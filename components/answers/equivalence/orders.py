"""Would the other metrics choose the same method as J? Their order beside the order by J."""

from dataclasses import dataclass, replace

import numpy as np

from components.format import finite
from components.resolved import Resolved
from components.stats.agreement.exact_p import PValue, pair_p
from components.stats.agreement.rank_profile import rank_profile
from components.stats.agreement.tau import TIE_AWARE, agreement
from components.stats.panel import Floats
from components.stats.ranking.ranks import competition_ranks
from data.registry import Metric

ARRANGEMENTS = 5_000
"""Arrangements sampled for a p where they cannot all be formed."""
_J = Metric("J", "J", "J", "lower", "score", None, None, (), "", "", "")


@dataclass(frozen=True, kw_only=True)
class MethodRanks:
    """One method: its mean ranks over blocks by J and by the metric, and its competition ranks by these."""

    method: str
    label: str
    j: float | None
    metric: float | None
    j_rank: int | None
    metric_rank: int | None


@dataclass(frozen=True, kw_only=True)
class MetricOrder:
    """One metric beside J: τ-b over `n_methods`, averaged over the seeds of a benchmark, then over benchmarks.

    τ is defined in `blocks_defined` of `blocks`.
    """

    metric: str
    label: str
    tau: float | None
    test: PValue
    blocks_defined: int
    blocks: int
    n_methods: int
    ranks: tuple[MethodRanks, ...]


def metric_orders(view: Resolved, j: Floats) -> tuple[MetricOrder, ...]:
    """One row per score metric that is not J itself; `j` is (B, S, M) of the runs selected.

    Controls are left out: the question is whether the metric would choose the same method.
    """
    panel = view.panel
    methods = [i for i, m in enumerate(panel.methods) if m not in view.controls.all]
    others = [k for k in range(len(panel.metrics)) if not _same(panel.values[..., k], j)]
    rest = panel.of_metrics(others)
    unaimed = np.full((len(panel.benchmarks), 1), np.nan)
    joined = replace(
        rest,
        metrics=(_J, *rest.metrics),
        values=np.concatenate([j[..., None], rest.values], axis=-1),
        targets=None if rest.targets is None else np.concatenate([unaimed, rest.targets], axis=1),
    ).subset(methods=methods)
    if len(methods) < 2 or not joined.n_runs:
        return ()
    result, profile = agreement(joined), rank_profile(joined, TIE_AWARE)
    mean, ranks = profile.mean.T, competition_ranks(-profile.mean.T)
    rows = []
    for place, k in enumerate(others, start=1):
        rows.append(
            MetricOrder(
                metric=panel.metrics[k].id,
                label=panel.metrics[k].label,
                tau=finite(result.tau[0, place]),
                test=pair_p(result, 0, place, seed=view.selection.rng, limit=ARRANGEMENTS),
                blocks_defined=int(result.defined[0, place]),
                blocks=len(result.blocks),
                n_methods=len(methods),
                ranks=tuple(
                    MethodRanks(
                        method=m,
                        label=view.labels.method(m),
                        j=finite(mean[0, i]),
                        metric=finite(mean[place, i]),
                        j_rank=int(ranks[0, i]) or None,
                        metric_rank=int(ranks[place, i]) or None,
                    )
                    for i, m in enumerate(joined.methods)
                ),
            )
        )
    return tuple(rows)


def _same(values: Floats, j: Floats) -> bool:
    """Whether a metric is J itself, to the digits a table keeps."""
    known = ~(np.isnan(values) | np.isnan(j))
    return bool(known.any() and np.allclose(values[known], j[known], rtol=1e-4, atol=1e-9))
