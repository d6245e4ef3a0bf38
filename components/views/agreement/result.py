"""How far the metrics agree: both protocols, every pair, and what the agreement of a benchmark or panel amounts to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from components.plain import number, whole_number
from components.resolved import Resolved, whole_panel
from components.samples import stated_samples
from components.stats.agreement.concordance import concordance
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.rank_profile import rank_profile
from components.stats.agreement.resolution import resolution
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as compute
from components.stats.bootstrap import DRAWS
from components.stats.clusters.tree import clusterable, distances, tree
from components.views.agreement.pairs import all_pairs, matrix, pair_rows

MANY = 10
"""With more metrics than this the heat maps are ordered by cluster, so that blocks of agreement can be seen."""
PROTOCOLS = (PUBLISHED, TIE_AWARE)


def agreement(resolved: Resolved) -> dict[str, Any]:
    """Agreement of the metrics of a view.

    `pairs`, `mean_tau` and `blocks` are those of the selected protocol; `protocols` holds both. Under the published
    protocol `mean_tau` is the paper's figure (all runs pooled, directions not aligned), whatever the scope.
    """
    chosen = resolved.selection.protocol
    results = {p: compute(resolved.panel, p, resolved.selection.scope) for p in PROTOCOLS}
    protocols = {p: _protocol(resolved, r) for p, r in results.items()}
    return {
        "scope": resolved.selection.scope,
        "protocol": chosen,
        "metrics": list(resolved.panel.metric_ids),
        "order": _order(results[TIE_AWARE]),
        "n_methods": len(resolved.panel.methods),
        "n_runs": sum(len(b.values) for b in results[chosen].blocks),
        "blocks": [{"benchmark": b.benchmark, "seed": b.seed} for b in results[chosen].blocks],
        "blocks_constant": _constant_blocks(results[TIE_AWARE]),
        "mean_tau": protocols[chosen]["mean_tau"],
        "mean_tau_rule": protocols[chosen]["mean_tau_rule"],
        "bootstrap_draws": DRAWS,
        "rng": resolved.selection.rng,
        "concordance": _concordance(resolved),
        "modality": modality(resolved),
        "rank_profile": _profile(resolved),
        "resolution": _resolution(resolved),
        "protocols": protocols,
        "opened": list(opened(results) or ()),
        "pairs": protocols[chosen]["pairs"],
    }


def opened(results: Mapping[str, Agreement]) -> tuple[str, str] | None:
    """The pair shown before one is chosen: where the two protocols differ most. None with fewer than two metrics."""
    metrics = results[TIE_AWARE].metrics
    pairs = all_pairs(results[TIE_AWARE])
    if not pairs:
        return None
    gap = np.nan_to_num(abs(results[PUBLISHED].tau - results[TIE_AWARE].tau), nan=-1.0).round(12)
    x, y = max(pairs, key=lambda pair: float(gap[pair]))
    return metrics[x], metrics[y]


def _protocol(resolved: Resolved, result: Agreement) -> dict[str, Any]:
    published = result.protocol == PUBLISHED
    mean = mean_taus(resolved.panel)[PUBLISHED].mean if published else result.mean_tau
    return {
        "tau": matrix(result.tau),
        "blocks_defined": result.defined.tolist(),
        "directions_aligned": result.aligned,
        "mean_tau": number(mean),
        "mean_tau_rule": "all runs pooled, directions not aligned" if published else "mean of the pairs shown",
        "mean_of_shown": number(result.mean_tau),
        "pairs": pair_rows(result, all_pairs(result), len(resolved.panel.methods), resolved.selection.rng),
    }


def _constant_blocks(result: Agreement) -> list[int]:
    """In how many blocks each metric has one value for all methods (or runs) that were measured."""
    own = range(len(result.metrics))
    pairs, tied = result.counts.pairs[:, own, own], result.counts.ties_x[:, own, own]
    return [int(n) for n in ((pairs > 0) & (pairs == tied)).sum(axis=0)]


def _order(result: Agreement) -> list[str]:
    """Metrics in registry order, or by cluster when there are many; those without a place come last."""
    ids, k = result.metrics, len(result.metrics)
    kept = clusterable(result.tau) if k > MANY else ()
    if len(kept) < 2:
        return list(ids)
    leaves = tree(distances(result.tau[list(kept)][:, list(kept)])).order
    first = [kept[i] for i in leaves]
    return [ids[i] for i in [*first, *(i for i in range(k) if i not in kept)]]


def _concordance(resolved: Resolved) -> list[dict[str, Any]]:
    return [
        {
            "benchmark": c.benchmark,
            "w": number(c.w),
            "chi2": number(c.chi2),
            "df": c.n - 1,
            "p": number(c.p),
            "p_kind": "asymptotic (χ²)",
            "n_methods": c.n,
            "metrics": list(c.used),
            "constant": list(c.constant),
            "incomplete": list(c.incomplete),
            "reason": c.reason,
        }
        for c in concordance(resolved.panel)
    ]


def modality(resolved: Resolved) -> list[dict[str, Any]]:
    """Mean pairwise τ of every panel of the suite under every counting rule, over all its runs, unfiltered."""
    rows = []
    for info in resolved.tables.panels:
        panel = whole_panel(resolved.tables, info.id)
        for rule, m in mean_taus(panel).items():
            rows.append(
                {
                    "panel": info.id,
                    "setting": info.setting,
                    "rule": rule,
                    "mean_tau": number(m.mean),
                    "pairs_defined": m.defined,
                    "pairs": m.pairs,
                    "runs_fewest": m.fewest,
                    "runs_most": m.most,
                    "runs": m.runs,
                    "blocks_fewest": m.blocks[0],
                    "blocks_most": m.blocks[1],
                    "blocks": m.blocks_in_all,
                    "methods": len(panel.methods),
                    "missing": m.missing,
                    "undefined_pairs": [list(p) for p in m.undefined],
                }
            )
    return rows


def _profile(resolved: Resolved) -> dict[str, Any]:
    profile = rank_profile(resolved.panel, resolved.selection.protocol, resolved.selection.scope)
    return {
        "methods": list(resolved.panel.methods),
        "metrics": list(resolved.panel.metric_ids),
        "mean": matrix(profile.mean),
        "best": matrix(profile.best),
        "worst": matrix(profile.worst),
        "blocks_ranked": profile.blocks.tolist(),
        "blocks": profile.blocks_in_all,
    }


def _resolution(resolved: Resolved) -> list[dict[str, Any]]:
    return [
        {
            "metric": r.metric,
            "benchmark": r.benchmark,
            "samples": r.n,
            "step": number(r.step),
            "basis": r.basis,
            "different_values": r.values,
            "runs": r.runs,
            "spread": number(r.spread),
            "spread_in_steps": whole_number(r.steps),
        }
        for r in resolution(resolved.panel, stated_samples(resolved))
    ]
