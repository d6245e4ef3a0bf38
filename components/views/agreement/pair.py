"""One pair of metrics opened: block by block under both protocols, and all runs with what pooling makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.plain import number
from components.resolved import Resolved
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as compute
from components.stats.panel import Panel
from components.stats.ranking.ranks import midranks, ordinal_ranks
from components.views.agreement.pairs import counts, pair_rows
from components.views.agreement.result import PROTOCOLS, opened


def agreement_pair(resolved: Resolved) -> dict[str, Any]:
    """The pair in the selection or, when none is chosen, the one whose published τ row order moves most.

    Raises NotEnoughData when the suite has fewer than two metrics.
    """
    x, y = _chosen(resolved)
    panel = replace(
        resolved.panel,
        metrics=(resolved.panel.metrics[x], resolved.panel.metrics[y]),
        values=resolved.panel.values[..., [x, y]],
    )
    results = {p: compute(panel, p, resolved.selection.scope) for p in PROTOCOLS}
    rows = {p: pair_rows(r, [(0, 1)], len(panel.methods), resolved.selection.rng)[0] for p, r in results.items()}
    for row in rows.values():
        row["p_holm"] = None
    name = resolved.selection.scope.partition(":")[2]
    blocks = {p: compute(panel, p, f"benchmark:{name}" if name else "blocks") for p in PROTOCOLS}
    return {
        "x": panel.metric_ids[0],
        "y": panel.metric_ids[1],
        "protocols": rows,
        "blocks": [_block(panel, blocks, i) for i in range(len(blocks[TIE_AWARE].blocks))],
        "runs": _runs(panel),
        "pooled": _scope(panel, "pooled"),
        "by_benchmark": [
            {"benchmark": b, "runs": _scope(panel, f"runs:{b}"), "within_blocks": _scope(panel, f"benchmark:{b}")}
            for b in panel.benchmarks
        ],
    }


def _chosen(resolved: Resolved) -> tuple[int, int]:
    pair = resolved.selection.pair or opened(
        {p: compute(resolved.panel, p, resolved.selection.scope) for p in PROTOCOLS}
    )
    if pair is None:
        raise NotEnoughData(f"{len(resolved.panel.metrics)} metric: a pair needs 2")
    return resolved.panel.metric(pair[0]), resolved.panel.metric(pair[1])


def _block(panel: Panel, results: dict[str, Agreement], i: int) -> dict[str, Any]:
    block = results[TIE_AWARE].blocks[i]
    return {
        "benchmark": block.benchmark,
        "seed": block.seed,
        "rows": [panel.methods[m] for m in block.methods],
        **{
            p: {"tau": number(r.block_tau[i, 0, 1]), **counts(r, 0, 1, i), **_ranks(block, p)}
            for p, r in results.items()
        },
    }


def _ranks(block: Block, protocol: str) -> dict[str, list[float | None]]:
    """Ranks of the rows that have both values by either metric, 1 = best."""
    both = np.flatnonzero(~np.isnan(block.values).any(axis=1))
    rank = ordinal_ranks if protocol == PUBLISHED else midranks
    ranks = {}
    for k, name in enumerate(("x_ranks", "y_ranks")):
        column = np.full(len(block.values), np.nan)
        column[both] = rank(block.values[both, k])
        ranks[name] = [number(r) for r in column]
    return ranks


def _runs(panel: Panel) -> list[dict[str, Any]]:
    return [
        {
            "benchmark": panel.benchmarks[b],
            "seed": panel.seeds[s],
            "method": panel.methods[m],
            "x": float(panel.values[b, s, m, 0]),
            "y": float(panel.values[b, s, m, 1]),
        }
        for b, s, m in np.argwhere(~np.isnan(panel.values).any(axis=-1))
    ]


def _scope(panel: Panel, scope: str) -> dict[str, Any]:
    """Tie-aware, aligned τ_b of the pair in another scope."""
    result = compute(panel, TIE_AWARE, scope)
    return {
        "tau": number(result.tau[0, 1]),
        **counts(result, 0, 1),
        "blocks_defined": int(result.defined[0, 1]),
        "blocks": len(result.blocks),
    }
