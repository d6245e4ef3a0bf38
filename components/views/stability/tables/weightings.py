"""The numbers under random weights as tables."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from components.views.stability.result.weightings import WeightingsResult


def taus_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per bar of the histogram."""
    return pd.DataFrame(
        [
            {"τ": b.tau, "share with the ranking": b.current, "share of the baseline": b.baseline}
            for b in result.histogram
        ]
    )


def acceptability_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per method: expected rank with its standard error, then the share of each rank."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(m),
                "expected rank": result.expected_rank[m],
                "SE": result.expected_rank_se[m],
                **{f"rank {r + 1}": s for r, s in enumerate(result.rank_acceptability[m])},
            }
            for m in result.methods
        ]
    )


def winning_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per pair: how often the first scores higher than the second."""
    return pd.DataFrame(
        [
            {
                "method": result.labels.method(a),
                "against": result.labels.method(b),
                "share ahead": result.winning[a][b],
            }
            for i, a in enumerate(result.methods)
            for b in result.methods[i + 1 :]
        ]
    )


def central_table(result: WeightingsResult) -> pd.DataFrame:
    """One row per method with central weights, and the current ones."""
    labels, typical = result.labels, result.typical_weights
    who: list[tuple[str, float | None, Mapping[str, float]]] = [("your weights", None, result.weights)]
    who += [(labels.method(m), result.first_draws[m], typical[m]) for m in result.methods if m in typical]
    return pd.DataFrame(
        [
            {"method": name, "draws first": draws, **{labels.metric(k): v for k, v in weights.items()}}
            for name, draws, weights in who
        ]
    )
