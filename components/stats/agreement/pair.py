"""One pair of metrics: τ and ranks block by block under both protocols, all its runs, and what pooling makes of them.

Every function takes a panel of the two metrics x and y (`Panel.of_metrics`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.stats.agreement.pair_taus import ScopeTau, Tau, counts, scope_tau
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE, Agreement, agreement
from components.stats.panel import Panel
from components.stats.ranking.ranks import midranks, ordinal_ranks

Ranks = tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class BlockTau(Tau):
    """τ in one block under one protocol, with the rank of each row by either metric, 1 = best, None without both."""

    x_ranks: Ranks
    y_ranks: Ranks


@dataclass(frozen=True, kw_only=True)
class BlockName:
    """One benchmark and one seed whose methods are compared; where runs are pooled, "" or None for what is mixed."""

    benchmark: str
    seed: int | None


@dataclass(frozen=True, kw_only=True)
class PairBlock(BlockName):
    """The pair in one block: the methods that are its rows, and τ and ranks by protocol."""

    rows: tuple[str, ...]
    protocols: Mapping[str, BlockTau]


@dataclass(frozen=True, kw_only=True)
class BenchmarkTau:
    """The pair on one benchmark: over all its runs at once, and as the mean over its blocks."""

    benchmark: str
    runs: ScopeTau
    within_blocks: ScopeTau


def pair_blocks(panel: Panel, benchmark: str = "") -> tuple[PairBlock, ...]:
    """The pair in every block, or in those of one benchmark."""
    results = {p: agreement(panel, p, f"benchmark:{benchmark}" if benchmark else "blocks") for p in PROTOCOLS}
    return tuple(_block(panel, results, i) for i in range(len(results[TIE_AWARE].blocks)))


def by_benchmark(panel: Panel) -> tuple[BenchmarkTau, ...]:
    """The pair on each benchmark."""
    return tuple(
        BenchmarkTau(benchmark=b, runs=in_scope(panel, f"runs:{b}"), within_blocks=in_scope(panel, f"benchmark:{b}"))
        for b in panel.benchmarks
    )


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
    x, y = (tuple(finite(r) for r in column) for column in ranks.T)
    own = counts(result, 0, 1, slice(i, i + 1))
    return BlockTau(tau=finite(result.block_tau[i, 0, 1]), **own, x_ranks=x, y_ranks=y)


def in_scope(panel: Panel, scope: str) -> ScopeTau:
    """Tie-aware τ_b of the pair in a scope (see `pairs.scope_blocks`)."""
    return scope_tau(agreement(panel, TIE_AWARE, scope), 0, 1)
