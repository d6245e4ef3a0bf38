"""One pair of metrics opened: block by block under both protocols, and all runs with what pooling makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import aside, number
from components.resolved import Resolved, reads
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.panel import Panel
from components.stats.ranking.ranks import midranks, ordinal_ranks
from components.views.agreement.pairs import PairTau, counts, pair_taus
from components.views.agreement.result import PROTOCOLS, BlockName, both_protocols, differing_most

Ranks = tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class Tau:
    """τ of the pair, None where it is undefined, with its counts of pairs of rows."""

    tau: float | None
    concordant: int
    discordant: int
    ties_x: int
    ties_y: int
    ties_both: int
    pairs: int


@dataclass(frozen=True, kw_only=True)
class BlockTau(Tau):
    """τ in one block under one protocol, with the rank of each row by either metric, 1 = best.

    Rows without both values have no rank.
    """

    x_ranks: Ranks
    y_ranks: Ranks


@dataclass(frozen=True, kw_only=True)
class ScopeTau(Tau):
    """Tie-aware τ_b of the pair in some scope, from `blocks_defined` of `blocks` blocks."""

    blocks_defined: int
    blocks: int


@dataclass(frozen=True, kw_only=True)
class PairBlock(BlockName):
    """The pair in one block: the methods that are its rows, and τ and ranks by protocol."""

    rows: tuple[str, ...]
    protocols: Mapping[str, BlockTau]


@dataclass(frozen=True, kw_only=True)
class PairRun:
    """One run that has both values."""

    benchmark: str
    seed: int
    method: str
    x: float
    y: float


@dataclass(frozen=True, kw_only=True)
class BenchmarkTau:
    """The pair on one benchmark: over all its runs at once, and as the mean over its blocks."""

    benchmark: str
    runs: ScopeTau
    within_blocks: ScopeTau


@dataclass(frozen=True, kw_only=True)
class PairResult:
    """The pair of metrics that is open, whether or not it was `chosen`.

    `protocols` are in the scope selected and without Holm's correction, which belongs to all pairs together;
    `pooled` are all runs as one block. `signs` are +1 for a metric where higher is better and −1 where lower is.
    """

    x: str
    y: str
    protocols: Mapping[str, PairTau]
    blocks: tuple[PairBlock, ...]
    runs: tuple[PairRun, ...]
    pooled: ScopeTau
    by_benchmark: tuple[BenchmarkTau, ...]
    chosen: bool = aside()
    signs: tuple[int, int] = aside()
    labels: Labels = aside()

    @property
    def numbered(self) -> dict[str, int]:
        """The methods of the blocks, each with its number from 1 on."""
        return {m: n for n, m in enumerate(dict.fromkeys(m for b in self.blocks for m in b.rows), start=1)}


@reads(weights=False, view_only=("pair",))
def agreement_pair(resolved: Resolved) -> PairResult:
    """The pair in the selection or, when none is chosen, the one on which the protocols differ most.

    Raises NotEnoughData when the suite has fewer than two metrics.
    """
    chosen = resolved.selection
    x, y = _metrics(resolved)
    panel = resolved.panel.of_metrics([x, y])
    results = {p: tau_of_pairs(panel, p, chosen.scope) for p in PROTOCOLS}
    rows = {p: pair_taus(r, [(0, 1)], panel, chosen.rng)[0] for p, r in results.items()}
    name = chosen.scope.partition(":")[2]
    blocks = {p: tau_of_pairs(panel, p, f"benchmark:{name}" if name else "blocks") for p in PROTOCOLS}
    return PairResult(
        x=panel.metric_ids[0],
        y=panel.metric_ids[1],
        protocols={p: replace(row, p_holm=None) for p, row in rows.items()},
        blocks=tuple(_block(panel, blocks, i) for i in range(len(blocks[TIE_AWARE].blocks))),
        runs=_runs(panel),
        pooled=_in_scope(panel, "pooled"),
        by_benchmark=tuple(
            BenchmarkTau(
                benchmark=b, runs=_in_scope(panel, f"runs:{b}"), within_blocks=_in_scope(panel, f"benchmark:{b}")
            )
            for b in panel.benchmarks
        ),
        chosen=bool(chosen.pair),
        signs=(panel.metrics[0].sign, panel.metrics[1].sign),
        labels=resolved.labels,
    )


def _metrics(resolved: Resolved) -> tuple[int, int]:
    pair = resolved.selection.pair or differing_most(both_protocols(resolved))
    if not pair:
        raise NotEnoughData(f"{len(resolved.panel.metrics)} metric: a pair needs 2")
    return resolved.panel.metric(pair[0]), resolved.panel.metric(pair[1])


def _block(panel: Panel, results: Mapping[str, Agreement], i: int) -> PairBlock:
    block = results[TIE_AWARE].blocks[i]
    return PairBlock(
        benchmark=block.benchmark,
        seed=block.seed,
        rows=tuple(panel.methods[m] for m in block.methods),
        protocols={p: _block_tau(r, block, i) for p, r in results.items()},
    )


def _block_tau(result: Agreement, block: Block, i: int) -> BlockTau:
    both = np.flatnonzero(~np.isnan(block.values).any(axis=1))
    ranks = np.full(block.values.shape, np.nan)
    for k in (0, 1):
        values = block.values[both, k]
        published = result.protocol == PUBLISHED
        ranks[both, k] = ordinal_ranks(values, block.places[both]) if published else midranks(values)
    x, y = (tuple(number(r) for r in column) for column in ranks.T)
    return BlockTau(tau=number(result.block_tau[i, 0, 1]), **counts(result, 0, 1, i), x_ranks=x, y_ranks=y)


def _runs(panel: Panel) -> tuple[PairRun, ...]:
    return tuple(
        PairRun(
            benchmark=panel.benchmarks[b],
            seed=panel.seeds[s],
            method=panel.methods[m],
            x=float(panel.values[b, s, m, 0]),
            y=float(panel.values[b, s, m, 1]),
        )
        for b, s, m in np.argwhere(~np.isnan(panel.values).any(axis=-1))
    )


def _in_scope(panel: Panel, scope: str) -> ScopeTau:
    result = tau_of_pairs(panel, TIE_AWARE, scope)
    return ScopeTau(
        tau=number(result.tau[0, 1]),
        **counts(result, 0, 1),
        blocks_defined=int(result.defined[0, 1]),
        blocks=len(result.blocks),
    )
