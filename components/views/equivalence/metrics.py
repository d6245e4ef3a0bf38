"""Whether the other metrics of a suite order the methods as J does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from components.controls import Controls
from components.plain import number
from components.resolved import Resolved
from components.stats.agreement.exact_p import pair_p
from components.stats.agreement.rank_profile import rank_profile
from components.stats.agreement.tau import TIE_AWARE, agreement
from components.stats.panel import Floats
from components.stats.ranking.ranks import competition_ranks
from data.registry import Metric

ARRANGEMENTS = 5_000
"""Arrangements sampled for a p where they cannot all be formed."""
_J = Metric("J", "J", "J", "lower", "score", None, None, (), "", "", "")


def beside_metrics(resolved: Resolved, j: Floats, known: Controls) -> list[dict[str, Any]]:
    """One row per score metric that is not J itself: τ-b with J over blocks, its p, and both ranks by method.

    `j` is (B, S, M) of the runs of the view. Controls are left out: the question is whether the metric would choose
    the same method. τ is averaged over the seeds of a benchmark, then over benchmarks. `j_rank` and `metric_rank` are
    competition ranks of the mean ranks over blocks.
    """
    panel = resolved.panel
    methods = [i for i, m in enumerate(panel.methods) if m not in known.all]
    others = [k for k in range(len(panel.metrics)) if not _same(panel.values[..., k], j)]
    joined = replace(
        panel,
        metrics=(_J, *(panel.metrics[k] for k in others)),
        values=np.concatenate([j[..., None], panel.values[..., others]], axis=-1),
    ).subset(methods=methods)
    if len(methods) < 2 or not joined.n_runs:
        return []
    result, profile = agreement(joined), rank_profile(joined, TIE_AWARE)
    j_rank = competition_ranks(-profile.mean[:, 0])
    rows = []
    for place, k in enumerate(others, start=1):
        own_rank = competition_ranks(-profile.mean[:, place])
        test = pair_p(result, 0, place, seed=resolved.selection.rng, limit=ARRANGEMENTS)
        rows.append(
            {
                "metric": panel.metrics[k].id,
                "label": panel.metrics[k].label,
                "tau": number(result.tau[0, place]),
                "p": test.p,
                "p_min": test.p_min,
                "p_kind": test.kind,
                "arrangements": test.arrangements,
                "reason": "" if test.p is not None else test.reason,
                "blocks_defined": int(result.defined[0, place]),
                "blocks": len(result.blocks),
                "n_methods": len(methods),
                "ranks": [
                    {
                        "method": m,
                        "label": resolved.method_label(m),
                        "j": number(profile.mean[i, 0]),
                        "metric": number(profile.mean[i, place]),
                        "j_rank": int(j_rank[i]) or None,
                        "metric_rank": int(own_rank[i]) or None,
                    }
                    for i, m in enumerate(joined.methods)
                ],
            }
        )
    return rows


def _same(values: Floats, j: Floats) -> bool:
    """Whether a metric is J itself, to the digits a table keeps."""
    known = ~(np.isnan(values) | np.isnan(j))
    return bool(known.any() and np.allclose(values[known], j[known], rtol=1e-4, atol=1e-9))
