"""Whether the clusters hold on other benchmarks: co-association of metrics over resampled benchmarks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from components.plain import number
from components.resolved import Resolved
from components.stats.agreement.tau import Agreement
from components.stats.clusters.coassociation import Stability, by_benchmark, coassociation
from components.stats.clusters.tree import Ints
from components.views.clusters.result.clustering import Clustering


@dataclass(frozen=True, kw_only=True)
class Coassociation:
    """A pair of metrics over the resamples.

    `share` is the probability that they share a cluster, given that both can be clustered (None when they never can);
    `defined` is the probability that both can be.
    """

    x: str
    y: str
    share: float | None
    defined: float


@dataclass(frozen=True, kw_only=True)
class NoResampling:
    """Why nothing was resampled."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class Resampling(Stability):
    """How often the clusters come back; `reason` says what makes the resamples uninformative, empty otherwise."""

    reason: str


def resampling(
    resolved: Resolved, agreement: Agreement, got: Clustering, cut: Ints
) -> tuple[tuple[Coassociation, ...], Resampling | NoResampling]:
    """Every pair of the metrics that are clustered, and all of them together; `cut` are their cluster numbers."""
    wanted, count = resolved.selection.k, len(got.metrics)
    needed = 3 if wanted == "auto" else 2
    if count < needed:
        return (), NoResampling(reason=f"{count} metrics can be clustered: choosing again needs {needed}")
    tau, weight = by_benchmark(agreement)
    grid = np.ix_(range(len(tau)), got.index, got.index)
    fixed = None if wanted == "auto" else int(wanted)
    shares, defined, stable = coassociation(
        tau[grid], weight[grid], got.linkage, fixed, cut, seed=resolved.selection.rng
    )
    pairs = tuple(
        Coassociation(
            x=got.metrics[i],
            y=got.metrics[j],
            share=number(shares[i, j]),
            defined=float(defined[i, j]),
        )
        for i, j in combinations(range(count), 2)
    )
    few = "One benchmark: whether the clusters hold on others cannot be told."
    return pairs, Resampling(reason=few if len(tau) < 2 else "", **vars(stable))
