"""How far the metrics agree: both protocols, every pair, and what the agreement of a benchmark or panel amounts to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from components.labels import Labels
from components.plain import aside, number, where_known
from components.resolved import Resolved, reads
from components.stats.agreement.concordance import Concordance, concordance
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.resolution import Resolution, resolution
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement, ranks_rows
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.bootstrap import DRAWS
from components.stats.clusters.tree import clusterable, distances, tree
from components.stats.memo import memoised
from components.stats.seed_draw import tau_errors, typical_error
from components.views.agreement.pairs import PairTau, all_pairs, pair_taus
from components.views.agreement.summary import Matrix, MeanRanks, PanelMeanTau, matrix, mean_ranks, panel_means

MANY = 10
"""With more metrics than this the heat maps are ordered by cluster, so that blocks of agreement can be seen."""
PROTOCOLS = (PUBLISHED, TIE_AWARE)


WHOLE_PANELS = "all runs of each panel, whatever is filtered"
"""What `modality` rests on: panels have no benchmark in common by which they could be filtered alike."""


@dataclass(frozen=True, kw_only=True)
class BlockName:
    """One benchmark and one seed whose methods are compared; where runs are pooled, "" or None for what is mixed."""

    benchmark: str
    seed: int | None


@dataclass(frozen=True, kw_only=True)
class ProtocolAgreement:
    """Agreement under one protocol: τ and the blocks with a τ by metric and metric, and a row per pair.

    Under the published protocol `mean_tau` is the paper's figure (all runs pooled, directions not aligned), whatever
    the scope; `mean_of_shown` is the mean over the pairs here. `tau_error` is the standard error of a τ that comes from
    the draw of seeds, the root mean square over pairs, where some are drawn.
    """

    tau: Matrix
    blocks_defined: tuple[tuple[int, ...], ...]
    directions_aligned: bool
    mean_tau: float | None
    mean_tau_rule: str
    mean_of_shown: float | None
    pairs: tuple[PairTau, ...]
    tau_error: float | None = where_known()


@dataclass(frozen=True, kw_only=True)
class AgreementResult:
    """Agreement of the metrics of a view.

    `pairs`, `mean_tau` and `blocks` are those of the selected protocol; `protocols` holds both. `order` is that of
    the heat maps, `blocks_constant` counts for each metric the blocks where it has one value for all methods, and
    `opened` is the pair shown before one is chosen, empty with fewer than two metrics.
    """

    scope: str
    protocol: str
    metrics: tuple[str, ...]
    order: tuple[str, ...]
    n_methods: int
    n_runs: int
    blocks: tuple[BlockName, ...]
    blocks_constant: tuple[int, ...]
    mean_tau: float | None
    mean_tau_rule: str
    bootstrap_draws: int
    rng: int
    concordance: tuple[Concordance, ...]
    modality: tuple[PanelMeanTau, ...]
    modality_rule: str
    rank_profile: MeanRanks
    resolution: tuple[Resolution, ...]
    protocols: Mapping[str, ProtocolAgreement]
    opened: tuple[str, ...]
    pairs: tuple[PairTau, ...]
    filtered: bool = aside()
    labels: Labels = aside()

    @property
    def published(self) -> ProtocolAgreement:
        """Agreement as the paper counts it."""
        return self.protocols[PUBLISHED]

    @property
    def tie_aware(self) -> ProtocolAgreement:
        """Agreement with ties as ties."""
        return self.protocols[TIE_AWARE]

    @property
    def ranks_methods(self) -> bool:
        """Whether methods are compared block by block, not pooled runs."""
        return ranks_rows(self.scope)

    @property
    def comparable(self) -> bool:
        """Whether there are two metrics and two methods with a run to compare."""
        return bool(self.blocks) and len(self.metrics) > 1 and self.n_methods > 1


@reads(weights=False)
def agreement(resolved: Resolved) -> AgreementResult:
    """Agreement of the metrics of a view."""
    chosen, panel, both = resolved.selection, resolved.panel, both_protocols(resolved)
    protocols = {p: _protocol(resolved, r) for p, r in both.items()}
    current = protocols[chosen.protocol]
    blocks = both[chosen.protocol].blocks
    return AgreementResult(
        scope=chosen.scope,
        protocol=chosen.protocol,
        metrics=panel.metric_ids,
        order=_order(both[TIE_AWARE]),
        n_methods=len(panel.methods),
        n_runs=sum(len(b.values) for b in blocks),
        blocks=tuple(BlockName(benchmark=b.benchmark, seed=b.seed) for b in blocks),
        blocks_constant=_constant_blocks(both[TIE_AWARE]),
        mean_tau=current.mean_tau,
        mean_tau_rule=current.mean_tau_rule,
        bootstrap_draws=DRAWS,
        rng=chosen.rng,
        concordance=concordance(panel),
        modality=panel_means(resolved),
        modality_rule=WHOLE_PANELS,
        rank_profile=mean_ranks(resolved),
        resolution=resolution(panel, resolved.samples),
        protocols=protocols,
        opened=differing_most(both),
        pairs=current.pairs,
        filtered=bool(chosen.benchmarks or chosen.seeds or chosen.methods),
        labels=resolved.labels,
    )


def both_protocols(resolved: Resolved) -> dict[str, Agreement]:
    """The τ of every pair under either protocol, in the scope selected."""
    panel, scope = resolved.panel, resolved.selection.scope
    return {p: memoised(panel, ("agreement", p, scope), partial(tau_of_pairs, panel, p, scope)) for p in PROTOCOLS}


def differing_most(both: Mapping[str, Agreement]) -> tuple[str, ...]:
    """The two metrics on which the protocols differ most; empty with fewer than two metrics."""
    metrics = both[TIE_AWARE].metrics
    pairs = all_pairs(both[TIE_AWARE])
    if not pairs:
        return ()
    gap = np.nan_to_num(abs(both[PUBLISHED].tau - both[TIE_AWARE].tau), nan=-1.0).round(12)
    x, y = max(pairs, key=lambda pair: float(gap[pair]))
    return metrics[x], metrics[y]


def _protocol(resolved: Resolved, result: Agreement) -> ProtocolAgreement:
    published = result.protocol == PUBLISHED
    mean = mean_taus(resolved.panel)[PUBLISHED].mean_tau if published else result.mean_tau
    return ProtocolAgreement(
        tau=matrix(result.tau),
        blocks_defined=tuple(tuple(int(n) for n in row) for row in result.defined),
        directions_aligned=result.aligned,
        mean_tau=number(mean),
        mean_tau_rule="all runs pooled, directions not aligned" if published else "mean of the pairs shown",
        mean_of_shown=number(result.mean_tau),
        tau_error=typical_error(tau_errors(resolved.panel, result)),
        pairs=pair_taus(result, all_pairs(result), resolved.panel, resolved.selection.rng),
    )


def _constant_blocks(result: Agreement) -> tuple[int, ...]:
    """In how many blocks each metric has one value for all methods (or runs) that were measured."""
    own = range(len(result.metrics))
    pairs, tied = result.counts.pairs[:, own, own], result.counts.ties_x[:, own, own]
    return tuple(int(n) for n in ((pairs > 0) & (pairs == tied)).sum(axis=0))


def _order(result: Agreement) -> tuple[str, ...]:
    """Metrics in registry order, or by cluster when there are many; those without a place come last."""
    ids, k = result.metrics, len(result.metrics)
    placed = clusterable(result.tau) if k > MANY else ()
    if len(placed) < 2:
        return ids
    leaves = tree(distances(result.tau[list(placed)][:, list(placed)])).order
    return tuple(ids[i] for i in [*(placed[i] for i in leaves), *(i for i in range(k) if i not in placed)])
